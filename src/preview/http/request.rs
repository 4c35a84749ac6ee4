//! Requests, parsed strictly: what programs read differently is refused.

use tiny_http::Method;

/// The most bytes of a head, with the line ends.
const LONGEST_HEAD: usize = 16 * 1024;

/// The most bytes of a body: a contact message or a document of a visitor's own.
const LONGEST_BODY: usize = 256 * 1024;

const LONGEST_TARGET: usize = 4 * 1024;
const MOST_FIELDS: usize = 64;

/// Why a request isn't handled, as the status of the response.
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

/// A whole request, with those header fields that the preview reads.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub method: Method,
    /// Path and query.
    pub target: String,
    pub host: Option<String>,
    pub origin: Option<String>,
    pub fetch_site: Option<String>,
    pub fetch_mode: Option<String>,
    pub authorization: Option<String>,
    pub body: Vec<u8>,
    /// Whether the connection stays open for another request.
    pub keeps_alive: bool,
}

/// Parses the request at the start of `input`, and returns it with its length. Returns `None` if it isn't complete.
pub(super) fn parse(input: &[u8]) -> Result<Option<(Request, usize)>, Refusal> {
    let end = memchr::memmem::find(input, b"\r\n\r\n").map(|end| end + 4);
    let length = end.unwrap_or(input.len());
    if length > LONGEST_HEAD {
        return Err(if input.contains(&b'\n') { Refusal::HEAD_TOO_LONG } else { Refusal::TARGET_TOO_LONG });
    }
    let (head, rest) = input.split_at_checked(length).unwrap_or((input, &[]));
    if !is_plain(head) {
        return Err(Refusal::MALFORMED);
    }
    if end.is_none() {
        return Ok(None);
    }
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
    let body = fields.body_length()?;
    let closes = fields.all("Connection").any(|value| !value.eq_ignore_ascii_case(b"keep-alive"));
    let mut request = Request {
        method: method.parse().map_err(|()| Refusal::MALFORMED)?,
        target: target.to_owned(),
        host: fields.single("Host")?,
        origin: fields.single("Origin")?,
        fetch_site: fields.single("Sec-Fetch-Site")?,
        fetch_mode: fields.single("Sec-Fetch-Mode")?,
        authorization: fields.single("Authorization")?,
        body: Vec::new(),
        keeps_alive: version == 1 && !closes,
    };
    let Some(body) = rest.get(..body) else { return Ok(None) };
    request.body = body.to_vec();
    Ok(Some((request, length + body.len())))
}

/// Whether each line of this part of a head ends with CR and LF, and has no other control characters but tabs.
fn is_plain(head: &[u8]) -> bool {
    head.split_inclusive(|byte| *byte == b'\n').all(|line| {
        let text = line.strip_suffix(b"\r\n").or_else(|| line.strip_suffix(b"\r")).unwrap_or(line);
        text.iter().all(|byte| matches!(byte, b'\t' | 0x20..=0x7e | 0x80..))
    })
}

struct Fields<'h, 'b>(&'h [httparse::Header<'b>]);

impl<'b> Fields<'_, 'b> {
    fn all(&self, name: &str) -> impl Iterator<Item = &'b [u8]> {
        let named = self.0.iter().filter(move |field| field.name.eq_ignore_ascii_case(name));
        named.map(|field| field.value)
    }

    /// The field's value. Twice is a mistake: programs differ in which of the two they believe.
    fn single(&self, name: &str) -> Result<Option<String>, Refusal> {
        let mut values = self.all(name);
        let Some(value) = values.next() else { return Ok(None) };
        match std::str::from_utf8(value) {
            Ok(text) if text.is_ascii() && values.next().is_none() => Ok(Some(text.trim().to_owned())),
            _ => Err(Refusal::MALFORMED),
        }
    }

    /// How long the body is. `Transfer-Encoding` is refused, in any spelling.
    fn body_length(&self) -> Result<usize, Refusal> {
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
    use super::parse;

    #[test]
    fn a_request_is_complete_with_its_body() {
        let input = b"POST /a?b=c HTTP/1.1\r\nhost: localhost:4000\r\nTE: trailers\r\nContent-Length: 3\r\n\r\nabcGET /";
        let (request, length) = parse(input).expect("a request").expect("a whole one");
        assert_eq!((request.target.as_str(), request.host.as_deref()), ("/a?b=c", Some("localhost:4000")));
        assert_eq!((request.body.as_slice(), request.keeps_alive), (b"abc".as_slice(), true));
        assert_eq!(length, input.len() - 5);
        for end in 0..length {
            assert_eq!(parse(&input[..end]), Ok(None), "{end}");
        }
    }
}
