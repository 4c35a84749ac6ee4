//! What the built site has for machines: search engines, feed readers, calendars, hosts.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that can't set itself up has nothing to say")]

mod calendar;
#[path = "../copy/mod.rs"]
mod copy;
mod hosts;
mod language;
mod machines;
mod site;
mod texts;
