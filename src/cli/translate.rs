//! `gympress translate`: the texts that a language lacks, written where a translator finds them.

use super::{ProcessContext, Status, Streams, arguments::TranslateArgs, project, report};
use crate::{
    content::Content,
    diagnostic::{Diagnostics, Failure, Files as _, ReportFormat, Severity, counted},
    edit::translate,
    source::file_write,
};

pub(super) fn run(
    options: &TranslateArgs,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let root = &options.root.root;
    let mut diagnostics = Diagnostics::default();
    let content = project::decode(root, &mut diagnostics)?;
    let sources = &content.project.sources;
    let chosen = chosen(&content, &options.languages);
    let others = content.editions.iter().filter(|edition| {
        chosen.as_ref().is_ok_and(|chosen| !chosen.iter().any(|chosen| std::ptr::eq(*chosen, &***edition)))
    });
    let others: Vec<String> = others.filter_map(|edition| folder_of(edition)).collect();
    // Somebody else works on the other languages.
    diagnostics.retain(|diagnostic| {
        let path = sources.path(diagnostic.primary.span.file);
        diagnostic.severity == Severity::Error && !others.iter().any(|folder| path.starts_with(folder))
    });
    if diagnostics.has_errors() {
        diagnostics.sort(&**sources);
        report::print(&diagnostics, &**sources, ReportFormat::Human, process, streams);
        let why = "nothing was written, as content has mistakes\n  help: correct them first, so that no text is missed";
        return Ok(streams.refuse(Status::Mistakes, why));
    }
    let editions = match chosen {
        Ok(editions) => editions,
        Err(refusal) => return Ok(streams.refuse(Status::Usage, refusal)),
    };
    let (mut files, mut texts) = (0, 0);
    for edition in editions {
        for prepared in translate::prepared(edition) {
            if !options.dry_run {
                file_write::replace(&root.join(&prepared.path), prepared.text.as_bytes())?;
            }
            let new = if prepared.is_new { ", a new file" } else { "" };
            let count = counted(prepared.count, "text");
            let _ = writeln!(streams.out, "{}: {count} to translate{new}", prepared.path);
            (files, texts) = (files + 1, texts + prepared.count);
        }
    }
    let (texts, files) = (counted(texts, "text"), counted(files, "file"));
    let would = if options.dry_run { " would be written" } else { "" };
    let _ = writeln!(
        streams.err,
        "{texts} to translate in {files}{would}; a text counts once the word \"placeholder\" behind it is removed"
    );
    Ok(Status::Done)
}

/// The folder with the files of a further language.
fn folder_of(edition: &Content) -> Option<String> {
    edition.project.types.folder.as_ref().map(|folder| format!("content/{folder}/"))
}

/// The languages with these tags or folders, each once; all of them if none is named.
fn chosen<'c>(content: &'c Content, named: &[String]) -> Result<Vec<&'c Content>, String> {
    let all: Vec<&Content> = content.editions.iter().map(|edition| &**edition).collect();
    if all.is_empty() {
        return Err("the site has one language\n  help: add [[translation]] to content/site.toml, with language = \"sw\" or another one".to_owned());
    }
    let mut chosen: Vec<&Content> = Vec::new();
    for name in named {
        let edition = all.iter().find(|edition| {
            let types = &edition.project.types;
            types.folder.as_deref() == Some(name) || *types.language == **name
        });
        let Some(edition) = edition else {
            let folders: Vec<&str> =
                all.iter().filter_map(|edition| edition.project.types.folder.as_deref()).collect();
            return Err(format!(
                "the site is not in the language \"{name}\"\n  help: it is in {}",
                folders.join(", ")
            ));
        };
        if !chosen.iter().any(|other| std::ptr::eq(*other, *edition)) {
            chosen.push(*edition);
        }
    }
    Ok(if chosen.is_empty() { all } else { chosen })
}
