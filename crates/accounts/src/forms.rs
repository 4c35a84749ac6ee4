//! Forms that browsers post themselves: messages of visitors, which stay on this machine, and the page for a
//! new password, to which the terminal shows the link.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{
    AccountEvent, AccountResponse, Body, RequestContext,
    error::Rejection,
    field,
    identity::{self, MIN_PASSWORD},
};

/// The path to which browsers post messages of visitors.
pub(super) const MESSAGES: &str = "/.gympress/messages";

/// The path of the page for a new password.
pub(super) const PASSWORD: &str = "/.gympress/password";

/// The most messages that are kept; older ones are deleted.
const MAX_MESSAGES: usize = 1_000;

/// The most characters of one field.
const MAX_CHARACTERS: usize = 4_000;

/// The most fields of one message.
const MAX_FIELDS: usize = 100;

/// A form as a visitor filled it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormMessage {
    /// The time of receipt.
    pub at: Timestamp,
    /// The fields that were filled, by their names, in order.
    #[serde(default)]
    pub fields: Vec<(String, String)>,
}

/// Stores the message of a posted form, and emits it.
pub(super) fn receive(context: &RequestContext<'_>, body: &[u8]) -> Result<(), Rejection> {
    let filled = url::form_urlencoded::parse(body).filter(|(_, value)| !value.trim().is_empty());
    let shortened = |text: &str| text.trim().chars().take(MAX_CHARACTERS).collect::<String>();
    let fields: Vec<_> =
        filled.take(MAX_FIELDS).map(|(name, value)| (shortened(&name), shortened(&value))).collect();
    if fields.is_empty() {
        return Err(Rejection::malformed("the message is empty"));
    }
    let message = FormMessage { at: context.now, fields };
    context.store.update(|data| {
        data.messages.push(message.clone());
        let surplus = data.messages.len().saturating_sub(MAX_MESSAGES);
        data.messages.drain(..surplus);
        Ok(())
    })?;
    context.emit(AccountEvent::Message(message));
    Ok(())
}

/// The page for a new password, with the code from the query of `target`.
pub(super) fn page(target: &str) -> AccountResponse {
    let query = target.split_once('?').map(|(_, query)| query).unwrap_or_default();
    html(200, &form("Choose a new password.", &field(query.as_bytes(), "code")))
}

/// Sets the password that the page posted.
pub(super) fn set_password(context: &RequestContext<'_>, body: &[u8]) -> Result<AccountResponse, Rejection> {
    let code = field(body, "code");
    let account = context.store.account(|account| account.reset_code.as_ref() == Some(&code));
    let Some(account) = account else {
        return Ok(html(400, "<p>This link was used, or there is a newer one. Ask for another.</p>"));
    };
    let password = field(body, "password");
    if !identity::is_long_enough(&password) {
        let text = format!("A password has at least {MIN_PASSWORD} characters.");
        return Ok(html(400, &form(&text, &code)));
    }
    identity::set_password(context, &account.id, &password)?;
    Ok(html(200, "<p>That is your password from now on.</p>"))
}

fn form(text: &str, code: &str) -> String {
    // Codes have no other characters, and what is left can't be markup.
    let code: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    format!(
        "<p>{text}</p>\
         <form method=\"post\" action=\"{PASSWORD}\"><input type=\"hidden\" name=\"code\" value=\"{code}\">\
         <p><label>New password <input type=\"password\" name=\"password\" minlength=\"{MIN_PASSWORD}\" \
         required autocomplete=\"new-password\"></label> <button>Save</button></p></form>"
    )
}

fn html(status: u16, body: &str) -> AccountResponse {
    let page = format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"referrer\" content=\"same-origin\">\
         <title>New password</title></head><body><h1>New password</h1>{body}</body></html>"
    );
    AccountResponse { status, body: Body::Html(page) }
}
