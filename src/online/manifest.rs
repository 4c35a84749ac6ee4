//! The list of what gympress put on the other side, and the names of what is on its way there.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{
    PLAN,
    remote::{Trouble, TroubleKind},
};
use crate::output::OutputPath;

const TITLE: &str = "gympress published 1";
const NOTE: &str = "# What gympress put here. It changes and removes nothing else.";
const PLAN_TITLE: &str = "gympress plan 1";

/// A file by its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredVersion {
    /// Half of a BLAKE3 in 32 digits.
    pub hash: String,
    pub size: u64,
}

impl StoredVersion {
    /// The version of a file of which only the size is known.
    pub(super) fn unknown(size: u64) -> Self {
        Self { hash: "0".repeat(32), size }
    }
}

/// The line or lines of a path in the manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PublishedEntry {
    /// The version that is published, or about to be.
    pub now: Option<StoredVersion>,
    /// The version that may be there still, while files are put into place.
    pub was: Option<StoredVersion>,
    /// The day until which a file is kept although the site has it no more.
    pub kept_until: Option<Date>,
}

impl PublishedEntry {
    pub(super) fn of(version: StoredVersion) -> Self {
        Self { now: Some(version), ..Self::default() }
    }

    /// True if a file of this size there can be the published version alone.
    pub(super) fn is_surely(&self, hash: &str, there: Option<u64>) -> bool {
        let Some(now) = &self.now else { return false };
        now.hash == hash
            && Some(now.size) == there
            && self.was.as_ref().is_none_or(|was| was.size != now.size)
    }

    /// True if gympress put a file of this size there.
    pub(super) fn has_size(&self, size: u64) -> bool {
        [&self.now, &self.was].into_iter().flatten().any(|version| version.size == size)
    }
}

/// The files that gympress put into a folder of another machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PublishedList {
    /// The address of the site.
    pub site: String,
    pub files: BTreeMap<OutputPath, PublishedEntry>,
}

fn is_hash(word: &str) -> bool {
    word.len() == 32 && word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn version_and_path(rest: &str) -> Option<(StoredVersion, OutputPath)> {
    let mut parts = rest.splitn(3, ' ');
    let hash = parts.next().filter(|hash| is_hash(hash))?.to_owned();
    let size = parts.next()?.parse().ok()?;
    Some((StoredVersion { hash, size }, OutputPath::new(parts.next()?)?))
}

impl PublishedList {
    /// Reads [`PublishedList::text`]. Returns `None` unless each line is right.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let (TITLE, NOTE) = (lines.next()?, lines.next()?) else { return None };
        let mut list = Self { site: lines.next()?.strip_prefix("site ")?.to_owned(), ..Self::default() };
        for line in lines {
            let (word, rest) = line.split_once(' ')?;
            match word {
                "file" => {
                    let (version, path) = version_and_path(rest)?;
                    list.files.entry(path).or_default().now = Some(version);
                }
                "was" => {
                    let (version, path) = version_and_path(rest)?;
                    list.files.entry(path).or_default().was = Some(version);
                }
                "kept" => {
                    let (until, rest) = rest.split_once(' ')?;
                    let (version, path) = version_and_path(rest)?;
                    let entry = list.files.entry(path).or_default();
                    entry.kept_until = Some(until.parse().ok()?);
                    entry.now = Some(version);
                }
                "end" => return (rest.parse() == Ok(list.files.len())).then_some(list),
                _ => return None,
            }
        }
        None
    }

    /// A line or two for each file, sorted, and their number at the end, by which a torn file shows.
    pub(super) fn text(&self) -> String {
        let mut text = format!("{TITLE}\n{NOTE}\nsite {}\n", self.site);
        for (path, entry) in &self.files {
            if let Some(StoredVersion { hash, size }) = &entry.now {
                let word = entry.kept_until.map_or("file".to_owned(), |until| format!("kept {until}"));
                text += &format!("{word} {hash} {size} {path}\n");
            }
            if let Some(StoredVersion { hash, size }) = &entry.was {
                text += &format!("was {hash} {size} {path}\n");
            }
        }
        text + &format!("end {}\n", self.files.len())
    }
}

/// The names in the staging folder, each with the path that it is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StagingPlan(pub BTreeMap<String, OutputPath>);

impl StagingPlan {
    /// Reads [`StagingPlan::text`]. One that was torn while it was sent names nothing that is in place.
    ///
    /// # Errors
    /// If it is whole, and a line of it isn't right.
    pub(super) fn parse(text: &str) -> Result<Self, Trouble> {
        let Some(body) = text.strip_prefix(PLAN_TITLE).and_then(|body| body.strip_suffix("\nend\n")) else {
            return Ok(Self::default());
        };
        let names = body.trim_start().lines().map(|line| {
            let (name, path) = line.split_once(' ')?;
            is_hash(name).then(|| Some((name.to_owned(), OutputPath::new(path)?)))?
        });
        names.collect::<Option<_>>().map(Self).ok_or_else(|| damaged(PLAN))
    }

    pub(super) fn text(&self) -> String {
        let names: String = self.0.iter().map(|(name, path)| format!("\n{name} {path}")).collect();
        format!("{PLAN_TITLE}{names}\nend\n")
    }
}

/// A list of the other side that says what can't be.
pub(super) fn damaged(path: &str) -> Trouble {
    Trouble::new(TroubleKind::NotThere, format!("the list of published files, {path} at the host, is damaged or forged"))
        .help("nothing was changed; if nothing else in the folder matters to you, delete that file there, and publish again")
}
