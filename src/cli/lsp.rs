//! `gympress lsp`: the language server over standard input and output.

use std::{
    io::{self, BufRead, Read},
    thread,
};

use lsp_server::{Connection, Message};

use super::{ProcessContext, Status, Streams, arguments::Lsp};
use crate::{diagnostic::Failure, lsp};

pub(super) fn run(
    options: &Lsp,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let options = lsp::LspOptions {
        root: options.root.clone(),
        packages: process.packages.clone(),
        clock: process.clock,
        changed: process.changed(),
    };
    let (server, client) = Connection::memory();
    let Connection { sender, receiver } = client;
    let (input, mut out) = (&mut *streams.answers, &mut *streams.out);
    thread::scope(|scope| {
        let serving = scope.spawn(move || lsp::serve(server, options));
        scope.spawn(move || {
            for message in receiver {
                if let Err(error) = message.write(&mut out) {
                    return log::warn!("can't write to the client: {error}");
                }
            }
        });
        loop {
            let message = match next(input) {
                Ok(Some(message)) => message,
                Ok(None) => break,
                Err(error) => {
                    log::warn!("can't read from the client: {error}");
                    break;
                }
            };
            let is_last = matches!(&message, Message::Notification(last) if last.method == "exit");
            if sender.send(message).is_err() || is_last {
                break;
            }
        }
        drop(sender);
        match serving.join() {
            // The protocol requires status 1 if the client didn't ask to shut down.
            Ok(ended) => ended.map(|is_asked| if is_asked { Status::Done } else { Status::Mistakes }),
            Err(_) => Err(Failure::new("the server stopped because of a mistake in gympress")),
        }
    })
}

/// The most bytes of a message.
const LARGEST: u64 = 256 * 1024 * 1024;
/// The most bytes of a header.
const LONGEST_HEADER: u64 = 4096;

/// The headers of a message.
#[derive(Default)]
struct MessageHeaders {
    /// The bytes of the message behind the headers; `None` if no header tells.
    length: Option<u64>,
}

impl MessageHeaders {
    /// Reads the headers of the next message. Returns `None` at the end of the input.
    fn read(mut input: &mut dyn BufRead) -> io::Result<Option<Self>> {
        let mut headers = Self::default();
        loop {
            let mut line = Vec::new();
            if (&mut input).take(LONGEST_HEADER).read_until(b'\n', &mut line)? == 0 {
                return Ok(None);
            }
            let line = String::from_utf8_lossy(&line);
            match line.trim().split_once(':') {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    headers.length = value.trim().parse().ok();
                }
                None if line.trim().is_empty() => return Ok(Some(headers)),
                _ => {}
            }
        }
    }
}

/// Reads the next readable message; `None` at the end of the input. The reader of `lsp_server` stops at the first
/// unreadable message, and reserves as many bytes as a header claims.
fn next(mut input: &mut dyn BufRead) -> io::Result<Option<Message>> {
    while let Some(headers) = MessageHeaders::read(input)? {
        let Some(length) = headers.length else {
            log::warn!("a message of the client has no length");
            continue;
        };
        let mut message = (&mut input).take(length);
        if length > LARGEST {
            io::copy(&mut message, &mut io::sink())?;
            log::warn!("a message of {length} bytes is passed over");
            continue;
        }
        let mut text = Vec::new();
        message.read_to_end(&mut text)?;
        match serde_json::from_slice(&text) {
            Ok(message) => return Ok(Some(message)),
            Err(error) => log::warn!("a message of the client can't be read: {error}"),
        }
    }
    Ok(None)
}
