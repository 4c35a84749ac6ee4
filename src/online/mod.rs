//! `gympress publish`: brings the built site to a folder of another machine, so that each page there is whole at any instant and
//! finds all that it refers to, whenever the run is cut off. [docs/publish.md](../../../docs/publish.md) tells users what they see.
//!
//! [`Publication::run`] compares what the other side has with the site ([`plan`]), sends what differs below `.gympress/`, where
//! no visitor sees it, and then renames it into place in the order of [`publish::Phase`](crate::publish::Phase). It trusts
//! neither lists nor clocks of hosts: it asks for the sizes of named files.

mod credentials;
mod ftps;
mod http;
mod lock;
mod look;
mod manifest;
mod netlify;
mod nightly;
mod plan;
mod put;
mod record;
mod remote;
mod scheduler;
mod sftp;
mod ssh;
mod tls;

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use self::{credentials::SECRET_VARIABLES, lock::RemoteLock, plan::Plan};
pub use self::{
    credentials::{Credentials, Machine, PASSWORD_VARIABLE, Secret, TOKEN_VARIABLE, VARIABLES},
    ftps::Ftps,
    look::{ForwardedAddress, FrontPage, Seen, SiteLook},
    manifest::StoredVersion,
    netlify::{Deployed, NETLIFY, Netlify},
    nightly::{Nightly, Nights, failed_night},
    record::PublishRecord,
    remote::{Answer, Remote, SendProgress, Trouble, TroubleKind, Upload, UploadSource},
    scheduler::Scheduler,
    sftp::Sftp,
    ssh::{ASKPASS, askpass},
    tls::Roots,
};
use crate::{
    diagnostic::Failure,
    output::{OWN_FOLDER, OutputPath},
    publish::listed_files,
};

/// The folder of a project in which publications leave what the next one needs.
pub const MEMORY: &str = ".gympress/publish";

/// The list of what gympress put there.
const LIST: &str = ".gympress/published";
/// The list, moved aside by a host that can't rename over it.
const LIST_ASIDE: &str = ".gympress/before/~published";
/// The folder of files on their way into place.
const STAGING: &str = ".gympress/staging";
/// The folder of what was moved out of the way.
pub(crate) const BEFORE: &str = ".gympress/before";
/// The names of the files in [`STAGING`], each with the path for which it is.
const PLAN: &str = ".gympress/plan";
/// The file by which Apache shows visitors nothing of `.gympress/`.
const DENIAL: &str = ".gympress/.htaccess";
/// The most bytes of a list.
const MOST_OF_LIST: usize = 20 << 20;

/// The path of a staged file.
fn staged_at(name: &str) -> String {
    format!("{STAGING}/{name}")
}

/// A file of the built site.
#[derive(Clone, Debug)]
pub struct LocalFile {
    pub version: StoredVersion,
    pub from: UploadSource,
}

impl LocalFile {
    /// A file of these bytes.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { version: version_of(&bytes), from: UploadSource::Memory(bytes) }
    }
}

fn version_of(bytes: &[u8]) -> StoredVersion {
    StoredVersion { hash: short_hash(bytes), size: bytes.len() as u64 }
}

/// Half of a hash, in hexadecimal digits.
fn short_hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().chars().take(32).collect()
}

/// The files of the site that was built into a folder; files of others in it are none.
///
/// # Errors
/// If they can't be read.
pub fn built_files(out: &Path) -> Result<BTreeMap<OutputPath, LocalFile>, Failure> {
    let manifest = out.join(OWN_FOLDER).join("manifest");
    let text = fs::read_to_string(&manifest).map_err(|error| Failure::io("read", &manifest, &error))?;
    let files = listed_files(&text)
        .ok_or_else(|| Failure::new(format!("{} is damaged; build again", manifest.display())))?;
    let mut built = BTreeMap::new();
    for path in files {
        let at = out.join(path.as_str());
        let bytes = fs::read(&at).map_err(|error| Failure::io("read", &at, &error))?;
        built.insert(path, LocalFile { version: version_of(&bytes), from: UploadSource::Disk(at) });
    }
    Ok(built)
}

/// The state of a run, as people see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    Connecting,
    Comparing,
    Sending,
    /// Putting what was sent into place, which isn't interrupted.
    Placing,
    Looking,
}

/// A piece of news about a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEvent<'a> {
    State(RunState),
    /// The numbers of files and bytes that are done, and of all.
    Progress(RunProgress),
    /// A remark that people should read, such as what a host can't do.
    Note(&'a str),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunProgress {
    pub files: usize,
    pub all_files: usize,
    pub bytes: u64,
    pub all_bytes: u64,
}

/// A question that only a person can answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub kind: QuestionKind,
    pub words: String,
    /// The files that it is about.
    pub files: Vec<String>,
    /// True if the answer can be kept, so that nobody is asked again.
    pub can_keep: bool,
}

impl Question {
    /// A question whose answer isn't kept.
    pub fn new(kind: QuestionKind, words: String) -> Self {
        Self { kind, words, files: Vec::new(), can_keep: false }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum QuestionKind {
    /// A secret, which isn't shown while it is typed.
    Password,
    /// Whether the key of a server is the right one: yes or no.
    HostKey,
    /// Whether files of others are to be set aside: yes or no.
    InTheWay,
    /// Whether the folder of another site is meant: yes or no.
    OtherSite,
    /// Whether another target is to be written into content: yes or no.
    Target,
    /// Whether visitors may see placeholders: yes or no.
    Placeholders,
    /// Whether a secret that has worked is to be kept: yes or no.
    Keep,
    /// A further question of the server, such as for a second factor.
    Text,
}

/// The answer of a person.
#[derive(Clone, PartialEq, Eq)]
pub struct QuestionReply {
    pub text: String,
    /// Whether it is to be kept, if that is said already.
    pub keep: Option<bool>,
}

impl QuestionReply {
    /// True for the answer yes.
    pub fn is_yes(&self) -> bool {
        matches!(self.text.trim().to_ascii_lowercase().as_str(), "y" | "yes")
    }
}

/// Whoever can be asked: a person at a terminal or in the editor, or nobody.
pub trait Asker {
    /// The answer to a question; `None` if nobody is there, or declines.
    fn ask(&self, question: &Question) -> Option<QuestionReply>;
}

/// Whoever watches a run.
pub trait Listener: Sync {
    /// Hears of a piece of news, from any thread.
    fn hear(&self, event: &RunEvent<'_>);
    /// True if the run is to end. While files are put into place, that is finished first.
    fn is_stopped(&self) -> bool;
}

/// The choices of whoever publishes.
#[derive(Clone, Copy, Debug, Default)]
pub struct PublishChoices {
    /// Send all files, whatever the list says.
    pub all: bool,
    /// Move files of others that are in the way.
    pub set_aside: bool,
    /// Only say what would happen.
    pub dry_run: bool,
}

/// The times for which a run waits.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Between two looks at the lock of another run.
    pub look: Duration,
    /// Until a lock that shows no sign of life counts as left behind.
    pub stale: Duration,
    /// Between two signs of life.
    pub renew: Duration,
    /// Before the connection is made again: one after the other, as long as nothing more is sent.
    pub reconnect: [Duration; 3],
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            look: Duration::from_secs(10),
            stale: Duration::from_mins(2),
            renew: Duration::from_secs(20),
            reconnect: [2, 8, 30].map(Duration::from_secs),
        }
    }
}

/// A publication of one site to one place.
pub struct Publication<'a> {
    pub files: BTreeMap<OutputPath, LocalFile>,
    /// The address at which the site is published.
    pub address: String,
    /// True if the host reads `.htaccess`.
    pub reads_htaccess: bool,
    /// The folder of this machine in which a run leaves what the next one needs.
    pub memory: PathBuf,
    pub choices: PublishChoices,
    pub today: Date,
    /// The time at which it began, in words.
    pub since: String,
    /// The person and machine that publish, for another who wants to at the same time.
    pub who: String,
    pub pace: Pace,
    pub asker: &'a dyn Asker,
    pub listener: &'a dyn Listener,
    pub sent: SentCounts<'a>,
}

/// The numbers of what was sent so far.
pub struct SentCounts<'a> {
    listener: &'a dyn Listener,
    files: AtomicUsize,
    all_files: AtomicUsize,
    bytes: AtomicU64,
    all_bytes: AtomicU64,
}

/// The result of a run, or of one that would be made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The files that were sent, in the order in which they were put into place.
    pub sent: Vec<OutputPath>,
    pub removed: Vec<OutputPath>,
    /// Files of others where the site has some.
    pub in_the_way: Vec<OutputPath>,
    pub pages: SentPages,
    pub bytes: u64,
}

impl Outcome {
    /// True if nothing differs.
    pub fn is_empty(&self) -> bool {
        self.sent.is_empty() && self.removed.is_empty()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SentPages {
    pub added: usize,
    pub changed: usize,
    pub removed: usize,
}

/// A run that ended early.
#[derive(Clone, Debug)]
pub struct Interruption {
    pub trouble: Trouble,
    /// The state of the site there, in a sentence.
    pub stage: String,
}

impl Publication<'_> {
    /// Makes connections, and runs until the work is done or no connection gets on with it. `connect` makes a connection, with the
    /// number of those that broke before.
    ///
    /// # Errors
    /// If the other side refuses something, or nobody answers what has to be asked.
    pub fn run<'r>(
        &self,
        connect: &mut dyn FnMut(usize) -> Result<Box<dyn Remote + 'r>, Trouble>,
    ) -> Result<Outcome, Interruption> {
        let mut broken = 0;
        let mut in_vain = 0;
        let mut stage = String::new();
        let mut begun = None;
        loop {
            let before = self.sent.bytes.load(Ordering::Relaxed);
            self.listener.hear(&RunEvent::State(RunState::Connecting));
            let result =
                connect(broken).and_then(|mut remote| self.run_once(&mut *remote, &mut stage, &mut begun));
            let trouble = match result {
                // On the last connection, less differed than on the first one, or nothing at all.
                Ok(outcome) => return Ok(begun.unwrap_or(outcome)),
                Err(trouble) => trouble,
            };
            broken += 1;
            in_vain = if self.sent.bytes.load(Ordering::Relaxed) > before { 0 } else { in_vain };
            let is_passing = match trouble.kind {
                TroubleKind::Lost => true,
                TroubleKind::Unreachable => broken > 1,
                _ => false,
            };
            let pause = self.pace.reconnect.get(in_vain).filter(|_| is_passing);
            if let Some(pause) = pause {
                wait(self.listener, *pause);
            }
            if pause.is_none() || self.listener.is_stopped() {
                return Err(Interruption { trouble, stage });
            }
            in_vain += 1;
        }
    }

    /// A run on one connection. `begun` keeps all that the first of them set out to change.
    fn run_once(
        &self,
        remote: &mut dyn Remote,
        stage: &mut String,
        begun: &mut Option<Outcome>,
    ) -> Result<Outcome, Trouble> {
        "The site is as it was".clone_into(stage);
        self.listener.hear(&RunEvent::State(RunState::Comparing));
        let plan = Plan::make(self, remote)?;
        if self.choices.dry_run || plan.is_empty() {
            plan.tell(self.listener);
            return Ok(plan.outcome());
        }
        self.agree(&plan)?;
        let mut lock = RemoteLock::take(self, remote)?;
        let result = self.run_locked(remote, plan, &mut lock, stage, begun);
        // Over a broken connection it can't be given back, and what somebody else took is theirs.
        let is_kept = result
            .as_ref()
            .is_err_and(|trouble| matches!(trouble.kind, TroubleKind::Lost | TroubleKind::Busy));
        if !is_kept {
            lock.release(remote)?;
        }
        result
    }

    fn run_locked(
        &self,
        remote: &mut dyn Remote,
        mut plan: Plan,
        lock: &mut RemoteLock,
        stage: &mut String,
        begun: &mut Option<Outcome>,
    ) -> Result<Outcome, Trouble> {
        if !plan.holds_still(remote)? {
            put::put_back(remote, &plan)?;
            let again = Plan::make(self, remote)?;
            let is_agreed = again.list.site == plan.list.site && again.in_the_way == plan.in_the_way;
            plan = again;
            if !is_agreed {
                self.agree(&plan)?;
            }
        }
        plan.tell(self.listener);
        begun.get_or_insert_with(|| plan.outcome());
        put::put(self, remote, &plan, lock, stage)?;
        Ok(plan.outcome())
    }

    /// Asks what has to be asked before anything changes.
    fn agree(&self, plan: &Plan) -> Result<(), Trouble> {
        let other = &plan.list.site;
        if !other.is_empty() && *other != self.address {
            let words =
                format!("The folder holds {other}, not {}. Put this site in its place?", self.address);
            self.confirm(QuestionKind::OtherSite, words, Vec::new()).map_err(|trouble| {
                trouble.help(format!("look at `to` in [publish]; if the site at {other} moved here, run `gympress publish` in a terminal"))
            })?;
        }
        if !plan.in_the_way.is_empty() && !self.choices.set_aside {
            let files: Vec<String> = plan.in_the_way.iter().map(OutputPath::to_string).collect();
            let words = format!(
                "Files are in the way that gympress did not put there: {}. Move them to .gympress/before/ at the host, and go on?",
                files.join(", ")
            );
            self.confirm(QuestionKind::InTheWay, words, files).map_err(|trouble| {
                trouble.help("nothing was changed; `gympress publish --set-aside` moves them to .gympress/before/ at the host, where nothing is lost")
            })?;
        }
        Ok(())
    }

    fn confirm(&self, kind: QuestionKind, words: String, files: Vec<String>) -> Result<(), Trouble> {
        let question = Question { files, ..Question::new(kind, words) };
        if self.asker.ask(&question).is_some_and(|reply| reply.is_yes()) {
            return Ok(());
        }
        let said = question.words.rsplit_once(". ").map_or(&*question.words, |(said, _)| said).to_owned();
        Err(Trouble::new(TroubleKind::Unanswered, said))
    }

    /// Remembers the name of the run, so that its lock isn't waited for.
    fn remember_id(&self, id: &str) -> Result<(), Trouble> {
        write_private(&self.memory, "run", id.as_bytes()).map_err(|error| {
            Trouble::new(TroubleKind::Machine, format!("can't write {}: {error}", self.memory.display()))
        })
    }

    /// True if the lock with this text is of the last run of this project.
    fn remembers(&self, owner: &str) -> bool {
        let last = fs::read_to_string(self.memory.join("run")).unwrap_or_default();
        !last.is_empty() && owner.lines().next() == Some(&last)
    }

    fn files_sent(&self) -> (usize, usize) {
        (self.sent.files.load(Ordering::Relaxed), self.sent.all_files.load(Ordering::Relaxed))
    }
}

/// Waits for this time, or until the run is to end.
fn wait(listener: &dyn Listener, time: Duration) {
    const BETWEEN_LOOKS: Duration = Duration::from_millis(100);
    let start = Instant::now();
    while !listener.is_stopped()
        && let Some(rest) = time.checked_sub(start.elapsed())
    {
        thread::sleep(rest.min(BETWEEN_LOOKS));
    }
}

/// Writes a file that only its owner reads, in a folder that only its owner enters.
///
/// # Errors
/// If the system doesn't let us.
pub(crate) fn write_private(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    make_private(folder)?;
    let new = folder.join(format!("{name}.new"));
    fs::write(&new, b"")?;
    set_mode(&new, 0o600)?;
    fs::write(&new, bytes)?;
    fs::rename(new, folder.join(name))
}

/// Makes a folder that only its owner enters, and that Git leaves out.
///
/// # Errors
/// If the system doesn't let us.
pub(crate) fn make_private(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    set_mode(folder, 0o700)?;
    fs::write(folder.join(".gitignore"), "*\n")
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

/// A program of the system, from its folders: never from the project, whose files come from others.
fn program(machine: &Machine, name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let windows = machine.variable("SystemRoot").map(|root| Path::new(root).join("System32"));
    let windows = windows.into_iter().flat_map(|folder| [folder.join("OpenSSH"), folder]);
    let path = machine.variable("PATH").cloned().unwrap_or_default();
    let folders = windows.chain(std::env::split_paths(&path));
    let mut programs = folders.filter(|folder| folder.is_absolute()).map(|folder| folder.join(&file));
    programs.find(|program| program.is_file() && !program.starts_with(&machine.project))
}

/// A word of 256 bits that nobody can guess.
fn new_secret() -> Result<String, Trouble> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|error| Trouble::new(TroubleKind::Machine, format!("no random numbers: {error}")))?;
    Ok(blake3::hash(&bytes).to_hex().to_string())
}

impl<'a> SentCounts<'a> {
    /// The counts before anything is sent, of which `listener` hears.
    pub fn new(listener: &'a dyn Listener) -> Self {
        let [bytes, all_bytes] = [AtomicU64::new(0), AtomicU64::new(0)];
        Self { listener, files: AtomicUsize::new(0), all_files: AtomicUsize::new(0), bytes, all_bytes }
    }

    /// Begins to count anew, up to these files.
    fn expect(&self, files: &[Upload]) {
        self.files.store(0, Ordering::Relaxed);
        self.all_files.store(files.len(), Ordering::Relaxed);
        let sent = self.bytes.load(Ordering::Relaxed);
        let bytes: u64 = files.iter().map(|file| file.size).sum();
        self.all_bytes.store(sent + bytes, Ordering::Relaxed);
    }

    fn tell(&self) {
        let [files, all_files] = [&self.files, &self.all_files].map(|count| count.load(Ordering::Relaxed));
        let [bytes, all_bytes] = [&self.bytes, &self.all_bytes].map(|count| count.load(Ordering::Relaxed));
        self.listener.hear(&RunEvent::Progress(RunProgress { files, all_files, bytes, all_bytes }));
    }
}

impl SendProgress for SentCounts<'_> {
    fn bytes_sent(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.tell();
    }

    fn file_sent(&self) {
        self.files.fetch_add(1, Ordering::Relaxed);
        self.tell();
    }

    fn is_stopped(&self) -> bool {
        self.listener.is_stopped()
    }
}

/// The progress of files that nobody counts.
struct Unseen;

impl SendProgress for Unseen {
    fn bytes_sent(&self, _: u64) {}
    fn file_sent(&self) {}
    fn is_stopped(&self) -> bool {
        false
    }
}
