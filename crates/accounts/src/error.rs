//! Errors of requests, with the messages that the official client libraries parse.

use serde_json::{Value, json};

/// The reason why a request fails: a status and a message in the format of Google's services.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rejection {
    /// The HTTP status.
    pub status: u16,
    /// The message, whose first word tells client libraries the kind of error.
    message: String,
    /// The canonical name of the status.
    name: &'static str,
}

impl Rejection {
    /// An error of Firebase Authentication with this code, such as `EMAIL_EXISTS`.
    pub fn identity(code: impl Into<String>) -> Self {
        Self { status: 400, message: code.into(), name: "INVALID_ARGUMENT" }
    }

    /// The request can't be parsed.
    pub fn malformed(message: impl Into<String>) -> Self {
        Self::identity(message)
    }

    /// The security rules don't allow it.
    pub fn permission_denied() -> Self {
        let message = "Missing or insufficient permissions.".to_owned();
        Self { status: 403, message, name: "PERMISSION_DENIED" }
    }

    /// The token is invalid or expired.
    pub fn unauthenticated() -> Self {
        let message = "Request had invalid authentication credentials.".to_owned();
        Self { status: 401, message, name: "UNAUTHENTICATED" }
    }

    /// The document exists, against the request's precondition.
    pub fn already_exists() -> Self {
        Self { status: 409, message: "Document already exists".to_owned(), name: "ALREADY_EXISTS" }
    }

    /// The file or the system fails, for this reason.
    pub fn failed(reason: impl Into<String>) -> Self {
        Self { status: 500, message: reason.into(), name: "INTERNAL" }
    }

    /// The reason of a failure that isn't the client's fault; clients don't get it.
    pub fn internal(&self) -> Option<&str> {
        (self.status == 500).then_some(self.message.as_str())
    }

    /// The body of the response.
    pub fn body(&self) -> Value {
        let Self { status, message, name } = self;
        let message = if self.internal().is_some() { name } else { message.as_str() };
        let errors = [json!({ "message": message, "reason": "invalid", "domain": "global" })];
        json!({ "error": { "code": status, "message": message, "status": name, "errors": errors } })
    }
}

impl<E: std::error::Error> From<E> for Rejection {
    fn from(error: E) -> Self {
        Self::failed(error.to_string())
    }
}
