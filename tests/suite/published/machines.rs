//! Sitemap, robots, feeds and structured data.

use std::collections::BTreeSet;

use roxmltree::{Document, Node};
use serde_json::Value as Json;

use super::site::{GYM, Project, built};

const HOME: &str = "https://jashohouse.example";

fn child<'a>(node: Node<'a, 'a>, name: &str) -> Option<Node<'a, 'a>> {
    node.children().find(|child| child.has_tag_name(name) || child.tag_name().name() == name)
}

#[track_caller]
fn text<'a>(node: Node<'a, 'a>, name: &str) -> &'a str {
    child(node, name).and_then(|child| child.text()).unwrap_or_else(|| panic!("no {name}"))
}

fn children<'a>(node: Node<'a, 'a>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children().filter(move |child| child.tag_name().name() == name)
}

/// The data of schema.org that a page holds: a thing in each script.
fn structured(page: &str) -> Vec<Json> {
    let scripts = page.split("<script type=\"application/ld+json\">").skip(1);
    let things = scripts.map(|rest| rest.split("</script>").next().unwrap());
    let things: Vec<Json> = things.map(|script| serde_json::from_str(script).unwrap()).collect();
    assert!(things.iter().all(|thing| thing["@context"] == "https://schema.org"));
    things
}

#[track_caller]
fn of_type(page: &str, kind: &str) -> Json {
    let found = structured(page).into_iter().find(|data| data["@type"] == kind);
    found.unwrap_or_else(|| panic!("the page has no {kind}"))
}

#[test]
fn the_sitemap_lists_every_page_once() {
    let document = Document::parse(built("/sitemap.xml")).unwrap();
    let root = document.root_element();
    assert_eq!(root.tag_name().namespace(), Some("http://www.sitemaps.org/schemas/sitemap/0.9"));
    let listed: Vec<&str> = children(root, "url").map(|url| text(url, "loc")).collect();
    let pages: BTreeSet<String> = GYM
        .keys()
        .filter(|path| path.ends_with("/index.html") && *path != "/gallery/index.html")
        .map(|path| format!("{HOME}{}", path.trim_end_matches("index.html")))
        .collect();
    assert_eq!(listed.len(), pages.len());
    assert_eq!(listed.into_iter().map(str::to_owned).collect::<BTreeSet<_>>(), pages);
}

#[test]
fn search_engines_keep_what_the_sitemap_lists() {
    let offline = "\n[offline]\ntitle = \"No network\"\ntext = \"Pages that you saw are here.\"\nagain = \"Again\"\n\n[map]\n";
    let site = Project::new().replace("content/site.toml", "\n[map]\n", offline).build(&[]);
    for (path, page) in site.iter().filter(|(path, _)| path.ends_with(".html")) {
        let address = format!("<loc>{HOME}{}</loc>", path.trim_end_matches("index.html"));
        let is_kept = !page.contains("<meta name=\"robots\" content=\"noindex\">");
        assert_eq!(is_kept, site["/sitemap.xml"].contains(&address), "{path}");
    }
}

#[test]
fn the_sitemap_dates_posts_and_nothing_else() {
    let document = Document::parse(built("/sitemap.xml")).unwrap();
    for url in children(document.root_element(), "url") {
        let date = child(url, "lastmod").and_then(|date| date.text());
        let path = text(url, "loc").trim_start_matches(HOME);
        let parts = path.trim_matches('/').split('/').count();
        let is_post = path.starts_with("/blog/") && parts == 2;
        assert_eq!(date, is_post.then_some("2022-03-11T00:00:00+03:00"), "{path}");
    }
}

#[test]
fn robots_find_the_sitemap() {
    assert_eq!(
        built("/robots.txt"),
        "User-agent: *\nAllow: /\n\nSitemap: https://jashohouse.example/sitemap.xml\n"
    );
}

#[test]
fn the_feed_holds_the_posts_in_full() {
    let document = Document::parse(built("/blog/feed.xml")).unwrap();
    let feed = document.root_element();
    assert_eq!(
        (feed.tag_name().name(), feed.tag_name().namespace()),
        ("feed", Some("http://www.w3.org/2005/Atom"))
    );
    assert_eq!(text(feed, "title"), "Jasho House: Blog");
    assert_eq!(text(feed, "updated"), "2022-03-11T00:00:00+03:00");
    let address = |rel: &str| {
        let link = children(feed, "link").find(|link| link.attribute("rel") == Some(rel));
        link.and_then(|link| link.attribute("href")).unwrap()
    };
    assert_eq!(address("self"), format!("{HOME}/blog/feed.xml"));
    assert_eq!(address("alternate"), format!("{HOME}/blog/"));
    let entries: Vec<Node<'_, '_>> = children(feed, "entry").collect();
    assert_eq!(entries.len(), 7);
    for entry in &entries {
        let link = child(*entry, "link").and_then(|link| link.attribute("href")).unwrap();
        let page = built(&format!("{}index.html", link.trim_start_matches(HOME)));
        let prose = page.split("<div class=\"prose\">").nth(1).unwrap();
        let content = child(*entry, "content").unwrap();
        assert_eq!(content.attribute("type"), Some("html"));
        let first = content.text().unwrap().lines().next().unwrap();
        assert!(prose.starts_with(first), "{first}");
        assert!(!content.text().unwrap().contains("href=\"/"), "a reader can't follow a link without a host");
        assert_eq!(text(*entry, "published"), "2022-03-11T00:00:00+03:00");
        assert_eq!(text(child(*entry, "author").unwrap(), "name"), "Admin");
    }
    let ids: BTreeSet<&str> = entries.iter().map(|entry| text(*entry, "id")).collect();
    assert_eq!(ids.len(), 7);
}

#[test]
fn ids_of_posts_stay_wherever_a_preview_is_published() {
    let preview = Project::new().build(&["--base-url", "https://preview.example/branch/"]);
    let document = Document::parse(&preview["/blog/feed.xml"]).unwrap();
    let entry = children(document.root_element(), "entry").next().unwrap();
    assert!(text(entry, "id").starts_with(HOME));
    let link = child(entry, "link").and_then(|link| link.attribute("href")).unwrap();
    assert!(link.starts_with("https://preview.example/branch/blog/"), "{link}");
}

#[test]
fn each_category_in_use_has_a_feed_and_pages_name_it() {
    let feeds: Vec<&String> = GYM.keys().filter(|path| path.ends_with("/feed.xml")).collect();
    assert_eq!(feeds, ["/blog/category/yoga/feed.xml", "/blog/feed.xml"]);
    let link = |path: &str| {
        format!(
            "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"Jasho House: Blog\" href=\"{path}\">"
        )
    };
    for (path, page) in
        GYM.iter().filter(|(path, _)| path.ends_with(".html") && *path != "/gallery/index.html")
    {
        assert!(page.contains(&link("/blog/feed.xml")), "{path}");
    }
    assert!(built("/blog/category/yoga/index.html").contains("href=\"/blog/category/yoga/feed.xml\""));
}

#[test]
fn feeds_take_any_text_and_only_the_newest_posts() {
    let mut project = Project::new().replace(
        "content/posts/your-first-yoga-class.toml",
        "## Before you come in",
        "## Fish & \\<chips> ]]>\n\n![Weights \"&\" mats](class-yoga.jpg) [here](#and-after-it), [there](/contact/?class=yoga&plan=daily)",
    );
    for number in 1..=20 {
        let post = format!(
            "title = \"Post {number}\"\ndate = 2022-03-{:02}\ncategory = \"boxing\"\nexcerpt = \"No.\"\nbody = \"Text\"\n\
             image = {{ file = \"class-boxing.jpg\", decorative = true }}",
            10 - number / 3
        );
        project = project.append(&format!("content/posts/post-{number}.toml"), &post);
    }
    let site = project.build(&[]);
    let document = Document::parse(&site["/blog/feed.xml"]).unwrap();
    let entries: Vec<Node<'_, '_>> = children(document.root_element(), "entry").collect();
    assert_eq!(entries.len(), 20, "the newest ones");
    let own = entries.iter().find(|entry| text(**entry, "id").ends_with("/your-first-yoga-class/")).unwrap();
    let content = text(*own, "content");
    assert!(content.contains("Fish &amp; &lt;chips&gt; ]]&gt;"), "{content}");
    assert!(content.contains(&format!("href=\"{HOME}/blog/your-first-yoga-class/#and-after-it\"")));
    assert!(content.contains(&format!("href=\"{HOME}/contact/?class=yoga&amp;plan=daily\"")));
    assert!(content.contains(&format!("<img src=\"{HOME}/images/class-yoga-")));
    assert_eq!(site.keys().filter(|path| path.ends_with("/feed.xml")).count(), 3, "boxing has posts now");
}

#[test]
fn the_gym_is_described_as_pages_show_it() {
    for path in ["/index.html", "/contact/index.html", "/pricing/index.html"] {
        let (page, gym) = (built(path), of_type(built(path), "ExerciseGym"));
        let shown = page.replace('\u{a0}', " ").replace("&amp;", "&");
        for value in [&gym["name"], &gym["telephone"], &gym["email"], &gym["address"]["streetAddress"]] {
            assert!(shown.contains(value.as_str().unwrap()), "{path} doesn't show {value}");
        }
        let hours = gym["openingHoursSpecification"].as_array().unwrap();
        let times = |hours: &Json| {
            let days = hours["dayOfWeek"].as_array().unwrap().len();
            (days, hours["opens"].as_str().unwrap().to_owned(), hours["closes"].as_str().unwrap().to_owned())
        };
        let expected = [(5, "07:00", "21:00"), (1, "07:00", "19:00"), (1, "00:00", "00:00")];
        let expected = expected.map(|(days, opens, closes)| (days, opens.to_owned(), closes.to_owned()));
        assert_eq!(hours.iter().map(times).collect::<Vec<_>>(), expected);
        assert_eq!(
            (&gym["geo"]["latitude"], &gym["geo"]["longitude"]),
            (&Json::from(-1.3107), &Json::from(36.8384))
        );
    }
    assert!(structured(built("/about/index.html")).iter().all(|data| data["@type"] != "ExerciseGym"));
}

#[test]
fn offers_are_the_plans() {
    let gym = of_type(built("/pricing/index.html"), "ExerciseGym");
    let offers: Vec<(&str, &str, &str)> = gym["makesOffer"]
        .as_array()
        .unwrap()
        .iter()
        .map(|offer| ["name", "price", "priceCurrency"].map(|key| offer[key].as_str().unwrap()).into())
        .collect();
    let plans = [
        ("Daily", "400"),
        ("Two weeks", "2500"),
        ("One Month", "4000"),
        ("3 Months", "11500"),
        ("6 Months", "22500"),
        ("1 Year", "42000"),
    ];
    assert!(offers.into_iter().eq(plans.map(|(name, price)| (name, price, "KES"))));
}

#[test]
fn posts_and_the_way_to_them_are_described() {
    let path = "/blog/your-first-yoga-class/index.html";
    let post = of_type(built(path), "BlogPosting");
    assert!(built(path).contains(&format!("\">{}</h1>", post["headline"].as_str().unwrap())));
    assert_eq!(post["datePublished"], "2022-03-11T00:00:00+03:00");
    assert_eq!(
        (&post["author"]["name"], &post["articleSection"]),
        (&Json::from("Admin"), &Json::from("Yoga"))
    );
    let image = post["image"].as_str().unwrap().trim_start_matches(HOME);
    assert!(built(path).contains(image));
    let crumbs = |path: &str| -> Vec<(String, String)> {
        let list = of_type(built(path), "BreadcrumbList");
        let items = list["itemListElement"].as_array().unwrap().clone();
        let text = |item: &Json, key: &str| item[key].as_str().unwrap().trim_start_matches(HOME).to_owned();
        items.iter().map(|item| (text(item, "name"), text(item, "item"))).collect()
    };
    let pair = |name: &str, path: &str| (name.to_owned(), path.to_owned());
    let title = post["headline"].as_str().unwrap();
    assert_eq!(
        crumbs(path),
        [pair("Home", "/"), pair("Blog", "/blog/"), pair(title, "/blog/your-first-yoga-class/")]
    );
    assert_eq!(
        crumbs("/schedule/friday/index.html"),
        [pair("Home", "/"), pair("Schedule", "/schedule/"), pair("Schedule, Friday", "/schedule/friday/")]
    );
    assert_eq!(
        crumbs("/gallery/page-1/index.html"),
        [pair("Home", "/"), pair("Gallery", "/gallery/page-1/")]
    );
    assert!(structured(built("/404.html")).is_empty());
}

#[test]
fn a_title_cannot_end_the_script_that_holds_it() {
    let site = Project::new()
        .replace(
            "content/posts/your-first-yoga-class.toml",
            "title = \"Your first",
            "title = \"</script><b>Your first",
        )
        .build(&[]);
    let post = of_type(&site["/blog/your-first-yoga-class/index.html"], "BlogPosting");
    assert!(post["headline"].as_str().unwrap().starts_with("</script><b>Your first"));
}

#[test]
fn the_manifest_names_the_gym_and_its_icon() {
    let manifest: Json = serde_json::from_str(built("/site.webmanifest")).unwrap();
    assert_eq!(
        (&manifest["short_name"], &manifest["start_url"]),
        (&Json::from("Jasho House"), &Json::from("/"))
    );
    let sizes: Vec<_> = manifest["icons"].as_array().unwrap().iter().map(|icon| &icon["sizes"]).collect();
    assert_eq!(sizes, ["512x512", "512x512"]);
    assert_eq!(manifest["icons"][1]["purpose"], "maskable");
    let page = built("/about/index.html");
    assert!(page.contains("<link rel=\"manifest\" href=\"/site.webmanifest\">"));
    assert!(page.contains("<link rel=\"apple-touch-icon\" href=\"/images/icon-"));
}

#[test]
fn without_a_sign_the_icon_is_that_of_the_design() {
    let site = Project::new().replace("content/site.toml", "icon = \"icon.png\"\n", "").build(&[]);
    let manifest: Json = serde_json::from_str(&site["/site.webmanifest"]).unwrap();
    let icon = manifest["icons"][0]["src"].as_str().unwrap();
    assert!(site[icon].contains("<svg"));
    assert!(site["/about/index.html"].contains(&format!("type=\"image/svg+xml\" href=\"{icon}\"")));
}

#[test]
fn a_currency_is_named_by_its_code() {
    let project =
        Project::new().replace("content/site.toml", "currency_code = \"KES\"", "currency_code = \"kes\"");
    let mistakes = project.mistakes();
    assert!(
        mistakes.iter().any(|line| line.contains("malformed") && line.contains("not a currency's code")),
        "{mistakes:?}"
    );
}
