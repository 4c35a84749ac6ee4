//! What the built site has for machines: search engines, feed readers, calendars, hosts.
mod calendar;
mod guides;
mod hosts;
mod language;
mod machines;
mod site;
mod texts;
