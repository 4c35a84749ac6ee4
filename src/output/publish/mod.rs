//! Publishing: the site's files into the output folder, so that a working site is in it at any instant, even if the
//! build is killed.
//!
//! # How a file gets there
//!
//! Every file goes through two steps. [`Staging::take`] compares it with what is published and, if it
//! differs, writes it into a staging folder on the same file system. Files are taken one at a time, from as
//! many threads as there are, while pages are being rendered: a file's bytes aren't needed any more
//! when `take` returns, so that a site never has to fit into memory. [`Staging::publish`] then moves what was
//! staged into place by renaming, once everything was rendered and checked. A [`Staging`] that is
//! dropped instead takes what it staged away and leaves the folder as it was.
//!
//! # The first publication
//!
//! into a folder that doesn't exist or is empty is staged as a whole in `.<name>.gympress/tree` beside it,
//! then renamed into place: there is no instant at which half a site can be seen. Where that can't be
//! done, because the folder is a mount point or the folder around it can't be written, it is published like a
//! later one.
//!
//! # A later publication
//!
//! changes the folder in place, as it may be mounted or served while that happens. Staged files are in
//! `.gympress/staging` within it. They are moved in this order:
//!
//! 1. new files that aren't pages: scripts, styles and images, which have new names when their bytes are
//!    new;
//! 2. changed ones of these, but for lists;
//! 3. new pages, each after the new pages to which it refers;
//! 4. changed pages, likewise;
//! 5. changed lists of pages for programs: sitemaps, feeds, search indexes (`xml`, `txt`, `json`, `bin`,
//!    `webmanifest`, `ics`);
//! 6. files of earlier builds that the site has no more are removed: pages first, each before the pages to
//!    which it refers, then everything else.
//!
//! A rename replaces a file at once: readers get the old bytes or the new ones. A new folder comes into place
//! with all that is in it by one rename, and goes like that too. A file whose bytes are the same isn't touched.
//!
//! Two new pages that refer to each other can't come at the same instant if they come in two folders of a
//! folder that is there already: for the microseconds between two renames the first refers to a page
//! that isn't there yet. The same goes for two that vanish. This is the only gap.
//!
//! # The manifest
//!
//! `.gympress/manifest` lists the files that gympress made. A folder with other files and no manifest is
//! refused, and a file that isn't listed is never changed or removed: if the site has a file
//! of that name and other bytes, that is a failure. Before anything is moved, the manifest is written with both
//! the old and the new files, so that whatever a killed build leaves is known to the next one; at the end, with the
//! new ones alone. Files [with a hash in their name](crate::output::Artifact::has_hashed_name) are listed as such, and
//! stay for one more build after the one that left them out.
//!
//! # What is flushed
//!
//! The manifest, before it is renamed into place. Nothing else: flushing ten thousand pages
//! takes longer than making them. After a power cut, files that were written within the
//! last seconds may be empty or missing on some file systems. The next build finds them, as it compares bytes, and writes
//! them again.

mod compare;
mod folder;
mod folders;
mod in_place;
mod lock;
mod manifest;
mod rename_plan;
mod order;
mod removal;
mod staging;
mod step;
mod first;

use rayon::prelude::*;

pub use self::{
    folder::OutFolder,
    staging::{Staged, Staging},
};
use super::{Artifact, OutputPath, check::References};
use crate::failure::Failure;

/// What a publication did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// Files that weren't there.
    pub added: Vec<OutputPath>,
    /// Files whose bytes were replaced.
    pub changed: Vec<OutputPath>,
    /// Files of earlier builds that the site has no more.
    pub removed: Vec<OutputPath>,
    /// Files of the build before that the site has no more, which stay until the next build.
    pub expiring: Vec<OutputPath>,
    /// How many files were the same and not touched.
    pub unchanged: usize,
}

/// Publishes a site that is in memory as a whole.
///
/// # Errors
/// As [`Staging::open`], [`Staging::take`] and [`Staging::publish`].
pub fn publish(
    artifacts: &[Artifact],
    out: &OutFolder,
    references: &References,
) -> Result<Published, Failure> {
    let staging = Staging::open(out)?;
    let staged = artifacts.par_iter().map(|artifact| staging.take(artifact)).collect::<Result<_, _>>()?;
    staging.publish(staged, references)
}
