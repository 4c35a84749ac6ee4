//! A site in English and Swahili: what a translation changes of the output, and what it leaves alone.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use serde_json::{Value, json};

use crate::project::{NOW, Project, repository};

/// The files of a site, by path.
type Files = BTreeMap<String, Vec<u8>>;

const ORIGIN: &str = "https://iron.example";

impl Project {
    /// The same without the second one.
    fn in_one_language() -> Self {
        let project = Self::in_two_languages();
        std::fs::remove_dir_all(project.path("content/sw")).unwrap();
        project.replace("content/site.toml", "[[translation]]\nlanguage = \"sw-KE\"\n", "");
        project
    }

    /// Adds a contact page with a form, in both languages.
    fn with_contact(self) -> Self {
        for file in ["pages/contact.toml", "forms/contact.toml"] {
            let text = repository().join("tests/cases/gym/content").join(file);
            let text = std::fs::read_to_string(text).unwrap();
            let text = text.replace("image = { file = \"banner-gym-floor.jpg\", decorative = true }\n", "");
            let classes = "\"boxing\", \"fitness\", \"yoga\", \"karate\", \"cycling\"";
            self.write(&format!("content/{file}"), text.replace(classes, "\"yoga\""));
        }
        self.replace("content/site.toml", "phone = ", "email = \"karibu@iron.example\"\nphone = ");
        let page = "title = \"Mawasiliano\"\ndescription = \"Njoo.\"\npath = \"/mawasiliano/\"\n";
        self.write("content/sw/pages/contact.toml", page);
        self
    }
}

/// The site of the cases.
fn site() -> &'static Files {
    static SITE: OnceLock<Files> = OnceLock::new();
    SITE.get_or_init(|| Project::in_two_languages().build(&[]))
}

#[track_caller]
fn text<'f>(files: &'f Files, path: &str) -> &'f str {
    std::str::from_utf8(files.get(path).unwrap_or_else(|| panic!("there is no {path}"))).unwrap()
}

/// The pages, by address.
fn pages(files: &Files) -> impl Iterator<Item = (String, &str)> {
    files.iter().filter(|(path, _)| path.ends_with(".html")).map(|(path, bytes)| {
        (format!("/{}", path.trim_end_matches("index.html")), std::str::from_utf8(bytes).unwrap())
    })
}

/// What stands between two texts, each time.
fn all_between<'t>(text: &'t str, start: &str, end: &str) -> Vec<&'t str> {
    text.split(start).skip(1).filter_map(|rest| Some(rest.split_once(end)?.0)).collect()
}

#[track_caller]
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    all_between(text, start, end).first().copied().unwrap_or_else(|| panic!("no {start} in {text}"))
}

/// The language and address of each version that the head of a page names.
fn alternates(page: &str) -> Vec<(&str, &str)> {
    let links = all_between(page, "<link rel=\"alternate\" hreflang=\"", "\">");
    links.into_iter().map(|link| link.split_once("\" href=\"").unwrap()).collect()
}

/// A page without what leads to other languages.
fn without_languages(page: &str) -> String {
    let mut text = page.to_owned();
    for (start, end) in [
        ("<link rel=\"alternate\" hreflang=", ">\n"),
        ("<meta property=\"og:locale:alternate\"", ">\n"),
        ("<nav class=\"languages", "</nav>\n"),
        ("<section class=\"languages", "</section>\n"),
    ] {
        while let Some((before, rest)) = text.split_once(start) {
            text = format!("{before}{}", rest.split_once(end).unwrap().1);
        }
    }
    text
}

#[test]
fn a_second_language_changes_nothing_of_the_first_but_links_between_them() {
    let alone = Project::in_one_language().build(&[]);
    let mut others = 0;
    for (path, bytes) in &alone {
        if path.ends_with(".html") {
            let with = without_languages(text(site(), path));
            assert_eq!(neutral(text(&alone, path)), neutral(&with), "{path}");
            continue;
        }
        // The sitemap names all versions, and the stylesheet has rules for the list of languages.
        if path == "sitemap.xml" || path.starts_with("assets/site-") {
            continue;
        }
        others += 1;
        let with = site().get(path).unwrap_or_else(|| panic!("there is no {path}"));
        assert_eq!(String::from_utf8_lossy(bytes), String::from_utf8_lossy(with), "{path}");
    }
    assert!(others > 10, "{others}");
}

#[test]
fn a_site_in_one_language_has_nothing_of_languages() {
    let alone = Project::in_one_language().build(&[]);
    for (path, bytes) in &alone {
        let Ok(text) = std::str::from_utf8(bytes) else { continue };
        for sign in ["hreflang", "xmlns:xhtml", "class=\"languages", "og:locale:alternate"] {
            assert!(!text.contains(sign), "{path}: {sign}");
            let is_in_both = site().values().any(|bytes| String::from_utf8_lossy(bytes).contains(sign));
            assert!(is_in_both, "{sign} is nowhere with two languages either");
        }
    }
}

/// A page without the names of files that have hashes: the stylesheet has rules for the list of languages.
fn neutral(page: &str) -> String {
    let (start, end) = ("<link rel=\"stylesheet\" href=\"/assets/site-", "\">");
    page.replace(between(page, start, end), "").replace('\n', "")
}

#[test]
fn a_language_without_a_front_page_leaves_no_trace() {
    let alone = Project::in_one_language().build(&[]);
    let project = Project::in_one_language();
    project.replace("content/site.toml", "[[hours]]", "[[translation]]\nlanguage = \"sw-KE\"\n\n[[hours]]");
    for file in ["plans/one-month.toml", "texts.toml", "pages/about.toml"] {
        let text = repository().join("tests/cases/languages/content/sw").join(file);
        project.write(&format!("content/sw/{file}"), std::fs::read(text).unwrap());
    }
    let check = project.run(&["check", "--now", NOW]).exits(0);
    assert!(check.printed().contains("language-not-published"), "{}", check.printed());
    assert_same(&alone, &project.build(&[]));
}

#[track_caller]
fn assert_same(one: &Files, other: &Files) {
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    for (path, bytes) in one {
        assert_eq!(String::from_utf8_lossy(bytes), String::from_utf8_lossy(&other[path]), "{path}");
    }
}

#[test]
fn each_page_says_its_language_and_its_own_address() {
    for (path, page) in pages(site()) {
        let is_swahili = path.starts_with("/sw/");
        let language = if is_swahili { "sw-KE" } else { "en-KE" };
        assert!(page.contains(&format!("<html lang=\"{language}\"")), "{path}");
        assert!(!between(page, "<html", ">").contains("dir="), "{path}");
        assert_eq!(between(page, "<link rel=\"canonical\" href=\"", "\""), format!("{ORIGIN}{path}"));
        let locale = if is_swahili { "sw_KE" } else { "en_KE" };
        assert_eq!(between(page, "<meta property=\"og:locale\" content=\"", "\""), locale, "{path}");
    }
}

#[test]
fn a_language_from_right_to_left_turns_its_own_pages_alone() {
    let project = Project::in_one_language();
    project.replace(
        "content/site.toml",
        "[[hours]]",
        "[[translation]]\nlanguage = \"ar-AE-u-nu-latn\"\n\n[[hours]]",
    );
    project.write("content/ar/pages/index.toml", "title = \"الرئيسية\"\ndescription = \"نادٍ.\"\n");
    let files = project.build(&[]);
    let (arabic, english) = (text(&files, "ar/index.html"), text(&files, "index.html"));
    assert!(between(arabic, "<html", ">").contains(" dir=\"rtl\""));
    assert!(!between(english, "<html", ">").contains("dir="));
    assert!(arabic.contains("<meta property=\"og:locale\" content=\"ar_AE\">"));
    assert!(alternates(english).contains(&("ar", "https://iron.example/ar/")));
    let fallen_back = "<span lang=\"en-KE\" dir=\"ltr\">The first visit is free.</span>";
    assert!(arabic.contains(fallen_back), "{arabic}");
}

#[test]
fn versions_name_each_other() {
    let pages: BTreeMap<String, &str> = pages(site()).collect();
    let mut shared = 0;
    for (path, page) in &pages {
        let own = alternates(page);
        if own.is_empty() {
            assert!(path.contains("terms"), "{path}");
            continue;
        }
        shared += 1;
        assert!(own.iter().any(|(_, url)| *url == format!("{ORIGIN}{path}")), "{path}");
        let main = own.iter().find(|(language, _)| *language == "x-default").unwrap().1;
        assert!(!main.contains("/sw/"), "{path}");
        for (_, url) in &own {
            let other = pages[url.strip_prefix(ORIGIN).unwrap()];
            assert_eq!(alternates(other), own, "{path} and {url}");
        }
    }
    assert!(shared > 15);
    let sitemap = text(site(), "sitemap.xml");
    for entry in all_between(sitemap, "<url>", "</url>") {
        let path = between(entry, "<loc>", "</loc>").strip_prefix(ORIGIN).unwrap();
        let links = all_between(entry, "hreflang=\"", "\"/>");
        let links: Vec<(&str, &str)> =
            links.iter().map(|link| link.split_once("\" href=\"").unwrap()).collect();
        assert_eq!(links, alternates(pages[path]), "{path}");
    }
}

/// Of three posts, one is in English alone: the newest, which shifts the others by a page, or the oldest.
#[test]
fn numbered_pages_are_versions_of_each_other_where_they_show_the_same() {
    for (day, alone) in [("2026-11-03", &["page-2/", "page-3/"][..]), ("2026-10-01", &["page-3/"])] {
        let project = Project::in_two_languages();
        project.replace("content/blog.toml", "author = ", "per_page = 1\nauthor = ");
        let texts = "excerpt = \"In short.\"\nbody = \"At length.\"\n";
        for (id, day) in [("first", "2026-11-01"), ("alone", day)] {
            let post = format!("title = \"Of {id}\"\ndate = {day}\ncategory = \"fitness\"\n{texts}");
            project.write(&format!("content/posts/{id}.toml"), post);
        }
        let texts = "title = \"Ya kwanza\"\nexcerpt = \"Kwa kifupi.\"\nbody = \"Kwa urefu.\"\n";
        project.write("content/sw/posts/first.toml", texts);
        let files = project.build(&[]);
        let pages: BTreeMap<String, &str> =
            pages(&files).filter(|(path, _)| path.contains("/fitness/")).collect();
        assert_eq!(pages.len(), 5, "{:?}", pages.keys());
        for (path, page) in &pages {
            let own = alternates(page);
            for (_, url) in &own {
                assert_eq!(alternates(pages[url.strip_prefix(ORIGIN).unwrap()]), own, "{path} and {url}");
            }
            let number = path.split_once("/fitness/").unwrap().1;
            assert_eq!(own.is_empty(), alone.contains(&number), "{day}: {path}");
        }
    }
}

#[test]
fn two_languages_of_one_code_say_their_countries() {
    let project = Project::in_one_language();
    let rows = ["pt-PT", "pt-BR"].map(|tag| format!("[[translation]]\nlanguage = \"{tag}\"\n\n"));
    project.replace("content/site.toml", "[[hours]]", &format!("{}[[hours]]", rows.concat()));
    for folder in ["pt", "pt-br"] {
        let page = "title = \"Início\"\ndescription = \"Aulas todos os dias.\"\n";
        project.write(&format!("content/{folder}/pages/index.toml"), page);
    }
    let files = project.build(&[]);
    let versions = [
        ("en", "https://iron.example/"),
        ("pt-PT", "https://iron.example/pt/"),
        ("pt-BR", "https://iron.example/pt-br/"),
        ("x-default", "https://iron.example/"),
    ];
    for page in ["index.html", "pt/index.html", "pt-br/index.html"] {
        assert_eq!(alternates(text(&files, page)), versions, "{page}");
    }
}

#[test]
fn facts_change_in_both_languages_at_once() {
    let project = Project::in_two_languages();
    project.replace("content/plans/one-month.toml", "price = 4000", "price = 12345");
    project.replace("content/schedule.toml", "18:00", "17:20");
    let files = project.build(&[]);
    assert!(text(&files, "pricing/index.html").contains("12,345"));
    assert!(text(&files, "sw/bei/index.html").contains("12,345"));
    let german = Project::in_one_language();
    german.replace("content/site.toml", "[[hours]]", "[[translation]]\nlanguage = \"de-DE\"\n\n[[hours]]");
    german.replace("content/plans/one-month.toml", "price = 4000", "price = 12345");
    german.write("content/de/pages/index.toml", "title = \"Start\"\ndescription = \"Kurse jeden Tag.\"\n");
    german.write("content/de/pages/pricing.toml", "title = \"Preise\"\ndescription = \"Was es kostet.\"\n");
    let german = german.build(&[]);
    assert!(text(&german, "pricing/index.html").contains("12,345"));
    assert!(text(&german, "de/pricing/index.html").contains("12.345"));
    assert!(!text(&german, "de/pricing/index.html").contains("12,345"));
    for page in ["schedule/index.html", "sw/schedule/index.html"] {
        let page = text(&files, page);
        assert!(page.contains("data-slot=\"monday 17:20 19:00\"") && !page.contains("18:00"), "{page}");
    }
    for calendar in ["schedule.ics", "sw/schedule.ics", "schedule/yoga.ics", "sw/schedule/yoga.ics"] {
        assert!(text(&files, calendar).contains("T172000"), "{calendar}");
    }
}

#[test]
fn a_new_class_is_in_the_week_of_all_languages() {
    let project = Project::in_two_languages();
    project.write("content/classes/boxing.toml", "title = \"Boxing rounds\"\nsummary = \"Ten of them.\"\n");
    let row = "friday = [{ class = \"boxing\", start = \"18:00\", end = \"19:00\" }]\n";
    project.write("content/schedule.toml", format!("{}{row}", project.read("content/schedule.toml")));
    let files = project.build(&[]);
    let week = text(&files, "sw/schedule/index.html");
    let title = "<a href=\"/classes/boxing/\"><span lang=\"en-KE\">Boxing rounds</span></a>";
    assert!(week.contains(title), "{}", between(week, "data-class=\"boxing\"", "</li>"));
    assert!(!files.keys().any(|path| path.starts_with("sw/") && path.contains("boxing/")));
    assert_no_marks(&files);
}

/// The marks of texts that fell back are turned into elements, or dropped.
#[track_caller]
fn assert_no_marks(files: &Files) {
    for (path, bytes) in files {
        let Ok(text) = std::str::from_utf8(bytes) else { continue };
        assert!(!text.contains(|mark| ('\u{fdd0}'..='\u{fdef}').contains(&mark)), "{path}");
    }
}

/// Every text of the main language in the body of a page is in an element that says so.
#[test]
fn texts_that_fall_back_say_their_language() {
    let project = Project::in_two_languages();
    for (file, key) in [
        ("plans/one-month.toml", "period"),
        ("classes/yoga.toml", "summary"),
        ("trainers/wanjiru-kamau.toml", "bio"),
        ("pages/pricing.toml", "description"),
        ("site.toml", "tagline"),
    ] {
        let path = format!("content/sw/{file}");
        let text = project.read(&path);
        let line = text.lines().find(|line| line.starts_with(key)).unwrap().to_owned();
        project.replace(&path, &format!("{line}\n"), "");
    }
    let files = project.build(&[]);
    assert_no_marks(&files);
    let mut marked = 0;
    for (path, page) in pages(&files).filter(|(path, _)| path.starts_with("/sw/")) {
        let body = page.split_once("<main").unwrap().1.split_once("</footer>").unwrap().0;
        for english in ["for 30 days", "Strong, unhurried and in plain words.", "She has taught since 2012."]
        {
            let marked_text = format!("<span lang=\"en-KE\">{english}</span>");
            marked += body.matches(&marked_text).count();
            let rest = body.replace(&marked_text, "");
            let shown = rest
                .split('<')
                .any(|part| part.split_once('>').is_some_and(|(_, shown)| shown.contains(english)));
            assert!(!shown, "{path}: {english}");
        }
    }
    assert!(marked >= 3, "{marked}");
}

/// On pages that are translated whole nothing is left in English: originals have a mark by which they are found.
#[test]
fn nothing_of_the_main_language_is_left_on_translated_pages() {
    let said = texts_of_the_main_language();
    assert!(said.len() > 40, "{said:?}");
    for (path, page) in pages(site()).filter(|(path, _)| path.starts_with("/sw/")) {
        let body = page.split_once("<body").unwrap().1.split("<script").next().unwrap();
        let body: String = body.split('<').filter_map(|part| Some(part.split_once('>')?.1)).collect();
        let words = ["Monday", "Menu", "Skip to", "Search", "Read more"];
        for english in said.iter().map(String::as_str).chain(words) {
            assert!(!body.contains(english), "{path}: {english}");
        }
    }
}

/// The texts of two or more words that the files of the main language say, but names, which are the same in all languages.
fn texts_of_the_main_language() -> BTreeSet<String> {
    const NAMES: [&str; 2] = ["Iron &amp; Chalk", "Wanjiru Kamau"];
    let folder = repository().join("tests/cases/languages/content");
    let mut texts = BTreeSet::new();
    for file in walkdir::WalkDir::new(&folder).into_iter().map(Result::unwrap) {
        let is_main =
            !file.path().starts_with(folder.join("sw")) && !file.path().ends_with("pages/terms.toml");
        if is_main && file.file_type().is_file() {
            let text = std::fs::read_to_string(file.path()).unwrap();
            add_texts(&toml::Value::Table(text.parse().unwrap()), &mut texts);
        }
    }
    texts.retain(|text| !NAMES.contains(&&**text));
    texts
}

/// Adds the texts of two or more words within a value; of Markdown and of one with a placeholder, each whole piece.
fn add_texts(value: &toml::Value, texts: &mut BTreeSet<String>) {
    match value {
        toml::Value::Table(table) => table.values().for_each(|value| add_texts(value, texts)),
        toml::Value::Array(elements) => elements.iter().for_each(|value| add_texts(value, texts)),
        toml::Value::String(text) => {
            let pieces = text.split(['\n', '[', ']', '(', ')', '{', '}', '#']).map(str::trim);
            let pieces = pieces.filter(|piece| piece.chars().any(char::is_alphabetic));
            texts.extend(pieces.filter(|piece| piece.contains(' ')).map(|piece| piece.replace('&', "&amp;")));
        }
        _ => {}
    }
}

#[test]
fn an_article_in_one_language_is_in_one_feed_one_index_and_has_no_versions() {
    let project = Project::in_two_languages();
    let post = |title: &str| {
        format!(
            "title = \"{title}\"\ndate = 2026-11-10\ncategory = \"fitness\"\nexcerpt = \"Fupi.\"\nbody = \"Ndefu.\"\n"
        )
    };
    project.write("content/sw/posts/mwaka-mpya.toml", post("Mwaka mpya"));
    project.write("content/posts/new-year.toml", post("New year"));
    project.write(
        "content/sw/pages/wageni.toml",
        "title = \"Wageni\"\ndescription = \"Karibuni.\"\nsection = [{ type = \"text\", body = \"Karibuni.\" }]\n",
    );
    let files = project.build(&[]);
    for (own, other, name) in [("sw/blogu", "blog", "mwaka-mpya"), ("blog", "sw/blogu", "new-year")] {
        let page = text(&files, &format!("{own}/{name}/index.html"));
        assert_eq!(alternates(page), []);
        assert!(!files.contains_key(&format!("{other}/{name}/index.html")));
        assert!(text(&files, &format!("{own}/feed.xml")).contains(name));
        assert!(!text(&files, &format!("{other}/feed.xml")).contains(name));
        let address = format!("<loc>{ORIGIN}/{own}/{name}/</loc>");
        assert_eq!(text(&files, "sitemap.xml").matches(&address).count(), 1);
        let indexes = ["search.json", "sw/search.json"].map(|index| text(&files, index).contains(name));
        assert_eq!(indexes, [!own.starts_with("sw"), own.starts_with("sw")], "{name}");
    }
    assert_eq!(alternates(text(&files, "sw/wageni/index.html")), []);
    // The switch leads to the nearest page above that is there, and says which.
    let switch = between(text(&files, "blog/new-year/index.html"), "<nav class=\"languages", "</nav>");
    assert!(switch.contains("href=\"/sw/habari/\"") && switch.contains("Habari"), "{switch}");
    let switch = between(text(&files, "terms/index.html"), "<nav class=\"languages", "</nav>");
    assert!(switch.contains("href=\"/sw/\"") && switch.contains("Mwanzo"), "{switch}");
}

#[test]
fn own_addresses_are_used_everywhere() {
    let files = site();
    let class = text(files, "sw/vipindi/joga/index.html");
    let crumbs = between(class, "\"@type\":\"BreadcrumbList\"", "</script>");
    for address in ["/sw/\"", "/sw/vipindi/\"", "/sw/vipindi/joga/\""] {
        assert!(crumbs.contains(&format!("{ORIGIN}{address}")), "{crumbs}");
    }
    assert!(text(files, "sw/schedule/index.html").contains("<a href=\"/sw/vipindi/joga/\">"));
    let menu = between(text(files, "sw/bei/index.html"), "<ul class=\"menu__list\">", "</ul>");
    assert!(menu.contains("href=\"/sw/bei/\" aria-current=\"page\""), "{menu}");
    let found: Value = serde_json::from_str(text(files, "sw/search.json")).unwrap();
    assert_eq!(found["posts"], "/sw/blogu/");
    let addresses: Vec<&str> =
        found["documents"].as_array().unwrap().iter().map(|document| document[1].as_str().unwrap()).collect();
    assert!(addresses.contains(&"/sw/vipindi/joga/") && addresses.contains(&"yoga-kwa-wainua-vyuma"));
    assert!(addresses.iter().all(|address| !address.starts_with('/') || address.starts_with("/sw/")));
    assert!(!text(files, "search.json").contains("/sw/"));
}

#[test]
fn links_name_pages_by_their_main_address_and_lead_to_the_language() {
    let project = Project::in_two_languages().with_contact();
    project.replace(
        "content/pages/index.toml",
        "heading = \"What we teach\"",
        "heading = \"What we teach\"\nbook = \"none\"",
    );
    project.replace(
        "content/sw/classes/yoga.toml",
        "Imara na bila haraka.",
        "[Uliza](/contact/?class=yoga#class-yoga), [kanuni](/terms/#rules), [majeraha](#old-injuries), [yoga](/classes/yoga/#old-injuries).",
    );
    let check = project.run(&["check", "--now", NOW]);
    assert_eq!(check.printed().matches("link-leaves-language").count(), 1, "{}", check.printed());
    let files = project.build(&[]);
    let page = text(&files, "sw/vipindi/joga/index.html");
    let links = all_between(page.split_once("<main").unwrap().1, "<a href=\"", "\"");
    for link in [
        "/sw/mawasiliano/?class=yoga#class-yoga",
        "/terms/#rules",
        "#old-injuries",
        "/sw/vipindi/joga/#old-injuries",
    ] {
        assert!(links.contains(&link), "{link}: {links:?}");
    }
    assert!(page.contains("id=\"old-injuries\">Majeraha ya zamani</h"), "{page}");
    assert!(text(&files, "sw/mawasiliano/index.html").contains("id=\"class-yoga\""));
}

/// Components take over what is there: texts say their language on the elements that hold nothing else.
#[test]
fn texts_in_islands_say_their_language_and_forms_are_sent_in_one() {
    let project = Project::in_two_languages().with_contact();
    let form = project.read("content/forms/contact.toml");
    let goal = "\n[[field]]\nid = \"goal\"\nkind = \"choice\"\nlabel = \"Goal\"\noptions = [\"Get strong\", \"Lose weight\"]\n";
    project.write("content/forms/contact.toml", format!("{form}{goal}"));
    project.write(
        "content/sw/forms/contact.toml",
        "[field.goal]\nlabel = \"Lengo\"\n\n[field.goal.options]\n\"Get strong\" = \"Kuwa imara\"\n",
    );
    let files = project.build(&[]);
    let form = |path| {
        between(text(&files, path), "<div data-island=\"Form\"", "</form>").split_once("}'>").unwrap().1
    };
    let (english, swahili) = (form("contact/index.html"), form("sw/mawasiliano/index.html"));
    for said in ["<span lang=\"en-KE\">Full Name</span>", "<span>Lengo</span>", "<span>Kuwa imara</span>"] {
        assert!(swahili.contains(said), "{said}: {swahili}");
    }
    assert!(swahili.contains("<span lang=\"en-KE\">Lose weight</span>"), "{swahili}");
    for form in [english, swahili] {
        assert!(form.contains("value=\"Get strong\"") && form.contains("value=\"Lose weight\""), "{form}");
    }
    assert!(!english.contains("lang="), "{english}");
    assert_no_marks(&files);
}

/// Of the menu, the panel at its side and the foot of all pages, nothing is translated.
#[test]
fn texts_on_all_pages_that_fall_back_say_their_language() {
    let project = Project::in_two_languages();
    let navigation = project.read("content/navigation.toml");
    project.write(
        "content/navigation.toml",
        format!(
            "{navigation}\n[panel]\ntext = \"Sweat and company.\"\n\n[footer]\ncopyright = \"© {{year}} {{name}}, all of us\"\nlegal = [{{ title = \"The rules\", to = \"/terms/\" }}]\n"
        ),
    );
    std::fs::remove_file(project.path("content/sw/navigation.toml")).unwrap();
    let files = project.build(&[]);
    let page = text(&files, "sw/index.html");
    for start in ["About</a>", "Sweat and company.<", "The rules<"] {
        let (before, _) = page.split_once(start).unwrap_or_else(|| panic!("no {start}"));
        let (_, tag) = before.rsplit_once('<').unwrap();
        assert!(tag.contains("lang=\"en-KE\""), "{tag}{start}");
    }
    let year = "<span lang=\"en-KE\">© </span><span data-year=\"2026\">2026</span><span lang=\"en-KE\"> Iron";
    assert!(page.contains(year), "{page}");
    assert!(!text(&files, "index.html").contains("lang=\"en-KE\">About"));
    assert_no_marks(&files);
}

#[test]
fn links_to_a_part_of_the_week_are_the_same_in_all_languages() {
    let project = Project::in_two_languages();
    let filter = "\n[section.filter]\nlevel = \"Level\"\n";
    let schedule = project.read("content/pages/schedule.toml");
    project.write("content/pages/schedule.toml", format!("{schedule}{filter}"));
    project.replace("content/schedule.toml", "note = \"Women only\"", "level = \"For two\"");
    project.replace("content/schedule.toml", "end = \"08:00\"", "end = \"08:00\", level = \"Every level\"");
    project.write(
        "content/sw/texts.toml",
        format!("{}\n\"For two\" = \"Kwa wawili\"\n", project.read("content/sw/texts.toml")),
    );
    let files = project.build(&[]);
    let week = text(&files, "sw/schedule/index.html");
    assert!(week.contains("data-level=\"For two\"") && week.contains("data-level=\"Every level\""), "{week}");
    assert!(week.contains("?level=For%20two\" data-narrow=\"level=For%20two\">Kwa wawili</a>"), "{week}");
}

#[test]
fn a_description_that_falls_back_says_its_language() {
    let project = Project::in_two_languages();
    let picture = repository().join("content/images/class-yoga.jpg");
    project.write("content/images/class-yoga.jpg", std::fs::read(picture).unwrap());
    let image = "image = { file = \"class-yoga.jpg\", alt = \"A woman.\" }\n";
    project.replace("content/classes/yoga.toml", "summary = ", &format!("{image}summary = "));
    let files = project.build(&[]);
    assert!(text(&files, "sw/vipindi/joga/index.html").contains("<img lang=\"en-KE\""));
    assert!(!text(&files, "classes/yoga/index.html").contains("<img lang="));
    assert_no_marks(&files);
}

/// What an attribute says is in the language of its element, which can't say another one of the texts that it holds.
#[test]
fn an_element_without_another_text_says_the_language_of_its_attributes() {
    let project = Project::in_two_languages();
    project.write(
        "templates/sections/tools/type.toml",
        "help = \"Tools\"\n\n[field]\nopen = { type = \"text\", help = \"The name of all\" }\n",
    );
    project.write(
        "templates/sections/tools/template.html",
        "<section id=\"tools\"><button type=\"button\" aria-label=\"{{ section.open }}\">{{ icon(\"close\") }}</button>\
         <b role=\"img\" aria-label=\"{{ section.open }}\">★</b><p title=\"{{ section.open }}\">{{ site.tagline }}</p>\
         <i title=\"{{ section.open }}\"><i>one</i></i><input placeholder=\"{{ section.open }}\" aria-label=\"{{ section.open }}\"></section>",
    );
    let index = project.read("content/pages/index.toml");
    project
        .write("content/pages/index.toml", index + "\n[[section]]\ntype = \"tools\"\nopen = \"Open all\"\n");
    let files = project.build(&[]);
    let swahili = between(text(&files, "sw/index.html"), "<section id=\"tools\">", "</section>");
    for start in [
        "<button lang=\"en-KE\" type=",
        "<b lang=\"en-KE\" role=",
        "<p title=",
        "<i title=",
        "<input placeholder=",
    ] {
        assert!(swahili.contains(start), "{start}: {swahili}");
    }
    assert!(!between(text(&files, "index.html"), "<section id=\"tools\">", "</section>").contains("lang="));
    assert_no_marks(&files);
}

#[test]
fn a_language_without_posts_has_no_heading_above_nothing() {
    let project = Project::in_two_languages();
    let news = "\n[[section]]\ntype = \"posts\"\nlayout = \"news\"\nheading = \"Our news\"\nread_more = { title = \"Read\", to = \"/blog/\" }\n";
    let home = project.read("content/pages/index.toml");
    project.write("content/pages/index.toml", format!("{home}{news}"));
    project.write(
        "content/sw/pages/index.toml",
        format!("{}\n[section.posts]\nheading = \"Mpya\"\n", project.read("content/sw/pages/index.toml")),
    );
    assert!(text(&project.build(&[]), "sw/index.html").contains("Mpya"));
    std::fs::remove_file(project.path("content/sw/posts/yoga-for-lifters.toml")).unwrap();
    let files = project.build(&[]);
    assert!(text(&files, "index.html").contains("Our news"));
    assert!(!text(&files, "sw/index.html").contains("Mpya"));
}

#[test]
fn every_address_and_fragment_of_both_languages_is_there() {
    let files = Project::in_two_languages().with_contact().build(&[]);
    let ids: BTreeMap<String, BTreeSet<&str>> = pages(&files)
        .map(|(path, page)| (path, all_between(page, " id=\"", "\"").into_iter().collect()))
        .collect();
    let mut count = 0;
    for (path, page) in pages(&files) {
        for link in all_between(page, "href=\"", "\"") {
            let (address, fragment) = link.split_once('#').unwrap_or((link, ""));
            let address = address.split('?').next().unwrap();
            let address = address.strip_prefix(ORIGIN).unwrap_or(address);
            let address = if address.is_empty() { &path } else { address };
            if !address.starts_with('/') {
                continue;
            }
            count += 1;
            let file = &address[1..];
            let there = files.contains_key(file) || files.contains_key(&format!("{file}index.html"));
            assert!(there, "{path} leads to {link}");
            let is_anchor = fragment.is_empty() || fragment == "content" || ids[address].contains(fragment);
            assert!(is_anchor, "{path} leads to {link}");
        }
    }
    assert!(count > 300, "{count}");
}

#[test]
fn pictures_styles_and_scripts_are_there_once() {
    let alone = Project::in_one_language().build(&[]);
    let kinds = |files: &Files, folder: &str| -> Vec<String> {
        let paths = files.keys().filter(|path| path.starts_with(folder) && !path.contains("/card-"));
        // The names of stylesheets say what is in them.
        let kinds = paths.map(|path| {
            path.rsplit_once('-').map_or(path.clone(), |(name, end)| format!("{name}.{}", end.len()))
        });
        let mut kinds: Vec<String> = kinds.collect();
        kinds.sort();
        kinds
    };
    for folder in ["images/", "assets/"] {
        assert_eq!(kinds(&alone, folder), kinds(site(), folder), "{folder}");
    }
    let below = site().keys().filter(|path| path.starts_with("sw/"));
    for path in below {
        let ending = path.rsplit('.').next().unwrap();
        assert!(["html", "xml", "ics", "json", "webmanifest"].contains(&ending), "{path}");
    }
}

#[test]
fn a_picture_that_a_translation_names_is_published_besides() {
    let project = Project::in_two_languages();
    let pictures = repository().join("content/images");
    for picture in ["class-yoga.jpg", "class-boxing.jpg"] {
        project.write(&format!("content/images/{picture}"), std::fs::read(pictures.join(picture)).unwrap());
    }
    let image = "image = { file = \"class-yoga.jpg\", alt = \"A woman.\" }\n";
    project.replace("content/classes/yoga.toml", "summary = ", &format!("{image}summary = "));
    let without = project.build(&[]);
    project.replace(
        "content/sw/classes/yoga.toml",
        "slug = ",
        "image = { file = \"class-boxing.jpg\", alt = \"Bondia.\" }\nslug = ",
    );
    let files = project.build(&[]);
    assert!(text(&files, "classes/yoga/index.html").contains("/images/class-yoga"));
    let swahili = text(&files, "sw/vipindi/joga/index.html");
    assert!(swahili.contains("/images/class-boxing") && swahili.contains("alt=\"Bondia.\""));
    assert!(!swahili.contains("/images/class-yoga"));
    let published = |files: &Files| -> BTreeSet<String> {
        let pictures = files.keys().filter(|path| path.starts_with("images/") && !path.contains("/card-"));
        pictures.cloned().collect()
    };
    let (before, after) = (published(&without), published(&files));
    assert!(!before.is_empty() && before.is_subset(&after), "{before:?} {after:?}");
    let more: Vec<&String> = after.difference(&before).collect();
    assert!(!more.is_empty() && more.iter().all(|path| path.starts_with("images/class-boxing")), "{more:?}");
}

#[test]
fn a_picture_of_a_language_that_isnt_published_stays_where_it_is() {
    let project = Project::in_two_languages();
    let pictures = repository().join("content/images");
    for picture in ["class-yoga.jpg", "class-boxing.jpg"] {
        project.write(&format!("content/images/{picture}"), std::fs::read(pictures.join(picture)).unwrap());
    }
    let image = |file: &str| format!("image = {{ file = \"{file}\", alt = \"Someone.\" }}\n");
    let (yoga, boxing) = (image("class-yoga.jpg"), image("class-boxing.jpg"));
    project.replace("content/classes/yoga.toml", "summary = ", &format!("{yoga}summary = "));
    project.replace("content/sw/classes/yoga.toml", "slug = ", &format!("{boxing}slug = "));
    project.replace("content/site.toml", "language = \"sw-KE\"", "language = \"sw-KE\"\ndraft = true");
    let files = project.build(&[]);
    assert!(files.keys().any(|path| path.starts_with("images/class-yoga")));
    assert!(!files.keys().any(|path| path.starts_with("images/class-boxing")));
}

#[test]
fn feeds_and_calendars_are_in_their_language() {
    let files = site();
    let feed = text(files, "sw/blogu/feed.xml");
    assert!(feed.contains("xml:lang=\"sw-KE\""));
    let ids = |feed: &str| -> BTreeSet<String> {
        all_between(feed, "<id>", "</id>").into_iter().map(str::to_owned).collect()
    };
    let main = ids(text(files, "blog/feed.xml"));
    assert!(ids(feed).is_disjoint(&main) && !main.is_empty());
    for (path, page) in pages(files) {
        let first = between(page, "<link rel=\"alternate\" type=\"application/atom+xml\"", ">");
        let own = if path.starts_with("/sw/") { "href=\"/sw/blogu/" } else { "href=\"/blog/" };
        assert!(first.contains(own), "{path}: {first}");
    }
    let uids = |path: &str| all_between(text(files, path), "UID:", "\r\n").join(" ");
    assert_eq!(uids("schedule.ics"), uids("sw/schedule.ics"));
    let calendar = text(files, "sw/schedule.ics");
    assert!(calendar.contains("Wanawake pekee") && calendar.contains("Imara"), "{calendar}");
    assert!(!calendar.contains("Women only"));
    assert!(text(files, "schedule.ics").contains("Women only"));
}

#[test]
fn a_page_is_there_once_a_text_of_it_is_translated() {
    let project = Project::in_two_languages();
    let placeholders =
        "title = \"House rules\" # placeholder\ndescription = \"What we agree on.\" # placeholder\n";
    project.write("content/sw/pages/terms.toml", placeholders);
    assert!(!project.build(&[]).keys().any(|path| path.starts_with("sw/terms")));
    project.write("content/sw/pages/terms.toml", "title = \"Kanuni\"\n");
    let files = project.build(&[]);
    assert_eq!(alternates(text(&files, "terms/index.html")).len(), 3);
    assert!(text(&files, "sw/terms/index.html").contains("<title>Kanuni"));
}

#[test]
fn drafts_are_there_with_drafts_alone() {
    let project = Project::in_two_languages();
    project.replace("content/sw/pages/about.toml", "path = ", "draft = true\npath = ");
    project.replace("content/sw/classes/yoga.toml", "slug = ", "draft = true\nslug = ");
    let published = project.build(&[]);
    let with_drafts = project.build(&["--drafts"]);
    for page in ["sw/kuhusu/index.html", "sw/vipindi/joga/index.html"] {
        assert!(!published.contains_key(page) && with_drafts.contains_key(page), "{page}");
    }
    assert_eq!(alternates(text(&published, "about/index.html")), []);
    assert!(text(&published, "sw/schedule/index.html").contains("<a href=\"/classes/yoga/\">"));
    project.replace("content/site.toml", "language = \"sw-KE\"", "language = \"sw-KE\"\ndraft = true");
    let published = project.build(&[]);
    assert!(!published.keys().any(|path| path.starts_with("sw/")));
    assert!(!text(&published, "index.html").contains("hreflang"));
    assert!(project.build(&["--drafts"]).contains_key("sw/index.html"));
}

/// Changing a text of the main language makes the translation outdated that notes it, and no other.
#[test]
fn notes_say_which_translation_is_outdated() {
    let project = Project::in_two_languages();
    project.run(&["fix", "--now", NOW]).exits(0);
    assert!(project.read("content/sw/classes/yoga.toml").contains(" # of "));
    let outdated = || -> Vec<String> {
        let printed = project.run(&["check", "--now", NOW, "--format", "json"]).exits(0).out;
        let found = serde_json::Deserializer::from_str(&printed).into_iter::<Value>().map(Result::unwrap);
        let found: Vec<Value> =
            found.flat_map(|found| found.as_array().cloned().unwrap_or_else(|| vec![found])).collect();
        found.iter().map(Value::to_string).filter(|found| found.contains("-translation\"")).collect()
    };
    assert_eq!(outdated(), Vec::<String>::new());
    project.replace(
        "content/classes/yoga.toml",
        "Strong, unhurried and in plain words.",
        "Strong,  unhurried and in plain  words.",
    );
    project.replace("content/classes/yoga.toml", "Strong and unhurried.\n", "Strong and\nunhurried.\n");
    assert_eq!(outdated(), Vec::<String>::new());
    project.replace("content/classes/yoga.toml", "in plain  words.", "in plain words of one syllable.");
    let [found] = &outdated()[..] else { panic!("{:?}", outdated()) };
    assert!(
        found.contains("outdated-translation") && found.contains("content/sw/classes/yoga.toml"),
        "{found}"
    );
}

#[test]
fn check_says_what_a_file_lacks_and_has_too_much() {
    let project = Project::in_two_languages();
    project.replace("content/sw/classes/yoga.toml", "summary = ", "# summary = ");
    project.replace("content/sw/plans/one-month.toml", "\"All classes\" = ", "\"All clases\" = ");
    project.replace(
        "content/sw/pages/about.toml",
        "title = \"Kuhusu sisi\"",
        "title = \"Kuhusu sisi\" # of 00000000",
    );
    let printed = project.run(&["check", "--now", NOW, "--format", "json"]).exits(0).out;
    let found: Vec<Value> = printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (code, file, line, columns) in [
        ("missing-translation", "content/sw/classes/yoga.toml", 1, [1, 1]),
        ("leftover-translation", "content/sw/plans/one-month.toml", 7, [1, 13]),
        ("outdated-translation", "content/sw/pages/about.toml", 1, [28, 36]),
    ] {
        let of_code: Vec<&Value> = found.iter().filter(|found| found["code"] == code).collect();
        let [found] = &of_code[..] else { panic!("{code}: {printed}") };
        let place =
            json!([found["file"], found["line"], found["column"], found["end_line"], found["end_column"]]);
        assert_eq!(place, json!([file, line, columns[0], line, columns[1]]), "{code}");
    }
}

#[test]
fn old_addresses_of_a_language_redirect() {
    for (host, file, rule) in [
        ("netlify", "_redirects", "/sw/zamani/ /sw/bei/ 301!\n"),
        ("cloudflare", "_redirects", "/sw/zamani/ /sw/bei/ 301\n"),
        ("render", "render.yaml", "source: \"/sw/zamani/\"\n        destination: \"/sw/bei/\"\n"),
        ("apache", ".htaccess", "RewriteRule \"^sw/zamani/?$\" \"/sw/bei/\" [R=301,"),
        ("github", "sw/zamani/index.html", "url=/sw/bei/"),
        ("plain", "sw/zamani/index.html", "url=/sw/bei/"),
    ] {
        let project = Project::in_two_languages();
        let site = project.read("content/site.toml");
        let redirects = "\n[[redirect]]\nfrom = \"/sw/zamani/\"\nto = \"/sw/bei/\"\n\n[publish]\nhost = ";
        project.write("content/site.toml", format!("{site}{redirects}\"{host}\"\n"));
        let files = project.build(&[]);
        let found = text(&files, file);
        assert!(found.contains(rule), "{host}: {found}");
        project.replace("content/site.toml", "to = \"/sw/bei/\"", "to = \"/sw/bai/\"");
        project.run(&["check", "--now", NOW]).exits(1);
    }
}

#[test]
fn a_type_of_the_project_is_translated_as_any_other() {
    let project = Project::in_two_languages();
    project.write(
        "templates/collections/recipes/type.toml",
        r#"noun = ["recipe", "recipes"]
help = "What we cook, a file each"

[field]
title = { type = "text", help = "What it is" }
minutes = { type = "integer", range = [1, 600], help = "How long it takes" }
steps = { type = "text", list = true, help = "What to do" }
button = { type = "text", default = "Cook it now", help = "Its button" }

[field.part]
type = "table"
list = true
help = "What goes in"
[field.part.field]
name = { type = "text", help = "What it is" }
grams = { type = "integer", range = [1, 5000], help = "How much of it" }

[pages.entry]
path = "/recipes/{id}/"
"#,
    );
    project.write(
        "templates/collections/recipes/template.html",
        "{% extends \"layout.html\" %}{% block content %}<h1>{{ entry.title }}</h1><i>{{ entry.button }}</i>{{ entry.minutes }}{% for step in entry.steps %}<p>{{ step }}</p>{% endfor %}\
         {% for part in entry.part %}<b>{{ part.name }}</b> {{ part.grams }}{% endfor %}{% endblock %}",
    );
    project.write("templates/words/sw.toml", "[collection.recipes]\nbutton = \"Pika sasa\"\n");
    project.write(
        "content/recipes/beans.toml",
        "title = \"Beans\"\nminutes = 40\nsteps = [\"Soak them\", \"Cook them\"]\npart = [{ name = \"Beans\", grams = 500 }, { name = \"Salt\", grams = 5 }]\n",
    );
    project.write(
        "content/sw/recipes/beans.toml",
        "title = \"Maharage\"\nslug = \"maharage\"\n[steps]\n\"Soak them\" = \"Loweka\"\n\"Cook them\" = \"Pika\"\n[part]\nBeans = \"Maharage\"\nSalt = \"Chumvi\"\n",
    );
    let files = project.build(&[]);
    let page = text(&files, "sw/recipes/maharage/index.html");
    assert!(
        page.contains(
            "<h1>Maharage</h1><i>Pika sasa</i>40<p>Loweka</p><p>Pika</p><b>Maharage</b> 500<b>Chumvi</b> 5"
        ),
        "{page}"
    );
    assert!(text(&files, "recipes/beans/index.html").contains("<i>Cook it now</i>"));
    // Without a word of it in the language, the one of its type says its own.
    std::fs::remove_file(project.path("templates/words/sw.toml")).unwrap();
    let page = "<i><span lang=\"en-KE\">Cook it now</span></i>";
    assert!(text(&project.build(&[]), "sw/recipes/maharage/index.html").contains(page));
}

/// Its template passes texts on as one of a site in one language does.
#[test]
fn an_island_of_the_project_has_the_words_of_each_language() {
    let project = Project::in_two_languages();
    project.write(
        "templates/sections/timer/type.toml",
        "help = \"A timer\"\n\n[field]\nseconds = { type = \"integer\", range = [5, 600], help = \"How long\" }\n\
         start = { type = \"text\", help = \"Its button\" }\ndone = { type = \"text\", help = \"When it is over\" }\n",
    );
    project.write(
        "templates/sections/timer/template.html",
        "<section>{{ island(\"Timer\", {\"seconds\": section.seconds, \"start\": section.start, \"done\": section.done}) }}</section>",
    );
    project.write(
        "components/Timer.tsx",
        "export default function Timer({ seconds, start, done }) {\n  return <p><button>{start}</button>{seconds}<output>{done}</output></p>;\n}\n",
    );
    let index = project.read("content/pages/index.toml");
    let timer = "\n[[section]]\ntype = \"timer\"\nid = \"rest\"\nseconds = 45\nstart = \"Start\"\ndone = \"Next set\"\n";
    project.write("content/pages/index.toml", index + timer);
    let translated = project.read("content/sw/pages/index.toml") + "\n[section.rest]\nstart = \"Anza\"\n";
    project.write("content/sw/pages/index.toml", translated);
    let files = project.build(&[]);
    let [english, swahili] = ["index.html", "sw/index.html"]
        .map(|path| between(text(&files, path), "data-island=\"Timer\"", "</section>"));
    assert!(english.contains("<button>Start</button>45<output>Next set</output>"), "{english}");
    // Words that nobody translated say their language.
    let words = "<button>Anza</button>45<output lang=\"en-KE\">Next set</output>";
    assert!(swahili.contains(words), "{swahili}");
    let scripts = files.keys().filter(|path| path.starts_with("assets/Timer-")).count();
    assert_eq!(scripts, 1, "both languages have the same script");
    assert_no_marks(&files);
}

/// A second language adds nothing that depends on the clock to the pages of the first.
#[test]
fn another_clock_changes_the_same_files_in_one_language_and_in_two() {
    let changed = |project: Project| -> BTreeSet<String> {
        let [before, after] = [NOW, "2026-11-24T19:30:00+03:00"].map(|now| {
            project.run(&["build", "--now", now]).exits(0);
            project.published()
        });
        let mut paths: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        paths.retain(|path| before.get(*path) != after.get(*path) && !path.starts_with("sw/"));
        paths.into_iter().cloned().collect()
    };
    let (one, two) = (changed(Project::in_one_language()), changed(Project::in_two_languages()));
    assert!(!one.is_empty());
    assert_eq!(one, two);
}

#[test]
fn the_same_content_gives_the_same_bytes_without_a_cache_and_on_any_number_of_cores() {
    for threads in ["1", "4"] {
        let project = Project::in_two_languages();
        std::fs::remove_file(project.path(".gympress/cache")).unwrap();
        project.run_alone(&["build", "--now", NOW], &[("RAYON_NUM_THREADS", threads)]).exits(0);
        assert_same(site(), &project.published());
    }
}
