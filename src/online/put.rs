//! The changes on the other side: files are staged, looked at, and then put into place in one burst of renames.

use std::collections::BTreeSet;

use super::{
    BEFORE, DENIAL, LIST, LIST_ASIDE, PLAN, Publication, RunEvent, RunState, STAGING, Unseen,
    lock::RemoteLock,
    manifest::{PublishedList, StagingPlan},
    plan::{Plan, Put, aside_at},
    remote::{Remote, Trouble, TroubleKind, Upload, UploadSource},
    short_hash, staged_at,
};
use crate::{
    output::{OWN_FOLDER, OutputPath},
    publish::{Phase, SiteChange},
};

/// The most files and bytes that are sent between two signs of life.
const FILES_AT_ONCE: usize = 200;
const BYTES_AT_ONCE: u64 = 8 << 20;

/// A rename into place.
struct Placing {
    from: String,
    to: String,
    /// The path that what is there is moved to first, if it is somebody else's.
    set_aside: Option<String>,
    replaces: bool,
}

/// One run's changes.
struct Changes<'c, 'p> {
    publication: &'c Publication<'p>,
    remote: &'c mut dyn Remote,
    plan: &'c Plan,
    /// True once the host refused to rename a file over another.
    refuses_over: bool,
    /// Files that were moved aside at such a host, to be removed.
    asides: Vec<String>,
}

/// Moves pages back that a host which can't rename over files had moved aside when a run was cut off.
pub(super) fn put_back(remote: &mut dyn Remote, plan: &Plan) -> Result<(), Trouble> {
    let pairs: Vec<_> =
        plan.moved_aside.iter().map(|(name, path)| (aside_at(name), path.to_string())).collect();
    let paths: Vec<String> = pairs.iter().map(|(_, path)| path.clone()).collect();
    let is_there = remote.sizes(&paths)?;
    let (there, missing): (Vec<_>, Vec<_>) =
        pairs.into_iter().zip(is_there).partition(|(_, size)| size.is_some());
    remote.rename(&missing.into_iter().map(|(pair, _)| pair).collect::<Vec<_>>())?;
    remote.remove(&there.into_iter().map(|((aside, _), _)| aside).collect::<Vec<_>>())?;
    Ok(())
}

/// Carries out a plan. `stage` follows it, for whoever hears that it failed.
pub(super) fn put(
    publication: &Publication<'_>,
    remote: &mut dyn Remote,
    plan: &Plan,
    lock: &mut RemoteLock,
    stage: &mut String,
) -> Result<(), Trouble> {
    let mut changes = Changes { publication, remote, plan, refuses_over: false, asides: Vec::new() };
    let staged = changes.stage(lock);
    if let Err(trouble) = staged {
        if matches!(trouble.kind, TroubleKind::Full | TroubleKind::Refused) {
            let (sent, all) = publication.files_sent();
            *stage = format!("{sent} of {all} files were sent, and removed again; the site is as it was");
            if let Err(second) = changes.clear() {
                log::info!("what was sent is there still: {}", second.said);
            }
        }
        return Err(trouble);
    }
    lock.check(changes.remote)?;
    publication.listener.hear(&RunEvent::State(RunState::Placing));
    "Every page there is whole, the old one or the new one".clone_into(stage);
    changes.place_all()?;
    changes.clear()
}

impl Changes<'_, '_> {
    /// Sends everything that differs, and asks whether it has arrived.
    fn stage(&mut self, lock: &mut RemoteLock) -> Result<(), Trouble> {
        let own = [OWN_FOLDER, STAGING, BEFORE].map(str::to_owned);
        self.remote.make_folders(&own)?;
        self.refuse_links()?;
        self.publication.listener.hear(&RunEvent::State(RunState::Sending));
        let lists = [("during", &self.plan.during), ("after", &self.plan.after)];
        let puts = self.plan.puts.iter();
        // If this run is cut off as well, the next one still knows of what earlier ones left.
        let mut names = self.plan.leftovers.clone();
        names.extend(puts.clone().map(|put| (put.staged.clone(), put.path.clone())));
        for (time, list) in lists {
            // A plan has a path beside each name. That of a list means nothing.
            names.extend(OutputPath::new("published").map(|path| (list_name(time, list), path)));
        }
        let mut sends = vec![memory_file(PLAN, StagingPlan(names).text())];
        if self.plan.lacks_denial {
            sends.push(memory_file(DENIAL, "Require all denied\n".to_owned()));
        }
        self.remote.send(&sends, &Unseen)?;

        let lists = lists.map(|(time, list)| memory_file(&staged_list(time, list), list.text()));
        let all: Vec<Upload> = puts.map(upload).chain(lists).collect();
        let missing = self.missing(&all)?;
        self.publication.sent.expect(&missing);
        let mut rest = missing.as_slice();
        while !rest.is_empty() {
            let (now, later) = rest.split_at(number_at_once(rest));
            self.remote.send(now, &self.publication.sent)?;
            lock.renew_if_due(self.publication, self.remote)?;
            if self.publication.listener.is_stopped() {
                return Err(Trouble::new(TroubleKind::Stopped, ""));
            }
            rest = later;
        }
        // Some hosts cut a file when space runs out, and say that all went well.
        let cut = self.missing(&missing)?;
        self.remote.send(&cut, &Unseen)?;
        if let Some(file) = self.missing(&cut)?.first() {
            let said =
                format!("the host kept less than {} bytes of a file, and said that all was well", file.size);
            return Err(Trouble::new(TroubleKind::Full, said));
        }
        Ok(())
    }

    /// The files that aren't there in their whole size.
    fn missing(&mut self, files: &[Upload]) -> Result<Vec<Upload>, Trouble> {
        let paths: Vec<String> = files.iter().map(|file| file.to.clone()).collect();
        let sizes = self.remote.sizes(&paths)?;
        let files = files.iter().zip(sizes).filter(|(file, size)| *size != Some(file.size));
        Ok(files.map(|(file, _)| file.clone()).collect())
    }

    /// Refuses to write through a link of the host, which leads to a place that nobody named.
    fn refuse_links(&mut self) -> Result<(), Trouble> {
        let puts = self.plan.puts.iter().flat_map(|put| put.path.folders());
        let folders: BTreeSet<&str> = puts.chain([OWN_FOLDER, STAGING, BEFORE]).collect();
        let folders: Vec<String> = folders.into_iter().map(str::to_owned).collect();
        let are_links = self.remote.are_links(&folders)?;
        match folders.iter().zip(are_links).find(|(_, is_link)| *is_link) {
            Some((folder, _)) => Err(Trouble::new(
                TroubleKind::NotThere,
                format!("{folder} there is a link to another place, and the site has files in it"),
            )
            .help("nothing was changed; remove the link at the host, and publish again")),
            None => Ok(()),
        }
    }

    /// Puts everything into place, one phase after the other.
    fn place_all(&mut self) -> Result<(), Trouble> {
        let during = staged_list("during", &self.plan.during);
        let after = staged_list("after", &self.plan.after);
        let replaces = self.plan.listed.is_some();
        self.place(&[Placing { from: during, to: LIST.to_owned(), set_aside: None, replaces }])?;
        self.make_way()?;
        let new = self.plan.puts.iter().filter(|put| put.change == SiteChange::Add);
        let aside = format!("{BEFORE}/{}", self.publication.since.replace([' ', ':'], "-"));
        let set_aside = self.plan.puts.iter().filter(|put| put.is_in_the_way);
        let set_aside = set_aside.map(|put| format!("{aside}/{}", put.path));
        let mut folders: BTreeSet<String> =
            new.flat_map(|put| put.path.folders()).map(str::to_owned).collect();
        for path in set_aside {
            folders.extend(path.match_indices('/').filter_map(|(end, _)| path.get(..end)).map(str::to_owned));
        }
        self.remote.make_folders(&folders.into_iter().collect::<Vec<_>>())?;
        for puts in self.plan.puts.chunk_by(|one, next| one.phase() == next.phase()) {
            let placings: Vec<Placing> = puts
                .iter()
                .map(|put| Placing {
                    from: staged_at(&put.staged),
                    to: put.path.to_string(),
                    set_aside: put.is_in_the_way.then(|| format!("{aside}/{}", put.path)),
                    replaces: put.change == SiteChange::Replace,
                })
                .collect();
            self.place(&placings)?;
        }
        self.remove_all()?;
        self.place(&[Placing { from: after, to: LIST.to_owned(), set_aside: None, replaces: true }])
    }

    /// Removes files of the last site where this one has folders, and the reverse, since no rename replaces one by the other.
    fn make_way(&mut self) -> Result<(), Trouble> {
        let needed: BTreeSet<&str> = self.plan.puts.iter().flat_map(|put| put.path.folders()).collect();
        let files: BTreeSet<&str> = self.plan.puts.iter().map(|put| put.path.as_str()).collect();
        let in_the_way = self.plan.removals.iter().filter(|path| {
            needed.contains(path.as_str()) || path.folders().any(|folder| files.contains(folder))
        });
        self.remove(&in_the_way.cloned().collect::<Vec<_>>())
    }

    /// Removes what the site has no more, and the folders that are empty then.
    fn remove_all(&mut self) -> Result<(), Trouble> {
        let plan = self.plan;
        let phase = |path: &OutputPath| Phase::of(SiteChange::Remove, path);
        for paths in plan.removals.chunk_by(|one, next| phase(one) == phase(next)) {
            self.remove(paths)?;
        }
        Ok(())
    }

    fn remove(&mut self, paths: &[OutputPath]) -> Result<(), Trouble> {
        let folders: BTreeSet<&str> = paths.iter().flat_map(OutputPath::folders).collect();
        let folders: Vec<String> = folders.into_iter().map(str::to_owned).collect();
        let links = self.remote.are_links(&folders)?;
        let links: BTreeSet<&str> = folders
            .iter()
            .zip(&links)
            .filter(|(_, is_link)| **is_link)
            .map(|(folder, _)| &**folder)
            .collect();
        let (behind, own): (Vec<&OutputPath>, Vec<&OutputPath>) =
            paths.iter().partition(|path| path.folders().any(|folder| links.contains(folder)));
        for path in behind {
            self.publication
                .listener
                .hear(&RunEvent::Note(&format!("{path} stays: it is behind a link there")));
        }
        // The next run sees of a file that can't be removed that it isn't in the list and isn't in the way either.
        self.remote.remove(&own.iter().map(|path| path.to_string()).collect::<Vec<_>>())?;
        let mut folders: Vec<&str> =
            own.iter().flat_map(|path| path.folders()).collect::<BTreeSet<_>>().into_iter().collect();
        folders.sort_by_key(|folder| std::cmp::Reverse(folder.len()));
        self.remote.remove_folders(&folders.into_iter().map(str::to_owned).collect::<Vec<_>>())
    }

    /// Renames files of one phase.
    fn place(&mut self, placings: &[Placing]) -> Result<(), Trouble> {
        let (aside, over): (Vec<&Placing>, Vec<&Placing>) = placings
            .iter()
            .partition(|placing| placing.set_aside.is_some() || self.refuses_over && placing.replaces);
        let pairs: Vec<_> = over.iter().map(|placing| (placing.from.clone(), placing.to.clone())).collect();
        let answers = self.remote.rename(&pairs)?;
        let mut refused = Vec::new();
        for (placing, answer) in over.iter().zip(answers) {
            match answer {
                Ok(()) => {}
                Err(_) if placing.replaces && !self.refuses_over => refused.push(*placing),
                Err(said) => return Err(Trouble::refused(said)),
            }
        }
        if !refused.is_empty() {
            self.refuses_over = true;
            let note =
                "your host can't rename over a file: while a page is replaced, it is missing for an instant";
            self.publication.listener.hear(&RunEvent::Note(note));
        }
        self.exchange(&[aside, refused].concat())
    }

    /// Moves away what is there, and puts the new file in its place by the next command.
    fn exchange(&mut self, placings: &[&Placing]) -> Result<(), Trouble> {
        let mut pairs = Vec::new();
        for placing in placings {
            let name = placing.from.rsplit('/').next().unwrap_or_default();
            let aside = if placing.to == LIST { LIST_ASIDE.to_owned() } else { aside_at(name) };
            let aside = placing.set_aside.clone().unwrap_or(aside);
            if placing.set_aside.is_none() {
                self.asides.push(aside.clone());
            }
            pairs.push((placing.to.clone(), aside));
            pairs.push((placing.from.clone(), placing.to.clone()));
        }
        // Left there by a run that was cut off.
        if self.refuses_over {
            self.remote.remove(&self.asides)?;
        }
        let answers = self.remote.rename(&pairs)?;
        let mut first_refusal = None;
        let mut back = Vec::new();
        for (pair, steps) in pairs.chunks(2).zip(answers.chunks(2)) {
            let ([(path, aside), _], [moved, placed]) = (pair, steps) else { continue };
            if let Err(said) = placed {
                first_refusal.get_or_insert(said);
                back.extend(moved.is_ok().then(|| (aside.clone(), path.clone())));
            }
        }
        let Some(said) = first_refusal else { return Ok(()) };
        self.remote.rename(&back)?;
        Err(Trouble::refused(said))
    }

    /// Removes all that isn't the site but the lock.
    fn clear(&mut self) -> Result<(), Trouble> {
        let staged = self.plan.puts.iter().map(|put| staged_at(&put.staged));
        let lists = [staged_list("during", &self.plan.during), staged_list("after", &self.plan.after)];
        let leftovers = self.plan.leftovers.keys().map(|name| staged_at(name));
        let mut rest: Vec<String> = leftovers.chain(staged).chain(lists).collect();
        rest.push(LIST_ASIDE.to_owned());
        rest.sort_unstable();
        rest.dedup();
        // Most of them were renamed.
        let sizes = self.remote.sizes(&rest)?;
        let mut there: Vec<String> =
            rest.into_iter().zip(sizes).filter(|(_, size)| size.is_some()).map(|(path, _)| path).collect();
        there.append(&mut self.asides);
        there.push(PLAN.to_owned());
        self.remote.remove(&there)?;
        self.remote.remove_folders(&[STAGING, BEFORE].map(str::to_owned))
    }
}

/// The number of these files that are sent before the lock is renewed, at least one.
fn number_at_once(files: &[Upload]) -> usize {
    let mut bytes = 0;
    let mut number = 0;
    for file in files.iter().take(FILES_AT_ONCE) {
        bytes += file.size;
        if bytes > BYTES_AT_ONCE {
            break;
        }
        number += 1;
    }
    number.max(1)
}

fn upload(put: &Put) -> Upload {
    Upload { to: staged_at(&put.staged), size: put.file.version.size, from: put.file.from.clone() }
}

fn memory_file(to: &str, text: String) -> Upload {
    Upload { to: to.to_owned(), size: text.len() as u64, from: UploadSource::Memory(text.into_bytes()) }
}

/// The path of a list in the staging folder.
fn staged_list(time: &str, list: &PublishedList) -> String {
    staged_at(&list_name(time, list))
}

fn list_name(time: &str, list: &PublishedList) -> String {
    short_hash(format!("{time}\0{}", list.text()).as_bytes())
}
