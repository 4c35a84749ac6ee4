//! The two calls of the Cloud Firestore REST API that sites use: `batchGet` and `commit`.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{
    Context,
    change::{Write, apply},
    error::{Error, Rejection},
    rules::{Operation, is_allowed},
    store::StoreError,
    token::IdToken,
};

/// The prefix of all calls.
pub(super) const PATH: &str = "/v1/projects/";

/// Between the project and the path of a document.
const DATABASE: &str = "/databases/(default)/documents";

/// The most documents of one call.
const MAX_DOCUMENTS: usize = 100;

/// A document in the database.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Document {
    pub fields: Map<String, Value>,
    /// In microseconds since 1970, as `updated`.
    pub created: i64,
    pub updated: i64,
}

#[derive(Debug, Deserialize)]
struct Commit {
    #[serde(default)]
    writes: Vec<Write>,
}

#[derive(Debug, Deserialize)]
struct BatchGet {
    #[serde(default)]
    documents: Vec<String>,
}

/// Answers a call to `/v1/projects/...`. Returns `None` if it isn't about documents.
pub(super) fn call(
    path: &str,
    context: &Context<'_>,
    authorization: Option<&str>,
    body: &[u8],
) -> Option<Result<Value, Error>> {
    let (project, call) = path.strip_prefix(PATH)?.split_once(DATABASE)?;
    if project.is_empty() || project.contains('/') {
        return None;
    }
    let folder = format!("projects/{project}{DATABASE}/");
    Some(serve(call, &folder, context, authorization, body))
}

fn serve(
    call: &str,
    folder: &str,
    context: &Context<'_>,
    authorization: Option<&str>,
    body: &[u8],
) -> Result<Value, Error> {
    let identity = identify(context, authorization)?;
    let malformed = |error: serde_json::Error| Rejection::malformed(format!("Invalid JSON payload: {error}"));
    match call {
        ":commit" => {
            let Commit { writes } = serde_json::from_slice(body).map_err(malformed)?;
            commit(&writes, folder, context, identity.as_ref())
        }
        ":batchGet" => {
            let BatchGet { documents } = serde_json::from_slice(body).map_err(malformed)?;
            batch_get(&documents, folder, context, identity.as_ref())
        }
        // Lists and queries, which the rules never allow.
        _ => Err(Rejection::permission_denied().into()),
    }
}

/// The identity in the request's token; `None` without a token.
fn identify(context: &Context<'_>, authorization: Option<&str>) -> Result<Option<IdToken>, Error> {
    let Some(authorization) = authorization else { return Ok(None) };
    let token = authorization.strip_prefix("Bearer ").ok_or_else(Rejection::unauthenticated)?;
    let identity = context.tokens.read_identity(token).map_err(|_| Rejection::unauthenticated())?;
    let account =
        context.store.account_by_id(&identity.sub).filter(|account| identity.is_current_for(account));
    match account {
        Some(_) => Ok(Some(identity)),
        None => Err(Rejection::unauthenticated().into()),
    }
}

/// The path of a document, from its full name.
pub(super) fn path<'n>(name: &'n str, folder: &str) -> Result<&'n str, Rejection> {
    name.strip_prefix(folder)
        .filter(|path| !path.is_empty())
        .ok_or_else(|| Rejection::malformed("the name of a document is not one of this database"))
}

fn check_count(count: usize) -> Result<(), Rejection> {
    if count > MAX_DOCUMENTS {
        Err(Rejection::malformed(format!("at most {MAX_DOCUMENTS} documents at once")))
    } else {
        Ok(())
    }
}

fn batch_get(
    names: &[String],
    folder: &str,
    context: &Context<'_>,
    identity: Option<&IdToken>,
) -> Result<Value, Error> {
    check_count(names.len())?;
    let paths = names.iter().map(|name| path(name, folder)).collect::<Result<Vec<&str>, Rejection>>()?;
    if !paths.iter().all(|path| is_allowed(Operation::Get, path, identity)) {
        return Err(Rejection::permission_denied().into());
    }
    let now = rfc3339(context.tokens.now.as_microsecond())?;
    let found = context.store.documents(&paths);
    let results = names.iter().zip(found).map(|(name, document)| match document {
        Some(Document { fields, created, updated }) => {
            let [created, updated] = [rfc3339(created)?, rfc3339(updated)?];
            let document =
                json!({ "name": name, "fields": fields, "createTime": created, "updateTime": updated });
            Ok(json!({ "found": document, "readTime": now }))
        }
        None => Ok(json!({ "missing": name, "readTime": now })),
    });
    results.collect()
}

fn commit(
    writes: &[Write],
    folder: &str,
    context: &Context<'_>,
    identity: Option<&IdToken>,
) -> Result<Value, Error> {
    check_count(writes.len())?;
    let now = context.tokens.now.as_microsecond();
    let times = context.store.commit(|documents| -> Result<Vec<i64>, Rejection> {
        let mut times = Vec::new();
        for write in writes {
            let path = path(write.name(), folder)?;
            let after = apply(write, path, documents.get(path).cloned(), identity, now)?;
            times.push(after.updated);
            documents.insert(path.to_owned(), after);
        }
        Ok(times)
    })??;
    let results = times.iter().map(|time| Ok(json!({ "updateTime": rfc3339(*time)? })));
    let results = results.collect::<Result<Vec<Value>, StoreError>>()?;
    let last = times.last().copied().unwrap_or(now);
    Ok(json!({ "writeResults": results, "commitTime": rfc3339(last)? }))
}

/// RFC 3339 with microseconds, which clients parse.
///
/// # Errors
/// If the database has a time that no calendar has.
fn rfc3339(microseconds: i64) -> Result<String, StoreError> {
    let moment = Timestamp::from_microsecond(microseconds)?;
    Ok(format!("{moment:.6}"))
}
