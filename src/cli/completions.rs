//! `gympress completions`

use clap::CommandFactory;

use super::{
    Status, Streams,
    arguments::{Arguments, Completions},
};
use crate::diagnostic::Failure;

pub(super) fn run(options: &Completions, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Arguments::command(), "gympress", &mut script);
    let _ = streams.out.write_all(&script);
    Ok(Status::Done)
}
