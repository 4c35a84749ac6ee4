//! `gympress check`

use super::{
    Status, Streams, Surroundings,
    arguments::{Check, Inputs},
    project, report,
};
use crate::{
    diagnostic::{Diagnostics, Format, Severity},
    failure::Failure,
    make,
};

pub(super) fn run(
    options: &Check,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let mut found = Diagnostics::default();
    let root = &options.root.root;
    let sources = project::read(root, &mut found)?;
    let inputs = Inputs { base_url: None, now: options.now, drafts: false };
    let settings = project::settings(&inputs, surroundings);
    let tools = project::tools(root, surroundings);
    let made = make(&sources, &settings, &tools, &mut found, |_| Ok(()))?;
    found.sort(&sources);
    let form = Format::from(options.format);
    report::diagnostics(&found, &sources, form, surroundings, streams);
    if !form.is_machine() {
        if let Some(made) = &made {
            let _ = write!(streams.err, "{}", report::held(&made.held, &sources));
        }
        let _ = writeln!(streams.err, "{}", report::counts(&found));
    }
    let denied = options.deny_warnings && found.count(Severity::Warning) > 0;
    Ok(if found.has_errors() || denied { Status::Mistakes } else { Status::Done })
}
