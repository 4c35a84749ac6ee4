//! The command line from outside: what each command does, says and exits with.

mod determinism;
mod entries;
mod formats;
mod init;
mod islands;
mod project;
mod repeated;
mod scheduling;
mod status;
