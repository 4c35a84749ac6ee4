//! A menu that leads to a page twice, or has more entries than fit beside each other.

use std::sync::Arc;

use super::prelude::*;
use crate::schema::{FromData, Role, Table, decode::value::Link};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "odd-menu",
        severity: Severity::Warning,
        summary: "the menu leads to a page twice, or has too many entries for a small window",
        text: "Eight entries fit beside each other on a tablet. What belongs together can lie below one of them: `under`.",
        wrong: &[Example::new(
            "content/navigation.toml",
            r#"
[[link]]
title = "Classes"
to = "/classes/"

[[link]]
title = "What we teach"
to = "/classes/"
"#,
        )],
        right: &[Example::new(
            "content/navigation.toml",
            r#"
[[link]]
title = "Classes"
to = "/classes/"
"#,
        )],
    },
);

/// The entries that fit beside logo and buttons in a window 1024 pixels wide.
const FITTING: usize = 8;

fn check(LintedSite { site, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    let Some(menu) = site.single_of(Role::Navigation) else { return };
    let entries: Vec<&Arc<Table>> = menu.tables("link").collect();
    warnings.extend(twice(&entries));
    for entry in &entries {
        warnings.extend(twice(&entry.tables("under").collect::<Vec<_>>()));
    }
    if let Some(entry) = entries.get(FITTING) {
        let title = entry.get("title").map_or(entry.span, |title| title.span);
        report!(warnings, LINT.code, title, "the menu has more than {FITTING} entries beside each other";
            label: "the first that is too many";
            help: "put entries that belong together below one of them, with \"under\", or leave some to the pages: in a window 1024 pixels wide they don't fit into a line");
    }
}

/// The first of these entries that leads where one before it does. Two of one title are reported for that.
fn twice(entries: &[&Arc<Table>]) -> Option<Diagnostic> {
    let mut known: Vec<MenuTarget<'_>> = Vec::new();
    for target in entries.iter().filter_map(|entry| MenuTarget::of(entry)) {
        if let Some(first) = known.iter().find(|known| known.to == target.to && !known.is_titled_as(&target))
        {
            return Some(diagnostic!(LINT.code, target.at, "the menu leads to {} twice", target.to;
                label: "the second time";
                related: first.at => "the first time";
                help: "remove one of the two entries"));
        }
        known.push(target);
    }
    None
}

/// The address to which an entry leads.
struct MenuTarget<'m> {
    to: String,
    title: Option<&'m str>,
    /// The place where content says it.
    at: Span,
}

impl<'m> MenuTarget<'m> {
    fn of(entry: &'m Table) -> Option<Self> {
        let to = entry.get("to").filter(|to| to.span.is_somewhere())?;
        let link = <Option<Link>>::from_data(Some(to))?;
        Some(Self { to: link.as_written(), title: entry.text("title"), at: to.span })
    }

    fn is_titled_as(&self, other: &Self) -> bool {
        self.title.zip(other.title).is_some_and(|(one, other)| one.to_lowercase() == other.to_lowercase())
    }
}
