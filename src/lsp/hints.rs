//! Inlay hints: dates, times and prices as pages show them, beside those of content.

use lsp_types::{InlayHint, InlayHintLabel, InlayHintParams};

use super::{LanguageServer, text};
use crate::diagnostic::{LineIndex, Span};

impl LanguageServer {
    pub(super) fn hints(&self, params: InlayHintParams) -> Option<Vec<InlayHint>> {
        let (analysis, environment) = self.newest()?;
        let path = environment.root.unsaved_path(&params.text_document.uri)?;
        let (file, source) = analysis.sources.text_at(&path)?;
        let formats = &analysis.snapshot.as_ref()?.main.site.gym.formats;
        let lines = LineIndex::new(&source.text, self.unit());
        let visible = text::bytes(&lines, params.range);
        let mut shown: Vec<(Span, String)> = Vec::new();
        for table in analysis.content.tables() {
            table.walk(&mut |_, value| {
                if value.span.file == file && visible.contains(&value.span.range().start) {
                    shown.extend(formats.shown(&value.value).map(|text| (value.span, text)));
                }
            });
        }
        let mut hints = Vec::new();
        for (span, shown) in shown {
            let written = source.text.get(span.range()).unwrap_or_default();
            if written.trim_matches(['"', '\'']) == shown {
                continue;
            }
            hints.push(InlayHint {
                position: text::range(&lines, span.range()).end,
                label: InlayHintLabel::String(shown),
                kind: None,
                text_edits: None,
                tooltip: None,
                padding_left: Some(true),
                padding_right: None,
                data: None,
            });
        }
        Some(hints)
    }
}
