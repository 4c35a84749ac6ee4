//! Which scripts pages load, and whether their budgets allow it.

use crate::{
    diagnostic::{Diagnostics, FileId, Span},
    islands::{Budgets, ComponentId, Islands, PageScripts},
    output::OutputPath,
};

/// The scripts that a page loads.
#[derive(Clone, Debug)]
pub struct ScriptUse {
    /// Its file.
    pub path: OutputPath,
    address: String,
    origin: Span,
    /// Its islands, in the order in which they stand.
    pub islands: Vec<ComponentId>,
}

impl ScriptUse {
    /// The scripts of the file at `path`, which has an address, is about `content`, and has these islands on it.
    pub(super) fn new(address: &str, content: FileId, path: &OutputPath, islands: Vec<ComponentId>) -> Self {
        Self { path: path.clone(), address: address.to_owned(), origin: Span::whole(content), islands }
    }
}

/// Reports every page that loads more script than the budgets allow.
pub fn check_scripts(pages: &[ScriptUse], islands: &Islands, budgets: &Budgets) -> Diagnostics {
    let boot: Vec<&str> = islands.boot().into_iter().collect();
    // Files that only programs read load none.
    let scripts = pages.iter().filter(|page| page.path.is_html()).map(|page| PageScripts {
        page: &page.address,
        origin: page.origin,
        scripts: &boot,
        islands: &page.islands,
    });
    islands.check_budgets(&scripts.collect::<Vec<_>>(), budgets)
}
