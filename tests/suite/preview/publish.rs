//! Publishing from the editor: nothing is sent unasked, news and questions arrive, and mistakes stand in the way.

use std::{collections::BTreeSet, fs, path::Path};

use gympress::online::{QuestionKind, TroubleKind};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{
    edit::{EditClient, EditedPreview, PLAN},
    serve::Preview,
};
#[cfg(target_os = "linux")]
use crate::online::servers::SshServer;
use crate::{
    copy,
    project::{Project, repository},
};

/// A gym without pictures, which is built in a moment.
fn small() -> Project {
    let project = Project::empty();
    copy::tree(&repository().join("tests/cases/languages/content"), &project.path("content"));
    project
}

fn going_to(to: &str) -> Project {
    let project = small();
    let site = project.read("content/site.toml");
    project.write("content/site.toml", format!("{site}\n[publish]\nhost = \"plain\"\nto = \"{to}\"\n"));
    project
}

impl EditedPreview {
    /// The news of the newest run, once they are as wanted.
    fn news(&self, what: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let client: &EditClient = self;
        self.preview.wait_until(what, || is_wanted(&client.asked("publish")["run"]));
        client.asked("publish")["run"].clone()
    }
}

fn is_over(run: &Value) -> bool {
    run["state"] == "done" || run["state"] == "failed"
}

fn index_of(folder: &Path) -> String {
    fs::read_to_string(folder.join("pricing/index.html")).unwrap_or_default()
}

#[test]
fn a_site_is_published_by_a_click_with_what_is_saved() {
    let project = going_to("./public");
    let edited = EditedPreview::start(&project);
    let public = project.path("public");
    let before = edited.asked("publish");
    assert_eq!((&before["site"]["to"], &before["last"]), (&json!("./public"), &json!(null)));
    assert_eq!((&before["site"]["changes"], &before["run"]), (&json!(null), &json!(null)));
    edited.asked("state");
    assert!(!public.exists(), "nothing is published unasked");

    let run = edited.told("publish", &json!({}));
    let news = edited.news("the end", is_over);
    assert_eq!((&news["run"], &news["state"]), (&run["run"], &json!("done")), "{news}");
    assert!(news["words"].as_str().unwrap().contains("is up to date"), "{news}");
    assert!(index_of(&public).contains("4,000"));
    let after = edited.asked("publish");
    assert!(after["last"].is_string());
    assert_eq!(after["site"]["changes"], json!([]));

    // A change is told of in words once it is saved, and published then.
    edited.told(
        "operations",
        &json!({
            "versions": { PLAN: edited.file(PLAN)["version"] },
            "operations": [{ "set": { "file": PLAN, "path": ["price"], "value": { "number": "4500" } } }],
        }),
    );
    let draft = edited.asked("publish");
    assert_eq!((&draft["site"]["drafts"], &draft["site"]["changes"]), (&json!(1), &json!([])));
    edited.told("save", &json!({}));
    let saved = edited.asked("publish")["site"]["changes"].clone();
    let told = [&saved[0]["label"], &saved[0]["before"], &saved[0]["after"]];
    assert_eq!(told, ["Price", "4000", "4500"]);
    edited.told("publish", &json!({}));
    edited.news("the second end", |news| news["run"] == 2 && is_over(news));
    assert!(index_of(&public).contains("4,500"));
}

#[test]
fn a_site_with_mistakes_or_without_a_place_is_not_published() {
    let project = small();
    let edited = EditedPreview::start(&project);
    let nowhere = edited.try_tell("publish", &json!({})).unwrap();
    assert_eq!(nowhere.status, 412, "{}", nowhere.text());
    assert_eq!(edited.asked("publish")["site"]["file"], "content/site.toml");
    drop(edited);

    let project = going_to("./public");
    project.replace(PLAN, "price = 4000", "price = \"1,500\"");
    let edited = EditedPreview::start(&project);
    let refused = edited.try_tell("publish", &json!({})).unwrap();
    assert_eq!(refused.status, 422, "{}", refused.text());
    let refused: Value = serde_json::from_slice(&refused.body).unwrap();
    assert_eq!(refused["problems"][0]["file"], PLAN);
    assert!(!project.path("public").exists());
}

/// At night the line of the scheduler has to work for a folder, too.
#[test]
fn a_folder_of_this_machine_is_published_to_and_tried_without_writing() {
    let project = going_to("./public");
    project.run(&["publish", "--dry-run"]).exits(0);
    assert!(!project.path("public").exists());
    project.run(&["publish", "--set-aside"]).exits(2);
    let run = project.run(&["publish"]).exits(0);
    assert!(index_of(&project.path("public")).contains("4,000"), "{}", run.printed());
    project.replace(PLAN, "price = 4000", "price = \"1,500\"");
    project.run(&["publish", "--dry-run"]).exits(1);
}

/// The names of all variants, as a message of serde lists them.
fn variants<T: DeserializeOwned + std::fmt::Debug>() -> BTreeSet<String> {
    let message = serde_json::from_str::<T>("\"\"").unwrap_err().to_string();
    let (_, list) = message.split_once("expected one of").unwrap();
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The texts of a union in the types of the app.
fn union(after: &str) -> BTreeSet<String> {
    let protocol = fs::read_to_string(repository().join("src/preview/editor/protocol.ts")).unwrap();
    let (_, union) = protocol.split_once(after).unwrap();
    let (union, _) = union.split_once(';').unwrap();
    union.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_app_knows_every_kind_of_trouble_and_of_question() {
    assert_eq!(union("type PublishTrouble ="), variants::<TroubleKind>());
    let mut asked = variants::<QuestionKind>();
    // The app asks that with the password.
    assert!(asked.remove("keep"));
    assert_eq!(union("interface PublishQuestion {\n  id: number;\n  kind:"), asked);
}

#[test]
fn placeholders_are_asked_about_before_visitors_see_them() {
    let project = going_to("ftps://web@127.0.0.1:1/");
    project.replace("content/site.toml", "\"Iron & Chalk\"", "\"Iron & Chalk\" # placeholder");
    let edited = EditedPreview::start(&project);
    edited.told("publish", &json!({}));
    let asked = edited.news("the question", |news| news["question"].is_object());
    assert_eq!(asked["question"]["kind"], "placeholders");
    let reply = json!({ "run": asked["run"], "question": asked["question"]["id"], "answer": null });
    edited.told("publish/answer", &reply);
    let news = edited.news("the end", is_over);
    let told = [&news["state"], &news["trouble"], &news["words"]];
    assert_eq!(told, ["failed", "unanswered", "nothing was sent"], "{news}");
    // With them it goes on, up to the host, which isn't there.
    edited.told("publish", &json!({}));
    let asked = edited.news("the question", |news| news["run"] == 2 && news["question"].is_object());
    let reply = json!({ "run": 2, "question": asked["question"]["id"], "answer": "yes" });
    edited.told("publish/answer", &reply);
    let news = edited.news("the end", is_over);
    assert_eq!((&news["state"], &news["trouble"]), (&json!("failed"), &json!("unreachable")), "{news}");
    assert!(news["words"].as_str().unwrap().starts_with("127.0.0.1 can't be reached"), "{news}");
    // What the terminal says of it isn't shown: the app has advice of its own.
    assert_eq!(news["help"], json!(null));
}

/// The host is new, so that somebody has to say whether its key is right.
#[cfg(target_os = "linux")]
#[test]
fn questions_of_a_host_are_answered_in_the_editor() {
    let Some(ssh) = SshServer::start("") else { return };
    ssh.forget_hosts();
    let project = going_to("sftp://gym/");
    let mut command = Preview::editing(&project);
    command.env("PATH", ssh.path()).env("HOME", ssh.folder.path());
    let edited = EditedPreview::of(Preview::of(command));
    let ask = || {
        edited.told("publish", &json!({}));
        let run = edited.asked("publish")["run"]["run"].clone();
        edited.news("a question", |news| news["run"] == run && news["question"].is_object())
    };
    let asked = ask();
    assert_eq!(asked["question"]["kind"], "hostkey");
    assert!(asked["question"]["words"].as_str().unwrap().contains("SHA256:"), "{asked}");
    assert_eq!(edited.try_tell("publish", &json!({})).unwrap().status, 409, "a run is on");
    let answer = |asked: &Value, answer: Value| {
        let reply = json!({ "run": asked["run"], "question": asked["question"]["id"], "answer": answer });
        edited.try_tell("publish/answer", &reply).unwrap().status
    };
    // Nobody wants to say it.
    assert_eq!(answer(&asked, json!(null)), 200);
    let news = edited.news("the end", is_over);
    assert_eq!(news["state"], "failed");
    assert!(!ssh.www().join("index.html").exists());
    assert_eq!(answer(&asked, json!("yes")), 410, "it isn't asked any more");

    let asked = ask();
    assert_eq!(answer(&asked, json!("yes")), 200);
    let news = edited.news("the end", is_over);
    // Nobody sees the site at its address, as there is none.
    assert!(ssh.www().join("index.html").exists(), "{news}");
    assert!(news["words"].as_str().unwrap().contains("visitors don't see it yet"), "{news}");

    edited.told("publish", &json!({}));
    edited.told("publish/stop", &json!({}));
    assert_eq!(edited.news("the stop", is_over)["isStopped"], true);
}
