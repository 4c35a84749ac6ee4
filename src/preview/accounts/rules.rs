//! Who may do what with documents: `firestore.rules`, which ships with the site, in Rust.

use serde_json::{Map, Value};

use super::token::Identity;

/// So many entries a list may have.
pub(super) const LONGEST_LIST: usize = 200;

/// What somebody wants to do with a document.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wish<'a> {
    /// Read it, or learn that there is none.
    Get,
    /// Write it where there is none.
    Create(&'a Map<String, Value>),
    /// Write it in place of what is there.
    Update(&'a Map<String, Value>),
}

/// Whether the rules allow it. What they don't name, such as removing, nobody may do.
pub(super) fn allow(wish: Wish<'_>, path: &str, identity: Option<&Identity>) -> bool {
    let owner = identity.is_some_and(|identity| path.strip_prefix("users/") == Some(&*identity.email));
    owner
        && !path.strip_prefix("users/").unwrap_or_default().contains('/')
        && match wish {
            Wish::Get => true,
            Wish::Create(fields) => saved_shows(fields) == Some(0),
            Wish::Update(fields) => saved_shows(fields).is_some_and(|entries| entries <= LONGEST_LIST),
        }
}

/// How many entries the list has, if there is nothing else.
fn saved_shows(fields: &Map<String, Value>) -> Option<usize> {
    let list = fields.get("savedShows").filter(|_| fields.len() == 1)?.get("arrayValue")?;
    Some(list.get("values").and_then(Value::as_array).map_or(0, Vec::len))
}

#[cfg(test)]
mod tests {
    use super::LONGEST_LIST;

    #[test]
    fn the_file_for_the_hosted_service_says_the_same() {
        let file = include_str!("../../../firestore.rules");
        assert!(file.contains(&format!("savedShows.size() <= {LONGEST_LIST}")), "{file}");
        assert!(file.contains("request.auth.token.email == email"), "{file}");
        let allowed: Vec<&str> = file.lines().filter_map(|line| line.trim().strip_prefix("allow ")).collect();
        let verbs: Vec<&str> = allowed.iter().filter_map(|rule| rule.split(':').next()).collect();
        assert_eq!(verbs, ["get", "create", "update"]);
    }
}
