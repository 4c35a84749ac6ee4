//! Documents, as Cloud Firestore has them over REST: reading some, and changing some at once.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{
    Counter,
    change::{Write, apply},
    refusal::{Fault, Refusal},
    rules::{Wish, allow},
    token::Identity,
};

/// Where all calls begin.
pub(super) const PATH: &str = "/v1/projects/";

/// What stands before the path of a document.
const DATABASE: &str = "/databases/(default)/documents";

/// No more documents are read or written at once.
const MOST: usize = 100;

/// A document in the database.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Kept {
    pub fields: Map<String, Value>,
    /// In microseconds since 1970, as the other.
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

/// Answers a call to `/v1/projects/...`; `None` if it's none for documents.
pub(super) fn answer(
    path: &str,
    counter: &Counter<'_>,
    authorization: Option<&str>,
    body: &[u8],
) -> Option<Result<Value, Fault>> {
    let (project, call) = path.strip_prefix(PATH)?.split_once(DATABASE)?;
    if project.is_empty() || project.contains('/') {
        return None;
    }
    let folder = format!("projects/{project}{DATABASE}/");
    Some(serve(call, &folder, counter, authorization, body))
}

fn serve(
    call: &str,
    folder: &str,
    counter: &Counter<'_>,
    authorization: Option<&str>,
    body: &[u8],
) -> Result<Value, Fault> {
    let identity = identify(counter, authorization)?;
    let malformed = |error: serde_json::Error| Refusal::malformed(format!("Invalid JSON payload: {error}"));
    match call {
        ":commit" => {
            let Commit { writes } = serde_json::from_slice(body).map_err(malformed)?;
            commit(&writes, folder, counter, identity.as_ref())
        }
        ":batchGet" => {
            let BatchGet { documents } = serde_json::from_slice(body).map_err(malformed)?;
            batch_get(&documents, folder, counter, identity.as_ref())
        }
        // Lists and queries, which the rules allow to nobody.
        _ => Err(Refusal::denied().into()),
    }
}

/// Who asks; `None` if they don't say.
fn identify(counter: &Counter<'_>, authorization: Option<&str>) -> Result<Option<Identity>, Fault> {
    let Some(authorization) = authorization else { return Ok(None) };
    let token = authorization.strip_prefix("Bearer ").ok_or_else(Refusal::nobody)?;
    let identity = counter.tokens.read_identity(token).map_err(|_| Refusal::nobody())?;
    let account = counter.store.account_of(&identity.sub)?.filter(|account| identity.holds(account));
    match account {
        Some(_) => Ok(Some(identity)),
        None => Err(Refusal::nobody().into()),
    }
}

/// The path of a document, from its full name.
pub(super) fn path<'n>(name: &'n str, folder: &str) -> Result<&'n str, Refusal> {
    name.strip_prefix(folder)
        .filter(|path| !path.is_empty())
        .ok_or_else(|| Refusal::malformed("the name of a document is not one of this database"))
}

fn few(count: usize) -> Result<(), Refusal> {
    if count > MOST { Err(Refusal::malformed(format!("at most {MOST} documents at once"))) } else { Ok(()) }
}

fn batch_get(
    names: &[String],
    folder: &str,
    counter: &Counter<'_>,
    identity: Option<&Identity>,
) -> Result<Value, Fault> {
    few(names.len())?;
    let paths = names.iter().map(|name| path(name, folder)).collect::<Result<Vec<&str>, Refusal>>()?;
    if !paths.iter().all(|path| allow(Wish::Get, path, identity)) {
        return Err(Refusal::denied().into());
    }
    let now = moment(counter.tokens.now.as_microsecond());
    let found = counter.store.documents(&paths)?;
    let answers = names.iter().zip(found).map(|(name, kept)| match kept {
        Some(Kept { fields, created, updated }) => {
            let times = json!({ "createTime": moment(created), "updateTime": moment(updated) });
            let mut document = json!({ "name": name, "fields": fields });
            if let (Some(document), Value::Object(times)) = (document.as_object_mut(), times) {
                document.extend(times);
            }
            json!({ "found": document, "readTime": now })
        }
        None => json!({ "missing": name, "readTime": now }),
    });
    Ok(Value::Array(answers.collect()))
}

fn commit(
    writes: &[Write],
    folder: &str,
    counter: &Counter<'_>,
    identity: Option<&Identity>,
) -> Result<Value, Fault> {
    few(writes.len())?;
    let now = counter.tokens.now.as_microsecond();
    let times = counter.store.commit(|documents| {
        let mut times = Vec::new();
        for write in writes {
            let path = match path(write.name(), folder) {
                Ok(path) => path,
                Err(refusal) => return Ok(Err(refusal)),
            };
            let before = documents.get(path)?;
            match apply(write, path, before, identity, now) {
                Ok(after) => {
                    times.push(after.updated);
                    documents.put(path, &after)?;
                }
                Err(refusal) => return Ok(Err(refusal)),
            }
        }
        Ok(Ok(times))
    })??;
    let results: Vec<Value> = times.iter().map(|time| json!({ "updateTime": moment(*time) })).collect();
    let last = times.last().copied().unwrap_or(now);
    Ok(json!({ "writeResults": results, "commitTime": moment(last) }))
}

/// A moment in the form that clients read.
fn moment(microseconds: i64) -> String {
    let moment = Timestamp::from_microsecond(microseconds).unwrap_or_default();
    format!("{moment:.6}")
}
