//! An example of each section of a project, made of the examples of its fields: it is rendered, so that a mistake in a
//! template shows before a page uses the section.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    Name, Presence, Rule, Schema, Types, file,
    types::{Example, example_schema},
};
use crate::source::{SourceText, Sources};

/// The examples of the project's own sections. Those whose values don't go together have none.
pub(super) fn of_sections(types: &Types, sources: &Sources) -> BTreeMap<Name, Example> {
    let of_page = example_schema(&types.page);
    let mut examples = BTreeMap::new();
    for (name, section) in &types.sections {
        let id = section.schema.span.file;
        if section.schema.is_partial || sources.get(id).is_none_or(|declared| declared.theme.is_some()) {
            continue;
        }
        let text = format!("[[section]]\ntype = \"{name}\"\n{}", fields(&section.schema));
        let source = SourceText::whole("example", text);
        let decoded = file(id, &Arc::new(source), &of_page, types.date_order);
        if decoded.diagnostics.is_empty() {
            examples.insert(name.clone(), Example { file: id, table: decoded.table });
        }
    }
    examples
}

/// A line for each field that can stand by itself.
fn fields(schema: &Schema) -> String {
    let is_alternative = |key: &Name| {
        let of_rule = |rule: &Rule| matches!(rule, Rule::ExactlyOne(keys) if keys.iter().skip(1).any(|other| other == key));
        schema.rules.iter().any(of_rule)
    };
    let stands_alone = |presence: &Presence| matches!(presence, Presence::Required | Presence::Optional);
    let fields = schema.fields.iter().filter(|field| {
        stands_alone(&field.presence)
            && !["id", "hidden"].contains(&&*field.key)
            && !is_alternative(&field.key)
    });
    fields.map(|field| format!("{} = {}\n", field.key, field.example())).collect()
}
