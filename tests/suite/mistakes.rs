//! What people really get wrong in TOML, all of it at once: `fix --all` makes each of it what it was meant to be.

use std::{collections::BTreeMap, fs, sync::Arc};

use gympress::{
    build::BuildContext,
    diagnostic::{Code, Diagnostics},
    edit::fix,
    source::Sources,
};
use serde::Deserialize;

use crate::{copy, project::settings};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mistakes {
    mistake: Vec<Mistake>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mistake {
    name: String,
    file: String,
    /// What was meant. Where the gym of the tests has something else, the first line that begins alike is changed first.
    right: String,
    wrong: String,
}

#[test]
fn each_mistake_is_reported_once_and_corrected_to_the_byte() {
    let Mistakes { mistake: mistakes } = toml::from_str(include_str!("../mistakes.toml")).unwrap();
    let folder = copy::gym("mistakes-", "cache");
    let mut files: BTreeMap<&str, (String, String)> = BTreeMap::new();
    for Mistake { name, file, right, wrong } in &mistakes {
        let (meant, written) = files.entry(file).or_insert_with(|| {
            let text = fs::read_to_string(folder.path().join(file)).unwrap();
            (text.clone(), text)
        });
        if !meant.contains(right.as_str()) {
            let (key, _) = right.split_once(" = ").unwrap();
            let line = meant.lines().find(|line| line.starts_with(key)).unwrap().to_owned();
            *meant = meant.replacen(&line, right, 1);
            *written = written.replacen(&line, right, 1);
        }
        assert!(written.contains(right.as_str()), "{name}: {file} has no {right}");
        *written = written.replacen(right.as_str(), wrong, 1);
    }
    let mut sources = Sources::load(folder.path(), &mut Diagnostics::default()).unwrap();
    sources = sources.with_unsaved(files.iter().map(|(file, (_, written))| (*file, &**written)));
    let settings = settings();
    let context = BuildContext::new(folder.path(), Vec::new());
    let mut reported = 0;
    let mut ask = |diagnostic: &gympress::diagnostic::Diagnostic, _: &_, _: &_| {
        reported += usize::from(diagnostic.code == Code::Syntax);
        true
    };
    let corrected = fix::correct(&Arc::new(sources), (&settings, &context), &mut ask).unwrap();
    let mut wrong = String::new();
    for (file, (meant, _)) in &files {
        let text = &corrected.sources.text_at(file).unwrap().1.text;
        let lines = meant.lines().zip(text.lines()).filter(|(meant, text)| meant != text).take(8);
        wrong.extend(lines.map(|(meant, text)| format!("{file}\n  - {meant}\n  + {text}\n")));
        assert!(!wrong.is_empty() || **text == **meant, "{file} has another number of lines");
    }
    assert!(wrong.is_empty(), "{wrong}");
}
