//! The origins from which pages may load files, by the site's content security policy.

use std::collections::BTreeMap;

use url::Url;

use crate::{
    content::allows_origin,
    widgets::{UNSAFE_INLINE, hash_source},
};

/// The advice for a file that should be part of the site.
pub(super) const BRING: &str = "bring the file with the site, pictures in content/images, other files beside the template or \
                                stylesheet";

/// The purpose for which a page names an address: all but a form load a file from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Load {
    Script,
    Stylesheet,
    Picture,
    Font,
    Frame,
    Media,
    Object,
    Form,
}

impl Load {
    /// The directive of the policy for it, and its noun in messages.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Script => ("script-src", "script"),
            Self::Stylesheet => ("style-src", "stylesheet"),
            Self::Picture => ("img-src", "picture"),
            Self::Font => ("font-src", "font or picture of a stylesheet"),
            Self::Frame => ("frame-src", "frame"),
            Self::Media => ("media-src", "film or sound"),
            Self::Object => ("object-src", "object"),
            Self::Form => ("form-action", "form to"),
        }
    }

    pub(super) fn noun(self) -> &'static str {
        self.names().1
    }

    /// The advice if the policy forbids `address`.
    pub(super) fn help(self, address: &str) -> String {
        let key = match self {
            Self::Script => "scripts",
            Self::Frame => "frames",
            Self::Form => {
                return format!(
                    "browsers won't send it: in its place, let content have a form with endpoint = \"{address}\"; \
                     docs/forms.md is about forms"
                );
            }
            _ => return format!("browsers won't load it: {BRING}; or link to it instead"),
        };
        let url = Url::parse("https://localhost/").and_then(|base| base.join(address));
        let origin = url.map(|url| url.origin().ascii_serialization()).unwrap_or_default();
        format!(
            "browsers won't load it: write {key} = [\"{origin}\"] below [services] in content/site.toml; docs/services.md is \
             about booking services, films and the like"
        )
    }
}

/// The sources that each directive allows.
#[derive(Clone, Debug, Default)]
pub(super) struct Policy(BTreeMap<Box<str>, Vec<Box<str>>>);

impl Policy {
    /// Reads a policy, as sent to browsers.
    pub(super) fn new(policy: &str) -> Self {
        let mut directives = BTreeMap::new();
        for directive in policy.split(';') {
            let mut words = directive.split_ascii_whitespace().map(Box::from);
            if let Some(name) = words.next() {
                directives.insert(name, words.collect());
            }
        }
        Self(directives)
    }

    /// True if a page may have these styles in it.
    pub(super) fn allows_inline(&self, css: &str) -> bool {
        let allowing = [hash_source(css), UNSAFE_INLINE.to_owned()];
        let sources = self.0.get(Load::Stylesheet.names().0);
        sources
            .is_some_and(|sources| sources.iter().any(|source| allowing.iter().any(|one| **source == **one)))
    }

    /// True if a page of the site at `base` may load `address`. A text that isn't an address is reported elsewhere.
    pub(super) fn allows(&self, load: Load, address: &str, base: &Url) -> bool {
        let sources = self.0.get(load.names().0).or_else(|| self.0.get("default-src"));
        let (Some(sources), Ok(url)) = (sources, base.join(address.trim())) else { return true };
        let own = (url.origin() == base.origin()).then_some("'self'");
        let scheme = format!("{}:", url.scheme());
        sources
            .iter()
            .any(|source| Some(&**source) == own || **source == *scheme || allows_origin(source, &url))
    }
}

/// True for an address outside of the site at `base`.
pub(super) fn is_foreign(address: &str, base: &Url) -> bool {
    let url = base.join(address.trim());
    url.is_ok_and(|url| url.scheme().starts_with("http") && url.origin() != base.origin())
}
