//! `gympress stats`

use super::{ProcessContext, Status, Streams, arguments::Stats, progress, project, report};
use crate::{build::build_site, diagnostic::Diagnostics, failure::Failure};

const COLUMNS: [&str; 6] = ["HTML", "CSS", "script", "font", "image", "all"];

pub(super) fn run(
    options: &Stats,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let root = &options.root.root;
    let mut found = Diagnostics::default();
    let sources = project::read(root, &mut found)?;
    let settings = project::settings(&options.settings, process);
    let context = project::context(root, process);
    let made = match build_site(&sources, &settings, &context, &mut found, |_| Ok(())) {
        Ok(made) => made,
        Err(failure) => {
            report::mistakes(&mut found, &sources, process, streams);
            return report::failed(failure, &found, streams);
        }
    };
    let Some(made) = made.filter(|_| !found.has_errors()) else {
        return Ok(report::mistakes(&mut found, &sources, process, streams));
    };
    progress::encode(&made, process, streams)?;
    let rows: Vec<(String, [usize; 6])> = made
        .weights()
        .into_iter()
        .map(|weight| {
            let parts =
                [weight.html, weight.css.bytes, weight.script.bytes, weight.font.bytes, weight.image.bytes];
            let [html, css, script, font, image] = parts;
            (weight.page.address(), [html, css, script, font, image, parts.iter().sum()])
        })
        .collect();
    let route = rows.iter().map(|(route, _)| route.chars().count()).max().unwrap_or_default();
    let _ = write!(streams.out, "{:route$}", "route");
    for column in COLUMNS {
        let _ = write!(streams.out, "  {column:>8}");
    }
    let _ = writeln!(streams.out);
    for (address, bytes) in rows {
        let _ = write!(streams.out, "{address:route$}");
        for part in bytes {
            let _ = write!(streams.out, "  {part:>8}");
        }
        let _ = writeln!(streams.out);
    }
    Ok(Status::Done)
}
