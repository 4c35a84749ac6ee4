//! From the target of a request to the bytes of the response.

use std::sync::Arc;

use gympress_accounts as accounts;
use percent_encoding::percent_decode_str;

use super::{
    media::media_type,
    script,
    state::{PreviewState, StateWatch},
};
use crate::{
    output::{Artifact, OutputPath, file_at},
    render,
    snapshot::Snapshot,
};

/// What is sent to the browser.
#[derive(Debug)]
pub(super) struct Response {
    pub status: u16,
    pub media_type: &'static str,
    pub body: Arc<Vec<u8>>,
    /// Where to go instead.
    pub location: Option<String>,
    /// What the page may do, as a browser enforces it.
    pub policy: Option<String>,
    /// True if the same address never means anything else.
    pub lasting: bool,
}

impl Response {
    /// A short text for people.
    pub fn text(status: u16, text: &str) -> Self {
        Self::new(status, "text/plain; charset=utf-8", text.as_bytes().to_vec().into())
    }

    /// A response of the account service.
    pub fn from_accounts(response: accounts::Response) -> Self {
        let accounts::Response { status, body } = response;
        match body {
            accounts::Body::Json(value) => {
                Self::new(status, media_type("json"), value.to_string().into_bytes().into())
            }
            accounts::Body::Text(text) => Self::text(status, text),
            accounts::Body::Html(html) => Self::page(status, &html),
        }
    }

    /// A page of the preview's own, which does nothing but post its form.
    fn page(status: u16, html: &str) -> Self {
        let policy = "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
        let body = html.as_bytes().to_vec().into();
        Self { policy: Some(policy.to_owned()), ..Self::new(status, media_type("html"), body) }
    }

    fn new(status: u16, media_type: &'static str, body: Arc<Vec<u8>>) -> Self {
        Self { status, media_type, body, location: None, policy: None, lasting: false }
    }
}

/// Where everything stands that is wrong with what was saved last.
pub(super) const PROBLEMS: &str = "/.gympress/problems";

/// Answers a request for `target`: path and query of the request's first line.
pub(super) fn respond(target: &str, current: &StateWatch) -> Response {
    let shown = current.shown();
    let path = target.split(['?', '#']).next().unwrap_or_default();
    if let Some((kind, text)) = script::file(path) {
        return Response::new(200, kind, text.as_bytes().to_vec().into());
    }
    if path == PROBLEMS {
        let json = shown.problems.as_ref().map_or_else(|| "[]".to_owned(), |problems| problems.to_json());
        return Response::new(200, media_type("json"), json.into_bytes().into());
    }
    let Some(snapshot) = &shown.snapshot else { return nothing_yet(&shown, current) };
    let Ok(path) = percent_decode_str(path).decode_utf8() else {
        return Response::text(400, "this address is no text");
    };
    match find(&path, snapshot, &shown) {
        Resolution::File(artifact) => file(200, &artifact, &shown, current),
        Resolution::Folder(location) => {
            Response { location: Some(location), ..Response::text(308, "the page is in a folder") }
        }
        Resolution::Nothing => not_found(snapshot, &shown, current),
    }
}

/// What an address leads to.
enum Resolution {
    File(Artifact),
    /// The address of a folder without the slash at its end.
    Folder(String),
    Nothing,
}

/// The file of a snapshot. Returns `None` if it has none there, or after logging that it can't be rendered: the check in
/// the background reports that.
fn file_of(snapshot: &Snapshot, path: &OutputPath) -> Option<Artifact> {
    snapshot.file(path).unwrap_or_else(|found| {
        tracing::info!("{} can't be rendered: {}", path.as_str(), found.message);
        None
    })
}

fn find(path: &str, snapshot: &Snapshot, shown: &PreviewState) -> Resolution {
    let base = &snapshot.site.base;
    let Some(within) = path.strip_prefix(base.path()) else {
        let at_base = path == "/" || format!("{path}/") == base.path();
        return if at_base { Resolution::Folder(base.path().to_owned()) } else { Resolution::Nothing };
    };
    let Some(output) = OutputPath::new(&file_at(within)) else { return Resolution::Nothing };
    match snapshot.file(&output) {
        Ok(Some(artifact)) => return Resolution::File(artifact),
        Ok(None) => {}
        // The check in the background is about to report the same.
        Err(_) => {
            let good = shown.good.as_ref().and_then(|good| file_of(good, &output));
            return good.map_or(Resolution::Nothing, Resolution::File);
        }
    }
    let folder = format!("/{within}/");
    if snapshot.routes.get(&folder).is_some() {
        return Resolution::Folder(base.href(&folder));
    }
    // Files of a page that was opened before the last change.
    let previous = shown.before.as_ref().and_then(|before| file_of(before, &output));
    previous.filter(|artifact| artifact.has_hashed_name).map_or(Resolution::Nothing, Resolution::File)
}

fn file(status: u16, artifact: &Artifact, shown: &PreviewState, current: &StateWatch) -> Response {
    let kind = media_type(artifact.path.extension());
    let bytes = match artifact.bytes.get() {
        Ok(bytes) => bytes,
        Err(failure) => return Response::text(500, &failure.to_string()),
    };
    if artifact.path.is_html() {
        let body = script::add(&bytes, &current.name(shown.site)).into();
        // Hosts send the policy of `_headers`; violations of it should show in the preview.
        let policy = shown.snapshot.as_ref().map(|snapshot| render::policy(&snapshot.site));
        return Response { policy, ..Response::new(status, kind, body) };
    }
    let lasting = artifact.has_hashed_name && status == 200;
    Response { lasting, ..Response::new(status, kind, bytes) }
}

fn not_found(snapshot: &Snapshot, shown: &PreviewState, current: &StateWatch) -> Response {
    let page = OutputPath::new("404.html").and_then(|path| file_of(snapshot, &path));
    match page {
        Some(page) => file(404, &page, shown, current),
        None => Response::text(404, "there is no page here"),
    }
}

/// There has been no good snapshot since the start.
fn nothing_yet(shown: &PreviewState, current: &StateWatch) -> Response {
    let page = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
        <title>gympress</title></head><body></body></html>";
    let body = script::add(page.as_bytes(), &current.name(shown.site));
    Response::new(503, media_type("html"), body.into())
}
