//! What a request says ahead of its body, and why it may be refused for that.

use std::fmt::Write as _;

/// The most bytes of a head, with the line ends.
pub(super) const LONGEST_HEAD: usize = 16 * 1024;

/// The most bytes of a body: a contact message or a document of a visitor's own.
pub(super) const LONGEST_BODY: usize = 256 * 1024;

const LONGEST_TARGET: usize = 4 * 1024;
const MOST_FIELDS: usize = 64;

/// What of a head goes on to the library behind the gate. It never sees anything else.
const PASSED: [&str; 8] = [
    "Host",
    "Origin",
    "Authorization",
    "Content-Type",
    "Sec-Fetch-Site",
    "Sec-Fetch-Mode",
    "Accept",
    "Last-Event-ID",
];

/// A request that is not answered, by the status that says why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refusal(pub u16);

impl Refusal {
    pub const MALFORMED: Self = Self(400);
    pub const TIMEOUT: Self = Self(408);
    pub const BODY_TOO_LONG: Self = Self(413);
    pub const TARGET_TOO_LONG: Self = Self(414);
    pub const EXPECTS: Self = Self(417);
    pub const HEAD_TOO_LONG: Self = Self(431);
    pub const TRANSFER_ENCODING: Self = Self(501);
    pub const BUSY: Self = Self(503);
    pub const VERSION: Self = Self(505);
}

/// A head that may go on.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// How many bytes of the input it took.
    pub length: usize,
    /// How many bytes of body follow.
    pub body: usize,
    /// Whether the connection stays open for another request.
    pub keeps_alive: bool,
    /// The head as it goes on, without the empty line at its end.
    pub text: String,
}

/// Reads a head from the start of `input`; nothing while there is too little of it.
pub(super) fn read(input: &[u8]) -> Result<Option<Head>, Refusal> {
    let end = memchr::memmem::find(input, b"\r\n\r\n").map(|end| end + 4);
    let given = end.unwrap_or(input.len());
    if given > LONGEST_HEAD {
        return Err(if input.contains(&b'\n') { Refusal::HEAD_TOO_LONG } else { Refusal::TARGET_TOO_LONG });
    }
    let head = input.get(..given).unwrap_or_default();
    // What different programs take for different line ends, and what is no text.
    if !is_plain(head) {
        return Err(Refusal::MALFORMED);
    }
    let Some(length) = end else { return Ok(None) };
    let mut fields = [httparse::EMPTY_HEADER; MOST_FIELDS];
    let mut request = httparse::Request::new(&mut fields);
    match request.parse(head) {
        Ok(httparse::Status::Complete(read)) if read == length => {}
        Err(httparse::Error::TooManyHeaders) => return Err(Refusal::HEAD_TOO_LONG),
        Err(httparse::Error::Version) => return Err(Refusal::VERSION),
        _ => return Err(Refusal::MALFORMED),
    }
    let (Some(method), Some(target), Some(version)) = (request.method, request.path, request.version) else {
        return Err(Refusal::MALFORMED);
    };
    if target.len() > LONGEST_TARGET {
        return Err(Refusal::TARGET_TOO_LONG);
    }
    if !target.starts_with('/') || !target.is_ascii() {
        return Err(Refusal::MALFORMED);
    }
    let fields = Fields(request.headers);
    let mut text = format!("{method} {target} HTTP/1.1\r\n");
    for name in PASSED {
        if let Some(value) = fields.single(name)? {
            let _ = write!(text, "{name}: {value}\r\n");
        }
    }
    let body = fields.body()?;
    let closes = fields.all("Connection").any(|value| !value.eq_ignore_ascii_case(b"keep-alive"));
    Ok(Some(Head { length, body, keeps_alive: version == 1 && !closes, text }))
}

/// True if every line of this part of a head ends as it should, and it holds no control characters.
fn is_plain(head: &[u8]) -> bool {
    let mut previous = 0;
    for byte in head {
        let sound = match byte {
            b'\n' => previous == b'\r',
            b'\r' => previous != b'\r',
            b'\t' => previous != b'\r',
            0x20..=0x7e | 0x80.. => previous != b'\r',
            _ => false,
        };
        if !sound {
            return false;
        }
        previous = *byte;
    }
    true
}

struct Fields<'h, 'b>(&'h [httparse::Header<'b>]);

impl<'b> Fields<'_, 'b> {
    fn all(&self, name: &str) -> impl Iterator<Item = &'b [u8]> {
        let named = self.0.iter().filter(move |field| field.name.eq_ignore_ascii_case(name));
        named.map(|field| field.value)
    }

    /// The field's value. Twice is a mistake: programs differ in which of the two they believe.
    fn single(&self, name: &str) -> Result<Option<&'b str>, Refusal> {
        let mut values = self.all(name);
        let Some(value) = values.next() else { return Ok(None) };
        match std::str::from_utf8(value) {
            Ok(text) if text.is_ascii() && values.next().is_none() => Ok(Some(text.trim())),
            _ => Err(Refusal::MALFORMED),
        }
    }

    /// How long the body is. `Transfer-Encoding` is refused, in any spelling.
    fn body(&self) -> Result<usize, Refusal> {
        if self.all("Transfer-Encoding").next().is_some() {
            return Err(Refusal::TRANSFER_ENCODING);
        }
        if self.all("Expect").next().is_some() {
            return Err(Refusal::EXPECTS);
        }
        let Some(length) = self.single("Content-Length")? else { return Ok(0) };
        if length.is_empty() || !length.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Refusal::MALFORMED);
        }
        match length.parse() {
            Ok(length) if length <= LONGEST_BODY => Ok(length),
            _ => Err(Refusal::BODY_TOO_LONG),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_HEAD, Refusal, read};

    fn refusal(head: &str) -> Option<Refusal> {
        read(head.as_bytes()).err()
    }

    #[test]
    fn a_request_goes_on_with_the_fields_that_matter() {
        let input =
            b"GET /blog/?a=b HTTP/1.1\r\nhost: localhost:4000\r\nCookie: a\r\nTE: trailers\r\n\r\nGET /";
        let head = read(input).expect("a head").expect("whole");
        assert_eq!(head.text, "GET /blog/?a=b HTTP/1.1\r\nHost: localhost:4000\r\n");
        assert_eq!((head.length, head.body, head.keeps_alive), (input.len() - 5, 0, true));
        assert_eq!(read(&input[..40]), Ok(None));
    }

    #[test]
    fn what_programs_read_differently_is_refused() {
        for (lines, expected) in [
            ("Transfer-Encoding: chunked", Refusal::TRANSFER_ENCODING),
            ("transfer-encoding: identity", Refusal::TRANSFER_ENCODING),
            ("Transfer-Encoding:\tchunked, x", Refusal::TRANSFER_ENCODING),
            ("Transfer-Encoding:", Refusal::TRANSFER_ENCODING),
            ("Content-Length: 4\r\nTransfer-Encoding: xchunked", Refusal::TRANSFER_ENCODING),
            ("Transfer-Encoding : chunked", Refusal::MALFORMED),
            ("X: a\r\n Transfer-Encoding: chunked", Refusal::MALFORMED),
            ("X: a\nTransfer-Encoding: chunked", Refusal::MALFORMED),
            ("X: a\rTransfer-Encoding: chunked", Refusal::MALFORMED),
            ("Transfer\u{2010}Encoding: chunked", Refusal::MALFORMED),
            ("X: \0", Refusal::MALFORMED),
            ("Transfer-Encoding: \u{fc}", Refusal::TRANSFER_ENCODING),
            ("Content-Length: \u{fc}", Refusal::MALFORMED),
            ("Content-Length: 3\r\nContent-Length: 4", Refusal::MALFORMED),
            ("Content-Length: +3", Refusal::MALFORMED),
            ("Content-Length: 0x3", Refusal::MALFORMED),
            ("Content-Length: 3, 3", Refusal::MALFORMED),
            ("Content-Length: 99999999999999999999999", Refusal::BODY_TOO_LONG),
            ("Content-Length: 300000", Refusal::BODY_TOO_LONG),
            ("Expect: 100-continue", Refusal::EXPECTS),
            ("Host: b", Refusal::MALFORMED),
        ] {
            let head = format!("POST / HTTP/1.1\r\nHost: a\r\n{lines}\r\n\r\n");
            assert_eq!(refusal(&head), Some(expected), "{lines:?}");
        }
    }

    #[test]
    fn targets_are_paths() {
        for target in ["http://evil.example/", "*", "evil.example:80", "//", ""] {
            let head = format!("GET {target} HTTP/1.1\r\nHost: a\r\n\r\n");
            assert_eq!(refusal(&head).is_some(), target != "//", "{target}");
        }
        assert_eq!(refusal("GET / HTTP/2.0\r\n\r\n"), Some(Refusal::VERSION));
        assert_eq!(refusal("\u{16}\u{3}\u{1}"), Some(Refusal::MALFORMED));
    }

    #[test]
    fn a_head_has_an_end() {
        let long = "a".repeat(LONGEST_HEAD);
        assert_eq!(refusal(&format!("GET /{long}")), Some(Refusal::TARGET_TOO_LONG));
        assert_eq!(refusal(&format!("GET / HTTP/1.1\r\nX: {long}")), Some(Refusal::HEAD_TOO_LONG));
        let many = "X: a\r\n".repeat(100);
        assert_eq!(refusal(&format!("GET / HTTP/1.1\r\n{many}\r\n")), Some(Refusal::HEAD_TOO_LONG));
    }
}
