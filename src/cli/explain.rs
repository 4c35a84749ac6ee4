//! `gympress explain`: what a code of a diagnostic means, with an example.

use super::{Status, Streams, arguments::Explain};
use crate::diagnostic::{Code, Failure, code, nearest};

/// A section for each code, under its name.
const MESSAGES: &str = include_str!("../../docs/messages.md");

pub(super) fn run(options: &Explain, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let names: Vec<&str> = code::all().map(Code::name).collect();
    let Some(code) = &options.code else {
        for name in names {
            let _ = writeln!(streams.out, "{name}");
        }
        return Ok(Status::Done);
    };
    if let Some(text) = section(code) {
        // A reader that has closed the pipe, such as `head`, is no failure.
        let _ = writeln!(streams.out, "{text}");
        return Ok(Status::Done);
    }
    let help = match nearest(code, names) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => "`gympress explain` lists all codes".to_owned(),
    };
    let why = format!("there is no message with the code \"{code}\"; {help}");
    Ok(streams.refuse(Status::Usage, why))
}

/// What the document says of a code, its heading included.
fn section(code: &str) -> Option<&'static str> {
    let heading = format!("\n## {code}\n");
    let start = MESSAGES.find(&heading)? + 1;
    let text = MESSAGES.get(start..)?;
    let end = text.get(1..)?.find("\n## ").map_or(text.len(), |end| end + 1);
    Some(text.get(..end)?.trim_end())
}
