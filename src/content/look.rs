//! The look of a site: what `[design]` and `[colours]` are where content leaves them out.

use std::sync::Arc;

use crate::{
    diagnostic::Diagnostics,
    schema::{Data, Schema, Table, Types, decode::Spanned},
    source::Sources,
};

/// The tables of `content/site.toml` that a look fills in.
const TABLES: [&str; 2] = ["design", "colours"];

/// The table of `content/site.toml`, with what the look that it names says in the place of defaults.
pub(super) fn with_look(
    gym: &Arc<Table>,
    (types, sources): (&Types, &Sources),
    diagnostics: &mut Diagnostics,
) -> Option<Arc<Table>> {
    let name = gym.get("design")?.value.as_table()?.text("look")?;
    let (file, text) = sources.text_at(&format!("templates/looks/{name}.toml"))?;
    let fields = gym.schema.fields.iter().filter(|field| TABLES.contains(&&*field.key));
    let schema = Arc::new(Schema::new(name, "A look", fields.cloned().collect()));
    let look = types.decode_as(&schema, file, text);
    diagnostics.extend(look.diagnostics);
    Some(Arc::new(completed(gym, &look.table)))
}

/// The values of a table, and those that `look` says in the place of what nobody wrote.
fn completed(own: &Table, look: &Table) -> Table {
    let values = own.schema.fields.iter().filter_map(|field| {
        let said = look.get(&field.key).filter(|said| said.span.is_somewhere());
        let value = match (own.get(&field.key), said) {
            (
                Some(Spanned { value: Data::Table(own), span }),
                Some(Spanned { value: Data::Table(look), .. }),
            ) => Spanned { value: Data::Table(Arc::new(completed(own, look))), span: *span },
            (Some(written), Some(said)) if !written.span.is_somewhere() => said.clone(),
            (written, said) => written.or(said)?.clone(),
        };
        Some((field.key.clone(), value))
    });
    Table::new(own.schema.clone(), values.collect(), own.span)
}
