//! Whatever is done to whatever file: only what is meant differs, and nothing that somebody wrote is lost.

use fastrand::Rng;
use toml::Value;
use toml_schema::{
    Schema,
    edit::{NewValue, Operation, Path, PathStep, Places, Refusal, apply},
};

use super::{
    random::{cases, one_of},
    schema::GYM,
};

/// A file that is written line by line, in many ways.
struct RandomFile<'r> {
    random: &'r mut Rng,
    text: String,
    /// The number of comments so far, each of which is another one.
    comments: usize,
}

impl RandomFile<'_> {
    fn write(random: &mut Rng) -> String {
        let mut file = RandomFile { random, text: String::new(), comments: 0 };
        if file.random.u8(..3) == 0 {
            file.comment_lines();
            file.blank_lines(3);
        }
        file.entries(
            "",
            &["title", "trainer", "price", "since", "note", "level", "image", "bring", "tags", "days"],
        );
        file.blank_lines(3);
        for name in ["limits", "tuesday", "section", "thursday", "tuesday"] {
            match name {
                "limits" if file.random.bool() => file.table("[limits]", &["requests", "wait"]),
                "limits" => {}
                // Torn lists are rare.
                "tuesday" if file.text.contains("[[tuesday]]") && file.random.u8(..6) > 0 => {}
                "section" => (0..file.random.u8(..4)).for_each(|_| file.section()),
                day => (0..file.random.u8(..4)).for_each(|_| {
                    file.table(&format!("[[{day}]]"), &["class", "trainer", "start"]);
                }),
            }
        }
        file.blank_lines(2);
        if file.random.u8(..4) == 0 {
            file.comment_lines();
        }
        let RandomFile { random, mut text, .. } = file;
        if random.u8(..6) == 0 {
            let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
            text = format!("{FENCE}{text}{end}{BODY}");
        } else if random.u8(..3) == 0 {
            text = text.trim_end_matches('\n').to_owned();
        }
        if random.u8(..3) == 0 {
            text = text.replace('\n', "\r\n");
        }
        if random.u8(..6) == 0 {
            text.insert(0, '\u{FEFF}');
        }
        text
    }

    fn section(&mut self) {
        if self.random.bool() {
            self.table("[[section]]", &["type = \"hero\"", "heading", "image"]);
            return;
        }
        self.table("[[section]]", &["type = \"cards\"", "id", "heading"]);
        for _ in 0..self.random.u8(..4) {
            self.table("[[section.card]]", &["title", "text", "button"]);
            if self.random.u8(..12) == 0 {
                self.table("[section.card.other]", &["a"]);
            }
        }
    }

    fn table(&mut self, header: &str, keys: &[&str]) {
        if self.random.u8(..6) == 0 {
            self.comment_lines();
            self.blank_lines(3);
        }
        if self.random.u8(..3) == 0 {
            self.comment_lines();
        }
        let indent = if self.random.u8(..8) == 0 { "  " } else { "" };
        let behind = self.comment_behind();
        self.text.push_str(&format!("{indent}{header}{behind}\n"));
        self.entries(indent, keys);
        self.blank_lines(3);
    }

    fn entries(&mut self, indent: &str, keys: &[&str]) {
        for key in keys {
            if let Some((key, value)) = key.split_once(" = ") {
                self.text.push_str(&format!("{indent}{key} = {value}\n"));
                continue;
            }
            if self.random.bool() {
                continue;
            }
            if self.random.u8(..6) == 0 {
                self.comment_lines();
            }
            let value = self.value(key);
            let (before, sign) = (
                if self.random.u8(..20) == 0 { "\t" } else { indent },
                one_of(self.random, &[" = ", "=", "  =\t"]),
            );
            let behind = self.comment_behind();
            self.text.push_str(&format!("{before}{key}{sign}{value}{behind}\n"));
            if self.random.u8(..6) == 0 {
                self.blank_lines(2);
            }
        }
    }

    fn value(&mut self, key: &str) -> String {
        match key {
            "price" | "requests" | "a" => {
                one_of(self.random, &["1", "4_000", "12.50", "1e3", "-0.0", "nan"]).to_owned()
            }
            "since" => {
                one_of(self.random, &["2026-12-25", "2026-12-25 10:00:00", "2026-12-25T10:00:00Z"]).to_owned()
            }
            "bring" | "tags" | "days" => self.list(),
            "image" | "button" => self.table_in_braces(),
            _ => self.string().to_owned(),
        }
    }

    fn string(&mut self) -> &'static str {
        one_of(
            self.random,
            &[
                "\"a\"",
                "'b \"c\" # d'",
                "\"e \\\" # \\u00e9\"",
                "'''\nf\n# g\n'''",
                "\"\"\"h \\\n  i\"\"\"",
                "\"\"",
                "'''j\n[[k]]'''",
            ],
        )
    }

    fn list(&mut self) -> String {
        let lines = self.random.bool();
        let mut list = if lines { "[\n".to_owned() } else { "[".to_owned() };
        let count = self.random.usize(..5);
        for index in 0..count {
            let comma = if index + 1 < count || self.random.bool() { "," } else { "" };
            let element =
                one_of(self.random, &["\"a\"", "'b, c'", "\"d ] # e\"", "\"\"", "{ f = 1 }", "[1, 2]"]);
            if !lines {
                list.push_str(&format!("{element}{comma}{}", one_of(self.random, &[" ", ""])));
                continue;
            }
            if self.random.u8(..4) == 0 {
                list.push_str(&format!("    # c{}\n", self.next()));
            }
            let behind = self.comment_behind();
            let end = if self.random.u8(..8) == 0 && behind.is_empty() { " " } else { "\n" };
            list.push_str(&format!("    {element}{comma}{behind}{end}"));
        }
        if lines && self.random.u8(..5) == 0 && list.ends_with('\n') {
            list.push_str(&format!("  # c{}\n", self.next()));
        }
        list + "]"
    }

    fn table_in_braces(&mut self) -> String {
        if self.random.u8(..4) == 0 {
            let (first, second) = (self.comment_behind(), self.comment_behind());
            return format!("{{\n  file = \"a.jpg\",{first}\n  alt = 'b'{second}\n}}");
        }
        one_of(
            self.random,
            &[
                "{}",
                "{ file = \"a.jpg\", alt = \"b\" }",
                "{title=\"c\"}",
                "{ focus = { x = 1, y = 2 }, file = 'd', }",
            ],
        )
        .to_owned()
    }

    fn comment_lines(&mut self) {
        for _ in 0..self.random.u8(1..3) {
            let line = format!("# c{}\n", self.next());
            self.text.push_str(&line);
        }
    }

    fn comment_behind(&mut self) -> String {
        if self.random.u8(..5) == 0 { format!(" # c{}", self.next()) } else { String::new() }
    }

    fn blank_lines(&mut self, most: u8) {
        (0..self.random.u8(..most)).for_each(|_| self.text.push('\n'));
    }

    fn next(&mut self) -> usize {
        self.comments += 1;
        self.comments
    }
}

/// The line above the TOML of a page in Markdown.
const FENCE: &str = "+++\n";

/// The lines below it.
const BODY: &str = "+++\n\n# Words\n";

fn read(text: &str) -> Value {
    let toml = text.trim_start_matches('\u{FEFF}').trim_start_matches("+++").split("+++").next();
    Value::Table(toml.unwrap_or_default().parse().unwrap())
}

/// The paths of all values.
fn paths(value: &Value, path: &Path, all: &mut Vec<Path>) {
    let inner: Vec<(PathStep, &Value)> = match value {
        Value::Table(table) => table.iter().map(|(key, value)| (PathStep::from(&**key), value)).collect(),
        Value::Array(list) => {
            list.iter().enumerate().map(|(at, value)| (PathStep::from(at), value)).collect()
        }
        _ => return,
    };
    for (step, value) in inner {
        let path = path.with(step);
        paths(value, &path, all);
        all.push(path);
    }
}

/// All single values but those at a path.
fn others(value: &Value, path: &Path) -> Vec<String> {
    let mut all = Vec::new();
    paths(value, &Path::default(), &mut all);
    let others = all.iter().filter(|other| !other.starts_with(path));
    let values = others.filter_map(|other| Some((other, at(value, other)?)));
    let singles = values.filter(|(_, value)| !value.is_table() && !value.is_array());
    singles.map(|(path, value)| format!("{path} = {value:?}").replace("\\r\\n", "\\n")).collect()
}

fn at<'v>(value: &'v Value, path: &[PathStep]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, step| match step {
        PathStep::Key(key) => value.get(key),
        PathStep::At(at) => value.get(at),
    })
}

fn new_value(random: &mut Rng, old: Option<&Value>) -> NewValue {
    match old {
        Some(Value::Integer(_) | Value::Float(_)) => {
            NewValue::Number(one_of(random, &["7", "7.5", "-1e2"]).to_owned())
        }
        Some(Value::Datetime(_)) => NewValue::Date("2027-01-01".to_owned()),
        Some(Value::Array(list)) => {
            let count = random.usize(..4);
            NewValue::List(
                (0..count)
                    .map(|index| match list.get(index).filter(|_| random.bool()) {
                        Some(same) => NewValue::from(same),
                        None => new_value(random, list.first()),
                    })
                    .collect(),
            )
        }
        Some(Value::Table(table)) => {
            let mut entries = Vec::new();
            for (key, value) in table {
                match random.u8(..3) {
                    0 => {}
                    1 => entries.push((key.clone(), NewValue::from(value))),
                    _ => entries.push((key.clone(), new_value(random, Some(value)))),
                }
            }
            if random.bool() && entries.iter().all(|(key, _)| key != "heading") {
                entries.push(("heading".to_owned(), NewValue::Text(new_text(random))));
            }
            NewValue::Table(entries)
        }
        _ => NewValue::Text(new_text(random)),
    }
}

fn new_text(random: &mut Rng) -> String {
    let texts = ["New", "It's \"new\"", "One\n\nTwo", "'''\n\"\"\"\\", "Ünï", "", "a\tb", " # x"];
    one_of(random, &texts).to_owned()
}

fn operation(random: &mut Rng, value: &Value) -> Operation {
    let mut all = Vec::new();
    paths(value, &Path::default(), &mut all);
    let elements: Vec<Path> =
        all.iter().filter(|path| matches!(path.last(), Some(PathStep::At(_)))).cloned().collect();
    let lists: Vec<Path> =
        all.iter().filter(|path| at(value, path).is_some_and(Value::is_array)).cloned().collect();
    let mut pick = |paths: &[Path]| random.choice(paths).cloned();
    let (any, element, list) = (pick(&all), pick(&elements), pick(&lists));
    let new_key =
        Path::from_iter([one_of(random, &["title", "price", "level", "extra", "image", "tags"]).into()]);
    let kind = random.u8(..8);
    match (kind, any, element, list) {
        (0, Some(path), ..) => Operation::Set { value: new_value(random, at(value, &path)), path },
        (1, Some(path), ..) => {
            let table = if at(value, &path).is_some_and(Value::is_table) { path } else { Path::default() };
            let path = table.with(one_of(random, &["heading", "text", "trainer", "x y"]));
            Operation::Set { value: new_value(random, at(value, &path)), path }
        }
        (2, Some(path), ..) => Operation::Unset { path },
        (3, .., Some(path)) => {
            let old = at(value, &path).and_then(Value::as_array).unwrap();
            Operation::Insert { at: random.usize(..=old.len()), value: new_value(random, old.first()), path }
        }
        (4, _, Some(path), _) => Operation::Remove { path },
        (5, _, Some(path), _) => {
            let list: Path = path[..path.len() - 1].iter().cloned().collect();
            let count = at(value, &list).and_then(Value::as_array).unwrap().len();
            Operation::Move { to: list, at: random.usize(..count), path }
        }
        (6, _, Some(path), Some(to)) => {
            let day = random.bool() && path.len() == 2;
            let to = if day {
                Path::from_iter([one_of(random, &["tuesday", "wednesday", "thursday"]).into()])
            } else {
                to
            };
            let count = at(value, &to).and_then(Value::as_array).map_or(0, Vec::len);
            Operation::Move { at: random.usize(..=count), to, path }
        }
        (7, _, Some(path), _) => Operation::Copy { path },
        _ => Operation::Set { value: new_value(random, at(value, &new_key)), path: new_key },
    }
}

/// The comments of a file, but for those that are part of a text.
fn comments(text: &str) -> Vec<String> {
    let comments = toml_schema::decode::comments(text.trim_start_matches('\u{FEFF}'));
    let text = text.trim_start_matches('\u{FEFF}');
    comments.map(|comment| text[comment].to_owned()).collect()
}

fn applied(text: &str, operation: &Operation) -> Result<String, Refusal> {
    let schema: &Schema = &GYM;
    apply(text, schema, operation)
}

#[test]
fn only_what_is_meant_differs() {
    cases(4_000, |random| {
        let text = RandomFile::write(random);
        let old = read(&text);
        let operation = operation(random, &old);
        let after = match applied(&text, &operation) {
            Ok(after) => after,
            Err(
                Refusal::NoList(_)
                | Refusal::Unfit
                | Refusal::IntoItself
                | Refusal::Torn
                | Refusal::NotThere(_),
            ) => return,
            Err(refusal) => panic!("{refusal}: {operation:?}\n{text}"),
        };
        let shown = || format!("{operation:?}\n{text}\n=====\n{after}");
        assert!(!after.replace("\r\n", "").contains('\n') || !text.contains("\r\n"), "{}", shown());
        assert_eq!(text.starts_with('\u{FEFF}'), after.starts_with('\u{FEFF}'));
        assert!(
            text.is_empty() || after.is_empty() || text.ends_with('\n') == after.ends_with('\n'),
            "last line end: {}",
            shown()
        );
        if let Operation::Set { path, .. } | Operation::Unset { path } = &operation
            && !matches!(path.last(), Some(PathStep::At(_)))
        {
            let [before, left] = [&old, &read(&after)].map(|value| others(value, path));
            assert_eq!(before, left, "{}", shown());
        }
        let is_page = text.trim_start_matches('\u{FEFF}').starts_with(FENCE.trim_end());
        assert!(!is_page || after.replace("\r\n", "\n").ends_with(BODY), "{}", shown());
        let is_removal = match &operation {
            Operation::Remove { .. } => true,
            Operation::Unset { path } => matches!(path.last(), Some(PathStep::At(_))),
            // Elements and entries that the new value lacks.
            Operation::Set { value, .. } => matches!(value, NewValue::List(_) | NewValue::Table(_)),
            _ => false,
        };
        let (before, left) = (comments(&text), comments(&after));
        let lost: Vec<usize> = before
            .iter()
            .enumerate()
            .filter(|(_, one)| !left.contains(one))
            .map(|(index, _)| index)
            .collect();
        assert!(lost.is_empty() || is_removal, "{lost:?} are lost: {}", shown());
        if !matches!(operation, Operation::Set { .. }) {
            let is_together = lost.windows(2).all(|pair| pair[0] + 1 == pair[1]);
            assert!(is_together, "{lost:?} are lost, which aren't of one element: {}", shown());
        }
    });
}

#[test]
fn what_is_put_in_and_taken_out_leaves_the_same_bytes() {
    cases(4_000, |random| {
        let text = RandomFile::write(random);
        let old = read(&text);
        let insert = operation(random, &old);
        let Operation::Insert { path, at, .. } = &insert else { return };
        let Ok(between) = applied(&text, &insert) else { return };
        let after = applied(&between, &Operation::Remove { path: path.with(*at) }).unwrap();
        assert_eq!(text, after, "{insert:?}\n{between}");
    });
}

#[test]
fn what_moves_there_and_back_leaves_the_same_bytes() {
    cases(4_000, |random| {
        let text = RandomFile::write(random);
        let old = read(&text);
        let there = operation(random, &old);
        let Operation::Move { path, to, at: place } = &there else { return };
        let (list, from) = path.split_at(path.len() - 1);
        let (list, PathStep::At(from)) = (list.iter().cloned().collect::<Path>(), &from[0]) else { return };
        if list != *to {
            return;
        }
        let Ok(between) = applied(&text, &there) else { return };
        let back = Operation::Move { path: list.with(*place), to: list.clone(), at: *from };
        let after = applied(&between, &back).unwrap();
        if *from == 0 || *place == 0 || has_comment_between(&text) {
            // The comment of what came to stand first is the list's then, and one between two tables that of the second.
            assert_eq!(format!("{:?}", read(&text)), format!("{:?}", read(&after)));
            assert_eq!(sorted(comments(&text)), sorted(comments(&after)));
            return;
        }
        assert_eq!(text, after, "{there:?}\n{between}");
    });
}

fn sorted(mut list: Vec<String>) -> Vec<String> {
    list.sort();
    list
}

/// True if comments stand between two tables, or at the end, without an empty line above them.
fn has_comment_between(text: &str) -> bool {
    let mut lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.dedup_by(|one, other| one.starts_with('#') && other.starts_with('#'));
    lines.extend(["", "[end]"]);
    lines.windows(3).any(|lines| {
        let [above, comment, below] = lines else { return false };
        !above.is_empty() && comment.starts_with('#') && (below.is_empty() || below.starts_with('['))
    })
}

#[test]
fn whatever_stands_in_a_file_and_whatever_is_asked_nothing_panics() {
    cases(3_000, |random| {
        let text = RandomFile::write(random);
        let other = read(&RandomFile::write(random));
        let operations = [operation(random, &read(&text)), operation(random, &other)];
        let at = random.usize(..=text.len());
        let (start, end) = (text.floor_char_boundary(at), text.floor_char_boundary(at + random.usize(..9)));
        let mistake = one_of(
            random,
            &["", "[", "]]", "{", "}", "=", ".", ",", "\n", "\r", "'", "\"\"\"", "#", "é", "+++\n"],
        );
        let text = format!("{}{mistake}{}", &text[..start], &text[end..]);
        for operation in &operations {
            if let Ok(after) = applied(&text, operation) {
                assert!(Places::new(&after).is_some());
            }
        }
        let Some(places) = Places::new(&text) else { return };
        for offset in 0..=text.len() + 1 {
            let path = places.path_at(offset);
            let span = places.span_of(&path);
            assert!(span.is_none_or(|span| text.get(span).is_some()), "{path:?}");
        }
    });
}
