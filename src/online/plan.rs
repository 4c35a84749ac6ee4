//! The comparison of the site with what the other side has.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use memchr::memmem;

use super::{
    BEFORE, DENIAL, LIST, LIST_ASIDE, Listener, LocalFile, MOST_OF_LIST, Outcome, PLAN, Publication,
    RunEvent, SentPages,
    lock::OWNER,
    manifest::{PublishedEntry, PublishedList, StagingPlan, StoredVersion, damaged},
    remote::{Remote, Trouble, TroubleKind},
    short_hash, staged_at,
};
use crate::{
    diagnostic::counted,
    feeds::HASHED_FOLDERS,
    hosts::{HTACCESS, HTACCESS_BEGIN, HTACCESS_END},
    output::OutputPath,
    publish::{Phase, SiteChange, listed_files},
};

/// The most bytes that are read of a file of somebody else, to see if it is the site's.
const MOST_COMPARED: u64 = 1 << 20;
/// The most bytes that are read of all such files.
const MOST_COMPARED_OF_ALL: u64 = 10 << 20;
/// The most bytes of the `.htaccess` there.
const MOST_OF_HTACCESS: usize = 256 << 10;
/// The days for which a file with a hash in its name stays, since pages that browsers have kept ask for it.
const DAYS_KEPT: i32 = 7;

/// A file to put into place.
#[derive(Clone, Debug)]
pub(super) struct Put {
    pub path: OutputPath,
    pub change: SiteChange,
    /// Its name in the staging folder.
    pub staged: String,
    pub file: LocalFile,
    /// True if what is there now is somebody else's.
    pub is_in_the_way: bool,
}

impl Put {
    pub(super) fn phase(&self) -> Phase {
        Phase::of(self.change, &self.path)
    }
}

/// All that differs, and what follows from it.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The list of published files as it is there.
    pub list: PublishedList,
    /// The list while files are put into place, and after that.
    pub during: PublishedList,
    pub after: PublishedList,
    pub puts: Vec<Put>,
    pub removals: Vec<OutputPath>,
    pub in_the_way: Vec<OutputPath>,
    /// The names of earlier runs that are in the staging folder still, each with its path.
    pub leftovers: BTreeMap<String, OutputPath>,
    /// The pages that an earlier run had moved aside when it was cut off: the name of each, and its path.
    pub moved_aside: Vec<(String, OutputPath)>,
    /// True if [`DENIAL`] isn't there and should be.
    pub lacks_denial: bool,
    /// True if an earlier run was cut off before it had cleared away what it made.
    is_unfinished: bool,
    /// The bytes of the list; `None` if there is none.
    pub listed: Option<Vec<u8>>,
    notes: Vec<String>,
}

/// The answers of the other side about the files of a plan.
struct Comparison<'p> {
    publication: &'p Publication<'p>,
    list: PublishedList,
    sizes: BTreeMap<OutputPath, u64>,
    /// True if it is known to tell capitals apart.
    tells_capitals: bool,
    /// The site's `.htaccess` with the lines that the host added.
    merged: Option<LocalFile>,
}

impl Plan {
    /// Asks the other side, and compares.
    ///
    /// # Errors
    /// If the connection fails, or what is there can't be read.
    pub(super) fn make(publication: &Publication<'_>, remote: &mut dyn Remote) -> Result<Self, Trouble> {
        let mut plan = Self::default();
        let mut list = plan.read_list(remote)?;
        let staging = remote.read(PLAN, MOST_OF_LIST)?;
        plan.is_unfinished = staging.is_some();
        let staging = staging.unwrap_or_default();
        let staging = StagingPlan::parse(&String::from_utf8_lossy(&staging))?;

        let paths: BTreeSet<OutputPath> =
            publication.files.keys().chain(list.files.keys()).chain(staging.0.values()).cloned().collect();
        let mut asked: Vec<String> = paths.iter().map(OutputPath::to_string).collect();
        asked.extend(staging.0.keys().map(|name| staged_at(name)));
        asked.extend(staging.0.keys().map(|name| aside_at(name)));
        asked.extend([LIST, OWNER].map(str::to_owned));
        asked.extend([LIST, OWNER].map(str::to_uppercase));
        asked.push(DENIAL.to_owned());
        let mut answers = remote.sizes(&asked)?.into_iter();
        let mut sizes = BTreeMap::new();
        for path in paths {
            if let Some(size) = answers.next().flatten() {
                sizes.insert(path, size);
            }
        }
        for ((name, path), staged) in staging.0.iter().zip(&mut answers) {
            if staged.is_some() {
                plan.leftovers.insert(name.clone(), path.clone());
            }
        }
        for ((name, path), aside) in staging.0.iter().zip(&mut answers) {
            if aside.is_some() {
                plan.moved_aside.push((name.clone(), path.clone()));
            }
        }
        let mut is_next_there = || answers.next().flatten().is_some();
        // One of the two is there whenever a run has the lock, so that what it changes depends on no guess.
        let (list_is_there, owner_is_there) = (is_next_there(), is_next_there());
        let (list_in_capitals, owner_in_capitals) = (is_next_there(), is_next_there());
        plan.lacks_denial = publication.reads_htaccess && !is_next_there();
        let has_no_case = list_in_capitals || owner_in_capitals;
        let tells_capitals = !has_no_case && (list_is_there || owner_is_there);
        for (path, entry) in &mut list.files {
            // The list in a `dist` that was unpacked there has no sizes.
            if let (None, Some(size)) = (&plan.listed, sizes.get(path)) {
                *entry = PublishedEntry::of(StoredVersion::unknown(*size));
            }
        }
        plan.list = list.clone();
        if has_no_case {
            refuse_alike(publication)?;
            respell(&mut list, publication);
        }
        let mut compared = Comparison { publication, list, sizes, tells_capitals, merged: None };
        plan.keep_lines_of_host(&mut compared, remote)?;
        plan.compare_files(&compared, remote)?;
        plan.compare_listed(&compared);
        plan.after.site.clone_from(&publication.address);
        plan.during.site.clone_from(&publication.address);
        plan.puts.sort_by(|a, b| (a.phase(), &a.path).cmp(&(b.phase(), &b.path)));
        plan.removals.sort_by_key(|path| (Phase::of(SiteChange::Remove, path), path.clone()));
        Ok(plan)
    }

    /// The list of published files; an empty one if there is none.
    fn read_list(&mut self, remote: &mut dyn Remote) -> Result<PublishedList, Trouble> {
        // A list that is lost would make all files those of somebody else: nothing is concluded from one answer.
        // Hosts that can't rename over files lose it for an instant, in which a run can end.
        let mut read = None;
        for path in [LIST, LIST, LIST_ASIDE] {
            read = remote.read(path, MOST_OF_LIST)?;
            if read.is_some() {
                break;
            }
        }
        if let Some(bytes) = read {
            let list = PublishedList::parse(&String::from_utf8_lossy(&bytes)).ok_or_else(|| damaged(LIST));
            self.listed = Some(bytes);
            return list;
        }
        let unpacked = remote.read(".gympress/manifest", MOST_OF_LIST)?.unwrap_or_default();
        let files = listed_files(&String::from_utf8_lossy(&unpacked)).unwrap_or_default();
        let files = files.into_iter().map(|path| (path, PublishedEntry::default())).collect();
        Ok(PublishedList { site: String::new(), files })
    }

    /// Joins the site's `.htaccess` with what the host or its panel wrote around it.
    fn keep_lines_of_host(
        &mut self,
        compared: &mut Comparison<'_>,
        remote: &mut dyn Remote,
    ) -> Result<(), Trouble> {
        let ours = compared.publication.files.get(HTACCESS);
        let Some(ours) = ours.filter(|_| compared.sizes.contains_key(HTACCESS)) else { return Ok(()) };
        let there = remote.read(HTACCESS, MOST_OF_HTACCESS)?.unwrap_or_default();
        let ours = ours.from.read()?;
        let Some(merged) = merged(&ours, &there) else { return Ok(()) };
        if merged.kept > 0 {
            let lines = counted(merged.kept, "line");
            self.notes.push(format!("kept {lines} that your host wrote into .htaccess"));
        }
        compared.merged = Some(LocalFile::new(merged.bytes));
        Ok(())
    }

    /// Compares the files of the site with those there.
    fn compare_files(&mut self, compared: &Comparison<'_>, remote: &mut dyn Remote) -> Result<(), Trouble> {
        let mut to_compare = MOST_COMPARED_OF_ALL;
        for (path, file) in &compared.publication.files {
            let merged = compared.merged.as_ref().filter(|_| path.as_str() == HTACCESS);
            let file = merged.unwrap_or(file);
            let StoredVersion { hash, size } = &file.version;
            let there = compared.sizes.get(path).copied();
            let entry = compared.list.files.get(path);
            self.after.files.insert(path.clone(), PublishedEntry::of(file.version.clone()));
            let is_same = match entry {
                Some(entry) => !compared.publication.choices.all && entry.is_surely(hash, there),
                None if there == Some(*size) && *size <= MOST_COMPARED.min(to_compare) => {
                    to_compare -= size;
                    let bytes = remote.read(path.as_str(), usize::try_from(*size).unwrap_or_default())?;
                    bytes.is_some_and(|bytes| short_hash(&bytes) == *hash)
                }
                None => false,
            };
            let is_in_the_way = !is_same && entry.is_none() && there.is_some();
            if is_in_the_way {
                // Somebody else's file isn't listed before it is set aside: if this run is cut off, the next one asks again.
                self.in_the_way.push(path.clone());
            } else {
                // If this run is cut off, the next one tells by the size which of the two versions is there.
                let was = there.filter(|_| !is_same).map(StoredVersion::unknown);
                let during = PublishedEntry { was, ..PublishedEntry::of(file.version.clone()) };
                self.during.files.insert(path.clone(), during);
            }
            if !is_same {
                let change = if there.is_some() { SiteChange::Replace } else { SiteChange::Add };
                let staged = short_hash(format!("{path}\0{hash}").as_bytes());
                let (path, file) = (path.clone(), file.clone());
                self.puts.push(Put { path, change, staged, file, is_in_the_way });
            }
        }
        Ok(())
    }

    /// Finds what becomes of files that the site has no more.
    fn compare_listed(&mut self, compared: &Comparison<'_>) {
        let files = &compared.publication.files;
        let lower: BTreeSet<String> = files.keys().map(|path| path.as_str().to_lowercase()).collect();
        for (path, entry) in &compared.list.files {
            let Some(size) = compared.sizes.get(path) else { continue };
            // A host that doesn't tell capitals apart would remove the new file by the old name.
            let may_be_new = !compared.tells_capitals && lower.contains(&path.as_str().to_lowercase());
            if files.contains_key(path) || may_be_new {
                continue;
            }
            if !entry.has_size(*size) {
                self.notes.push(format!("{path} stays: somebody changed it there"));
                continue;
            }
            let kept_until = entry.kept_until.or_else(|| kept_until(path, compared.publication.today));
            if kept_until.is_some_and(|until| until > compared.publication.today) {
                let version = entry.now.clone().unwrap_or_else(|| StoredVersion::unknown(*size));
                let kept = PublishedEntry { now: Some(version), was: None, kept_until };
                self.after.files.insert(path.clone(), kept.clone());
                self.during.files.insert(path.clone(), kept);
            } else {
                let was =
                    PublishedEntry { was: Some(StoredVersion::unknown(*size)), ..PublishedEntry::default() };
                self.during.files.insert(path.clone(), was);
                self.removals.push(path.clone());
            }
        }
    }

    /// True if the other side has all as it should be.
    pub(super) fn is_empty(&self) -> bool {
        let is_same = self.puts.is_empty() && self.removals.is_empty();
        let lacks_nothing = self.listed.is_some() && !self.lacks_denial;
        is_same && lacks_nothing && !self.is_unfinished && self.list == self.after
    }

    /// True if the plan can be carried out: nobody published since it was made, which only a list can show, and no page has to
    /// be moved back first.
    pub(super) fn holds_still(&self, remote: &mut dyn Remote) -> Result<bool, Trouble> {
        let has_list_and_pages = self.listed.is_some() && self.moved_aside.is_empty();
        Ok(has_list_and_pages && remote.read(LIST, MOST_OF_LIST)? == self.listed)
    }

    pub(super) fn tell(&self, listener: &dyn Listener) {
        self.notes.iter().for_each(|note| listener.hear(&RunEvent::Note(note)));
    }

    pub(super) fn outcome(&self) -> Outcome {
        let pages =
            |change| self.puts.iter().filter(|put| put.change == change && put.path.is_html()).count();
        Outcome {
            sent: self.puts.iter().map(|put| put.path.clone()).collect(),
            removed: self.removals.clone(),
            in_the_way: self.in_the_way.clone(),
            pages: SentPages {
                added: pages(SiteChange::Add),
                changed: pages(SiteChange::Replace),
                removed: self.removals.iter().filter(|path| path.is_html()).count(),
            },
            bytes: self.puts.iter().map(|put| put.file.version.size).sum(),
        }
    }
}

/// The path to which the page there is moved by hosts that can't rename over a file.
pub(super) fn aside_at(staged: &str) -> String {
    format!("{BEFORE}/~{staged}")
}

/// The last day of a file with a hash in its name that the site has no more.
fn kept_until(path: &OutputPath, today: Date) -> Option<Date> {
    let is_hashed = HASHED_FOLDERS.iter().any(|folder| path.folders().next() == Some(folder));
    is_hashed.then(|| today.saturating_add(jiff::Span::new().days(DAYS_KEPT)))
}

/// Refuses a site with two paths that are one on a host which doesn't tell capitals apart.
fn refuse_alike(publication: &Publication<'_>) -> Result<(), Trouble> {
    let mut seen: BTreeMap<String, &OutputPath> = BTreeMap::new();
    for path in publication.files.keys() {
        if let Some(other) = seen.insert(path.as_str().to_lowercase(), path) {
            let said = format!(
                "{other} and {path} are the same file at this host, which doesn't tell capitals apart"
            );
            return Err(Trouble::new(TroubleKind::NotThere, said).help("rename one of the two"));
        }
    }
    Ok(())
}

/// Names listed files as the site does now, where its names differ in capitals alone, which the host doesn't tell apart.
fn respell(list: &mut PublishedList, publication: &Publication<'_>) {
    let paths = publication.files.keys();
    let by_lower: BTreeMap<String, &OutputPath> =
        paths.map(|path| (path.as_str().to_lowercase(), path)).collect();
    let files = std::mem::take(&mut list.files).into_iter();
    let respelled = files.map(|(path, entry)| {
        let now = by_lower.get(&path.as_str().to_lowercase());
        (now.map_or(path, |now| (*now).clone()), entry)
    });
    list.files = respelled.collect();
}

/// A file with lines of two authors.
struct MergedLines {
    bytes: Vec<u8>,
    /// The number of lines of the host.
    kept: usize,
}

/// The site's part of `.htaccess` in place of the one there, between the lines of the host, which may be in any encoding.
/// Returns `None` if one of the two files has no such part.
fn merged(ours: &[u8], there: &[u8]) -> Option<MergedLines> {
    let [start, end] = marks(there)?;
    let (before, after) = (there.get(..start)?, there.get(end..)?);
    let [own_start, own_end] = marks(ours)?;
    let bytes = [before, ours.get(own_start..own_end)?, after].concat();
    let lines = [before, after].into_iter().flat_map(|part| part.split(|byte| *byte == b'\n'));
    let kept = lines.filter(|line| !line.trim_ascii().is_empty()).count();
    Some(MergedLines { bytes, kept })
}

/// The start of the line that begins gympress's part, and the end of the one that ends it.
fn marks(text: &[u8]) -> Option<[usize; 2]> {
    let start = memmem::find(text, HTACCESS_BEGIN.as_bytes())?;
    let end = start + memmem::find(text.get(start..)?, HTACCESS_END.as_bytes())? + HTACCESS_END.len();
    Some([start, end + usize::from(text.get(end..)?.starts_with(b"\n"))])
}
