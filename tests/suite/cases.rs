//! Cases as text: `tests/cases/*.txt`, each with files of a project and all that `gympress` says of it. How they are written
//! is in `tests/cases/README.md`. `ACCEPT=1` writes what the program says now, `CASE="links|a menu"` runs
//! some of them.

mod long_lines;
mod messages;

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    ffi::OsString,
    fmt::Write as _,
    fs, io,
    panic::catch_unwind,
    path::{Path, PathBuf},
};

use gympress::{
    diagnostic::{Code, Diagnostics, ReportFormat},
    lint,
    source::{FOLDERS, Sources},
};
use rayon::prelude::*;
use serde_json::Value;
use walkdir::WalkDir;

use self::{
    long_lines::broken_up,
    messages::{Messages, ReportedWords, folded},
};
use crate::{
    copy,
    project::{self, INDEX, NOW, SITE, check_pages, check_site, repository, run, words, write},
};

/// What lines begin with that say what is reported of the line above.
const MARK: &str = "#~";

/// Stands between what is written and what is to be written.
const ARROW: &str = "->";

/// The line between two places of a change, of which the first only loses lines.
const GAP: &str = "...";

#[derive(Clone)]
struct Case {
    name: String,
    /// What its file says of all cases.
    topic: String,
    /// `base:`, `as:` and comments.
    prelude: Vec<String>,
    /// What the case does to files whose name stands behind `as:`.
    before: Vec<Section>,
    sections: Vec<Section>,
}

/// A case as the program has it now, with the words of what is reported.
struct Outcome {
    text: String,
    words: BTreeSet<ReportedWords>,
}

/// The lines below a line such as `-- content/site.toml +`.
#[derive(Clone)]
struct Section {
    head: String,
    lines: Vec<String>,
}

impl Case {
    fn parse_all(text: &str) -> (String, Vec<Self>) {
        let (mut comment, mut cases) = (String::new(), Vec::<Self>::new());
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("=== ") {
                let (name, topic) = (name.to_owned(), comment.clone());
                let (prelude, before, sections) = (Vec::new(), Vec::new(), Vec::new());
                cases.push(Self { name, topic, prelude, before, sections });
                continue;
            }
            let Some(case) = cases.last_mut() else {
                comment.push_str(&format!("{line}\n"));
                continue;
            };
            if let Some(head) = line.strip_prefix("-- ") {
                case.sections.push(Section { head: head.to_owned(), lines: Vec::new() });
            } else if let Some(section) = case.sections.last_mut() {
                section.lines.push(line.to_owned());
            } else if !line.is_empty() {
                case.prelude.push(line.to_owned());
            }
        }
        for section in cases.iter_mut().flat_map(|case| &mut case.sections) {
            while section.lines.last().is_some_and(String::is_empty) {
                section.lines.pop();
            }
        }
        for at in 0..cases.len() {
            let Some(name) = cases[at].stated("as: ") else { continue };
            let of = cases.iter().find(|case| case.name == name);
            let of = of.unwrap_or_else(|| panic!("there is no case {name:?} above"));
            cases[at].before = of.sections.iter().filter(|section| !section.is_output()).cloned().collect();
        }
        (comment, cases)
    }

    /// What stands behind this word above the sections.
    fn stated(&self, word: &str) -> Option<&str> {
        self.prelude.iter().find_map(|line| line.strip_prefix(word))
    }

    /// The same, or else what stands behind it above all cases of the file.
    fn or_all(&self, word: &str) -> Option<&str> {
        self.stated(word).or_else(|| self.topic.lines().find_map(|line| line.strip_prefix(word)))
    }

    /// The case with what the program says now.
    fn run(&self) -> Outcome {
        let project = copy::scratch("case-");
        let root = project.path();
        self.write_base(root);
        self.before.iter().for_each(|section| drop(section.apply(root)));
        let written = Written(
            self.sections.iter().filter(|section| section.is_whole(root)).map(Section::path).collect(),
        );
        let shown: Vec<(&Section, Vec<Option<usize>>)> = self
            .sections
            .iter()
            .filter(|section| !section.is_output())
            .map(|section| (section, section.apply(root)))
            .collect();
        // Commands say by themselves what they find.
        let has = |output: &str| self.sections.iter().any(|section| section.head.starts_with(output));
        let mut found = match () {
            () if has("$ ") => Found::default(),
            () if has("after ") => Found::run("build", root, &written),
            () if self.or_all("stage: ") == Some("site") => Found::in_site(root, &written),
            () => Found::in_pages(root, &written),
        };

        let words = found.reported.iter().map(|reported| reported.words.clone()).collect();
        let mut text = format!("=== {}\n", self.name);
        self.prelude.iter().for_each(|line| writeln!(text, "{line}").unwrap());
        for (section, numbers) in shown {
            writeln!(text, "-- {}", section.head).unwrap();
            for (line, number) in section.written().iter().zip(numbers) {
                writeln!(text, "{line}").unwrap();
                let reported = number.map(|number| found.take(section.path(), number));
                reported.iter().flatten().for_each(|reported| text.push_str(&reported.marked("")));
            }
        }
        if !found.reported.is_empty() || found.failure.is_some() {
            text.push_str("-- reported\n");
            for reported in &found.reported {
                let place = format!("{}: ", written.place(&reported.path, reported.line));
                text.push_str(&reported.marked(&place));
            }
            text.push_str(found.failure.as_deref().unwrap_or_default());
        }
        for section in self.sections.iter().filter(|section| section.is_output()) {
            let output = match section.head.as_str() {
                "reported" => continue,
                "shown" => said(root, &["check", "--now", NOW]).2,
                head => match head.strip_prefix("$ ") {
                    Some(command) => transcript(root, command),
                    None => broken_up(&after(root, &head["after ".len()..])),
                },
            };
            writeln!(text, "-- {}", section.head).unwrap();
            output.trim_end().lines().for_each(|line| writeln!(text, "{line}").unwrap());
        }
        Outcome { text, words }
    }

    /// The same, or the reason why it can't be set up.
    fn try_run(&self) -> Result<Outcome, String> {
        catch_unwind(|| self.run_each()).map_err(|panic| {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            text.or_else(|| panic.downcast_ref().cloned()).unwrap_or_default()
        })
    }

    /// The same for each word behind `each:`, which stands before what the program says of it; the word is put in for `{each}`.
    fn run_each(&self) -> Outcome {
        let Some(each) = self.stated("each: ") else { return self.run() };
        let mut words = BTreeSet::new();
        let mut ran: Vec<(&str, Self)> = Vec::new();
        for word in each.split(", ") {
            let outcome = self.with(word).run();
            words.extend(outcome.words);
            ran.push((word, Self::parse_all(&outcome.text).1.remove(0)));
        }
        let mut text = format!("=== {}\n", self.name);
        self.prelude.iter().for_each(|line| writeln!(text, "{line}").unwrap());
        for section in self.sections.iter().filter(|section| section.head != "reported") {
            writeln!(text, "-- {}", section.head).unwrap();
            if !section.is_output() {
                section.written().iter().for_each(|line| writeln!(text, "{line}").unwrap());
                continue;
            }
            for (word, case) in &ran {
                let said = case.sections.iter().filter(|said| said.head == section.head);
                said.flat_map(|said| &said.lines).for_each(|line| writeln!(text, "{word}: {line}").unwrap());
            }
        }
        let marked = |(word, case): &(&str, Self)| {
            let lines = case.sections.iter().flat_map(|section| &section.lines);
            let marked = lines.filter(|line| line.starts_with(MARK));
            marked
                .map(|line| format!("{MARK} {word}:{}\n", line.trim_start_matches(MARK)))
                .collect::<String>()
        };
        let marked: String = ran.iter().map(marked).collect();
        if !marked.is_empty() {
            text += &format!("-- reported\n{marked}");
        }
        Outcome { text, words }
    }

    /// The case with this word put in.
    fn with(&self, word: &str) -> Self {
        let mut case = self.clone();
        // What it says is read without the other cases of the file.
        case.prelude.retain(|line| !line.starts_with("as: "));
        let lines = case.before.iter_mut().chain(&mut case.sections).flat_map(|section| &mut section.lines);
        lines.for_each(|line| *line = line.replace("{each}", word));
        case
    }

    fn write_base(&self, root: &Path) {
        let cases = repository().join("tests/cases");
        match self.or_all("base: ").filter(|base| *base != "two files") {
            Some(base) => {
                for part in FOLDERS.into_iter().filter(|part| cases.join(base).join(part).is_dir()) {
                    copy::tree(&cases.join(base).join(part), &root.join(part));
                }
                if base == "gym" {
                    let pictures = "content/images";
                    copy::tree(&repository().join(pictures), &root.join(pictures));
                }
            }
            None => {
                write(&root.join("content/site.toml"), SITE);
                write(&root.join("content/pages/index.toml"), INDEX);
            }
        }
        if let Some(document) = self.stated("document: ") {
            write_examples(root, document);
        }
        if self.stated("samples: ").is_some() {
            for (name, section) in project::files_below(&cases.join("../sections")) {
                let section = String::from_utf8(section).unwrap();
                let page = format!("title = \"{name}\"\ndescription = \"A sample.\"\n{section}");
                write(&root.join("content/pages/samples").join(name), page);
            }
        }
        copy::share(root, "cache");
    }
}

/// Writes the examples of a document that name their file in their first line; with headings behind it, those below them.
fn write_examples(root: &Path, stated: &str) {
    let (document, headings) = stated.split_once(" | ").unwrap_or((stated, ""));
    let text = fs::read_to_string(repository().join("docs").join(document)).unwrap();
    let parts: Vec<(&str, &str)> =
        text.trim_start_matches("# ").split("\n## ").filter_map(|part| part.split_once('\n')).collect();
    let wanted: Vec<&str> = headings.split(" | ").filter(|heading| !heading.is_empty()).collect();
    for heading in &wanted {
        assert!(parts.iter().any(|(other, _)| other == heading), "{document} has no heading {heading:?}");
    }
    for (_, part) in parts.iter().filter(|(heading, _)| wanted.is_empty() || wanted.contains(heading)) {
        for example in part.split("```toml\n# ").skip(1) {
            let (path, rest) = example.split_once('\n').unwrap();
            if !FOLDERS.iter().any(|folder| path.starts_with(&format!("{folder}/"))) {
                continue;
            }
            let path = root.join(path);
            let before = fs::read_to_string(&path).unwrap_or_default();
            write(&path, format!("{before}\n{}\n", rest.split("```").next().unwrap()));
        }
    }
}

/// What is in a file: all, each element that begins with the tag behind its path, or each line with one of the
/// texts behind `with`. Of a folder the paths of its files. In a path, `*` stands for what changes with each edit.
fn after(root: &Path, head: &str) -> String {
    let (path, wanted) = head.split_once(" with ").unwrap_or((head, ""));
    let (path, tag) = path.split_once(" <").unwrap_or((path, ""));
    let path = root.join(path);
    if path.is_dir() {
        return files_below(&path).iter().map(|path| format!("{path}\n")).collect();
    }
    let text = match read_matching(&path) {
        // Lines of calendars end as those of a case do here, and aren't folded.
        Ok(text) if tag == "style" => normalized(&text),
        Ok(text) => named_spaces(&normalized(&without_styles(&text.replace("\r\n ", "").replace('\r', "")))),
        Err(error) => return format!("{error}\n"),
    };
    if !wanted.is_empty() {
        // Stylesheets are a single line.
        let ends: &[char] = if head.contains(".css") || tag == "style" { &['\n', ';', '}'] } else { &['\n'] };
        let lines = text.split_inclusive(ends);
        let lines = lines.filter(|line| wanted.split(" | ").any(|wanted| line.contains(wanted)));
        return lines.map(|line| format!("{}\n", line.trim())).collect();
    }
    if tag.is_empty() {
        return text;
    }
    let name: String = tag.chars().take_while(char::is_ascii_alphanumeric).collect();
    let end = format!("</{name}>");
    let element = |rest: &str| match rest.split_once(&end) {
        Some((inside, _)) => format!("<{tag}{inside}{end}\n"),
        // One without an end, such as `<link>`.
        None => format!("<{tag}{}>\n", rest.split('>').next().unwrap_or_default()),
    };
    // `<head` is not `<header>`.
    let is_other = |rest: &&str| tag == name && rest.starts_with(|c: char| c.is_ascii_lowercase());
    let start = format!("<{tag}");
    let elements: String = text.split(&start).skip(1).filter(|rest| !is_other(rest)).map(element).collect();
    if tag == "main" { abridged(&elements) } else { elements }
}

/// A page without the styles of its sections and their hash, which change with the theme.
fn without_styles(page: &str) -> String {
    let mut parts = page.split("<style>");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for rest in parts {
        text += "<style>...</style>";
        text += rest.split_once("</style>").unwrap().1;
    }
    let mut parts = text.split("sha256-");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, rest| {
        text + "sha256-HASH" + &rest[rest.find(['&', '\'', '"']).unwrap_or_default()..]
    })
}

/// The lines of an element without those that are empty, and of more than two elements alike that follow each other the
/// first two.
fn abridged(element: &str) -> String {
    let mut text = String::new();
    // For each indentation, with what the last element begins, and how many have begun so.
    let mut last: BTreeMap<usize, (&str, usize)> = BTreeMap::new();
    let mut left_out = None;
    for line in element.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
        let indentation = line.len() - line.trim_start().len();
        let is_end = line.trim_start().starts_with("</");
        if left_out.is_some_and(|outer| indentation > outer || indentation == outer && is_end) {
            continue;
        }
        left_out = None;
        last.retain(|within, _| *within <= indentation);
        // The first attribute is the class.
        let start = line.match_indices('"').nth(1).map_or(line, |(end, _)| &line[..end]);
        let (known, count) = last.entry(indentation).or_insert((start, 0));
        if !is_end {
            *count = if *known == start { *count + 1 } else { 1 };
            *known = start;
        }
        match count {
            ..=2 => writeln!(text, "{line}").unwrap(),
            _ => left_out = Some(indentation),
        }
        if *count == 3 {
            writeln!(text, "{}...", &line[..indentation]).unwrap();
        }
    }
    text
}

/// The paths of the files of a built site, without those with a hash.
fn files_below(folder: &Path) -> Vec<String> {
    let paths = project::files_below(folder).into_keys().filter(|path| !path.starts_with(".gympress/"));
    paths.map(|path| without_hashes(&path)).filter(|path| !path.contains("-HASH")).collect()
}

/// What is in the files that are called so, with something in the place of `*`, in the order of their names.
fn read_matching(path: &Path) -> io::Result<String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some((start, end)) = name.split_once('*') else { return fs::read_to_string(path) };
    let folder = path.parent().unwrap();
    let names = WalkDir::new(folder).max_depth(1).sort_by_file_name().into_iter().map(Result::unwrap);
    let is_match = |name: &str| name.starts_with(start) && name.ends_with(end);
    let matches = names.filter(|entry| is_match(&entry.file_name().to_string_lossy()));
    matches.map(|entry| fs::read_to_string(entry.path())).collect()
}

/// The text with the spaces and marks named that can't be seen.
fn named_spaces(text: &str) -> String {
    let names = [
        ('\u{a0}', "<no-break space>"),
        ('\u{202f}', "<narrow no-break space>"),
        ('\u{200f}', "<right-to-left mark>"),
        ('\u{200e}', "<left-to-right mark>"),
    ];
    names.into_iter().fold(text.to_owned(), |text, (space, name)| text.replace(space, name))
}

impl Section {
    fn is_output(&self) -> bool {
        self.head == "reported"
            || self.head == "shown"
            || self.head.starts_with("$ ")
            || self.head.starts_with("after ")
    }

    fn path(&self) -> &str {
        match self.head.rsplit_once(' ') {
            Some((
                path,
                "+" | "~" | "bytes" | "large" | "copy" | "removed" | "empty" | "dangling" | "utf-16" | "cr",
            )) => path,
            _ => &self.head,
        }
    }

    /// True for a file of the project, not for the changed copy of one of the theme.
    fn is_whole(&self, root: &Path) -> bool {
        !self.is_output() && (!["~", "+"].contains(&self.form()) || root.join(self.path()).exists())
    }

    fn form(&self) -> &str {
        self.head[self.path().len()..].trim_start()
    }

    /// The lines without what is reported of them.
    fn written(&self) -> Vec<&str> {
        self.lines.iter().map(String::as_str).filter(|line| !line.starts_with(MARK)).collect()
    }

    /// Does to the file what the section says. Returns the number in the file of each of its lines, `None` for those that
    /// aren't in it.
    fn apply(&self, root: &Path) -> Vec<Option<usize>> {
        let path = root.join(self.path());
        let lines = self.written();
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        // Without a file of the project, the theme's.
        let theme = repository().join(self.path());
        let is_of_theme = ["templates", "components"].iter().any(|folder| self.path().starts_with(folder));
        let before = fs::read_to_string(&path)
            .or_else(|error| if is_of_theme { fs::read_to_string(theme) } else { Err(error) });
        let before = before.unwrap_or_default();
        // Without lines, what is in the file is written in another way.
        let text = if lines.is_empty() { before.clone() } else { text };
        // Of pictures there is a link.
        let _ = fs::remove_file(&path);
        let bytes = match self.form() {
            "removed" => return Vec::new(),
            "empty" => Vec::new(),
            // Of a file of this repository.
            "copy" => {
                write(&path, fs::read(repository().join(lines[0])).unwrap());
                return vec![None];
            }
            "dangling" => {
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                #[cfg(unix)]
                std::os::unix::fs::symlink("nowhere", &path).unwrap();
                return Vec::new();
            }
            "~" => {
                let (after, numbers) = changed(&before, &lines);
                write(&path, after);
                return numbers;
            }
            "+" => {
                let first = before.lines().count() + 1;
                write(&path, before + &text);
                return (first..).map(Some).take(lines.len()).collect();
            }
            "bytes" => unescaped(&text),
            "large" => {
                let mut bytes = unescaped(&text);
                bytes.resize(5_000_000, 0);
                bytes
            }
            "utf-16" => format!("\u{FEFF}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect(),
            "cr" => text.replace('\n', "\r").into_bytes(),
            _ => text.into_bytes(),
        };
        write(&path, bytes);
        (1..).map(Some).take(lines.len()).collect()
    }
}

/// What stands before the first `=` of a line.
fn key(line: &str) -> Option<&str> {
    line.split_once('=').map(|(key, _)| key.trim_end())
}

/// The text in which the lines of each block that have `-` are replaced by those that have `+`, and the numbers that the
/// lines of the blocks have in it. Where a block has no other lines, each replaces the first one of its key.
#[track_caller]
fn changed(text: &str, lines: &[&str]) -> (String, Vec<Option<usize>>) {
    let mut file: Vec<&str> = text.lines().collect();
    let (mut numbers, mut from) = (Vec::new(), 0);
    let is_new = |line: &&str| line.starts_with('+');
    for block in lines.chunk_by(|one, next| *one != GAP && *next != GAP && (!is_new(one) || is_new(next))) {
        if block == [GAP] {
            numbers.push(None);
            continue;
        }
        let lines = |without: char| -> Vec<&str> {
            let lines = block.iter().filter(|line| !line.starts_with(without));
            lines.map(|line| line.get(2..).unwrap_or_default()).collect()
        };
        let (old, new) = (lines('+'), lines('-'));
        if old.is_empty() {
            for line in new {
                let key = key(line).unwrap_or_else(|| panic!("neither a line to replace nor a key: {line}"));
                let at = file[from..].iter().position(|line| self::key(line) == Some(key));
                let at = from + at.unwrap_or_else(|| panic!("the file has no line {key} ="));
                file[at] = line;
                numbers.push(Some(at + 1));
                from = at + 1;
            }
            continue;
        }
        let at = file[from..].windows(old.len()).position(|window| window == old);
        let at = from + at.unwrap_or_else(|| panic!("the file has no lines {old:?}"));
        let mut following = at + 1..;
        numbers.extend(block.iter().map(|line| if line.starts_with('-') { None } else { following.next() }));
        from = at + new.len();
        file.splice(at..at + old.len(), new);
    }
    (file.join("\n") + "\n", numbers)
}

/// The bytes of a text in which some are written like `\xff`.
fn unescaped(text: &str) -> Vec<u8> {
    let mut parts = text.trim_end_matches('\n').split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).unwrap());
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    bytes
}

/// The exit status, standard output and standard error of a command.
fn said(root: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut all: Vec<OsString> = arguments.iter().map(Into::into).collect();
    let placeholder = all.iter_mut().find(|argument| argument.to_string_lossy().contains("{root}"));
    match placeholder {
        Some(argument) => {
            *argument = argument.to_string_lossy().replace("{root}", &root.to_string_lossy()).into()
        }
        None => all.extend(["--root".into(), root.into()]),
    }
    let run = run(all, "", false);
    // Services that know the repository get paths from its top.
    let below = root.strip_prefix(repository()).unwrap_or(root);
    let plain = |text: String| {
        let text =
            text.replace(&format!("{}/", root.display()), "").replace(&format!("{}/", below.display()), "");
        normalized(&text.replace(&*root.to_string_lossy(), "."))
    };
    (run.status, plain(run.out), plain(run.err))
}

/// The text without weights, numbers and hashes of files, how many pages a gym has, and how much is allowed in content.
fn normalized(text: &str) -> String {
    let text = without_hashes(text);
    let mut words: Vec<String> = text.split_inclusive([' ', '\n']).map(str::to_owned).collect();
    for at in 1..words.len() {
        let Ok(amount) = words[at - 1].trim_end().parse::<usize>() else { continue };
        let next = words.get(at + 1).map(String::as_str).unwrap_or_default();
        let is_of_a_gym = match words[at].as_str() {
            "other " => next.starts_with("pages"),
            // Those of two files can be counted.
            "pages " => next == "in " && amount > 9,
            noun => ["bytes", "texts"].iter().any(|amount| noun.starts_with(amount)),
        };
        if is_of_a_gym {
            words[at - 1] = "N ".to_owned();
        }
    }
    let text = words.concat();
    let Some(end) = text.find(" allowed in content)") else { return text };
    let start = text[..end].rfind(" (").unwrap();
    format!("{}{}", &text[..start], &text[end + " allowed in content)".len()..])
}

/// `boot-1234ABCD.js` as `boot-HASH.js`: hashes are hexadecimal, twice as long for cards, and those of esbuild in base 32.
fn without_hashes(text: &str) -> String {
    let is_hash = |part: &str| {
        let end = part.as_bytes().get(8);
        part.len() >= 8
            && end.is_none_or(|end| *end == b'.')
            && part.bytes().take(8).all(|byte| byte.is_ascii_hexdigit() || byte.is_ascii_uppercase())
            // A date.
            && !part.starts_with("2026")
    };
    let is_long = |part: &str| part.len() > 16 && part.bytes().take(16).all(|byte| byte.is_ascii_hexdigit());
    let mut parts = text.split('-');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| match part {
        _ if is_hash(part) => text + "-HASH" + &part[8..],
        _ if is_long(part) => text + "-HASH" + &part[16..],
        _ => text + "-" + part,
    })
}

/// What a command prints, of each mistake the headline alone, and how it exits.
fn transcript(root: &Path, command: &str) -> String {
    let arguments: Vec<String> = words(command);
    let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if ["check", "build", "fix", "new", "rename"].contains(&arguments[0]) && !arguments.contains(&"--now") {
        arguments.extend(["--now", NOW]);
    }
    let (status, text, err) = said(root, &arguments);
    // The lines of a case end alike, whatever those of its files do.
    let mut text = text.replace('\r', "");
    if arguments.contains(&"--dry-run") {
        text = without_surroundings(&text);
    }
    let mut is_below = false;
    for line in err.lines() {
        let is_headline = line.starts_with("error[") || line.starts_with("warning[");
        is_below = (is_below && !line.is_empty()) || is_headline;
        if is_headline || (!is_below && !line.is_empty()) {
            writeln!(text, "{line}").unwrap();
        }
    }
    // How many files are new changes with each picture.
    if let Some((start, rest)) = text.split_once(" in dist: ") {
        text = format!("{start} in dist; {}", rest.split_once("; ").map_or(rest, |(_, rest)| rest));
    }
    if status != 0 {
        writeln!(text, "exit status: {status}").unwrap();
    }
    text
}

/// A difference without the lines around it, which other edits change, but for the one that a new line follows, and without
/// those that others replace, as the case wrote them.
fn without_surroundings(difference: &str) -> String {
    let lines: Vec<&str> = difference.lines().collect();
    let is_kept = |at: usize| match lines[at] {
        line if line.starts_with("--- ") || line.starts_with("@@ ") => false,
        line if line.starts_with(' ') => lines.get(at + 1).is_some_and(|next| next.starts_with('+')),
        line if line.starts_with('-') => {
            let next = lines[at..].iter().find(|line| !line.starts_with('-'));
            next.is_none_or(|next| !next.starts_with('+'))
        }
        _ => true,
    };
    let line = |at: usize| lines[at].strip_prefix("+++ b/").unwrap_or(lines[at]);
    (0..lines.len()).filter(|at| is_kept(*at)).map(|at| format!("{}\n", line(at))).collect()
}

/// All that `check` reports.
#[derive(Default)]
struct Found {
    reported: Vec<Reported>,
    /// How it ended, where the reports don't say so.
    failure: Option<String>,
}

/// The files of a project of which a case knows the lines.
struct Written<'a>(Vec<&'a str>);

impl Written<'_> {
    /// Where something is. In other files lines come and go.
    fn place(&self, path: &str, line: usize) -> String {
        if self.0.contains(&path) { format!("{path}:{line}") } else { path.to_owned() }
    }
}

struct Reported {
    path: String,
    line: usize,
    /// Its code, place and correction, then the places of its notes, then other corrections.
    parts: Vec<String>,
    words: ReportedWords,
}

impl Found {
    fn run(command: &str, root: &Path, written: &Written) -> Self {
        let (status, out, err) = said(root, &[command, "--now", NOW, "--format", "json"]);
        let values: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let has_errors = values.iter().any(|value| value["severity"] == "error");
        let failure =
            (status != i32::from(has_errors)).then(|| format!("exit status: {status}\n{}\n", err.trim_end()));
        Self { reported: values.iter().map(|value| Reported::new(value, root, written)).collect(), failure }
    }

    /// What shows in texts alone.
    fn in_site(root: &Path, written: &Written) -> Self {
        let (sources, diagnostics) = check_site(root);
        Self::new(&diagnostics, &sources, root, written)
    }

    /// What `check` says.
    fn in_pages(root: &Path, written: &Written) -> Self {
        match check_pages(root) {
            Ok((sources, diagnostics)) => Self::new(&diagnostics, &sources, root, written),
            // The command says in which order it tells of a machine that failed.
            Err(_) => Self::run("check", root, written),
        }
    }

    fn new(diagnostics: &Diagnostics, sources: &Sources, root: &Path, written: &Written) -> Self {
        let printed = ReportFormat::Json.render(diagnostics, sources, false);
        let values = printed.lines().map(|line| serde_json::from_str(line).unwrap());
        let reported = values.map(|value| Reported::new(&value, root, written)).collect();
        Self { reported, failure: None }
    }

    /// What is reported at the line of the file.
    fn take(&mut self, path: &str, line: usize) -> Vec<Reported> {
        self.reported.extract_if(.., |reported| reported.path == path && reported.line == line).collect()
    }
}

impl Reported {
    fn new(value: &Value, root: &Path, written: &Written) -> Self {
        let text = |key: &str| normalized(value[key].as_str().unwrap_or_default());
        let number = |value: &Value| usize::try_from(value.as_u64().unwrap_or(0)).unwrap();
        let path = text("file");
        let place = excerpt(root, &path, value);
        let mut correction = String::new();
        let mut fixes: Vec<String> = Vec::new();
        for fix in value["fixes"].as_array().into_iter().flatten() {
            let all = fix["edits"].as_array().map_or([].as_slice(), Vec::as_slice);
            let is_certain = fix["applicability"] == "certain";
            let is_at = |edit: &Value, key: &str| edit[key] == value[key];
            if let [edit] = all
                && correction.is_empty()
                && fixes.is_empty()
                && ["file", "line", "column", "end_line", "end_column"].iter().all(|key| is_at(edit, key))
            {
                let new = shortened(edit["replacement"].as_str().unwrap_or_default());
                correction = format!(" {}{ARROW} `{new}`", if is_certain { "" } else { "~" });
                continue;
            }
            let edits = all.iter().map(|edit| {
                let file = edit["file"].as_str().unwrap_or_default();
                let at = match number(&edit["line"]) {
                    line if file == path && line == number(&value["line"]) => String::new(),
                    line if file == path => format!("{line}: "),
                    line => format!("{}: ", written.place(file, line)),
                };
                let new = shortened(edit["replacement"].as_str().unwrap_or_default());
                format!("{at}{} {ARROW} `{new}`", excerpt(root, file, edit))
            });
            let edits = edits.collect::<Vec<_>>().join(", ");
            fixes.push(format!("{}: {edits}", fix["applicability"].as_str().unwrap_or_default()));
        }
        let mut parts = vec![format!("{}[{}] {place}{correction}", text("severity"), text("code"))];
        let mut words = vec![text("message")];
        if !text("help").is_empty() {
            words.push(format!("help: {}", text("help")));
        }
        for related in value["related"].as_array().into_iter().flatten() {
            let (file, message) = (&related["file"], &related["message"]);
            let (file, message) = (file.as_str().unwrap_or_default(), message.as_str().unwrap_or_default());
            parts.push(format!("note: {}", written.place(file, number(&related["line"]))));
            words.push(format!("note: {message}"));
        }
        if !fixes.is_empty() {
            parts.push(fixes.join("; "));
        }
        let corrected = value["fixes"][0]["edits"][0]["replacement"].as_str().unwrap_or_default();
        let words = ReportedWords::new(text("code"), &words, &cut(root, &path, value), corrected);
        Self { path, line: number(&value["line"]), parts, words }
    }

    /// The lines with [`MARK`] that say so, behind its place.
    fn marked(&self, place: &str) -> String {
        let mut text = String::new();
        for (at, part) in self.parts.iter().enumerate() {
            let start = if at == 0 { format!("{MARK} {place}") } else { format!("{MARK}   ") };
            text += &folded(&format!("{start}{part}"), &format!("{MARK}      "));
        }
        text
    }
}

/// The text of a file that `value` is about, with its first and last words if it is long.
fn excerpt(root: &Path, path: &str, value: &Value) -> String {
    // With a zero in it, git would take the file of the case for no text.
    format!("`{}`", shortened(&cut(root, path, value).replace('\0', "\\0")))
}

/// The whole text of a file that `value` is about, of several lines what is in the first and in the last.
fn cut(root: &Path, path: &str, value: &Value) -> String {
    let number = |key: &str| usize::try_from(value[key].as_u64().unwrap_or(1)).unwrap().max(1);
    let text = fs::read(root.join(path))
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .unwrap_or_default();
    let lines: Vec<&str> = text.split(['\n', '\r']).collect();
    let (first, last) = (number("line") - 1, number("end_line") - 1);
    let part = |line: usize, from: usize, to: usize| -> String {
        lines
            .get(line)
            .map(|line| line.chars().skip(from).take(to.saturating_sub(from)).collect())
            .unwrap_or_default()
    };
    if first == last {
        part(first, number("column") - 1, number("end_column") - 1)
    } else {
        format!(
            "{}…{}",
            part(first, number("column") - 1, usize::MAX),
            part(last, 0, number("end_column") - 1)
        )
    }
}

/// The first and last words of a text, on one line.
fn shortened(text: &str) -> String {
    let text = text.replace('\n', "\\n");
    let length = text.chars().count();
    if length <= 48 {
        return text;
    }
    let start: String = text.chars().take(24).collect();
    let end: String = text.chars().skip(length - 16).collect();
    format!("{start}…{end}")
}

fn files() -> Vec<PathBuf> {
    let folder = repository().join("tests/cases");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|kind| kind == "txt")).collect();
    files.sort();
    files
}

#[test]
fn cases() {
    let wanted = env::var("CASE").unwrap_or_default();
    let accepts = env::var_os("ACCEPT").is_some();
    let (mut count, mut differing, mut broken) = (0, Vec::new(), Vec::new());
    let messages = Messages::read();
    let _pictures = copy::picture_copies();
    let mut found = if wanted.is_empty() { Messages::default() } else { messages.clone() };
    for path in files() {
        let topic = path.file_stem().unwrap().to_string_lossy().into_owned();
        let old = fs::read_to_string(&path).unwrap();
        let (comment, cases) = Case::parse_all(&old);
        let is_wanted = |case: &Case| {
            wanted.split('|').any(|wanted| topic.contains(wanted) || case.name.contains(wanted))
        };
        let outcomes: Vec<_> = cases.par_iter().map(|case| is_wanted(case).then(|| case.try_run())).collect();
        count += cases.len();
        let mut new = Vec::new();
        for (case, outcome) in cases.iter().zip(outcomes) {
            let before = case.as_written();
            let name = format!("{topic}: {}", case.name);
            let after = match outcome {
                None => before.clone(),
                Some(Ok(outcome)) => {
                    found.replace(&name, outcome.words);
                    outcome.text
                }
                Some(Err(message)) => {
                    broken.push(format!("{name} can't be set up\n{message}\n"));
                    before.clone()
                }
            };
            if before != after {
                differing.push(format!("{name}\n{}", diffy::create_patch(&before, &after)));
            }
            new.push(after);
        }
        if accepts {
            fs::write(&path, comment + &new.join("\n")).unwrap();
        }
    }
    differing.extend(messages.differences(&found));
    if accepts {
        found.write();
        differing.clear();
    }
    let number = differing.len() + broken.len();
    differing.append(&mut broken);
    assert!(
        number == 0,
        "{}\n{number} of {count} cases differ; ACCEPT=1 cargo test cases",
        differing.join("\n")
    );
}

impl Case {
    fn as_written(&self) -> String {
        let mut text = format!("=== {}\n", self.name);
        self.prelude.iter().for_each(|line| writeln!(text, "{line}").unwrap());
        for section in &self.sections {
            writeln!(text, "-- {}", section.head).unwrap();
            section.lines.iter().for_each(|line| writeln!(text, "{line}").unwrap());
        }
        text
    }
}

#[test]
fn every_code_has_a_case() {
    let text: String = files().iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let missing: Vec<&str> = lint::all_codes()
        .into_iter()
        .map(Code::name)
        .filter(|name| !text.contains(&format!("[{name}] ")))
        .collect();
    assert!(missing.is_empty(), "no case for {}", missing.join(", "));
}
