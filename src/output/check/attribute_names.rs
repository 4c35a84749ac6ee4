//! The names of attributes: whether one is probably a misspelled name of HTML.

use std::sync::LazyLock;

use foldhash::HashSet;

use super::violation::Violation;
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

/// Prepared once, because each attribute of each page is looked up.
static KNOWN: LazyLock<HashSet<&[u8]>> = LazyLock::new(|| NAMES.split(' ').map(str::as_bytes).collect());

/// What is wrong with the name of an attribute, in lower case. Names that are like no other are those of some script.
pub(super) fn check(name: &[u8]) -> Option<Violation> {
    if KNOWN.contains(name) {
        return None;
    }
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
    use super::{Violation, check};

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
