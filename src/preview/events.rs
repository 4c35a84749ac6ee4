//! The stream by which a page hears of changes: server-sent events, written as they happen.

use std::{io::Write, time::Duration};

use serde::Serialize;
use tiny_http::Request;

use super::state::StateWatch;

/// Where it is.
pub(super) const PATH: &str = "/.gympress/events";

/// A sign of life after this long without an event shows us a page that has gone.
const SILENCE: Duration = Duration::from_secs(15);

const HEAD: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\
    Connection: close\r\n\r\nretry: 200\n\n";

/// An event as sent to a page.
#[derive(Serialize)]
struct State<'a> {
    /// Names what is shown.
    state: &'a str,
    /// True if something saved since is not shown, as it's wrong.
    wrong: bool,
}

/// Sends the state at once and then each new one, for as long as somebody listens.
pub(super) fn stream(request: Request, current: &StateWatch) {
    // The library's own encoder buffers text.
    let mut writer = request.into_writer();
    let mut known = None;
    let mut text = HEAD.to_owned();
    loop {
        let shown = current.wait(known, SILENCE);
        if known == Some(shown.number) {
            text.push_str(":\n\n");
        } else {
            let state = State { state: &current.name(&shown), wrong: shown.problems.is_some() };
            let json = serde_json::to_string(&state).unwrap_or_default();
            text.push_str(&format!("event: state\ndata: {json}\n\n"));
        }
        known = Some(shown.number);
        if writer.write_all(text.as_bytes()).and_then(|()| writer.flush()).is_err() {
            return;
        }
        text.clear();
    }
}
