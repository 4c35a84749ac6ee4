//! Codes of mistakes in types, templates, stylesheets and components.

use diagnostics::{Code, CodeRow, Example, Severity};

pub const TEMPLATE: Code = Code(&CodeRow {
    name: "template",
    severity: Severity::Error,
    summary: "a template that can't be compiled or rendered",
    text: "The message shows the line of the template, and what it was given. \
        [templates.md](templates.md) has all that templates can use.",
    wrong: &[Example::new("templates/sections/faq/template.html", "<h2>{{ section.headin }}</h2>")],
    right: &[Example::new("templates/sections/faq/template.html", "<h2>{{ section.heading }}</h2>")],
});

pub const BUNDLE: Code = Code(&CodeRow {
    name: "bundle",
    severity: Severity::Error,
    summary: "a stylesheet or script that can't be bundled",
    text: "A component or stylesheet has a mistake in its syntax, or imports what isn't there.",
    wrong: &[Example::new("templates/sections/faq/style.css", ".faq { color: var(--accent);")],
    right: &[Example::new("templates/sections/faq/style.css", ".faq { color: var(--accent); }")],
});

pub const ISLAND: Code = Code(&CodeRow {
    name: "island",
    severity: Severity::Error,
    summary: "an island that is used or written wrongly",
    text: "A component is called with props that it doesn't know, fails while it is rendered, or \
        renders something else in the browser than it did in the build.",
    wrong: &[Example::new(
        "templates/sections/faq/template.html",
        "{{ island(\"SiteSearch\", { \"words\": search.words, \"indx\": \"/search.json\"|url }) }}",
    )],
    right: &[Example::new(
        "templates/sections/faq/template.html",
        "{{ island(\"SiteSearch\", { \"words\": search.words, \"index\": \"/search.json\"|url }) }}",
    )],
});

pub const TYPE: Code = Code(&CodeRow {
    name: "type",
    severity: Severity::Error,
    summary: "a type file that contradicts itself, or what gympress reads of the type",
    text: "[types.md](types.md) describes the language of types.",
    wrong: &[Example::new(
        "templates/types/offer.toml",
        r#"
help = "An offer"

[field]
title = { type = "text", length = [60, 1], help = "Its name." }
"#,
    )],
    right: &[Example::new(
        "templates/types/offer.toml",
        r#"
help = "An offer"

[field]
title = { type = "text", length = [1, 60], help = "Its name." }
"#,
    )],
});

pub const UNUSED_FILE: Code = Code(&CodeRow {
    name: "unused-file",
    severity: Severity::Warning,
    summary: "a template, stylesheet or component that nothing brings in",
    text: "The file is left over, or its name is misspelled. A comment with `allow: unused-file` keeps \
        it.",
    wrong: &[Example::new("templates/sections/fqa/template.html", "<h2>{{ section.heading }}</h2>")],
    right: &[Example::new("templates/sections/faq/template.html", "<h2>{{ section.heading }}</h2>")],
});

pub const OUTSIDE_BLOCK: Code = Code(&CodeRow {
    name: "outside-block",
    severity: Severity::Warning,
    summary: "a part of a template that extends another, outside of its blocks",
    text: "Of a template that extends another one, only what is in its blocks is shown. Macros and values may stand \
        outside. A comment with `allow: outside-block` keeps the rest.",
    wrong: &[Example::new(
        "templates/page.html",
        r#"
{% extends "theme:page.html" %}
<p>Closed on Friday</p>
"#,
    )],
    right: &[Example::new(
        "templates/page.html",
        r#"
{% extends "theme:page.html" %}
{% block content %}
{{ super() }}
<p>Closed on Friday</p>
{% endblock %}
"#,
    )],
});

pub const UNKNOWN_ELEMENT: Code = Code(&CodeRow {
    name: "unknown-element",
    severity: Severity::Warning,
    summary: "an element of a template or component that no browser knows",
    text: "Browsers show what is in it as text, without the look and the behaviour of the element \
        that was meant. Elements of a script of yours have a dash in their names.",
    wrong: &[Example::new(
        "templates/sections/faq/template.html",
        "<buton class=\"button\">{{ section.heading }}</buton>",
    )],
    right: &[Example::new(
        "templates/sections/faq/template.html",
        "<button class=\"button\">{{ section.heading }}</button>",
    )],
});

pub const PHYSICAL_SIDES: Code = Code(&CodeRow {
    name: "physical-sides",
    severity: Severity::Warning,
    summary: "a style that puts something at the left or right, where lines begin at the right",
    text: "The site is in a language that is written from right to left, and a stylesheet of yours \
        names a side of the page, or gives the right and the left one different lengths, so that it \
        doesn't turn round with the lines. Use `padding-inline`, `margin-inline` or `inset-inline`, \
        whose first value is where lines begin.",
    wrong: &[
        Example::new("templates/styles/own.css", ".faq { padding: 0 0 0 1rem; }"),
        Example::new("content/site.toml", "language = \"ar-AE\""),
    ],
    right: &[
        Example::new("templates/styles/own.css", ".faq { padding-inline: 1rem 0; }"),
        Example::new("content/site.toml", "language = \"ar-AE\""),
    ],
});

pub const UNKNOWN_PROPERTY: Code = Code(&CodeRow {
    name: "unknown-property",
    severity: Severity::Warning,
    summary: "a property that no browser knows, or a custom one that no stylesheet gives a value",
    text: "A stylesheet of yours has a property that is a slip of the keyboard away from one of CSS, \
        or reads a custom one with `var()`, and browsers ignore the whole declaration. Correct its \
        name, give it a value, or write another value behind a comma, which is used without one.",
    wrong: &[Example::new("templates/sections/faq/style.css", ".faq { color: var(--acent); }")],
    right: &[Example::new("templates/sections/faq/style.css", ".faq { color: var(--accent); }")],
});
