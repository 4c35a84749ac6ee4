//! Runs against OpenSSH's server, through the `ssh` of the system.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime},
};

use gympress::{
    hosts::{Protocol, Server},
    online::{
        Asker, Credentials, Machine, PASSWORD_VARIABLE, Question, QuestionKind, QuestionReply, Sftp, Trouble,
        TroubleKind,
    },
};

use super::{
    folder::{Host, Watcher},
    servers::{FAR, Proxy, SshServer},
};
use crate::{
    project::{Project, Run, files_below},
    publish::{Site, bytes_of, linked, violations},
};

pub fn many(version: &str, number: usize) -> Site {
    let page =
        |n: usize| (format!("p/{n}/index.html"), vec![format!("/p/{}/", (n + 1) % number), "/".to_owned()]);
    let pages = (0..number).map(page);
    linked(version, pages.chain([("index.html".to_owned(), vec!["/p/0/".to_owned()])]))
}

/// Every file there that is the site's.
pub fn site_files(www: &Path) -> BTreeMap<String, Vec<u8>> {
    files_below(www).into_iter().filter(|(path, _)| !path.starts_with(".gympress/")).collect()
}

/// The site there is the one that was built, byte for byte.
#[track_caller]
pub fn assert_same(www: &Path, project: &Project) {
    let (there, built) = (site_files(www), project.published());
    let paths: std::collections::BTreeSet<&String> = there.keys().chain(built.keys()).collect();
    let differing: Vec<_> = paths.into_iter().filter(|path| there.get(*path) != built.get(*path)).collect();
    assert!(differing.is_empty() && !there.is_empty(), "{differing:?}");
}

/// Everybody can read the files there, and enter the folders.
#[track_caller]
pub fn assert_readable(www: &Path) {
    for entry in walkdir::WalkDir::new(www) {
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        let wanted = if entry.file_type().is_dir() { 0o755 } else { 0o644 };
        assert_eq!(mode, wanted, "{}", entry.path().display());
    }
}

/// Files whose names and sizes hosts stumble over.
pub fn write_odd_files(project: &Project) {
    project.write("content/static/Preise für 20 % & mehr.txt", "1");
    project.write(&format!("content/static/{}.txt", "long".repeat(49)), "2");
    let film: Vec<u8> = (0..30 << 20).map(|at: u32| (at / 7) as u8).collect();
    project.write("content/static/film.mp4", film);
}

/// When each file there was written last.
pub fn times_of(www: &Path) -> BTreeMap<PathBuf, SystemTime> {
    let files = walkdir::WalkDir::new(www).into_iter().map(Result::unwrap);
    let files = files.filter(|entry| entry.file_type().is_file());
    files.map(|entry| (entry.path().to_owned(), entry.metadata().unwrap().modified().unwrap())).collect()
}

fn server() -> Server {
    Server {
        protocol: Protocol::Sftp,
        user: None,
        host: "gym".to_owned(),
        port: None,
        folder: String::new(),
        from_root: false,
    }
}

fn machine(ssh: &SshServer) -> Machine {
    machine_with(&ssh.path())
}

fn machine_with(path: &str) -> Machine {
    Machine {
        program: env!("CARGO_BIN_EXE_gympress").into(),
        project: "/nowhere".into(),
        variables: [("PATH", path.into())].into(),
    }
}

/// A connection by the `ssh` in these folders.
pub fn connect_by(path: &str) -> Result<Sftp, Trouble> {
    Sftp::connect(&server(), &machine_with(path), &mut |_| None)
}

fn connect(ssh: &SshServer) -> Result<Sftp, Trouble> {
    Sftp::connect(&server(), &machine(ssh), &mut |_| None)
}

fn project() -> Project {
    let project = Project::minimal();
    project.write("content/site.toml", "name = \"Iron & Chalk\"\nbase_url = \"https://iron.example/\"\n\n[publish]\nhost = \"apache\"\nto = \"sftp://gym/\"\n");
    project
}

fn publish(project: &Project, ssh: &SshServer, options: &[&str]) -> Run {
    let arguments = [&["publish", "--skip-look", "--now", crate::project::NOW], options].concat();
    project.run_alone(&arguments, &[("PATH", &ssh.path()), ("HOME", ssh.folder.path().to_str().unwrap())])
}

const POST: &str =
    "title = \"Open day\"\ndate = 2026-12-03T09:00:00\nexcerpt = \"Come.\"\nbody = \"Come.\"\n";

#[test]
fn the_command_brings_a_site_to_openssh() {
    let Some(ssh) = SshServer::start("") else { return };
    let project = project();
    write_odd_files(&project);
    let run = publish(&project, &ssh, &[]).exits(0);
    assert!(run.out.contains("https://iron.example/ is up to date: "), "{}", run.printed());
    assert_same(&ssh.www(), &project);
    assert_readable(&ssh.www());
    assert_eq!(fs::read_to_string(ssh.www().join(".gympress/.htaccess")).unwrap(), "Require all denied\n");
    let run = publish(&project, &ssh, &[]).exits(0);
    assert!(run.out.contains("Nothing has changed since "), "{}", run.out);
    let times = times_of(&ssh.www());
    let run = publish(&project, &ssh, &["--dry-run"]).exits(0);
    assert!(run.out.contains("would send 0 files"), "{}", run.out);
    let run = publish(&project, &ssh, &["--dry-run", "--format", "json"]).exits(0);
    assert!(
        run.out.contains("\"event\":\"plan\"") && run.out.lines().all(|line| line.starts_with('{')),
        "{}",
        run.out
    );

    assert_eq!(times_of(&ssh.www()), times);

    fs::remove_file(ssh.www().join("index.html")).unwrap();
    fs::write(ssh.www().join("robots.txt"), "").unwrap();
    let run = publish(&project, &ssh, &["--format", "json"]).exits(0);
    assert!(run.out.lines().all(|line| line.starts_with('{')), "{}", run.out);
    assert_same(&ssh.www(), &project);

    // A foreign file in the way ends with status 3, also of a dry run.
    project.write("content/static/robots2.txt", "ours");
    fs::write(ssh.www().join("robots2.txt"), "theirs").unwrap();
    for options in [&[][..], &["--dry-run"]] {
        let run = publish(&project, &ssh, options).exits(3);
        assert!(run.err.contains("robots2.txt") && run.err.contains("--set-aside"), "{}", run.err);
    }
    publish(&project, &ssh, &["--set-aside"]).exits(0);
    assert_same(&ssh.www(), &project);
    // What changes by its date is told as long as nothing publishes it then.
    project.write("content/posts/open-day.toml", POST);
    let run = project.run(&["check", "--now", crate::project::NOW]).exits(0);
    let note =
        "\"Open day\" appears on 3 December, and nothing publishes it then: `gympress publish --every-night`";
    assert!(run.err.contains(note), "{}", run.err);
    assert!(!project.run(&["check", "--format", "json"]).printed().contains("nothing publishes"));
    project.write(".gympress/publish/nightly.json", "{\"time\": \"03:20:00\", \"zone\": \"UTC\"}");
    assert!(!project.run(&["check"]).printed().contains("nothing publishes"));
    // At night the second run of a day ends at once.
    fs::remove_file(project.path(".gympress/publish/succeeded")).unwrap();
    project.write(".gympress/publish/nightly.json", "{\"time\": \"00:00:00\", \"zone\": \"UTC\"}");
    publish(&project, &ssh, &["--nightly"]).exits(0);
    assert!(project.read(".gympress/publish/nightly.log").contains("Nothing has changed"));
    let log = project.read(".gympress/publish/nightly.log");
    publish(&project, &ssh, &["--nightly"]).exits(0);
    assert_eq!(project.read(".gympress/publish/nightly.log"), log);
    // A night that failed is told to whoever sits there next, until somebody publishes.
    project.write(".gympress/publish/succeeded", "2026-11-01T00:00:00Z");
    ssh.forget_hosts();
    publish(&project, &ssh, &["--nightly"]).exits(3);
    let failed = "note: the publication at night failed on ";
    let run = project.run(&["check", "--now", crate::project::NOW]).exits(0);
    assert!(run.err.contains(failed) && run.err.contains("gym"), "{}", run.err);
    ssh.know("host");
    publish(&project, &ssh, &[]).exits(0);
    assert!(!project.run(&["check"]).err.contains(failed));
    // A mistake in content: nothing is sent.
    project.write("content/pages/index.toml", "title = \n");
    publish(&project, &ssh, &[]).exits(1);
}

#[test]
fn five_hundred_files_arrive_at_a_distance() {
    let Some(ssh) = SshServer::start("") else { return };
    let proxy = Proxy::start(&[ssh.port], Duration::from_millis(25));
    ssh.configure(FAR);
    let host = Host::new();
    let start = Instant::now();
    host.publication(&many("1", 500)).run(&mut |_| Ok(Box::new(connect(&ssh)?))).unwrap();
    // One by one it takes two minutes.
    println!("500 files by SFTP at 50 ms: {:?}", start.elapsed());
    assert_eq!(site_files(&ssh.www()), bytes_of(&many("1", 500)));
    drop(proxy);
}

#[test]
fn a_connection_that_breaks_anywhere_leaves_whole_pages_and_is_made_again() {
    let Some(ssh) = SshServer::start("") else { return };
    let proxy = Proxy::start(&[ssh.port], Duration::ZERO);
    ssh.configure(FAR);
    let host = Host::new();
    let sites = [many("1", 40), many("2", 40)];
    host.publication(&sites[0]).run(&mut |_| Ok(Box::new(connect(&ssh)?))).unwrap();
    let cuts: u64 = std::env::var("GYMPRESS_TEST_CUTS").map_or(8, |cuts| cuts.parse().unwrap());
    let mut random = fastrand::Rng::with_seed(7);
    for cut in 0..cuts {
        let (old, new) = (&sites[cut as usize % 2], &sites[(cut as usize + 1) % 2]);
        proxy.cut_after(random.i64(3_000..60_000));
        let _ = host.publication(new).run(&mut |broken| match broken {
            0 => Ok(Box::new(connect(&ssh)?)),
            _ => Err(Trouble::new(TroubleKind::Stopped, "killed")),
        });
        assert_eq!(violations(&ssh.www(), [old, new]), [""; 0], "cut {cut}");
        proxy.mend();
        host.publication(new).run(&mut |_| Ok(Box::new(connect(&ssh)?))).unwrap();
        assert_eq!(site_files(&ssh.www()), bytes_of(new), "cut {cut}");
    }
    // Within a run it is made again.
    proxy.cut_after(20_000);
    host.publication(&sites[(cuts as usize + 1) % 2])
        .run(&mut |broken| {
            if broken > 0 {
                proxy.mend();
            }
            Ok(Box::new(connect(&ssh)?))
        })
        .unwrap();
}

#[test]
fn the_key_of_a_new_host_is_shown_and_asked_for_and_another_one_refused() {
    let Some(ssh) = SshServer::start("") else { return };
    ssh.forget_hosts();
    let project = project();
    let run = publish(&project, &ssh, &[]).exits(3);
    assert!(run.err.contains("SHA256:") && run.err.contains("in a terminal"), "{}", run.err);
    // Somebody says no, and then yes.
    let mut asked = Vec::new();
    let denied = Sftp::connect(&server(), &machine(&ssh), &mut |question| {
        asked.push(question.to_owned());
        Some("no".to_owned())
    });
    assert_eq!(denied.err().unwrap().kind, TroubleKind::UntrustedKey);
    assert!(asked.len() == 1 && asked[0].contains("ED25519 key fingerprint is SHA256:"), "{asked:?}");
    Sftp::connect(&server(), &machine(&ssh), &mut |_| Some("yes".to_owned())).unwrap();
    // From then on nobody is asked.
    connect(&ssh).unwrap();
    publish(&project, &ssh, &[]).exits(0);

    ssh.know("other");
    let mut asked = 0;
    let changed = Sftp::connect(&server(), &machine(&ssh), &mut |_| {
        asked += 1;
        Some("yes".to_owned())
    });
    assert_eq!((changed.err().unwrap().kind, asked), (TroubleKind::ChangedKey, 0));
    let run = publish(&project, &ssh, &["--all"]).exits(3);
    assert!(
        run.err.contains("another key than last time") && run.err.contains("ssh-keygen -R"),
        "{}",
        run.err
    );
}

#[test]
fn a_passphrase_is_asked_for_and_a_wrong_key_refused() {
    let Some(ssh) = SshServer::start("of a key") else { return };
    let mut asked = Vec::new();
    Sftp::connect(&server(), &machine(&ssh), &mut |question| {
        asked.push(question.to_owned());
        Some("of a key".to_owned())
    })
    .unwrap();
    assert!(asked.len() == 1 && asked[0].contains("passphrase for key"), "{asked:?}");
    fs::write(ssh.folder.path().join("authorized"), "").unwrap();
    let denied = Sftp::connect(&server(), &machine(&ssh), &mut |_| Some("of a key".to_owned()));
    assert_eq!(denied.err().unwrap().kind, TroubleKind::Denied);
}

#[test]
fn another_program_that_calls_takes_no_question_away() {
    let Some(ssh) = SshServer::start("of a key") else { return };
    let program = ssh.folder.path().join("bin/ssh");
    let script = fs::read_to_string(&program).unwrap();
    let call = "bash -c 'exec 3<>/dev/tcp/127.0.0.1/${GYMPRESS_ASKPASS%%:*}'\n";
    fs::write(&program, script.replace("exec ", &format!("{call}exec "))).unwrap();
    Sftp::connect(&server(), &machine(&ssh), &mut |_| Some("of a key".to_owned())).unwrap();
}

/// `ssh` that asks for a password as the real one does, of a server whose accounts are nobody's.
fn asking_for_passwords(ssh: &SshServer) {
    let sftp_server = super::servers::installed("sftp-server").unwrap();
    let script = format!(
        "#!/bin/sh\necho once >> {0}/attempts\n[ -z \"$GYMPRESS_PUBLISH_PASSWORD\" ] || exit 1\n\
         answer=$(\"$SSH_ASKPASS\" \"mygym@gym's password: \") || exit 255\n\
         [ \"$answer\" = 'correct horse' ] || {{ echo 'mygym@gym: Permission denied (password).' >&2; exit 255; }}\n\
         cd {0}/www && exec {1}\n",
        ssh.folder.path().display(),
        sftp_server.display()
    );
    fs::write(ssh.folder.path().join("bin/ssh"), script).unwrap();
}

#[test]
fn a_password_is_asked_for_once_kept_and_forgotten_when_it_is_wrong() {
    let Some(ssh) = SshServer::start("") else { return };
    asking_for_passwords(&ssh);
    let project = project();
    let attempts =
        || fs::read_to_string(ssh.folder.path().join("attempts")).unwrap_or_default().lines().count();
    let run = publish(&project, &ssh, &[]).exits(3);
    assert!(run.err.contains("GYMPRESS_PUBLISH_PASSWORD") && run.err.contains("terminal"), "{}", run.err);
    assert_eq!(attempts(), 1);
    // From the environment, and not handed on.
    let with = |password: &str| {
        let arguments = ["publish", "--skip-look", "--now", crate::project::NOW];
        project.run_alone(&arguments, &[("PATH", &ssh.path()), ("GYMPRESS_PUBLISH_PASSWORD", password)])
    };
    with("correct horse").exits(0);
    let run = with("wrong horse").exits(3);
    assert!(run.err.contains("refused the user, password or key"), "{}", run.err);
    assert!(!run.printed().contains("wrong horse"));
    assert_eq!(attempts(), 3);

    // Kept in a file that only its owner reads.
    let secret = project.path(".gympress/publish/secret");
    fs::write(&secret, "sftp://gym\tcorrect horse\n").unwrap();
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o644)).unwrap();
    let run = publish(&project, &ssh, &[]).exits(3);
    assert!(run.err.contains("chmod 600"), "{}", run.err);
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o600)).unwrap();
    publish(&project, &ssh, &[]).exits(0);
    fs::write(&secret, "sftp://gym\tbattery staple\nftps://other\tstays\n").unwrap();
    let run = publish(&project, &ssh, &[]).exits(3);
    assert!(!run.printed().contains("battery staple"));
    assert_eq!(fs::read_to_string(&secret).unwrap(), "ftps://other\tstays\n");
    let mode = |path: &str| fs::metadata(project.path(path)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(".gympress/publish/secret"), mode(".gympress/publish")), (0o600, 0o700));
    assert_eq!(project.read(".gympress/publish/.gitignore"), "*\n");
    fs::write(&secret, "sftp://gym\tcorrect horse\n").unwrap();
    let run = project.run(&["publish", "--forget"]).exits(0);
    assert_eq!(
        (run.out.trim(), &*project.read(".gympress/publish/secret")),
        ("forgot the password or token of sftp://gym", "")
    );
}

/// Somebody at a terminal, who is asked whether to keep a password once that has worked.
struct Typist {
    says_yes: bool,
    asked: RefCell<Vec<QuestionKind>>,
}

impl Asker for Typist {
    fn ask(&self, question: &Question) -> Option<QuestionReply> {
        self.asked.borrow_mut().push(question.kind);
        let text = match question.kind {
            QuestionKind::Password => "correct horse",
            _ if self.says_yes => "yes",
            _ => "no",
        };
        Some(QuestionReply { text: text.to_owned(), keep: None })
    }
}

#[test]
fn a_password_is_kept_if_somebody_says_so_once_it_has_worked() {
    for says_yes in [true, false] {
        let project = Project::empty();
        let memory = project.path("memory");
        let machine = Machine::default();
        let typist = Typist { says_yes, asked: RefCell::default() };
        let words = "The password".to_owned();
        let account = "sftp://gym".to_owned();
        let mut credentials =
            Credentials::new(account, PASSWORD_VARIABLE, words, &machine, memory.clone(), &typist);
        let secret = credentials.secret().unwrap();
        let denied: Result<(), Trouble> = Err(Trouble::new(TroubleKind::Denied, "wrong"));
        credentials.settle(denied).unwrap_err();
        assert_eq!(*typist.asked.borrow(), [QuestionKind::Password]);
        credentials.settle(Ok(secret)).unwrap();
        credentials.settle(Ok(())).unwrap();
        assert_eq!(*typist.asked.borrow(), [QuestionKind::Password, QuestionKind::Keep]);
        let kept = fs::read_to_string(memory.join("secret")).unwrap_or_default();
        assert_eq!(kept, if says_yes { "sftp://gym\tcorrect horse\n" } else { "" });
    }
}

#[test]
fn what_cannot_be_reached_is_told_in_words() {
    let Some(ssh) = SshServer::start("") else { return };
    let to = |host: &str, port: Option<u16>| Server { host: host.to_owned(), port, ..server() };
    let trouble = |server: &Server| Sftp::connect(server, &machine(&ssh), &mut |_| None).err().unwrap();
    assert_eq!(trouble(&to("127.0.0.1", Some(1))).kind, TroubleKind::Unreachable);
    assert_eq!(trouble(&to("no.such.host.invalid", None)).kind, TroubleKind::UnknownHost);
    let wrong = Server { folder: "public_htm".to_owned(), ..server() };
    for folder in ["public_html", "mail"] {
        fs::create_dir(ssh.www().join(folder)).unwrap();
    }
    let trouble = trouble(&wrong);
    assert_eq!(trouble.said, "there is no folder public_htm at gym; there are: mail, public_html");
    // `ssh` of the project, or of no absolute folder, isn't run.
    let machine = Machine { variables: [("PATH", "bin:.".into())].into(), ..machine(&ssh) };
    let none = Sftp::connect(&server(), &machine, &mut |_| None).err().unwrap();
    assert!(none.said.contains("can't run ssh"), "{none:?}");
}

#[test]
fn nobody_but_ssh_is_answered() {
    assert_eq!(gympress::online::askpass("1:token", "password:"), None);
    assert_eq!(gympress::online::askpass("nonsense", "password:"), None);
    assert!(Watcher::default().asked.lock().unwrap().is_empty());
}
