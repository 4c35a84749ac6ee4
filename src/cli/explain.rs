//! `gympress explain`: the meaning of a diagnostic's code, with an example.

use super::{Status, Streams, arguments::Explain};
use crate::{
    diagnostic::{Failure, code, nearest},
    lint,
};

pub(super) fn run(options: &Explain, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let codes = lint::all_codes();
    let Some(name) = &options.code else {
        for code in codes {
            let _ = writeln!(streams.out, "{}", code.name());
        }
        return Ok(Status::Done);
    };
    if let Some(code) = codes.iter().find(|code| code.name() == name) {
        // A closed pipe, as behind `head`, is no failure.
        let _ = write!(streams.out, "{}", code::explanation(*code));
        return Ok(Status::Done);
    }
    let help = match nearest(name, codes.iter().map(|code| code.name())) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => "`gympress explain` lists all codes".to_owned(),
    };
    let why = format!("there is no message with the code \"{name}\"; {help}");
    Ok(streams.refuse(Status::Usage, why))
}
