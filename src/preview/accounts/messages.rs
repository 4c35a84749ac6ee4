//! Messages from the contact form, which stay on this machine.

use jiff::Timestamp;
use serde::Serialize;

use super::{Counter, refusal::Fault, refusal::Refusal};
use crate::preview::Notice;

/// The most characters of one answer.
const LONGEST: usize = 4_000;

/// What somebody left in the contact form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Message {
    /// When it came.
    pub at: Timestamp,
    /// Who sent it.
    pub name: String,
    /// Where they can be reached.
    pub email: String,
    /// The class that they chose.
    pub class: String,
    /// What they wrote.
    pub comment: String,
}

/// Keeps the message of a posted form, and tells of it.
pub(super) fn take(counter: &Counter<'_>, body: &[u8]) -> Result<(), Fault> {
    let field = |name: &str| {
        let value = url::form_urlencoded::parse(body).find(|(field, _)| field == name);
        let value = value.map(|(_, value)| value.into_owned()).unwrap_or_default();
        value.trim().chars().take(LONGEST).collect::<String>()
    };
    let message = Message {
        at: counter.tokens.now,
        name: field("name"),
        email: field("email"),
        class: field("class"),
        comment: field("comment"),
    };
    if message.name.is_empty() || message.email.is_empty() {
        return Err(Refusal::malformed("a message has a name and an email address").into());
    }
    counter.store.keep_message(&message)?;
    counter.tell(Notice::Message(message));
    Ok(())
}
