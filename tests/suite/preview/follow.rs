//! What is saved is what is seen.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    process::Command,
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use super::{
    edit::EditedPreview,
    http::connect,
    project::{built, gym},
    serve::Preview,
};

/// The template of a section that the pages at `/about/` and `/` have.
const OF_ABOUT: &str = "templates/sections/story/template.html";

#[test]
fn an_edit_is_seen_and_reported_in_a_line() {
    let project = gym();
    let preview = Preview::start(&project);
    preview.wait_until("the first check", || preview.printed().contains("the site: "));
    project.replace("content/pages/about.toml", "title = \"", "title = \"New: ");
    preview.wait_until("the title", || preview.page("/about/").contains("<title>New: "));
    preview.wait_until("the line", || preview.printed().contains("content/pages/about.toml: "));
    let printed = preview.printed();
    let said = |of: &str| {
        let line = printed.lines().find_map(|line| line.strip_prefix(of)).unwrap();
        line.split_once(" ms; ").unwrap().1
    };
    assert!(said("the site: ").ends_with(" pages, nothing wrong with any"), "{printed}");
    assert_eq!(said("content/pages/about.toml: "), said("the site: "));
}

#[test]
fn a_translation_is_seen_once_it_is_saved_and_so_is_what_is_wrong_with_it() {
    let project = gym();
    let site = project.read("content/site.toml");
    project.write("content/site.toml", format!("{site}\n[[translation]]\nlanguage = \"sw-KE\"\n"));
    project.write("content/sw/pages/index.toml", "title = \"Mwanzo\"\ndescription = \"Vipindi.\"\n");
    project.write("content/sw/pages/about.toml", "title = \"Kuhusu\"\n");
    let preview = Preview::start(&project);
    let is_shown = |text: &str| preview.page("/sw/about/").contains(text);
    preview.wait_until("the translation", || is_shown("<title>Kuhusu"));
    project.replace("content/sw/pages/about.toml", "Kuhusu", "Sisi");
    preview.wait_until("the new title", || is_shown("<title>Sisi"));
    project.replace("content/pages/about.toml", "heading = \"Our History\"", "heading = \"Where it began\"");
    preview.wait_until("what the original says", || is_shown("<span lang=\"en-KE\">Where it began</span>"));
    let before = preview.page("/sw/about/");
    project.write("content/sw/pages/about.toml", "title = \"Sisi\"\nkicker = Sisi\n");
    preview.wait_until("the mistake", || preview.printed().contains("content/sw/pages/about.toml:2"));
    let told = || preview.get("/.gympress/problems").text();
    preview.wait_until("the problem", || told().contains("content/sw/pages/about.toml:2"));
    assert_eq!(preview.page("/sw/about/"), before);
}

#[test]
fn a_translation_and_a_language_that_wait_are_seen() {
    let project = gym();
    let site = project.read("content/site.toml");
    let languages =
        "\n[[translation]]\nlanguage = \"sw-KE\"\n\n[[translation]]\nlanguage = \"fr-FR\"\ndraft = true\n";
    project.write("content/site.toml", site + languages);
    for (path, title) in [("sw/pages/index", "Mwanzo"), ("fr/pages/index", "Accueil")] {
        let page = format!("title = \"{title}\"\ndescription = \"{title}.\"\n");
        project.write(&format!("content/{path}.toml"), page);
    }
    project.write("content/sw/pages/about.toml", "title = \"Kuhusu\"\ndraft = true\n");
    let preview = Preview::start(&project);
    for (address, title) in [("/sw/", "Mwanzo"), ("/sw/about/", "Kuhusu"), ("/fr/", "Accueil")] {
        let is_shown = || preview.page(address).contains(&format!("<title>{title}"));
        preview.wait_until(address, is_shown);
    }
}

/// By the machine's clock. Pages are loaded again, too: a state with other styles alone would leave them.
#[test]
fn a_post_appears_when_its_time_comes() {
    let project = gym();
    let mut command = Command::new(env!("CARGO_BIN_EXE_gympress"));
    command.args(["serve", "--port", "0", "--root"]).arg(project.root());
    let edited = EditedPreview::of(Preview::of(command));
    let preview = &edited.preview;
    let mut stream = connect(preview.address);
    write!(stream, "GET /.gympress/events HTTP/1.1\r\nHost: {}\r\n\r\n", preview.address).unwrap();
    let events = Arc::new(Mutex::new(String::new()));
    let heard = events.clone();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            heard.lock().unwrap().push_str(&line);
        }
    });
    // A machine that sees the file only when its time has come shows nothing of the clock: it gets more time.
    let is_early = |seconds: &u64| {
        let soon = jiff::Timestamp::now() + Duration::from_secs(*seconds);
        let soon = soon.in_tz("Africa/Nairobi").unwrap().strftime("%Y-%m-%dT%H:%M:%S");
        let post = format!("title = \"Late\"\ndate = {soon}\nexcerpt = \"Now.\"\nbody = \"It is out.\"\n");
        let path = format!("content/posts/late-{seconds}.toml");
        project.write(&path, post);
        preview.wait_until("the file", || preview.printed().contains(&path));
        preview.get(&format!("/blog/late-{seconds}/")).status == 404
    };
    let seconds = [3, 12, 48].into_iter().find(is_early).expect("a machine that reads a post in 48 seconds");
    let address = format!("/blog/late-{seconds}/");
    preview.wait_until("the post", || preview.get(&address).status == 200);
    preview.wait_until("the editor's post", || edited.page(&address).contains("It is out."));
    let page = preview.get(&address).text();
    let (_, site) = page.split_once("data-site=\"").unwrap();
    let site = format!("\"site\":\"{}\"", site.split('"').next().unwrap());
    preview.wait_until("its event", || events.lock().unwrap().contains(&site));
    assert!(!events.lock().unwrap().contains("\"styles\":true"), "{}", events.lock().unwrap());
}

#[test]
fn what_only_the_whole_shows_is_told_above_the_new_page() {
    let project = gym();
    let preview = Preview::start(&project);
    preview.wait_until("the first check", || preview.printed().contains("the site: "));
    let template = project.read(OF_ABOUT);
    let begin_with = |start: &str| project.write(OF_ABOUT, format!("{start}{template}"));
    begin_with("{{ nothing.at.all }}");
    preview.wait_until("the page", || preview.get("/about/").status == 500);
    assert!(preview.get("/about/").text().contains("nothing.at.all"), "{}", preview.get("/about/").text());
    assert_eq!(preview.get("/contact/").status, 200);
    preview.wait_until("the line", || preview.printed().contains("; 1 error"));
    assert!(preview.get("/.gympress/problems").text().contains("can't be rendered"));
    begin_with("<a href=\"#nowhere\">a</a>");
    preview.wait_until("the new page", || preview.page("/about/").contains("#nowhere"));
    preview.wait_until("the problem", || preview.get("/.gympress/problems").text().contains("nowhere"));
    begin_with("<p>mended</p>");
    preview.wait_until("the mend", || preview.page("/about/").contains("<p>mended</p>"));
    assert_eq!(preview.get("/.gympress/problems").text(), "[]");
}

#[test]
fn a_site_that_starts_wrong_is_shown_once_it_is_right() {
    let project = gym();
    let text = project.read("content/site.toml");
    project.write("content/site.toml", "name = ");
    let preview = Preview::start(&project);
    let reply = preview.get("/");
    assert_eq!(reply.status, 503);
    assert!(reply.text().contains("/.gympress/preview.js"));
    project.write("content/site.toml", &text);
    preview.wait_until("the site", || preview.get("/").status == 200);
}

#[cfg(unix)]
#[test]
fn what_a_link_leads_to_is_followed() {
    let project = gym();
    let text = project.read("content/pages/about.toml");
    project.write("content/static/about.toml", &text);
    fs::remove_file(project.path("content/pages/about.toml")).unwrap();
    std::os::unix::fs::symlink("../static/about.toml", project.path("content/pages/about.toml")).unwrap();
    let preview = Preview::start(&project);
    project.write("content/static/about.toml", text.replace("title = \"", "title = \"Linked "));
    preview.wait_until("the page", || preview.page("/about/").contains("<title>Linked "));
}

#[test]
fn editors_save_in_many_ways() {
    let project = gym();
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
    fs::rename(project.path("content/pages/.about.toml.swp"), project.path(path)).unwrap();
    seen(1);
    // The old one moved away as a backup first.
    fs::rename(project.path(path), project.path("content/pages/about.toml~")).unwrap();
    project.write(path, &versions[2]);
    seen(2);
    fs::remove_file(project.path("content/pages/about.toml~")).unwrap();
    // Half of it, a while, and the rest.
    let mut file = fs::File::create(project.path(path)).unwrap();
    let (half, rest) = versions[3].split_at(versions[3].len() / 2);
    file.write_all(half.as_bytes()).unwrap();
    file.sync_all().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(200));
    file.write_all(rest.as_bytes()).unwrap();
    drop(file);
    seen(3);
    // Deleted, and there again.
    fs::remove_file(project.path(path)).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(100));
    project.write(path, &versions[4]);
    seen(4);
}

#[test]
fn folders_come_and_go() {
    let project = gym();
    let preview = Preview::start(&project);
    let blog = preview.page("/blog/");
    // What is written for editors is in the folder, too.
    preview.wait_until("the schemas", || preview.printed().contains("the site: "));
    fs::rename(project.path("content"), project.path("content-away")).unwrap();
    preview.wait_until("the loss", || preview.printed().contains("is missing"));
    fs::rename(project.path("content-away"), project.path("content")).unwrap();
    preview.wait_until("the return", || preview.get("/.gympress/problems").text() == "[]");
    assert_eq!(preview.page("/blog/"), blog);
    // The new folder is watched, too, and so is one in it that is new.
    let post = project.read("content/posts/your-first-yoga-class.toml");
    project.write("content/posts/a-new-one.toml", post.replace("title = \"", "title = \"Another: "));
    preview.wait_until("the post", || preview.get("/blog/a-new-one/").status == 200);
    fs::rename(project.path("content/posts"), project.path("content/away")).unwrap();
    fs::create_dir(project.path("content/posts")).unwrap();
    for number in 0..100 {
        let title = format!("title = \"Post {number}: ");
        project.write(&format!("content/posts/post-{number}.toml"), post.replace("title = \"", &title));
    }
    fs::remove_dir_all(project.path("content/away")).unwrap();
    preview.wait_until("a hundred posts", || preview.get("/blog/post-99/").status == 200);
    preview.wait_until("no old post", || preview.get("/blog/a-new-one/").status == 404);
}

#[test]
fn schemas_of_editors_are_written_again_where_one_is_gone() {
    let project = gym();
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

/// After each of these edits what is shown is what a clean build would publish, or the problems are.
#[test]
fn what_is_shown_is_what_would_be_published() {
    let project = gym();
    // The theme's word is shown where content has none.
    project.replace("content/navigation.toml", "skip = \"Skip to content\"\n", "");
    let preview = Preview::start(&project);
    let post = project.read("content/posts/yoga-for-lifters.toml");
    let copy = |number: usize| post.replacen("title = \"", &format!("title = \"{number}: "), 1);
    let picture = |name: &str| project.path(format!("content/images/class-{name}.jpg"));
    let edits: [&dyn Fn(); 10] = [
        &|| project.replace("content/site.toml", "tagline = \"", "tagline = \"1 "),
        &|| project.write("content/posts/random-1.toml", copy(1)),
        &|| {
            fs::rename(project.path("content/posts/random-1.toml"), project.path("content/posts/b.toml"))
                .unwrap()
        },
        &|| project.write("content/posts/b.toml", &post[..300]),
        &|| project.write("content/posts/b.toml", format!("draft = true\n{}", copy(2))),
        &|| {
            // A picture is a link to that of other tests.
            fs::remove_file(picture("boxing")).unwrap();
            fs::copy(picture("karate"), picture("boxing")).map(drop).unwrap();
        },
        &|| project.write(OF_ABOUT, format!("<!-- 1 -->{}", project.read(OF_ABOUT))),
        &|| project.replace("templates/styles/base.css", "{", "{--edited:1;"),
        &|| project.replace("templates/words/en.toml", "skip = \"", "skip = \"1 "),
        &|| project.replace("content/site.toml", "language = \"en-KE\"", "language = \"sw-KE\""),
    ];
    for (number, edit) in edits.iter().enumerate() {
        edit();
        let problems = || preview.get("/.gympress/problems").text() != "[]";
        let Some(built) = built(&project) else {
            preview.wait_until(&format!("refused: {number}"), problems);
            continue;
        };
        preview.wait_until(&format!("edit {number}"), || {
            !problems() && preview.differing(&built).next().is_none()
        });
        for post in ["random-1", "b"] {
            let is_shown = preview.get(&format!("/blog/{post}/")).status == 200;
            assert_eq!(
                is_shown,
                built.contains_key(&format!("blog/{post}/index.html")),
                "{post} after {number}"
            );
        }
    }
}

/// Only in a space of users of its own can a test limit how much is watched.
#[test]
#[ignore = "needs the right to make a namespace of users"]
fn files_are_looked_at_where_watches_have_run_out() {
    let project = gym();
    let program = env!("CARGO_BIN_EXE_gympress");
    let serve = format!("exec {program} serve --port 0 --root {}", project.root().display());
    let mut command = Command::new("unshare");
    command.args(["-Ur", "sh", "-c", &format!("echo 14 > /proc/sys/user/max_inotify_watches && {serve}")]);
    let preview = Preview::of(command);
    let said = |what: &str| preview.wait_until(what, || preview.printed().contains(what));
    said("polled once a second");
    said("fs.inotify.max_user_watches");
    said("the site: ");
    project.replace("content/pages/about.toml", "title = \"", "title = \"New: ");
    preview.wait_until("the title", || preview.page("/about/").contains("<title>New: "));
    // Of the same size, and most likely within the same second.
    project.replace("content/pages/about.toml", "title = \"New", "title = \"Now");
    preview.wait_until("the next title", || preview.page("/about/").contains("<title>Now: "));
}

/// What is written by another name of a file, outside of the folders, is told to nobody who watches them.
#[cfg(unix)]
#[test]
fn changes_of_which_the_system_tells_nothing_are_seen() {
    for polls in [false, true] {
        let project = gym();
        let (about, other_name) = (project.path("content/pages/about.toml"), project.path("other-name.toml"));
        fs::hard_link(&about, &other_name).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_gympress"));
        command.args(["serve", "--port", "0", "--root"]).arg(project.root());
        command.args(polls.then_some("--poll"));
        let preview = Preview::of(command);
        preview.wait_until("the first page", || preview.get("/about/").status == 200);
        for title in ["New: ", "Now: "] {
            let text = fs::read_to_string(&other_name).unwrap().replacen("title = \"", "title = \"New: ", 1);
            fs::write(&other_name, text.replace("New: ", title)).unwrap();
            preview.wait_until(title, || preview.page("/about/").contains(&format!("<title>{title}")));
        }
        assert_eq!(preview.printed().contains("the system tells of no changes"), !polls);
    }
}
