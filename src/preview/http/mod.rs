//! The HTTP server: requests in, responses out.
//!
//! `tiny_http` writes the responses. Its own server isn't used: it reads heads, bodies and numbers of connections
//! without limits, and it can't be given a listener.

mod connection;
mod guard;
mod permits;
mod request;

use std::{
    io::{self, BufWriter, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::Arc,
    thread,
};

use gympress_accounts::{self as accounts, Accounts};
use tiny_http::{HTTPVersion, Header, Method, StatusCode};

use super::{
    events,
    response::{Response, respond},
    state::StateWatch,
};
use guard::Guard;
use request::Request;

/// What responses are made from.
pub(super) struct ServerState {
    /// What is shown.
    pub current: Arc<StateWatch>,
    /// The account service.
    pub accounts: Accounts,
}

/// Handles the requests of all connections.
struct Server {
    guard: Guard,
    state: ServerState,
}

/// Serves the state from now on.
pub(super) fn start(listener: TcpListener, address: SocketAddr, state: ServerState) {
    let server = Arc::new(Server { guard: Guard::new(address), state });
    thread::spawn(move || connection::accept(&listener, &server));
}

impl Server {
    /// Writes the response to a request.
    fn respond(&self, request: &Request, stream: &TcpStream) -> io::Result<()> {
        if !self.guard.admits(request) {
            let refused = Response::text(403, "this preview answers to its own pages only");
            return write(&refused, request, stream);
        }
        if request.target == events::PATH && request.method == Method::Get {
            return events::stream(stream, &self.state.current);
        }
        write(&self.response(request), request, stream)
    }

    fn response(&self, request: &Request) -> Response {
        let ServerState { current, accounts } = &self.state;
        let target = &request.target;
        match request.method {
            Method::Get | Method::Head => match accounts.page(target) {
                Some(page) => Response::from_accounts(page),
                None => respond(target, current),
            },
            Method::Post if accounts.accepts(target) => {
                let request = accounts::Request {
                    target,
                    authorization: request.authorization.as_deref(),
                    body: &request.body,
                };
                Response::from_accounts(accounts.respond(&request, &current.shown().account_settings()))
            }
            // Pages of the preview itself need no CORS headers, and no other origin gets them.
            Method::Options if accounts.accepts(target) => Response::text(204, ""),
            Method::Post
            | Method::Put
            | Method::Delete
            | Method::Connect
            | Method::Options
            | Method::Trace
            | Method::Patch
            | Method::NonStandard(_) => {
                Response::text(405, "the preview shows pages, and takes nothing here")
            }
        }
    }
}

fn write(response: &Response, request: &Request, stream: &TcpStream) -> io::Result<()> {
    let mut writer = BufWriter::with_capacity(32 * 1024, stream);
    let is_head = request.method == Method::Head;
    to_http(response).raw_print(&mut writer, HTTPVersion(1, 1), &[], is_head, None)?;
    writer.flush()
}

fn to_http(response: &Response) -> tiny_http::Response<&[u8]> {
    let caching = if response.lasting { "max-age=31536000, immutable" } else { "no-cache" };
    let headers = [
        Some(("Content-Type", response.media_type)),
        Some(("Cache-Control", caching)),
        Some(("X-Content-Type-Options", "nosniff")),
        response.policy.as_deref().map(|policy| ("Content-Security-Policy", policy)),
        response.location.as_deref().map(|location| ("Location", location)),
    ];
    let headers = headers.into_iter().flatten();
    let headers = headers.filter_map(|(name, value)| {
        let log = |()| tracing::warn!("the header {name} can't be sent, as it isn't ASCII: {value}");
        Header::from_bytes(name, value).map_err(log).ok()
    });
    let headers = headers.collect();
    let length = Some(response.body.len());
    tiny_http::Response::new(StatusCode(response.status), headers, response.body.as_slice(), length, None)
        .with_chunked_threshold(usize::MAX)
}
