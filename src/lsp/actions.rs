//! Corrections: those of a diagnostic, and all that are certain in a file.

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionTriggerKind,
    DocumentChangeOperation, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, RenameFile,
    ResourceOp, TextDocumentEdit, TextEdit, Url, WorkspaceEdit,
};

use super::{Server, publish::View, text};
use crate::{
    diagnostic::{Diagnostic, Edit, Span},
    edit::fix,
};

/// Everything that is certain in a file.
pub(super) const FIX_ALL: CodeActionKind = CodeActionKind::SOURCE_FIX_ALL;

impl Server {
    /// What can be corrected at a place, or in the whole file.
    pub(super) fn code_actions(&self, params: CodeActionParams) -> Vec<CodeActionOrCommand> {
        let Some((analysis, environment)) = self.newest() else { return Vec::new() };
        let Some(path) = environment.root.unsaved_path(&params.text_document.uri) else { return Vec::new() };
        let sources = &analysis.sources;
        let Some((file, before)) = sources.text_at(&path) else { return Vec::new() };
        let mut view = View::new(&analysis, &environment.root, self.unit());
        let range = text::bytes(view.lines(file), params.range);
        let wanted = |kind: &CodeActionKind| {
            let is_within = |only: &CodeActionKind| {
                kind.as_str()
                    .strip_prefix(only.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            params.context.only.as_ref().is_none_or(|only| only.iter().any(is_within))
        };
        let mut actions = Vec::new();
        let meets = |place: Span| {
            place.file == file && place.range().start <= range.end && range.start <= place.range().end
        };
        let at_place = |diagnostic: &&Diagnostic| diagnostic.places().any(meets);
        for diagnostic in
            analysis.diagnostics.iter().filter(at_place).filter(|_| wanted(&CodeActionKind::QUICKFIX))
        {
            actions.extend(self.quick_fixes(diagnostic, &mut view));
        }
        // It takes as long as several checks: it isn't looked for wherever the cursor stops.
        let is_automatic = params.context.trigger_kind != Some(CodeActionTriggerKind::INVOKED);
        let is_asked = params.context.only.is_some() || !is_automatic;
        if is_asked && wanted(&FIX_ALL) {
            let with = (&environment.settings(), &environment.context);
            let after = fix::correct_file(sources, file, with).filter(|after| *after != before.text);
            let edits = after.map(|after| fix::line_edits(file, &before.text, &after));
            let title = "Correct all mistakes of this file that have a certain correction".to_owned();
            actions.extend(edits.and_then(|edits| self.edit(&edits, None, &mut view)).map(|edit| {
                CodeAction { title, kind: Some(FIX_ALL), edit: Some(edit), ..CodeAction::default() }
            }));
        }
        actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()
    }

    /// The corrections of a diagnostic, the likeliest first.
    fn quick_fixes(&self, diagnostic: &Diagnostic, view: &mut View<'_>) -> Vec<CodeAction> {
        let shown = view.shown(diagnostic).into_iter().map(|(_, shown)| shown).collect::<Vec<_>>();
        let action = |(at, fix): (usize, &crate::diagnostic::Fix)| {
            let is_comment = |edit: &Edit| edit.span.start == edit.span.end && edit.replacement == "# ";
            let title = if fix.edits.iter().all(is_comment) {
                "Comment it out".to_owned()
            } else {
                capitalized(&fix.describe(&*view.analysis.sources))
            };
            Some(CodeAction {
                title,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(shown.clone()),
                edit: Some(self.edit(&fix.edits, None, view)?),
                is_preferred: Some(at == 0 && fix.is_certain()),
                ..CodeAction::default()
            })
        };
        diagnostic.fixes.iter().enumerate().filter_map(action).collect()
    }

    /// The edits as the client takes them, and a file that gets another name. Returns `None` if an edit is in a file of the
    /// theme, or if the client can't do that.
    pub(super) fn edit(
        &self,
        edits: &[Edit],
        moved: Option<(Url, Url)>,
        view: &mut View<'_>,
    ) -> Option<WorkspaceEdit> {
        let mut files: Vec<(Url, Vec<TextEdit>)> = Vec::new();
        for Edit { span, replacement } in edits {
            let address = view.address(span.file)?;
            let edit = TextEdit::new(text::range(view.lines(span.file), span.range()), replacement.clone());
            match files.iter_mut().find(|(other, _)| *other == address) {
                Some((_, edits)) => edits.push(edit),
                None => files.push((address, vec![edit])),
            }
        }
        if !self.client.as_ref().is_some_and(|client| client.takes_changes_of_documents) {
            let changes = Some(files.into_iter().collect());
            return moved.is_none().then(|| WorkspaceEdit { changes, ..WorkspaceEdit::default() });
        }
        let edits = files.into_iter().map(|(uri, edits)| TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { version: view.version(&uri), uri },
            edits: edits.into_iter().map(OneOf::Left).collect(),
        });
        let moved = moved.map(|(old_uri, new_uri)| {
            let (options, annotation_id) = (None, None);
            DocumentChangeOperation::Op(ResourceOp::Rename(RenameFile {
                old_uri,
                new_uri,
                options,
                annotation_id,
            }))
        });
        let operations = edits.map(DocumentChangeOperation::Edit).chain(moved).collect();
        let document_changes = Some(DocumentChanges::Operations(operations));
        Some(WorkspaceEdit { document_changes, ..WorkspaceEdit::default() })
    }
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
