//! Codes of mistakes in translations.

use diagnostics::{Code, CodeRow, Example, Severity};

pub const FACT_IN_TRANSLATION: Code = Code(&CodeRow {
    name: "fact-in-translation",
    severity: Severity::Error,
    summary: "a translation says a price, a time or another fact, which is the same in all languages",
    text: "A file in the folder of a language has only texts; all else is said once, in the file of the main language. So a price \
        that changes is changed in one place.",
    wrong: &[Example::shown("price = 4500, in content/sw/plans/one-month.toml")],
    right: &[Example::shown("price = 4500, in content/plans/one-month.toml")],
});

pub const NO_ORIGINAL: Code = Code(&CodeRow {
    name: "no-original",
    severity: Severity::Error,
    summary: "a translation of a file that isn't there",
    text: "A translation has the name of its original, and stands in the same folder within the folder of its language. Pages and \
        posts may be in one language alone: such a file is whole.",
    wrong: &[Example::shown("content/sw/classes/yogaa.toml, and content/classes/yoga.toml")],
    right: &[Example::shown("content/sw/classes/yoga.toml, and content/classes/yoga.toml")],
});

pub const LEFTOVER_TRANSLATION: Code = Code(&CodeRow {
    name: "leftover-translation",
    severity: Severity::Warning,
    summary: "the translation of a text that the original doesn't say any more",
    text: "The text was removed or changed, or the key is misspelt. In the place of a list, a translation has a table whose keys are \
        what its elements say in the main language.",
    wrong: &[Example::shown("[features] \"All clases\" = \"Vipindi vyote\"")],
    right: &[Example::shown("[features] \"All classes\" = \"Vipindi vyote\"")],
});

pub const MISSING_TRANSLATION: Code = Code(&CodeRow {
    name: "missing-translation",
    severity: Severity::Warning,
    summary: "texts that visitors see in the main language, as this one has none for them",
    text: "The message has them ready to be pasted and translated. What recurs stands once in `texts.toml` in the folder of the \
        language ([languages.md](languages.md)).",
    wrong: &[Example::shown("content/sw/classes/yoga.toml with a title and no summary")],
    right: &[Example::shown("content/sw/classes/yoga.toml with both")],
});

pub const OUTDATED_TRANSLATION: Code = Code(&CodeRow {
    name: "outdated-translation",
    severity: Severity::Warning,
    summary: "a translation of a text that has changed since",
    text: "The note behind it, `# of 9c1f2e7a`, is the mark of the text that was translated. If the translation is right as it \
        is, the correction renews the note.",
    wrong: &[Example::shown("title = \"Yoga\" # of 00000000")],
    right: &[Example::shown("title = \"Yoga\" # of 3e0a77b1")],
});

pub const LOST_PLACEHOLDER: Code = Code(&CodeRow {
    name: "lost-placeholder",
    severity: Severity::Warning,
    summary: "a translation without the {price} or {day} that its original has",
    text: "What stands for it, such as a price of content, would be missing, or would not follow when it changes.",
    wrong: &[Example::shown("\"Mipango kuanzia 400\" for \"Plans from {price}\"")],
    right: &[Example::shown("\"Mipango kuanzia {price}\"")],
});

pub const HEADINGS_DIFFER: Code = Code(&CodeRow {
    name: "headings-differ",
    severity: Severity::Warning,
    summary: "a translated text with another number of headings than its original",
    text: "Headings have the same anchors in all languages, so that a link to one leads to the same place in each.",
    wrong: &[Example::shown("a text with three headings, of one with four")],
    right: &[Example::shown("a text with four headings, of one with four")],
});

pub const LINK_LEAVES_LANGUAGE: Code = Code(&CodeRow {
    name: "link-leaves-language",
    severity: Severity::Warning,
    summary: "a link in a translation to a page that isn't in its language",
    text: "Readers get the page in the main language. Translate the page, or take the link out.",
    wrong: &[Example::shown("[masharti](/terms/) in content/sw, without content/sw/pages/terms.toml")],
    right: &[Example::shown("[masharti](/terms/), with content/sw/pages/terms.toml")],
});

pub const LANGUAGE_NOT_PUBLISHED: Code = Code(&CodeRow {
    name: "language-not-published",
    severity: Severity::Warning,
    summary: "a language without a front page, which is left out",
    text: "A language is published once its front page is translated: `pages/index.toml` in its folder.",
    wrong: &[Example::shown("content/sw without pages/index.toml")],
    right: &[Example::shown("content/sw/pages/index.toml")],
});
