//! The editor through the command, over real HTTP: what it answers, what it keeps, what it refuses.

use std::{
    fs,
    net::SocketAddr,
    ops::Deref,
    process::Command,
    time::{Duration, Instant},
};

use fastrand::Rng;
use serde_json::{Value, json};

use super::{
    http::{Reply, raw},
    project::{built, gym},
    serve::Preview,
};
use crate::{
    copy,
    project::{NOW, Project, repository},
    random::{one_case, one_of},
};

const FOLDER: &str = "/.gympress/edit/";

pub const PLAN: &str = "content/plans/one-month.toml";

/// A preview that runs with its editor.
pub struct EditedPreview {
    pub preview: Preview,
    pub client: EditClient,
}

/// Somebody who asks and tells an editor.
#[derive(Clone)]
pub struct EditClient {
    address: SocketAddr,
    token: String,
}

impl Deref for EditedPreview {
    type Target = EditClient;

    fn deref(&self) -> &EditClient {
        &self.client
    }
}

impl EditedPreview {
    pub fn start(project: &Project) -> Self {
        Self::of(Preview::of(Preview::editing(project)))
    }

    pub fn of(preview: Preview) -> Self {
        let line = || {
            let printed = preview.printed();
            printed.lines().find_map(|line| Some(line.strip_prefix("edit: http://")?.to_owned()))
        };
        preview.wait_until("the editor is there", || line().is_some());
        let line = line().unwrap();
        let (address, token) = line.split_once(&format!("{FOLDER}#")).unwrap();
        let client = EditClient { address: address.parse().unwrap(), token: token.to_owned() };
        Self { preview, client }
    }
}

impl EditClient {
    fn head(&self, method: &str, target: &str) -> String {
        format!(
            "{method} {FOLDER}{target} HTTP/1.1\r\nHost: {0}\r\nConnection: close\r\nAuthorization: Bearer {1}\r\n",
            self.address, self.token
        )
    }

    /// The answer to a question; nothing if the editor is gone.
    pub fn try_ask(&self, target: &str) -> Option<Reply> {
        raw(self.address, format!("{}\r\n", self.head("GET", target)).as_bytes())
    }

    fn ask(&self, target: &str) -> Reply {
        self.try_ask(target).unwrap()
    }

    pub fn asked(&self, target: &str) -> Value {
        let reply = self.ask(target);
        assert_eq!(reply.status, 200, "{target}: {}", reply.text());
        serde_json::from_slice(&reply.body).unwrap()
    }

    /// The answer to a change; nothing if the editor is gone.
    pub fn try_tell(&self, target: &str, body: &Value) -> Option<Reply> {
        let body = body.to_string();
        let head = self.head("POST", target);
        let fields = format!(
            "Origin: http://{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        raw(self.address, format!("{head}{fields}{body}").as_bytes())
    }

    fn tell(&self, target: &str, body: &Value) -> Reply {
        self.try_tell(target, body).unwrap()
    }

    #[track_caller]
    pub fn told(&self, target: &str, body: &Value) -> Value {
        let reply = self.tell(target, body);
        assert!((200..300).contains(&reply.status), "{target}: {} {}", reply.status, reply.text());
        serde_json::from_slice(&reply.body).unwrap()
    }

    pub fn file(&self, file: &str) -> Value {
        self.asked(&format!("file?file={file}"))
    }

    /// Makes operations on a file as it is now.
    pub fn operate(&self, file: &str, operations: &Value) -> Reply {
        let versions = json!({ file: self.file(file)["version"] });
        self.tell("operations", &json!({ "versions": versions, "operations": operations }))
    }

    #[track_caller]
    fn set(&self, file: &str, path: &Value, value: &Value) {
        let reply = self.operate(file, &json!([{ "set": { "file": file, "path": path, "value": value } }]));
        assert_eq!(reply.status, 200, "{}", reply.text());
    }

    pub fn page(&self, path: &str) -> String {
        self.ask(&format!("page?path={path}")).text()
    }

    fn changes(&self) -> Value {
        self.asked("changes")
    }
}

#[test]
fn a_price_is_seen_taken_back_and_saved() {
    let project = gym();
    let before = project.read(PLAN);
    let edited = EditedPreview::start(&project);
    assert_eq!(edited.file(PLAN)["value"]["price"], json!({ "raw": "4000" }));
    edited.set(PLAN, &json!(["price"]), &json!({ "number": "4500" }));
    assert!(edited.page("/pricing/").contains("4,500"));
    assert!(
        !edited.preview.get("/pricing/").text().contains("4,500"),
        "only what is saved is in the preview"
    );
    assert_eq!(project.read(PLAN), before);
    let change = &edited.changes()[0];
    assert_eq!([&change["label"], &change["before"], &change["after"]], ["Price", "4000", "4500"]);
    let undone = edited.told("undo", &json!({}));
    assert_eq!((&undone["file"], &undone["path"]), (&json!(PLAN), &json!(["price"])));
    assert_eq!(edited.changes(), json!([]));
    edited.told("redo", &json!({}));
    assert_eq!(edited.told("save", &json!({}))["saved"], json!([PLAN]));
    assert_eq!(project.read(PLAN), before.replace("price = 4000", "price = 4500"));
    edited
        .preview
        .wait_until("the preview follows", || edited.preview.get("/pricing/").text().contains("4,500"));
    // What was saved can be taken back, too.
    edited.told("undo", &json!({}));
    edited.told("save", &json!({}));
    assert_eq!(project.read(PLAN), before);
}

#[test]
fn a_page_from_before_a_change_still_gets_its_styles() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    let sheet = || {
        let page = edited.page("/about/");
        let (_, name) = page.split_once("/assets/site-").unwrap();
        format!("/assets/site-{}.css", name.split_once(".css").unwrap().0)
    };
    let status = |path: &str| {
        let address = edited.client.address;
        let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        raw(address, request.as_bytes()).unwrap().status
    };
    let before = sheet();
    edited.set("content/site.toml", &json!(["colours", "accent"]), &json!({ "text": "#FFDD00" }));
    let now = sheet();
    assert_ne!(before, now);
    assert_eq!([status(&before), status(&now), status("/assets/site-00000000.css")], [200, 200, 404]);
}

#[test]
fn lists_are_sent_again_only_once_they_differ() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    let state = edited.asked("state");
    let again = format!("state?listed={}", state["listed"].as_str().unwrap());
    edited.set(PLAN, &json!(["price"]), &json!({ "number": "4500" }));
    let changed = edited.asked(&again);
    let is_changed = |file: &Value| file["file"] == PLAN && file["isChanged"] == true;
    assert!(changed["files"].as_array().unwrap().iter().any(is_changed));
    let again = format!("state?listed={}", changed["listed"].as_str().unwrap());
    edited.set(PLAN, &json!(["price"]), &json!({ "number": "4600" }));
    let same = edited.asked(&again);
    assert_eq!((&same["files"], &same["pages"], &same["changes"]), (&json!(null), &json!(null), &json!(1)));
    assert_eq!(same["listed"], changed["listed"]);
}

#[test]
fn what_is_opened_and_what_comes_to_the_same_changes_nothing() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    let state = edited.asked("state");
    let files = state["files"].as_array().unwrap();
    assert!(files.len() > 30);
    for file in files {
        let file = file["file"].as_str().unwrap();
        let answer = edited.file(file);
        assert_eq!(answer["problems"].as_array().map(Vec::len), file_problems(&state, file), "{file}");
    }
    edited.set(PLAN, &json!(["title"]), &json!({ "text": "One Month" }));
    assert_eq!(edited.asked("state")["canUndo"], false);
    edited.set(PLAN, &json!(["title"]), &json!({ "text": "One Months" }));
    edited.set(PLAN, &json!(["title"]), &json!({ "text": "One Month" }));
    edited.set(PLAN, &json!(["price"]), &json!({ "number": "4_000" }));
    assert_eq!(edited.changes(), json!([]));
    // A letter that is typed and deleted, in a text and in a number that is written in another way than forms do.
    project.replace(PLAN, "price = 4000", "price = 4_000");
    edited.preview.wait_until("the editor follows", || edited.file(PLAN)["value"]["price"]["raw"] == "4_000");
    edited.set(PLAN, &json!(["price"]), &json!({ "number": "40001" }));
    edited.set(PLAN, &json!(["price"]), &json!({ "number": "4000" }));
    assert_eq!(edited.changes(), json!([]));
    assert_eq!(edited.told("save", &json!({}))["saved"], json!([]));
}

fn file_problems(state: &Value, path: &str) -> Option<usize> {
    let file = state["files"].as_array()?.iter().find(|file| file["file"] == *path)?;
    usize::try_from(file["problems"].as_u64()?).ok()
}

#[test]
fn a_mistake_is_at_its_field_and_keeps_from_saving() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    edited.set(PLAN, &json!(["price"]), &json!({ "text": "1,500" }));
    let answer = edited.file(PLAN);
    let problem = &answer["problems"][0];
    assert_eq!((&problem["path"], &problem["level"]), (&json!(["price"]), &json!("error")));
    let save = edited.tell("save", &json!({}));
    assert_eq!(save.status, 422);
    let refused: Value = serde_json::from_slice(&save.body).unwrap();
    assert_eq!(refused["problems"][0]["id"], problem["id"]);
    let fix = json!({ "file": PLAN, "version": answer["version"], "problem": problem["id"], "choice": 0 });
    edited.told("fix", &fix);
    assert_eq!(edited.file(PLAN)["value"]["price"], json!({ "raw": "1500" }));
    edited.told("save", &json!({}));
    assert!(project.read(PLAN).contains("price = 1500"));
}

#[test]
fn a_mistake_that_a_saved_file_has_keeps_from_saving_where_it_is_made_once_more() {
    let project = gym();
    let week = "content/schedule.toml";
    let text = project.read(week).replacen("class = \"yoga\"", "class = \"joga\"", 2);
    project.write(week, text.replacen("start = \"09:00\"", "start = \"25:00\"", 1));
    let edited = EditedPreview::start(&project);
    // One of the two is corrected.
    edited.set(week, &json!(["monday", 2, "class"]), &json!({ "text": "yoga" }));
    edited.told("save", &json!({}));
    for (key, wrong) in [("class", "joga"), ("start", "25:00")] {
        edited.set(week, &json!(["tuesday", 0, key]), &json!({ "text": wrong }));
        let refused = edited.tell("save", &json!({}));
        assert!(refused.status == 422 && refused.text().contains(wrong), "{}", refused.text());
        edited.told("discard", &json!({}));
    }
}

/// Each card lacks its icon.
#[test]
fn who_types_into_a_file_with_many_mistakes_does_not_wait() {
    let project = gym();
    let page = "content/pages/about.toml";
    let cards = "\n[[section.card]]\ntitle = \"A card\"\ntext = \"Words\"\n".repeat(1_500);
    let head =
        "title = \"About\"\ndescription = \"Us.\"\n\n[[section]]\ntype = \"cards\"\nheading = \"Many\"\n";
    project.write(page, format!("{head}{cards}"));
    let edited = EditedPreview::start(&project);
    assert!(edited.file(page)["problems"].as_array().unwrap().len() >= 1_500);
    let start = Instant::now();
    edited.set(page, &json!(["section", 0, "card", 700, "title"]), &json!({ "text": "Another" }));
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn a_file_that_no_program_can_read_is_corrected_before_it_is_changed() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    let text = project.read(PLAN);
    let price = text.lines().find(|line| line.starts_with("price = ")).unwrap();
    let broken = text.replace(price, "price = 4,000");
    project.write(PLAN, &broken);
    edited.preview.wait_until("the mistake is seen", || {
        edited.file(PLAN)["problems"].as_array().is_some_and(|all| !all.is_empty())
    });
    let version = edited.file(PLAN)["version"].clone();
    let set = json!({ "set": { "file": PLAN, "path": ["price"], "value": { "number": "4500" } } });
    let operations = json!({ "versions": { PLAN: version }, "operations": [set] });
    assert_eq!(edited.tell("operations", &operations).status, 422);
    let problem = &edited.file(PLAN)["problems"][0];
    edited.told("fix", &json!({ "file": PLAN, "version": version, "problem": problem["id"], "choice": 0 }));
    edited.set(PLAN, &json!(["price"]), &json!({ "number": "4500" }));
    edited.told("save", &json!({}));
    assert_eq!(project.read(PLAN), text.replace(price, "price = 4500"));
}

/// The pages are counted meanwhile.
#[test]
fn how_many_pages_show_a_file_is_told() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    edited.preview.wait_until("they are counted", || edited.file(PLAN)["uses"].as_u64() > Some(0));
    let price = "4,000";
    let shown = edited.file(PLAN)["uses"].as_u64().unwrap();
    let state: Value = serde_json::from_slice(&edited.ask("state").body).unwrap();
    let pages = state["pages"].as_array().unwrap().iter();
    let with_price =
        pages.filter(|page| edited.preview.get(page["path"].as_str().unwrap()).text().contains(price));
    assert_eq!(with_price.count() as u64, shown);
}

#[test]
fn drafts_survive_and_nothing_of_them_is_built() {
    let project = gym();
    let built_before = built(&project).unwrap();
    let mut edited = EditedPreview::start(&project);
    edited.set(PLAN, &json!(["price"]), &json!({ "number": "4500" }));
    let journal = project.path(".gympress/edit/drafts.json");
    edited.preview.wait_until("the draft is kept", || {
        fs::read_to_string(&journal).is_ok_and(|text| text.contains("4500"))
    });
    // Drafts are in none of the files of the site, neither as visitors would have them nor in the preview.
    let differing: Vec<&str> = edited.preview.differing(&built_before).collect();
    assert_eq!(differing, Vec::<&str>::new());
    edited.preview.kill();
    assert!(built(&project).unwrap() == built_before);
    let named = |bytes: &[u8]| String::from_utf8_lossy(bytes).contains("gympress/edit");
    assert!(!built_before.values().any(|bytes| named(bytes)));
    let edited = EditedPreview::start(&project);
    assert_eq!(edited.changes()[0]["after"], "4500");
    #[cfg(unix)]
    for file in ["drafts.json", "token"] {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(project.path(".gympress/edit").join(file)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
}

#[test]
fn what_another_program_writes_is_merged_or_shown() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    edited.set(PLAN, &json!(["price"]), &json!({ "number": "4500" }));
    let written = |old: &str, new: &str, seen: &str| {
        project.replace(PLAN, old, new);
        edited.preview.wait_until("the editor follows", || {
            let file = edited.file(PLAN).to_string();
            file.contains(seen) || !edited.asked("state")["conflicts"].as_array().unwrap().is_empty()
        });
    };
    written("period = \"for 30 days\"", "period = \"for a month\"", "for a month");
    let value = &edited.file(PLAN)["value"];
    assert_eq!((&value["price"]["raw"], &value["period"]), (&json!("4500"), &json!("for a month")));
    written("price = 4000", "price = 4200", "4200");
    let state = edited.asked("state");
    let conflict = &state["conflicts"][0];
    assert_eq!((&conflict["file"], &conflict["isDeleted"]), (&json!(PLAN), &json!(false)));
    let change = &conflict["changes"][0];
    assert_eq!([&change["label"], &change["before"], &change["after"]], ["Price", "4200", "4500"]);
    assert_eq!(edited.tell("save", &json!({})).status, 409);
    edited.told("resolve", &json!({ "file": PLAN, "keep": "mine" }));
    edited.told("undo", &json!({}));
    assert_eq!(edited.file(PLAN)["value"]["price"]["raw"], "4200", "the other one is an undo away");
    edited.told("redo", &json!({}));
    edited.told("save", &json!({}));
    assert!(project.read(PLAN).contains("price = 4500") && project.read(PLAN).contains("for a month"));
}

#[test]
fn a_conflict_is_about_what_both_changed_and_all_else_of_both_stays() {
    for (keep, price) in [("mine", "4500"), ("disk", "4200")] {
        let project = gym();
        let edited = EditedPreview::start(&project);
        edited.set(PLAN, &json!(["price"]), &json!({ "number": "4500" }));
        edited.set(PLAN, &json!(["note"]), &json!({ "text": "Mine" }));
        let text = project.read(PLAN).replace("price = 4000", "price = 4200");
        project.write(PLAN, text.replace("\"One Month\"", "\"Theirs\""));
        let conflicts = || edited.asked("state")["conflicts"].clone();
        edited.preview.wait_until("the editor follows", || conflicts() != json!([]));
        let changes = conflicts()[0]["changes"].clone();
        let labels: Vec<&Value> = changes.as_array().unwrap().iter().map(|change| &change["label"]).collect();
        assert_eq!(labels, ["Price"], "nobody has to choose between what only one changed");
        edited.told("resolve", &json!({ "file": PLAN, "keep": keep }));
        let said = || {
            let value = edited.file(PLAN)["value"].clone();
            ["price", "note", "title"]
                .map(|key| value[key]["raw"].as_str().or(value[key].as_str()).unwrap().to_owned())
        };
        assert_eq!(said(), [price, "Mine", "Theirs"], "{keep}");
        edited.told("undo", &json!({}));
        let other = if price == "4500" { "4200" } else { "4500" };
        assert_eq!(said(), [other, "Mine", "Theirs"], "the other one is an undo away");
        edited.told("redo", &json!({}));
        edited.told("save", &json!({}));
        let plan = project.read(PLAN);
        let has = |line: &str| plan.lines().any(|other| other == line);
        assert!(
            has(&format!("price = {price}")) && has("note = \"Mine\"") && has("title = \"Theirs\""),
            "{plan}"
        );
    }
}

#[test]
fn what_is_changed_in_a_conflict_stays_and_undo_settles_none() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    edited.set(PLAN, &json!(["price"]), &json!({ "number": "4500" }));
    let text = project.read(PLAN).replace("price = 4000", "price = 4200");
    project.write(PLAN, text.replace("\"One Month\"", "\"Theirs\""));
    let conflicts = || edited.asked("state")["conflicts"].clone();
    edited.preview.wait_until("the editor follows", || conflicts() != json!([]));
    edited.set(PLAN, &json!(["period"]), &json!({ "text": "for ever" }));
    edited.told("undo", &json!({}));
    assert_ne!(conflicts(), json!([]), "somebody has to choose");
    edited.set(PLAN, &json!(["price"]), &json!({ "number": "4600" }));
    assert_eq!(conflicts()[0]["changes"][0]["after"], "4600");
    edited.set(PLAN, &json!(["period"]), &json!({ "text": "for a month" }));
    edited.told("resolve", &json!({ "file": PLAN, "keep": "mine" }));
    let value = edited.file(PLAN)["value"].clone();
    let said = [&value["price"]["raw"], &value["period"], &value["title"]];
    assert_eq!(said, ["4600", "for a month", "Theirs"]);
}

#[test]
fn drafts_of_an_earlier_program_are_merged_and_saves_take_what_was_just_written() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    edited.set(PLAN, &json!(["note"]), &json!({ "text": "By the month" }));
    edited.set(PLAN, &json!(["features", 0]), &json!({ "text": "Gym floor" }));
    edited.preview.wait_until("the drafts are kept", || {
        let kept = fs::read_to_string(project.path(".gympress/edit/drafts.json")).unwrap_or_default();
        kept.contains("Gym floor\\\"")
    });
    drop(edited);
    project.replace(PLAN, "days = 30", "days = 31");
    let edited = EditedPreview::start(&project);
    project.replace(PLAN, "period = \"for 30 days\"", "period = \"for a month\"");
    let saved = edited.told("save", &json!({}));
    assert_eq!(saved["saved"], json!([PLAN]));
    let plan = project.read(PLAN);
    assert!(
        ["days = 31", "for a month", "By the month", "\"Gym floor\""].iter().all(|text| plan.contains(text)),
        "{plan}"
    );
}

#[test]
fn a_click_on_a_page_in_markdown_leads_to_its_text() {
    let project = gym();
    let page = "+++\ntitle = \"House rules\"\ndescription = \"How we train together.\"\n+++\n\nBe kind.\n";
    project.write("content/pages/house-rules.md", page);
    let edited = EditedPreview::start(&project);
    let origins = edited.page("/house-rules/");
    let (_, origins) = origins.split_once(r#"id="gympress-origins">"#).unwrap();
    let origins: Value = serde_json::from_str(origins.split_once("</script>").unwrap().0).unwrap();
    let leads_to = |path: Value| {
        let mut all = origins.as_object().unwrap().values().flat_map(|found| found.as_array().unwrap());
        all.any(|origin| origin["file"] == "content/pages/house-rules.md" && origin["path"] == path)
    };
    assert!(leads_to(json!(["body"])) && leads_to(json!(["title"])), "{origins}");
}

#[test]
fn a_file_that_another_program_deletes_is_a_conflict() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    edited.set(PLAN, &json!(["price"]), &json!({ "number": "4500" }));
    fs::remove_file(project.path(PLAN)).unwrap();
    let conflict = || edited.asked("state")["conflicts"][0].clone();
    edited.preview.wait_until("the editor follows", || conflict()["isDeleted"] == true);
    assert_eq!(edited.tell("save", &json!({})).status, 409);
    edited.told("resolve", &json!({ "file": PLAN, "keep": "disk" }));
    assert_eq!(edited.changes(), json!([]));
}

#[test]
fn each_change_is_taken_back_alone() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    edited.set(PLAN, &json!(["price"]), &json!({ "number": "4500" }));
    edited.set(PLAN, &json!(["title"]), &json!({ "text": "One Moon" }));
    let feature = json!([{ "remove": { "file": PLAN, "path": ["features", 0] } }]);
    assert_eq!(edited.operate(PLAN, &feature).status, 200);
    let labels = || -> Vec<String> {
        let changes = edited.changes();
        changes
            .as_array()
            .unwrap()
            .iter()
            .map(|change| change["label"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(labels().len(), 3);
    for change in edited.changes().as_array().unwrap() {
        edited.told("discard", &json!({ "files": [PLAN], "path": change["path"] }));
        assert!(!labels().contains(&change["label"].as_str().unwrap().to_owned()));
    }
    assert_eq!(labels(), Vec::<String>::new());
    // It can be undone, too.
    edited.told("undo", &json!({}));
    assert_eq!(labels().len(), 1);
}

#[test]
fn changes_are_told_in_the_words_of_the_form() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    let told = |file: &str, path: &Value, value: &Value| {
        edited.set(file, path, value);
        let changes = edited.changes();
        edited.told("discard", &json!({}));
        assert_eq!(changes.as_array().unwrap().len(), 1, "{changes}");
        let text = |member: &str| changes[0][member].as_str().unwrap_or("nothing").to_owned();
        [text("label"), text("before"), text("after")]
    };
    let (site, week, class) = ("content/site.toml", "content/schedule.toml", "content/classes/boxing.toml");
    assert_eq!(
        told(site, &json!(["closure", 0, "note"]), &json!({ "text": "A holiday" })),
        ["Closed days › 12 December 2026 › Reason", "Jamhuri Day", "A holiday"]
    );
    assert_eq!(
        told(site, &json!(["closure", 0, "date"]), &json!({ "date": "2026-12-13" })),
        ["Closed days › 13 December 2026 › One day", "12 December 2026", "13 December 2026"]
    );
    assert_eq!(
        told(site, &json!(["hours", 1, "days"]), &json!({ "list": [{ "text": "friday" }] })),
        ["Opening hours › Friday › Days › Friday", "Saturday", "Friday"]
    );
    assert_eq!(
        told(class, &json!(["trainer"]), &json!({ "text": "brian-otieno" })),
        ["Trainer", "Musa Kiprono", "Brian Otieno"]
    );
    assert_eq!(
        told(PLAN, &json!(["featured"]), &json!({ "flag": false })),
        ["Set off from the others", "Yes", "No"]
    );
    assert_eq!(
        told(week, &json!(["tuesday", 0, "end"]), &json!({ "text": "10:30" })),
        ["Tuesday › Boxing › End", "10:00", "10:30"]
    );
    // A row that went to another day.
    let step = json!([{ "move": { "file": week, "path": ["tuesday", 0], "to": ["wednesday"], "at": 0 } }]);
    assert_eq!(edited.operate(week, &step).status, 200);
    let moved = &edited.changes()[0];
    assert_eq!(
        [&moved["label"], &moved["before"], &moved["after"]],
        ["Wednesday › Boxing", "Tuesday", "Wednesday"]
    );
}

#[test]
fn an_edit_stays_with_its_row_when_another_comes_in_above() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    let file = "content/schedule.toml";
    let rows = edited.file(file)["value"]["tuesday"].clone();
    edited.set(file, &json!(["tuesday", 0, "start"]), &json!({ "text": "06:30" }));
    let first = project.read(file);
    let (head, _) = first.split_once("[[tuesday]]").unwrap();
    let row = "[[tuesday]]\nclass = \"yoga\"\nstart = \"05:00\"\nend = \"06:00\"\n\n";
    project.write(file, format!("{head}{row}{}", &first[head.len()..]));
    edited
        .preview
        .wait_until("the editor follows", || edited.file(file)["value"]["tuesday"][0]["start"] == "05:00");
    let now = &edited.file(file)["value"]["tuesday"];
    assert_eq!((&now[1]["start"], &now[1]["class"]), (&json!("06:30"), &rows[0]["class"]));
}

#[test]
fn changes_of_neighbours_are_merged_and_those_of_a_list_are_shown() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    let conflicts = || edited.asked("state")["conflicts"].as_array().unwrap().len();
    let follow = |file: &str, old: &str, new: &str| {
        let before = edited.asked("state")["revision"].clone();
        project.replace(file, old, new);
        edited.preview.wait_until("the editor follows", || edited.asked("state")["revision"] != before);
    };
    // The line below, one that comes in between, and one that goes.
    edited.set(PLAN, &json!(["title"]), &json!({ "text": "A Month" }));
    follow(PLAN, "price = 4000", "price = 4100");
    follow(PLAN, "price = 4100\n", "# since March\nprice = 4100\njoin = true\n");
    follow(PLAN, "days = 30\n", "");
    assert_eq!(conflicts(), 0);
    let merged = project.read(PLAN).replace("\"One Month\"", "\"A Month\"");
    edited.told("save", &json!({}));
    assert_eq!(project.read(PLAN), merged);
    // A row that comes in above with the same times.
    let week = "content/schedule.toml";
    edited.set(week, &json!(["tuesday", 0, "trainer"]), &json!({ "text": "brian-otieno" }));
    let row =
        "[[tuesday]]\nclass = \"boxing\"\ntrainer = \"musa-kiprono\"\nstart = \"09:00\"\nend = \"10:00\"\n";
    let other = row.replace("boxing", "karate").replace("musa-kiprono", "wanjiru-kamau");
    follow(week, row, &format!("{other}\n{row}"));
    assert_eq!(conflicts(), 0);
    let rows = &edited.file(week)["value"]["tuesday"];
    assert_eq!((&rows[0]["class"], &rows[0]["trainer"]), (&json!("karate"), &json!("wanjiru-kamau")));
    assert_eq!((&rows[1]["class"], &rows[1]["trainer"]), (&json!("boxing"), &json!("brian-otieno")));
    edited.told("discard", &json!({}));
    // An element that goes here, and one that comes there.
    let class = "content/classes/boxing.toml";
    let remove = json!([{ "remove": { "file": class, "path": ["bring", 0] } }]);
    assert_eq!(edited.operate(class, &remove).status, 200);
    follow(class, "    \"Clean indoor shoes\",\n", "    \"Clean indoor shoes\",\n    \"A towel\",\n");
    assert_eq!(conflicts(), 1);
    edited.told("resolve", &json!({ "file": class, "keep": "disk" }));
    assert_eq!(edited.changes(), json!([]));
}

#[test]
fn what_is_taken_back_is_as_it_was_in_each_file() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    let files = [PLAN, "content/classes/boxing.toml", "content/schedule.toml"];
    let originals = files.map(|file| project.read(file));
    let versions = || files.map(|file| edited.file(file)["version"].clone());
    let mut states = vec![versions()];
    let steps = [
        json!([{ "set": { "file": files[0], "path": ["title"], "value": { "text": "A Month" } } }]),
        json!([{ "remove": { "file": files[1], "path": ["bring", 0] } }]),
        json!([{ "copy": { "file": files[2], "path": ["monday", 0] } }]),
        json!([{ "unset": { "file": files[0], "path": ["note"] } }]),
        json!([{ "move": { "file": files[2], "path": ["monday", 2], "to": ["tuesday"], "at": 0 } }]),
    ];
    for (number, operations) in steps.iter().enumerate() {
        let file = operations[0].as_object().unwrap().values().next().unwrap()["file"].as_str().unwrap();
        assert_eq!(edited.operate(file, operations).status, 200);
        states.push(versions());
        if number == 2 {
            edited.told("save", &json!({}));
            assert_eq!(versions(), *states.last().unwrap());
        }
    }
    let saved = files.map(|file| project.read(file));
    for earlier in states[..steps.len()].iter().rev() {
        edited.told("undo", &json!({}));
        assert_eq!(versions(), *earlier);
    }
    assert_eq!(edited.tell("undo", &json!({})).status, 409);
    assert_eq!(files.map(|file| project.read(file)), saved);
    edited.told("save", &json!({}));
    assert_eq!(files.map(|file| project.read(file)), originals);
    for later in &states[1..] {
        edited.told("redo", &json!({}));
        assert_eq!(versions(), *later);
    }
    assert_eq!(edited.tell("redo", &json!({})).status, 409);
}

/// Random operations on some files, taken back and made again in between.
#[test]
fn whatever_is_done_is_taken_back_and_made_again_to_the_same_bytes() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    let files = [PLAN, "content/classes/boxing.toml", "content/schedule.toml", "content/pages/index.toml"];
    let texts = || files.map(|file| project.read(file));
    let (before, versions) = (texts(), || files.map(|file| edited.file(file)["version"].clone()));
    one_case(|random| {
        let (mut states, mut last) = (vec![versions()], json!(null));
        for _ in 0..40 {
            let file = files[random.usize(..files.len())];
            let (operation, path) = random_operation(random, file, &edited.file(file)["value"]);
            // What is typed into one field is one change.
            if last == path || edited.operate(file, &json!([operation])).status != 200 {
                continue;
            }
            last = path;
            let now = versions();
            if states.last() != Some(&now) {
                states.push(now);
            }
        }
        assert!(states.len() > 20, "{} changes", states.len());
        for earlier in states.iter().rev().skip(1) {
            edited.told("undo", &json!({}));
            assert_eq!(versions(), *earlier);
        }
        assert_eq!(edited.tell("undo", &json!({})).status, 409);
        for later in &states[1..] {
            edited.told("redo", &json!({}));
            assert_eq!(versions(), *later);
        }
        for _ in &states[1..] {
            edited.told("undo", &json!({}));
        }
        assert_eq!((edited.changes(), texts()), (json!([]), before));
    });
}

/// An operation on a file with these values, and the path that it is about.
fn random_operation(random: &mut Rng, file: &str, values: &Value) -> (Value, Value) {
    let mut paths = Vec::new();
    paths_within(values, &mut Vec::new(), &mut paths);
    let path = paths[random.usize(..paths.len())].clone();
    let text = json!({ "text": one_of(random, &["New", "It's \"new\"", "One\n\nTwo", "Ünï # no comment"]) });
    let Some((place, list)) = path.split_last().filter(|(place, _)| place.is_u64()) else {
        let operation = if random.bool() {
            json!({ "unset": { "file": file, "path": path } })
        } else {
            json!({ "set": { "file": file, "path": path, "value": text } })
        };
        return (operation, json!(path));
    };
    let operation = match random.u8(..4) {
        0 => json!({ "remove": { "file": file, "path": path } }),
        1 => json!({ "copy": { "file": file, "path": path } }),
        2 => json!({ "move": { "file": file, "path": path, "to": list, "at": 0 } }),
        _ => json!({ "insert": { "file": file, "path": list, "at": place, "value": text } }),
    };
    (operation, json!(path))
}

/// The paths of all values within one that is at a path.
fn paths_within(value: &Value, path: &mut Vec<Value>, all: &mut Vec<Vec<Value>>) {
    let inner: Vec<(Value, &Value)> = match value {
        Value::Object(table) if !table.contains_key("raw") => {
            table.iter().map(|(key, value)| (json!(key), value)).collect()
        }
        Value::Array(list) => list.iter().enumerate().map(|(at, value)| (json!(at), value)).collect(),
        _ => return,
    };
    for (step, value) in inner {
        path.push(step);
        all.push(path.clone());
        paths_within(value, path, all);
        path.pop();
    }
}

#[test]
fn a_change_that_is_asked_for_again_is_made_once() {
    let project = gym();
    let mut edited = EditedPreview::start(&project);
    let class = "content/classes/boxing.toml";
    let before = edited.file(class);
    let bring = |edited: &EditedPreview| edited.file(class)["value"]["bring"].as_array().unwrap().len();
    let count = bring(&edited);
    let request = |number: u64, version: &Value| {
        let insert = json!({ "file": class, "path": ["bring"], "at": 0, "value": { "text": "A towel" } });
        json!({ "request": number, "versions": { class: version }, "operations": [{ "insert": insert }] })
    };
    let told = |edited: &EditedPreview| edited.told("operations", &request(7, &before["version"]));
    let first = told(&edited);
    assert_eq!(told(&edited), first);
    assert_eq!(bring(&edited), count + 1);
    // Whoever has read the file meanwhile says its new version.
    let version = edited.file(class)["version"].clone();
    edited.told("operations", &request(7, &version));
    assert_eq!(bring(&edited), count + 1);
    assert_eq!(edited.tell("operations", &request(8, &before["version"])).status, 409);
    // Neither a program that ended nor what others did since makes it another change.
    let journal = project.path(".gympress/edit/drafts.json");
    edited
        .preview
        .wait_until("it is kept", || fs::read_to_string(&journal).is_ok_and(|text| text.contains("A towel")));
    edited.preview.kill();
    edited = EditedPreview::start(&project);
    assert_eq!(told(&edited)["versions"], first["versions"]);
    edited.told("save", &json!({}));
    edited.set(class, &json!(["bring", 1]), &json!({ "text": "Shoes" }));
    assert_eq!(told(&edited)["versions"], first["versions"]);
    assert_eq!(bring(&edited), count + 1);
    edited.told("operations", &request(8, &edited.file(class)["version"]));
    assert_eq!(bring(&edited), count + 2);
}

#[test]
fn entries_are_made_named_and_taken_away() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    let file = edited.told("entries", &json!({ "collection": "classes", "title": "Boxing for kids" }));
    let file = file["file"].as_str().unwrap();
    assert_eq!(file, "content/classes/boxing-for-kids.toml");
    assert!(edited.page("/classes/boxing-for-kids/").contains("Boxing for kids"));
    assert!(!project.path(file).exists());
    let again = edited.tell("entries", &json!({ "collection": "classes", "title": "Boxing for kids" }));
    assert_eq!(again.status, 409);
    let rename = json!({ "noun": "class", "old": "boxing", "new": "kickboxing" });
    assert_eq!(edited.tell("rename", &rename).status, 409, "something is unsaved");
    edited.told("delete", &json!({ "file": file }));
    assert_eq!(edited.changes(), json!([]));
    edited.told("rename", &rename);
    assert!(project.path("content/classes/kickboxing.toml").exists());
    // Whoever asks next finds it.
    let files = edited.asked("state")["files"].clone();
    let has = |file: &str| files.as_array().unwrap().iter().any(|link| link["file"] == file);
    assert!(has("content/classes/kickboxing.toml") && !has("content/classes/boxing.toml"));
    let mentioned = edited.tell("delete", &json!({ "file": "content/classes/kickboxing.toml" }));
    assert_eq!(mentioned.status, 422);
    assert!(mentioned.text().contains("content/schedule.toml"), "{}", mentioned.text());
    let post = "content/posts/yoga-for-lifters.toml";
    edited.told("delete", &json!({ "file": post }));
    assert_eq!(edited.ask(&format!("file?file={post}")).status, 404);
    assert!(!edited.asked("state")["files"].as_array().unwrap().iter().any(|link| link["file"] == post));
}

#[test]
fn an_entry_with_a_title_in_other_letters_is_numbered() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    let create = |title: &str| edited.tell("entries", &json!({ "collection": "classes", "title": title }));
    for (title, id) in
        [("Бокс", "class-1"), ("ملاكمة 2", "class-2"), ("Бокс tabata", "tabata"), ("2027", "2027")]
    {
        let made = create(title);
        assert_eq!(made.status, 201, "{title}");
        assert!(made.text().contains(&format!("content/classes/{id}.toml")), "{}", made.text());
    }
    assert_eq!(create("?!").status, 422);
}

#[test]
fn names_that_no_file_can_have_and_texts_without_end_are_refused() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    let create = |title: &str| edited.tell("entries", &json!({ "collection": "classes", "title": title }));
    assert_eq!([create("Con").status, create("COM1").status, create("?!").status], [422; 3]);
    let long = edited.told("entries", &json!({ "collection": "classes", "title": "boxing ".repeat(80) }));
    assert!(long["file"].as_str().unwrap().len() < 130, "{long}");
    let copy = edited.tell("copies", &json!({ "file": "content/site.toml", "id": "site-2" }));
    assert_eq!(copy.status, 422);
    let text = json!({ "text": "a".repeat(300_000) });
    for operation in [
        json!({ "set": { "file": PLAN, "path": ["note"], "value": text } }),
        json!({ "set": { "file": PLAN, "path": ["image"], "value": { "table": { "alt": text } } } }),
        json!({ "insert": { "file": PLAN, "path": ["features"], "at": 0, "value": text } }),
    ] {
        assert_eq!(edited.operate(PLAN, &json!([operation])).status, 413);
    }
    let deep = json!({ "set": { "file": PLAN, "path": vec!["a"; 50_000], "value": { "flag": true } } });
    assert_eq!(edited.operate(PLAN, &json!([deep])).status, 422);
}

#[test]
fn colours_that_are_hard_to_read_are_told_at_their_field() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    let file = "content/site.toml";
    edited.set(file, &json!(["colours", "accent"]), &json!({ "text": "#222222" }));
    let problems = edited.file(file)["problems"].clone();
    let mut problems = problems.as_array().unwrap().iter();
    let found = problems.find(|found| found["code"] == "low-contrast").expect("a warning");
    assert_eq!(found["path"], json!(["colours", "accent"]));
}

/// The shipped gym, which has two languages.
fn bilingual() -> Project {
    let project = Project::empty();
    copy::tree(&repository().join("content"), &project.path("content"));
    project
}

const BOXING: &str = "content/classes/boxing.toml";
const BOXING_IN_SWAHILI: &str = "content/sw/classes/boxing.toml";

#[test]
fn rows_of_translations_follow_the_texts_that_name_them() {
    let project = bilingual();
    let edited = EditedPreview::start(&project);
    for text in ["Clean indoor shoe", "", "S", "Sh", "Shoes for indoors"] {
        edited.set(BOXING, &json!(["bring", 0]), &json!({ "text": text }));
    }
    let translation = edited.file(BOXING_IN_SWAHILI);
    assert_eq!(translation["value"]["bring"]["Shoes for indoors"], "Viatu safi vya ndani");
    assert_eq!(translation["problems"], json!([]));
    // Somebody who types and then takes it back has changed nothing, in either file.
    edited.set(BOXING, &json!(["bring", 0]), &json!({ "text": "Clean indoor shoes" }));
    assert_eq!(edited.changes(), json!([]));
    // Neither has somebody who takes it back in the list of changes, also after other changes.
    edited.set(BOXING, &json!(["bring", 0]), &json!({ "text": "Shoes" }));
    edited.set(BOXING, &json!(["summary"]), &json!({ "text": "Steps." }));
    for path in [json!(["bring", 0]), json!(["summary"])] {
        edited.told("discard", &json!({ "files": [BOXING], "path": path }));
    }
    assert_eq!(edited.changes(), json!([]));
}

/// Keys that were found are overwritten, by hyphens unless the row is called so.
#[test]
fn a_row_that_is_named_by_hyphens_gets_another_name() {
    let project = bilingual();
    let edited = EditedPreview::start(&project);
    for text in ["-", "Shoes"] {
        edited.set(BOXING, &json!(["bring", 0]), &json!({ "text": text }));
        // Whatever else is set ends the typing.
        edited.set(BOXING, &json!(["summary"]), &json!({ "text": format!("Steps {text}") }));
        let translation = edited.file(BOXING_IN_SWAHILI);
        assert_eq!(translation["value"]["bring"][text], "Viatu safi vya ndani");
    }
}

#[test]
fn translations_go_with_what_they_are_of_and_their_links_are_mentions() {
    const POST: &str = "what-to-eat-before-evening-class.toml";
    let project = bilingual();
    let rules = "content/pages/house-rules.md";
    let text = "+++\ntitle = \"House rules\"\ndescription = \"How we train together.\"\n+++\n\nBe kind.\n";
    project.write(rules, text);
    let [post, translation] = ["content", "content/sw"].map(|top| format!("{top}/posts/{POST}"));
    let text = project.read(&translation);
    let (body, end) = text.rsplit_once("'''").unwrap();
    project.write(&translation, format!("{body}\n[Sheria](/house-rules/)\n'''{end}"));
    let edited = EditedPreview::start(&project);
    let refused = edited.tell("delete", &json!({ "file": rules }));
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains(&translation), "{}", refused.text());
    // A file is where a folder has to be, for the original alone.
    let stamp = NOW.parse::<jiff::Timestamp>().unwrap().as_second();
    let obstacle = format!(".gympress/edit/trash/{stamp}/content/posts");
    project.write(&obstacle, "");
    assert_eq!(edited.tell("delete", &json!({ "file": post })).status, 500);
    assert!(project.path(&post).exists() && project.path(&translation).exists(), "either both go or none");
    fs::remove_file(project.path(&obstacle)).unwrap();
    edited.told("delete", &json!({ "file": post }));
    assert!(!project.path(&post).exists() && !project.path(&translation).exists());
    edited.told("delete", &json!({ "file": rules }));
    let problems = edited.asked("state")["files"].clone();
    assert!(problems.as_array().unwrap().iter().all(|file| file["errors"] == 0), "{problems}");
}

#[test]
fn a_translation_is_not_copied_without_its_original() {
    let project = bilingual();
    let edited = EditedPreview::start(&project);
    let copy = edited.tell("copies", &json!({ "file": BOXING_IN_SWAHILI, "id": "boxing-2" }));
    assert!(copy.status == 422 && copy.text().contains("copy that one"), "{}", copy.text());
    assert_eq!(edited.changes(), json!([]));
}

#[test]
fn a_translation_that_is_not_there_yet_offers_links_and_pictures() {
    let project = bilingual();
    fs::remove_file(project.path(BOXING_IN_SWAHILI)).unwrap();
    let edited = EditedPreview::start(&project);
    for (wanted, expected) in [("link", "/pricing/"), ("picture", "class-boxing.jpg")] {
        let path = format!("%5B%22text%22%2C%22{wanted}%22%5D");
        let choices = edited.asked(&format!("choices?file={BOXING_IN_SWAHILI}&path={path}"));
        assert!(choices.as_array().unwrap().iter().any(|choice| choice["value"] == expected), "{choices}");
    }
}

#[test]
fn fonts_are_offered_by_their_names_alone() {
    let project = gym();
    fs::create_dir_all(project.path("content/fonts")).unwrap();
    let font = repository().join("templates/styles/fonts/inter.woff2");
    fs::copy(font, project.path("content/fonts/own.woff2")).unwrap();
    let edited = EditedPreview::start(&project);
    let path = "%5B%22design%22%2C%22headings_file%22%5D";
    let choices = edited.asked(&format!("choices?file=content/site.toml&path={path}"));
    assert_eq!(choices, json!([{ "value": "own.woff2", "title": "own.woff2" }]));
}

#[test]
fn rows_of_translations_follow_the_ids_that_name_them() {
    let project = bilingual();
    let edited = EditedPreview::start(&project);
    let (form, translation) = ("content/forms/contact.toml", "content/sw/forms/contact.toml");
    let [before, translated] = [form, translation].map(|file| edited.file(file)["value"]["field"].clone());
    let id = before[0]["id"].as_str().unwrap();
    for text in [&id[..1], "", "who-asks"] {
        edited.set(form, &json!(["field", 0, "id"]), &json!({ "text": text }));
    }
    let now = edited.file(translation);
    assert_eq!(now["value"]["field"]["who-asks"], translated[id]);
    assert_eq!((&now["value"]["field"][id], &now["problems"]), (&json!(null), &json!([])));
    edited.set(form, &json!(["field", 0, "id"]), &json!({ "text": id }));
    assert_eq!(edited.changes(), json!([]));
}

#[test]
fn a_translation_says_which_text_it_was_made_from() {
    let project = bilingual();
    let edited = EditedPreview::start(&project);
    edited.set(BOXING_IN_SWAHILI, &json!(["summary"]), &json!({ "text": "Hatua za miguu" }));
    edited.set(BOXING, &json!(["summary"]), &json!({ "text": "Steps." }));
    let is_outdated = || {
        let file = edited.file(BOXING_IN_SWAHILI);
        let mut problems = file["problems"].as_array().unwrap().iter();
        problems.any(|problem| problem["code"] == "outdated-translation")
    };
    assert!(is_outdated());
    edited.told("save", &json!({}));
    edited.set(BOXING_IN_SWAHILI, &json!(["summary"]), &json!({ "text": "Hatua" }));
    assert!(!is_outdated());
    // Whatever else is set ends the typing.
    edited.set(BOXING_IN_SWAHILI, &json!(["title"]), &json!({ "text": "Ngumi leo" }));
    for key in ["summary", "title"] {
        edited.told("discard", &json!({ "files": [BOXING_IN_SWAHILI], "path": [key] }));
        assert!(is_outdated(), "what was taken back is no translation of the new text");
    }
    assert_eq!(edited.changes(), json!([]));
    for text in ["H", "", "Hatua"] {
        edited.set(BOXING_IN_SWAHILI, &json!(["summary"]), &json!({ "text": text }));
    }
    assert_eq!(edited.file(BOXING_IN_SWAHILI)["problems"], json!([]));
    let before = project.read(BOXING_IN_SWAHILI);
    edited.told("save", &json!({}));
    let saved = project.read(BOXING_IN_SWAHILI);
    let changed: Vec<_> = saved.lines().zip(before.lines()).filter(|(new, old)| new != old).collect();
    assert!(changed.len() == 1 && changed[0].0.starts_with("summary = \"Hatua\" # of "), "{changed:?}");
    // It says so also once another program has written something else into the file.
    edited.set(BOXING, &json!(["summary"]), &json!({ "text": "Steps and more." }));
    edited.set(BOXING_IN_SWAHILI, &json!(["summary"]), &json!({ "text": "Hatua na zaidi" }));
    let revision = edited.asked("state")["revision"].clone();
    project.write(BOXING_IN_SWAHILI, format!("{saved}# ours\n"));
    edited.preview.wait_until("the editor follows", || edited.asked("state")["revision"] != revision);
    let merged = edited.file(BOXING_IN_SWAHILI);
    assert_eq!((&merged["value"]["summary"], &merged["problems"]), (&json!("Hatua na zaidi"), &json!([])));
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_is_named_and_nothing_is_lost() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let project = gym();
    let edited = EditedPreview::start(&project);
    let before = project.read(PLAN);
    edited.set(PLAN, &json!(["price"]), &json!({ "number": "4500" }));
    let place = project.path(PLAN);
    fs::set_permissions(&place, fs::Permissions::from_mode(0o440)).unwrap();
    let refused = edited.tell("save", &json!({}));
    assert!(refused.status == 500 && refused.text().contains("may only be read"), "{}", refused.text());
    fs::set_permissions(&place, fs::Permissions::from_mode(0o640)).unwrap();
    edited.told("save", &json!({}));
    assert_eq!(fs::metadata(&place).unwrap().permissions().mode() & 0o777, 0o640);
    let outside = tempfile::NamedTempFile::new().unwrap();
    fs::write(outside.path(), &before).unwrap();
    edited.set(PLAN, &json!(["price"]), &json!({ "number": "4600" }));
    fs::remove_file(&place).unwrap();
    symlink(outside.path(), &place).unwrap();
    let refused = edited.tell("save", &json!({}));
    let why = refused.text();
    let is_told = why.contains("content/plans/one-month.toml leads out of the folder content");
    assert!(refused.status == 500 && is_told, "{why}");
    assert_eq!(fs::read_to_string(outside.path()).unwrap(), before);
    assert_eq!(edited.file(PLAN)["value"]["price"]["raw"], "4600");
}

/// No file may be longer than 64 kB there.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_nothing_is_lost() {
    let project = gym();
    let editing = Preview::editing(&project);
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -f 128; trap '' XFSZ; exec \"$0\" \"$@\""]);
    limited.arg(editing.get_program()).args(editing.get_args());
    let edited = EditedPreview::of(Preview::of(limited));
    let class = "content/classes/boxing.toml";
    let before = [PLAN, class].map(|file| project.read(file));
    edited.set(PLAN, &json!(["price"]), &json!({ "number": "4500" }));
    let long = format!("{}.\n", "One, two. ".repeat(10_000));
    let write = |text: &str| {
        // That the disk is full may be told by now, or with what comes next.
        edited.operate(
            class,
            &json!([{ "set": { "file": class, "path": ["text"], "value": { "text": text } } }]),
        );
    };
    write(&long);
    let refused = edited.tell("save", &json!({}));
    assert!(refused.status == 500 && refused.text().contains("make room"), "{}", refused.text());
    assert_eq!([PLAN, class].map(|file| project.read(file)), before);
    // What is typed on such a disk stands, although it isn't kept.
    let mut days = 0;
    edited.preview.wait_until("it is told", || {
        days += 1;
        let note = json!({ "text": format!("{days} days") });
        let told =
            edited.operate(PLAN, &json!([{ "set": { "file": PLAN, "path": ["note"], "value": note } }]));
        told.status == 500 && told.text().contains("make room")
    });
    let note = format!("{days} days");
    assert_eq!(edited.file(PLAN)["value"]["note"], note);
    assert_eq!(edited.file(class)["value"]["text"], long);
    write("One, two.\n");
    edited.told("save", &json!({}));
    let plan = before[0].replace("price = 4000", "price = 4500").replace("About KSH 133 a day", &note);
    assert_eq!(project.read(PLAN), plan);
    assert!(project.read(class).contains("One, two."));
}

/// Each rule by which something is refused.
#[test]
fn what_the_editor_refuses() {
    let project = gym();
    let edited = EditedPreview::start(&project);
    let port = edited.address.port();
    let send = |method: &str, target: &str, fields: &[&str], body: &str| {
        let fields: String = fields.iter().map(|field| format!("{field}\r\n")).collect();
        let length =
            if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
        let request =
            format!("{method} {target} HTTP/1.1\r\n{fields}{length}Connection: close\r\n\r\n{body}");
        let reply = raw(edited.address, request.as_bytes()).unwrap();
        assert!(!reply.head.to_lowercase().contains("access-control"), "{}", reply.head);
        reply.status
    };
    let host = format!("Host: 127.0.0.1:{port}");
    let origin = format!("Origin: http://127.0.0.1:{port}");
    let token = format!("Authorization: Bearer {}", edited.token);
    let json_type = "Content-Type: application/json";
    let state = format!("{FOLDER}state");
    let undo = format!("{FOLDER}undo");
    assert_eq!(send("GET", &state, &[&host, &token], ""), 200);
    for other in ["127.0.0.1", "evil.example", "localhost.evil.example:PORT", "127.0.0.1:1", "0.0.0.0:PORT"] {
        let other = format!("Host: {}", other.replace("PORT", &port.to_string()));
        assert_eq!(send("GET", &state, &[&other, &token], ""), 403, "{other}");
    }
    let local = format!("Host: localhost:{port}");
    assert_eq!(send("GET", &state, &[&local, &token], ""), 200);
    assert_eq!(send("GET", &state, &[&host], ""), 401);
    assert_eq!(send("GET", &format!("{state}?token={}", edited.token), &[&host], ""), 401);
    assert_eq!(send("GET", &format!("{FOLDER}events"), &[&host], ""), 401);
    assert_eq!(send("GET", &state, &[&host, "Authorization: Bearer 00"], ""), 401);
    for (site, status) in [("same-origin", 200), ("same-site", 403), ("cross-site", 403), ("none", 403)] {
        let site = format!("Sec-Fetch-Site: {site}");
        assert_eq!(send("GET", &state, &[&host, &token, &site], ""), status, "{site}");
    }
    assert_eq!(send("GET", FOLDER, &[&host, "Sec-Fetch-Site: none"], ""), 200);
    assert_eq!(send("GET", FOLDER, &[&host, "Sec-Fetch-Site: cross-site"], ""), 403);
    let good = [&*host, &*origin, &*token, json_type];
    assert_eq!(send("POST", &undo, &good, "{}"), 409, "there is nothing to take back");
    for (missing, status) in [(1, 403), (2, 401), (3, 415)] {
        let fields: Vec<&str> =
            good.iter().enumerate().filter(|(at, _)| *at != missing).map(|(_, field)| *field).collect();
        assert_eq!(send("POST", &undo, &fields, "{}"), status);
    }
    for wrong in ["Origin: null", "Origin: http://evil.example", "Origin: http://localhost:4000"] {
        assert_eq!(send("POST", &undo, &[&host, wrong, &token, json_type], "{}"), 403);
    }
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/json; charset=utf-8",
        "multipart/form-data",
    ] {
        let kind = format!("Content-Type: {kind}");
        assert_eq!(send("POST", &undo, &[&host, &origin, &token, &kind], "{}"), 415, "{kind}");
    }
    for method in ["OPTIONS", "PUT", "DELETE", "PATCH"] {
        assert_eq!(send(method, &undo, &good, ""), 405, "{method}");
    }
    let operations = format!("{FOLDER}operations");
    assert_eq!(send("POST", &operations, &good, "{"), 400);
    assert_eq!(send("POST", &operations, &good, "{\"versions\":{},\"operations\":[{\"run\":{}}]}"), 400);
    assert_eq!(send("POST", &format!("{FOLDER}nothing"), &good, "{}"), 404);
    let many = json!({ "versions": {}, "operations": vec![json!({ "unset": { "file": PLAN, "path": ["price"] } }); 101] });
    assert_eq!(send("POST", &operations, &good, &many.to_string()), 413);
    assert_eq!(send("POST", "/pricing/", &good, "{}"), 405);
    let pictures = format!("{FOLDER}pictures?name=a.png");
    for (kind, status) in [("application/json", 415), ("text/html", 415), ("image/png", 422)] {
        let kind = format!("Content-Type: {kind}");
        assert_eq!(send("POST", &pictures, &[&host, &origin, &token, &kind], "no picture"), status, "{kind}");
    }
    let long = format!("{{\"x\":\"{}\"}}", "x".repeat(1 << 20));
    assert_eq!(send("POST", &operations, &good, &long), 413);
    for file in [
        "../Cargo.toml",
        "content/../templates/page.html",
        "templates/page.html",
        "content/images/icon.png",
        ".gympress/edit/token",
        "/etc/passwd",
    ] {
        assert_eq!(edited.ask(&format!("file?file={file}")).status, 404, "{file}");
    }
    for page in ["/", "/pricing/"] {
        let reply = raw(
            edited.address,
            format!("GET {page} HTTP/1.1\r\n{host}\r\n{token}\r\nConnection: close\r\n\r\n").as_bytes(),
        );
        let policy = reply.as_ref().and_then(|reply| reply.field("Content-Security-Policy")).unwrap();
        assert!(
            policy.contains("script-src 'none'") && policy.contains("frame-ancestors 'self'"),
            "{policy}"
        );
        assert_eq!(policy.matches("script-src").count(), 1, "{policy}");
    }
}

#[test]
fn one_preview_edits_a_project_at_a_time_and_on_this_machine_only() {
    let project = gym();
    let mut everywhere = Preview::editing(&project);
    everywhere.args(["--bind", "0.0.0.0"]);
    let edited = EditedPreview::of(Preview::of(everywhere));
    assert!(edited.address.ip().is_loopback());
    // Another address of this machine leads to the preview alone.
    #[cfg(target_os = "linux")]
    assert!(std::net::TcpStream::connect(("127.0.0.2", edited.address.port())).is_err());
    let second = Preview::of(Preview::editing(&project));
    second.wait_until("it says why", || second.printed().contains("edited in another preview"));
    assert!(!second.printed().contains("edit: http"));
    assert_eq!(second.get("/").status, 200);
    let page = edited.preview.get("/").text();
    assert!(page.contains("data-editor=") && !page.contains(&edited.token));
    assert_eq!(edited.preview.get(FOLDER).status, 404);
}
