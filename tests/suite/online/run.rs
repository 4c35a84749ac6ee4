//! Runs against a folder: what is sent and in which order, cuts at every step, locks, and files of others.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use gympress::online::{PublishChoices, QuestionKind, Remote, TroubleKind, Upload, UploadSource};

use super::folder::{FolderRemote, Host, Ways};
use crate::publish::{Site, bytes_of, linked, violations};

fn one() -> Site {
    linked(
        "1",
        [
            ("index.html", &["/blog/x/", "/old/"][..]),
            ("blog/x/index.html", &["/"]),
            ("old/index.html", &["/blog/x/"]),
            ("feed.xml", &["/blog/x/"]),
            ("menu", &[]),
        ]
        .map(|(path, links)| (path.to_owned(), links.iter().map(|link| (*link).to_owned()).collect())),
    )
}

fn two() -> Site {
    linked(
        "2",
        [
            ("index.html", &["/blog/x/", "/new/"][..]),
            ("blog/x/index.html", &["/new/"]),
            ("new/index.html", &["/new/a/", "/blog/x/"]),
            ("new/a/index.html", &["/new/"]),
            ("menu/index.html", &["/"]),
            ("feed.xml", &["/new/", "/blog/x/"]),
        ]
        .map(|(path, links)| (path.to_owned(), links.iter().map(|link| (*link).to_owned()).collect())),
    )
}

fn files(host: &Host) -> BTreeMap<String, Vec<u8>> {
    let files = crate::project::files_below(&host.www());
    files.into_iter().filter(|(path, _)| !path.starts_with(".gympress/")).collect()
}

#[test]
fn a_first_publication_sends_all_and_a_second_nothing() {
    let host = Host::new();
    let outcome = host.run(&one()).unwrap();
    assert_eq!((outcome.pages.added, outcome.sent.len()), (3, 6));
    assert_eq!(files(&host), bytes_of(&one()));
    assert_eq!(host.own(), ["published"]);
    host.written();
    let outcome = host.run(&one()).unwrap();
    assert_eq!((outcome.sent.len(), host.written()), (0, Vec::new()));
}

#[test]
fn what_differs_is_staged_first_and_then_put_into_place_in_order() {
    let host = Host::new();
    host.run(&one()).unwrap();
    host.written();
    host.run(&two()).unwrap();
    let log = host.written();
    let last_send = log.iter().rposition(|line| line.starts_with("send")).unwrap();
    let first_rename = log.iter().position(|line| line.starts_with("rename")).unwrap();
    assert!(last_send < first_rename, "{log:#?}");
    let order: Vec<&str> = log[first_rename..].iter().map(String::as_str).collect();
    assert_eq!(
        order[..order.iter().rposition(|line| *line == "rename .gympress/published").unwrap() + 1],
        [
            "rename .gympress/published",
            "remove menu",
            "rename app-2.js",
            "rename menu/index.html",
            "rename new/a/index.html",
            "rename new/index.html",
            "rename blog/x/index.html",
            "rename index.html",
            "rename feed.xml",
            "remove old/index.html",
            "remove app-1.js",
            "remove menu",
            "rename .gympress/published",
        ]
    );
    assert!(!host.www().join("old").exists());
}

#[test]
fn a_dry_run_says_what_would_happen_and_writes_nothing() {
    let mut host = Host::new();
    host.run(&one()).unwrap();
    host.written();
    host.choices = PublishChoices { dry_run: true, ..PublishChoices::default() };
    let outcome = host.run(&two()).unwrap();
    assert_eq!((outcome.pages.added, outcome.pages.changed, outcome.pages.removed), (3, 2, 1));
    assert_eq!((host.written(), files(&host)), (Vec::new(), bytes_of(&one())));
}

#[test]
fn what_somebody_removed_or_changed_comes_back() {
    let mut host = Host::new();
    host.run(&one()).unwrap();
    fs::remove_file(host.www().join("blog/x/index.html")).unwrap();
    host.write("index.html", "");
    host.write("feed.xml", "of another size");
    assert_eq!(host.run(&one()).unwrap().sent.len(), 3);
    assert_eq!(files(&host), bytes_of(&one()));
    // The same size needs a flag.
    let size = host.read("index.html").unwrap().len();
    host.write("index.html", &"x".repeat(size));
    assert_eq!(host.run(&one()).unwrap().sent.len(), 0);
    host.choices.all = true;
    assert_eq!(host.run(&one()).unwrap().sent.len(), 6);
    assert_eq!(files(&host), bytes_of(&one()));
}

#[test]
fn a_removed_page_that_somebody_changed_stays_and_so_does_its_folder() {
    let host = Host::new();
    host.run(&one()).unwrap();
    host.write("old/index.html", "mine now");
    host.write("old/photo.jpg", "theirs");
    host.run(&two()).unwrap();
    assert_eq!(host.read("old/index.html").unwrap(), "mine now");
    assert!(host.watcher.heard.lock().unwrap().iter().any(|note| note.contains("old/index.html stays")));
    assert!(host.read("old/photo.jpg").is_some());
}

#[test]
fn files_with_hashes_stay_for_a_week() {
    let mut host = Host::new();
    let old = Site::from_files(&[("index.html", "1"), ("assets/a.css", "a")]);
    let new = Site::from_files(&[("index.html", "2"), ("assets/b.css", "b")]);
    host.run(&old).unwrap();
    host.run(&new).unwrap();
    assert!(host.read("assets/a.css").is_some());
    host.today = "2026-11-26";
    host.run(&new).unwrap();
    assert!(host.read("assets/a.css").is_some());
    // One that comes back is the site's again.
    host.run(&old).unwrap();
    assert_eq!(host.run(&old).unwrap().sent.len(), 0);
    host.run(&new).unwrap();
    host.today = "2026-12-03";
    assert_eq!(host.run(&new).unwrap().removed.len(), 1);
    assert_eq!(files(&host), bytes_of(&new));
}

/// Publishes the second site over the first with a connection that breaks after each number of steps.
fn cut_at_each_step(ways: &Ways) {
    let [old, new] = [one(), two()];
    for steps in 0.. {
        let mut host = Host::new();
        host.run(&old).unwrap();
        host.ways = Ways { steps: Some(steps), ..ways.clone() };
        let mut runs = 0;
        let cut = host.publication(&new).run(&mut |_| {
            runs += 1;
            match runs {
                1 => Ok(Box::new(host.connect())),
                _ => Err(gympress::online::Trouble::new(TroubleKind::Stopped, "killed")),
            }
        });
        let wrong = violations(&host.www(), [&old, &new]);
        assert_eq!(wrong, [""; 0], "after {steps} steps");
        let is_whole = cut.is_ok();
        host.ways = ways.clone();
        host.run(&new).unwrap();
        assert_eq!(files(&host), bytes_of(&new), "after {steps} steps");
        // A staged file whose plan never arrived whole may be left, and a lock that a finished run couldn't give back.
        let left = ["published", "staging", "before", "publishing"];
        assert!(
            host.own().iter().all(|name| left.contains(&name.as_str())),
            "after {steps} steps {:?}",
            host.own()
        );
        host.written();
        assert_eq!((host.run(&new).unwrap().sent.len(), host.written().len()), (0, 0), "after {steps} steps");
        if is_whole {
            assert!(steps > 40, "{steps}");
            break;
        }
    }
}

#[test]
fn cut_at_any_step_each_page_is_whole_and_the_next_run_ends_the_work() {
    cut_at_each_step(&Ways::default());
}

#[test]
fn a_connection_that_breaks_is_made_again() {
    let [old, new] = [one(), two()];
    for steps in (0..90).step_by(7) {
        let mut host = Host::new();
        host.run(&old).unwrap();
        host.ways.steps = Some(steps);
        let mut connections = 0;
        let result = host.publication(&new).run(&mut |broken| {
            connections += 1;
            assert_eq!(broken + 1, connections);
            let ways = if broken == 0 { host.ways.clone() } else { Ways::default() };
            Ok(Box::new(FolderRemote::new(&host, ways)))
        });
        // All that the connections did together is told.
        let outcome = result.unwrap();
        assert_eq!((outcome.sent.len(), outcome.removed.len()), (7, 3), "after {steps} steps");
        assert_eq!(files(&host), bytes_of(&new));
    }
}

#[test]
fn a_host_that_never_gets_on_ends_the_run() {
    let mut host = Host::new();
    host.ways.steps = Some(3);
    let interruption = host.run(&one()).unwrap_err();
    assert_eq!(interruption.trouble.kind, TroubleKind::Lost);
    let failure = interruption.trouble.failure("home1.host", &interruption.stage);
    assert_eq!(
        failure.to_string(),
        "the connection to home1.host broke: the network is gone\n  \
         help: The site is as it was. run `gympress publish` again: it goes on where it stopped"
    );
}

#[test]
fn what_was_staged_before_a_cut_is_not_sent_again() {
    let mut host = Host::new();
    let pages: Vec<(String, Vec<String>)> =
        (0..80).map(|n| (format!("{n}/index.html"), Vec::new())).collect();
    let site = linked("1", pages);
    host.ways.steps = Some(75);
    let mut runs = 0;
    let cut = host.publication(&site).run(&mut |_| {
        runs += 1;
        if runs > 1 {
            return Err(gympress::online::Trouble::new(TroubleKind::Stopped, "killed"));
        }
        Ok(Box::new(host.connect()))
    });
    assert!(cut.is_err());
    let staged = fs::read_dir(host.www().join(".gympress/staging")).unwrap().count();
    assert!((50..78).contains(&staged), "{staged}");
    host.written();
    host.ways.steps = None;
    host.run(&site).unwrap();
    let sent = host.written().iter().filter(|line| line.starts_with("send .gympress/staging/")).count();
    // Besides the half of a file, and the two lists.
    assert!(sent + staged <= 81 + 4, "{sent} after {staged}");
}

#[test]
fn what_several_runs_staged_before_cuts_is_removed_in_the_end() {
    let mut host = Host::new();
    let site = |version| {
        let pages = (0..80).map(|n| (format!("{n}/index.html"), Vec::new()));
        linked(version, pages.collect::<Vec<_>>())
    };
    for version in ["1", "2"] {
        host.ways.steps = Some(75);
        let cut = host.publication(&site(version)).run(&mut |broken| match broken {
            0 => Ok(Box::new(host.connect())),
            _ => Err(gympress::online::Trouble::new(TroubleKind::Stopped, "killed")),
        });
        assert!(cut.is_err());
    }
    let staged = fs::read_dir(host.www().join(".gympress/staging")).unwrap().count();
    assert!(staged > 80, "{staged}");
    host.ways.steps = None;
    host.run(&site("3")).unwrap();
    assert_eq!((files(&host), host.own()), (bytes_of(&site("3")), vec!["published".to_owned()]));
}

#[test]
fn what_a_run_staged_before_a_cut_is_removed_by_that_of_another_site() {
    for steps in 0.. {
        let mut host = Host::new();
        host.ways.steps = Some(steps);
        let cut = host.publication(&one()).run(&mut |broken| match broken {
            0 => Ok(Box::new(host.connect())),
            _ => Err(gympress::online::Trouble::new(TroubleKind::Stopped, "killed")),
        });
        host.ways.steps = None;
        host.run(&two()).unwrap();
        assert_eq!(files(&host), bytes_of(&two()), "after {steps} steps");
        assert_eq!(host.own(), ["published"], "after {steps} steps");
        if cut.is_ok() {
            break;
        }
    }
}

#[test]
fn a_host_that_renames_over_no_file_has_each_page_again_at_once() {
    let mut host = Host::new();
    host.ways.refuses_over = true;
    host.run(&one()).unwrap();
    host.run(&two()).unwrap();
    assert_eq!(files(&host), bytes_of(&two()));
    assert_eq!(host.own(), ["published"]);
    let notes = host.watcher.heard.lock().unwrap().join("\n");
    assert!(notes.contains("can't rename over a file"), "{notes}");
}

#[test]
fn a_run_that_is_stopped_waits_for_no_other_connection() {
    let mut host = Host::new();
    host.ways.steps = Some(3);
    let site = one();
    let start = Instant::now();
    thread::scope(|scope| {
        let is_stopped = &host.watcher.is_stopped;
        scope.spawn(move || {
            thread::sleep(Duration::from_millis(50));
            is_stopped.store(true, Ordering::Relaxed);
        });
        let mut publication = host.publication(&site);
        publication.pace.reconnect = [Duration::from_secs(60); 3];
        publication.run(&mut |_| Ok(Box::new(host.connect()))).unwrap_err();
    });
    assert!(start.elapsed() < Duration::from_secs(30));
}

/// The front page is away for an instant there; a run that comes after a cut puts it back.
#[test]
fn a_page_that_such_a_host_lost_in_a_cut_comes_back() {
    let [old, new] = [one(), two()];
    for steps in 0.. {
        let mut host = Host::new();
        host.run(&old).unwrap();
        host.ways = Ways { steps: Some(steps), refuses_over: true, ..Ways::default() };
        let mut runs = 0;
        let cut = host.publication(&new).run(&mut |_| {
            runs += 1;
            if runs > 1 {
                return Err(gympress::online::Trouble::new(TroubleKind::Stopped, "killed"));
            }
            Ok(Box::new(host.connect()))
        });
        host.ways.steps = None;
        host.run(&new).unwrap();
        assert_eq!(files(&host), bytes_of(&new), "after {steps} steps");
        if cut.is_ok() {
            break;
        }
    }
}

#[test]
fn all_pages_come_back_whose_new_versions_such_a_host_refuses() {
    let mut host = Host::new();
    host.run(&one()).unwrap();
    let refuses_at = vec!["blog/x/index.html", "index.html"];
    host.ways = Ways { refuses_over: true, refuses_at: refuses_at.clone(), ..Ways::default() };
    let interruption = host.run(&two()).unwrap_err();
    assert_eq!(interruption.trouble.kind, TroubleKind::Refused);
    for path in refuses_at {
        assert_eq!(files(&host).get(path), bytes_of(&one()).get(path), "{path}");
    }
    host.ways = Ways::default();
    host.run(&two()).unwrap();
    assert_eq!(files(&host), bytes_of(&two()));
}

#[test]
fn without_room_the_site_is_as_it_was_and_nothing_is_left() {
    let mut host = Host::new();
    host.run(&one()).unwrap();
    let taken: usize = files(&host).values().map(Vec::len).sum();
    host.ways.room = Some(taken as u64 + 700);
    let interruption = host.run(&two()).unwrap_err();
    assert_eq!(interruption.trouble.kind, TroubleKind::Full);
    assert!(interruption.trouble.said.contains("552 Quota exceeded"));
    assert!(interruption.stage.contains("the site is as it was"), "{}", interruption.stage);
    assert_eq!((files(&host), host.own()), (bytes_of(&one()), vec!["published".to_owned()]));
    host.ways.room = None;
    host.run(&two()).unwrap();
    assert_eq!(files(&host), bytes_of(&two()));
}

#[test]
fn a_lock_that_a_full_host_lets_nobody_sign_is_given_back() {
    let mut host = Host::new();
    host.ways.room = Some(0);
    assert_eq!(host.run(&one()).unwrap_err().trouble.kind, TroubleKind::Full);
    assert_eq!(host.own(), [""; 0]);
}

#[test]
fn a_host_that_cuts_files_in_silence_is_found_out() {
    let mut host = Host::new();
    host.run(&one()).unwrap();
    host.ways.keeps = Some(60);
    let interruption = host.run(&two()).unwrap_err();
    assert_eq!(interruption.trouble.kind, TroubleKind::Full);
    assert_eq!(files(&host), bytes_of(&one()));
}

#[test]
fn files_of_others_are_named_and_kept() {
    let mut host = Host::new();
    host.write("index.html", "Your host's default page");
    host.write("blog/x/index.html", "theirs");
    host.write("photo.jpg", "theirs");
    // Equal bytes are in nobody's way.
    let feed = &bytes_of(&one())["feed.xml"];
    host.write("feed.xml", std::str::from_utf8(feed).unwrap());
    let interruption = host.run(&one()).unwrap_err();
    assert_eq!(interruption.trouble.kind, TroubleKind::Unanswered);
    let failure = interruption.trouble.failure("h", &interruption.stage).to_string();
    for words in ["index.html", "blog/x/index.html", "--set-aside", "The site is as it was"] {
        assert!(failure.contains(words), "{failure}");
    }
    assert!(!failure.contains("feed.xml") && host.own().is_empty());
    assert_eq!(host.watcher.asked.lock().unwrap()[0].kind, QuestionKind::InTheWay);

    host.choices.set_aside = true;
    host.run(&one()).unwrap();
    assert_eq!(
        host.read(".gympress/before/2026-11-20-12-00/index.html").unwrap(),
        "Your host's default page"
    );
    assert_eq!(host.read(".gympress/before/2026-11-20-12-00/blog/x/index.html").unwrap(), "theirs");
    assert_eq!(host.read("photo.jpg").unwrap(), "theirs");
    host.choices.set_aside = false;
    assert_eq!(host.run(&one()).unwrap().sent.len(), 0);
}

#[test]
fn a_cut_while_files_are_set_aside_loses_none() {
    cut_while_files_are_set_aside(&one(), &Ways::default());
    // While files are put into place, the list has none of a site whose only file is in the way.
    let refuses_over = Ways { refuses_over: true, ..Ways::default() };
    cut_while_files_are_set_aside(&Site::from_files(&[("index.html", "1")]), &refuses_over);
}

fn cut_while_files_are_set_aside(site: &Site, ways: &Ways) {
    for steps in 0.. {
        let mut host = Host::new();
        host.write("index.html", "Your host's default page");
        host.choices.set_aside = true;
        host.ways = Ways { steps: Some(steps), ..ways.clone() };
        let cut = host.publication(site).run(&mut |broken| match broken {
            0 => Ok(Box::new(host.connect())),
            _ => Err(gympress::online::Trouble::new(TroubleKind::Stopped, "killed")),
        });
        host.ways.steps = None;
        host.run(site).unwrap();
        assert_eq!(files(&host), bytes_of(site), "after {steps} steps");
        assert!(host.read(".gympress/before/2026-11-20-12-00/index.html").is_some(), "after {steps} steps");
        if cut.is_ok() {
            break;
        }
    }
}

#[test]
fn the_folder_of_another_site_is_asked_about() {
    let mut host = Host::new();
    host.run(&one()).unwrap();
    host.address = "https://other.example/";
    let interruption = host.run(&two()).unwrap_err();
    assert_eq!(
        interruption.trouble.said,
        "The folder holds https://iron.example/, not https://other.example/"
    );
    host.watcher.says_yes = true;
    host.run(&two()).unwrap();
    assert_eq!(host.watcher.asked.lock().unwrap().last().unwrap().kind, QuestionKind::OtherSite);
    assert_eq!(files(&host), bytes_of(&two()));
}

#[test]
fn an_unpacked_dist_is_ours() {
    let host = Host::new();
    for (path, bytes) in bytes_of(&one()) {
        host.write(&path, std::str::from_utf8(&bytes).unwrap());
    }
    let paths: String = bytes_of(&one()).keys().map(|path| format!("file {path}\n")).collect();
    let note = "# The files that gympress made here. It changes and removes no others.";
    host.write(".gympress/manifest", &format!("gympress manifest 2\n{note}\n{paths}end 6\n"));
    host.write(".gympress/lock", "");
    host.run(&two()).unwrap();
    assert_eq!(files(&host), bytes_of(&two()));
}

#[test]
fn a_list_that_is_damaged_or_forged_changes_nothing() {
    let host = Host::new();
    host.run(&one()).unwrap();
    let good = host.read(".gympress/published").unwrap();
    let hash = "0123456789abcdef0123456789abcdef";
    for line in [
        format!("file {hash} 3 ../../etc/passwd"),
        format!("file {hash} 3 /etc/passwd"),
        format!("file {hash} 3 .gympress/published"),
        format!("file {hash} 3 a\\b"),
        format!("file {hash} x a"),
        "file ../../../../../../etc/passwd 3 a".to_owned(),
        "run rm".to_owned(),
        String::new(),
    ] {
        let (start, _) = good.split_once("end ").unwrap();
        host.write(".gympress/published", &format!("{start}{line}\nend 7\n"));
        host.written();
        let interruption = host.run(&two()).unwrap_err();
        assert!(interruption.trouble.said.contains("damaged or forged"), "{line}: {interruption:?}");
        assert_eq!(host.written(), [""; 0]);
    }
    // One that is torn is, too.
    host.write(".gympress/published", &good[..good.len() / 2]);
    assert!(host.run(&two()).is_err());
    host.write(".gympress/published", &good);
    host.write(".gympress/plan", "gympress plan 1\n../../x index.html\nend\n");
    assert!(host.run(&two()).unwrap_err().trouble.said.contains("damaged or forged"));
    assert_eq!(files(&host), bytes_of(&one()));
}

#[test]
#[cfg(unix)]
fn nothing_is_written_or_removed_through_a_link() {
    let host = Host::new();
    host.run(&one()).unwrap();
    let outside = host.www().parent().unwrap().join("outside");
    fs::rename(host.www().join("old"), &outside).unwrap();
    std::os::unix::fs::symlink(&outside, host.www().join("old")).unwrap();
    host.run(&two()).unwrap();
    assert!(outside.join("index.html").exists());
    let notes = host.watcher.heard.lock().unwrap().join("\n");
    assert!(notes.contains("old/index.html stays: it is behind a link"), "{notes}");

    fs::rename(host.www().join("new"), outside.join("new")).unwrap();
    std::os::unix::fs::symlink(outside.join("new"), host.www().join("new")).unwrap();
    fs::remove_file(outside.join("new/index.html")).unwrap();
    let interruption = host.run(&two()).unwrap_err();
    assert!(interruption.trouble.said.contains("new there is a link"), "{interruption:?}");
    assert!(!outside.join("new/index.html").exists());
}

#[test]
fn two_at_once_are_told_of_each_other() {
    let mut host = Host::new();
    host.run(&one()).unwrap();
    host.write(".gympress/publishing/owner", "f00\njoe@office\n14:03\n120 of 300 files\n7\n");
    let owner = host.www().join(".gympress/publishing/owner");
    let show_life = |round: usize| {
        let text = format!("f00\njoe@office\n14:03\n120 of 300 files\n{}\n", round + 8);
        fs::write(&owner, text).unwrap();
    };
    meanwhile(show_life, || {
        let interruption = host.run(&two()).unwrap_err();
        assert_eq!(interruption.trouble.kind, TroubleKind::Busy);
        assert_eq!(interruption.trouble.said, "joe@office is publishing since 14:03: 120 of 300 files");
    });
    assert_eq!(files(&host), bytes_of(&one()));
    // Left behind, it is taken once it shows no sign of life for long enough.
    host.run(&two()).unwrap();
    assert_eq!((files(&host), host.own()), (bytes_of(&two()), vec!["published".to_owned()]));
    // One whose file grows is alive.
    host.write(".gympress/publishing/owner", "f00\njoe@office\n14:03\n1 of 2 files\n7\n");
    let name = "0123456789abcdef0123456789abcdef";
    host.write(".gympress/plan", &format!("gympress plan 1\n{name} film.mp4\nend\n"));
    let staged = format!(".gympress/staging/{name}");
    host.write(&staged, "");
    let arriving = host.www().join(&staged);
    while_it_grows(&arriving, || {
        assert_eq!(host.run(&one()).unwrap_err().trouble.kind, TroubleKind::Busy);
    });
    host.who = "joe@office";
    crate::project::write(&host.memory().join("run"), "f00");
    // The last run of the same project is known to be over: nobody waits to see whether something arrives.
    while_it_grows(&arriving, || drop(host.run(&one()).unwrap()));
}

/// Lets a file grow while something is done.
fn while_it_grows(path: &Path, act: impl FnOnce()) {
    // A run may have removed the folder.
    meanwhile(|round| drop(fs::write(path, vec![0; round % 1000])), act);
}

/// Does `step` every few milliseconds while something else is done.
fn meanwhile(step: impl Fn(usize) + Sync, act: impl FnOnce()) {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            for round in 0.. {
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                step(round);
                thread::sleep(std::time::Duration::from_millis(5));
            }
        });
        let _end = SetAtEnd(&is_over);
        act();
    });
}

/// Sets it also if an assertion fails: the scope would wait for its other thread for ever.
struct SetAtEnd<'a>(&'a AtomicBool);

impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn of_two_that_take_over_a_lock_one_wins() {
    for _ in 0..8 {
        let first = Host::new();
        first.run(&one()).unwrap();
        first.write(".gympress/publishing/owner", "f00\njoe@office\n14:03\n\n7\n");
        let results: Mutex<Vec<bool>> = Mutex::default();
        thread::scope(|scope| {
            for site in [one(), two()] {
                let (first, results) = (&first, &results);
                scope.spawn(move || {
                    let mut publication = first.publication(&site);
                    publication.memory =
                        first.www().parent().unwrap().join(format!("memory-{}", site.0.len()));
                    publication.choices.all = true;
                    let result = publication.run(&mut |_| Ok(Box::new(first.connect())));
                    results.lock().unwrap().push(result.is_ok());
                });
            }
        });
        // Both may have published one after the other, never into each other.
        assert!(results.lock().unwrap().contains(&true));
        let tree = files(&first);
        assert!(tree == bytes_of(&one()) || tree == bytes_of(&two()), "{:?}", tree.keys());
    }
}

#[test]
fn a_host_without_capitals_refuses_files_alike_and_removes_none_that_is_there() {
    let mut host = Host::new();
    host.ways.has_no_case = true;
    let alike = Site::from_files(&[("index.html", "1"), ("News.html", "1"), ("news.html", "2")]);
    let interruption = host.run(&alike).unwrap_err();
    assert!(
        interruption.trouble.said.contains("News.html and news.html are the same file"),
        "{interruption:?}"
    );
    let upper = Site::from_files(&[("index.html", "1"), ("News.html", "1")]);
    let lower = Site::from_files(&[("index.html", "1"), ("news.html", "1")]);
    host.run(&upper).unwrap();
    host.run(&lower).unwrap();
    assert_eq!(host.paths().into_iter().collect::<Vec<_>>(), ["index.html", "news.html"]);
    // What it put there under another spelling isn't somebody else's.
    host.run(&Site::from_files(&[("index.html", "1"), ("NEWS.html", "22")])).unwrap();
    assert_eq!(host.read("news.html").unwrap(), "22");
    host.run(&Site::from_files(&[("index.html", "1")])).unwrap();
    assert_eq!(host.paths().into_iter().collect::<Vec<_>>(), ["index.html"]);
}

#[test]
fn a_host_with_capitals_keeps_no_page_under_the_old_name() {
    let host = Host::new();
    let upper = Site::from_files(&[("index.html", "1"), ("News.html", "1")]);
    let lower = Site::from_files(&[("index.html", "1"), ("news.html", "1")]);
    host.run(&upper).unwrap();
    assert_eq!(host.run(&lower).unwrap().removed.len(), 1);
    assert_eq!(host.paths().into_iter().collect::<Vec<_>>(), ["index.html", "news.html"]);
    host.run(&upper).unwrap();
    // A run that was cut off may leave the list where only the next one finds it.
    let own = host.www().join(".gympress");
    fs::create_dir(own.join("before")).unwrap();
    fs::rename(own.join("published"), own.join("before/~published")).unwrap();
    host.run(&lower).unwrap();
    assert_eq!(host.paths().into_iter().collect::<Vec<_>>(), ["index.html", "news.html"]);
}

#[test]
fn a_host_without_capitals_gets_the_file_that_denies_once() {
    let mut host = Host::new();
    host.ways.has_no_case = true;
    let sends_denial = |site: &Site| {
        let mut publication = host.publication(site);
        publication.reads_htaccess = true;
        publication.run(&mut |_| Ok(Box::new(host.connect()))).unwrap();
        host.written().iter().any(|step| step == "send .gympress/.htaccess")
    };
    assert!(sends_denial(&one()));
    assert!(!sends_denial(&two()));
}

#[test]
fn the_file_that_denies_comes_back_although_nothing_else_differs() {
    let host = Host::new();
    let publish = || {
        let mut publication = host.publication(&one());
        publication.reads_htaccess = true;
        publication.run(&mut |_| Ok(Box::new(host.connect()))).unwrap();
    };
    publish();
    fs::remove_file(host.www().join(".gympress/.htaccess")).unwrap();
    publish();
    assert_eq!(host.own(), [".htaccess", "published"]);
    host.written();
    publish();
    assert_eq!(host.written(), [""; 0]);
}

#[test]
fn lines_that_the_host_wrote_into_htaccess_keep_their_encoding() {
    let site = |rule: &str| {
        let text = format!("# gympress: begin\n{rule}\n# gympress: end\n");
        Site::from_files(&[("index.html", "1"), (".htaccess", &text)])
    };
    let latin: &[u8] = b"# g\xe9n\xe9r\xe9\n";
    let host = Host::new();
    host.run(&site("ours 1")).unwrap();
    let htaccess = host.www().join(".htaccess");
    let there = fs::read(&htaccess).unwrap();
    fs::write(&htaccess, [latin, &there[..]].concat()).unwrap();
    host.run(&site("ours 22")).unwrap();
    assert!(fs::read(&htaccess).unwrap().starts_with(latin));
}

#[test]
fn lines_that_the_host_wrote_into_htaccess_stay() {
    let site = |rule: &str| {
        let text = format!("# gympress: begin\n{rule}\n# gympress: end\n");
        Site::from_files(&[("index.html", "1"), (".htaccess", &text)])
    };
    let mut host = Host::new();
    host.run(&site("ours 1")).unwrap();
    let above = "# BEGIN cPanel-generated php ini directives\nphp_flag display_errors Off\n";
    let below = "\n# php -- END cPanel-generated handler";
    let there = host.read(".htaccess").unwrap();
    host.write(".htaccess", &format!("{above}{there}{below}"));
    for rule in ["ours 1", "ours 2", "ours 33", "ours 444"] {
        host.run(&site(rule)).unwrap();
        let expected = format!("{above}# gympress: begin\n{rule}\n# gympress: end\n{below}");
        assert_eq!(host.read(".htaccess").unwrap(), expected);
    }
    assert!(host.watcher.heard.lock().unwrap().iter().any(|note| note.contains("kept 3 lines")));
    host.written();
    host.run(&site("ours 444")).unwrap();
    assert_eq!(host.written(), [""; 0]);
    // One without the marks is somebody else's.
    host = Host::new();
    host.write(".htaccess", "RewriteEngine On");
    assert!(host.run(&site("ours")).is_err());
}

#[test]
fn a_run_that_is_stopped_leaves_the_site_and_the_lock() {
    let host = Host::new();
    host.watcher.is_stopped.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(host.run(&one()).unwrap_err().trouble.kind, TroubleKind::Stopped);
    assert!(files(&host).is_empty() && !host.own().contains(&"publishing".to_owned()));
}

#[test]
fn words_of_servers_are_shown_without_what_changes_terminals() {
    let trouble = gympress::online::Trouble::new(TroubleKind::Refused, "550 \u{1b}[31mno\u{7}\r\n");
    assert_eq!(trouble.said, "550 [31mno");
    let mut host = Host::new();
    host.ways.room = Some(0);
    let upload = Upload { to: "a".into(), size: 1, from: UploadSource::Memory(vec![0]) };
    let publication = host.publication(&one());
    let refused = host.connect().send(&[upload], &publication.sent).unwrap_err();
    assert_eq!(refused.kind, TroubleKind::Full);
}
