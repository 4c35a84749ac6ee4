//! The names of attributes: whether one is probably a misspelled name of HTML.

use std::sync::LazyLock;

use foldhash::HashMap;

use super::{
    attribute::{Tag, classify},
    violation::Violation,
};
use crate::diagnostic::{Applicability, near};

/// The attributes of HTML and of ARIA, but for handlers.
const NAMES: &str = "\
    abbr accept accept-charset accesskey action align allow allowfullscreen alt aria-activedescendant \
    aria-atomic aria-autocomplete aria-braillelabel aria-brailleroledescription aria-busy aria-checked \
    aria-colcount aria-colindex aria-colindextext aria-colspan aria-controls aria-current \
    aria-describedby aria-description aria-details aria-disabled aria-dropeffect aria-errormessage \
    aria-expanded aria-flowto aria-grabbed aria-haspopup aria-hidden aria-invalid aria-keyshortcuts \
    aria-label aria-labelledby aria-level aria-live aria-modal aria-multiline aria-multiselectable \
    aria-orientation aria-owns aria-placeholder aria-posinset aria-pressed aria-readonly aria-relevant \
    aria-required aria-roledescription aria-rowcount aria-rowindex aria-rowindextext aria-rowspan \
    aria-selected aria-setsize aria-sort aria-valuemax aria-valuemin aria-valuenow aria-valuetext as \
    async autocapitalize autocomplete autofocus autoplay blocking capture charset checked cite class \
    color cols colspan command commandfor content contenteditable controls controlslist coords \
    crossorigin data datetime decoding default defer dir dirname disabled disablepictureinpicture \
    disableremoteplayback download draggable elementtiming enctype enterkeyhint exportparts \
    fetchpriority for form formaction formenctype formmethod formnovalidate formtarget frameborder \
    headers height hidden high href hreflang http-equiv id imagesizes imagesrcset inert inputmode \
    integrity is ismap itemid itemprop itemref itemscope itemtype kind label lang list loading loop low \
    marginheight marginwidth max maxlength media method min minlength multiple muted name nomodule \
    nonce novalidate open optimum part pattern ping placeholder playsinline popover popovertarget \
    popovertargetaction poster preload property readonly referrerpolicy rel required reversed role rows \
    rowspan sandbox scope selected shape size sizes slot span spellcheck src srcdoc srclang srcset \
    start step style summary tabindex target title translate type typemustmatch usemap valign value \
    vocab width wrap writingsuggestions xmlns";

/// An attribute of HTML or of ARIA.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownName {
    /// Its place among [`NAMES`].
    place: usize,
    /// It names an element, and thereby those around it.
    pub(super) names_element: bool,
    /// An element with it needs no name.
    pub(super) hides_element: bool,
    /// The check reads its value on some tag.
    pub(super) is_read: bool,
}

impl KnownName {
    fn new(place: usize, name: &str) -> Self {
        Self {
            place,
            names_element: matches!(name, "aria-label" | "aria-labelledby" | "title"),
            hides_element: matches!(name, "aria-hidden" | "hidden"),
            is_read: Tag::ALL.iter().any(|tag| classify(*tag, name.as_bytes()).is_some()),
        }
    }
}

/// The attribute of HTML or of ARIA with this name, in lower case.
pub(super) fn known(name: &[u8]) -> Option<&'static KnownName> {
    // Prepared once, because each attribute of each page is looked up.
    static KNOWN: LazyLock<HashMap<&[u8], KnownName>> = LazyLock::new(|| {
        let names = NAMES.split(' ').enumerate();
        names.map(|(place, name)| (name.as_bytes(), KnownName::new(place, name))).collect()
    });
    KNOWN.get(name)
}

/// The names of the attributes of a tag.
#[derive(Debug, Default)]
pub(super) struct TagAttributes {
    /// A bit for each of [`NAMES`].
    known: [u64; 4],
    /// The other ones, each with a blank behind it.
    others: Vec<u8>,
}

/// A name that was added to [`TagAttributes`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Added {
    /// The tag has had it before.
    pub is_repeated: bool,
    /// What is known of it, if it is one of HTML or ARIA.
    pub known: Option<&'static KnownName>,
}

impl TagAttributes {
    /// Begins another tag.
    pub(super) fn clear(&mut self) {
        self.known = Default::default();
        self.others.clear();
    }

    /// Adds a name in lower case.
    pub(super) fn add(&mut self, name: &[u8]) -> Added {
        let known = known(name);
        let place = known.map(|known| known.place);
        let bits = place.and_then(|place| self.known.get_mut(place / 64).zip(Some(1 << (place % 64))));
        if let Some((bits, bit)) = bits {
            let is_repeated = *bits & bit != 0;
            *bits |= bit;
            return Added { is_repeated, known };
        }
        let is_repeated = self.others.split(|byte| *byte == b' ').any(|other| other == name);
        self.others.extend(name);
        self.others.push(b' ');
        Added { is_repeated, known }
    }
}

/// What is wrong with the name of an attribute that isn't one of HTML or ARIA. Names that are like no other are those of
/// some script.
pub(super) fn check(name: &[u8]) -> Option<Violation> {
    let name = str::from_utf8(name).ok()?;
    if name.contains(['"', '\'', '<']) {
        return Some(Violation::AttributeWithQuote(name.into()));
    }
    let is_own = name.starts_with("data-") || name.starts_with("on") || name.contains([':', '@', '.', '_']);
    if is_own {
        return None;
    }
    match near(name, NAMES.split(' ')) {
        Some((right, Applicability::Certain)) => Some(Violation::UnknownAttribute(name.into(), right)),
        Some((_, Applicability::Proposed)) | None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{NAMES, TagAttributes, Violation};

    fn check(name: &[u8]) -> Option<Violation> {
        let known = TagAttributes::default().add(name).known;
        if known.is_some() { None } else { super::check(name) }
    }

    #[test]
    fn a_repeated_name_is_noticed() {
        let mut attributes = TagAttributes::default();
        for name in NAMES.split(' ').chain(["data-x", "x-show"]) {
            let added = [attributes.add(name.as_bytes()), attributes.add(name.as_bytes())];
            assert_eq!(added.map(|added| added.is_repeated), [false, true], "{name}");
        }
        attributes.clear();
        assert!(!attributes.add(b"id").is_repeated && !attributes.add(b"x-show").is_repeated);
    }

    #[test]
    fn only_misspelled_names_are_found() {
        for right in
            ["href", "aria-labelledby", "data-hreff", "onclick", "x-show", "hx-get", "xml:lang", "fill"]
        {
            assert_eq!(check(right.as_bytes()), None, "{right}");
        }
        let unknown = |name: &str, right| Some(Violation::UnknownAttribute(name.into(), right));
        assert_eq!(check(b"hreff"), unknown("hreff", "href"));
        assert_eq!(check(b"aria-labeledby"), unknown("aria-labeledby", "aria-labelledby"));
        assert_eq!(check(b"b\""), Some(Violation::AttributeWithQuote("b\"".into())));
    }
}
