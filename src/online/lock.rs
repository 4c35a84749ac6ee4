//! The lock on the other side: a folder, since a second one of the same name is refused everywhere, with a file that says who
//! has it. Whether it was left behind shows by the clock of this machine alone.

use std::time::Instant;

use super::{
    MOST_OF_LIST, PLAN, Publication, Unseen,
    manifest::StagingPlan,
    new_secret,
    remote::{Remote, Trouble, TroubleKind, Upload, UploadSource},
    staged_at, wait,
};

const LOCK: &str = ".gympress/publishing";
/// The file that says who has the lock.
pub(super) const OWNER: &str = ".gympress/publishing/owner";
/// The most bytes of that file.
const MOST: usize = 1024;

/// The lock, held.
#[derive(Debug)]
pub(super) struct RemoteLock {
    id: String,
    counter: u32,
    renewed: Instant,
}

/// The signs of life of whoever holds the lock: its file, and how much of what it sends has arrived.
#[derive(PartialEq, Eq)]
struct LifeSign {
    owner: Option<String>,
    arrived: Vec<Option<u64>>,
}

impl LifeSign {
    fn of(remote: &mut dyn Remote) -> Result<Self, Trouble> {
        let owner = owner(remote)?;
        let plan = remote.read(PLAN, MOST_OF_LIST)?.unwrap_or_default();
        let staged = StagingPlan::parse(&String::from_utf8_lossy(&plan)).unwrap_or_default();
        let staged: Vec<String> = staged.0.keys().map(|name| staged_at(name)).collect();
        Ok(Self { owner, arrived: remote.sizes(&staged)? })
    }
}

impl RemoteLock {
    /// Takes the lock.
    ///
    /// # Errors
    /// If somebody else holds it and is alive.
    pub(super) fn take(publication: &Publication<'_>, remote: &mut dyn Remote) -> Result<Self, Trouble> {
        let mut lock = Self { id: new_secret()?, counter: 0, renewed: Instant::now() };
        if !remote.claim(LOCK)? {
            lock.free(publication, remote)?;
            if !remote.claim(LOCK)? {
                return Err(Trouble::new(TroubleKind::Busy, "somebody else began to publish at this moment"));
            }
        }
        let signed = publication.remember_id(&lock.id).and_then(|()| lock.renew(publication, remote));
        let Err(trouble) = signed else { return Ok(lock) };
        // Over a broken connection it can't be given back.
        if trouble.kind != TroubleKind::Lost
            && let Err(second) = lock.release(remote)
        {
            log::info!("the lock is there still: {}", second.said);
        }
        Err(trouble)
    }

    /// Moves a lock away that a run left behind.
    fn free(&self, publication: &Publication<'_>, remote: &mut dyn Remote) -> Result<(), Trouble> {
        let seen = owner(remote)?;
        let is_ours = seen.as_deref().is_some_and(|text| publication.remembers(text));
        let seen = if is_ours { seen } else { wait_for_end(publication, remote)? };
        let aside = format!("{LOCK}-{}", self.id);
        let moved = remote.rename(&[(LOCK.to_owned(), aside.clone())])?;
        if moved.iter().all(Result::is_ok) {
            let caught = text_of(remote, &format!("{aside}/owner"))?;
            if caught != seen {
                remote.rename(&[(aside, LOCK.to_owned())])?;
                return Err(busy(caught.as_deref()));
            }
            remote.remove(&[format!("{aside}/owner")])?;
            remote.remove_folders(&[aside])?;
        }
        Ok(())
    }

    /// Shows that the run is alive, if that was long ago.
    pub(super) fn renew_if_due(
        &mut self,
        publication: &Publication<'_>,
        remote: &mut dyn Remote,
    ) -> Result<(), Trouble> {
        if self.renewed.elapsed() < publication.pace.renew {
            return Ok(());
        }
        self.check(remote)?;
        self.renew(publication, remote)
    }

    fn renew(&mut self, publication: &Publication<'_>, remote: &mut dyn Remote) -> Result<(), Trouble> {
        self.counter += 1;
        self.renewed = Instant::now();
        let (sent, all) = publication.files_sent();
        let text = format!(
            "{}\n{}\n{}\n{sent} of {all} files\n{}\n",
            self.id, publication.who, publication.since, self.counter
        );
        let size = text.len() as u64;
        let file = Upload { to: OWNER.to_owned(), size, from: UploadSource::Memory(text.into_bytes()) };
        remote.send(&[file], &Unseen)
    }

    /// # Errors
    /// If another run took the lock away.
    pub(super) fn check(&self, remote: &mut dyn Remote) -> Result<(), Trouble> {
        let owner = owner(remote)?;
        // A host without room may have kept only its start.
        let first = owner.as_deref().and_then(|text| text.lines().next());
        let is_ours = first.is_some_and(|first| !first.is_empty() && self.id.starts_with(first));
        if is_ours { Ok(()) } else { Err(busy(owner.as_deref())) }
    }

    pub(super) fn release(self, remote: &mut dyn Remote) -> Result<(), Trouble> {
        remote.remove(&[OWNER.to_owned()])?;
        remote.remove_folders(&[LOCK.to_owned()])
    }
}

fn owner(remote: &mut dyn Remote) -> Result<Option<String>, Trouble> {
    text_of(remote, OWNER)
}

fn text_of(remote: &mut dyn Remote, path: &str) -> Result<Option<String>, Trouble> {
    Ok(remote.read(path, MOST)?.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Looks at the holder until it has shown no sign for long enough, and returns what was in its file.
fn wait_for_end(publication: &Publication<'_>, remote: &mut dyn Remote) -> Result<Option<String>, Trouble> {
    let first = LifeSign::of(remote)?;
    // One without an owner was left in the instant between the two.
    let patience = publication.pace.stale / if first.owner.is_some() { 1 } else { 4 };
    let start = Instant::now();
    while start.elapsed() < patience {
        wait(publication.listener, publication.pace.look);
        if publication.listener.is_stopped() {
            return Err(Trouble::new(TroubleKind::Stopped, ""));
        }
        let now = LifeSign::of(remote)?;
        if now != first {
            return Err(busy(now.owner.or(first.owner).as_deref()));
        }
    }
    Ok(first.owner)
}

fn busy(owner: Option<&str>) -> Trouble {
    let mut lines = owner.unwrap_or_default().lines().skip(1);
    let (who, since, files) = (
        lines.next().unwrap_or("somebody"),
        lines.next().unwrap_or("a moment ago"),
        lines.next().unwrap_or_default(),
    );
    Trouble::new(TroubleKind::Busy, format!("{who} is publishing since {since}: {files}"))
}
