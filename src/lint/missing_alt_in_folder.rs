//! Folders of pictures that content doesn't describe.

use super::prelude::*;
use crate::{content::PictureFolder, source::Sources};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "missing-alt-in-folder",
        severity: Severity::Warning,
        summary: "pictures of a folder have no description",
        text: "People who don't see them hear the title and a number, such as \"Open day, picture 12 of 60\". Describe those \
            that say something below `[[picture]]`, with `file` and `alt`; they come first. Where that is meant so, \
            `allow = [\"missing-alt-in-folder\"]`.",
        wrong: &[Example::shown(
            r#"
# content/albums/open-day.toml
title = "Open day"
"#,
        )],
        right: &[Example::shown(
            r#"
# content/albums/open-day.toml
title = "Open day"

[[picture]]
file = "IMG_2041.jpg"
alt = "Two children hang from the rings."
"#,
        )],
    },
);

fn check(LintedSite { content, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    let sources = &content.project.sources;
    warnings.extend(content.picture_folders().filter_map(|folder| undescribed(&folder, sources)));
}

fn undescribed(folder: &PictureFolder, sources: &Sources) -> Option<Diagnostic> {
    let pictures = folder.pictures(sources);
    let count = pictures.iter().filter(|picture| picture.alt.is_empty()).count();
    if count == 0 {
        return None;
    }
    let which = match (count, pictures.len()) {
        (_, 1) => "the only picture".to_owned(),
        (count, all) => format!("{count} of the {all} pictures"),
    };
    let (has, name) = (if count == 1 { "has" } else { "have" }, folder.name.as_str());
    Some(diagnostic!(LINT.code, folder.span, "{which} in content/images/{name} {has} no description";
        help: format!("describe those that say something: [[{}]], and below it file = \"...\" and alt = \"...\"; they come first", folder.list)))
}
