//! Each mistake that the whole-output check finds, as an editor sees it.

use std::{collections::BTreeSet, fs, sync::Arc};

use gympress::{
    diagnostic::{Diagnostics, Format},
    output::{
        Artifact, Bytes, Origin, OutputPath,
        check::{Check, Checked, CheckedFiles},
        html::Html,
    },
    site::BaseUrl,
    source::Sources,
};
use tempfile::TempDir;

/// A project on disk and the site that was rendered from it.
struct Site {
    folder: TempDir,
    base: &'static str,
    pages: Vec<(String, String, String, Option<String>)>,
}

impl Site {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("content")).unwrap();
        Self { folder, base: "https://example.org/", pages: Vec::new() }
    }

    fn at(mut self, base: &'static str) -> Self {
        self.base = base;
        self
    }

    fn source(self, path: &str, text: &str) -> Self {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    /// A file of the site which was made from `content`, a file that exists.
    fn file(mut self, path: &str, content: &str, bytes: &str) -> Self {
        self.pages.push((path.into(), bytes.into(), content.into(), None));
        self
    }

    /// A page which was made from `content` with `template`, files that exist, with what every page has around `html`.
    fn page(mut self, path: &str, content: &str, template: &str, html: &str) -> Self {
        let html = format!("<html><title>{path}</title><main><p>{html}</main></html>");
        self.pages.push((path.into(), html, content.into(), Some(template.into())));
        self
    }

    fn check(&self) -> (Checked, Sources) {
        let mut diagnostics = Diagnostics::default();
        let sources = Sources::load_without_theme(self.folder.path(), &mut diagnostics).unwrap();
        assert!(diagnostics.is_empty());
        let artifacts: Vec<Artifact> = self
            .pages
            .iter()
            .map(|(path, bytes, content, template)| Artifact {
                path: OutputPath::new(path).unwrap(),
                bytes: content_of(path, bytes),
                origin: Origin {
                    content: sources.text_at(content).unwrap().0,
                    template: template.as_ref().map(|template| sources.text_at(template).unwrap().0),
                },
                has_hashed_name: false,
            })
            .collect();
        let check = Check::new(&BaseUrl::new(&self.base.parse().unwrap()).unwrap(), "");
        let scans: Vec<_> = artifacts.iter().map(|artifact| check.scan_with_rules(artifact)).collect();
        let files = CheckedFiles { scans: &scans, not_rendered: &[], broken_templates: &BTreeSet::new() };
        (check.finish(files, &sources, &|_, _| None), sources)
    }

    fn report(&self) -> String {
        let (mut checked, sources) = self.check();
        checked.diagnostics.sort(&sources);
        Format::Human.render(&checked.diagnostics, &sources, false)
    }
}

fn content_of(path: &str, text: &str) -> Bytes {
    if !path.ends_with(".html") {
        return text.as_bytes().to_vec().into();
    }
    let mut page = Html::default();
    page.push_str(text);
    Bytes::Page(Arc::new(page))
}

/// A project with a home page and a page about the gym.
fn gym() -> Site {
    Site::new()
        .source("content/home.toml", "title = \"Home\"\nmore = \"/about/\"\n")
        .source("content/about.toml", "title = \"About us\"\n")
        .source("templates/home.html", "<h1>{{ title }}</h1>\n<a href=\"{{ more }}\">More</a>\n")
        .source("templates/about.html", "<h1 id=\"team\">{{ title }}</h1>\n")
        .page(
            "about/index.html",
            "content/about.toml",
            "templates/about.html",
            "<h1 id=\"team\">About us</h1>",
        )
}

fn home(site: Site, html: &str) -> Site {
    site.page("index.html", "content/home.toml", "templates/home.html", html)
}

#[test]
fn a_sound_site_has_nothing_to_report() {
    let site = home(
        gym(),
        r##"<!doctype html><title>Home</title>
        <link rel="canonical" href="https://example.org/"><link rel="stylesheet" href="/site.css">
        <meta property="og:image" content="https://example.org/a.webp">
        <meta http-equiv="refresh" content="5; url=/about/">
        <script type="module" src="/boot.js"></script>
        <script type="application/ld+json">{"a": 1}</script><script type="application/json">{}</script>
        <a href="#main">Skip</a> <a href="#">Up</a> <a href="#top">Up</a> <a href="#:~:text=gym">Found</a>
        <main id="main" aria-labelledby="h">
        <h1 id="h">Home</h1><a name="old"></a><a href="#old">Old</a>
        <a href="about/">1</a> <a href="./about/?a=b#team">2</a> <a href="/about/#team">3</a>
        <a href="https://example.org/about/">4</a> <a href="about/index.html">5</a>
        <a href="https://elsewhere.net/gone">6</a> <a href="mailto:a@b.c">7</a> <a href="tel:+254">8</a>
        <img src="/a.webp" srcset="/a.webp 400w, /b%20c.webp 800w" alt="" width="4" height="3">
        <video poster="/a.webp"></video><object data="/a.webp"></object>
        <svg><use href="/icons.svg#star"></use></svg>
        <form action="/api/contact" method="POST"><label for="n">N</label><input id="n"></form>
        <form action="/about/"><button formaction="/">Go</button></form>
        <noscript><a href="/about/">9</a></noscript>
        </main>"##,
    )
    .file("site.css", "content/home.toml", "@import 'more.css'; a { background: url(a.webp); mask: url(#m) }")
    .file("more.css", "content/home.toml", "")
    .file("boot.js", "content/home.toml", "")
    .file("a.webp", "content/home.toml", "")
    .file("b c.webp", "content/home.toml", "")
    .file("icons.svg", "content/home.toml", "<svg><symbol id='star' style='fill: red'/></svg>")
    .file(
        "llms.txt",
        "content/home.toml",
        "See https://example.org/about/. And (https://example.org/), or https://x.org/a.",
    )
    .file("sitemap.xml", "content/home.toml", "<loc>https://example.org/about/</loc>");
    assert_eq!(site.report(), "");
}

#[test]
fn broken_link_from_content() {
    let site =
        gym().source("content/home.toml", "title = \"Home\"\nmore = \"/abuot/\"\nagain = \"/abuot/\"\n");
    insta::assert_snapshot!(home(site, "<a href='/abuot/'>More</a>").report());
}

#[test]
fn broken_link_from_a_template() {
    let site =
        gym().source("templates/home.html", "<h1>Home</h1>\n<a href=\"/contact/?class=boxing\">Join</a>\n");
    insta::assert_snapshot!(home(site, "<a href='/contact/?class=boxing'>Join</a>").report());
}

#[test]
fn broken_link_of_the_layout_is_reported_once() {
    let mut site =
        gym().source("templates/layout.html", "<nav>\n  <a href=\"/pricng/\">Pricing</a>\n</nav>\n");
    for name in ["index.html", "pricing/index.html", "blog/index.html"] {
        site = site.page(name, "content/home.toml", "templates/home.html", "<a href='/pricng/'>Pricing</a>");
    }
    insta::assert_snapshot!(site.report());
}

#[test]
fn broken_link_that_nobody_wrote() {
    let site = gym().file("site.css", "content/home.toml", "a { background: url('../gone/texture.png') }");
    insta::assert_snapshot!(
        home(site, "<img src='/assets/hero.0123.webp' alt='' width='1' height='1'>").report()
    );
}

#[test]
fn broken_links_in_other_attributes_and_files() {
    let site = home(
        gym(),
        "<img src='/a.webp' srcset='/b.webp 2x' alt='' width='1' height='1'><video poster='/c.webp'></video>\
         <form action='/d/'></form><object data='/e.pdf'></object><svg><use href='/f.svg#g'></use></svg>\
         <link rel='stylesheet' href='/h.css'><script src='/i.js'></script>\
         <meta http-equiv='refresh' content=\"0;URL='/j/'\"><meta property='og:url' content='https://example.org/k/'>\
         <link rel='preload' imagesrcset='/l.webp'><button formaction='/m/'></button>",
    )
    .file("feed.xml", "content/home.toml", "<link>https://example.org/n/</link>");
    let report = site.report();
    for gone in "/a.webp /b.webp /c.webp /d/ /e.pdf /f.svg#g /h.css /i.js /j/ https://example.org/k/ /l.webp /m/ https://example.org/n/"
        .split(' ')
    {
        assert!(report.contains(&format!("\"{gone}\", but the site has no such")), "{gone} in {report}");
    }
    assert_eq!(report.matches("error[broken-link]").count(), 13);
}

#[test]
fn link_without_the_slash_at_the_end() {
    let site = gym().source("content/home.toml", "title = \"Home\"\nmore = \"/about\"\n");
    insta::assert_snapshot!(home(site, "<a href='/about'>More</a>").report());
}

#[test]
fn link_outside_of_the_base() {
    let site = gym().at("https://example.org/gym/");
    insta::assert_snapshot!(home(site, "<a href='/about/'>More</a><a href='/shop/'>Shop</a>").report());
}

#[test]
fn link_below_a_base_is_answered_as_the_content_wrote_it() {
    let site = gym().at("https://example.org/gym/").source("content/home.toml", "more = \"/abuot/\"\n");
    insta::assert_snapshot!(home(site, "<a href='/gym/abuot/'>More</a>").report());
}

#[test]
fn broken_fragments() {
    let site = gym().source("content/home.toml", "more = \"/about/#taem\"\nup = \"#nowhere\"\n");
    insta::assert_snapshot!(
        home(site, "<h1 id='a'>A</h1><a href='/about/#taem'>Team</a><a href='#nowhere'>Up</a>").report()
    );
}

#[test]
fn paths_that_collide() {
    let site = gym()
        .source("content/posts/one.toml", "title = \"One\"\n")
        .source("content/posts/two.toml", "title = \"Two\"\n")
        .source("content/posts/three.toml", "title = \"Three\"\n")
        .file("blog/yoga/index.html", "content/posts/one.toml", "<html>")
        .file("blog/Yoga/index.html", "content/posts/two.toml", "<html>")
        .file("blog/yoga/index.html", "content/posts/three.toml", "<html>")
        .file("about", "content/posts/one.toml", "");
    insta::assert_snapshot!(site.report());
}

#[test]
fn markup_against_the_laws() {
    let site = gym().source(
        "templates/home.html",
        "<p style=\"color: red\">\n<script>\n  start()\n</script>\n<button onclick=\"go()\">Go</button>\n<img src=\"/a.webp\">\n",
    );
    let site = site.file("a.webp", "content/home.toml", "");
    insta::assert_snapshot!(
        home(
            site,
            "<p style='color: red'><script>start()</script><button onclick='go()'>Go</button><img src='/a.webp'>\
             <a href='javascript:go()'>Go</a><script type='speculationrules'>{}</script><style>a{}</style><base href='/'>\
             <b id='x'></b><i id='x'></i><input aria-describedby='hint'><img src='' alt width=1 height=1>",
        )
        .report()
    );
}

#[test]
fn references_are_known() {
    let site = home(gym(), "<a href='/about/'></a><a href='/gone/'></a><a href='/about/#team'></a>");
    let (checked, _) = site.check();
    let referenced: Vec<&str> = checked.referenced.iter().map(OutputPath::as_str).collect();
    assert_eq!(referenced, ["about/index.html"]);
}
