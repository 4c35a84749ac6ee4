//! The security rules of documents: `firestore.rules`, which is deployed with the site, in Rust.

use serde_json::{Map, Value};

use super::token::IdToken;

/// The most entries of a list.
pub(super) const MAX_LIST: usize = 200;

/// An operation on a document.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operation<'a> {
    /// Read it, or learn that it doesn't exist.
    Get,
    /// Write a document that doesn't exist.
    Create(&'a Map<String, Value>),
    /// Replace an existing document.
    Update(&'a Map<String, Value>),
}

/// True if the rules allow the operation. What they don't name, such as deleting, is denied.
pub(super) fn is_allowed(operation: Operation<'_>, path: &str, identity: Option<&IdToken>) -> bool {
    let owner = identity.is_some_and(|identity| path.strip_prefix("users/") == Some(&*identity.email));
    owner
        && !path.strip_prefix("users/").unwrap_or_default().contains('/')
        && match operation {
            Operation::Get => true,
            Operation::Create(fields) => saved_shows(fields) == Some(0),
            Operation::Update(fields) => saved_shows(fields).is_some_and(|entries| entries <= MAX_LIST),
        }
}

/// The length of the list. Returns `None` if the document has other fields.
fn saved_shows(fields: &Map<String, Value>) -> Option<usize> {
    let list = fields.get("savedShows").filter(|_| fields.len() == 1)?.get("arrayValue")?;
    Some(list.get("values").and_then(Value::as_array).map_or(0, Vec::len))
}

#[cfg(test)]
mod tests {
    use super::MAX_LIST;

    #[test]
    fn the_file_for_the_hosted_service_says_the_same() {
        let file = include_str!("../firestore.rules");
        assert!(file.contains(&format!("savedShows.size() <= {MAX_LIST}")), "{file}");
        assert!(file.contains("request.auth.token.email == email"), "{file}");
        let allowed: Vec<&str> = file.lines().filter_map(|line| line.trim().strip_prefix("allow ")).collect();
        let verbs: Vec<&str> = allowed.iter().filter_map(|rule| rule.split(':').next()).collect();
        assert_eq!(verbs, ["get", "create", "update"]);
    }
}
