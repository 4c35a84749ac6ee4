//! Server-sent events: each page is notified of each new state of the preview.

use std::{
    io::{self, Write},
    net::TcpStream,
    time::Duration,
};

use serde::Serialize;

use super::state::StateWatch;

/// The path of the event stream.
pub(super) const PATH: &str = "/.gympress/events";

/// A comment is sent after this long without an event, so that a closed connection is found.
const SILENCE: Duration = Duration::from_secs(15);

const HEAD: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\
    Connection: close\r\n\r\nretry: 200\n\n";

/// An event as sent to a page.
#[derive(Serialize)]
struct State {
    /// Names what is shown.
    site: String,
    /// Names what was shown before that.
    before: String,
    /// True if nothing but stylesheets is different from what was shown before.
    styles: bool,
    /// True if something saved since is not shown, as it's wrong.
    wrong: bool,
}

/// Sends the state at once and then each new one, until the client closes the connection.
///
/// # Errors
/// Always in the end: that of writing to a closed connection.
pub(super) fn stream(mut stream: &TcpStream, current: &StateWatch) -> io::Result<()> {
    let mut known = None;
    let mut text = HEAD.to_owned();
    loop {
        let shown = current.wait(known, SILENCE);
        if known == Some(shown.number) {
            text.push_str(":\n\n");
        } else {
            let state = State {
                site: current.name(shown.site),
                before: current.name(shown.site.saturating_sub(1)),
                styles: shown.only_styles,
                wrong: shown.problems.is_some(),
            };
            let json = serde_json::to_string(&state)?;
            text.push_str(&format!("event: state\ndata: {json}\n\n"));
        }
        known = Some(shown.number);
        stream.write_all(text.as_bytes())?;
        text.clear();
    }
}
