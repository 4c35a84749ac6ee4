//! `gympress fix`

use std::collections::BTreeSet;

use super::{ProcessContext, Status, Streams, arguments::FixArgs, project, report};
use crate::{
    diagnostic::{self, Diagnostic, Diagnostics, Failure, ReportFormat, counted},
    edit::fix::{self, Corrected},
    source::Sources,
};

/// The proposed fixes that are applied.
enum Consent {
    All,
    /// The proposals that the user accepts one by one.
    Asked,
    None,
}

pub(super) fn run(
    options: &FixArgs,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let root = &options.root.root;
    let sources = project::read(root, &mut Diagnostics::default())?;
    let settings = project::settings(options.now, process);
    let context = project::context(root, process);
    let mut consent = if options.all {
        Consent::All
    } else if process.interactive && !options.dry_run {
        Consent::Asked
    } else {
        Consent::None
    };
    let mut corrected =
        fix::correct(&sources, (&settings, &context), &mut |diagnostic, fix, sources| match consent {
            Consent::All => true,
            Consent::None => false,
            Consent::Asked => {
                let (is_accepted, next) = ask(diagnostic, fix, sources, process, streams);
                consent = next;
                is_accepted
            }
        })?;
    if options.dry_run {
        let shown = fix::unified(&corrected.changes) + &fix::unified_new(&corrected.created);
        let _ = write!(streams.out, "{shown}");
    } else {
        // A file is there before another one refers to it.
        fix::create(root, &corrected.created)?;
        fix::write(root, &corrected.changes)?;
        for correction in &corrected.corrections {
            let _ = writeln!(streams.out, "{}:{}: {}", correction.path, correction.at.line, correction.what);
        }
    }
    corrected.diagnostics.sort(&corrected.sources);
    summarize(&corrected, options, process, streams);
    if let Some(failure) = corrected.unchecked.take() {
        return report::failed(failure, &corrected.diagnostics, streams);
    }
    Ok(if corrected.diagnostics.has_errors() { Status::Mistakes } else { Status::Done })
}

/// Shows the remaining diagnostics and the numbers of corrections.
fn summarize(corrected: &Corrected, options: &FixArgs, process: &ProcessContext, streams: &mut Streams<'_>) {
    let Corrected { sources, diagnostics, corrections, changes, created, .. } = corrected;
    report::print(diagnostics, sources, ReportFormat::Human, process, streams);
    let files: BTreeSet<&str> = changes
        .iter()
        .map(|change| &*change.after.path)
        .chain(created.iter().map(|new| &*new.path))
        .collect();
    let made = counted(corrections.len(), "correction");
    let files = counted(files.len(), "file");
    let done = if corrections.is_empty() {
        "nothing to correct".to_owned()
    } else if options.dry_run {
        format!("{made} in {files} would be made")
    } else {
        format!("{made} in {files}")
    };
    let more = match report::fixable(diagnostics, &**sources).proposed {
        0 => String::new(),
        proposed => format!("; `gympress fix --all` makes {proposed} more, to be looked at"),
    };
    let _ = writeln!(streams.err, "{done}; left: {}{more}", report::counts(diagnostics));
}

/// Shows a proposal and reads the answer, which may cover all further proposals.
fn ask(
    diagnostic: &Diagnostic,
    fix: &diagnostic::Fix,
    sources: &Sources,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> (bool, Consent) {
    let shown = ReportFormat::Human.render(&Diagnostics::from(diagnostic.clone()), sources, process.color);
    let _ = write!(streams.err, "{shown}{}? [y]es, [N]o, [a]ll, [q]uit: ", fix.describe(sources));
    let _ = streams.err.flush();
    let mut answer = String::new();
    // The end of the input declines all further proposals.
    if streams.answers.read_line(&mut answer).is_ok_and(|read| read == 0) {
        return (false, Consent::None);
    }
    match answer.trim().to_lowercase().as_str() {
        "y" | "yes" => (true, Consent::Asked),
        "a" | "all" => (true, Consent::All),
        "q" | "quit" => (false, Consent::None),
        _ => (false, Consent::Asked),
    }
}
