//! What an editor and `gympress lsp` say to each other: transcripts in `tests/lsp/*.txt`. A line with `>` is what the editor
//! does, those below it are what it shows then. `ACCEPT=1` writes what the server says
//! now, `CASE=fixes` runs some of them.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    env,
    fmt::Write as _,
    fs,
    io::{BufReader, Write as _},
    path::Path,
    process::{Command, Stdio},
    sync::Arc,
    thread,
    time::Duration,
};

use gympress::{
    build::{BuildContext, prepare},
    diagnostic::{Diagnostics, Edit},
    lsp::{self, LspOptions},
    source::Sources,
};
use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};

use crate::{
    project::{NOW, Project, repository, settings},
    random::{cases, one_of},
};

/// So many completions and symbols are in a transcript.
const SHOWN: usize = 14;

/// An editor with a project.
struct Editor {
    project: Project,
    connection: Connection,
    /// What is open, with its version.
    texts: BTreeMap<String, (i32, String)>,
    requests: i32,
    /// What the server told of each file.
    shown: BTreeMap<String, Vec<Value>>,
    is_utf8: bool,
    /// Where somebody writes.
    cursor: Option<(String, usize)>,
    /// Where the key Tab leads, as bytes before the end of the text.
    stops: Vec<usize>,
    /// What there is to show of the last step.
    out: String,
}

impl Editor {
    fn start(project: Project, encodings: &[&str]) -> Self {
        let (server, connection) = Connection::memory();
        let options = LspOptions {
            root: None,
            packages: vec![repository().to_owned()],
            clock: || NOW.parse().unwrap(),
            changed: None,
        };
        thread::spawn(move || lsp::serve(server, options));
        let mut editor = Self {
            project,
            connection,
            texts: BTreeMap::new(),
            requests: 0,
            shown: BTreeMap::new(),
            is_utf8: encodings.contains(&"utf-8"),
            cursor: None,
            stops: Vec::new(),
            out: String::new(),
        };
        let params = json!({
            "processId": null,
            "workspaceFolders": [{ "uri": editor.address(""), "name": "gym" }],
            "capabilities": {
                "general": { "positionEncodings": encodings },
                "textDocument": { "completion": { "completionItem": { "snippetSupport": encodings.contains(&"snippets") } } },
                "workspace": { "workspaceEdit": { "documentChanges": true, "resourceOperations": ["rename"] } },
            },
        });
        editor.request("initialize", params).unwrap();
        editor.notify("initialized", json!({}));
        editor
    }

    fn address(&self, path: &str) -> String {
        url::Url::from_file_path(self.project.path(path)).unwrap().to_string()
    }

    fn path(&self, address: &str) -> String {
        let path = url::Url::parse(address).unwrap().to_file_path().unwrap();
        path.strip_prefix(self.project.root()).unwrap_or(&path).display().to_string()
    }

    fn notify(&self, method: &str, params: Value) {
        self.connection.sender.send(Notification::new(method.to_owned(), params).into()).unwrap();
    }

    fn request(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        self.connection.sender.send(Request::new(id.clone(), method.to_owned(), params).into()).unwrap();
        loop {
            match self.connection.receiver.recv_timeout(Duration::from_secs(120)).unwrap() {
                Message::Response(response) if response.id == id => {
                    return response.response_result.map_err(|error| error.message);
                }
                // Of a request that was withdrawn.
                Message::Response(_) => {}
                message => self.take(message),
            }
        }
    }

    /// Notes what the server tells without being asked.
    fn take(&mut self, message: Message) {
        let Message::Notification(notification) = message else { panic!("{message:?}") };
        assert_eq!(notification.method, "textDocument/publishDiagnostics");
        let path = self.path(notification.params["uri"].as_str().unwrap());
        let found = notification.params["diagnostics"].as_array().unwrap().clone();
        self.shown.insert(path.clone(), found);
        // Who is in the middle of a word doesn't look at them.
        if self.cursor.is_none() {
            self.show_problems(&path);
        }
    }

    fn show_problems(&mut self, path: &str) {
        let found = self.shown.get(path).cloned().unwrap_or_default();
        if found.is_empty() {
            writeln!(self.out, "{path}: nothing").unwrap();
        }
        for diagnostic in &found {
            let severity =
                ["error", "warning", "note"][diagnostic["severity"].as_u64().unwrap() as usize - 1];
            let message = diagnostic["message"].as_str().unwrap().replace('\n', "\n    ");
            let tag = if diagnostic["tags"].is_null() { "" } else { " (unused)" };
            let (at, code) = (place(&diagnostic["range"]), diagnostic["code"].as_str().unwrap());
            writeln!(self.out, "{path}:{at}: {severity}[{code}]{tag}: {message}").unwrap();
            for related in diagnostic["relatedInformation"].as_array().into_iter().flatten() {
                let path = self.path(related["location"]["uri"].as_str().unwrap());
                let at = place(&related["location"]["range"]);
                writeln!(self.out, "    {path}:{at}: {}", related["message"].as_str().unwrap()).unwrap();
            }
        }
    }

    /// Waits until the newest texts are checked.
    fn settle(&mut self) {
        let at = json!({ "line": 0, "character": 0 });
        let params = json!({
            "textDocument": { "uri": self.address("content/site.toml") },
            "range": { "start": at, "end": at },
            "context": { "diagnostics": [] },
        });
        self.request("textDocument/codeAction", params).unwrap();
    }

    fn open(&mut self, path: &str, text: Option<String>) {
        let text = text.unwrap_or_else(|| self.project.read(path));
        let document = json!({ "uri": self.address(path), "languageId": "toml", "version": 1, "text": text });
        self.texts.insert(path.to_owned(), (1, text));
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces bytes of an open text.
    fn change(&mut self, path: &str, range: std::ops::Range<usize>, new: &str) {
        let (version, text) = &self.texts[path];
        let (version, at) = (
            version + 1,
            json!({ "start": self.position(text, range.start), "end": self.position(text, range.end) }),
        );
        let document = json!({ "uri": self.address(path), "version": version });
        let params = json!({ "textDocument": document, "contentChanges": [{ "range": at, "text": new }] });
        self.notify("textDocument/didChange", params);
        let (known, text) = self.texts.get_mut(path).unwrap();
        *known = version;
        text.replace_range(range, new);
    }

    fn position(&self, text: &str, offset: usize) -> Value {
        let before = &text[..offset];
        let line = before.rsplit('\n').next().unwrap();
        let character = if self.is_utf8 { line.len() } else { line.encode_utf16().count() };
        json!({ "line": before.matches('\n').count(), "character": character })
    }

    fn offset(&self, text: &str, position: &Value) -> usize {
        let (line, character) = (position["line"].as_u64().unwrap(), position["character"].as_u64().unwrap());
        let start: usize = text.split_inclusive('\n').take(line as usize).map(str::len).sum();
        let ends = text[start..].char_indices().map(|(at, _)| start + at).chain([text.len()]);
        let mut ends = ends.filter(|at| self.position(text, *at)["character"] == character);
        ends.next().unwrap()
    }

    /// Makes an edit of the server in open files and in those on disk.
    fn apply(&mut self, edit: &Value) {
        for change in edit["documentChanges"].as_array().unwrap() {
            if change["kind"] == "rename" {
                let [old, new] = ["oldUri", "newUri"].map(|key| self.path(change[key].as_str().unwrap()));
                writeln!(self.out, "{old} is now {new}").unwrap();
                fs::rename(self.project.path(&old), self.project.path(&new)).unwrap();
                continue;
            }
            let path = self.path(change["textDocument"]["uri"].as_str().unwrap());
            let open = self.texts.get(&path).map(|(version, _)| *version);
            assert_eq!(change["textDocument"]["version"].as_i64().map(|version| version as i32), open);
            let mut text = self.text(&path);
            let mut edits: Vec<_> = change["edits"].as_array().unwrap().iter().collect();
            edits.sort_by_key(|edit| self.offset(&text, &edit["range"]["start"]));
            for edit in edits.into_iter().rev() {
                let range = &edit["range"];
                let range = self.offset(&text, &range["start"])..self.offset(&text, &range["end"]);
                let new = edit["newText"].as_str().unwrap();
                if open.is_some() {
                    self.change(&path, range.clone(), new);
                }
                text.replace_range(range, new);
            }
            if open.is_none() {
                self.project.write(&path, &text);
                self.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
            }
            writeln!(self.out, "{path}: {} edits", change["edits"].as_array().unwrap().len()).unwrap();
        }
    }

    /// The text of a file as the editor shows it.
    fn text(&self, path: &str) -> String {
        self.texts.get(path).map_or_else(|| self.project.read(path), |(_, text)| text.clone())
    }

    /// The place of `words` in a file, with a last `|` for the cursor.
    fn find(&self, path: &str, words: &str) -> std::ops::Range<usize> {
        let text = self.text(path);
        let cursor = words.rfind('|');
        let plain = cursor.map_or(words.to_owned(), |at| [&words[..at], &words[at + 1..]].concat());
        let start = text.find(&plain).unwrap_or_else(|| panic!("{path} has no {plain:?}:\n{text}"));
        match cursor {
            Some(cursor) => start + cursor..start + cursor,
            None => start..start + plain.len(),
        }
    }

    fn at(&self, path: &str, words: &str) -> Value {
        let range = self.find(path, words);
        let text = self.text(path);
        json!({ "start": self.position(&text, range.start), "end": self.position(&text, range.end) })
    }

    fn actions(&mut self, path: &str, range: Value, only: Option<&str>) -> Vec<Value> {
        let context = json!({ "diagnostics": [], "only": only.map(|only| [only]) });
        let params =
            json!({ "textDocument": { "uri": self.address(path) }, "range": range, "context": context });
        self.request("textDocument/codeAction", params).unwrap().as_array().unwrap().clone()
    }

    fn place_of(&self, path: &str, words: &str) -> Value {
        let at = self.at(path, words);
        json!({ "textDocument": { "uri": self.address(path) }, "position": at["start"] })
    }

    fn completions(&mut self, at: Value) -> Vec<Value> {
        let found = self.request("textDocument/completion", at).unwrap();
        found["items"].as_array().cloned().unwrap_or_default()
    }

    /// What is written, each with its explanation on a line, those without one side by side.
    fn show_completions(&mut self, items: &[Value]) {
        let is_plain = |item: &Value| !item["detail"].is_string();
        for group in items[..items.len().min(SHOWN)].chunk_by(|one, next| is_plain(one) && is_plain(next)) {
            let new = |item: &Value| item["textEdit"]["newText"].as_str().unwrap().replace('\n', "\\n");
            let line = group.iter().map(new).collect::<Vec<_>>().join(" | ");
            let detail = group[0]["detail"].as_str().map(|detail| format!(" ({detail})")).unwrap_or_default();
            writeln!(self.out, "{line}{detail}").unwrap();
        }
        if items.len() > SHOWN {
            writeln!(self.out, "... {} more", items.len() - SHOWN).unwrap();
        }
    }

    /// Where somebody writes, as the protocol says it.
    fn writing(&self) -> Value {
        let (path, offset) = self.cursor.as_ref().unwrap();
        let position = self.position(&self.texts[path].1, *offset);
        json!({ "textDocument": { "uri": self.address(path) }, "position": position })
    }

    /// Writes `new` in the place of `range`, with the cursor behind it.
    fn write(&mut self, range: std::ops::Range<usize>, new: &str) {
        let (path, _) = self.cursor.take().unwrap();
        let end = range.start + new.len();
        self.change(&path, range, new);
        self.cursor = Some((path, end));
    }

    /// Writes a snippet, with the cursor at its first place.
    fn write_snippet(&mut self, range: std::ops::Range<usize>, snippet: &str) {
        let mut parts = snippet.split('$');
        let mut plain = parts.next().unwrap().to_owned();
        let mut stops = Vec::new();
        for part in parts {
            stops.push(plain.len());
            plain.push_str(&part[1..]);
        }
        self.write(range, &plain);
        let (path, end) = self.cursor.clone().unwrap();
        let behind = self.texts[&path].1.len() - end;
        self.stops.splice(..0, stops.into_iter().map(|stop| behind + plain.len() - stop));
        self.tab();
    }

    /// Leads to the next place of the snippet.
    fn tab(&mut self) {
        if !self.stops.is_empty() {
            let (path, offset) = self.cursor.as_mut().unwrap();
            *offset = self.texts[path].1.len() - self.stops.remove(0);
        }
    }

    fn show_locations(&mut self, locations: &[Value]) {
        for location in locations {
            match location["uri"].as_str() {
                Some(address) => {
                    let line = format!("{}:{}", self.path(address), place(&location["range"]));
                    writeln!(self.out, "{line}").unwrap();
                }
                None => self.out.push_str("nowhere\n"),
            }
        }
    }

    /// Does what a line of a transcript says.
    fn step(&mut self, line: &str, below: Option<String>) {
        let words = words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["open", path] => self.open(path, below),
            ["edit", path, old, new] => self.change(path, self.find(path, old), new),
            ["save", path] => {
                self.project.write(path, &self.texts[*path].1);
                let document = json!({ "uri": self.address(path) });
                self.notify("textDocument/didSave", json!({ "textDocument": document }));
            }
            ["close", path] => {
                self.texts.remove(*path);
                let document = json!({ "uri": self.address(path) });
                self.notify("textDocument/didClose", json!({ "textDocument": document }));
            }
            ["write", path] => {
                self.project.write(path, below.unwrap());
                self.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
            }
            ["remove", path] => {
                fs::remove_file(self.project.path(path)).unwrap();
                self.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
            }
            ["wait"] => match self.connection.receiver.recv_timeout(Duration::from_secs(20)) {
                Ok(message) => self.take(message),
                Err(_) => self.out.push_str("nothing comes\n"),
            },
            ["show", path] => {
                let shown: String = self.texts[*path].1.lines().map(|line| format!("| {line}\n")).collect();
                self.out.push_str(&shown);
            }
            ["fixes", path, words] => {
                for action in self.actions(path, self.at(path, words), None) {
                    let preferred = if action["isPreferred"] == true { " (preferred)" } else { "" };
                    writeln!(self.out, "{}{preferred}", action["title"].as_str().unwrap()).unwrap();
                }
            }
            ["fix", path, words] => {
                let actions = self.actions(path, self.at(path, words), None);
                self.apply(&actions[0]["edit"]);
            }
            ["fix-all", path] => {
                let actions = self.actions(path, self.at(path, ""), Some("source.fixAll"));
                actions.iter().for_each(|action| self.apply(&action["edit"]));
            }
            ["complete", path, words] => {
                let items = self.completions(self.place_of(path, words));
                self.show_completions(&items);
            }
            ["go", path, words] => self.cursor = Some(((*path).to_owned(), self.find(path, words).start)),
            ["type", text] => {
                let (_, offset) = self.cursor.clone().unwrap();
                self.write(offset..offset, text);
            }
            // What is offered where somebody writes, of which it takes one.
            ["offer"] => {
                let items = self.completions(self.writing());
                self.show_completions(&items);
            }
            ["take", label] => {
                let items = self.completions(self.writing());
                let item = items.iter().find(|item| item["label"] == *label);
                let item = item.unwrap_or_else(|| panic!("no {label} is offered at {:?}", self.cursor));
                let edit = &item["textEdit"];
                let text = &self.texts[&self.cursor.as_ref().unwrap().0].1;
                let [start, end] = ["start", "end"].map(|end| self.offset(text, &edit["range"][end]));
                let new = edit["newText"].as_str().unwrap();
                match item["insertTextFormat"] == 2 {
                    true => self.write_snippet(start..end, new),
                    false => self.write(start..end, new),
                }
            }
            ["tab"] => self.tab(),
            ["leave"] => {
                let (path, _) = self.cursor.take().unwrap();
                self.show_problems(&path);
            }
            ["hover", path, words] => {
                let hover = self.request("textDocument/hover", self.place_of(path, words)).unwrap();
                let said = hover["contents"]["value"].as_str().unwrap_or("nothing");
                let said = said.replace("\n\n", "\n").replace("```toml\n", "").replace("\n```", "");
                // A line with this sign is a step.
                let said = said.replace("\n>", "\n|");
                writeln!(self.out, "{said}").unwrap();
            }
            ["definition", path, words] => {
                let found = self.request("textDocument/definition", self.place_of(path, words)).unwrap();
                self.show_locations(&[found]);
            }
            ["references", path, words] => {
                let mut params = self.place_of(path, words);
                params["context"] = json!({ "includeDeclaration": true });
                let found = self.request("textDocument/references", params).unwrap();
                self.show_locations(found.as_array().map(Vec::as_slice).unwrap_or_default());
            }
            ["rename", path, words, new] => {
                let at = self.place_of(path, words);
                let prepared = self.request("textDocument/prepareRename", at.clone()).unwrap();
                if !prepared.is_null() {
                    let old = prepared["placeholder"].as_str().unwrap();
                    writeln!(self.out, "{}: {old}", place(&prepared["range"])).unwrap();
                }
                let mut params = at;
                params["newName"] = json!(new);
                match self.request("textDocument/rename", params) {
                    Ok(edit) => self.apply(&edit),
                    Err(refused) => writeln!(self.out, "refused: {refused}").unwrap(),
                }
            }
            ["symbols", path] => {
                let params = json!({ "textDocument": { "uri": self.address(path) } });
                let found = self.request("textDocument/documentSymbol", params).unwrap();
                for symbol in found.as_array().unwrap().iter().take(SHOWN) {
                    let detail = symbol["detail"].as_str().unwrap_or_default();
                    let name = symbol["name"].as_str().unwrap();
                    writeln!(self.out, "{}: {name} {detail}", place(&symbol["range"])).unwrap();
                }
            }
            ["find", query] => {
                let found = self.request("workspace/symbol", json!({ "query": query })).unwrap();
                for symbol in found.as_array().unwrap().iter().take(SHOWN) {
                    let [name, within] = ["name", "containerName"].map(|key| symbol[key].as_str().unwrap());
                    write!(self.out, "in {within}: {name}: ").unwrap();
                    self.show_locations(&[symbol["location"].clone()]);
                }
            }
            ["hints", path, words] => {
                let params =
                    json!({ "textDocument": { "uri": self.address(path) }, "range": self.at(path, words) });
                let found = self.request("textDocument/inlayHint", params).unwrap();
                for hint in found.as_array().unwrap() {
                    let position = place(&json!({ "start": hint["position"], "end": hint["position"] }));
                    writeln!(self.out, "{position}: {}", hint["label"].as_str().unwrap()).unwrap();
                }
            }
            ["request", method, params] => {
                let params = params.replace("{root}", &self.address(""));
                match self.request(method, serde_json::from_str(&params).unwrap()) {
                    Ok(answer) => writeln!(self.out, "{answer}"),
                    Err(error) => writeln!(self.out, "refused: {error}"),
                }
                .unwrap();
            }
            ["notify", method, params] => {
                let params = params.replace("{root}", &self.address(""));
                self.notify(method, serde_json::from_str(&params).unwrap());
            }
            _ => panic!("no editor does {line}"),
        }
        if words != ["wait"] && !words.contains(&"shutdown") {
            self.settle();
        }
    }
}

/// From where to where, counted from 1.
fn place(range: &Value) -> String {
    let [start, end] = ["start", "end"].map(|end| {
        let [line, character] = ["line", "character"].map(|key| range[end][key].as_u64().unwrap() + 1);
        (line, character)
    });
    match start.0 == end.0 {
        true => format!("{}:{}-{}", start.0, start.1, end.1),
        false => format!("{}:{}-{}:{}", start.0, start.1, end.0, end.1),
    }
}

/// The words of a line; those in quotes are JSON.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let word = if rest.starts_with('"') {
            let mut read = serde_json::Deserializer::from_str(rest).into_iter::<String>();
            let word = read.next().unwrap().unwrap();
            rest = &rest[read.byte_offset()..];
            word
        } else if rest.starts_with('{') {
            std::mem::take(&mut rest).to_owned()
        } else {
            let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
            rest = after;
            word.to_owned()
        };
        words.push(word);
        rest = rest.trim_start();
    }
    words
}

/// The transcript with what the server says now.
fn replay(transcript: &str) -> String {
    let mut out = String::new();
    let mut editor: Option<Editor> = None;
    let mut lines = transcript.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("=== ") {
            editor = None;
            out.push_str(&format!(
                "{}=== {name}\n",
                if out.is_empty() || out.ends_with("\n\n") { "" } else { "\n" }
            ));
        } else if let Some(project) = line.strip_prefix("> start ") {
            let project = words(project);
            let encodings: Vec<&str> = project[1..].iter().map(String::as_str).collect();
            let folder = match &*project[0] {
                "gym" => Project::gym(),
                "languages" => Project::in_two_languages(),
                "minimal" => Project::minimal(),
                other => panic!("there is no project {other}"),
            };
            let mut started = Editor::start(folder, &encodings);
            started.settle();
            out.push_str(&format!("{line}\n{}", std::mem::take(&mut started.out)));
            editor = Some(started);
        } else if let Some(step) = line.strip_prefix("> ") {
            out.push_str(&format!("{line}\n"));
            let mut below = String::new();
            while let Some(text) = lines.next_if(|line| line.starts_with("+ ") || *line == "+") {
                out.push_str(&format!("{text}\n"));
                below.push_str(&format!("{}\n", text.strip_prefix("+ ").unwrap_or_default()));
            }
            let editor = editor.as_mut().unwrap_or_else(|| panic!("{line} comes before > start"));
            editor.step(step, Some(below).filter(|below| !below.is_empty()));
            out.push_str(&std::mem::take(&mut editor.out));
        } else if line.starts_with('#') {
            out.push_str(&format!("{line}\n"));
        }
    }
    out
}

#[test]
fn editors_and_the_server_say_what_the_transcripts_say() {
    let folder = repository().join("tests/lsp");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    if let Ok(case) = env::var("CASE") {
        paths.retain(|path| path.to_string_lossy().contains(&case));
    }
    let mut differing = Vec::new();
    for path in paths {
        let transcript = fs::read_to_string(&path).unwrap();
        let now = replay(&transcript);
        if env::var_os("ACCEPT").is_some() {
            fs::write(&path, now).unwrap();
        } else if now != transcript {
            differing.push(format!("{}\n{}", path.display(), diffy::create_patch(&transcript, &now)));
        }
    }
    let differing = differing.join("\n");
    assert!(differing.is_empty(), "{differing}\n`ACCEPT=1 cargo test lsp` accepts it");
}

/// Makes sure that the server told what a check of the files finds that the editor has; they are written into `mirror`.
#[track_caller]
fn agrees_with_a_fresh_check(editor: &mut Editor, mirror: &Project) {
    editor.settle();
    let mut texts = String::new();
    for (path, (_, text)) in &editor.texts {
        mirror.write(path, text);
        write!(texts, "{path}:\n{text}\n").unwrap();
    }
    let (sources, found) = fresh_check(mirror.root());
    assert_eq!(headlines(editor), headlines_of_disk(&sources, &found), "{texts}");
    let open: Vec<String> = editor.texts.keys().cloned().collect();
    for path in open {
        assert_eq!(offered(editor, &path), known_corrections(&path, &sources, &found), "{texts}");
    }
}

/// A correction as its edits: a file, the first byte and the end of what goes, and what comes in its place.
type CorrectionEdits = Vec<(String, usize, usize, String)>;

/// The quick fixes of a file, in the order of their edits.
fn offered(editor: &mut Editor, path: &str) -> Vec<CorrectionEdits> {
    let text = &editor.texts[path].1;
    let whole = json!({ "start": editor.position(text, 0), "end": editor.position(text, text.len()) });
    let mut offered = Vec::new();
    for action in editor.actions(path, whole, Some("quickfix")) {
        let mut edits = Vec::new();
        for change in action["edit"]["documentChanges"].as_array().unwrap() {
            let path = editor.path(change["textDocument"]["uri"].as_str().unwrap());
            let text = editor.text(&path);
            for edit in change["edits"].as_array().unwrap() {
                let [start, end] = ["start", "end"].map(|end| editor.offset(&text, &edit["range"][end]));
                edits.push((path.clone(), start, end, edit["newText"].as_str().unwrap().to_owned()));
            }
        }
        edits.sort();
        offered.push(edits);
    }
    offered.sort();
    offered
}

/// The corrections of the diagnostics that are shown in a file.
fn known_corrections(path: &str, sources: &Sources, found: &Diagnostics) -> Vec<CorrectionEdits> {
    let path_of = |file| sources.get(file).unwrap().path.to_string();
    let shown = found.iter().filter(|found| found.places().any(|place| path_of(place.file) == path));
    let mut known = Vec::new();
    for fix in shown.flat_map(|found| &found.fixes) {
        let edit = |edit: &Edit| {
            let range = edit.span.range();
            (path_of(edit.span.file), range.start, range.end, edit.replacement.clone())
        };
        let mut edits: CorrectionEdits = fix.edits.iter().map(edit).collect();
        edits.sort();
        known.push(edits);
    }
    known.sort();
    known
}

/// The headlines that the server told, in the order of the files.
fn headlines(editor: &Editor) -> Vec<(String, String)> {
    let of_file = |(path, found): (&String, &Vec<Value>)| {
        let line = |found: &Value| found["message"].as_str().unwrap().lines().next().unwrap().to_owned();
        found.iter().map(|found| (path.clone(), line(found))).collect::<Vec<_>>()
    };
    let mut all: Vec<_> = editor.shown.iter().flat_map(of_file).collect();
    all.sort();
    all
}

/// All that a check of the files on disk finds.
fn fresh_check(root: &Path) -> (Arc<Sources>, Diagnostics) {
    let mut found = Diagnostics::default();
    let sources: Arc<Sources> = Sources::load(root, &mut found).unwrap().into();
    let settings = settings();
    let context = BuildContext::new(root, vec![repository().to_owned()]);
    prepare(&sources, &settings, &context, &mut found).unwrap();
    found.sort(&*sources);
    (sources, found)
}

/// The same headlines of a check of the files on disk.
fn headlines_of_disk(sources: &Sources, found: &Diagnostics) -> Vec<(String, String)> {
    let path = |file| sources.get(file).unwrap().path.to_string();
    let each =
        found.iter().flat_map(|found| found.places().map(|place| (path(place.file), found.message.clone())));
    let mut all: Vec<_> = each.collect();
    all.sort();
    all
}

#[test]
fn after_any_edits_the_server_says_what_a_fresh_check_says() {
    // What is saved is checked by rendering, too: the files of the editor's own project stay as they are.
    let (project, mirror) = (Project::gym(), Project::gym());
    let editor = RefCell::new(Editor::start(project, &[]));
    let files = [
        "content/site.toml",
        "content/schedule.toml",
        "content/pages/classes.toml",
        "content/classes/boxing.toml",
    ];
    files.iter().for_each(|path| editor.borrow_mut().open(path, None));
    let odd = ["\"", "]", "\n", "[[hours]]\n", "=", "é🏋", "title = \"x\"\n", "#", "\r\n", "yoga", ""];
    cases(12, |random| {
        let editor = &mut *editor.borrow_mut();
        let path = one_of(random, &files);
        let before = editor.texts[path].1.clone();
        for _ in 0..random.usize(1..8) {
            let text = &editor.texts[path].1;
            let start = text.floor_char_boundary(random.usize(..=text.len()));
            let end = text.ceil_char_boundary((start + random.usize(..12)).min(text.len()));
            // The protocol has no place within a line end.
            let within = |at: usize| usize::from(text[..at].ends_with('\r') && text[at..].starts_with('\n'));
            editor.change(path, start - within(start)..end + within(end), one_of(random, &odd));
        }
        agrees_with_a_fresh_check(editor, &mirror);
        let length = editor.texts[path].1.len();
        editor.change(path, 0..length, &before);
    });
}

#[test]
fn a_program_that_is_started_answers_and_ends_with_its_client() {
    let project = Project::minimal();
    let mut command = Command::new(env!("CARGO_BIN_EXE_gympress"));
    command.args(["lsp", "--stdio", "--root"]).arg(project.root());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for (last, status) in [("", 1), ("shutdown", 0)] {
        let mut server = command.spawn().unwrap();
        let mut input = server.stdin.take().unwrap();
        let mut output = BufReader::new(server.stdout.take().unwrap());
        // What can't be read costs nothing of what comes behind it.
        input.write_all(b"Content-Length: 5\r\n\r\n{\"a\":Content-Length: nine\r\n\r\n\r\n").unwrap();
        let first = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
        write!(input, "content-length: {}\r\n\r\n{first}", first.len()).unwrap();
        if last == "shutdown" {
            let request = Request::new(RequestId::from(2), last.to_owned(), Value::Null);
            Message::from(request).write(&mut input).unwrap();
            Message::from(Notification::new("exit".to_owned(), Value::Null)).write(&mut input).unwrap();
        }
        drop(input);
        let Some(Message::Response(answer)) = Message::read(&mut output).unwrap() else {
            panic!("no answer")
        };
        let encoding = &answer.response_result.unwrap()["capabilities"]["positionEncoding"];
        assert_eq!(encoding, "utf-16");
        assert_eq!(server.wait().unwrap().code(), Some(status));
    }
}

#[test]
fn hurried_changes_among_files_that_come_and_go_end_in_what_a_fresh_check_says() {
    let project = Project::gym();
    let classes = ["boxing", "karate", "yoga"].map(|id| format!("content/classes/{id}.toml"));
    let mut editor = Editor::start(project, &[]);
    classes.iter().for_each(|path| editor.open(path, None));
    let root = editor.project.root().to_owned();
    for round in 0..60 {
        let path = &classes[round % classes.len()];
        let end = editor.texts[path].1.len();
        // Nobody waits for a check, and some ask for what they don't want any more.
        editor.change(path, end..end, if round % 2 == 0 { "é\r\n[[" } else { "title = 1\n" });
        let at = json!({ "line": u32::MAX, "character": u32::MAX });
        let params = json!({ "textDocument": { "uri": editor.address(path) }, "position": at });
        let id = RequestId::from(100_000 + i32::try_from(round).unwrap());
        let request = Request::new(id, "textDocument/completion".to_owned(), params);
        editor.connection.sender.send(request.into()).unwrap();
        editor.notify("$/cancelRequest", json!({ "id": 100_000 + round }));
        if round % 20 == 7 {
            let (old, new) = (root.join(path), root.join(path.replace(".toml", "-moved.toml")));
            if old.exists() { fs::rename(old, new) } else { fs::rename(new, old) }.unwrap();
            editor.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
        }
    }
    let mirror = Project::gym();
    fs::remove_dir_all(mirror.path("content/classes")).unwrap();
    crate::copy::tree(&root.join("content/classes"), &mirror.path("content/classes"));
    agrees_with_a_fresh_check(&mut editor, &mirror);
}
