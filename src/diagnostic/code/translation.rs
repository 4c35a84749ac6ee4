//! Codes of mistakes in translations.

use diagnostics::{Code, CodeRow, Example, Severity};

pub const FACT_IN_TRANSLATION: Code = Code(&CodeRow {
    name: "fact-in-translation",
    severity: Severity::Error,
    summary: "a translation says a price, a time or another fact, which is the same in all languages",
    text: "A file in the folder of a language has only texts; all else is said once, in the file of the main language. So a price \
        that changes is changed in one place.",
    wrong: &[Example::new(
        "content/sw/plans/month.toml",
        r#"
title = "Mwezi"
price = 4500
"#,
    )],
    right: &[Example::new(
        "content/sw/plans/month.toml",
        r#"
title = "Mwezi"
"#,
    )],
});

pub const NO_ORIGINAL: Code = Code(&CodeRow {
    name: "no-original",
    severity: Severity::Error,
    summary: "a translation of a file that isn't there",
    text: "A translation has the name of its original, and stands in the same folder within the folder of its language. Pages and \
        posts may be in one language alone: such a file is whole.",
    wrong: &[Example::new(
        "content/sw/classes/yogaa.toml",
        r#"
summary = "Polepole, kwa joto."
"#,
    )],
    right: &[Example::new(
        "content/sw/classes/yoga.toml",
        r#"
summary = "Polepole, kwa joto."
"#,
    )],
});

pub const LEFTOVER_TRANSLATION: Code = Code(&CodeRow {
    name: "leftover-translation",
    severity: Severity::Warning,
    summary: "the translation of a text that the original doesn't say any more",
    text: "The text was removed or changed, or the key is misspelt. In the place of a list, a translation has a table whose keys are \
        what its elements say in the main language.",
    wrong: &[Example::new(
        "content/sw/plans/month.toml",
        r#"
[features]
"All clases" = "Vipindi vyote"
"#,
    )],
    right: &[Example::new(
        "content/sw/plans/month.toml",
        r#"
[features]
"All classes" = "Vipindi vyote"
"#,
    )],
});

pub const MISSING_TRANSLATION: Code = Code(&CodeRow {
    name: "missing-translation",
    severity: Severity::Warning,
    summary: "texts that visitors see in the main language, as this one has none for them",
    text: "The message has them ready to be pasted and translated. What recurs stands once in `texts.toml` in the folder of the \
        language ([languages.md](languages.md)).",
    wrong: &[
        Example::new("content/sw/pages/index.toml", "title = \"Karibu\"\n"),
        Example::new(
            "content/sw/classes/yoga.toml",
            r#"
title = "Yoga"
image.alt = "Mwanamke amesimama mkao wa shujaa."
"#,
        ),
    ],
    right: &[Example::shown(
        r#"
title = "Yoga"
image.alt = "Mwanamke amesimama mkao wa shujaa."
summary = "Polepole, kwa joto."
"#,
    )],
});

pub const OUTDATED_TRANSLATION: Code = Code(&CodeRow {
    name: "outdated-translation",
    severity: Severity::Warning,
    summary: "a translation of a text that has changed since",
    text: "The note behind it, `# of 9c1f2e7a`, is the mark of the text that was translated. If the translation is right as it \
        is, the correction renews the note.",
    wrong: &[Example::new(
        "content/sw/plans/month.toml",
        r#"
title = "Mwezi" # of 00000000
"#,
    )],
    right: &[Example::new(
        "content/sw/plans/month.toml",
        r#"
title = "Mwezi" # of 25f620df
"#,
    )],
});

pub const LOST_PLACEHOLDER: Code = Code(&CodeRow {
    name: "lost-placeholder",
    severity: Severity::Warning,
    summary: "a translation without the {price} or {day} that its original has",
    text: "What stands for it, such as a price of content, would be missing, or would not follow when it changes.",
    wrong: &[
        Example::new(
            "content/navigation.toml",
            r#"
[footer]
copyright = "© {year} {name}"
"#,
        ),
        Example::new(
            "content/sw/navigation.toml",
            r#"
[footer]
copyright = "© 2026 {name}"
"#,
        ),
    ],
    right: &[
        Example::new(
            "content/navigation.toml",
            r#"
[footer]
copyright = "© {year} {name}"
"#,
        ),
        Example::new(
            "content/sw/navigation.toml",
            r#"
[footer]
copyright = "© {year} {name}"
"#,
        ),
    ],
});

pub const HEADINGS_DIFFER: Code = Code(&CodeRow {
    name: "headings-differ",
    severity: Severity::Warning,
    summary: "a translated text with another number of headings than its original",
    text: "Headings have the same anchors in all languages, so that a link to one leads to the same place in each.",
    wrong: &[
        Example::new(
            "content/classes/yoga.toml",
            r#"
text = '''
Slow and warm.

## Old injuries

Tell the coach.
'''
"#,
        ),
        Example::new(
            "content/sw/classes/yoga.toml",
            r#"
text = "Polepole. Mwambie kocha."
"#,
        ),
    ],
    right: &[
        Example::new(
            "content/classes/yoga.toml",
            r#"
text = '''
Slow and warm.

## Old injuries

Tell the coach.
'''
"#,
        ),
        Example::new(
            "content/sw/classes/yoga.toml",
            r#"
text = '''
Polepole.

## Majeraha

Mwambie kocha.
'''
"#,
        ),
    ],
});

pub const LINK_LEAVES_LANGUAGE: Code = Code(&CodeRow {
    name: "link-leaves-language",
    severity: Severity::Warning,
    summary: "a link in a translation to a page that isn't in its language",
    text: "Readers get the page in the main language. Translate the page, or take the link out.",
    wrong: &[
        Example::new(
            "content/classes/yoga.toml",
            r#"
text = "See [the prices](/pricing/)."
"#,
        ),
        Example::new(
            "content/sw/classes/yoga.toml",
            r#"
text = "Soma [bei](/pricing/)."
"#,
        ),
        Example::new(
            "content/sw/pages/index.toml",
            r#"
title = "Mwanzo"
"#,
        ),
    ],
    right: &[
        Example::new(
            "content/classes/yoga.toml",
            r#"
text = "See [the prices](/pricing/)."
"#,
        ),
        Example::new(
            "content/sw/classes/yoga.toml",
            r#"
text = "Soma [bei](/pricing/)."
"#,
        ),
        Example::new(
            "content/sw/pages/index.toml",
            r#"
title = "Mwanzo"
"#,
        ),
        Example::new(
            "content/sw/pages/pricing.toml",
            r#"
title = "Bei"
"#,
        ),
    ],
});

pub const LANGUAGE_NOT_PUBLISHED: Code = Code(&CodeRow {
    name: "language-not-published",
    severity: Severity::Warning,
    summary: "a language without a front page, which is left out",
    text: "A language is published once its front page is translated: `pages/index.toml` in its folder.",
    wrong: &[Example::new(
        "content/sw/pages/contact.toml",
        r#"
title = "Mawasiliano"
"#,
    )],
    right: &[Example::new(
        "content/sw/pages/index.toml",
        r#"
title = "Mwanzo"
"#,
    )],
});
