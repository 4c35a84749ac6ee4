//! The examples beside the types of sections.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    Name, Types, file,
    types::{Example, example_schema},
};
use crate::{
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Span},
    schema::Table,
    source::{
        SourceText, Sources,
        layout::{self, TypeFolder},
    },
};

/// All examples. They stand for what editors write, and are checked like that, except that the entries and pictures to
/// which they refer needn't exist in every project. Those of the theme know nothing of types that a project changed.
pub(super) fn read(
    types: &Types,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> BTreeMap<Name, Example> {
    let schema = example_schema(&types.page);
    let mut examples = BTreeMap::new();
    for (name, (id, source)) in types.sections.keys().filter_map(|name| Some((name, find(name, sources)?))) {
        let decoded = file(id, source, &schema, types.date_order);
        // What is wrong with an example of something else follows from that.
        match of_another(name, id, &decoded.table) {
            Some(found) => diagnostics.push(found),
            None => {
                diagnostics.extend(decoded.diagnostics);
                examples.insert(name.clone(), Example { file: id, table: decoded.table });
            }
        }
    }
    examples
}

/// The example of this section, if it is of its type.
fn find<'s>(name: &Name, sources: &'s Sources) -> Option<(FileId, &'s Arc<SourceText>)> {
    let (id, source) = sources.text_at(&layout::example(name))?;
    let declared = sources.text_at(&TypeFolder::Sections.type_file(name));
    let is_of_theme = declared.is_some_and(|(_, declared)| declared.theme.is_some());
    (is_of_theme || source.theme.is_none()).then_some((id, source))
}

/// The report of an example that is of another section.
fn of_another(name: &Name, file: FileId, example: &Table) -> Option<Diagnostic> {
    let first = example.tables("section").next()?;
    let of = &first.schema.name;
    let span = if first.span.is_somewhere() { first.span } else { Span::whole(file) };
    (of != name).then(|| {
        Diagnostic::new(
            Code::Type,
            span,
            format!("this is the example of \"{name}\", and its section is \"{of}\""),
        )
        .expected(format!("a [[section]] with type = \"{name}\""))
        .help("correct the type, or give the file the name of the other section")
    })
}
