//! What gyms bring along: addresses of an old site, prices of any currency, numbers and domains as people write them.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

use crate::copy::bundles;

const SITE: &str = "name = \"Iron & Chalk\"\nbase_url = \"https://gym.example/\"\ncurrency_code = \"LBP\"\n\
    phone = \"\u{2068}+254 ٢٠ 555 0146\u{2069}\"\nemail = \"info@fitness-münchen.example\u{200b}\"\n\n";

const PAGE: &str = "title = \"Home\"\ndescription = \"A gym.\"\n\n[[section]]\ntype = \"contact\"\nheading = \"Come by\"\n\n\
    [[section]]\ntype = \"prices\"\nheading = \"Prices\"\n\n[[section]]\ntype = \"posts\"\n";

const POST: &str = "title = \"A new name\"\ndate = 2026-11-01\nexcerpt = \"Short.\"\nbody = \"Text.\"\n";

const REDIRECTS: &str = "
[[redirect]]
from = \"/über-uns/\"
to = \"/\"
[[redirect]]
from = \"/kurse/r%C3%BCcken,fit.html\"
to = \"/\"
[[redirect]]
from = \"/wp-content/2019/Plan_1.pdf\"
to = \"/\"
[[redirect]]
from = \"/?p=123&lang=de\"
to = \"/\"
[[redirect]]
from = \"/blog/an-old-name/\"
to = \"/blog/a-new-name/\"
";

struct Site {
    folder: TempDir,
    said: String,
}

impl Site {
    /// Builds a site with these additions to `content/site.toml`, and other files.
    fn build(site: &str, files: &[(&str, &str)]) -> Self {
        let folder = TempDir::with_prefix_in("practice-", env!("CARGO_TARGET_TMPDIR")).unwrap();
        bundles::copy(folder.path());
        let picture = Path::new(env!("CARGO_MANIFEST_DIR")).join("content/images/banner-gym-floor.jpg");
        let write = |path: &str, bytes: &[u8]| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        };
        write("content/site.toml", format!("{SITE}{site}").as_bytes());
        write("content/pages/index.toml", PAGE.as_bytes());
        write("content/posts/a-new-name.toml", POST.as_bytes());
        write("content/images/floor.jpg", &fs::read(picture).unwrap());
        files.iter().for_each(|(path, text)| write(path, text.as_bytes()));
        // A web server must be able to read what a person with a careful umask builds.
        let output = Command::new("sh")
            .args(["-c", "umask 077; exec \"$0\" build --now 2026-11-20T12:00:00Z --root \"$1\""])
            .arg(env!("CARGO_BIN_EXE_gympress"))
            .arg(folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(0), "{said}");
        Self { folder, said }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join("dist").join(path)
    }

    fn text(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }
}

/// A page without its tags, and without the spaces around them.
fn words(html: &str) -> String {
    let parts = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text).trim());
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

#[test]
fn old_addresses_lead_on_as_far_as_the_host_can() {
    let netlify = Site::build(&format!("{REDIRECTS}\n[publish]\nhost = \"netlify\"\n"), &[]);
    let rules = netlify.text("_redirects");
    for rule in [
        "/%C3%BCber-uns/ / 301!",
        "/kurse/r%C3%BCcken,fit.html / 301!",
        "/wp-content/2019/Plan_1.pdf / 301!",
        "/ p=123 lang=de / 301!",
    ] {
        assert!(rules.lines().any(|line| line == rule), "{rule}\n{rules}");
    }
    assert!(!netlify.said.contains("not-followed"), "{}", netlify.said);

    let github = Site::build(&format!("{REDIRECTS}\n[publish]\nhost = \"github\"\n"), &[]);
    assert!(github.text("über-uns/index.html").contains("data-forward"));
    assert!(github.path("kurse/rücken,fit.html").is_file());
    assert!(!github.path("wp-content").exists());
    assert_eq!(github.said.matches("warning[not-followed]").count(), 2, "{}", github.said);
}

#[test]
fn readers_know_a_post_after_it_and_the_site_have_moved() {
    let moved = "\n[publish]\nhost = \"plain\"\nfirst_base_url = \"https://old.example/\"\n";
    let feed = Site::build(&format!("{REDIRECTS}{moved}"), &[]).text("blog/feed.xml");
    assert!(feed.contains("<id>https://old.example/blog/an-old-name/</id>"), "{feed}");
    assert!(feed.contains("href=\"https://gym.example/blog/a-new-name/\""), "{feed}");
}

#[test]
fn prices_and_numbers_are_shown_as_people_write_them() {
    let plan = "price = 160000000\nperiod = \"a year\"\nclasses = 12\njoining_fee = 900000\nfeatures = [\"All\"]\n\
        image = { file = \"floor.jpg\", decorative = true }\n\n[[reduced]]\ntitle = \"Students\"\nprice = 90000000\n";
    let offer = |until: &str| format!("title = \"Year\"\n{plan}\n[offer]\nprice = 1000\nuntil = {until}\n");
    let (running, over) = (offer("2026-11-20"), offer("2026-11-19"));
    let free = format!("title = \"Trial\"\n{}", plan.replace("price = 160000000", "price = 0"));
    let htaccess = "ErrorDocument 404 /404.html\n";
    let site = Site::build(
        "",
        &[
            ("content/plans/over.toml", &over.replace("Year", "Other year")),
            ("content/plans/running.toml", &running),
            ("content/plans/free.toml", &free),
            ("content/static/.well-known/security.txt", "Contact: mailto:a@gym.example\n"),
            ("content/static/.htaccess", htaccess),
            ("content/static/Thumbs.db", "x"),
        ],
    );
    let page = site.text("index.html");
    let text = words(&page).replace('\u{a0}', " ");
    assert!(text.contains("160,000,000"), "{text}");
    assert!(text.contains("13,333,333 a class"), "{text}");
    assert!(text.contains("Joining fee: LBP 900,000") && text.contains("Students: LBP 90,000,000"), "{text}");
    assert!(text.contains("Free"), "{text}");
    assert_eq!(page.matches("plan__usual").count(), 1, "one offer is over");
    assert!(page.contains("data-until=\"2026-11-20\""), "the other ends with its last day");

    assert!(page.contains("href=\"tel:+254205550146\""));
    assert!(page.contains("href=\"mailto:info@xn--fitness-mnchen-osb.example\""));
    assert!(page.contains(">info@fitness-münchen.example<"));
    assert!(!page.contains(['\u{2068}', '\u{2069}', '\u{200b}']));

    assert!(site.path(".well-known/security.txt").is_file() && site.path(".htaccess").is_file());
    assert!(!site.path("Thumbs.db").exists());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &str| fs::metadata(site.path(path)).unwrap().permissions().mode() & 0o777;
        assert_eq!([mode("index.html"), mode("blog"), mode("")], [0o644, 0o755, 0o755]);
    }
}

#[test]
fn the_code_of_services_runs_without_scripts_in_pages() {
    let section = "\n[[section]]\ntype = \"embed\"\nheading = \"Book\"\ncode = '''\n\
        <iframe class=\"plan\" src=\"https://gym.booking.example/plan\"></iframe>\n\
        <script>addEventListener(\"message\", ({ data }) => { if (1 < data.height) document.title = data.title })</script>\n'''\n";
    let services = "\n[services]\nframes = [\"https://*.booking.example\"]\nanalytics = '''\n\
        <script async src=\"https://count.example/a.js\"></script><script>window.count = 1</script>'''\n";
    let page = format!("{PAGE}{section}");
    let site = Site::build(services, &[("content/pages/index.toml", &page)]);
    assert!(!site.said.contains("warning[markup-in-text]"), "{}", site.said);
    let html = site.text("index.html");
    let files: Vec<&str> = html.split("src=\"/").filter_map(|part| part.split('"').next()).collect();
    let code: Vec<String> =
        files.into_iter().filter(|file| file.contains("/code-")).map(|file| site.text(file)).collect();
    assert!(code.iter().any(|script| script == "window.count = 1"), "{code:?}");
    assert!(code.iter().any(|script| script.contains("if (1 < data.height)")), "{code:?}");
    let policy = html.split("Content-Security-Policy").nth(1).unwrap();
    let policy = policy.split('>').next().unwrap().replace("&#39;", "'");
    assert!(
        policy.contains("script-src 'self' https://count.example;") && !policy.contains("unsafe"),
        "{policy}"
    );
    assert!(policy.contains("frame-src https://*.booking.example"), "{policy}");
}
