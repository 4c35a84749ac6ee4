//! Fields of `content/site.toml` that sections would show, and none does.

use super::prelude::*;
use crate::{
    content::Content,
    schema::{Data, Name, Table},
    site::Site,
};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "not-shown",
        severity: Severity::Warning,
        summary: "no page shows the ways to pay",
        text: "Sections `contact` and `prices` show `[[pay]]` unless they say `pay = false`, a section `pay` shows it on any page, and \
            `pay_title` in `[footer]` at the foot of all.",
        wrong: &[Example::shown(
            r#"
# content/site.toml
[[pay]]
kind = "mpesa-till"
number = "5123456"

# content/pages/pricing.toml, the only page that would show it
[[section]]
type = "prices"
pay = false
"#,
        )],
        right: &[Example::shown(
            r#"
# content/pages/pricing.toml
[[section]]
type = "prices"
"#,
        )],
    },
)
.follows_pages();

/// The single of `content/site.toml`.
const SITE: &str = "site";

fn check(LintedSite { content, site, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    // A page that can't be read, or a template of the project, may show it.
    let is_sure = content.unreadable.is_empty()
        && content.project.sources.texts_below("templates/").all(|(_, text)| text.theme.is_some());
    if !is_sure {
        return;
    }
    let Some(file) = site.single(SITE) else { return };
    let mut fields: Vec<&Name> =
        content.project.types.sections.values().flat_map(|section| &section.shows).collect();
    fields.sort();
    fields.dedup();
    for field in fields {
        let Some(value) = file.get(field).filter(|value| value.span.is_somewhere()) else { continue };
        if is_shown(field, content, site) {
            continue;
        }
        let kinds =
            content.project.types.sections.iter().filter(|(_, section)| section.shows.contains(field));
        let kinds: Vec<String> = kinds.map(|(kind, _)| format!("type = \"{kind}\"")).collect();
        report!(warnings, LINT.code, value.span, "no page shows \"{field}\" of content/site.toml";
            label: "visitors can't see it";
            help: "add a [[section]] with {} to a page", kinds.join(" or "));
    }
}

/// True if a section shows the field, or the foot of all pages does.
fn is_shown(field: &str, content: &Content, site: &Site) -> bool {
    let own = content.pages.iter().flat_map(|page| page.table.tables("section"));
    let of_entries = site.collections.sections.values().flat_map(|sections| sections.iter());
    let mut tables = own.chain(of_entries.map(|section| &section.table));
    tables.any(|section| shows(section, field, content))
        || site.gym.navigation.footer.as_ref().is_some_and(|footer| footer.pay_title.is_some())
}

fn shows(section: &Table, field: &str, content: &Content) -> bool {
    let declared = content.project.types.section(&section.schema.name);
    let is_off = section.get(field).is_some_and(|value| matches!(value.value, Data::Bool(false)));
    declared.is_some_and(|declared| declared.shows.iter().any(|shown| **shown == *field)) && !is_off
}
