//! A site of more pages than are checked before open pages are notified of an edit.

use super::{project::Project, serve::Preview};

/// Posts, each with a page of its own.
const POSTS: usize = 420;

/// Of a section that only one page has.
const TEMPLATE: &str = "templates/sections/story/template.html";
const CONTENT: &str = "content/pages/pricing.toml";

#[test]
fn edits_are_shown_before_the_look_at_the_whole_which_finds_what_is_broken_and_loses_nothing() {
    let project = Project::gym();
    for number in 0..POSTS {
        let post = format!(
            "title = \"Post {number}\"\ndate = 2020-01-01\ncategory = \"yoga\"\n\
             image = {{ file = \"class-yoga.jpg\", alt = \"A class\" }}\nexcerpt = \"What it is about.\"\n\
             body = \"What post {number} says.\"\n"
        );
        project.write(&format!("content/posts/post-{number}.toml"), &post);
    }
    let preview = Preview::start(&project);
    preview.wait_until("the first look", || preview.printed().contains(" pages, nothing wrong with any"));
    // On a machine that has other things to do, a look may end before the next edit is saved.
    assert!((0..5).any(|_| is_shown_meanwhile(&project, &preview)), "the second edit waits for the look");
}

/// Breaks a link, which only the look at the whole can find, and changes another page before that was told, if there is
/// time for that; then mends the link. True if there was.
fn is_shown_meanwhile(project: &Project, preview: &Preview) -> bool {
    let before = preview.printed().len();
    let printed = || preview.printed().split_off(before);
    let shown = || ["/about/", "/pricing/"].map(|path| preview.page(path));
    let good = shown();
    let [template, content] = [TEMPLATE, CONTENT].map(|path| project.read(path));

    project.write(TEMPLATE, &format!("<a href=\"#nowhere\">a</a>{template}"));
    preview.wait_until("the link", || preview.page("/about/").contains("#nowhere"));
    project.replace(CONTENT, "title = \"", "title = \"New: ");
    preview.wait_until("the title", || preview.page("/pricing/").contains("<title>New: "));
    let is_meanwhile = !printed().contains("broken-fragment");
    preview.wait_until("the report", || printed().contains("/about/ links to \"#nowhere\""));
    preview.wait_until("the last good state", || shown() == good);

    project.write(TEMPLATE, &template);
    preview.wait_until("the second look", || printed().contains("; 1 page changed: /pricing/"));
    assert!(preview.page("/pricing/").contains("<title>New: "));
    assert!(preview.page("/about/") == good[0], "the link is mended");
    project.write(CONTENT, &content);
    preview.wait_until("the third look", || printed().matches("; 1 page changed: /pricing/").count() == 2);
    is_meanwhile
}
