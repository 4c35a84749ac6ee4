//! The two calls of the Cloud Firestore REST API that sites use, `batchGet` and `commit`, under the rules of
//! `firestore.rules`, which is deployed with the site.

use jiff::Timestamp;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};

use super::{RequestContext, error::Rejection, store::Account, token::TokenPurpose};

/// The prefix of all calls.
pub(super) const PATH: &str = "/v1/projects/";

/// The part between the project and the path of a document.
const DATABASE: &str = "/databases/(default)/documents";

/// The most documents of one call.
const MAX_DOCUMENTS: usize = 100;

/// The most entries of a list.
const MAX_LIST: usize = 200;

/// A document of an account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct UserDocument {
    fields: Map<String, Value>,
    /// In microseconds since 1970, like `updated`.
    created: i64,
    updated: i64,
}

#[derive(Debug, Deserialize)]
struct BatchGet {
    documents: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Commit {
    writes: Vec<Write>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Write {
    update: DocumentUpdate,
    #[serde(default)]
    current_document: Precondition,
}

#[derive(Debug, Deserialize)]
struct DocumentUpdate {
    name: String,
    #[serde(default)]
    fields: Map<String, Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Precondition {
    exists: Option<bool>,
}

/// The sender of a request, and the names of the documents in it.
struct Visitor {
    account: Option<Account>,
    /// The beginning of the full names of documents.
    folder: String,
}

/// Answers a call to `/v1/projects/...`. Returns `None` if it isn't about documents.
pub(super) fn call(
    path: &str,
    context: &RequestContext<'_>,
    authorization: Option<&str>,
    body: &[u8],
) -> Option<Result<Value, Rejection>> {
    let (project, call) = path.strip_prefix(PATH)?.split_once(DATABASE)?;
    if project.is_empty() || project.contains('/') {
        return None;
    }
    let folder = format!("projects/{project}{DATABASE}/");
    let visitor = account(context, authorization).map(|account| Visitor { account, folder });
    Some(visitor.and_then(|visitor| match call {
        ":commit" => commit(&parsed::<Commit>(body)?.writes, &visitor, context),
        ":batchGet" => batch_get(&parsed::<BatchGet>(body)?.documents, &visitor, context),
        // Lists and queries are never allowed by the rules.
        _ => Err(Rejection::permission_denied()),
    }))
}

fn parsed<T: DeserializeOwned>(body: &[u8]) -> Result<T, Rejection> {
    serde_json::from_slice(body)
        .map_err(|error| Rejection::malformed(format!("Invalid JSON payload: {error}")))
}

/// The account that the request's token was issued to; `None` without a token.
fn account(context: &RequestContext<'_>, authorization: Option<&str>) -> Result<Option<Account>, Rejection> {
    let Some(authorization) = authorization else { return Ok(None) };
    let token = authorization.strip_prefix("Bearer ").ok_or_else(Rejection::unauthenticated)?;
    let account = context.account_of(TokenPurpose::Identity, token);
    account.map(Some).map_err(|_| Rejection::unauthenticated())
}

impl Visitor {
    /// The path of the document with this full name, if it is the visitor's own.
    fn own<'n>(&self, name: &'n str) -> Result<&'n str, Rejection> {
        let path = name
            .strip_prefix(&self.folder)
            .ok_or_else(|| Rejection::malformed("the name of a document is not one of this database"))?;
        let owner = self.account.as_ref().map(|account| account.email.as_str());
        if owner.is_some() && path.strip_prefix("users/") == owner {
            Ok(path)
        } else {
            Err(Rejection::permission_denied())
        }
    }
}

fn batch_get(names: &[String], visitor: &Visitor, context: &RequestContext<'_>) -> Result<Value, Rejection> {
    check_count(names.len())?;
    let paths = names.iter().map(|name| visitor.own(name)).collect::<Result<Vec<&str>, Rejection>>()?;
    let now = rfc3339(context.now.as_microsecond())?;
    let found = context.store.documents(&paths);
    let results = names.iter().zip(found).map(|(name, document)| match document {
        Some(UserDocument { fields, created, updated }) => {
            let [created, updated] = [rfc3339(created)?, rfc3339(updated)?];
            let document =
                json!({ "name": name, "fields": fields, "createTime": created, "updateTime": updated });
            Ok(json!({ "found": document, "readTime": now }))
        }
        None => Ok(json!({ "missing": name, "readTime": now })),
    });
    results.collect()
}

fn commit(writes: &[Write], visitor: &Visitor, context: &RequestContext<'_>) -> Result<Value, Rejection> {
    check_count(writes.len())?;
    let now = context.now.as_microsecond();
    let times = context.store.update(|data| {
        let mut times = Vec::new();
        for Write { update, current_document } in writes {
            let path = visitor.own(&update.name)?;
            let before = data.documents.get(path);
            // The rules let a visitor create an empty list only.
            let most = if before.is_some() { MAX_LIST } else { 0 };
            if saved_shows(&update.fields).is_none_or(|entries| entries > most) {
                return Err(Rejection::permission_denied());
            }
            if current_document.exists == Some(false) && before.is_some() {
                return Err(Rejection::already_exists());
            }
            let (created, updated) =
                before.map_or((now, now), |before| (before.created, now.max(before.updated + 1)));
            times.push(updated);
            let document = UserDocument { fields: update.fields.clone(), created, updated };
            data.documents.insert(path.to_owned(), document);
        }
        Ok(times)
    })?;
    let results = times.iter().map(|time| Ok(json!({ "updateTime": rfc3339(*time)? })));
    let results = results.collect::<Result<Vec<Value>, Rejection>>()?;
    Ok(json!({ "writeResults": results, "commitTime": rfc3339(times.last().copied().unwrap_or(now))? }))
}

fn check_count(count: usize) -> Result<(), Rejection> {
    if count > MAX_DOCUMENTS {
        Err(Rejection::malformed(format!("at most {MAX_DOCUMENTS} documents at once")))
    } else {
        Ok(())
    }
}

/// The number of saved shows. Returns `None` if the document has other fields.
fn saved_shows(fields: &Map<String, Value>) -> Option<usize> {
    let list = fields.get("savedShows").filter(|_| fields.len() == 1)?.get("arrayValue")?;
    Some(list.get("values").and_then(Value::as_array).map_or(0, Vec::len))
}

/// The time as in RFC 3339 with microseconds, which clients parse.
fn rfc3339(microseconds: i64) -> Result<String, Rejection> {
    Ok(format!("{:.6}", Timestamp::from_microsecond(microseconds)?))
}
