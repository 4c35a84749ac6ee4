//! Whatever stands in a content file: decoding it never panics, and what is said of it points into it.

#![expect(clippy::unwrap_used, reason = "a test that can't set itself up has nothing to say")]

use std::{fs, path::Path, process::Command, sync::Arc};

use gympress::{
    content::{Kind, Place},
    diagnostic::FileId,
    source::SourceText,
};
use proptest::prelude::*;

/// The shipped file of a kind, or one of its folder.
fn shipped(kind: Kind) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = match kind.place() {
        Place::File(path) => root.join(path),
        Place::Folder { path, .. } => {
            let mut files: Vec<_> =
                fs::read_dir(root.join(path)).unwrap().map(|file| file.unwrap().path()).collect();
            files.sort();
            files.swap_remove(0)
        }
    };
    fs::read_to_string(path).unwrap()
}

/// A slip of the keyboard, at a place between 0 and 1 of the text.
#[derive(Clone, Debug)]
enum Slip {
    Insert(f64, String),
    Delete(f64, usize),
    Double(f64, usize),
}

fn slip() -> impl Strategy<Value = Slip> {
    let odd = prop::sample::select(vec![
        "\"", "'", "]", "[", "{", "}", "=", "\n", ",", "“", "’", "\u{a0}", "\u{200b}", "é", "#", "'''", "\\",
        ".", "\r\n", "[[",
    ]);
    prop_oneof![
        (0.0..1.0, odd).prop_map(|(at, text)| Slip::Insert(at, text.to_owned())),
        (0.0..1.0, "\\PC{0,6}").prop_map(|(at, text)| Slip::Insert(at, text)),
        (0.0..1.0, 1_usize..40).prop_map(|(at, length)| Slip::Delete(at, length)),
        (0.0..1.0, 1_usize..200).prop_map(|(at, length)| Slip::Double(at, length)),
    ]
}

fn apply(text: &str, slip: &Slip) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let place = |at: f64| ((chars.len() as f64) * at) as usize;
    match slip {
        Slip::Insert(at, inserted) => {
            let at = place(*at);
            chars.splice(at..at, inserted.chars());
        }
        Slip::Delete(at, length) => {
            let at = place(*at);
            let end = (at + length).min(chars.len());
            chars.drain(at..end);
        }
        Slip::Double(at, length) => {
            let at = place(*at);
            let end = (at + length).min(chars.len());
            let copy = chars[at..end].to_vec();
            chars.splice(at..at, copy);
        }
    }
    chars.into_iter().collect()
}

/// Decodes `text` as a file of this kind, and looks at each place that is pointed to.
fn decode(kind: Kind, text: &str) -> Result<(), TestCaseError> {
    let source = Arc::new(SourceText::whole("content/some.toml", text));
    let decoded = kind.decode(FileId(0), &source);
    for diagnostic in &decoded.diagnostics {
        let places = std::iter::once(&diagnostic.primary).chain(&diagnostic.related);
        for span in places.map(|label| label.span) {
            let inside = text.get(span.range());
            prop_assert!(inside.is_some(), "{span:?} is not within the text: {}", diagnostic.message);
        }
        prop_assert!(!diagnostic.message.contains('\n'), "a headline is one line: {}", diagnostic.message);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn slips_in_shipped_files_are_survived(
        kind in prop::sample::select(Kind::ALL.to_vec()),
        slips in prop::collection::vec(slip(), 1..6),
    ) {
        let text = slips.iter().fold(shipped(kind), |text, slip| apply(&text, slip));
        decode(kind, &text)?;
    }

    #[test]
    fn any_text_is_survived(kind in prop::sample::select(Kind::ALL.to_vec()), text in "(\\PC|\n){0,200}") {
        decode(kind, &text)?;
    }
}

#[test]
fn wide_characters_in_place_of_signs_are_survived() {
    for text in ["＝", "：", "a ： 1", "a ＝＝ 1", "a = （1）", "a = ［1， 2］", "［a］", "a = 1 ； b = 2"]
    {
        for kind in Kind::ALL {
            decode(kind, text).unwrap();
        }
    }
}

#[test]
fn what_cannot_be_mended_in_good_time_is_refused() {
    let line = format!("name = [{}", "[1], \"a\" ".repeat(20_000));
    let lines = "name = [\"a\", [1 2}, \n".repeat(2_000);
    for text in [format!("name = {}", "[".repeat(100_000)), line, lines] {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        fs::create_dir(folder.path().join("content")).unwrap();
        fs::write(folder.path().join("content/site.toml"), text).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_gympress"))
            .args(["check", "--format", "json", "--root"])
            .arg(folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
