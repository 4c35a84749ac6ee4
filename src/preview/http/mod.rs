//! The HTTP server: requests in, responses out.

mod gate;
mod guard;
mod head;
mod permits;

use std::{
    net::{Ipv4Addr, SocketAddr, TcpListener},
    sync::Arc,
    thread,
};

use gympress_accounts::{self as accounts, Accounts};
use tiny_http::{Header, Method, Request, Server, StatusCode};

use super::{
    events, random_word,
    response::{Response, respond},
    script::Scripts,
    state::StateWatch,
};
use crate::failure::Failure;
use gate::Behind;
use guard::{Guard, field};

/// What responses are made from.
pub(super) struct ServerState {
    /// What is shown.
    pub current: Arc<StateWatch>,
    /// The account service.
    pub accounts: Accounts,
    /// The scripts that update open pages.
    pub scripts: Scripts,
}

/// Serves what is on the state from now on.
///
/// # Errors
/// If the machine has no more sockets.
pub(super) fn start(
    listener: TcpListener,
    address: SocketAddr,
    state: Arc<ServerState>,
) -> Result<(), Failure> {
    let failed = |error: String| Failure::new(format!("can't listen on {address}: {error}"));
    // Only the gate is to know this port; whoever finds it lacks the word.
    let inner = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|error| failed(error.to_string()))?;
    let place = inner.local_addr().map_err(|error| failed(error.to_string()))?;
    let server = Server::from_listener(inner, None).map_err(|error| failed(error.to_string()))?;
    let word = random_word()?;
    let behind = Behind { address: place, word: word.clone() };
    thread::spawn(move || gate::open(&listener, &behind));
    let guard = Guard::new(address);
    thread::spawn(move || {
        while let Ok(request) = server.recv() {
            let (state, word) = (state.clone(), word.clone());
            thread::spawn(move || {
                if field(&request, gate::WORD) == Some(&word) {
                    handle(request, &guard, &state);
                } else {
                    gate::log_closed(request.respond(tiny_http::Response::empty(403)));
                }
            });
        }
    });
    Ok(())
}

fn handle(mut request: Request, guard: &Guard, state: &ServerState) {
    let ServerState { current, accounts, scripts } = state;
    if !guard.admits(&request) {
        let refused = Response::text(403, "this preview answers to its own pages only");
        gate::log_closed(request.respond(to_http(&refused)));
        return;
    }
    if request.url() == events::PATH && *request.method() == Method::Get {
        return events::stream(request, current);
    }
    let response = match request.method() {
        Method::Get | Method::Head => match accounts.page(request.url()) {
            Some(page) => Response::from_accounts(page),
            None => respond(request.url(), current, scripts),
        },
        Method::Post if accounts.accepts(request.url()) => post(&mut request, accounts, current),
        // Pages of the preview itself need no leave, and nobody else gets it.
        Method::Options if accounts.accepts(request.url()) => Response::text(204, ""),
        _ => Response::text(405, "the preview shows pages, and takes nothing here"),
    };
    gate::log_closed(request.respond(to_http(&response)));
}

/// Responses what was posted to the account service.
fn post(request: &mut Request, accounts: &Accounts, current: &StateWatch) -> Response {
    let mut body = Vec::new();
    // The gate sent the whole of it and its length, which is bounded.
    if request.as_reader().read_to_end(&mut body).is_err() {
        return Response::text(400, "this request ends too early");
    }
    let request = &*request;
    let request = accounts::Request {
        target: request.url(),
        authorization: field(request, "Authorization"),
        body: &body,
    };
    Response::from_accounts(accounts.respond(&request, &current.shown().account_settings()))
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
    let headers = headers.filter_map(|(name, value)| Header::from_bytes(name, value).ok()).collect();
    let length = Some(response.body.len());
    tiny_http::Response::new(StatusCode(response.status), headers, response.body.as_slice(), length, None)
        .with_chunked_threshold(usize::MAX)
}
