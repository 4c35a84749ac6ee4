//! No text, place or correction stops the forms in which diagnostics are shown.

use diagnostics::{Applicability, Diagnostic, Diagnostics, Edit, FileId, Files, Fix, Severity, Span, render};

#[path = "../../../tests/suite/random.rs"]
mod random;

use random::{cases, list, one_of, text};

mod code {
    diagnostics::codes! {
        pub const ALL = [
            LEFT "left" Note "information",
            ODD "odd" Warning "a warning",
            WRONG "wrong" Error "an error",
        ];
    }
}

struct Text(String);

impl Files for Text {
    fn path(&self, _: FileId) -> &str {
        "content/a.toml"
    }

    fn text(&self, _: FileId) -> &str {
        &self.0
    }
}

const FILE: FileId = FileId(0);

#[test]
fn every_place_and_correction_can_be_shown() {
    cases(2_000, |random| {
        let parts = ["a", "b", "c", "=", " ", "\"", "\t", "\u{e9}", "\u{1F600}", "\u{200B}", "\n", "\r\n"];
        let text = list(random, 0..60, |random| one_of(random, &parts)).concat() + &text(random, 0..4);
        let edits = list(random, 0..4, |random| {
            let (start, length) = (random.usize(0..40), random.usize(0..12));
            let new =
                list(random, 0..12, |random| one_of(random, &["a", "b", "c", "\t", "\u{e9}", "\n"])).concat();
            Edit::at(FILE, start..start + length, new)
        });
        let mut places = list(random, 1..4, |random| {
            let (start, length) = (random.usize(0..40), random.usize(0..12));
            Span::new(FILE, start..start + length)
        })
        .into_iter();
        let first = places.next().expect("there is one");
        let diagnostic =
            Diagnostic::new(code::WRONG, first, "wrong").fix(Fix::new(edits, Applicability::Proposed));
        let diagnostic = places.fold(diagnostic, |diagnostic, place| diagnostic.related(place, "here"));
        let (found, files) = (Diagnostics::from(diagnostic), Text(text));
        let github = render::github(&found, &files, "gym/");
        for shown in [render::short(&found, &files), render::json(&found, &files), github] {
            assert!(shown.contains("wrong"));
        }
        assert!(render::human(&found, &files, false).starts_with("error[wrong]: wrong\n"));
    });
}

#[test]
fn errors_are_nearest_to_the_prompt_and_one_cause_is_one_report() {
    let files = Text("a = 1\n".repeat(9));
    let mut found = Diagnostics::default();
    found.push(Diagnostic::new(code::WRONG, Span::new(FILE, 0..1), "no such key"));
    for line in 1..8 {
        found.push(Diagnostic::new(code::ODD, Span::new(FILE, line * 6..line * 6 + 1), "odd").label("this"));
    }
    found.push(Diagnostic::new(code::LEFT, Span::whole(FILE), "left out"));
    assert_eq!(found.count(Severity::Warning), 7);
    assert_eq!(
        render::human(&found, &files, false),
        "\
note[left]: content/a.toml: left out
warning[odd]: odd
 --> content/a.toml:2:1
  |
2 | a = 1
  | ^ this
3 | a = 1
  | ^
4 | a = 1
  | ^
  |
  = note: and 4 more places in 1 file

error[wrong]: no such key
 --> content/a.toml:1:1
  |
1 | a = 1
  | ^

"
    );
    let short = render::short(&found, &files);
    assert!(short.starts_with("content/a.toml:1:1: note[left]: left out\n"), "{short}");
    assert!(short.ends_with("content/a.toml:1:1: error[wrong]: no such key\n"), "{short}");
}

#[test]
fn the_short_form_is_one_line_also_with_lines_to_paste() {
    let files = Text("a = 1\n".to_owned());
    let advice = "write in b.toml, translated:\n\n[bring]\n\"A towel\" = \"A towel\"\n";
    let found =
        Diagnostics::from(Diagnostic::new(code::ODD, Span::whole(FILE), "a text is missing").help(advice));
    assert_eq!(
        render::short(&found, &files),
        "content/a.toml:1:1: warning[odd]: a text is missing; write in b.toml, translated: [bring] \"A towel\" = \"A towel\"\n"
    );
}
