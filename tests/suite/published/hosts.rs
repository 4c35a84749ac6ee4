//! Settings of the site's host: headers, redirects, and what pages have in their place where a host can't.

use std::collections::BTreeMap;

use super::site::{GYM, Project, built};

fn on(host: &str, more: &str) -> Project {
    let lines = format!("\n[publish]\nhost = \"{host}\"\n{more}\n[map]\n");
    Project::new().replace("content/site.toml", "\n[map]\n", &lines)
}

/// The headers of a file, by the patterns that match its address. No two rules may give the same one.
#[track_caller]
fn headers<'a>(rules: &'a str, address: &str) -> BTreeMap<&'a str, &'a str> {
    let (mut found, mut matches) = (BTreeMap::new(), false);
    for line in rules.lines() {
        if let Some(header) = line.strip_prefix("  ") {
            let (name, value) = header.split_once(": ").unwrap();
            if matches {
                assert!(found.insert(name, value).is_none(), "{address} is reported {name} twice");
            }
        } else {
            matches = line.strip_suffix('*').map_or(line == address, |start| address.starts_with(start));
        }
    }
    found
}

#[test]
fn hosts_say_how_long_each_file_is_good() {
    for host in ["netlify", "cloudflare"] {
        let site = on(host, "").build(&[]);
        let rules = &site["/_headers"];
        for path in site.keys().chain(&["/images/a-1a2b3c4d.jpg".to_owned()]) {
            let address = path.strip_suffix("index.html").unwrap_or(path);
            let headers = headers(rules, address);
            let caching = match path {
                path if path.ends_with(".html") => Some("no-cache"),
                path if path.starts_with("/assets/") || path.starts_with("/images/") => {
                    Some("public, max-age=31536000, immutable")
                }
                path => headers.get("Cache-Control").copied().filter(|_| path.matches('/').count() > 1),
            };
            assert_eq!(headers.get("Cache-Control").copied(), caching, "{path}");
            assert_eq!(headers["X-Content-Type-Options"], "nosniff");
            assert_eq!(headers["Strict-Transport-Security"], "max-age=63072000; includeSubDomains");
            assert!(headers.contains_key("Permissions-Policy") && headers.contains_key("Referrer-Policy"));
        }
        let rules_file = headers(rules, "/")["Speculation-Rules"].trim_matches('"').to_owned();
        assert_eq!(headers(rules, &rules_file)["Content-Type"], "application/speculationrules+json");
        assert!(
            serde_json::from_str::<serde_json::Value>(&site[&rules_file]).unwrap()["prefetch"].is_array()
        );
        let pages = site.iter().filter(|(path, _)| path.ends_with(".html"));
        assert!(pages.into_iter().all(|(_, page)| !page.contains("http-equiv=\"Content-Security-Policy\"")));
    }
}

#[test]
fn the_policy_allows_what_the_site_needs_and_no_more() {
    let site = on("netlify", "").build(&[]);
    let policy = headers(&site["/_headers"], "/")["Content-Security-Policy"];
    assert_eq!(
        policy,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; \
         manifest-src 'self'; connect-src 'self'; frame-src https://www.openstreetmap.org; \
         form-action 'self' mailto:; base-uri 'none'; require-trusted-types-for 'script'; \
         frame-ancestors 'none'"
    );
    let accounts = "[accounts]\napi_key = \"k\"\nproject = \"p\"\nauth_domain = \"p.example\"\n";
    let site = on("netlify", accounts)
        .replace("content/site.toml", "allow = [\"no-accounts\"]\n", "")
        .replace(
            "content/site.toml",
            "allow = [\"no-contact-endpoint\"]",
            "endpoint = \"https://forms.example/f/1\"",
        )
        .build(&[]);
    let policy = headers(&site["/_headers"], "/")["Content-Security-Policy"];
    let connect = "connect-src 'self' https://forms.example https://identitytoolkit.googleapis.com \
                   https://securetoken.googleapis.com https://firestore.googleapis.com;";
    assert!(policy.contains(connect) && policy.contains("form-action 'self' https:;"), "{policy}");
}

#[test]
fn pages_carry_the_policy_where_the_host_sends_no_headers() {
    let github = on("github", "").build(&[]);
    assert_eq!(github["/.nojekyll"], "");
    assert!(!github.contains_key("/_headers") && !GYM.contains_key("/_headers"));
    for site in [&github, &*GYM] {
        for (path, page) in site.iter().filter(|(path, _)| path.ends_with(".html")) {
            let meta = page
                .find("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;;");
            let first = page.find("<link").unwrap();
            assert!(meta.is_some_and(|meta| meta < first), "{path}");
            assert!(!page.contains("frame-ancestors") && !page.contains("unsafe-"), "{path}");
        }
    }
}

#[test]
fn names_of_days_in_addresses_are_content() {
    let days = "path = \"/schedule/{day}/\"\ndays = { friday = \"ijumaa\" }";
    let old = "\n[[redirect]]\nfrom = \"/schedule/friday/\"\nto = \"/schedule/ijumaa/\"\n";
    let site = Project::new()
        .replace("content/pages/schedule/day.toml", "path = \"/schedule/{day}/\"", days)
        .append("content/site.toml", old)
        .build(&[]);
    let page = &site["/schedule/ijumaa/index.html"];
    assert!(page.contains(">Friday</h2>"), "{page}");
    for path in ["/schedule/index.html", "/schedule/monday/index.html", "/schedule/ijumaa/index.html"] {
        let tabs = site[path].split("class=\"days__list\"").nth(1).unwrap().split("</ul>").next().unwrap();
        assert!(tabs.contains("href=\"/schedule/ijumaa/\" data-day=\"friday\""), "{path}: {tabs}");
        assert!(tabs.contains("href=\"/schedule/monday/\"") && !tabs.contains("/schedule/friday/"), "{path}");
    }
    assert!(site["/sitemap.xml"].contains("/schedule/ijumaa/</loc>"));
    assert!(site["/schedule/karate.ics"].contains("/schedule/ijumaa/"));
    let clock = page.split("id=\"clock\"").nth(1).unwrap().split("</script>").next().unwrap();
    assert!(clock.contains("/schedule/ijumaa/") && !clock.contains("/schedule/friday/"));
    assert!(site["/schedule/friday/index.html"].contains("/schedule/ijumaa/"));
}

const REDIRECTS: &str = "\n[[redirect]]\nfrom = \"/timetable\"\nto = \"/schedule/monday/#content\"\n\n\
    [[redirect]]\nfrom = \"/shop.html\"\nto = \"https://shop.example/?from=gym\"\n";

#[test]
fn old_addresses_lead_on() {
    let site = on("netlify", REDIRECTS).build(&[]);
    assert_eq!(
        site["/_redirects"],
        "/gallery/ /gallery/page-1/ 301!\n/gallery /gallery/page-1/ 301!\n\
         /shop.html https://shop.example/?from=gym 301!\n\
         /timetable/ /schedule/monday/#content 301!\n/timetable /schedule/monday/#content 301!\n"
    );
    let site = on("cloudflare", REDIRECTS).build(&["--base-url", "https://example.org/gym/"]);
    assert!(
        site["/_redirects"].starts_with("/gym/gallery/ /gym/gallery/page-1/ 301\n"),
        "{}",
        site["/_redirects"]
    );
    let site = on("plain", REDIRECTS).build(&[]);
    let refresh = |to: &str| format!("<meta http-equiv=\"refresh\" content=\"0; url={to}\">");
    assert!(site["/timetable/index.html"].contains(&refresh("/schedule/monday/#content")));
    assert!(site["/timetable/index.html"].contains("<meta name=\"robots\" content=\"noindex\">"));
    assert!(site["/shop.html"].contains(&refresh("https://shop.example/?from=gym")));
    assert!(!site["/sitemap.xml"].contains("timetable"));
    assert!(built("/gallery/index.html").contains(&refresh("/gallery/page-1/")));
}

#[test]
fn every_mistake_in_redirects_is_reported() {
    let redirect = |from: &str, to: &str| format!("\n[[redirect]]\nfrom = \"{from}\"\nto = \"{to}\"\n");
    let redirects = [
        ("/a/", "/b/"),
        ("/b/", "/a/"),
        ("/self/", "/self/"),
        ("/c/", "/d/"),
        ("/d/", "/about/"),
        ("/e/", "/abuot/"),
        ("/contact/", "/about/"),
        ("/f", "/about/"),
        ("/f/", "/about/"),
        ("/old/*", "/about/"),
        ("/price-list.pdf", "/pricing/"),
        ("/g/", "https://jashohouse.example/g"),
        ("/h/", "http://jashohouse.example/d/?from=h"),
        ("/i/", "https://jashohouse.example/nowhere/"),
        ("/pictures/", "/gallery/"),
        ("/blog/feed.xml/old/", "/blog/"),
    ];
    let text: String = redirects.map(|(from, to)| redirect(from, to)).concat();
    let mistakes = on("github", &text).mistakes().join("\n");
    let sound = on("github", &text.replace("/old/*", "/old/")).mistakes().join("\n");
    assert!(
        mistakes.contains("malformed") && mistakes.contains("\"/old/*\" is not the path of a page"),
        "{mistakes}"
    );
    for (code, message) in [
        ("redirect", "/a/ leads in a circle"),
        ("redirect", "/b/ leads in a circle"),
        ("redirect", "/self/ leads in a circle"),
        ("redirect", "/c/ leads to an address that leads on"),
        ("broken-link", "there is no page at /abuot/"),
        ("path-collision", "two pages are at /contact/"),
        ("duplicate-id", "/f/ is redirected twice"),
        ("redirect", "/g/ leads in a circle"),
        ("redirect", "/h/ leads to an address that leads on; write to = \"/about/\""),
        ("broken-link", "there is no page at /nowhere/"),
        ("redirect", "/pictures/ leads to an address that leads on; write to = \"/gallery/page-1/\""),
        ("path-collision", "/blog/feed.xml/old/ can't be an address, as /blog/feed.xml is a file"),
        ("not-followed", "GitHub Pages can't lead on from /price-list.pdf, which is no page"),
    ] {
        assert!(
            sound.lines().any(|line| line.contains(code) && line.contains(message)),
            "{message}\n{sound}"
        );
    }
}

#[test]
fn an_unknown_host_is_reported() {
    let mistakes = on("netlfy", "").mistakes().join("\n");
    assert!(
        mistakes.contains("unknown-word")
            && mistakes.contains("\"host\" can't be \"netlfy\"; did you mean \"netlify\"?"),
        "{mistakes}"
    );
}
