//! The names that CSS has. Those of properties and pseudo-classes come from csstype, and `tests/validators/css.test.js`
//! makes sure that they do.

use std::{collections::BTreeMap, sync::LazyLock};

/// A line for each property: its name, `=` if it takes nothing but the words behind, else `~`.
const NAMES: &str = include_str!("names.txt");

/// What any property takes.
const GLOBALS: [&str; 5] = ["inherit", "initial", "revert", "revert-layer", "unset"];

/// At-rules, with the content of their blocks.
const AT_RULES: [(&str, Block); 20] = [
    ("charset", Block::Descriptors),
    ("color-profile", Block::Descriptors),
    ("container", Block::Rules),
    ("counter-style", Block::Descriptors),
    ("font-face", Block::Descriptors),
    ("font-feature-values", Block::Descriptors),
    ("font-palette-values", Block::Descriptors),
    ("function", Block::Descriptors),
    ("import", Block::Descriptors),
    ("keyframes", Block::Keyframes),
    ("layer", Block::Rules),
    ("media", Block::Rules),
    ("namespace", Block::Descriptors),
    ("page", Block::Descriptors),
    ("position-try", Block::Descriptors),
    ("property", Block::Descriptors),
    ("scope", Block::Rules),
    ("starting-style", Block::Rules),
    ("supports", Block::Rules),
    ("view-transition", Block::Descriptors),
];

/// What a block holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// Rules, or declarations of the rule around it.
    Rules,
    /// Rules with points in time in the place of selectors.
    Keyframes,
    /// What isn't a property, though it looks like one.
    Descriptors,
}

const UNITS: [&str; 65] = [
    "%", "cap", "ch", "cm", "cqb", "cqh", "cqi", "cqmax", "cqmin", "cqw", "db", "deg", "dpcm", "dpi", "dppx",
    "dvb", "dvh", "dvi", "dvmax", "dvmin", "dvw", "em", "ex", "fr", "grad", "hz", "ic", "in", "khz", "lh",
    "lvb", "lvh", "lvi", "lvmax", "lvmin", "lvw", "mm", "ms", "pc", "pt", "px", "q", "rad", "rcap", "rch",
    "rem", "rex", "ric", "rlh", "s", "st", "svb", "svh", "svi", "svmax", "svmin", "svw", "turn", "vb", "vh",
    "vi", "vmax", "vmin", "vw", "x",
];

/// Units that are words of other meaning where they stand by themselves, as in `color-mix(in oklab, ...)`.
const ALSO_WORDS: [&str; 6] = ["cap", "ex", "ic", "in", "st", "x"];

const FUNCTIONS: &str = "\
    abs acos anchor anchor-size annotation asin atan atan2 attr blur brightness calc calc-size \
    character-variant circle clamp color color-mix conic-gradient contrast contrast-color cos \
    counter counters cross-fade cubic-bezier device-cmyk drop-shadow element ellipse env exp \
    fit-content format grayscale hsl hsla hue-rotate hwb hypot ident if image image-set inherit \
    inset invert lab layer lch light-dark linear linear-gradient local log matrix matrix3d max min \
    minmax mod oklab oklch opacity ornaments paint palette-mix path perspective polygon pow \
    progress radial-gradient random ray rect rem repeat repeating-conic-gradient \
    repeating-linear-gradient repeating-radial-gradient rgb rgba rotate rotate3d rotatex rotatey \
    rotatez round saturate scale scale3d scalex scaley scalez scroll selector sepia shape \
    sibling-count sibling-index sign sin skew skewx skewy sqrt steps style styleset stylistic \
    superellipse supports swash symbols tan tech translate translate3d translatex translatey \
    translatez type url var view xywh";

/// Beginnings of the names of properties whose words are names that a stylesheet chooses itself.
const OWN_WORDS: &str = "\
    anchor animation container content counter font grid list-style offset page position-anchor \
    position-try quotes scroll-timeline src timeline transition trigger unicode view-timeline \
    view-transition will-change";

/// Properties that take lengths or words, and never a bare number but zero.
const LENGTHS: &str = "\
    block-size border-bottom-width border-left-width border-radius border-right-width \
    border-top-width border-width bottom column-gap font-size gap height inline-size inset \
    inset-block inset-block-end inset-block-start inset-inline inset-inline-end inset-inline-start \
    left letter-spacing margin margin-block margin-block-end margin-block-start margin-bottom \
    margin-inline margin-inline-end margin-inline-start margin-left margin-right margin-top \
    max-height max-width min-height min-width outline-offset outline-width padding padding-block \
    padding-block-end padding-block-start padding-bottom padding-inline padding-inline-end \
    padding-inline-start padding-left padding-right padding-top row-gap top width";

/// What a property takes.
#[derive(Clone, Debug)]
pub(super) struct Property {
    words: Vec<&'static str>,
    /// False if it takes lengths, functions and the like as well.
    has_only_words: bool,
}

static PROPERTIES: LazyLock<BTreeMap<&'static str, Property>> = LazyLock::new(|| {
    let lines = NAMES.lines().filter_map(|line| {
        let mut words = line.split(' ');
        let (name, kind) = (words.next()?, words.next()?);
        Some((name, Property { words: words.collect(), has_only_words: kind == "=" }))
    });
    lines.collect()
});

/// What the property of this name takes; `None` if CSS has no such property.
pub(super) fn property(name: &str) -> Option<&'static Property> {
    PROPERTIES.get(name).filter(|_| !name.starts_with('<'))
}

/// The names of all properties.
pub(super) fn properties() -> impl Iterator<Item = &'static str> {
    PROPERTIES.keys().copied().filter(|name| !name.starts_with('<'))
}

/// The words of a list that isn't that of a property, such as `<pseudo>`.
fn list(name: &str) -> impl Iterator<Item = &'static str> {
    PROPERTIES.get(name).into_iter().flat_map(|property| property.words.iter().copied())
}

/// Pseudo-classes and pseudo-elements, without colons.
pub(super) fn pseudos() -> impl Iterator<Item = &'static str> {
    list("<pseudo>")
}

pub(super) fn functions() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.split(' ')
}

pub(super) fn at_rules() -> impl Iterator<Item = &'static str> {
    AT_RULES.iter().map(|(name, _)| *name)
}

/// The content of the block of this at-rule. Returns `None` if CSS has no such at-rule.
pub(super) fn block(at_rule: &str) -> Option<Block> {
    AT_RULES.iter().find(|(name, _)| *name == at_rule).map(|(_, block)| *block)
}

pub(super) fn units() -> impl Iterator<Item = &'static str> {
    UNITS.into_iter()
}

/// True for a unit that isn't also an English word.
pub(super) fn is_lone_unit(word: &str) -> bool {
    UNITS.contains(&word) && !ALSO_WORDS.contains(&word)
}

/// True if a list has this word.
pub(super) fn has(list: &str, word: &str) -> bool {
    list.split(' ').any(|known| known == word)
}

/// True for a property that takes lengths, and never a bare number but zero.
pub(super) fn is_length(property: &str) -> bool {
    has(LENGTHS, property)
}

/// True for a property whose words may be names that the stylesheet chooses.
pub(super) fn has_own_words(property: &str) -> bool {
    let is_listed = OWN_WORDS.split(' ').any(|start| property.starts_with(start));
    is_listed && !matches!(property, "font-size" | "font-weight" | "font-style")
}

impl Property {
    /// The words that it takes, without what any property takes.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        self.words.iter().flat_map(|word| match word.starts_with('<') {
            true => list(word).collect(),
            false => vec![*word],
        })
    }

    /// True if a word that isn't in the list is a mistake, and not one of those that lists can't say.
    pub fn has_all_words(&self, name: &str) -> bool {
        const WHOLE: &str = "background border border-bottom border-left border-right border-top \
            display opacity outline z-index";
        let is_colour = *self.words == ["<color>"];
        self.has_only_words || is_colour || is_length(name) || has(WHOLE, name)
    }

    /// True if it takes this word.
    pub fn takes(&self, word: &str) -> bool {
        let word = word.to_ascii_lowercase();
        word.starts_with('-')
            || word == "math"
            || GLOBALS.contains(&&*word)
            || self.words().any(|known| known == word)
    }

    /// True if it takes nothing but words.
    pub fn has_only_words(&self) -> bool {
        self.has_only_words
    }
}
