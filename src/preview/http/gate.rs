//! The gate in front of the HTTP library, which reads without limits of length, time and number.
//!
//! It takes connections, reads one request at a time within limits, and passes it on: as a head of its own
//! making with a body of known length, over a connection that serves for this request only. What comes
//! back goes to the visitor as it comes.

use std::{
    io::{self, Read, Write},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use super::{
    head::{self, Head, Refusal},
    permits::{Permit, Permits},
};

/// How long a request may take to come in, once it began.
const READING: Duration = Duration::from_secs(10);

/// How long a visitor may take to accept more of an answer.
const WRITING: Duration = Duration::from_secs(20);

const STACK: usize = 128 * 1024;

/// Where the library listens, and the word by which it knows us.
#[derive(Clone, Debug)]
pub(super) struct Behind {
    pub address: SocketAddr,
    pub word: String,
}

/// The header field with the word.
pub(super) const WORD: &str = "X-Gate";

/// Lets visitors in, for as long as the program runs.
pub(super) fn open(listener: &TcpListener, behind: &Behind) {
    let permits = Arc::new(Permits::default());
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                let Some(place) = permits.take(&stream) else {
                    log_closed(refuse(&stream, Refusal::BUSY));
                    continue;
                };
                let behind = behind.clone();
                // A thread that can't be had drops the connection, and there may be one for the next.
                let thread = thread::Builder::new().stack_size(STACK).spawn(move || {
                    log_closed(serve(&stream, &place, &behind));
                    log_closed(stream.shutdown(Shutdown::Both));
                });
                if let Err(error) = thread {
                    tracing::warn!("can't start a thread for a connection: {error}");
                }
            }
            // Too many open files, or a visitor who left while waiting.
            Err(error) => {
                tracing::debug!("can't accept a connection: {error}");
                thread::sleep(Duration::from_millis(10));
            }
        }
    }
}

/// Logs that a connection ended early: browsers close them whenever they like.
pub(super) fn log_closed(result: io::Result<()>) {
    if let Err(error) = result {
        tracing::debug!("a connection ended early: {error}");
    }
}

/// Serves one connection, request after request.
fn serve(stream: &TcpStream, place: &Permit, behind: &Behind) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(WRITING))?;
    let mut input = Vec::new();
    loop {
        place.is_idle(true);
        if input.is_empty() {
            stream.set_read_timeout(None)?;
            if more(stream, &mut input)? == 0 {
                return Ok(());
            }
        }
        place.is_idle(false);
        let head = match request(stream, &mut input) {
            Ok(Some(head)) => head,
            Ok(None) => return Ok(()),
            Err(refusal) => return refuse(stream, refusal),
        };
        let rest = input.split_off(head.length + head.body);
        let body = input.get(head.length..).unwrap_or_default();
        pass(stream, &head, body, behind)?;
        if !head.keeps_alive {
            return Ok(());
        }
        input = rest;
    }
}

/// Reads until a whole request is there; `None` if the visitor leaves before.
fn request(stream: &TcpStream, input: &mut Vec<u8>) -> Result<Option<Head>, Refusal> {
    let end = Instant::now() + READING;
    loop {
        if let Some(head) = head::read(input)?
            && input.len() >= head.length + head.body
        {
            return Ok(Some(head));
        }
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
            return Err(Refusal::TIMEOUT);
        }
        match more(stream, input) {
            Ok(0) => return Ok(None),
            Ok(_) => {}
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                return Err(Refusal::TIMEOUT);
            }
            Err(_) => return Ok(None),
        }
    }
}

fn more(mut stream: &TcpStream, input: &mut Vec<u8>) -> io::Result<usize> {
    let mut buffer = [0; 8 * 1024];
    let read = stream.read(&mut buffer)?;
    input.extend_from_slice(buffer.get(..read).unwrap_or_default());
    Ok(read)
}

/// Hands the request on and the answer back.
fn pass(mut stream: &TcpStream, head: &Head, body: &[u8], behind: &Behind) -> io::Result<()> {
    let mut inner = TcpStream::connect(behind.address)?;
    inner.set_nodelay(true)?;
    let Head { text, .. } = head;
    let length = body.len();
    let request =
        format!("{text}{WORD}: {}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n", behind.word);
    let mut request = request.into_bytes();
    request.extend_from_slice(body);
    inner.write_all(&request)?;
    let mut buffer = [0; 32 * 1024];
    loop {
        let read = inner.read(&mut buffer)?;
        if read == 0 {
            return Ok(());
        }
        stream.write_all(buffer.get(..read).unwrap_or_default())?;
    }
}

/// Says why there is no answer, and ends the connection: where the next request begins is anybody's guess.
fn refuse(mut stream: &TcpStream, refusal: Refusal) -> io::Result<()> {
    let status = tiny_http::StatusCode(refusal.0);
    let reason = status.default_reason_phrase();
    let answer = format!(
        "HTTP/1.1 {} {reason}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{reason}\n",
        refusal.0,
        reason.len() + 1,
    );
    stream.set_write_timeout(Some(Duration::from_secs(1)))?;
    stream.write_all(answer.as_bytes())?;
    stream.shutdown(Shutdown::Write)?;
    // Closing while there is more to read would tear the answer away from the visitor.
    stream.set_read_timeout(Some(Duration::from_millis(200)))?;
    let mut rest = [0; 8 * 1024];
    for _ in 0..64 {
        if stream.read(&mut rest)? == 0 {
            break;
        }
    }
    Ok(())
}
