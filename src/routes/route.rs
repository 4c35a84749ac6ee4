//! What can be at a path of the site.

use std::borrow::Cow;

use super::{DataFile, OldAddress, Page};
use crate::{diagnostic::FileId, site::Site};

/// What is at a path of the site.
#[derive(Clone, Debug)]
pub enum Route {
    /// A page
    Page(Page),
    /// An old address, which leads on
    Redirect(OldAddress),
    /// A file that only programs read
    Data(DataFile),
}

impl Route {
    /// The path within the site, without the base path.
    pub fn path(&self) -> Cow<'_, str> {
        match self {
            Self::Page(page) => page.path().into(),
            Self::Redirect(old) => old.path().into(),
            Self::Data(file) => file.path().into(),
        }
    }

    /// The file in the output folder.
    pub fn file(&self) -> String {
        file_at(&self.path())
    }

    /// The page. Returns `None` for the other kinds.
    pub fn page(&self) -> Option<&Page> {
        match self {
            Self::Page(page) => Some(page),
            Self::Redirect(_) | Self::Data(_) => None,
        }
    }

    /// The content file that it is about.
    pub fn content(&self, site: &Site) -> FileId {
        match self {
            Self::Page(page) => page.content(site),
            Self::Redirect(_) => site.gym_file,
            Self::Data(file) => file.content(site),
        }
    }
}

/// The file in the output folder that is at `path` within the site.
pub fn file_at(path: &str) -> String {
    let path = path.trim_start_matches('/');
    if path.is_empty() || path.ends_with('/') { [path, "index.html"].concat() } else { path.to_owned() }
}
