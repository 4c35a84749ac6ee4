//! HTTP on one connection. Requests are read within limits of length and time; `tiny_http` writes the responses.
//!
//! The server of `tiny_http` isn't used, since the preview may listen to a network: it reads heads of any length for
//! any time, keeps connections open after a mistake, and accepts `Transfer-Encoding` in any spelling.

use std::{
    io::{self, BufWriter, Read, Write},
    net::{Shutdown, TcpStream},
    time::{Duration, Instant},
};

use tiny_http::{HTTPVersion, Header, Method, StatusCode};

/// The most bytes of a head, including line ends.
const LONGEST_HEAD: usize = 16 * 1024;

/// The most bytes of a body for the site: a contact message, or a document of a visitor.
pub(super) const LONGEST_BODY: usize = 256 * 1024;

const LONGEST_TARGET: usize = 4 * 1024;
const MOST_FIELDS: usize = 64;

/// The longest wait for the next request on a connection.
const IDLE: Duration = Duration::from_secs(20);

/// The longest time from the beginning of a request to its end.
const READING: Duration = Duration::from_secs(10);

/// The longest wait for a client to accept more of a response.
const WRITING: Duration = Duration::from_secs(20);

/// The status of the response to a request that is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HttpRefusal(pub u16);

impl HttpRefusal {
    pub const BUSY: Self = Self(503);
    const MALFORMED: Self = Self(400);
    const TIMEOUT: Self = Self(408);
    const BODY_TOO_LONG: Self = Self(413);
    const TARGET_TOO_LONG: Self = Self(414);
    const EXPECTS: Self = Self(417);
    const HEAD_TOO_LONG: Self = Self(431);
    const TRANSFER_ENCODING: Self = Self(501);
    const VERSION: Self = Self(505);
}

/// A whole request, with the header fields that the preview reads.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct HttpRequest {
    pub method: Method,
    /// Path and query.
    pub target: String,
    pub host: Option<String>,
    pub origin: Option<String>,
    pub fetch_site: Option<String>,
    pub fetch_mode: Option<String>,
    pub authorization: Option<String>,
    pub content_type: Option<String>,
    /// The requested range of bytes; `None` for all.
    pub range: Option<String>,
    pub body: Vec<u8>,
    keeps_alive: bool,
}

/// The status, header fields and body of a response.
pub(super) struct Reply<'a> {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: &'a [u8],
}

/// Serves one connection, request after request, whose bodies have at most `longest_body` bytes.
///
/// # Errors
/// If the client closes the connection early, as browsers often do.
pub(super) fn serve(
    stream: &TcpStream,
    longest_body: usize,
    mut respond: impl FnMut(&HttpRequest, &TcpStream) -> io::Result<()>,
) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(WRITING))?;
    let mut input = Vec::new();
    loop {
        stream.set_read_timeout(Some(IDLE))?;
        if input.is_empty() && read_more(stream, &mut input)? == 0 {
            return Ok(());
        }
        match read_request(stream, longest_body, &mut input) {
            Ok(Some(request)) => {
                respond(&request, stream)?;
                if !request.keeps_alive {
                    return Ok(());
                }
            }
            Ok(None) => return Ok(()),
            Err(refusal) => return refuse(stream, refusal),
        }
    }
}

/// Takes a whole request from the input, reading more as needed. Returns `None` if the client closes the connection
/// first.
fn read_request(
    stream: &TcpStream,
    longest_body: usize,
    input: &mut Vec<u8>,
) -> Result<Option<HttpRequest>, HttpRefusal> {
    let end = Instant::now() + READING;
    loop {
        if let Some((request, length)) = parse(input, longest_body)? {
            input.drain(..length);
            return Ok(Some(request));
        }
        let remaining = end.saturating_duration_since(Instant::now());
        if remaining.is_zero() || stream.set_read_timeout(Some(remaining)).is_err() {
            return Err(HttpRefusal::TIMEOUT);
        }
        match read_more(stream, input) {
            Ok(0) => return Ok(None),
            Ok(_) => {}
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                return Err(HttpRefusal::TIMEOUT);
            }
            Err(error) => {
                log::debug!("a connection ended early: {error}");
                return Ok(None);
            }
        }
    }
}

fn read_more(mut stream: &TcpStream, input: &mut Vec<u8>) -> io::Result<usize> {
    let mut buffer = [0; 8 * 1024];
    let read = stream.read(&mut buffer)?;
    input.extend_from_slice(buffer.get(..read).unwrap_or_default());
    Ok(read)
}

/// Responds with the status and ends the connection, as nobody knows where the next request begins.
///
/// # Errors
/// If the client has closed the connection.
pub(super) fn refuse(mut stream: &TcpStream, HttpRefusal(status): HttpRefusal) -> io::Result<()> {
    let reason = StatusCode(status).default_reason_phrase();
    stream.set_write_timeout(Some(Duration::from_secs(1)))?;
    let length = reason.len() + 1;
    write!(
        stream,
        "HTTP/1.1 {status} {reason}\r\nContent-Type: text/plain\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{reason}\n"
    )?;
    stream.shutdown(Shutdown::Write)?;
    // If a connection is closed while input is unread, the client may lose the response.
    stream.set_read_timeout(Some(Duration::from_millis(200)))?;
    let mut rest = [0; 8 * 1024];
    for _ in 0..64 {
        if stream.read(&mut rest)? == 0 {
            break;
        }
    }
    Ok(())
}

/// Writes the reply to a request.
///
/// # Errors
/// If the client has closed the connection, or accepts no more bytes.
pub(super) fn write(reply: Reply<'_>, request: &HttpRequest, stream: &TcpStream) -> io::Result<()> {
    let mut headers = Vec::with_capacity(reply.headers.len());
    for (name, value) in reply.headers {
        match Header::from_bytes(name, value.as_bytes()) {
            Ok(header) => headers.push(header),
            Err(()) => log::warn!("the header {name} can't be sent, as it isn't ASCII: {value}"),
        }
    }
    let mut writer = BufWriter::with_capacity(32 * 1024, stream);
    tiny_http::Response::new(StatusCode(reply.status), headers, reply.body, Some(reply.body.len()), None)
        .with_chunked_threshold(usize::MAX)
        .raw_print(&mut writer, HTTPVersion(1, 1), &[], request.method == Method::Head, None)?;
    writer.flush()
}

/// Parses the request at the start of `input`, and returns it with its length. Returns `None` if it isn't complete.
/// Refuses requests that other programs might read differently.
fn parse(input: &[u8], longest_body: usize) -> Result<Option<(HttpRequest, usize)>, HttpRefusal> {
    let end = memchr::memmem::find(input, b"\r\n\r\n").map(|end| end + 4);
    let length = end.unwrap_or(input.len());
    if length > LONGEST_HEAD {
        return Err(if input.contains(&b'\n') {
            HttpRefusal::HEAD_TOO_LONG
        } else {
            HttpRefusal::TARGET_TOO_LONG
        });
    }
    let (head, rest) = input.split_at_checked(length).unwrap_or((input, &[]));
    if !is_plain(head) {
        return Err(HttpRefusal::MALFORMED);
    }
    if end.is_none() {
        return Ok(None);
    }
    let mut fields = [httparse::EMPTY_HEADER; MOST_FIELDS];
    let mut request = httparse::Request::new(&mut fields);
    match request.parse(head) {
        Ok(httparse::Status::Complete(read)) if read == length => {}
        Err(httparse::Error::TooManyHeaders) => return Err(HttpRefusal::HEAD_TOO_LONG),
        Err(httparse::Error::Version) => return Err(HttpRefusal::VERSION),
        _ => return Err(HttpRefusal::MALFORMED),
    }
    let (Some(method), Some(target), Some(version)) = (request.method, request.path, request.version) else {
        return Err(HttpRefusal::MALFORMED);
    };
    if target.len() > LONGEST_TARGET {
        return Err(HttpRefusal::TARGET_TOO_LONG);
    }
    if !target.starts_with('/') || !target.is_ascii() {
        return Err(HttpRefusal::MALFORMED);
    }
    let fields = HeaderFields(request.headers);
    let length_of_body = fields.body_length(longest_body)?;
    let Some(body) = rest.get(..length_of_body) else { return Ok(None) };
    let closes = fields.all("Connection").any(|value| !value.eq_ignore_ascii_case(b"keep-alive"));
    // The preview sends no `ETag` for `If-Range` to compare, so such a request gets the whole file.
    let is_conditional = fields.all("If-Range").next().is_some();
    let request = HttpRequest {
        method: method.parse().map_err(|()| HttpRefusal::MALFORMED)?,
        target: target.to_owned(),
        host: fields.single("Host")?,
        origin: fields.single("Origin")?,
        fetch_site: fields.single("Sec-Fetch-Site")?,
        fetch_mode: fields.single("Sec-Fetch-Mode")?,
        authorization: fields.single("Authorization")?,
        content_type: fields.single("Content-Type")?,
        range: fields.single("Range")?.filter(|_| !is_conditional),
        body: body.to_vec(),
        keeps_alive: version == 1 && !closes,
    };
    Ok(Some((request, length + length_of_body)))
}

/// True if each line in this part of a head ends with CR and LF, and contains no control characters but tabs.
fn is_plain(head: &[u8]) -> bool {
    head.split_inclusive(|byte| *byte == b'\n').all(|line| {
        let text = line.strip_suffix(b"\r\n").or_else(|| line.strip_suffix(b"\r")).unwrap_or(line);
        text.iter().all(|byte| matches!(byte, b'\t' | 0x20..=0x7e | 0x80..))
    })
}

struct HeaderFields<'h, 'b>(&'h [httparse::Header<'b>]);

impl<'b> HeaderFields<'_, 'b> {
    fn all(&self, name: &str) -> impl Iterator<Item = &'b [u8]> {
        let named = self.0.iter().filter(move |field| field.name.eq_ignore_ascii_case(name));
        named.map(|field| field.value)
    }

    /// The value of a field. A field that occurs twice is refused, as programs differ in which one they use.
    fn single(&self, name: &str) -> Result<Option<String>, HttpRefusal> {
        let mut values = self.all(name);
        let Some(value) = values.next() else { return Ok(None) };
        match std::str::from_utf8(value) {
            Ok(text) if text.is_ascii() && values.next().is_none() => Ok(Some(text.trim().to_owned())),
            _ => Err(HttpRefusal::MALFORMED),
        }
    }

    fn body_length(&self, longest: usize) -> Result<usize, HttpRefusal> {
        if self.all("Transfer-Encoding").next().is_some() {
            return Err(HttpRefusal::TRANSFER_ENCODING);
        }
        if self.all("Expect").next().is_some() {
            return Err(HttpRefusal::EXPECTS);
        }
        let Some(length) = self.single("Content-Length")? else { return Ok(0) };
        if length.is_empty() || !length.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(HttpRefusal::MALFORMED);
        }
        match length.parse() {
            Ok(length) if length <= longest => Ok(length),
            _ => Err(HttpRefusal::BODY_TOO_LONG),
        }
    }
}
