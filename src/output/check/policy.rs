//! What pages may load, as the site's own content security policy says it.

use std::{borrow::Cow, collections::BTreeMap};

use url::Url;

use crate::content::lets_in;

/// What something is loaded for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Load {
    Script,
    Stylesheet,
    Picture,
    Font,
    Frame,
    Media,
    Object,
}

impl Load {
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Script => "script",
            Self::Stylesheet => "stylesheet",
            Self::Picture => "picture",
            Self::Font => "font or picture of a stylesheet",
            Self::Frame => "frame",
            Self::Media => "film or sound",
            Self::Object => "object",
        }
    }

    /// What to do where the policy forbids `address`.
    pub(super) fn help(self, address: &str) -> Cow<'static, str> {
        let help = match self {
            Self::Script | Self::Frame => return in_services(self, address).into(),
            Self::Stylesheet => "browsers won't load it: put its rules into a stylesheet of templates/",
            Self::Picture => "browsers won't show it: put the picture into content/images, and use picture()",
            Self::Font => {
                "browsers won't load it: put the file beside the stylesheet in templates/, and name it there"
            }
            Self::Media | Self::Object => "browsers won't load it: link to it instead",
        };
        help.into()
    }

    fn directive(self) -> &'static str {
        match self {
            Self::Script => "script-src",
            Self::Stylesheet => "style-src",
            Self::Picture => "img-src",
            Self::Font => "font-src",
            Self::Frame => "frame-src",
            Self::Media => "media-src",
            Self::Object => "object-src",
        }
    }
}

/// The line that lets in a script or a frame.
fn in_services(load: Load, address: &str) -> String {
    let url = Url::parse("https://localhost/").and_then(|base| base.join(address));
    let origin = url.map(|url| url.origin().ascii_serialization()).unwrap_or_default();
    let (wont, key, instead) = match load {
        Load::Script => ("run", "scripts", ", or bring what it does as an island, in components/"),
        _ => ("show", "frames", ""),
    };
    format!(
        "browsers won't {wont} it: write {key} = [\"{origin}\"] below [services] in content/site.toml{instead}; \
         docs/services.md is about booking services, films and the like"
    )
}

/// The sources that each directive allows.
#[derive(Clone, Debug, Default)]
pub(super) struct Policy(BTreeMap<Box<str>, Vec<Box<str>>>);

impl Policy {
    /// Reads a policy as browsers get it.
    pub(super) fn new(policy: &str) -> Self {
        let directive = |directive: &str| {
            let mut words = directive.split_ascii_whitespace().map(Box::from);
            Some((words.next()?, words.collect()))
        };
        Self(policy.split(';').filter_map(directive).collect())
    }

    /// True if `address` may be loaded by a page of the site that `base` is the root of. What isn't an address is for
    /// others to tell.
    pub(super) fn allows(&self, load: Load, address: &str, base: &Url) -> bool {
        let sources = self.0.get(load.directive()).or_else(|| self.0.get("default-src"));
        let Some(sources) = sources else { return true };
        // Most addresses are paths of the site, which need not be parsed.
        let is_path = address.starts_with('/')
            && !address.starts_with("//")
            && !address.contains(['\\', '\t', '\n', '\r']);
        if is_path && sources.iter().any(|source| &**source == "'self'") {
            return true;
        }
        let Ok(url) = base.join(address.trim()) else { return true };
        let own = (url.origin() == base.origin()).then_some("'self'");
        let scheme = format!("{}:", url.scheme());
        let is_named = |source: &str| Some(source) == own || source == scheme || lets_in(source, &url);
        sources.iter().any(|source| is_named(source))
    }
}
