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
        // The loop ends once the client asks to exit or is gone.
        while let Some(message) = next(input).unwrap_or_else(|error| {
            log::warn!("can't read from the client: {error}");
            None
        }) {
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

/// The next message that can be read; `None` at the end of the input. The crate's own reader ends at the first message that
/// can't be read, and reserves as many bytes as a header promises.
fn next(input: &mut dyn BufRead) -> io::Result<Option<Message>> {
    let mut input = input;
    loop {
        let mut length = None;
        loop {
            let mut line = Vec::new();
            if (&mut input).take(LONGEST_HEADER).read_until(b'\n', &mut line)? == 0 {
                return Ok(None);
            }
            let line = String::from_utf8_lossy(&line);
            match line.trim().split_once(':') {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.trim().parse::<u64>().ok();
                }
                None if line.trim().is_empty() => break,
                _ => {}
            }
        }
        let Some(length) = length else {
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
}
