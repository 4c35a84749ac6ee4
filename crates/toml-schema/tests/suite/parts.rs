//! Single parts of the crate, as programs use them.

use toml_schema::{
    decode::{
        FrontMatter, Outline, Part, TomlDocument,
        value::{DateOrder, Language},
    },
    diagnostic::{FileId, Span, splice, without_copied_marks},
    edit::{self, Places},
};

#[test]
fn names_lose_what_was_copied_with_them() {
    for (text, expected) in [
        ("Iron\u{200b} \u{202a}House\u{202c}", "Iron House"),
        ("\u{2068}Sam\u{2069} Taylor\u{2069}", "Sam Taylor"),
        ("\u{2068}Sam\u{2069} Taylor", "Sam Taylor"),
        ("قاعة \u{2066}B 2\u{2069} ج\u{2060}", "قاعة \u{2066}B 2\u{2069} ج"),
        ("می\u{200c}خواهم", "می\u{200c}خواهم"),
    ] {
        assert_eq!(without_copied_marks(text), expected);
    }
}

/// The keys around the place of the `|`, and what is there.
fn at(text: &str) -> Option<(String, Part, String)> {
    let offset = text.find('|').unwrap();
    let text = text.replacen('|', "", 1);
    let place = Outline::new(&text).at(offset)?;
    let around = place.tables.iter().map(|table| {
        let keys: Vec<String> = table.entries.iter().map(|(key, value)| format!("{key}={value}")).collect();
        format!("{}({})", table.key, keys.join(" "))
    });
    Some((around.collect(), place.part, text[place.range].to_owned()))
}

#[test]
fn what_is_at_a_place_is_known_whatever_is_wrong_elsewhere() {
    let value = |key: &str, is_element| Part::Value { key: key.to_owned(), is_element };
    for (text, around, part, word) in [
        ("ti|", "()", Part::Key, "ti"),
        ("a = 1\n|\nb = \"c\"", "(a=1 b=c)", Part::Key, ""),
        (
            "a = “x\n[[s]]\ntype = \"hero\"\n\n[s.image]\nfile = |",
            "(a=“x)s(type=hero)image(file=)",
            value("file", false),
            "",
        ),
        (
            "[[s]]\ntype = \"text\"\n[[s]]\ntype = \"he|ro\"\nx = 1",
            "()s(type=hero x=1)",
            value("type", false),
            "\"hero\"",
        ),
        ("a = { b = 1, | c = 2 }", "(a={ b = 1,  c = 2 })a(b=1 c=2)", Part::Key, ""),
        ("a = [\"x\", \"y|", "(a=[\"x\", \"y)", value("a", true), "\"y"),
        ("a = [{ b = |}]", "(a=[{ b = }])a(b=)", value("b", false), ""),
        ("a = { b = 1 c, | }", "(a={ b = 1 c,  })a(b=1)", Part::Key, ""),
        ("a.b = |", "(a.b=)a()", value("b", false), ""),
        ("x = 1\n[[sec|", "(x=1)sec()", Part::Header, "[[sec"),
        ("+++\ntit|\n+++\nText", "()", Part::Key, "tit"),
    ] {
        assert_eq!(at(text), Some((around.to_owned(), part, word.to_owned())), "{text}");
    }
    assert!(at("a = 1 # |x").is_none());
    assert!(at("+++\na = 1\n+++\nText |").is_none());
}

#[test]
fn each_part_is_where_it_is_in_the_file() {
    for text in ["+++\na = 1\n+++\nText\n", "\n+++ \r\na = 1\r\n+++\r\nText\r\n"] {
        let parts = FrontMatter::parse(FileId(0), text).unwrap();
        assert_eq!(parts.toml.find("a = 1"), text.find("a = 1"));
        assert_eq!(parts.toml.trim(), "a = 1");
        assert_eq!(text[parts.body].trim(), "Text");
    }
    for text in ["", "Text", "---\na: 1\n---\n", "+++\na = 1\n", "++++\na = 1\n+++\n"] {
        assert!(FrontMatter::parse(FileId(0), text).is_err(), "{text:?}");
    }
}

#[test]
fn the_region_says_how_dates_begin_and_where_lines_do() {
    use DateOrder::{DayFirst, MonthFirst};
    for (tag, order, is_right_to_left) in [
        ("fr-FR", DayFirst, false),
        ("en-US", MonthFirst, false),
        ("en-US-u-fw-mon", MonthFirst, false),
        ("en", DayFirst, false),
        ("ja-JP", MonthFirst, false),
        ("fr-CA", MonthFirst, false),
        ("ar-EG", DayFirst, true),
        ("he-IL", DayFirst, true),
        ("ur-PK", DayFirst, true),
        ("fa-IR", MonthFirst, true),
        ("my-MM", DayFirst, false),
        ("sr-Latn-RS", DayFirst, false),
    ] {
        let language = Language::parse(tag).unwrap();
        let found = (language.date_order(), language.is_right_to_left());
        assert_eq!(found, (order, is_right_to_left), "{tag}");
    }
}

#[test]
fn values_are_found_by_their_paths_and_paths_by_their_places() {
    let text =
        "a = 1\n\n[[b]]\nc.d = [{ e = \"f\" }, 2026-01-02 10:00:00] # g\n\n[b.h]\n[[b]]\n\"i j\" = 1.5\n";
    let places = Places::new(text).unwrap();
    let path = |path: &str| serde_json::from_str::<edit::Path>(path).unwrap();
    for (written, at) in [
        ("1", r#"["a"]"#),
        ("[[b]]", r#"["b",0]"#),
        ("\"f\"", r#"["b",0,"c","d",0,"e"]"#),
        ("{ e = \"f\" }", r#"["b",0,"c","d",0]"#),
        ("2026-01-02 10:00:00", r#"["b",0,"c","d",1]"#),
        ("[b.h]", r#"["b",0,"h"]"#),
        ("1.5", r#"["b",1,"i j"]"#),
    ] {
        let span = places.span_of(&path(at)).unwrap();
        assert_eq!((&text[span.clone()], places.path_at(span.start + 1)), (written, path(at)));
    }
    for at in [r#"["b",2]"#, r#"["b",0,"c"]"#, r#"["a",0]"#, r#"["b",0,"c","d","e"]"#] {
        assert_eq!(places.span_of(&path(at)), None, "{at}");
    }
    assert_eq!(places.path_at(text.find("# g").unwrap()), path(r#"["b",0,"c","d"]"#));
    let page = Places::new("+++\ntitle = \"A\"\n+++\nWords\n").unwrap();
    assert_eq!((page.span_of(&path(r#"["body"]"#)), page.path_at(22)), (Some(20..26), path(r#"["body"]"#)));
}

/// The place in a text of what stands there once.
fn span_of(part: &str, text: &str) -> Span {
    let start = text.find(part).unwrap();
    Span::new(FileId(0), start..start + part.len())
}

#[test]
fn a_key_that_says_nothing_is_filled_in_where_it_stands() {
    for (text, table) in [
        ("[image]\nalt = \"\"\n", "[image]"),
        ("[image]\n\"alt\" = \"\"\n", "[image]"),
        ("[[b]]\n[b.image]\nalt = \"\"\nc = 1\n", "[b.image]"),
        ("image = { a = 1, alt = \"\" }\n", "{ a = 1, alt = \"\" }"),
    ] {
        let table = span_of(table, text);
        let fix = TomlDocument::new(FileId(0), text).insert(Some(table), "alt", "\"...\"", &[]).unwrap();
        let fixed = splice(text, &fix.edits).unwrap();
        let comment = " # placeholder: not written yet";
        assert_eq!(fixed.replace(comment, ""), text.replace("\"\"", "\"...\""), "{text}");
    }
}

#[test]
fn only_a_line_of_its_own_is_moved_above_the_headers() {
    let text = "a = 1\n[b]\nc = { d = 2, e = 3 }\nf = 4\n\"a\" = 5\n";
    let document = TomlDocument::new(FileId(0), text);
    let moved = document.move_up(span_of("f", text)).unwrap();
    let expected = "a = 1\nf = 4\n[b]\nc = { d = 2, e = 3 }\n\"a\" = 5\n";
    assert_eq!(splice(text, &moved.edits).unwrap(), expected);
    for key in ["e", "\"a\""] {
        assert!(document.move_up(span_of(key, text)).is_none(), "{key}");
    }
}

#[test]
fn a_table_is_moved_to_a_file_only_where_its_key_can_stand() {
    for line_end in ["\n", "\r\n"] {
        let text = "[a]\nc = 1\n\n[a.b]\nname = \"d\"\n".replace('\n', line_end);
        let document = TomlDocument::new(FileId(0), &text);
        let fix = document.extract(span_of("[a.b]", &text), "\"d\"", "d.toml".to_owned()).unwrap();
        let expected = "[a]\nc = 1\nb = \"d\"\n".replace('\n', line_end);
        assert_eq!(splice(&text, &fix.edits).unwrap(), expected);
        assert_eq!(fix.creates.unwrap().text, format!("name = \"d\"{line_end}"));
    }
    let text = "c = 1\n\n[\"a b\"]\nname = \"d\"\n";
    let document = TomlDocument::new(FileId(0), text);
    let fix = document.extract(span_of("[\"a b\"]", text), "\"d\"", "d.toml".to_owned()).unwrap();
    assert_eq!(splice(text, &fix.edits).unwrap(), "c = 1\n\"a b\" = \"d\"\n");
    let text = "c = 1\n\n[a.b]\nname = \"d\"\n";
    let document = TomlDocument::new(FileId(0), text);
    assert!(document.extract(span_of("[a.b]", text), "\"d\"", "d.toml".to_owned()).is_none());
}

#[test]
fn a_table_is_commented_out_with_those_within_it() {
    let text = "[[a]]\nb = 1\n\n[[a]]\nb = 2\n[a.c]\nd = 3\n\n[[a.e]]\nf = 4\n\n[[a]]\nb = 5\n[ab]\n";
    let second = text.rfind("[[a]]\nb = 2").unwrap();
    let at = Span::new(FileId(0), second..second + "[[a]]".len());
    let removed = TomlDocument::new(FileId(0), text).remove(at).unwrap();
    let expected =
        "[[a]]\nb = 1\n\n# [[a]]\n# b = 2\n# [a.c]\n# d = 3\n\n# [[a.e]]\n# f = 4\n\n[[a]]\nb = 5\n[ab]\n";
    assert_eq!(splice(text, &removed.edits).unwrap(), expected);
}
