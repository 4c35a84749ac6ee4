//! Messages from the contact form, which stay on this machine.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{
    Context, Event,
    error::{Error, Rejection},
};

/// The most characters of one field.
const MAX_CHARACTERS: usize = 4_000;

/// A message from the contact form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// When it was received.
    pub at: Timestamp,
    /// The sender's name.
    pub name: String,
    /// The sender's address, as typed.
    pub email: String,
    /// The class that they chose; empty if none.
    pub class: String,
    /// The text; may be empty.
    pub comment: String,
}

/// Stores the message of a posted form, and emits it.
pub(super) fn receive(context: &Context<'_>, body: &[u8]) -> Result<(), Error> {
    let field = |name: &str| {
        let value = url::form_urlencoded::parse(body).find(|(field, _)| field == name);
        let value = value.map(|(_, value)| value.into_owned()).unwrap_or_default();
        value.trim().chars().take(MAX_CHARACTERS).collect::<String>()
    };
    let message = Message {
        at: context.tokens.now,
        name: field("name"),
        email: field("email"),
        class: field("class"),
        comment: field("comment"),
    };
    if message.name.is_empty() || message.email.is_empty() {
        return Err(Rejection::malformed("a message has a name and an email address").into());
    }
    context.store.add_message(&message)?;
    context.emit(Event::Message(message));
    Ok(())
}
