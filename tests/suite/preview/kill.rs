//! Editors killed at random moments, while people change the site and save.

use std::{
    env,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use fastrand::Rng;
use serde_json::{Value, json};

use super::{
    edit::{EditClient, EditedPreview, PLAN},
    project::gym,
};
use crate::{project::Project, random::one_case};

/// The longest time after which what was answered is on disk: 300 milliseconds, and more on a machine that runs all tests at once.
const SOON: Duration = Duration::from_secs(1);

/// Somebody who writes one number after the other into a field.
struct Typist {
    file: &'static str,
    key: &'static str,
    /// What is written before the number.
    word: &'static str,
    /// The number that was written last, answered or not.
    tried: u32,
    /// The numbers that were answered since the editor started.
    answered: Vec<AnsweredNumber>,
    /// The number that was there when it started.
    kept: u32,
    /// The number of times that this person saved.
    saved: usize,
}

struct AnsweredNumber {
    number: u32,
    when: Instant,
}

impl Typist {
    /// Somebody who writes into this field, which says `was` now.
    fn new(
        project: &Project,
        file: &'static str,
        key: &'static str,
        (was, word): (&str, &'static str),
    ) -> Self {
        project.replace(file, was, &format!("{word} 0"));
        Self { file, key, word, tried: 0, answered: Vec::new(), kept: 0, saved: 0 }
    }

    /// Types and saves until the editor is gone, and counts its answers.
    fn work(&mut self, client: &EditClient, mut random: Rng, answers: &AtomicUsize) {
        while self.write(client).is_some() {
            answers.fetch_add(1, Ordering::Relaxed);
            if random.u8(..4) == 0 {
                let Some(reply) = client.try_tell("save", &json!({})) else { return };
                self.saved += usize::from(reply.status == 200);
            }
            thread::sleep(Duration::from_millis(random.u64(..30)));
        }
    }

    /// Writes the next number, unless somebody else has changed the file meanwhile. Returns `None` if the editor is gone.
    fn write(&mut self, client: &EditClient) -> Option<()> {
        let file = client.try_ask(&format!("file?file={}", self.file))?;
        let file: Value = serde_json::from_slice(&file.body).ok()?;
        self.tried += 1;
        let text = format!("{} {}", self.word, self.tried);
        let set = json!({ "file": self.file, "path": [self.key], "value": { "text": text } });
        let versions = json!({ self.file: file["version"] });
        let operations = json!({ "versions": versions, "operations": [{ "set": set }] });
        let reply = client.try_tell("operations", &operations)?;
        if reply.status == 200 {
            self.answered.push(AnsweredNumber { number: self.tried, when: Instant::now() });
        } else {
            assert_eq!(reply.status, 409, "{}", reply.text());
        }
        Some(())
    }

    /// The number in a text that begins with what this person wrote.
    fn number_in(&self, text: &str) -> u32 {
        let rest = text.strip_prefix(self.word).unwrap_or_else(|| panic!("{} says {text:?}", self.key));
        let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
        digits.parse().unwrap()
    }

    /// What the field says after an end, compared with what was answered before it.
    fn check(&mut self, client: &EditClient, end: Instant) {
        let value = &client.file(self.file)["value"][self.key];
        let now = self.number_in(value.as_str().unwrap());
        let early = self.answered.iter().filter(|answered| end.duration_since(answered.when) > SOON);
        let kept = early.map(|answered| answered.number).max().unwrap_or(self.kept);
        assert!((kept..=self.tried).contains(&now), "{} is {now}, not {kept} to {}", self.word, self.tried);
        // What was lost because it was answered just before the end stays lost.
        self.answered.clear();
        self.kept = now;
    }

    /// The text of a file with the number that another text of it has.
    fn with_number_of(&self, original: &str, other: &str) -> String {
        let at = other.find(self.word).unwrap_or_else(|| panic!("no {} in {other}", self.word));
        let number = self.number_in(&other[at..]);
        assert!(number <= self.tried);
        original.replace(&format!("{} 0", self.word), &format!("{} {number}", self.word))
    }
}

#[test]
fn an_editor_killed_at_any_moment_loses_nothing_that_it_answered() {
    let rounds: u32 = env::var("GYMPRESS_TEST_KILLS").map_or(8, |rounds| rounds.parse().unwrap());
    one_case(|random| {
        let project = gym();
        let mut typists = [
            Typist::new(&project, PLAN, "title", ("One Month", "A Month")),
            // Another field of the same file, and another file.
            Typist::new(&project, PLAN, "note", ("About KSH 133 a day", "A day")),
            Typist::new(
                &project,
                "content/classes/boxing.toml",
                "summary",
                ("Footwork, bag rounds and pads, taught the", "Rounds"),
            ),
        ];
        let originals = typists.each_ref().map(|typist| project.read(typist.file));
        let mut edited = EditedPreview::start(&project);
        for _ in 0..rounds {
            let (answers, last) = (AtomicUsize::new(0), random.usize(0..20));
            let end = thread::scope(|scope| {
                for typist in &mut typists {
                    let (client, random) = (edited.client.clone(), Rng::with_seed(random.u64(..)));
                    let answers = &answers;
                    scope.spawn(move || typist.work(&client, random, answers));
                }
                while answers.load(Ordering::Relaxed) < last {
                    thread::sleep(Duration::from_millis(1));
                }
                thread::sleep(Duration::from_millis(random.u64(..100)));
                let end = Instant::now();
                edited.preview.kill();
                end
            });
            for (typist, original) in typists.iter().zip(&originals) {
                let text = project.read(typist.file);
                let of_file = typists.iter().filter(|other| other.file == typist.file);
                let expected =
                    of_file.fold(original.clone(), |made, typist| typist.with_number_of(&made, &text));
                assert_eq!(text, expected, "{} is half, or has a foreign text", typist.file);
            }
            edited = EditedPreview::start(&project);
            assert_eq!(edited.asked("state")["conflicts"], json!([]), "nobody else has changed anything");
            for typist in &mut typists {
                typist.check(&edited.client, end);
            }
        }
        assert!(typists.iter().any(|typist| typist.saved > 0), "nobody saved anything");
    });
}
