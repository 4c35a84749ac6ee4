//! How the service says no, in the words that the official library knows.

use serde_json::{Value, json};

use super::store::Broken;

/// A request that is not granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// The status of the answer.
    pub status: u16,
    /// The library reads its kind from the first word.
    message: String,
    /// The name of the status.
    name: &'static str,
}

impl Refusal {
    /// Signing up or in failed, for a reason that has a name.
    pub fn identity(code: &str) -> Self {
        Self { status: 400, message: code.to_owned(), name: "INVALID_ARGUMENT" }
    }

    /// What was sent can't be understood.
    pub fn malformed(what: impl Into<String>) -> Self {
        Self { status: 400, message: what.into(), name: "INVALID_ARGUMENT" }
    }

    /// The rules don't allow it.
    pub fn denied() -> Self {
        let message = "Missing or insufficient permissions.".to_owned();
        Self { status: 403, message, name: "PERMISSION_DENIED" }
    }

    /// The token is none, or too old.
    pub fn nobody() -> Self {
        let message = "Request had invalid authentication credentials.".to_owned();
        Self { status: 401, message, name: "UNAUTHENTICATED" }
    }

    /// There is a document already.
    pub fn exists() -> Self {
        let message = "Document already exists".to_owned();
        Self { status: 409, message, name: "ALREADY_EXISTS" }
    }

    /// There is no such document.
    pub fn missing() -> Self {
        Self { status: 404, message: "No document to update".to_owned(), name: "NOT_FOUND" }
    }

    /// The document is not what the request takes it for.
    pub fn outdated() -> Self {
        let message = "the document was changed since".to_owned();
        Self { status: 400, message, name: "FAILED_PRECONDITION" }
    }

    /// True if this is the reason of that name.
    pub fn is(&self, code: &str) -> bool {
        self.message.split(' ').next() == Some(code)
    }

    /// What is sent back.
    pub fn body(&self) -> Value {
        let Self { status, message, name } = self;
        let errors = [json!({ "message": message, "reason": "invalid", "domain": "global" })];
        json!({ "error": { "code": status, "message": message, "status": name, "errors": errors } })
    }
}

/// Why there is no answer as asked for.
#[derive(Debug)]
pub(super) enum Fault {
    /// The request is not granted.
    Refused(Refusal),
    /// The database failed.
    Broken(Broken),
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Broken> for Fault {
    fn from(broken: Broken) -> Self {
        Self::Broken(broken)
    }
}
