//! Whether what an editor changes is what a page shows at its mark.

use std::collections::BTreeMap;

use fastrand::Rng;
use serde_json::{Value, json};

use super::{
    edit::{EditClient, EditedPreview},
    project::{gym, shipped_gym},
};
use crate::random::one_case;

/// The number of values that are changed.
const CHANGED: usize = 80;

/// The most values of a page that are changed, one after the other.
const CHANGED_ON_PAGE: usize = 10;

/// What a page shows of each value, by its file and path.
type ShownTexts = BTreeMap<String, Vec<String>>;

/// The end of a mark.
const CLOSE: char = '\u{e002}';

fn shown(client: &EditClient, path: &str) -> ShownTexts {
    let html = client.page(path);
    let (page, rest) = html.split_once("id=\"gympress-origins\">").unwrap();
    let origins = rest.split_once("</script>").unwrap().0;
    let origins: Value = serde_json::from_str(&origins.replace("\\u003c", "<")).unwrap();
    let mut shown = ShownTexts::new();
    // The marks that are open, with what they show so far.
    let mut open: Vec<(&str, String)> = Vec::new();
    for part in page.split_inclusive(CLOSE) {
        for part in part.split('\u{e000}') {
            let text = match part.split_once('\u{e001}') {
                Some((id, text)) => {
                    open.push((id, String::new()));
                    text
                }
                None => part,
            };
            for (_, known) in &mut open {
                known.push_str(text.trim_end_matches(CLOSE));
            }
        }
        if part.ends_with(CLOSE) {
            let (id, text) = open.pop().unwrap();
            let origin = &origins[id][0];
            shown.entry(json!([origin["file"], origin["path"]]).to_string()).or_default().push(text);
        }
    }
    shown
}

/// What says a little more than a value does: a text another word, a number one more. Nothing for other values.
fn more(value: &Value) -> Option<Value> {
    if let Some(text) = value.as_str() {
        return Some(json!({ "text": format!("{} indeed", text.trim_end()) }));
    }
    let number: i64 = value["raw"].as_str()?.replace('_', "").parse().ok()?;
    Some(json!({ "number": (number + 1).to_string() }))
}

/// Changes a value. Returns false, and changes nothing, if it can't be changed so or that would be a mistake.
fn change(client: &EditClient, origin: &str) -> bool {
    let origin: Value = serde_json::from_str(origin).unwrap();
    let (file, path) = (origin[0].as_str().unwrap(), &origin[1]);
    let answer = client.file(file);
    let mut value = &answer["value"];
    for step in path.as_array().unwrap() {
        value = match step.as_u64() {
            Some(at) => &value[usize::try_from(at).unwrap()],
            None => &value[step.as_str().unwrap()],
        };
    }
    let Some(value) = more(value) else { return false };
    let problems = client.asked("state")["problems"].clone();
    let set = json!([{ "set": { "file": file, "path": path, "value": value } }]);
    if client.operate(file, &set).status != 200 {
        return false;
    }
    if client.asked("state")["problems"] != problems {
        client.told("undo", &json!({}));
        return false;
    }
    true
}

/// What a page showed of a value, and what it shows now.
struct ValueChange<'t> {
    old: &'t [String],
    new: Option<&'t Vec<String>>,
}

impl ValueChange<'_> {
    /// True for texts with the value in them, as `© {year} {name}` has the name of the gym, which follow its change.
    fn is_quoted(&self, texts: &[String], now: Option<&Vec<String>>) -> bool {
        let (Some(old), Some(new)) = (self.old.first(), self.new.and_then(|new| new.first())) else {
            return false;
        };
        let followed =
            texts.iter().map(|text| if text == old { text.clone() } else { text.replacen(old, new, 1) });
        now.is_some_and(|now| now.iter().cloned().eq(followed))
    }
}

/// Changes values of a page, and adds what is wrong with what it shows then. Returns their number.
fn change_page(client: &EditClient, path: &str, random: &mut Rng, wrong: &mut Vec<String>) -> usize {
    let mut before = shown(client, path);
    // A picture beside its name has no description on the page.
    let said = before.iter().filter(|(_, texts)| texts.iter().any(|text| !text.is_empty()));
    let mut origins: Vec<String> = said.map(|(origin, _)| origin.clone()).collect();
    random.shuffle(&mut origins);
    let mut changed = 0;
    for origin in origins.iter().take(CHANGED_ON_PAGE) {
        if !change(client, origin) {
            continue;
        }
        changed += 1;
        let after = shown(client, path);
        if before.get(origin) == after.get(origin) {
            wrong.push(format!("{path}: {origin} stays {:?}", before[origin]));
        }
        for (other, texts) in &before {
            let now = after.get(other);
            let change = ValueChange { old: &before[origin], new: after.get(origin) };
            if other != origin && now != Some(texts) && !change.is_quoted(texts, now) {
                wrong.push(format!("{path}: {origin} changes {other} from {texts:?} to {now:?}"));
            }
        }
        before = after;
    }
    changed
}

#[test]
fn a_changed_value_changes_its_own_marks_and_no_others() {
    one_case(|random| {
        let project = shipped_gym();
        let edited = EditedPreview::start(&project);
        let state = edited.asked("state");
        let pages: Vec<&str> =
            state["pages"].as_array().unwrap().iter().map(|page| page["path"].as_str().unwrap()).collect();
        let (mut changed, mut wrong) = (0, Vec::new());
        while changed < CHANGED {
            let path = random.choice(&pages).unwrap();
            changed += change_page(&edited, path, random, &mut wrong);
        }
        assert!(wrong.is_empty(), "{} of {changed}:\n{}", wrong.len(), wrong.join("\n"));
    });
}

/// Templates compare values, as what they print has the marks of where each stands.
#[test]
fn a_date_with_a_row_of_its_own_and_the_usual_hours_says_them_once() {
    let project = gym();
    let days = "title = \"Days\"\nsummary = \"Four Saturdays.\"\nprice = 0\ntext = \"Text.\"\n\
        start = 2027-02-13T10:00:00\nend = 2027-02-13T12:00:00\n\
        dates = [2027-02-20T10:00:00, 2027-02-27T10:00:00]\n[[date]]\nstart = 2027-03-06T10:00:00\n";
    project.write("content/events/days.toml", days);
    let page = EditedPreview::start(&project).page("/events/days/");
    let (_, dates) = page.split_once("class=\"events__dates").unwrap();
    let (dates, _) = dates.split_once("</li>").unwrap();
    assert_eq!((dates.matches("<time").count(), dates.matches(", ").count()), (4, 0), "{dates}");
}
