//! Type files that add to a type of the theme, or give its pages other addresses.

use std::sync::Arc;

use super::{Data, Decoded, Name, Table, file, lower::Pending};
use crate::{
    decode::{Spanned, value::DateOrder},
    diagnostic::{Code, Diagnostic, nearest},
    source::{
        SourceText, Sources,
        layout::TypeFolder,
        theme::{self, PREFIX},
    },
};

/// The key with which a type file says so.
const EXTENDS: &str = "extends";

/// The key that says what a type is for.
const HELP: &str = "help";

/// The key of an address, which is the project's to choose.
const PATH: &str = "path";

/// A type of the theme to which a type file adds.
pub(super) struct Base<'s> {
    pub source: &'s Arc<SourceText>,
}

/// Adds the type of the theme to a file that extends it. Of a key that both have, the theme's stays, and the
/// other is reported.
pub(super) fn extend<'s>(folder: TypeFolder, name: &Name, pending: &mut Pending<'s>, sources: &'s Sources) {
    let Some(extends) = pending.decoded.table.get(EXTENDS) else { return };
    let wanted = pending.decoded.table.text(EXTENDS).unwrap_or_default();
    let original = sources.text_at(&format!("{PREFIX}{}", folder.type_file(name)));
    let Some((id, source)) = original.filter(|_| *wanted == **name) else {
        let wrong = no_base(folder, name, wanted, extends, sources);
        pending.decoded.diagnostics.push(wrong);
        return;
    };
    let base = file(id, source, folder.schema(), DateOrder::default());
    let Decoded { table, diagnostics, .. } = &mut pending.decoded;
    *table = Arc::new(merge(&base.table, table, name, diagnostics));
    pending.base = Some(Base { source });
}

/// The table of the theme's type with what the other table adds.
fn merge(base: &Table, own: &Table, name: &Name, found: &mut Vec<Diagnostic>) -> Table {
    let mut fields: Vec<(Name, Spanned<Data>)> =
        base.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    // That "help" doesn't go together with "extends" is a rule of type files.
    for (key, value) in own.iter().filter(|(key, _)| ![EXTENDS, HELP].contains(&&***key)) {
        match fields.iter_mut().find(|(known, _)| *known == *key).map(|(_, value)| value) {
            None => fields.push((key.clone(), value.clone())),
            Some(known) => add(known, value, key, name, found),
        }
    }
    Table::new(base.schema.clone(), fields, own.span)
}

/// Adds the pairs of a table, or the elements of a list.
fn add(
    known: &mut Spanned<Data>,
    value: &Spanned<Data>,
    key: &Name,
    name: &Name,
    found: &mut Vec<Diagnostic>,
) {
    match (&mut known.value, &value.value) {
        (Data::Map(known), Data::Map(more)) => {
            for pair in more {
                let declared = known.iter_mut().find(|(known, _)| known.value == pair.0.value);
                match declared.map(|(first, value)| (first, moved(value, &pair.1), value)) {
                    Some((_, Some(moved), value)) => value.value = moved,
                    Some((first, None, _)) => found.push(taken(name, key, &pair.0, first)),
                    None => known.push(pair.clone()),
                }
            }
        }
        (Data::List(known), Data::List(more)) if ["rule", "was"].contains(&&**key) => {
            known.extend_from_slice(more);
        }
        _ => found.push(
            Diagnostic::new(Code::Type, value.span, format!("\"{name}\" has \"{key}\" already"))
                .related(known.span, "the theme says it here")
                .help(format!("remove \"{key}\": {ONLY_ADDS}")),
        ),
    }
}

/// Pages or files of the theme's type at the address that the other states; `None` if it states anything else.
fn moved(theme: &Spanned<Data>, own: &Spanned<Data>) -> Option<Data> {
    let (Data::Table(theme), Data::Table(own)) = (&theme.value, &own.value) else { return None };
    theme.get(PATH)?;
    let path = own.get(PATH).filter(|_| own.iter().all(|(key, _)| **key == *PATH))?;
    let fields =
        theme.iter().map(|(key, value)| (key.clone(), if **key == *PATH { path } else { value }.clone()));
    Some(Data::Table(Arc::new(Table::new(theme.schema.clone(), fields.collect(), theme.span))))
}

const ONLY_ADDS: &str = "a type that extends another only adds to it, or changes a path; without \"extends\", it replaces the other";

fn taken(name: &Name, key: &Name, second: &Spanned<Name>, first: &Spanned<Name>) -> Diagnostic {
    let (what, remedy) = match &**key {
        "field" => ("a field".to_owned(), "give it another name"),
        "pages" | "data" => (format!("[{key}]"), "state nothing but its path here"),
        _ => (format!("[{key}]"), "give it another name"),
    };
    let message = format!("\"{name}\" has {what} \"{}\" already", second.value);
    Diagnostic::new(Code::Type, second.span, message)
        .related(first.span, "the theme declares it here")
        .help(format!("{remedy}: {ONLY_ADDS}"))
}

/// What to say of a file that extends nothing.
fn no_base(
    folder: TypeFolder,
    name: &Name,
    wanted: &str,
    extends: &Spanned<Data>,
    sources: &Sources,
) -> Diagnostic {
    let files = theme::names_below(folder.path().trim_end_matches('/'));
    let types = || {
        let files = files.iter().filter_map(|path| folder.type_name(path));
        files.filter(|_| sources.has_theme())
    };
    let expected = format!("the name of the type of the theme whose file is {}", folder.type_file(name));
    let none = format!("the theme has no type \"{wanted}\" that this file could extend");
    let (message, help) = if types().any(|known| known == wanted) {
        let message = format!("this file can't extend \"{wanted}\": it isn't {}", folder.type_file(wanted));
        (message, format!("rename the file to {}", folder.type_file(wanted)))
    } else if types().any(|known| *known == **name) {
        (none, format!("write {EXTENDS} = \"{name}\", the name of the file's own type"))
    } else if let Some(near) = nearest(wanted, types()) {
        (none, format!("did you mean \"{near}\"? Then rename the file to {}", folder.type_file(near)))
    } else {
        (none, format!("remove {EXTENDS}, so that the file declares a type of its own"))
    };
    Diagnostic::new(Code::Type, extends.span, message).expected(expected).help(help)
}
