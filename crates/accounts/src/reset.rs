//! The page of a password reset, behind the link that the terminal shows.

use super::{Body, Context, Response, error::Error, identity, store::StoreError};

/// Its path.
pub(super) const PATH: &str = "/.gympress/password";

/// The form, for the code in the query of `target`.
pub(super) fn page(target: &str) -> Response {
    let query = target.split_once('?').map(|(_, query)| query).unwrap_or_default();
    let code = url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "code");
    let code = code.map(|(_, code)| code.into_owned()).unwrap_or_default();
    html(200, &form("Choose a new password.", &code))
}

/// Sets the password that the form was submitted with.
pub(super) fn submit(context: &Context<'_>, body: &[u8]) -> Result<Response, StoreError> {
    let field = |name: &str| {
        let value = url::form_urlencoded::parse(body).find(|(field, _)| field == name);
        value.map(|(_, value)| value.into_owned()).unwrap_or_default()
    };
    let code = field("code");
    let result = identity::account_for_reset(context, &code)
        .and_then(|account| identity::set_password(context, &account, &field("password")));
    match result {
        Ok(()) => Ok(html(200, "<p>That is your password from now on.</p>")),
        Err(Error::Rejected(rejection)) if rejection.is("WEAK_PASSWORD") => {
            Ok(html(400, &form("A password has at least six characters.", &code)))
        }
        Err(Error::Rejected(_)) => {
            Ok(html(400, "<p>This link was used, or is too old. Ask for another.</p>"))
        }
        Err(Error::Store(error)) => Err(error),
    }
}

fn form(text: &str, code: &str) -> String {
    // A code has no other characters, and none of these is markup.
    let code: String =
        code.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_')).collect();
    format!(
        "<p>{text}</p>\
         <form method=\"post\" action=\"{PATH}\"><input type=\"hidden\" name=\"code\" value=\"{code}\">\
         <p><label>New password <input type=\"password\" name=\"password\" minlength=\"6\" required \
         autocomplete=\"new-password\"></label> <button>Save</button></p></form>"
    )
}

fn html(status: u16, body: &str) -> Response {
    let page = format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"referrer\" content=\"same-origin\">\
         <title>New password</title></head><body><h1>New password</h1>{body}</body></html>"
    );
    Response { status, body: Body::Html(page) }
}
