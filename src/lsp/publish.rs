//! Diagnostics in the form of the protocol, sent to the client if they changed.

use std::collections::BTreeMap;

use foldhash::HashMap;
use lsp_server::{Message, Notification};
use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, NumberOrString,
    PublishDiagnosticsParams, Url,
    notification::{Notification as _, PublishDiagnostics},
};

use super::{
    checker::{Analysis, Outgoing},
    project::ProjectRoot,
    text,
};
use crate::{
    diagnostic::{Diagnostic, FileId, Files, LineIndex, Position, Severity, Span, Unit, code},
    source::SITE,
};

/// The texts of a state of the project, as the client sees them.
pub(super) struct OpenView<'a> {
    pub analysis: &'a Analysis,
    root: &'a ProjectRoot,
    unit: Unit,
    lines: HashMap<FileId, LineIndex<'a>>,
}

impl<'a> OpenView<'a> {
    pub fn new(analysis: &'a Analysis, root: &'a ProjectRoot, unit: Unit) -> Self {
        Self { analysis, root, unit, lines: HashMap::default() }
    }

    pub fn lines(&mut self, file: FileId) -> &LineIndex<'a> {
        let text = self.analysis.sources.text(file);
        self.lines.entry(file).or_insert_with(|| LineIndex::new(text, self.unit))
    }

    /// The address of a file; if it is open, as the client writes it. Returns `None` for a file of the theme.
    pub fn address(&self, file: FileId) -> Option<Url> {
        let text = self.analysis.sources.get(file).filter(|text| text.theme.is_none())?;
        let open = self.analysis.open.iter().find(|open| open.path == text.path);
        open.map(|open| open.address.clone()).or_else(|| self.root.address(&text.path))
    }

    /// The address of a file that isn't there yet.
    pub fn address_of_new(&self, path: &str) -> Option<Url> {
        self.root.address(path)
    }

    pub fn version(&self, address: &Url) -> Option<i32> {
        self.analysis.open.iter().find(|open| open.address == *address).map(|open| open.version)
    }

    pub fn location(&mut self, span: Span) -> Option<Location> {
        let address = self.address(span.file)?;
        Some(Location::new(address, text::range(self.lines(span.file), span.range())))
    }

    /// The diagnostic in the form of the protocol: one at each of its places, which names the others.
    pub fn shown(&mut self, diagnostic: &Diagnostic) -> Vec<(Url, lsp_types::Diagnostic)> {
        let places: Vec<Span> = diagnostic.places().collect();
        let mut shown = Vec::with_capacity(places.len());
        for (at, place) in places.iter().enumerate() {
            let (location, message) = if let Some(location) = self.location(*place) {
                (location, self.message(diagnostic))
            } else if let Some(location) = self.theme_location() {
                (location, self.message_of_theme(diagnostic, *place))
            } else {
                continue;
            };
            let same = places.iter().enumerate().filter(|(other, _)| *other != at);
            let same = same.map(|(_, place)| (*place, "the same mistake".to_owned()));
            let related = diagnostic.related.iter().map(|label| (label.span, label.message.clone()));
            let mut related_information = Vec::new();
            for (span, message) in same.chain(related) {
                let location = self.location(span);
                related_information
                    .extend(location.map(|location| DiagnosticRelatedInformation { location, message }));
            }
            let in_protocol = lsp_types::Diagnostic {
                range: location.range,
                severity: Some(severity(diagnostic.severity)),
                code: Some(NumberOrString::String(diagnostic.code.name().to_owned())),
                source: Some("gympress".to_owned()),
                message,
                related_information: Some(related_information).filter(|related| !related.is_empty()),
                tags: is_unused(diagnostic).then(|| vec![DiagnosticTag::UNNECESSARY]),
                ..lsp_types::Diagnostic::default()
            };
            shown.push((location.uri, in_protocol));
        }
        shown
    }

    fn message(&self, diagnostic: &Diagnostic) -> String {
        let advice = diagnostic.advice(&*self.analysis.sources);
        match advice {
            Some(advice) => format!("{}\n{advice}", diagnostic.message),
            None => diagnostic.message.clone(),
        }
    }

    /// The place of a mistake in a file of the theme, which the client can't open: content leads to it.
    fn theme_location(&mut self) -> Option<Location> {
        let (site, _) = self.analysis.sources.text_at(SITE)?;
        self.location(Span::whole(site))
    }

    fn message_of_theme(&self, diagnostic: &Diagnostic, place: Span) -> String {
        let sources = &*self.analysis.sources;
        let line = Position::at(sources.text(place.file), place.range().start).line;
        format!("{}:{line}: {}", sources.path(place.file), self.message(diagnostic))
    }
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    }
}

fn is_unused(diagnostic: &Diagnostic) -> bool {
    [code::UNUSED_ALLOW, code::UNUSED_FONT, code::UNUSED_FILE].contains(&diagnostic.code)
}

/// Sends diagnostics to the client, file by file.
pub(super) struct Publisher {
    send: Outgoing,
    unit: Unit,
    /// The diagnostics that the client has.
    known: BTreeMap<Url, FileDiagnostics>,
}

/// The diagnostics of a file, with the version of its text if it is open.
#[derive(Clone, PartialEq)]
struct FileDiagnostics {
    version: Option<i32>,
    shown: Vec<lsp_types::Diagnostic>,
}

impl Publisher {
    pub fn new(send: Outgoing, unit: Unit) -> Self {
        Self { send, unit, known: BTreeMap::new() }
    }

    /// Sends the diagnostics of each file in which they changed.
    pub fn publish(&mut self, analysis: &Analysis, root: &ProjectRoot) {
        let mut view = OpenView::new(analysis, root, self.unit);
        let mut now: BTreeMap<Url, FileDiagnostics> = BTreeMap::new();
        for found in analysis.diagnostics.iter() {
            for (address, shown) in view.shown(found) {
                let version = view.version(&address);
                let file =
                    now.entry(address).or_insert_with(|| FileDiagnostics { version, shown: Vec::new() });
                file.shown.push(shown);
            }
        }
        for address in self.known.keys().filter(|address| !now.contains_key(address)) {
            let version = view.version(address);
            self.send(address.clone(), FileDiagnostics { version, shown: Vec::new() });
        }
        for (address, file) in &now {
            if self.known.get(address) != Some(file) {
                self.send(address.clone(), file.clone());
            }
        }
        self.known = now;
    }

    fn send(&self, uri: Url, FileDiagnostics { version, shown }: FileDiagnostics) {
        let params = PublishDiagnosticsParams { uri, diagnostics: shown, version };
        (self.send)(Message::Notification(Notification::new(PublishDiagnostics::METHOD.to_owned(), params)));
    }
}
