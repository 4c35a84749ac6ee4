//! Requests in, answers out.

use std::{
    net::{SocketAddr, TcpListener},
    sync::Arc,
    thread,
};

use tiny_http::{Header, Method, Request, Response, Server, StatusCode};

use super::{
    answer::{Answer, answer},
    board::Board,
    events,
};
use crate::failure::Failure;

/// Serves what is on `board` from now on.
///
/// # Errors
/// If the listener can't be used.
pub(super) fn start(listener: TcpListener, address: SocketAddr, board: Arc<Board>) -> Result<(), Failure> {
    let server = Server::from_listener(listener, None)
        .map_err(|error| Failure::new(format!("can't listen on {address}: {error}")))?;
    thread::spawn(move || {
        while let Ok(request) = server.recv() {
            let board = board.clone();
            thread::spawn(move || handle(request, &board));
        }
    });
    Ok(())
}

fn handle(request: Request, board: &Board) {
    if request.url() == events::PATH {
        return events::stream(request, board);
    }
    if !matches!(request.method(), Method::Get | Method::Head) {
        let _ = request.respond(Response::empty(405));
        return;
    }
    let answer = answer(request.url(), board);
    let _ = request.respond(response(&answer));
}

fn response(answer: &Answer) -> Response<&[u8]> {
    let caching = if answer.lasting { "max-age=31536000, immutable" } else { "no-cache" };
    let headers = [
        Some(("Content-Type", answer.media_type)),
        Some(("Cache-Control", caching)),
        Some(("X-Content-Type-Options", "nosniff")),
        answer.location.as_deref().map(|location| ("Location", location)),
    ];
    let headers = headers.into_iter().flatten();
    let headers = headers.filter_map(|(name, value)| Header::from_bytes(name, value).ok()).collect();
    let length = Some(answer.body.len());
    Response::new(StatusCode(answer.status), headers, &*answer.body, length, None)
        .with_chunked_threshold(usize::MAX)
}
