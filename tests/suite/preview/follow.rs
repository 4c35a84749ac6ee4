//! What is saved is what is seen.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
};

use super::{http::connect, project::Project, serve::Preview};

/// The template of a section that only the page at `/about/` has.
const OF_ABOUT: &str = "templates/sections/story/template.html";

#[test]
fn an_edit_is_seen_and_reported_in_a_line() {
    let project = Project::gym();
    let preview = Preview::start(&project);
    project.replace("content/pages/about.toml", "title = \"", "title = \"New: ");
    preview.wait_until("the title", || preview.page("/about/").contains("<title>New: "));
    preview.wait_until("the line", || preview.printed().contains("content/pages/about.toml: "));
    let printed = preview.printed();
    let line = printed.lines().find(|line| line.starts_with("content/pages/about.toml: ")).expect("a line");
    assert!(line.contains(" ms; 1 page changed: /about/"), "{line}");
}

#[test]
fn a_mistake_leaves_the_last_good_site_and_is_reported_everywhere() {
    let project = Project::gym();
    let preview = Preview::start(&project);
    let good = preview.page("/");
    let text = project.read("content/site.toml");
    project.write("content/site.toml", &text.replace("tagline = \"", "tagline = \"wrong\nname = \""));
    preview.wait_until("the problem", || preview.get("/.gympress/problems").text() != "[]");
    assert_eq!(preview.page("/"), good);
    let problems: serde_json::Value =
        serde_json::from_str(&preview.get("/.gympress/problems").text()).expect("JSON");
    preview.wait_until("the terminal", || preview.printed().contains("the last good state stays"));
    for problem in problems.as_array().expect("a list") {
        let text = problem["text"].as_str().expect("a text");
        assert!(preview.printed().contains(text), "as in the terminal: {text}");
    }
    project.write("content/site.toml", &text.replace("tagline = \"", "tagline = \"right "));
    preview.wait_until("the mend", || preview.page("/").contains("right make your body fit"));
    assert_eq!(preview.get("/.gympress/problems").text(), "[]");
}

#[test]
fn what_only_the_whole_shows_leaves_the_last_good_site_as_well() {
    let project = Project::gym();
    let preview = Preview::start(&project);
    let good = preview.page("/about/");
    let template = project.read(OF_ABOUT);
    let begin_with = |start: &str| project.write(OF_ABOUT, &format!("{start}{template}"));
    begin_with("{{ nothing.at.all }}");
    preview.wait_until("the problem", || preview.printed().contains("can't be rendered"));
    assert_eq!(preview.page("/about/"), good);
    begin_with("<a href=\"#nowhere\">a</a>");
    preview.wait_until("the other problem", || preview.printed().contains("nowhere"));
    assert_eq!(preview.page("/about/"), good);
    begin_with("<p>mended</p>");
    preview.wait_until("the mend", || preview.page("/about/").contains("<p>mended</p>"));
}

#[test]
fn a_site_that_starts_wrong_is_shown_once_it_is_right() {
    let project = Project::gym();
    let text = project.read("content/site.toml");
    project.write("content/site.toml", "name = ");
    let preview = Preview::start(&project);
    let reply = preview.get("/");
    assert_eq!(reply.status, 503);
    assert!(reply.text().contains("/.gympress/preview.js"));
    project.write("content/site.toml", &text);
    preview.wait_until("the site", || preview.get("/").status == 200);
}

#[test]
fn editors_save_in_many_ways() {
    let project = Project::gym();
    let preview = Preview::start(&project);
    let path = "content/pages/about.toml";
    let text = project.read(path);
    let versions: Vec<String> =
        (0..5).map(|number| text.replace("title = \"", &format!("title = \"Save {number} "))).collect();
    let seen = |number: usize| {
        preview.wait_until(&format!("save {number}"), || {
            preview.page("/about/").contains(&format!("<title>Save {number} "))
        });
    };
    project.write(path, &versions[0]);
    seen(0);
    // To a file beside it, which is renamed over it.
    project.write("content/pages/.about.toml.swp", &versions[1]);
    fs::rename(project.path("content/pages/.about.toml.swp"), project.path(path)).expect("renamed");
    seen(1);
    // The old one moved away as a backup first.
    fs::rename(project.path(path), project.path("content/pages/about.toml~")).expect("renamed");
    project.write(path, &versions[2]);
    seen(2);
    fs::remove_file(project.path("content/pages/about.toml~")).expect("removed");
    // Half of it, a while, and the rest.
    let mut file = fs::File::create(project.path(path)).expect("the file");
    let (half, rest) = versions[3].split_at(versions[3].len() / 2);
    file.write_all(half.as_bytes()).expect("written");
    file.sync_all().expect("on disk");
    std::thread::sleep(std::time::Duration::from_millis(200));
    file.write_all(rest.as_bytes()).expect("written");
    drop(file);
    seen(3);
    // Deleted, and there again.
    fs::remove_file(project.path(path)).expect("removed");
    std::thread::sleep(std::time::Duration::from_millis(100));
    project.write(path, &versions[4]);
    seen(4);
}

#[test]
fn folders_come_and_go() {
    let project = Project::gym();
    let preview = Preview::start(&project);
    let blog = preview.page("/blog/");
    // What is written for editors is in the folder, too.
    preview.wait_until("the schemas", || preview.printed().contains("the site: "));
    fs::rename(project.path("content"), project.path("content-away")).expect("renamed");
    preview.wait_until("the loss", || preview.printed().contains("is missing"));
    fs::rename(project.path("content-away"), project.path("content")).expect("renamed");
    preview.wait_until("the return", || preview.get("/.gympress/problems").text() == "[]");
    assert_eq!(preview.page("/blog/"), blog);
    // The new folder is watched, too, and so is one in it that is new.
    let post = project.read("content/posts/your-first-yoga-class.toml");
    project.write("content/posts/a-new-one.toml", &post.replace("title = \"", "title = \"Another: "));
    preview.wait_until("the post", || preview.get("/blog/a-new-one/").status == 200);
    fs::rename(project.path("content/posts"), project.path("content/away")).expect("renamed");
    fs::create_dir(project.path("content/posts")).expect("a folder");
    for number in 0..100 {
        let title = format!("title = \"Post {number}: ");
        project.write(&format!("content/posts/post-{number}.toml"), &post.replace("title = \"", &title));
    }
    fs::remove_dir_all(project.path("content/away")).expect("removed");
    preview.wait_until("a hundred posts", || preview.get("/blog/post-99/").status == 200);
    preview.wait_until("no old post", || preview.get("/blog/a-new-one/").status == 404);
}

#[test]
fn schemas_of_editors_are_written_again_where_one_is_gone() {
    let project = Project::gym();
    let schema = "content/.schema/schedule.json";
    project.write(schema, "{}");
    let preview = Preview::start(&project);
    let is_whole = || fs::read_to_string(project.path(schema)).is_ok_and(|text| text.contains("\"boxing\""));
    project.replace("content/pages/about.toml", "title = \"", "title = \"One ");
    preview.wait_until("the schemas", is_whole);
    fs::remove_file(project.path(schema)).unwrap();
    project.replace("content/pages/about.toml", "title = \"", "title = \"Two ");
    preview.wait_until("the schema that was removed", is_whole);
}

#[test]
fn pages_are_notified_of_changes_and_miss_none() {
    let project = Project::gym();
    let preview = Preview::start(&project);
    let site = |page: &str| {
        let rest = page.split("data-site=\"").nth(1).expect("its site");
        rest.split('"').next().expect("its end").to_owned()
    };
    let before = site(&preview.get("/about/").text());
    let shown = |site: &str| format!("\"site\":\"{site}\"");
    let listen = || {
        let mut stream = connect(preview.address);
        let head = format!("GET /.gympress/events HTTP/1.1\r\nHost: {}\r\n\r\n", preview.address);
        stream.write_all(head.as_bytes()).expect("a request");
        BufReader::new(stream).lines().map_while(Result::ok).filter(|line| line.starts_with("data: "))
    };
    let mut listeners = [listen(), listen()];
    for listener in &mut listeners {
        assert!(listener.next().expect("a line").contains(&shown(&before)));
    }
    project.replace("content/pages/about.toml", "title = \"", "title = \"New: ");
    for listener in &mut listeners {
        assert!(!listener.next().expect("a line").contains(&shown(&before)));
    }
    // A client that reconnects is notified at once that its page is old.
    let late = listen().next().expect("a line");
    assert!(!late.contains(&shown(&before)));
    assert!(late.contains(&shown(&site(&preview.get("/about/").text()))), "{late}");
}

#[test]
fn words_of_the_interface_are_followed_and_so_is_their_language() {
    let project = Project::gym();
    project.replace("content/navigation.toml", "skip = \"Skip to content\"\n", "");
    let preview = Preview::start(&project);
    assert!(preview.page("/about/").contains("Skip to content"));
    project.replace("templates/words/en.toml", "skip = \"Skip to content\"", "skip = \"To the point\"");
    preview.wait_until("the word", || preview.page("/about/").contains("To the point"));
    project.replace("content/site.toml", "language = \"en-KE\"", "language = \"sw-KE\"");
    preview.wait_until("the language", || preview.page("/about/").contains("Ruka hadi yaliyomo"));
}

/// Only in a space of users of its own can a test limit how much is watched.
#[test]
#[ignore = "needs the right to make a namespace of users"]
fn files_are_looked_at_where_watches_have_run_out() {
    let project = Project::gym();
    let program = env!("CARGO_BIN_EXE_gympress");
    let serve = format!("exec {program} serve --port 0 --root {}", project.root().display());
    let mut serve = std::process::Command::new("unshare")
        .args(["-Ur", "sh", "-c", &format!("echo 14 > /proc/sys/user/max_inotify_watches && {serve}")])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the preview starts");
    let mut lines = BufReader::new(serve.stderr.take().expect("a pipe")).lines().map_while(Result::ok);
    let limit = lines.find(|line| line.contains("looked at once a second")).expect("a line");
    assert!(limit.contains("fs.inotify.max_user_watches"), "{limit}");
    project.replace("content/pages/about.toml", "title = \"", "title = \"New: ");
    let line = lines.find(|line| line.starts_with("content/pages/about.toml: ")).expect("a line");
    assert!(line.contains("/about/"), "{line}");
    let _ = serve.kill();
    let _ = serve.wait();
}
