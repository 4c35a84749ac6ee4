//! What the built site has for machines: search engines, feed readers, calendars, hosts.
mod guides;
mod language;
mod site;
mod texts;

use site::Project;

#[test]
fn a_feed_has_the_newest_posts_only() {
    let mut project = Project::new();
    for number in 1..=20 {
        let post = format!(
            "title = \"Post {number}\"\ndate = 2022-03-{:02}\ncategory = \"boxing\"\nexcerpt = \"No.\"\nbody = \"Text\"\n\
             image = {{ file = \"class-boxing.jpg\", decorative = true }}",
            10 - number / 3
        );
        project = project.append(&format!("content/posts/post-{number}.toml"), &post);
    }
    let site = project.build(&[]);
    let feed = &site["/blog/feed.xml"];
    assert_eq!(feed.matches("<entry>").count(), 20);
    assert!(feed.contains("your-first-yoga-class") && !feed.contains("post-20"), "{feed}");
    assert!(site.contains_key("/blog/category/boxing/feed.xml"));
}
