//! A project of two files, and what it may put in the place of the theme's.

use std::{collections::BTreeSet, fs, path::PathBuf, process::Command};

use gympress::{
    diagnostic::{Diagnostics, Files as _},
    source::Sources,
};
use tempfile::TempDir;
use walkdir::WalkDir;

use crate::copy::bundles;

const SITE: &str = "name = \"Iron & Chalk\"\n";

const INDEX: &str = "title = \"Home\"\ndescription = \"A gym.\"\n\n\
    [[section]]\ntype = \"hero\"\nlayout = \"message\"\nheading = \"Come in\"\ntext = \"We open at six.\"\n";

const EVENT: &str = "title = \"Open day\"\nsummary = \"Come and see.\"\nstart = 2026-12-01T10:00:00\n\
    end = 2026-12-01T12:00:00\ntext = \"All day.\"\n";

const MENU: &str = "[[link]]\ntitle = \"Home\"\nto = \"/\"\n\n\
    [menu]\nlabel = \"Main\"\nopen = \"Open\"\nclose = \"Close\"\n";

struct Project(TempDir);

impl Project {
    /// The least that makes a site.
    fn minimal() -> Self {
        let project = Self(TempDir::with_prefix_in("minimal-", env!("CARGO_TARGET_TMPDIR")).unwrap());
        bundles::copy(project.0.path());
        project.write("content/site.toml", SITE);
        project.write("content/pages/index.toml", INDEX);
        project
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Builds the site; what was said.
    #[track_caller]
    fn build(&self) -> String {
        let (status, printed) = self.run();
        assert_eq!(status, Some(0), "{printed}");
        printed
    }

    fn run(&self) -> (Option<i32>, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_gympress"))
            .args(["build", "--now", "2026-11-20T12:00:00Z", "--root"])
            .arg(self.0.path())
            .output()
            .unwrap();
        let printed = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(printed).unwrap())
    }

    /// The index of the search.
    fn index(&self) -> String {
        fs::read_to_string(self.out("search.json")).unwrap()
    }

    /// The titles and addresses of all that the search finds.
    fn found(&self) -> Vec<[String; 2]> {
        let index: serde_json::Value = serde_json::from_str(&self.index()).unwrap();
        let documents = index["documents"].as_array().unwrap().iter();
        documents.map(|line| [0, 1].map(|at| line[at].as_str().unwrap().to_owned())).collect()
    }

    /// The paths of all files of the built site.
    fn files(&self) -> Vec<String> {
        let out = self.out("");
        let files = WalkDir::new(&out).sort_by_file_name().into_iter().map(Result::unwrap);
        let files = files.filter(|entry| entry.file_type().is_file());
        files.map(|entry| entry.path().strip_prefix(&out).unwrap().to_str().unwrap().to_owned()).collect()
    }

    fn out(&self, path: &str) -> PathBuf {
        self.0.path().join("dist").join(path)
    }

    fn page(&self) -> String {
        fs::read_to_string(self.out("index.html")).unwrap()
    }

    /// The stylesheets, one after the other.
    fn styles(&self) -> String {
        let files = self.files().into_iter().filter(|path| path.ends_with(".css"));
        files.map(|path| fs::read_to_string(self.out(&path)).unwrap()).collect()
    }
}

#[test]
fn a_bar_without_links_is_nothing() {
    let project = Project::minimal();
    project.write("content/bar.toml", "");
    project.build();
    let page = fs::read_to_string(project.out("index.html")).unwrap();
    assert!(!page.contains("class=\"thumb\""), "{page}");
}

#[test]
fn a_name_and_a_page_are_a_site() {
    let project = Project::minimal();
    let printed = project.build();
    assert!(printed.contains("0 errors, 1 warning"), "{printed}");
    assert!(printed.contains("no-base-url"), "{printed}");

    let files = project.files();
    let plain: Vec<&str> = files.iter().map(String::as_str).filter(|path| !path.contains('/')).collect();
    assert_eq!(plain, ["index.html", "robots.txt", "site.webmanifest", "sw.js"]);
    let folders = files.iter().filter_map(|path| path.split_once('/'));
    assert!(folders.clone().all(|(folder, _)| ["assets", ".gympress"].contains(&folder)), "{files:?}");

    let page = project.page();
    assert!(page.contains("<html lang=\"en\" data-offsets=\"0\">"), "{page}");
    assert!(page.contains("<title>Iron &amp; Chalk</title>"), "{page}");
    assert!(page.contains("Come in") && page.contains("We open at six."), "{page}");
    for left_out in [
        "example.org",
        "canonical",
        "og:url",
        "og:image",
        "ld+json",
        "<gym-island",
        "account",
        "feed",
        "<address",
    ] {
        assert!(!page.contains(left_out), "{left_out} in {page}");
    }
    assert_eq!(page.matches("<h1").count(), 1, "{page}");
    assert!(!page.contains("<h2"), "{page}");
    assert!(!page.contains(">none<") && !page.contains("undefined"), "{page}");
    assert_eq!(fs::read_to_string(project.out("robots.txt")).unwrap(), "User-agent: *\nAllow: /\n");
    let manifest = fs::read_to_string(project.out("site.webmanifest")).unwrap();
    assert!(manifest.contains("\"name\":\"Iron & Chalk\""), "{manifest}");
}

#[test]
fn each_thing_that_a_gym_says_of_itself_stands_alone() {
    let project = Project::minimal();
    let things = [
        ("base_url = \"https://iron.example/gym/\"", "href=\"https://iron.example/gym/\""),
        ("tagline = \"Lift it\"", "<title>Iron &amp; Chalk: Lift it</title>"),
        ("phone = \"+254 20 7946 0123\"", "tel:"),
        ("email = \"desk@iron.example\"", "mailto:desk@iron.example"),
        ("address = { city = \"Arusha\" }", "Arusha"),
        ("colours = { accent = \"#00FF88\" }", "<footer"),
        ("language = \"sw\"", "<html lang=\"sw\" data-offsets=\"0\">"),
        (
            "[[hours]]\ndays = [\"monday\", \"tuesday\", \"wednesday\", \"thursday\", \"friday\", \"saturday\", \"sunday\"]\nopens = \"06:00\"\ncloses = \"21:00\"",
            "<dl class=\"opening-hours\">",
        ),
        (
            "[[social]]\nnetwork = \"youtube\"\nurl = \"https://www.youtube.com/@iron\"",
            "https://www.youtube.com/@iron",
        ),
    ];
    for (written, shown) in things {
        project.write("content/site.toml", &format!("{SITE}{written}\n"));
        project.build();
        let page = project.page();
        assert!(page.contains(shown), "{written}: {page}");
        assert!(!page.contains("<h2"), "{written}: {page}");
    }
}

#[test]
fn a_menu_needs_no_panel_and_no_account() {
    let project = Project::minimal();
    project.write("content/navigation.toml", MENU);
    project.build();
    let page = project.page();
    assert!(page.contains("menu__link"), "{page}");
    for left_out in ["user__link", "id=\"panel\"", "menu__phone", "header__join", "class=\"social\""] {
        assert!(!page.contains(left_out), "{left_out} in {page}");
    }
}

#[test]
fn a_logo_stands_in_the_place_of_the_name_or_beside_it_and_is_drawn_on_cards() {
    let card = |page: &str| page.split("images/card-").nth(1).unwrap()[..16].to_owned();
    let project = Project::minimal();
    let site = |logo: &str| {
        let site = format!("{SITE}base_url = \"https://iron.example/\"\n{logo}\n");
        project.write("content/site.toml", &site);
        project.build();
        project.page()
    };
    project.write("content/navigation.toml", MENU);
    fs::create_dir(project.0.path().join("content/images")).unwrap();
    fs::copy("content/images/icon.png", project.0.path().join("content/images/logo.png")).unwrap();

    let without = site("");
    let name = "<span class=\"brand__name\">Iron &amp; Chalk</span>";
    assert!(without.contains("brand__mark") && without.contains(name), "{without}");
    assert!(!without.contains("apple-touch-icon"), "{without}");

    let beside = site("logo = { file = \"logo.png\", decorative = true }");
    assert!(!beside.contains("brand__mark") && beside.contains(name), "{beside}");
    assert!(beside.contains("class=\"brand__logo\" src=\"/images/logo-"), "{beside}");
    assert!(beside.contains("apple-touch-icon"), "icons follow a square logo: {beside}");
    assert_ne!(card(&beside), card(&without));

    let alone = site("logo = { file = \"logo.png\", alt = \"Iron and chalk\" }");
    assert!(alone.contains("alt=\"Iron and chalk\"") && !alone.contains("brand__name"), "{alone}");
    assert_ne!(card(&alone), card(&beside));

    fs::remove_file(project.0.path().join("content/navigation.toml")).unwrap();
    let bar = site("logo = { file = \"logo.png\", alt = \"Iron and chalk\" }");
    assert!(bar.contains("alt=\"Iron and chalk\"></a>") && !bar.contains("brand__name"), "{bar}");
}

#[test]
fn the_design_is_chosen_in_content() {
    let project = Project::minimal();
    let site = |design: &str| {
        project.write("content/site.toml", &format!("{SITE}\n{design}\n"));
        let printed = project.build();
        (project.page(), project.styles(), printed)
    };

    let (page, styles, _) = site("");
    assert!(page.contains("<meta name=\"theme-color\" content=\"#0b0a08\">"), "{page}");
    assert!(
        page.contains("href=\"/assets/big-shoulders-") && page.contains("href=\"/assets/figtree-"),
        "{page}"
    );
    assert!(page.contains("footer__wordmark"), "{page}");
    assert!(styles.replace(": ", ":").contains("--radius-box:0"), "{styles}");

    let chosen = "[design]\nscheme = \"light\"\nheadings = \"outfit\"\ntext = \"system\"\ncorners = \"round\"\n\
        spacing = \"compact\"\nheader = \"solid\"\nfooter = \"brief\"";
    let (page, styles, _) = site(chosen);
    assert!(page.contains("<meta name=\"theme-color\" content=\"#fbfaf7\">"), "{page}");
    assert!(page.contains("<meta name=\"color-scheme\" content=\"light\">"), "{page}");
    assert!(page.contains("href=\"/assets/outfit-") && !page.contains("figtree"), "{page}");
    assert!(!page.contains("footer__wordmark"), "{page}");
    let styles = styles.replace(": ", ":").replace(", ", ",");
    assert!(
        styles.contains("--text:system-ui,sans-serif") && styles.contains("--radius-box:1.5rem"),
        "{styles}"
    );
    let manifest = fs::read_to_string(project.out("site.webmanifest")).unwrap();
    assert!(manifest.contains("\"background_color\":\"#fbfaf7\""), "{manifest}");

    let (page, styles, printed) = site("[design]\nscheme = \"auto\"\n\n[colours]\naccent = \"#1F6F5C\"");
    assert!(page.contains("content=\"#fbfaf7\" media=\"(prefers-color-scheme:light)\">"), "{page}");
    assert!(page.contains("<meta name=\"color-scheme\" content=\"dark light\">"), "{page}");
    // What can be read on light pages is another colour than on dark ones.
    let (dark, light) = styles.split_once("(prefers-color-scheme:light)").unwrap();
    assert!(dark.contains("--accent-text:") && light.contains("--accent-text:"), "{styles}");
    assert!(!printed.contains("low-contrast"), "{printed}");
}

#[test]
fn typefaces_may_be_files_of_the_project() {
    let project = Project::minimal();
    project.write("content/site.toml", &format!("{SITE}\n[design]\nheadings_file = \"iron.woff2\"\n"));
    fs::create_dir(project.0.path().join("content/fonts")).unwrap();
    fs::copy("templates/styles/fonts/archivo-black.woff2", project.0.path().join("content/fonts/iron.woff2"))
        .unwrap();
    project.build();
    let font = project.files().into_iter().find(|path| path.starts_with("assets/iron-")).unwrap();
    assert_eq!(
        fs::read(project.out(&font)).unwrap(),
        fs::read("templates/styles/fonts/archivo-black.woff2").unwrap()
    );
    let page = project.page();
    assert!(
        page.contains(&format!("href=\"/{font}\" as=\"font\"")) && !page.contains("big-shoulders"),
        "{page}"
    );
    let styles = project.styles();
    assert!(styles.contains("url(\"./iron-") && styles.contains("font-display:swap"), "{styles}");
}

#[test]
fn a_logo_may_be_a_drawing() {
    let project = Project::minimal();
    let site = "base_url = \"https://iron.example/\"\nlogo = { file = \"logo.svg\", decorative = true }\n";
    project.write("content/site.toml", &format!("{SITE}{site}"));
    let circle = "<circle cx=\"16\" cy=\"16\" r=\"16\" fill=\"#ffcc00\"/>";
    let drawing = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\">{circle}</svg>");
    project.write("content/images/logo.svg", &drawing);
    project.build();
    let page = project.page();
    assert!(page.contains("class=\"brand__logo\" src=\"/images/logo-"), "{page}");
    assert!(page.contains("apple-touch-icon"), "icons follow a square logo: {page}");
    let icon = project.files().into_iter().find(|path| path.contains("-large.png")).unwrap();
    let icon = image::open(project.out(&icon)).unwrap().into_rgba8();
    assert_eq!((icon.get_pixel(256, 256).0, icon.get_pixel(2, 2).0[3]), ([255, 204, 0, 255], 0));
}

#[test]
fn a_file_of_the_project_wins() {
    let project = Project::minimal();
    project.write(
        "templates/sections/hero/template.html",
        "<h1 id=\"{{ section.id }}\">Mine: {{ section.heading }}</h1>\n",
    );
    project.write("templates/sections/hero/style.css", ".mine { color: rebeccapurple }\n");
    project.build();
    let page = project.page();
    assert!(page.contains("Mine: Come in"), "{page}");
    assert!(!page.contains("message__title"), "{page}");
    assert!(project.styles().contains(".mine{"));
}

#[test]
fn a_block_is_overridden_without_a_copy() {
    let project = Project::minimal();
    project.write(
        "templates/layout.html",
        "{% extends \"theme:layout.html\" %}\n\
         {% block footer %}<p>Before</p>{{ super() }}{% include \"theme:partials/footer.html\" %}{% endblock %}\n",
    );
    project.write("templates/partials/footer.html", "<footer>Mine</footer>\n");
    project.build();
    let page = project.page();
    assert!(page.contains("<footer>Mine</footer>"), "{page}");
    assert!(page.contains("<p>Before</p>") && page.contains("skip-link"), "{page}");
    assert!(page.contains("Come in") && page.contains("footer__legal"), "{page}");

    project.write(
        "templates/layout.html",
        "{% extends \"theme:layout.html\" %}{% block content %}{{ nothing }}{% endblock %}\n",
    );
    project.write("templates/page.html", "{% extends \"layout.html\" %}\n");
    let (status, printed) = project.run();
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.contains("templates/layout.html:1:"), "{printed}");
}

#[test]
fn a_mistake_is_shown_where_it_is_in_the_theme_or_in_the_project() {
    let project = Project::minimal();
    project.write("content/site.toml", &format!("{SITE}phone = \"+254 20 7946 0123\"\n"));
    // Without what the theme's footer imports.
    project.write("templates/partials/text.html", "{% macro button(button) %}{% endmacro %}\n");
    let (status, printed) = project.run();
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.contains("--> theme:templates/partials/footer.html:"), "{printed}");

    project
        .write("templates/sections/hero/template.html", "{% include \"sections/nothing/template.html\" %}");
    let (_, printed) = project.run();
    assert!(printed.contains("--> templates/sections/hero/template.html:1"), "{printed}");
}

#[test]
fn a_type_of_the_theme_is_extended_by_fields() {
    let project = Project::minimal();
    project.write("content/site.toml", &format!("{SITE}motto = \"Sweat\"\n"));
    project.write("content/pages/index.toml", &format!("{INDEX}grade = \"hard\"\n"));
    project.write(
        "templates/singles/site.toml",
        "extends = \"site\"\n[field]\nmotto = { type = \"text\", help = \"What we live by\" }\n",
    );
    project.write(
        "templates/sections/hero/type.toml",
        "extends = \"hero\"\n[field]\n\
         grade = { type = \"choice\", of = [\"easy\", \"hard\"], help = \"How hard it is\" }\n\
         size = { type = \"integer\", default = 3, help = \"How large it is\" }\n",
    );
    project.write(
        "templates/sections/hero/template.html",
        "<h1 id=\"{{ section.id }}\">{{ section.heading }}</h1>\
         <p>{{ site.motto }}, {{ section.grade }}, {{ section.size }}</p>\n",
    );
    project.build();
    let page = project.page();
    assert!(page.contains("Come in") && page.contains("Sweat, hard, 3"), "{page}");

    project.write("content/site.toml", SITE);
    let (status, printed) = project.run();
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.contains("content/site.toml") && printed.contains("\"motto\""), "{printed}");
}

#[test]
fn files_of_the_folder_static_are_published_as_they_are() {
    let project = Project::minimal();
    let read = |path: &str| fs::read(project.out(path)).ok();
    project.write("content/static/house-rules.pdf", "%PDF-1.7 one");
    project.write("content/static/.well-known/security.txt", "Contact: mailto:desk@iron.example\n");
    project.write("content/static/verify1234.html", "verify: 1234");
    project.write("content/static/old/index.html", "<a href=\"../house-rules.pdf\">Rules</a>");
    project.write("content/static/Rules of the house.txt", "Wipe the bench.");
    let links = "[Rules](/house-rules.pdf) [Old](/old/) [All](/Rules%20of%20the%20house.txt)";
    let section = format!("[[section]]\ntype = \"text\"\nbody = \"{links}\"\n");
    project.write("content/pages/index.toml", &format!("{INDEX}\n{section}"));
    project.build();
    assert_eq!(read("house-rules.pdf").as_deref(), Some(b"%PDF-1.7 one".as_slice()));
    assert_eq!(read("verify1234.html").as_deref(), Some(b"verify: 1234".as_slice()));
    assert!(read(".well-known/security.txt").is_some() && read("old/index.html").is_some());
    assert!(read("Rules of the house.txt").is_some());
    assert!(project.page().contains("href=\"/house-rules.pdf\""), "{}", project.page());

    project.write("content/static/house-rules.pdf", "%PDF-1.7 two");
    fs::remove_file(project.0.path().join("content/static/verify1234.html")).unwrap();
    project.build();
    assert_eq!(read("house-rules.pdf").as_deref(), Some(b"%PDF-1.7 two".as_slice()));
    assert_eq!(read("verify1234.html"), None);

    project.write("content/static/old/index.html", "<a href=\"../rules.pdf\">Rules</a>");
    let (status, printed) = project.run();
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.contains("content/static/old/index.html"), "{printed}");
}

#[test]
fn a_page_can_be_a_text_in_markdown() {
    let project = Project::minimal();
    let keys = "title = \"House rules\"\ndescription = \"What we ask of you.\"\n";
    let text = "## At the bench\n\nWipe it, with *care*. [Home](/)\n\n```\n'''\n```\n";
    project.write("content/pages/rules/house.md", &format!("+++\n{keys}+++\n\n{text}"));
    project.write("content/pages/README.md", "What is where.");
    project.build();
    let page = fs::read_to_string(project.out("rules/house/index.html")).unwrap();
    assert!(page.contains("<title>House rules | Iron &amp; Chalk</title>"), "{page}");
    assert!(page.contains("content=\"What we ask of you.\""), "{page}");
    assert!(page.contains(">House rules</h1>") && page.contains("At the bench</h2>"), "{page}");
    assert!(page.contains("<em>care</em>") && page.contains("<code>'''"), "{page}");

    let other = format!("{keys}path = \"/rules/house/\"\n");
    project.write("content/pages/other.md", &format!("+++\n{other}+++\nText."));
    let (status, printed) = project.run();
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.contains("content/pages/other.md:4:8"), "{printed}");
}

const POST: &str = "title = \"A bench\"\ndate = 2026-01-05\nexcerpt = \"New.\"\nbody = \"A new bench.\"\n";

const NEWS: &str = "title = \"News\"\ndescription = \"What is new.\"\n[[section]]\ntype = \"posts\"\n";

#[test]
fn posts_need_neither_words_nor_categories_nor_a_page_that_lists_them() {
    let project = Project::minimal();
    project.write("content/posts/new-bench.toml", POST);
    project.build();
    let post = fs::read_to_string(project.out("blog/new-bench/index.html")).unwrap();
    assert!(post.contains(">A bench</h1>") && post.contains("A new bench."), "{post}");
    assert!(post.contains("January 5, 2026") && post.contains("Recent posts"), "{post}");
    for left_out in [">none<", "undefined", "By ", "Categories</h2>", "Tags</h2>", "<nav class=\"siblings"] {
        assert!(!post.contains(left_out), "{left_out} in {post}");
    }
    let feed = fs::read_to_string(project.out("blog/feed.xml"));
    assert!(feed.unwrap().contains("<title>A bench</title>"));

    project.write("content/pages/news.toml", NEWS);
    project.build();
    let list = fs::read_to_string(project.out("news/index.html")).unwrap();
    assert!(list.contains("A bench</a></h2>"), "{list}");
    assert_eq!(list.matches("<h1").count(), 1, "{list}");

    fs::remove_dir_all(project.0.path().join("content/posts")).unwrap();
    project.build();
    let list = fs::read_to_string(project.out("news/index.html")).unwrap();
    assert!(list.contains("Nothing here yet."), "{list}");
}

#[test]
fn posts_and_what_they_are_sorted_by_are_where_their_type_says() {
    let project = Project::minimal();
    let addresses = "extends = \"posts\"\n[pages]\nentry.path = \"/news/{id}/\"\n\
        category.path = \"/news/kategorie/{id}/\"\ntags.path = \"/schlagwort/{id}/\"\n\
        [data.feed]\npath = \"/news/feed.xml\"\n";
    project.write("templates/collections/posts/type.toml", addresses);
    project.write("content/posts/bench.toml", &format!("{POST}category = \"gym\"\ntags = [\"new\"]\n"));
    let terms = "[[category]]\nid = \"gym\"\ntitle = \"The gym\"\n\
        [[tag]]\nid = \"new\"\ntitle = \"New things\"\n";
    project.write("content/blog.toml", terms);
    project.write("content/pages/news.toml", NEWS);
    project.build();
    let files = project.files();
    for path in [
        "news/bench/index.html",
        "news/kategorie/gym/index.html",
        "news/kategorie/gym/feed.xml",
        "schlagwort/new/index.html",
        "news/feed.xml",
    ] {
        assert!(files.iter().any(|file| file == path), "{path} in {files:?}");
    }
    assert!(!files.iter().any(|file| file.starts_with("blog/")), "{files:?}");

    // Without the two tables there are no such pages, and nothing leads to them.
    let theme = include_str!("../../templates/collections/posts/type.toml");
    let without = theme.replace("[pages.category]\npath = \"/blog/category/{id}/\"\n", "");
    let without = without.replace("[pages.tags]\npath = \"/blog/tag/{id}/\"\n", "");
    project.write("templates/collections/posts/type.toml", &without);
    project.build();
    let files = project.files();
    assert!(!files.iter().any(|file| file.contains("/gym/") || file.contains("/new/")), "{files:?}");
    let post = fs::read_to_string(project.out("blog/bench/index.html")).unwrap();
    assert!(post.contains("<span class=\"tag\">New things</span>"), "{post}");
}

#[test]
fn words_in_addresses_are_content() {
    let project = Project::minimal();
    let words = "[offline]\ntitle = \"Away\"\ntext = \"No network.\"\nagain = \"Again\"\n\
        [addresses]\npage = \"seite\"\ncalendar = \"kursplan\"\noffline = \"ohne-netz\"\n";
    project.write("content/site.toml", &format!("{SITE}{words}"));
    project.write("content/pages/news.toml", &format!("{NEWS}size = 1\n"));
    for id in ["bench", "rack"] {
        project.write(&format!("content/posts/{id}.toml"), &format!("{POST}category = \"gym\"\n"));
    }
    project.write("content/blog.toml", "per_page = 1\n[[category]]\nid = \"gym\"\ntitle = \"The gym\"\n");
    let picture = "image = { file = \"sign.png\", decorative = true }\n";
    let yoga = "title = \"Yoga\"\ntrainer = \"ada\"\nsummary = \"Slow.\"\n";
    project.write("content/classes/yoga.toml", &format!("{yoga}{picture}"));
    project.write(
        "content/trainers/ada.toml",
        &format!("name = \"Ada\"\nrole = \"Yoga\"\nbio = \"Calm.\"\n{picture}"),
    );
    fs::create_dir(project.0.path().join("content/images")).unwrap();
    fs::copy("content/images/icon.png", project.0.path().join("content/images/sign.png")).unwrap();
    project.write("content/class-pages.toml", "back = { title = \"All\", to = \"/\" }\n");
    let row = "[[monday]]\nclass = \"yoga\"\ntrainer = \"ada\"\nstart = \"09:00\"\nend = \"10:00\"\n";
    project.write("content/schedule.toml", row);
    project.build();
    let files = project.files();
    for path in [
        "news/seite-2/index.html",
        "blog/category/gym/seite-2/index.html",
        "kursplan.ics",
        "kursplan/yoga.ics",
        "ohne-netz/index.html",
    ] {
        assert!(files.iter().any(|file| file == path), "{path} in {files:?}");
    }
    let english = |file: &String| ["page-2", "schedule", "offline"].iter().any(|word| file.contains(word));
    assert_eq!(files.iter().find(|file| english(file)), None);
    let worker = fs::read_to_string(project.out("sw.js")).unwrap();
    assert!(worker.contains("\"/ohne-netz/\""), "{worker}");

    // The pages that lead there follow a change.
    let (first, class) = (project.out("news/index.html"), project.out("classes/yoga/index.html"));
    project.write(
        "content/site.toml",
        &format!("{SITE}{}", words.replace("seite", "blatt").replace("kursplan", "woche")),
    );
    project.build();
    assert!(fs::read_to_string(first).unwrap().contains("\"/news/blatt-2/\""));
    assert!(fs::read_to_string(class).unwrap().contains("\"/woche/yoga.ics\""));
}

#[test]
fn each_section_is_whole_where_the_site_has_nothing_for_it() {
    let project = Project::minimal();
    let page = |text: &str| format!("title = \"Alone\"\ndescription = \"A page.\"\n\n{text}");
    let sections = [
        ("bmi", ""),
        ("events", "heading = \"Dates\"\n"),
        ("gallery", ""),
        ("posts", "layout = \"news\"\nheading = \"News\"\nread_more = { title = \"More\", to = \"/\" }\n"),
        ("posts", ""),
        ("prices", "heading = \"Prices\"\nbutton = \"Join\"\n"),
        ("quotes", "heading = \"Voices\"\n"),
        ("hours", "heading = \"Hours\"\n"),
        ("map", ""),
        ("people", "heading = \"Coaches\"\n"),
        ("timetable", ""),
        ("timetable", "layout = \"day\"\n"),
    ];
    for (kind, keys) in sections {
        let keys = match kind {
            "gallery" => example(kind),
            _ => format!("[[section]]\ntype = \"{kind}\"\n{keys}"),
        };
        let is_daily = keys.contains("\"day\"");
        let (each, path) = match is_daily {
            true => ("each = \"day\"\n\n", "alone/monday/index.html"),
            false => ("", "alone/index.html"),
        };
        project.write("content/pages/alone.toml", &page(&format!("{each}{keys}")));
        let printed = project.build();
        assert!(printed.contains("0 errors"), "{kind}: {printed}");
        let page = fs::read_to_string(project.out(path)).unwrap();
        assert_eq!(page.matches("<h1").count(), 1, "{kind}: {page}");
        assert!(!page.contains(">none<") && !page.contains("undefined"), "{kind}: {page}");
    }
}

/// A section as an editor would write it.
fn example(kind: &str) -> String {
    let path = format!("{}/tests/sections/{kind}.toml", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_section_searches_a_site_without_posts() {
    let project = Project::minimal();
    project.write("content/events/open-day.toml", EVENT);
    project.build();
    assert!(!project.out("search.json").exists(), "nothing loads it");
    let page = "title = \"Find\"\ndescription = \"All of it.\"\n\n[[section]]\ntype = \"search\"\n";
    project.write("content/pages/find.toml", page);
    project.write(
        "content/pages/hidden.toml",
        &page.replace("Find", "Hidden").replace("\n\n", "\nlisted = false\n\n"),
    );
    project.build();
    assert_eq!(project.found(), [["Find", "/find/"], ["Home", "/"], ["Open day", "/events/open-day/"]]);
    project.write("content/search.toml", "[[kind]]\nof = \"events\"\ntitle = \"Happening\"\n");
    project.build();
    assert!(project.index().contains("\"terms\":[\"Happening\"]"), "{}", project.index());
    project.write("templates/collections/events/type.toml", "extends = \"events\"\nsearch = false\n");
    let (status, printed) = project.run();
    assert_eq!(status, Some(0), "{printed}");
    assert_eq!(project.found(), [["Find", "/find/"], ["Home", "/"]]);
}

#[test]
fn a_feed_holds_the_whole_of_entries_without_pages() {
    let project = Project::minimal();
    project.write(
        "templates/collections/tips/type.toml",
        "help = \"Tips\"\nnoun = [\"tip\", \"tips\"]\n[field]\n\
         title = { type = \"text\", help = \"The tip\" }\nday = { type = \"date\", help = \"When\" }\n\
         text = { type = \"text\", help = \"Why\" }\n[data.feed]\npath = \"/tips.xml\"\n\
         map = { title = \"title\", date = \"day\", text = \"text\" }\n",
    );
    project
        .write("content/tips/sleep.toml", "title = \"Sleep\"\nday = 2026-03-01\ntext = \"Eight hours.\"\n");
    project.build();
    let feed = fs::read_to_string(project.out("tips.xml")).unwrap();
    assert!(feed.contains("<content type=\"text\">Eight hours.</content>"), "{feed}");
    assert!(feed.contains("/tips.xml#sleep</id>") && !feed.contains("/#sleep"), "{feed}");
}

#[test]
fn entries_of_whole_days_are_events_until_the_last_one_is_over() {
    let project = Project::minimal();
    project.write("content/site.toml", "name = \"Iron\"\nbase_url = \"https://iron.example/\"\n");
    project.write(
        "templates/collections/meets/type.toml",
        "help = \"Meets\"\nnoun = [\"meet\", \"meets\"]\n[field]\n\
         title = { type = \"text\", help = \"The name\" }\nstart = { type = \"date\", help = \"The first day\" }\n\
         end = { type = \"date\", help = \"The last day\" }\nsummary = { type = \"text\", help = \"What it is\" }\n\
         [pages.entry]\npath = \"/zawody/{id}/\"\n[data.calendar]\npath = \"/zawody.ics\"\n\
         map = { title = \"title\", start = \"start\", end = \"end\" }\n[data.feed]\npath = \"/zawody/feed.xml\"\n\
         map = { title = \"title\", date = \"start\", text = \"summary\" }\n",
    );
    project.write("templates/collections/meets/template.html", MEET);
    let meet = |start: &str, end: &str| {
        format!("title = \"Gala\"\nstart = {start}\nend = {end}\nsummary = \"Boxing.\"\n")
    };
    project.write("content/meets/gala.toml", &meet("2026-12-12", "2026-12-13"));
    project.write("content/meets/cup.toml", &meet("2027-01-09", "2027-01-09"));
    let list = "title = \"Zawody\"\ndescription = \"Where we fight.\"\n\n\
        [[section]]\ntype = \"text\"\nbody = \"[Gala](/zawody/gala/), [Cup](/zawody/cup/)\"\n";
    project.write("content/pages/zawody.toml", list);
    project.build();
    let read = |path: &str| fs::read_to_string(project.out(path)).unwrap();
    let calendar = read("zawody.ics");
    let days = [
        "DTSTART;VALUE=DATE:20261212\r\nDTEND;VALUE=DATE:20261214\r\n",
        "DTSTART;VALUE=DATE:20270109\r\nDTEND;VALUE=DATE:20270110\r\n",
    ];
    assert!(days.iter().all(|days| calendar.contains(days)), "{calendar}");
    assert!(calendar.contains("NAME:Iron: Zawody\r\n"), "{calendar}");
    let page = read("zawody/gala/index.html");
    assert!(page.contains("\"startDate\":\"2026-12-12\",\"endDate\":\"2026-12-13\""), "{page}");
    let link = "type=\"application/atom+xml\" title=\"Iron: Zawody\" href=\"/zawody/feed.xml\"";
    assert!(page.contains(link) && read("zawody/index.html").contains(link), "{page}");
    assert!(!project.page().contains("application/atom+xml"));
}

#[test]
fn an_event_in_the_hour_that_clocks_skip_does_not_end_before_it_begins() {
    let project = Project::minimal();
    project.write(
        "content/site.toml",
        "name = \"Iron\"\nbase_url = \"https://iron.example/\"\nlanguage = \"pl\"\ntime_zone = \"Europe/Warsaw\"\n\
         currency_code = \"PLN\"\n",
    );
    let event = |start: &str, end: &str, price: &str| {
        format!(
            "title = \"Noc\"\nsummary = \"Biegamy.\"\nstart = {start}\nend = {end}\n{price}text = \"Razem.\"\n"
        )
    };
    let spring = |start: &str, end: &str| {
        event(&format!("2027-03-28T{start}:00"), &format!("2027-03-28T{end}:00"), "price = 49.5\n")
    };
    project.write("content/events/begins.toml", &spring("02:30", "03:00"));
    project.write("content/events/ends.toml", &spring("01:30", "02:30"));
    project.write("content/events/free.toml", &event("2026-12-05T10:00:00", "2026-12-05T12:00:00", ""));
    project.build();
    let read = |name: &str| fs::read_to_string(project.out(&format!("events/{name}/index.html"))).unwrap();
    for (name, start, end) in [
        ("begins", "2027-03-28T03:00:00+02:00", "2027-03-28T03:00:00+02:00"),
        ("ends", "2027-03-28T01:30:00+01:00", "2027-03-28T03:00:00+02:00"),
        ("free", "2026-12-05T10:00:00+01:00", "2026-12-05T12:00:00+01:00"),
    ] {
        let page = read(name);
        let dates = format!("\"startDate\":\"{start}\",\"endDate\":\"{end}\"");
        assert!(page.contains(&dates), "{page}");
    }
    let offer = "\"offers\":{\"@type\":\"Offer\",\"price\":\"49.50\",\"priceCurrency\":\"PLN\",\
        \"availability\":\"https://schema.org/InStock\",\"url\":\"https://iron.example/events/begins/\"}";
    assert!(read("begins").contains(offer), "{}", read("begins"));
    assert!(!read("free").contains("offers"), "{}", read("free"));
    // Beside a day, the month is in the genitive.
    assert!(read("free").contains(">grudnia</span>") && read("begins").contains(">marca</span>"));
}

#[test]
fn a_key_of_thousands_of_parts_is_told_at_its_line() {
    let project = Project::minimal();
    let key = vec!["a"; 5_000].join(".");
    project.write("content/site.toml", &format!("{SITE}{key} = 1\ntagline = \"Strong\"\n"));
    let (status, printed) = project.run();
    assert_eq!(status, Some(1), "{printed}");
    let told = "error[syntax]: this key has far too many parts\n --> content/site.toml:2:1\n";
    assert!(printed.contains(told) && printed.matches("error[").count() == 1, "{printed}");
    let fix = Command::new(env!("CARGO_BIN_EXE_gympress"))
        .args(["fix", "--all", "--root"])
        .arg(project.0.path())
        .output()
        .unwrap();
    assert!(fix.status.success(), "{}", String::from_utf8_lossy(&fix.stderr));
    let site = fs::read_to_string(project.0.path().join("content/site.toml")).unwrap();
    assert_eq!(site, format!("{SITE}# {key} = 1\ntagline = \"Strong\"\n"));
}

#[test]
fn a_file_in_the_place_of_the_folder_of_pictures_is_one_mistake() {
    let project = Project::minimal();
    project.write("content/images", "a picture");
    let picture = "image = { file = \"hall.jpg\", alt = \"The hall\" }\n";
    project.write("content/pages/index.toml", &format!("{INDEX}{picture}"));
    let (status, printed) = project.run();
    assert_eq!(status, Some(1), "{printed}");
    let told = "error[unknown-file]: content/images is a file, where a folder is needed";
    assert!(printed.contains(told) && printed.matches("error[").count() == 1, "{printed}");
}

#[test]
fn a_file_in_the_place_of_a_folder_of_the_project_is_a_mistake() {
    for folder in ["templates", "components"] {
        let project = Project::minimal();
        project.write(folder, "");
        let (status, printed) = project.run();
        assert_eq!(status, Some(1), "{printed}");
        let told =
            format!("error[unreadable]: {folder} can't be read: it is a file, where a folder is needed");
        assert!(printed.contains(&told) && printed.matches("error[").count() == 1, "{printed}");
    }
}

/// The page of an entry.
const MEET: &str = "{% extends \"layout.html\" %}{% block content %}<h1>{{ entry.title }}</h1>{% endblock %}";

#[test]
fn what_is_allowed_waits_for_what_it_is_about() {
    let project = Project::minimal();
    let allowed = "allow = [\"no-accounts\", \"class-never-scheduled\"]\n";
    project.write("content/site.toml", &format!("{allowed}{SITE}base_url = \"https://iron.example/\"\n"));
    let printed = project.build();
    assert!(printed.contains("0 errors, 0 warnings"), "{printed}");
}

#[test]
fn a_component_of_the_project_wins_and_new_ones_come_beside_the_themes() {
    let project = Project::minimal();
    let component = |word: &str| {
        format!(
            "import {{ Icon }} from \"./parts/Icon\";\nexport default function Island() {{\n  return <p>{word} <Icon name=\"phone\" /></p>;\n}}\n"
        )
    };
    project.write("components/Timer.tsx", &component("Timer of mine"));
    project.write("components/Navigation.tsx", &component("Navigation of mine"));
    project.write(
        "templates/sections/hero/template.html",
        "<h1>{{ section.heading }}</h1>{{ island(\"Timer\", {}) }}{{ island(\"Navigation\", {}) }}\n",
    );
    project.build();
    let page = project.page();
    assert!(page.contains("Timer of mine") && page.contains("Navigation of mine"), "{page}");
    assert!(page.contains("<svg"), "{page}");

    project.write("components/Timer.tsx", "import x from \"./nowhere\";\nexport default x;\n");
    let (status, printed) = project.run();
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.contains("components/Timer.tsx:1:15"), "{printed}");
}

const RECIPES: &str = "help = \"What to eat\"\npages.entry.path = \"/recipes/{id}/\"\n[field]\n\
    title = { type = \"text\", help = \"What it is\" }\n\
    minutes = { type = \"integer\", help = \"How long it takes\", optional = true }\n\
    with = { type = \"ref\", to = \"recipes\", list = true, help = \"What goes with it\", optional = true }\n\
    text = { type = \"markdown\", help = \"How to make it\", optional = true }\n";

#[test]
fn an_entry_knows_which_others_refer_to_it() {
    let project = Project::minimal();
    project.write("templates/collections/recipes/type.toml", RECIPES);
    let template = "{% extends \"layout.html\" %}{% block content %}<h1>{{ entry.title }}</h1>{% for other in mentions(entry) %}[{{ other.title }}]{% endfor %}\
        {% for other in mentions(entry, of=\"tips\", count=1) %}({{ other.title }}){% endfor %}<hr>{% endblock %}\n";
    project.write("templates/collections/recipes/template.html", template);
    let tips = "help = \"Short\"\n[field]\ntitle = { type = \"text\", help = \"What it is\" }\n\
        recipe = { type = \"ref\", to = \"recipes\", help = \"For which recipe\" }\n";
    project.write("templates/collections/tips/type.toml", tips);
    project.write("content/recipes/ugali.toml", "title = \"Ugali\"\nwith = [\"ugali\", \"sukuma\"]\n");
    project.write(
        "content/recipes/sukuma.toml",
        "title = \"Sukuma\"\ntext = \"Best with [ugali](/recipes/ugali/).\"\n",
    );
    project.write("content/tips/salt.toml", "title = \"Salt\"\nrecipe = \"ugali\"\n");
    project.write("content/tips/water.toml", "title = \"Water\"\nrecipe = \"ugali\"\n");
    project.build();
    let page = |id: &str| {
        let page = fs::read_to_string(project.out(&format!("recipes/{id}/index.html"))).unwrap();
        page.split("</h1>").nth(1).unwrap().split("<hr>").next().unwrap().to_owned()
    };
    assert_eq!(page("ugali"), "[Sukuma][Salt][Water](Salt)");
    assert_eq!(page("sukuma"), "[Ugali]");

    // A build that renders only what changed shows the same.
    project.write("content/tips/salt.toml", "title = \"Salt\"\nrecipe = \"sukuma\"\n");
    project.build();
    assert_eq!(page("ugali"), "[Sukuma][Water](Water)");
    assert_eq!(page("sukuma"), "[Ugali][Salt](Salt)");

    project.write("templates/collections/recipes/template.html", "{{ mentions(entry.title) }}\n");
    let (status, printed) = project.run();
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.contains("this is no entry") && printed.contains("template.html:1"), "{printed}");
}

#[test]
fn an_entry_that_no_page_shows_is_reported() {
    let project = Project::minimal();
    let quote = "name = \"Achieng\"\ntext = \"I lift.\"\n";
    project.write("content/quotes/achieng.toml", quote);
    let printed = project.build();
    assert!(printed.contains("warning[entry-not-shown]: no page shows the quote \"achieng\""), "{printed}");
    // The same where pages are reused.
    assert!(project.build().contains("warning[entry-not-shown]"));
    project.write("content/quotes/achieng.toml", &format!("allow = [\"entry-not-shown\"]\n{quote}"));
    let printed = project.build();
    assert!(!printed.contains("entry-not-shown") && printed.contains("1 allowed"), "{printed}");
    let shown = "\n[[section]]\ntype = \"quotes\"\nheading = \"Voices\"\n";
    project.write("content/pages/index.toml", &format!("{INDEX}{shown}"));
    let printed = project.build();
    assert!(printed.contains("warning[unused-allow]: \"entry-not-shown\" is allowed here"), "{printed}");
}

#[test]
fn an_island_is_given_the_fields_of_an_entry() {
    let project = Project::minimal();
    project.write("templates/collections/recipes/type.toml", RECIPES);
    let template =
        "{% extends \"layout.html\" %}{% block content %}<h1>{{ entry.title }}</h1>{% endblock %}\n";
    project.write("templates/collections/recipes/template.html", template);
    project.write("content/recipes/ugali.toml", "title = \"Ugali\"\nminutes = 20\nwith = [\"sukuma\"]\n");
    project.write(
        "content/recipes/sukuma.toml",
        "title = \"Sukuma\"\nwith = [\"ugali\"]\ntext = \"**Cut**.\"\n",
    );
    project.write(
        "components/Show.tsx",
        "export default function Show(props: { recipes: unknown }) {\n  return <p>{Object.keys(props)}</p>;\n}\n",
    );
    project.write(
        "templates/sections/hero/template.html",
        "<h1>{{ section.heading }}</h1>{{ island(\"Show\", {\"recipes\": entries(\"recipes\")}) }}\n",
    );
    project.build();
    let page = project.page().replace("&lt;", "<");
    let sukuma = r#"{"id":"sukuma","title":"Sukuma","url":"/recipes/sukuma/""#;
    let ugali = r#"{"id":"ugali","title":"Ugali","url":"/recipes/ugali/""#;
    let text = r#""text":"<p><strong>Cut</strong>.</p>"#;
    assert!(page.contains(&format!(r#"{sukuma},"minutes":null,"with":[{ugali}}}],{text}"#)), "{page}");
    assert!(page.contains(&format!(r#"{ugali},"minutes":20,"with":[{sukuma}}}],"text":null}}"#)), "{page}");
}

#[test]
fn an_override_comes_and_goes() {
    const PATH: &str = "templates/partials/footer.html";
    let project = Project::minimal();
    let mut found = Diagnostics::default();
    let first = Sources::load(project.0.path(), &mut found).unwrap();
    let (file, text) = first.text_at(PATH).unwrap();
    assert_eq!(first.path(file), "theme:templates/partials/footer.html");
    let original = text.text.clone();

    project.write(PATH, "<footer>Mine</footer>\n");
    let load = |found: &mut Diagnostics| Sources::load(project.0.path(), found).unwrap();
    let second = load(&mut found);
    let changed = second.changes(&first, &BTreeSet::new());
    assert_eq!(changed.iter().map(|path| &**path).collect::<Vec<_>>(), [PATH]);
    let (own, text) = second.text_at(PATH).unwrap();
    assert_eq!((second.path(own), &*text.text), (PATH, "<footer>Mine</footer>\n"));
    let (_, kept) = second.text_at("theme:templates/partials/footer.html").unwrap();
    assert_eq!(kept.text, original);

    fs::remove_dir_all(project.0.path().join("templates")).unwrap();
    let third = load(&mut found);
    assert_eq!(third.changes(&second, &BTreeSet::new()).len(), 1);
    let (again, text) = third.text_at(PATH).unwrap();
    assert_eq!((third.path(again), &text.text), ("theme:templates/partials/footer.html", &original));
    assert!(third.text_at("templates/sections/faq/style.css").is_some());
    assert!(found.is_empty(), "{found:?}");
}
