//! Errors of requests, with the messages that the official client libraries parse.

use serde_json::{Value, json};

use super::store::StoreError;

/// The client's fault: a status and a message in the format of Google's services.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rejection {
    /// The HTTP status.
    pub status: u16,
    /// The client libraries take the kind of error from its first word.
    message: String,
    /// The canonical name of the status.
    name: &'static str,
}

impl Rejection {
    /// An error of Firebase Authentication with this code, such as `EMAIL_EXISTS`.
    pub fn identity(code: &str) -> Self {
        Self { status: 400, message: code.to_owned(), name: "INVALID_ARGUMENT" }
    }

    /// The request can't be parsed.
    pub fn malformed(what: impl Into<String>) -> Self {
        Self { status: 400, message: what.into(), name: "INVALID_ARGUMENT" }
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
        let message = "Document already exists".to_owned();
        Self { status: 409, message, name: "ALREADY_EXISTS" }
    }

    /// The document doesn't exist, against the request's precondition.
    pub fn not_found() -> Self {
        Self { status: 404, message: "No document to update".to_owned(), name: "NOT_FOUND" }
    }

    /// The document was changed after the time of the request's precondition.
    pub fn failed_precondition() -> Self {
        let message = "the document was changed since".to_owned();
        Self { status: 400, message, name: "FAILED_PRECONDITION" }
    }

    /// True if the message begins with this code.
    pub fn is(&self, code: &str) -> bool {
        self.message.split(' ').next() == Some(code)
    }

    /// The body of the response.
    pub fn body(&self) -> Value {
        let Self { status, message, name } = self;
        let errors = [json!({ "message": message, "reason": "invalid", "domain": "global" })];
        json!({ "error": { "code": status, "message": message, "status": name, "errors": errors } })
    }
}

/// Why a request failed.
#[derive(Debug)]
pub(super) enum Error {
    /// The client is at fault.
    Rejected(Rejection),
    /// The database is at fault.
    Store(StoreError),
}

impl From<Rejection> for Error {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(rejection)
    }
}

impl From<StoreError> for Error {
    fn from(broken: StoreError) -> Self {
        Self::Store(broken)
    }
}
