//! The names of type files, and of the entries that they declare.

use std::{collections::BTreeMap, sync::Arc};

use super::{Collection, Name, Scalar, lower::Pending, plural};
use crate::{
    decode::value::kebab_case,
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Span},
    source::layout::TypeFolder,
};

/// Types besides the scalars that gympress has itself.
pub(super) const OWN_TYPES: [&str; 5] = ["choice", "ref", "picture", plural::NAME, "table"];

/// Reports a type file that nothing could name, or that a type of gympress's own is in the place of.
pub(super) fn check((folder, name): (TypeFolder, &Name), file: FileId, diagnostics: &mut Diagnostics) {
    let wrong = |code: Code, message: String| Diagnostic::new(code, Span::whole(file), message);
    if !is_name(name) {
        let meant = kebab_case(name);
        diagnostics.push(
            wrong(Code::BadFileName, format!("\"{name}\" can't be the name of a type"))
                .expected("a name of lower-case letters, digits, hyphens and underscores, such as price-list")
                .help(match meant.is_empty() {
                    true => "rename it".to_owned(),
                    false => format!("move the file to {}", folder.type_file(&meant)),
                }),
        );
    }
    match folder {
        TypeFolder::Types if is_own(name) => diagnostics.push(
            wrong(Code::Type, format!("gympress has a type \"{name}\" itself, so this one is never used"))
                .help("rename the file"),
        ),
        TypeFolder::Types | TypeFolder::Sections | TypeFolder::Collections | TypeFolder::Singles => {}
    }
}

/// Names are parts of ids and classes in HTML, and of the names of files.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_'))
}

/// True for the types of gympress's own.
pub(super) fn is_own(name: &str) -> bool {
    Scalar::named(name).is_some() || OWN_TYPES.contains(&name)
}

/// Reports collections whose entries are called like those of another one, by which commands couldn't distinguish them.
pub(super) fn check_nouns(
    files: &BTreeMap<(TypeFolder, Name), Pending<'_>>,
    collections: &BTreeMap<Name, Arc<Collection>>,
    diagnostics: &mut Diagnostics,
) {
    let stated = |((folder, name), pending): (&(TypeFolder, Name), &Pending<'_>)| {
        let noun = pending.decoded.table.get("noun").filter(|_| *folder == TypeFolder::Collections)?;
        let one = collections.get(name)?.nouns[0].clone();
        Some((one, name.clone(), noun.span, pending.source.theme.is_some()))
    };
    let mut stated: Vec<_> = files.iter().filter_map(stated).collect();
    // The name is the theme's before it is the project's.
    stated.sort_by_key(|(_, _, _, is_of_theme)| !is_of_theme);
    let mut known: BTreeMap<Arc<str>, Name> = BTreeMap::new();
    for (one, name, span, _) in stated {
        match known.get(&one) {
            Some(other) => {
                let message = format!("\"{one}\" is what an entry of \"{other}\" is called");
                diagnostics.push(Diagnostic::new(Code::Type, span, message).help("give it another name"));
            }
            None => drop(known.insert(one, name)),
        }
    }
}
