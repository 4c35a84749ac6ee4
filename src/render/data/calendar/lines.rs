//! Lines of iCalendar (RFC 5545): escaped, and folded by bytes but never within a character.

use jiff::Timestamp;

/// Bytes of a line, without its end.
const LONGEST: usize = 75;

/// A file of lines.
#[derive(Default)]
pub(in crate::render::data) struct Lines(String);

impl Lines {
    /// A line whose value is written in the format's own terms.
    pub(in crate::render::data) fn line(&mut self, name: &str, value: &str) {
        let line = format!("{name}:{value}");
        let mut rest = line.as_str();
        let mut room = LONGEST;
        while rest.len() > room {
            let (now, later) = rest.split_at(rest.floor_char_boundary(room));
            self.0.push_str(now);
            self.0.push_str("\r\n ");
            rest = later;
            // The space at the beginning counts, too.
            room = LONGEST - 1;
        }
        self.0.push_str(rest);
        self.0.push_str("\r\n");
    }

    /// When what is in a component was last changed. Programs that know it take what is newer.
    pub(in crate::render::data) fn revision(&mut self, revised: Timestamp) {
        let moment = revised.strftime("%Y%m%dT%H%M%SZ").to_string();
        self.line("DTSTAMP", &moment);
        self.line("LAST-MODIFIED", &moment);
        // Minutes, as a number of 32 bits has no room for seconds of the next century.
        self.line("SEQUENCE", &(revised.as_second() / 60).to_string());
    }

    /// A line whose value is text for people.
    pub(in crate::render::data) fn text(&mut self, name: &str, text: &str) {
        let mut value = String::with_capacity(text.len());
        for c in text.chars() {
            match c {
                '\\' | ';' | ',' => value.extend(['\\', c]),
                '\n' => value.push_str("\\n"),
                c if c.is_control() => {}
                c => value.push(c),
            }
        }
        self.line(name, &value);
    }

    /// The lines between a begin and an end.
    pub(in crate::render::data) fn component(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        self.line("BEGIN", name);
        inside(self);
        self.line("END", name);
    }

    pub(in crate::render::data) fn into_bytes(self) -> Vec<u8> {
        self.0.into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;

    #[test]
    fn lines_are_folded_by_bytes_and_whole_again_when_unfolded() {
        for length in 60..180 {
            let text: String = "é🏋a\u{301}".chars().cycle().take(length).collect();
            let mut lines = Lines::default();
            lines.text("SUMMARY", &text);
            let written = String::from_utf8(lines.into_bytes()).unwrap();
            assert!(written.split("\r\n").all(|line| line.len() <= 75), "{written}");
            assert_eq!(written.replace("\r\n ", ""), format!("SUMMARY:{text}\r\n"));
        }
    }

    #[test]
    fn texts_are_escaped() {
        let mut lines = Lines::default();
        lines.text("NOTE", "a, b; c\\d\r\ne");
        assert_eq!(lines.into_bytes(), b"NOTE:a\\, b\\; c\\\\d\\ne\r\n");
    }
}
