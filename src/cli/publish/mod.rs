//! `gympress publish`

mod nights;
mod person;
mod screen;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File, TryLockError},
    io,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use jiff::Timestamp;
use serde_json::json;
use url::Url;

use self::{
    person::{Nobody, Person},
    screen::{Screen, megabytes, say_event},
};

use super::{
    ProcessContext, Status, Streams,
    arguments::{Build, CheckArgs, PublishArgs, SettingsArgs},
    build::{self, BuildEnd, Warnings},
    check, project,
};
use crate::{
    content::Gym,
    diagnostic::{Diagnostics, Edit, Failure, Files as _, ReportFormat, counted, splice},
    edit::fix::{self, FileChange},
    hosts::{HTACCESS, Protocol, PublishTarget, Server},
    online::{
        Asker, BEFORE, Credentials, Deployed, ForwardedAddress, FrontPage, Ftps, Interruption, Listener as _,
        LocalFile, MEMORY, Machine, NETLIFY, Netlify, Nightly, Outcome, PASSWORD_VARIABLE, Pace, Publication,
        PublishChoices, PublishRecord, Question, QuestionKind, Remote, Roots, RunEvent, RunState, Scheduler,
        Seen, SentCounts, Sftp, SiteLook, TOKEN_VARIABLE, Trouble, TroubleKind, built_files, failed_night,
        make_private,
    },
    output::OutputPath,
    publish::{OutFolder, Staging},
    schema::decode::{Spanned, in_quotes, value::Text},
    source::{SourceText, Sources},
};

/// A site to publish, and the machine that does it.
struct PublishJob<'j> {
    options: &'j PublishArgs,
    process: &'j ProcessContext,
    machine: &'j Machine,
    /// The folder in which a run leaves what the next one needs.
    memory: &'j Path,
    gym: &'j Gym,
    sources: &'j Sources,
    /// The place to publish to, as content says it.
    to: &'j Spanned<Text>,
    now: Timestamp,
    /// The texts of content, by the paths of their files.
    texts: BTreeMap<String, String>,
}

/// The result of the build before a publication.
enum BuildOutcome {
    Ready(FilesToSend),
    /// Something in the site, or a person, stands in the way.
    Refused(Status),
}

/// The files to bring elsewhere.
struct FilesToSend {
    files: BTreeMap<OutputPath, LocalFile>,
    /// Keeps another build from changing them.
    _staging: Staging,
    /// Keeps another run from publishing this project.
    _running: File,
}

const UNTOUCHED: &str = "The site is as it was";

pub(super) fn run(
    options: &PublishArgs,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let root = &options.root.root;
    let project = dunce::canonicalize(root).map_err(|error| Failure::io("find", root, &error))?;
    let memory = project.join(MEMORY);
    let machine = Machine { program: process.program.clone(), project, variables: process.variables.clone() };
    let scheduler = Scheduler::of_this_system();
    let nightly = Nightly { machine: &machine, memory: &memory, scheduler };
    if options.nightly {
        return nights::publish_if_due(options, process, &nightly);
    }
    if let Some(time) = &options.every_night {
        return nights::schedule(time, &nightly, root, process, streams);
    }
    if let Some(failed) = failed_night(&memory).filter(|_| process.interactive) {
        let _ = writeln!(streams.err, "note: {failed}");
    }
    let status = publish(options, process, &machine, &memory, streams)?;
    if status == Status::Done && !options.dry_run && !options.forget {
        nightly.succeeded(process.now).map_err(of_machine)?;
    }
    Ok(status)
}

fn of_machine(trouble: Trouble) -> Failure {
    trouble.failure("", "")
}

fn publish(
    options: &PublishArgs,
    process: &ProcessContext,
    machine: &Machine,
    memory: &Path,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let root = &options.root.root;
    // Mistakes are reported by the build.
    let content = project::decode(root, &mut Diagnostics::default())?;
    let sources = project::read(root, &mut Diagnostics::default())?;
    let own = sources.texts_below("content/").filter(|(_, text)| text.theme.is_none());
    let texts = own.map(|(_, text)| (text.path.to_string(), text.text.to_string())).collect();
    let Some(to) = content.gym.value.publish_to() else {
        return Err(Failure::new("content/site.toml doesn't say where the site goes").help(
            "write `to` in [publish], such as to = \"sftp://user@host/public_html/\"; docs/publish.md has it for each host",
        ));
    };
    let now = options.now.unwrap_or(process.now);
    let (gym, sources) = (&content.gym.value, &sources);
    let job = PublishJob { options, process, machine, memory, gym, sources, to, now, texts };
    match PublishTarget::parse(to.value.as_str()) {
        Ok(PublishTarget::Folder(folder)) => job.build_into(&folder, streams),
        Ok(PublishTarget::Server(server)) if options.forget => {
            job.forget(&server.account(), PASSWORD_VARIABLE, streams)
        }
        Ok(PublishTarget::Server(server)) => match job.to_server(&server, streams)? {
            Some(status) => Ok(status),
            None => publish(options, process, machine, memory, streams),
        },
        Ok(PublishTarget::Netlify(_)) if options.forget => job.forget("netlify", TOKEN_VARIABLE, streams),
        Ok(PublishTarget::Netlify(site)) => job.to_netlify(&site, streams),
        Err(_) => job.build(&root.join("dist"), streams).map(|end| end.status),
    }
}

impl PublishJob<'_> {
    /// Builds into a folder of this machine.
    fn build(&self, out: &Path, streams: &mut Streams<'_>) -> Result<BuildEnd, Failure> {
        let build = Build {
            root: self.options.root.clone(),
            out: Some(out.to_owned()),
            settings: SettingsArgs { base_url: None, now: self.options.now, drafts: false },
            format: self.options.format,
        };
        let warnings = if self.options.deny_warnings { Warnings::Deny } else { Warnings::Pass };
        build::build(&build, warnings, self.process, streams)
    }

    fn build_into(&self, folder: &str, streams: &mut Streams<'_>) -> Result<Status, Failure> {
        if self.options.set_aside || self.options.forget || self.options.out.is_some() {
            let why = "a folder of this machine is built into, without --set-aside, --forget and --out";
            return Ok(streams.refuse(Status::Usage, why));
        }
        if self.options.dry_run {
            return self.check(streams);
        }
        let status = self.build(&self.options.root.root.join(folder), streams)?.status;
        if status == Status::Done {
            self.remember(true)?;
            if self.options.format == ReportFormat::Json {
                self.say_result(&format!("{folder} is up to date"), streams);
            }
        }
        Ok(status)
    }

    /// Checks all that a build would, and writes nothing.
    fn check(&self, streams: &mut Streams<'_>) -> Result<Status, Failure> {
        let PublishArgs { format, deny_warnings, now, .. } = *self.options;
        let root = self.options.root.clone();
        let options = CheckArgs { root, now, format, deny_warnings, placeholders: false };
        check::run(&options, self.process, streams)
    }

    /// Builds the files to bring elsewhere. They stay as they are until they are dropped.
    fn build_files(&self, streams: &mut Streams<'_>) -> Result<BuildOutcome, Failure> {
        let running = self.lock()?;
        let root = &self.options.root.root;
        let out = self.options.out.clone().unwrap_or_else(|| root.join("dist"));
        let BuildEnd { status, placeholders } = self.build(&out, streams)?;
        if status != Status::Done {
            return Ok(BuildOutcome::Refused(status));
        }
        // Progress is written past it.
        let _ = streams.err.flush();
        let person = self.person(streams);
        if !self.may_be_seen(placeholders, &person) {
            return Ok(BuildOutcome::Refused(self.refuse_placeholders(&person)));
        }
        let staging = Staging::open(&OutFolder::new(&out, root)?)?;
        let files = built_files(&out)?;
        Ok(BuildOutcome::Ready(FilesToSend { files, _staging: staging, _running: running }))
    }

    /// False if somebody doesn't want visitors to see placeholders. Where nobody is there, the warnings of the build
    /// have to do.
    fn may_be_seen(&self, placeholders: usize, person: &Person<'_, '_>) -> bool {
        if placeholders == 0 || self.options.dry_run || !person.is_there {
            return true;
        }
        let number = counted(placeholders, "placeholder");
        let words = format!("{number} would be seen by visitors. Publish all the same?");
        person.ask(&Question::new(QuestionKind::Placeholders, words)).is_some_and(|reply| reply.is_yes())
    }

    fn refuse_placeholders(&self, person: &Person<'_, '_>) -> Status {
        let trouble = Trouble::new(TroubleKind::Unanswered, "nothing was sent");
        self.say_trouble(&trouble, "", UNTOUCHED);
        let why = "nothing was sent\n  help: `gympress check --placeholders` shows the placeholders";
        person.streams.borrow_mut().refuse(Status::Mistakes, why)
    }

    fn person<'a, 's>(&self, streams: &'a mut Streams<'s>) -> Person<'a, 's> {
        let in_json = self.options.ask_in_json;
        Person::new(self.process.interactive || in_json, in_json, streams)
    }

    /// Says what came of the run: to people, or as an event.
    fn say_result(&self, words: &str, streams: &mut Streams<'_>) {
        if self.options.format == ReportFormat::Json {
            say_event(&json!({"event": "done", "words": words}));
            return;
        }
        let out: &mut dyn io::Write =
            if self.options.format.is_machine() { streams.err } else { streams.out };
        let _ = writeln!(out, "{words}");
    }

    /// Tells an editor what happened, and of which kind it is, for which it has advice of its own.
    fn say_trouble(&self, trouble: &Trouble, host: &str, stage: &str) {
        if self.options.format != ReportFormat::Json {
            return;
        }
        // Help for a question without an answer names options of the command.
        let advice = trouble.help.as_ref().filter(|_| trouble.kind != TroubleKind::Unanswered);
        say_event(&json!({
            "event": "trouble", "kind": trouble.kind, "words": trouble.message(host), "stage": stage, "advice": advice,
        }));
    }

    fn forget(
        &self,
        account: &str,
        variable: &'static str,
        streams: &mut Streams<'_>,
    ) -> Result<Status, Failure> {
        let asker = Person::new(false, false, streams);
        let credentials = self.credentials(account.to_owned(), variable, String::new(), &asker);
        let was_kept = credentials.forget().map_err(|trouble| trouble.failure(account, ""))?;
        let words = if was_kept { "forgot the password or token of" } else { "nothing is kept for" };
        let _ = writeln!(asker.streams.borrow_mut().out, "{words} {account}");
        Ok(Status::Done)
    }

    fn credentials<'a>(
        &'a self,
        account: String,
        variable: &'static str,
        words: String,
        asker: &'a dyn Asker,
    ) -> Credentials<'a> {
        Credentials::new(account, variable, words, self.machine, self.memory.to_owned(), asker)
    }

    /// Publishes to a server. Returns `None` if content names another one now.
    fn to_server(&self, server: &Server, streams: &mut Streams<'_>) -> Result<Option<Status>, Failure> {
        let built = match self.build_files(streams)? {
            BuildOutcome::Ready(built) => built,
            BuildOutcome::Refused(status) => return Ok(Some(status)),
        };
        let screen = Screen::new(self.options.format, self.process.terminal);
        let asker = self.person(streams);
        let address = self.gym.declared_url().map(ToString::to_string).unwrap_or_default();
        let zone = &self.gym.time_zone;
        let since = self.process.now.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M").to_string();
        let publication = Publication {
            files: built.files,
            address: address.clone(),
            reads_htaccess: self.gym.host().reads_htaccess(),
            memory: self.memory.to_owned(),
            choices: self.choices(),
            today: self.now.to_zoned(zone.clone()).date(),
            since,
            who: self.who(),
            pace: Pace::default(),
            asker: &asker,
            listener: &screen,
            sent: SentCounts::new(&screen),
        };
        let words = format!(
            "The password of {} (your host's control panel shows or sets it)",
            server.account().split_once("://").map_or("", |(_, account)| account)
        );
        let mut credentials = self.credentials(server.account(), PASSWORD_VARIABLE, words, &asker);
        let start = Instant::now();
        let result = publication.run(&mut |broken| self.connect(server, &mut credentials, &asker, broken));
        screen.end();
        let outcome = match result {
            Ok(outcome) => outcome,
            Err(Interruption { trouble, .. }) if self.corrects_target(&trouble, &asker)? => return Ok(None),
            Err(Interruption { trouble, stage }) => {
                self.say_trouble(&trouble, &server.host, &stage);
                return Err(trouble.failure(&server.host, &stage));
            }
        };
        let mut streams = asker.streams.borrow_mut();
        let streams = &mut **streams;
        if self.options.dry_run {
            return Ok(Some(self.say_plan(&outcome, streams)));
        }
        let took = start.elapsed();
        self.remember(!outcome.is_empty())?;
        if self.options.skip_look {
            self.say_done(&outcome, &address, took, streams);
            return Ok(Some(Status::Done));
        }
        screen.hear(&RunEvent::State(RunState::Looking));
        let folder = server.place();
        let mut seen = self.look(&publication.files, &folder)?;
        if matches!(seen.front, FrontPage::Forbidden | FrontPage::Failing) {
            let remote = self.connect(server, &mut credentials, &Nobody, 0);
            let mended =
                remote.and_then(|mut remote| self.mend(&publication.files, &folder, seen, &mut *remote));
            seen = mended.map_err(|trouble| trouble.failure(&server.host, ""))?;
        }
        screen.end();
        let status = self.say_seen(&seen, streams);
        if seen.front == FrontPage::Right {
            self.say_done(&outcome, &address, took, streams);
        }
        Ok(Some(status))
    }

    /// Writes the target that leads to the same place into content, if somebody agrees. Returns false if nothing was written.
    fn corrects_target(&self, trouble: &Trouble, asker: &dyn Asker) -> Result<bool, Failure> {
        let Some(target) = &trouble.target else { return Ok(false) };
        let words = format!(
            "The certificate there isn't for this name, {}, which is your host's own name of the same server. Write to = {} into \
             {}, and go on?",
            trouble.said,
            in_quotes(target),
            self.sources.path(self.to.span.file)
        );
        let question = Question::new(QuestionKind::Target, words);
        let Some(before) = self.sources.get(self.to.span.file) else { return Ok(false) };
        if !asker.ask(&question).is_some_and(|reply| reply.is_yes()) {
            return Ok(false);
        }
        let edit = Edit { span: self.to.span, replacement: in_quotes(target) };
        let Some(text) = splice(&before.text, [&edit]) else { return Ok(false) };
        let after = Arc::new(SourceText::whole(before.path.clone(), text));
        fix::write(&self.options.root.root, &[FileChange { before: before.clone(), after }])?;
        Ok(true)
    }

    /// Looks at the published site.
    fn look(&self, files: &BTreeMap<OutputPath, LocalFile>, folder: &str) -> Result<Seen, Failure> {
        let Some(base) = self.gym.declared_url() else { return Ok(Seen::default()) };
        let roots = self.roots().map_err(of_machine)?;
        let redirects =
            self.gym.redirects.iter().filter(|old| old.query().is_none() && old.folder().is_none());
        let mut redirects = redirects.filter_map(|old| {
            let to = base.join(old.to.value.as_written().trim_start_matches('/')).ok()?;
            Some(ForwardedAddress { from: old.old_path().to_owned(), to: to.to_string() })
        });
        let redirect = redirects.next();
        let look = SiteLook {
            base,
            files,
            host: self.gym.host(),
            redirect,
            folder: folder.to_owned(),
            roots: &roots,
        };
        look.look().map_err(|trouble| trouble.failure("the site", ""))
    }

    /// Lets everybody read the files that the host keeps to itself, or takes a `.htaccess` away that it can't read.
    fn mend(
        &self,
        files: &BTreeMap<OutputPath, LocalFile>,
        folder: &str,
        seen: Seen,
        remote: &mut dyn Remote,
    ) -> Result<Seen, Trouble> {
        let rules = (HTACCESS.to_owned(), format!("{BEFORE}/{HTACCESS}"));
        if seen.front == FrontPage::Forbidden {
            let folders: BTreeSet<&str> = files.keys().flat_map(OutputPath::folders).collect();
            let folders: Vec<String> = folders.into_iter().map(str::to_owned).collect();
            let paths: Vec<String> = files.keys().map(OutputPath::to_string).collect();
            remote.make_readable(&paths, &folders)?;
        } else {
            remote.make_folders(&[BEFORE.to_owned()])?;
            remote.rename(std::slice::from_ref(&rules))?;
        }
        let again = self
            .look(files, folder)
            .map_err(|failure| Trouble::new(TroubleKind::Machine, failure.message))?;
        // Moved away, it has to help.
        if again.front == FrontPage::Right || seen.front == FrontPage::Forbidden && again.front != seen.front
        {
            let mut again = again;
            if seen.front == FrontPage::Failing {
                again.notes.insert(0, "your host forbids a line of .htaccess, which was moved to .gympress/before/: set host = \"plain\" in [publish]".to_owned());
            }
            return Ok(again);
        }
        if seen.front == FrontPage::Failing {
            remote.rename(&[(rules.1, rules.0)])?;
        }
        Ok(seen)
    }

    /// Says what isn't as it should be. A wrong front page is a failure, all else are warnings.
    fn say_seen(&self, seen: &Seen, streams: &mut Streams<'_>) -> Status {
        for note in &seen.notes {
            let _ = writeln!(streams.err, "warning: {note}");
        }
        if seen.front != FrontPage::Right {
            return streams.refuse(Status::MachineFailed, "the site was sent, and visitors don't see it yet");
        }
        let is_denied = self.options.deny_warnings && !seen.notes.is_empty();
        if is_denied { Status::Mistakes } else { Status::Done }
    }

    fn roots(&self) -> Result<Roots, Trouble> {
        Roots::new(self.machine.variable("SSL_CERT_FILE").map(Path::new))
    }

    /// Deploys at Netlify.
    fn to_netlify(&self, site: &str, streams: &mut Streams<'_>) -> Result<Status, Failure> {
        let built = match self.build_files(streams)? {
            BuildOutcome::Ready(built) => built,
            BuildOutcome::Refused(status) => return Ok(status),
        };
        let screen = Screen::new(self.options.format, self.process.terminal);
        let asker = self.person(streams);
        let words =
            "A personal access token of Netlify (User settings, Applications, New access token)".to_owned();
        let mut credentials = self.credentials("netlify".to_owned(), TOKEN_VARIABLE, words, &asker);
        let start = Instant::now();
        let result = self.deploy(site, &built.files, &mut credentials, &screen);
        screen.end();
        let deployed = result.map_err(|trouble| {
            self.say_trouble(&trouble, "Netlify", UNTOUCHED);
            trouble.failure("Netlify", UNTOUCHED)
        })?;
        let mut streams = asker.streams.borrow_mut();
        let address = self.gym.declared_url().map(ToString::to_string).unwrap_or_default();
        let words = match deployed.uploaded {
            None => format!("Nothing has changed. {address}"),
            Some(number) if self.options.dry_run => {
                format!("would deploy {}", counted(number, "file"))
            }
            Some(number) => {
                let (files, size) = (counted(number, "file"), megabytes(deployed.bytes));
                format!("{address} is up to date: {files}, {size}, {} s", start.elapsed().as_secs())
            }
        };
        let streams = &mut **streams;
        if !self.options.dry_run {
            self.remember(deployed.uploaded.is_some())?;
        }
        if let Some(note) = &deployed.note {
            return Ok(streams.refuse(Status::MachineFailed, note));
        }
        if self.options.skip_look || self.options.dry_run {
            self.say_result(&words, streams);
            return Ok(Status::Done);
        }
        let seen = self.look(&built.files, &format!("the folder of {site} at Netlify"))?;
        let status = self.say_seen(&seen, streams);
        if seen.front == FrontPage::Right {
            self.say_result(&words, streams);
        }
        Ok(status)
    }

    fn deploy(
        &self,
        site: &str,
        files: &BTreeMap<OutputPath, LocalFile>,
        credentials: &mut Credentials<'_>,
        screen: &Screen,
    ) -> Result<Deployed, Trouble> {
        let api =
            Url::parse(NETLIFY).map_err(|error| Trouble::new(TroubleKind::Machine, error.to_string()))?;
        let netlify = Netlify::new(site, api, credentials.secret()?, &self.roots()?, screen)?;
        let deployed = netlify.publish(files, self.choices());
        credentials.settle(deployed)
    }

    fn choices(&self) -> PublishChoices {
        let PublishArgs { all, set_aside, dry_run, .. } = *self.options;
        PublishChoices { all, set_aside, dry_run }
    }

    /// A lock, as two runs of one project would take over each other's lock at the host.
    fn lock(&self) -> Result<File, Failure> {
        let path = self.memory.join("lock");
        let file = make_private(self.memory)
            .and_then(|()| File::options().create(true).truncate(false).write(true).open(&path))
            .map_err(|error| Failure::io("write", &path, &error))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(Failure::new("this project is being published already")
                .help("wait until that is done, and publish again")),
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                Err(Failure::io("lock", &path, &error))
            }
            _ => Ok(file),
        }
    }

    fn connect<'r>(
        &self,
        server: &Server,
        credentials: &mut Credentials<'_>,
        asker: &dyn Asker,
        broken: usize,
    ) -> Result<Box<dyn Remote + 'r>, Trouble> {
        let result: Result<Box<dyn Remote + 'r>, Trouble> = match server.protocol {
            Protocol::Sftp => {
                let mut failed = None;
                let sftp = Sftp::connect(server, self.machine, &mut |question| {
                    answer_ssh(question, server, credentials, asker, &mut failed)
                });
                match (sftp, failed) {
                    (Err(_), Some(trouble)) => Err(trouble),
                    (sftp, _) => sftp.map(|sftp| Box::new(sftp) as Box<dyn Remote + 'r>),
                }
            }
            Protocol::Ftps => {
                let roots = self.roots()?;
                Ftps::connect(server, &roots, broken, &mut || credentials.secret())
                    .map(|ftps| Box::new(ftps) as Box<dyn Remote + 'r>)
            }
        };
        credentials.settle(result)
    }

    /// The person and machine, for others who want to publish at the same time.
    fn who(&self) -> String {
        let user = self.first_variable(["USER", "USERNAME"]).unwrap_or_else(|| "somebody".to_owned());
        let host = self.first_variable(["HOSTNAME", "COMPUTERNAME"]);
        let host = host.or_else(|| Some(fs::read_to_string("/etc/hostname").ok()?.trim().to_owned()));
        format!("{user}@{}", host.unwrap_or_else(|| "another machine".to_owned()))
            .replace(char::is_control, "")
    }

    fn first_variable(&self, names: [&str; 2]) -> Option<String> {
        names.iter().find_map(|name| Some(self.machine.variable(name)?.to_string_lossy().into_owned()))
    }

    fn say_plan(&self, outcome: &Outcome, streams: &mut Streams<'_>) -> Status {
        let Outcome { sent, removed, in_the_way, bytes, .. } = outcome;
        if self.options.format == ReportFormat::Json {
            let [send, remove] =
                [sent, removed].map(|paths| paths.iter().map(ToString::to_string).collect::<Vec<_>>());
            say_event(&json!({"event": "plan", "send": send, "remove": remove, "bytes": bytes}));
        }
        let out: &mut dyn io::Write =
            if self.options.format.is_machine() { streams.err } else { streams.out };
        for (word, paths) in [("send", sent), ("remove", removed)] {
            for path in paths {
                let _ = writeln!(out, "{word:7} {path}");
            }
        }
        let (files, size) = (counted(sent.len(), "file"), megabytes(*bytes));
        let _ = writeln!(out, "would send {files} ({size}) and remove {}", removed.len());
        if in_the_way.is_empty() || self.options.set_aside {
            return Status::Done;
        }
        let names: Vec<&str> = in_the_way.iter().map(|path| path.as_str()).collect();
        let why = format!(
            "files are in the way that gympress did not put there: {}\n  help: `gympress publish --set-aside` moves them to \
             .gympress/before/ there, where nothing is lost",
            names.join(", ")
        );
        streams.refuse(Status::MachineFailed, why)
    }

    fn say_done(&self, outcome: &Outcome, address: &str, took: Duration, streams: &mut Streams<'_>) {
        if outcome.is_empty() {
            let last = PublishRecord::read(self.memory);
            let last = last.map(|last| format!(" since {}", last.at)).unwrap_or_default();
            self.say_result(&format!("Nothing has changed{last}. {address}"), streams);
            return;
        }
        let mut parts = Vec::new();
        for (number, word) in [
            (outcome.pages.changed, "changed"),
            (outcome.pages.added, "new"),
            (outcome.pages.removed, "removed"),
        ] {
            if number > 0 {
                let noun = if parts.is_empty() { counted(number, "page") } else { number.to_string() };
                parts.push(format!("{noun} {word}"));
            }
        }
        let pages = if parts.is_empty() { "no page changed".to_owned() } else { parts.join(", ") };
        let files = counted(outcome.sent.len(), "file");
        let size = megabytes(outcome.bytes);
        let words = format!("{address} is up to date: {pages}; {files}, {size}, {} s", took.as_secs());
        self.say_result(&words, streams);
    }

    /// Writes down what was published when, for the next run and the editor. The time stays if nothing differed.
    fn remember(&self, is_different: bool) -> Result<(), Failure> {
        let at = self.process.now.to_zoned(self.gym.time_zone.clone());
        let at = at.strftime("%A, %-d %B, %H:%M").to_string();
        let last = PublishRecord::read(self.memory).filter(|_| !is_different);
        let at = last.map_or(at, |last| last.at);
        PublishRecord { at, texts: Some(self.texts.clone()) }.write(self.memory)
    }
}

/// The answer to a question of `ssh`.
fn answer_ssh(
    question: &str,
    server: &Server,
    credentials: &mut Credentials<'_>,
    asker: &dyn Asker,
    failed: &mut Option<Trouble>,
) -> Option<String> {
    let asks = question.trim().to_ascii_lowercase();
    if asks.ends_with("password:") {
        let secret = credentials.secret();
        return secret.map_err(|trouble| *failed = Some(trouble)).ok().map(|secret| secret.for_ssh());
    }
    let (kind, words) = if asks.contains("(yes/no") {
        let key = question.split_whitespace().find(|word| word.starts_with("SHA256:")).unwrap_or_default();
        let kind =
            question.split_once(" key fingerprint").and_then(|(before, _)| before.rsplit(['\n', ' ']).next());
        let words = format!(
            "You connect to {} for the first time. Its key is {} {}; compare it with what your host's documents say. \
             Trust it from now on?",
            server.host,
            kind.unwrap_or_default(),
            key.trim_end_matches('.')
        );
        (QuestionKind::HostKey, words)
    } else if asks.contains("passphrase") || asks.contains("pin") {
        (QuestionKind::Password, question.trim().to_owned())
    } else {
        (QuestionKind::Text, question.trim().to_owned())
    };
    let question = Question::new(kind, words);
    let Some(reply) = asker.ask(&question) else {
        *failed = Some(Trouble::new(TroubleKind::Unanswered, question.words));
        return None;
    };
    match kind {
        QuestionKind::HostKey => Some(if reply.is_yes() { "yes" } else { "no" }.to_owned()),
        _ => Some(reply.text),
    }
}
