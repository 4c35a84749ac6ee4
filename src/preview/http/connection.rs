//! Connections: accepted up to a number, read within limits of length and time, served request after request.

use std::{
    io::{self, Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use super::{
    Server,
    permits::{Permit, Permits},
    request::{self, Refusal, Request},
};

/// How long a request may take to come in, once it began.
const READING: Duration = Duration::from_secs(10);

/// How long a client may take to accept more of a response.
const WRITING: Duration = Duration::from_secs(20);

/// Accepts connections for as long as the program runs.
pub(super) fn accept(listener: &TcpListener, server: &Arc<Server>) {
    let permits = Arc::new(Permits::default());
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                let Some(permit) = permits.acquire(&stream) else {
                    log_closed(refuse(&stream, Refusal::BUSY));
                    continue;
                };
                let server = server.clone();
                // A thread that can't be had drops the connection, and there may be one for the next.
                let thread = thread::Builder::new().spawn(move || {
                    log_closed(serve(&stream, &permit, &server));
                    log_closed(stream.shutdown(Shutdown::Both));
                });
                if let Err(error) = thread {
                    tracing::warn!("can't start a thread for a connection: {error}");
                }
            }
            // Too many open files, or a client that closed the connection while it waited.
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
fn serve(stream: &TcpStream, permit: &Permit, server: &Server) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(WRITING))?;
    let mut input = Vec::new();
    loop {
        permit.set_idle(true);
        if input.is_empty() {
            stream.set_read_timeout(None)?;
            if read_more(stream, &mut input)? == 0 {
                return Ok(());
            }
        }
        permit.set_idle(false);
        let request = match read_request(stream, &mut input) {
            Ok(Some(request)) => request,
            Ok(None) => return Ok(()),
            Err(refusal) => return refuse(stream, refusal),
        };
        server.respond(&request, stream)?;
        if !request.keeps_alive {
            return Ok(());
        }
    }
}

/// Takes a whole request from the input, and reads until one is there. Returns `None` if the client closes the
/// connection before.
fn read_request(stream: &TcpStream, input: &mut Vec<u8>) -> Result<Option<Request>, Refusal> {
    let end = Instant::now() + READING;
    loop {
        if let Some((request, length)) = request::parse(input)? {
            input.drain(..length);
            return Ok(Some(request));
        }
        let remaining = end.saturating_duration_since(Instant::now());
        if remaining.is_zero() || stream.set_read_timeout(Some(remaining)).is_err() {
            return Err(Refusal::TIMEOUT);
        }
        match read_more(stream, input) {
            Ok(0) => return Ok(None),
            Ok(_) => {}
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                return Err(Refusal::TIMEOUT);
            }
            Err(error) => {
                log_closed(Err(error));
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

/// Responds with the status and ends the connection, as it isn't certain where the next request begins.
fn refuse(mut stream: &TcpStream, refusal: Refusal) -> io::Result<()> {
    let status = tiny_http::StatusCode(refusal.0);
    let reason = status.default_reason_phrase();
    let response = format!(
        "HTTP/1.1 {} {reason}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{reason}\n",
        refusal.0,
        reason.len() + 1,
    );
    stream.set_write_timeout(Some(Duration::from_secs(1)))?;
    stream.write_all(response.as_bytes())?;
    stream.shutdown(Shutdown::Write)?;
    // If a connection is closed with input that wasn't read, the client may lose the response.
    stream.set_read_timeout(Some(Duration::from_millis(200)))?;
    let mut rest = [0; 8 * 1024];
    for _ in 0..64 {
        if stream.read(&mut rest)? == 0 {
            break;
        }
    }
    Ok(())
}
