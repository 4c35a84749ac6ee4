//! Diagnostics as the protocol has them, and which of them the client doesn't know yet.

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
    project::Root,
    text,
};
use crate::{
    diagnostic::{Diagnostic, FileId, Files, Lines, Position, Severity, Span, Unit, code},
    source::SITE,
};

/// The texts of a state of the project, as the client sees them.
pub(super) struct View<'a> {
    pub analysis: &'a Analysis,
    root: &'a Root,
    unit: Unit,
    lines: HashMap<FileId, Lines<'a>>,
}

impl<'a> View<'a> {
    pub fn new(analysis: &'a Analysis, root: &'a Root, unit: Unit) -> Self {
        Self { analysis, root, unit, lines: HashMap::default() }
    }

    pub fn lines(&mut self, file: FileId) -> &Lines<'a> {
        let text = self.analysis.sources.text(file);
        self.lines.entry(file).or_insert_with(|| Lines::new(text, self.unit))
    }

    /// The address of a file, as the client writes it where it is open. Returns `None` for a file of the theme.
    pub fn address(&self, file: FileId) -> Option<Url> {
        let text = self.analysis.sources.get(file).filter(|text| text.theme.is_none())?;
        let open = self.analysis.open.iter().find(|open| open.path == text.path);
        open.map(|open| open.address.clone()).or_else(|| self.root.address(&text.path))
    }

    pub fn version(&self, address: &Url) -> Option<i32> {
        self.analysis.open.iter().find(|open| open.address == *address).map(|open| open.version)
    }

    pub fn location(&mut self, span: Span) -> Option<Location> {
        let address = self.address(span.file)?;
        Some(Location::new(address, text::range(self.lines(span.file), span.range())))
    }

    /// What is shown of a diagnostic: at each of its places one, which names the others.
    pub fn shown(&mut self, diagnostic: &Diagnostic) -> Vec<(Url, lsp_types::Diagnostic)> {
        let places: Vec<Span> = diagnostic.places().collect();
        let shown = places.iter().enumerate().filter_map(|(at, place)| {
            let (location, message) = match self.location(*place) {
                Some(location) => (location, self.message(diagnostic)),
                None => (self.theme_location()?, self.message_of_theme(diagnostic, *place)),
            };
            let same = places.iter().enumerate().filter(|(other, _)| *other != at);
            let same = same.map(|(_, place)| (*place, "the same mistake".to_owned()));
            let related = diagnostic.related.iter().map(|label| (label.span, label.message.clone()));
            let related: Vec<_> = same
                .chain(related)
                .filter_map(|(span, message)| {
                    Some(DiagnosticRelatedInformation { location: self.location(span)?, message })
                })
                .collect();
            let shown = lsp_types::Diagnostic {
                range: location.range,
                severity: Some(severity(diagnostic.severity)),
                code: Some(NumberOrString::String(diagnostic.code.name().to_owned())),
                source: Some("gympress".to_owned()),
                message,
                related_information: Some(related).filter(|related| !related.is_empty()),
                tags: is_unused(diagnostic).then(|| vec![DiagnosticTag::UNNECESSARY]),
                ..lsp_types::Diagnostic::default()
            };
            Some((location.uri, shown))
        });
        shown.collect()
    }

    fn message(&self, diagnostic: &Diagnostic) -> String {
        let advice = diagnostic.advice(&*self.analysis.sources);
        match advice {
            Some(advice) => format!("{}\n{advice}", diagnostic.message),
            None => diagnostic.message.clone(),
        }
    }

    /// A mistake in a file of the theme comes of what the project says.
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

/// Tells the client what is wrong, file by file.
pub(super) struct Publisher {
    send: Outgoing,
    unit: Unit,
    /// What the client knows, with the versions of the texts.
    known: BTreeMap<Url, (Option<i32>, Vec<lsp_types::Diagnostic>)>,
}

impl Publisher {
    pub fn new(send: Outgoing, unit: Unit) -> Self {
        Self { send, unit, known: BTreeMap::new() }
    }

    /// Tells what is another than before.
    pub fn publish(&mut self, analysis: &Analysis, root: &Root) {
        let mut view = View::new(analysis, root, self.unit);
        let mut now: BTreeMap<Url, (Option<i32>, Vec<lsp_types::Diagnostic>)> = BTreeMap::new();
        for found in analysis.diagnostics.iter() {
            for (address, shown) in view.shown(found) {
                let version = view.version(&address);
                now.entry(address).or_insert_with(|| (version, Vec::new())).1.push(shown);
            }
        }
        let gone = self.known.keys().filter(|address| !now.contains_key(address));
        let gone: Vec<Url> = gone.cloned().collect();
        for address in gone {
            self.send(address.clone(), view.version(&address), Vec::new());
        }
        for (address, (version, shown)) in &now {
            if self.known.get(address) != Some(&(*version, shown.clone())) {
                self.send(address.clone(), *version, shown.clone());
            }
        }
        self.known = now;
    }

    fn send(&self, uri: Url, version: Option<i32>, diagnostics: Vec<lsp_types::Diagnostic>) {
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        (self.send)(Message::Notification(Notification::new(PublishDiagnostics::METHOD.to_owned(), params)));
    }
}
