//! Sections of one type without ids, on a page that is translated.

use std::collections::{BTreeMap, BTreeSet};

use super::prelude::*;
use crate::{
    diagnostic::FileId,
    schema::{Name, Table},
};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "sections-alike",
        severity: Severity::Warning,
        summary: "sections of one type without an id, on a page that is translated",
        text: "Translations tell them apart by their order alone, so that sections which change places would change their texts. The \
            ids that the message names leave translations and links as they are.",
        wrong: &[
            Example::new(
                "content/pages/rules.toml",
                r#"
title = "House rules"
description = "What we agree on."

[[section]]
type = "text"
body = "Bring a towel."

[[section]]
type = "text"
body = "Put weights back."
"#,
            ),
            Example::new(
                "content/sw/pages/rules.toml",
                r#"
title = "Kanuni"
description = "Tunayokubaliana."

[section.text]
body = "Njoo na taulo."

[section.text-2]
body = "Rudisha vyuma."
"#,
            ),
        ],
        right: &[
            Example::new(
                "content/pages/rules.toml",
                r#"
title = "House rules"
description = "What we agree on."

[[section]]
type = "text"
id = "text"
body = "Bring a towel."

[[section]]
type = "text"
id = "text-2"
body = "Put weights back."
"#,
            ),
            Example::new(
                "content/sw/pages/rules.toml",
                r#"
title = "Kanuni"
description = "Tunayokubaliana."

[section.text]
body = "Njoo na taulo."

[section.text-2]
body = "Rudisha vyuma."
"#,
            ),
        ],
    },
);

fn check(LintedSite { content, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    let lacks = content.editions.iter().flat_map(|edition| &edition.lacks);
    let translated: BTreeSet<FileId> =
        lacks.filter(|lacks| lacks.translation.is_some()).map(|lacks| lacks.main).collect();
    for page in content.pages.iter().filter(|page| translated.contains(&page.file)) {
        let mut by_type: BTreeMap<&Name, Vec<&Table>> = BTreeMap::new();
        let sections = page.table.tables("section");
        for section in sections.filter(|section| !section.get("id").is_some_and(|id| id.span.is_somewhere()))
        {
            by_type.entry(&section.schema.name).or_default().push(section);
        }
        for (name, sections) in by_type {
            let [first, second, ..] = &sections[..] else { continue };
            warnings.push(
                diagnostic!(LINT.code, second.span, "{} sections \"{name}\" have no id: translations tell them apart by their order", sections.len();
                    label: "another one";
                    related: first.span => "the first of them";
                    help: "give each an id, such as id = \"{name}\" and id = \"{name}-2\", by which translations name them now"),
            );
        }
    }
}
