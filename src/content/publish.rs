//! Where the site is put, and which old addresses lead to new ones.

use crate::{
    decode::{
        Fields, Record,
        value::{OldPath, RedirectTarget, Spanned, Word},
    },
    diagnostic::Span,
};

/// How the site is published.
#[derive(Clone, Debug, Default)]
pub struct Publish {
    /// Who serves it.
    pub host: Host,
    /// Where that stands, if it's stated.
    pub span: Option<Span>,
}

impl Record for Publish {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let host = fields.required::<Spanned<Host>>("host", "Who serves the site");
        Self { host: host.value, span: Some(host.span) }
    }
}

/// Who serves a site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Host {
    /// Netlify.
    Netlify,
    /// Cloudflare Pages.
    Cloudflare,
    /// GitHub Pages.
    Github,
    /// Any server that knows nothing of us.
    #[default]
    Plain,
}

impl Host {
    /// As people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Netlify => "Netlify",
            Self::Cloudflare => "Cloudflare Pages",
            Self::Github => "GitHub Pages",
            Self::Plain => "a plain server",
        }
    }

    /// True if it reads `_headers` and `_redirects`.
    pub fn reads_our_files(self) -> bool {
        matches!(self, Self::Netlify | Self::Cloudflare)
    }
}

impl Word for Host {
    const NOUN: &'static str = "a host that gympress knows";
    const EXPECTED: &'static str = "a host, such as \"netlify\", or \"plain\" for any other";
    const EXAMPLE: &'static str = "\"plain\"";
    const WORDS: &'static [(&'static str, Self)] = &[
        ("netlify", Self::Netlify),
        ("cloudflare", Self::Cloudflare),
        ("github", Self::Github),
        ("plain", Self::Plain),
    ];
}

/// An old address, and where it leads now.
#[derive(Clone, Debug, PartialEq)]
pub struct Redirect {
    /// The old address.
    pub from: Spanned<OldPath>,
    /// The new one.
    pub to: Spanned<RedirectTarget>,
}

impl Record for Redirect {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let from = fields.required("from", "The old address, such as \"/timetable/\"");
        let to = fields.required("to", "Where it leads now");
        Self { from, to }
    }
}
