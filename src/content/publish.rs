//! Where the site is put, and which old addresses lead to new ones.

use gympress_derive::View;
use serde::Deserialize;

use crate::{
    diagnostic::Span,
    schema::{
        choice_view,
        decode::{
            Spanned,
            value::{Link, Text, WebUrl},
        },
    },
};

#[derive(Debug, View)]
pub struct Publish {
    pub host: Host,
    /// Where the site was published first, by which readers of feeds know its entries.
    pub first_base_url: Option<WebUrl>,
    #[view(span)]
    pub span: Span,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Host {
    Netlify,
    Cloudflare,
    Github,
    /// A shared host, most of which have Apache or LiteSpeed.
    Apache,
    /// Any server, without settings of its own.
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
            Self::Apache => "Apache",
            Self::Plain => "a plain server",
        }
    }

    /// True if the policy of pages is in a header. Apache may lack the module for headers.
    pub fn sends_policy(self) -> bool {
        matches!(self, Self::Netlify | Self::Cloudflare)
    }

    /// True if it redirects from any address, whether a page could be there or not.
    pub fn redirects(self) -> bool {
        matches!(self, Self::Netlify | Self::Cloudflare | Self::Apache)
    }

    /// True if it looks at what stands behind a question mark.
    pub fn redirects_queries(self) -> bool {
        matches!(self, Self::Netlify | Self::Apache)
    }
}

choice_view!(Host);

impl Redirect {
    /// What stands before a question mark in the old address.
    pub fn old_path(&self) -> &str {
        self.from.value.as_str().split('?').next().unwrap_or_default()
    }

    /// The folder of whose addresses it is the last resort, of `/author/*` `/author/`.
    pub fn folder(&self) -> Option<&str> {
        self.from.value.as_str().strip_suffix('*')
    }

    /// What stands behind a question mark.
    pub fn query(&self) -> Option<&str> {
        self.from.value.as_str().split_once('?').map(|(_, query)| query)
    }
}

/// An old address, and where it leads now.
#[derive(Clone, Debug, PartialEq, View)]
pub struct Redirect {
    pub from: Spanned<Text>,
    pub to: Spanned<Link>,
    /// What visitors read where a host can't lead on by itself.
    pub text: Option<Text>,
}
