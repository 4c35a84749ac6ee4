//! What becomes of the Markdown of a post.

use super::site::Project;

const POST: &str = "content/posts/yoga-for-lifters.toml";

#[test]
fn headings_and_footnotes_have_ids_of_their_own_and_links_right_under_a_base_path() {
    let text = "body = '''\n## Content\n\nWord[^b] and more[^a], again[^b].\n\n\
                ## [Classes](/classes/) and `mats`\n\n[^a]: First.\n\n[^b]: See [classes](/classes/).\n\n";
    let site =
        Project::new().replace(POST, "body = '''\n", text).build(&["--base-url", "https://example.org/gym/"]);
    let post = &site["/blog/yoga-for-lifters/index.html"];
    for part in [
        "<h2 id=\"content-2\">Content</h2>",
        "<h2 id=\"classes-and-mats\"><a href=\"/gym/classes/\">Classes</a> and <code>mats</code></h2>",
        "Word<sup id=\"mention-1\"><a href=\"#footnote-1\" role=\"doc-noteref\">1</a></sup>",
        "again<sup><a href=\"#footnote-1\" role=\"doc-noteref\">1</a></sup>",
        "id=\"footnote-2\" role=\"doc-footnote\"><p class=\"footnote__number\"><a href=\"#mention-2\" role=\"doc-backlink\">2</a></p><div>\n<p>First.</p>",
    ] {
        assert!(post.contains(part), "{part} is not in\n{post}");
    }
    assert_eq!(post.matches("id=\"content\"").count(), 1);
    let feed = &site["/blog/feed.xml"];
    let there = "https://example.org/gym/blog/yoga-for-lifters/#footnote-1";
    assert!(feed.contains(there), "a feed names the page of a footnote");
}

#[test]
fn columns_of_tables_are_aligned_by_classes_and_their_heads_say_so() {
    let table = "body = '''\n| Lift | Kilos | When | Who |\n|---|--:|:-:|:--|\n| Squat | **80** | `Mon` | [us](/about/) |\n| Press |\n\n";
    let site = Project::new().replace(POST, "body = '''\n", table).build(&[]);
    let post = &site["/blog/yoga-for-lifters/index.html"];
    let expected = "<table><thead><tr><th scope=\"col\">Lift</th><th scope=\"col\" class=\"right\">Kilos</th>\
                    <th scope=\"col\" class=\"center\">When</th><th scope=\"col\" class=\"left\">Who</th></tr></thead><tbody>\n\
                    <tr><td>Squat</td><td class=\"right\"><strong>80</strong></td><td class=\"center\"><code>Mon</code></td>\
                    <td class=\"left\"><a href=\"/about/\">us</a></td></tr>\n\
                    <tr><td>Press</td><td class=\"right\"></td><td class=\"center\"></td><td class=\"left\"></td></tr>\n\
                    </tbody></table>";
    assert!(post.contains(expected), "{post}");
}
