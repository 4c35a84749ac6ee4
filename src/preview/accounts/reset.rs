//! The page behind the link that the terminal shows: a new password for somebody who forgot theirs.

use super::{Counter, identity, refusal::Fault, store::Broken};
use crate::preview::answer::Answer;

/// Where it is.
pub(super) const PATH: &str = "/.gympress/password";

/// The form, for the code that stands in `target`.
pub(super) fn page(target: &str) -> Answer {
    let query = target.split_once('?').map(|(_, query)| query).unwrap_or_default();
    let code = url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "code");
    let code = code.map(|(_, code)| code.into_owned()).unwrap_or_default();
    html(200, &form("Choose a new password.", &code))
}

/// Sets the password that was posted.
pub(super) fn answer(counter: &Counter<'_>, body: &[u8]) -> Result<Answer, Broken> {
    let field = |name: &str| {
        let value = url::form_urlencoded::parse(body).find(|(field, _)| field == name);
        value.map(|(_, value)| value.into_owned()).unwrap_or_default()
    };
    let code = field("code");
    let done = identity::resettable(counter, &code)
        .and_then(|account| identity::set_password(counter, &account, &field("password")));
    match done {
        Ok(()) => Ok(html(200, "<p>That is your password from now on.</p>")),
        Err(Fault::Refused(refusal)) if refusal.is("WEAK_PASSWORD") => {
            Ok(html(400, &form("A password has at least six characters.", &code)))
        }
        Err(Fault::Refused(_)) => Ok(html(400, "<p>This link was used, or is too old. Ask for another.</p>")),
        Err(Fault::Broken(broken)) => Err(broken),
    }
}

fn form(says: &str, code: &str) -> String {
    // A code has no other characters, and these are none that a page could take for markup.
    let code: String =
        code.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_')).collect();
    format!(
        "<p>{says}</p>\
         <form method=\"post\" action=\"{PATH}\"><input type=\"hidden\" name=\"code\" value=\"{code}\">\
         <p><label>New password <input type=\"password\" name=\"password\" minlength=\"6\" required \
         autocomplete=\"new-password\"></label> <button>Save</button></p></form>"
    )
}

fn html(status: u16, body: &str) -> Answer {
    let page = format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"referrer\" content=\"same-origin\">\
         <title>New password</title></head><body><h1>New password</h1>{body}</body></html>"
    );
    Answer::page(status, &page)
}
