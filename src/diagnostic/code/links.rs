//! Codes of mistakes in links and addresses.

use diagnostics::{Code, CodeRow, Example, Severity};

pub const BROKEN_LINK: Code = Code(&CodeRow {
    name: "broken-link",
    severity: Severity::Error,
    summary: "a link to a page of the site that doesn't exist",
    text: "The address is misspelled, or the page was moved. A page that moved can keep its old address \
        by a `[[redirect]]`.",
    wrong: &[Example::new(
        "content/navigation.toml",
        r#"
[[link]]
title = "What we do"
to = "/clases/"
"#,
    )],
    right: &[Example::new(
        "content/navigation.toml",
        r#"
[[link]]
title = "What we do"
to = "/classes/"
"#,
    )],
});

pub const BROKEN_FRAGMENT: Code = Code(&CodeRow {
    name: "broken-fragment",
    severity: Severity::Error,
    summary: "a link to a place within a page that doesn't exist",
    text: "What stands behind `#` is the id of a section or heading of that page. The message lists \
        those that exist.",
    wrong: &[Example::new(
        "content/navigation.toml",
        r#"
[[link]]
title = "What it costs"
to = "/pricing/#price"
"#,
    )],
    right: &[Example::new(
        "content/navigation.toml",
        r#"
[[link]]
title = "What it costs"
to = "/pricing/#pricing"
"#,
    )],
});

pub const BLOCKED: Code = Code(&CodeRow {
    name: "blocked",
    severity: Severity::Error,
    summary: "a widget of a service that the content security policy keeps out",
    text: "Browsers load nothing from other sites unless `[services]` in `content/site.toml` names them \
        ([services.md](services.md)). The message says which line to write.",
    wrong: &[Example::new(
        "content/pages/contact.toml",
        r#"
[[section]]
type = "embed"
heading = "Book a class"
frame = "https://calendly.com/iron-house/first-class"
"#,
    )],
    right: &[
        Example::new(
            "content/pages/contact.toml",
            r#"
[[section]]
type = "embed"
heading = "Book a class"
frame = "https://calendly.com/iron-house/first-class"
"#,
        ),
        Example::new(
            "content/site.toml",
            r#"
[services]
frames = ["https://calendly.com"]
"#,
        ),
    ],
});

pub const REDIRECT: Code = Code(&CodeRow {
    name: "redirect",
    severity: Severity::Error,
    summary: "a redirect in a circle, or to another redirect",
    text: "Let each old address lead straight to a page.",
    wrong: &[Example::new(
        "content/site.toml",
        r#"
[[redirect]]
from = "/timetable/"
to = "/week/"

[[redirect]]
from = "/week/"
to = "/schedule/"
"#,
    )],
    right: &[Example::new(
        "content/site.toml",
        r#"
[[redirect]]
from = "/timetable/"
to = "/schedule/"

[[redirect]]
from = "/week/"
to = "/schedule/"
"#,
    )],
});

pub const NOT_FOLLOWED: Code = Code(&CodeRow {
    name: "not-followed",
    severity: Severity::Warning,
    summary: "an old address that the host can't lead on from",
    text: "Hosts without redirects of their own, such as GitHub Pages, lead on by a page at the old address, so \
        that it has to end in `/`, `.html` or `.htm`, or by a copy of the file to which it leads, if both end \
        alike. Programs that have subscribed to a feed don't follow a page. Few hosts look at what stands \
        behind `?` ([hosts.md](hosts.md#redirects)).",
    wrong: &[Example::new(
        "content/site.toml",
        r#"
[publish]
host = "github"

[[redirect]]
from = "/wp-content/uploads/prices.pdf"
to = "/pricing/"
"#,
    )],
    right: &[Example::new(
        "content/site.toml",
        r#"
[publish]
host = "netlify"

[[redirect]]
from = "/wp-content/uploads/prices.pdf"
to = "/pricing/"
"#,
    )],
});

pub const PATH_COLLISION: Code = Code(&CodeRow {
    name: "path-collision",
    severity: Severity::Error,
    summary: "two pages or files at one path",
    text: "Give one of the two another address, or another name.",
    wrong: &[Example::new(
        "content/pages/offer.toml",
        r#"
path = "/pricing/"
title = "Offers"
description = "What is cheaper this month."

[[section]]
type = "text"
body = "A first visit is free."
"#,
    )],
    right: &[Example::new(
        "content/pages/offer.toml",
        r#"
path = "/offer/"
title = "Offers"
description = "What is cheaper this month."

[[section]]
type = "text"
body = "A first visit is free."
"#,
    )],
});
