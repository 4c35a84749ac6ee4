//! Corrections as actions of the editor: those of a diagnostic, and all certain ones of a file.

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionTriggerKind, CreateFile,
    CreateFileOptions, DocumentChangeOperation, DocumentChanges, OneOf,
    OptionalVersionedTextDocumentIdentifier, Range, RenameFile, ResourceOp, TextDocumentEdit, TextEdit, Url,
    WorkspaceEdit,
};

use super::{LanguageServer, publish::OpenView, text};
use crate::{
    diagnostic::{Diagnostic, Edit, Fix, NewFile, Span},
    edit::fix,
};

/// The action that applies all certain corrections of a file.
pub(super) const FIX_ALL: CodeActionKind = CodeActionKind::SOURCE_FIX_ALL;

impl LanguageServer {
    /// The corrections at a place, or in the whole file.
    pub(super) fn code_actions(&self, params: CodeActionParams) -> Vec<CodeActionOrCommand> {
        let Some((analysis, environment)) = self.newest() else { return Vec::new() };
        let Some(path) = environment.root.unsaved_path(&params.text_document.uri) else { return Vec::new() };
        let sources = &analysis.sources;
        let Some((file, before)) = sources.text_at(&path) else { return Vec::new() };
        let mut view = OpenView::new(&analysis, &environment.root, self.unit());
        let range = text::bytes(view.lines(file), params.range);
        let only = params.context.only.as_deref();
        let mut actions = Vec::new();
        if is_wanted(&CodeActionKind::QUICKFIX, only) {
            for diagnostic in analysis.diagnostics.iter() {
                let mut places = diagnostic.places().filter(|place| place.file == file).map(Span::range);
                if places.any(|place| place.start <= range.end && range.start <= place.end) {
                    actions.extend(self.quick_fixes(diagnostic, &mut view));
                }
            }
        }
        // This takes as long as several checks, too long for each place at which the cursor stops.
        let is_invoked = params.context.trigger_kind == Some(CodeActionTriggerKind::INVOKED);
        if (only.is_some() || is_invoked) && is_wanted(&FIX_ALL, only) {
            let with = (&environment.settings(), &environment.context);
            let after = fix::correct_file(sources, file, with).filter(|after| *after != before.text);
            let edits = after.map(|after| fix::line_edits(file, &before.text, &after));
            let title = "Correct all mistakes of this file that have a certain correction".to_owned();
            actions.extend(edits.and_then(|edits| self.edit(&edits, Vec::new(), &mut view)).map(|edit| {
                CodeAction { title, kind: Some(FIX_ALL), edit: Some(edit), ..CodeAction::default() }
            }));
        }
        actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()
    }

    /// The corrections of a diagnostic, the likeliest first.
    fn quick_fixes(&self, diagnostic: &Diagnostic, view: &mut OpenView<'_>) -> Vec<CodeAction> {
        let shown: Vec<_> = view.shown(diagnostic).into_iter().map(|(_, shown)| shown).collect();
        let mut actions = Vec::new();
        let possible = diagnostic.fixes.iter().filter(|fix| fix.is_possible(&*view.analysis.sources));
        for (at, fix) in possible.enumerate() {
            let edit = match &fix.creates {
                Some(new) => self.edit_with_new(&fix.edits, new, view),
                None => self.edit(&fix.edits, Vec::new(), view),
            };
            let Some(edit) = edit else { continue };
            actions.push(CodeAction {
                title: title(fix, view),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(shown.clone()),
                edit: Some(edit),
                is_preferred: Some(at == 0 && fix.is_certain()),
                ..CodeAction::default()
            });
        }
        actions
    }

    /// The edits and the new addresses of files, as the protocol has them. Returns `None` if an edit is in a file of the theme,
    /// or if the client can't rename files.
    pub(super) fn edit(
        &self,
        edits: &[Edit],
        moved: Vec<(Url, Url)>,
        view: &mut OpenView<'_>,
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
            return moved.is_empty().then(|| WorkspaceEdit { changes, ..WorkspaceEdit::default() });
        }
        let edits = files.into_iter().map(|(uri, edits)| TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { version: view.version(&uri), uri },
            edits: edits.into_iter().map(OneOf::Left).collect(),
        });
        let moved = moved.into_iter().map(|(old_uri, new_uri)| {
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

impl LanguageServer {
    /// The edits behind a new file. Returns `None` if the client can't make files.
    fn edit_with_new(&self, edits: &[Edit], new: &NewFile, view: &mut OpenView<'_>) -> Option<WorkspaceEdit> {
        let mut edit = self.edit(edits, Vec::new(), view)?;
        let uri = view.address_of_new(&new.path)?;
        let Some(DocumentChanges::Operations(operations)) = &mut edit.document_changes else { return None };
        let options = Some(CreateFileOptions { overwrite: Some(false), ignore_if_exists: Some(false) });
        let create = ResourceOp::Create(CreateFile { uri: uri.clone(), options, annotation_id: None });
        let text = TextEdit::new(Range::default(), new.text.clone());
        let text_document = OptionalVersionedTextDocumentIdentifier { version: None, uri };
        let text = TextDocumentEdit { text_document, edits: vec![OneOf::Left(text)] };
        operations.splice(0..0, [DocumentChangeOperation::Op(create), DocumentChangeOperation::Edit(text)]);
        Some(edit)
    }
}

/// True if `kind` is one of the wanted kinds, or a part of one. Without a list all kinds are wanted.
fn is_wanted(kind: &CodeActionKind, only: Option<&[CodeActionKind]>) -> bool {
    only.is_none_or(|only| {
        only.iter().any(|wanted| {
            let rest = kind.as_str().strip_prefix(wanted.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    })
}

fn title(fix: &Fix, view: &OpenView<'_>) -> String {
    if fix.edits.iter().all(|edit| edit.span.start == edit.span.end && edit.replacement == "# ") {
        return "Comment it out".to_owned();
    }
    capitalized(&fix.describe(&*view.analysis.sources))
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
