//! The responses to requests for pages and files.

use std::{ops::Range, sync::Arc};

use gympress_accounts as accounts;
use percent_encoding::percent_decode_str;

use super::{
    http::Reply,
    state::{PreviewState, StateWatch},
};
use crate::{
    build::Snapshot,
    diagnostic::{Diagnostic, Diagnostics, ReportFormat},
    output::{Artifact, OutputPath, escape},
};

/// The script that the preview adds to pages, the only difference from the published site, and the stylesheet that it
/// loads. No file of a site can be in this folder.
const SCRIPT: &str = "/.gympress/preview.js";
const OVERLAY: &str = "/.gympress/overlay.css";

/// The address of all problems in the files saved last.
const PROBLEMS: &str = "/.gympress/problems";

/// A response to the browser.
#[derive(Debug)]
pub(super) struct HttpResponse {
    status: u16,
    media_type: String,
    body: Arc<Vec<u8>>,
    /// The target of a redirect.
    location: Option<String>,
    /// The content security policy.
    policy: Option<String>,
    /// True if the content at this address never changes.
    is_lasting: bool,
    /// True if a range of its bytes can be requested.
    has_ranges: bool,
}

impl HttpResponse {
    /// A short text for people.
    pub fn text(status: u16, text: &str) -> Self {
        Self::new(status, "text/plain; charset=utf-8", text.as_bytes().to_vec().into())
    }

    /// A response of the account service.
    pub fn from_accounts(accounts::AccountResponse { status, body }: accounts::AccountResponse) -> Self {
        match body {
            accounts::Body::Json(value) => {
                Self::new(status, media_type("json"), value.to_string().into_bytes().into())
            }
            accounts::Body::Text(text) => Self::text(status, text),
            // The page is part of the preview, and only posts its form.
            accounts::Body::Html(html) => {
                let policy =
                    "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
                let page = Self::new(status, media_type("html"), html.into_bytes().into());
                Self { policy: Some(policy.to_owned()), ..page }
            }
        }
    }

    fn new(status: u16, media_type: impl Into<String>, body: Arc<Vec<u8>>) -> Self {
        let (location, policy) = (None, None);
        Self {
            status,
            media_type: media_type.into(),
            body,
            location,
            policy,
            is_lasting: false,
            has_ranges: false,
        }
    }

    /// The response to a request for `target`: path and query of the request's first line.
    pub fn to_target(target: &str, current: &StateWatch, editor: Option<&str>) -> Self {
        let shown = current.shown();
        let path = target.split(['?', '#']).next().unwrap_or_default();
        let preview_file = match path {
            SCRIPT => Some(("js", include_str!("client/preview.js"))),
            OVERLAY => Some(("css", include_str!("client/overlay.css"))),
            PROBLEMS => Some(("json", shown.problems.as_deref().unwrap_or("[]"))),
            _ => None,
        };
        if let Some((extension, text)) = preview_file {
            return Self::new(200, media_type(extension), text.as_bytes().to_vec().into());
        }
        let site = PreviewScript { site: current.name(shown.site), editor };
        let Some(snapshot) = &shown.snapshot else { return Self::without_page(503, "", &site) };
        let Ok(path) = percent_decode_str(path).decode_utf8() else {
            return Self::text(400, "this address is no text");
        };
        match find(&path, snapshot, &shown) {
            Ok(Resolution::File(artifact)) => Self::file(200, &artifact, &shown, &site),
            Ok(Resolution::Folder(location)) => {
                Self { location: Some(location), ..Self::text(308, "the page is in a folder") }
            }
            Ok(Resolution::Nothing) => match not_found(&path, snapshot) {
                Some(page) => Self::file(404, &page, &shown, &site),
                None => Self::text(404, "there is no page here"),
            },
            Err(mistake) => {
                let mistake = Diagnostics::from(*mistake);
                let text = ReportFormat::Human.render(&mistake, snapshot.sources(), false);
                Self::without_page(500, &text, &site)
            }
        }
    }

    /// A page in place of one that can't be shown yet.
    fn without_page(status: u16, text: &str, script: &PreviewScript<'_>) -> Self {
        let text = escape(text);
        let page = format!(
            "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <title>gympress</title></head><body><pre>{text}</pre></body></html>"
        );
        Self::new(status, media_type("html"), script.added_to(page.as_bytes()).into())
    }

    fn file(status: u16, artifact: &Artifact, shown: &PreviewState, script: &PreviewScript<'_>) -> Self {
        let kind = media_type(artifact.path.extension());
        let bytes = match artifact.bytes.get() {
            Ok(bytes) => bytes,
            Err(failure) => return Self::text(500, &failure.to_string()),
        };
        if artifact.path.is_html() {
            let body = script.added_to(&bytes).into();
            // Hosts send the policy of `_headers`, so its violations have to show in the preview.
            let policy = shown.snapshot.as_ref().map(|snapshot| snapshot.policy().to_owned());
            return Self { policy, ..Self::new(status, kind, body) };
        }
        let is_lasting = artifact.has_hashed_name && status == 200;
        Self { is_lasting, has_ranges: true, ..Self::new(status, kind, bytes) }
    }

    /// The reply to a request for this range of bytes, or for the whole body.
    pub fn to_reply(&self, range: Option<&str>) -> Reply<'_> {
        let caching = if self.is_lasting { "max-age=31536000, immutable" } else { "no-cache" };
        let mut headers = vec![
            ("Content-Type", self.media_type.clone()),
            ("Cache-Control", caching.to_owned()),
            ("X-Content-Type-Options", "nosniff".to_owned()),
        ];
        headers.extend(self.policy.clone().map(|policy| ("Content-Security-Policy", policy)));
        headers.extend(self.location.clone().map(|location| ("Location", location)));
        let length = self.body.len();
        if self.has_ranges {
            headers.push(("Accept-Ranges", "bytes".to_owned()));
        }
        let range = range.filter(|_| self.has_ranges);
        match range.map_or(RequestedRange::Whole, |range| RequestedRange::parse(range, length)) {
            RequestedRange::Whole => Reply { status: self.status, headers, body: &self.body },
            RequestedRange::Range(range) => {
                let last = range.end.saturating_sub(1);
                headers.push(("Content-Range", format!("bytes {}-{last}/{length}", range.start)));
                Reply { status: 206, headers, body: self.body.get(range).unwrap_or_default() }
            }
            RequestedRange::Outside => {
                headers.push(("Content-Range", format!("bytes */{length}")));
                Reply { status: 416, headers, body: &[] }
            }
        }
    }
}

/// The part of a file that is requested.
#[derive(Debug, PartialEq, Eq)]
enum RequestedRange {
    Whole,
    Range(Range<usize>),
    Outside,
}

impl RequestedRange {
    /// Reads the value of a `Range` header. A request for several ranges, which no video player sends, gets the whole
    /// file.
    fn parse(value: &str, length: usize) -> Self {
        let Some((first, last)) = value.strip_prefix("bytes=").and_then(|range| range.split_once('-')) else {
            return Self::Whole;
        };
        let range = match (first.parse::<usize>(), last.parse::<usize>()) {
            (Ok(first), Ok(last)) if first <= last => first..last.saturating_add(1).min(length),
            (Ok(first), Err(_)) if last.is_empty() => first..length,
            (Err(_), Ok(last)) if first.is_empty() => length.saturating_sub(last)..length,
            _ => return Self::Whole,
        };
        if range.start < range.end { Self::Range(range) } else { Self::Outside }
    }
}

/// The target of an address.
enum Resolution {
    File(Artifact),
    /// The address of a folder, requested without the slash at its end.
    Folder(String),
    Nothing,
}

/// Finds the target of a request's path.
///
/// # Errors
/// If it's a page that can't be rendered.
fn find(path: &str, snapshot: &Snapshot, shown: &PreviewState) -> Result<Resolution, Box<Diagnostic>> {
    let base = &snapshot.main.site.address.root;
    let Some(within) = path.strip_prefix(base.path()) else {
        let at_base = path == "/" || format!("{path}/") == base.path();
        let folder = at_base.then(|| Resolution::Folder(base.path().to_owned()));
        return Ok(folder.unwrap_or(Resolution::Nothing));
    };
    let Some(output) = OutputPath::at(&format!("/{within}")) else { return Ok(Resolution::Nothing) };
    if let Some(artifact) = snapshot.file(&output)? {
        return Ok(Resolution::File(artifact));
    }
    let folder = format!("/{within}/");
    if snapshot.has_page(&folder) {
        return Ok(Resolution::Folder(base.href(&folder)));
    }
    // Pages opened before the last change still request files of the site before.
    let previous = shown.before.as_ref().and_then(|before| before.file(&output).ok().flatten());
    let previous = previous.filter(|artifact| artifact.has_hashed_name);
    Ok(previous.map_or(Resolution::Nothing, Resolution::File))
}

/// The page for an address where nothing is: the nearest one above it, which is in the language of the address.
fn not_found(path: &str, snapshot: &Snapshot) -> Option<Artifact> {
    let root = snapshot.main.site.address.root.path();
    let within = path.strip_prefix(root).unwrap_or_default();
    let folder = within.split_once('/').map_or("", |(folder, _)| folder);
    let pages = [format!("{folder}/404.html"), "404.html".to_owned()];
    pages.iter().find_map(|page| snapshot.file(&OutputPath::new(page)?).ok().flatten())
}

/// A message to the script of the preview.
struct PreviewScript<'e> {
    /// The name of the shown site, by which it knows whether it missed an event.
    site: String,
    /// The address of the editor.
    editor: Option<&'e str>,
}

impl PreviewScript<'_> {
    /// Adds the script's tag to the end of the page's body, and changes nothing else. It runs before all scripts of the site,
    /// which are deferred.
    fn added_to(&self, page: &[u8]) -> Vec<u8> {
        let editor = self.editor.map(|url| format!(" data-editor=\"{url}\"")).unwrap_or_default();
        let tag = format!("<script src=\"{SCRIPT}\" data-site=\"{}\"{editor}></script>", self.site);
        let end = memchr::memmem::rfind(page, b"</body>").unwrap_or(page.len());
        let (before, after) = page.split_at_checked(end).unwrap_or((page, &[]));
        [before, tag.as_bytes(), after].concat()
    }
}

/// The media type for an extension.
pub(super) fn media_type(extension: &str) -> String {
    let known = match extension {
        // More programs know these types than the registered ones.
        "xml" => "application/xml",
        "mjs" => "text/javascript",
        "m4v" => "video/mp4",
        "m4a" => "audio/mp4",
        _ => mime_guess::from_ext(extension).first_raw().unwrap_or("application/octet-stream"),
    };
    let is_text = known.starts_with("text/") || known.ends_with("json") || known == "application/xml";
    if is_text { format!("{known}; charset=utf-8") } else { known.to_owned() }
}
