//! Documents of visitors, under the rules that ship with the site.

use std::net::SocketAddr;

use serde_json::{Value, json};

use super::{
    accounts::{answer, sign_up},
    http::post,
    project::Project,
    serve::Preview,
};

const FOLDER: &str = "projects/demo-gym/databases/(default)/documents";

struct Client {
    address: SocketAddr,
    token: Option<String>,
}

impl Client {
    fn ask(&self, call: &str, body: &Value) -> (u16, Value) {
        let token = self.token.as_ref().map(|token| format!("Authorization: Bearer {token}\r\n"));
        let more = format!("Content-Type: text/plain\r\n{}", token.unwrap_or_default());
        let reply = post(self.address, &format!("/v1/{FOLDER}{call}"), &more, &body.to_string());
        let reply = reply.expect("an answer");
        (reply.status, answer(&reply))
    }

    /// The status of one change.
    fn write(&self, write: Value) -> u16 {
        self.ask(":commit", &json!({ "writes": [write] })).0
    }

    fn get(&self, path: &str) -> (u16, Value) {
        let (status, answer) = self.ask(":batchGet", &json!({ "documents": [name(path)] }));
        (status, answer[0].clone())
    }
}

fn name(path: &str) -> String {
    format!("{FOLDER}/{path}")
}

fn list(count: usize) -> Value {
    json!({ "savedShows": { "arrayValue": { "values": vec![json!({ "stringValue": "a" }); count] } } })
}

fn update(path: &str, fields: Value) -> Value {
    json!({ "update": { "name": name(path), "fields": fields } })
}

/// Two visitors who are signed in, and one who isn't.
fn clients(preview: &Preview) -> [Client; 3] {
    let of = |email: &str| {
        let token = sign_up(preview.address, email)["idToken"].as_str().map(str::to_owned);
        Client { address: preview.address, token }
    };
    [of("a@mail.example"), of("b@mail.example"), Client { address: preview.address, token: None }]
}

#[test]
fn a_document_is_made_once_and_read_by_its_owner_only() {
    let project = Project::gym();
    let preview = Preview::start(&project);
    let [a, b, nobody] = clients(&preview);
    let path = "users/a@mail.example";
    let (status, missing) = a.get(path);
    assert_eq!((status, &missing["missing"]), (200, &json!(name(path))), "{missing}");
    let make = json!({
        "update": { "name": name(path), "fields": list(0) },
        "currentDocument": { "exists": false },
    });
    for other in [&b, &nobody] {
        assert_eq!((other.get(path).0, other.write(make.clone())), (403, 403));
    }
    assert_eq!((a.write(make.clone()), a.write(make.clone())), (200, 409));
    for other in [&b, &nobody] {
        assert_eq!((other.get(path).0, other.write(make.clone())), (403, 403));
    }
    let (_, found) = a.get(path);
    assert_eq!(found["found"]["fields"], json!({ "savedShows": { "arrayValue": {} } }), "{found}");
    let forged = Client { token: Some("a.b.c".to_owned()), ..nobody };
    assert_eq!((forged.get(path).0, forged.write(make)), (401, 401));
}

#[test]
fn the_owner_changes_the_list_and_nothing_else() {
    let project = Project::gym();
    let preview = Preview::start(&project);
    let [a, _, _] = clients(&preview);
    let path = "users/a@mail.example";
    assert_eq!(a.write(update(path, list(1))), 403, "a new one is empty");
    assert_eq!(a.write(update(path, list(0))), 200);
    for (fields, status) in [
        (list(200), 200),
        (list(201), 403),
        (json!({}), 403),
        (json!({ "savedShows": { "stringValue": "a" } }), 403),
        (json!({ "savedShows": { "arrayValue": {} }, "more": { "nullValue": null } }), 403),
        (json!({ "savedShows": { "arrayValue": { "values": [5] } } }), 400),
        (json!({ "savedShows": { "arrayValue": { "values": [{ "anyValue": 5 }] } } }), 400),
        (json!({ "savedShows": 5 }), 400),
    ] {
        assert_eq!(a.write(update(path, fields.clone())), status, "{fields}");
    }
    assert_eq!(a.write(update(path, list(2))), 200);
    let (_, before) = a.get(path);
    let append = json!({
        "update": { "name": name(path), "fields": {} },
        "updateMask": { "fieldPaths": [] },
        "updateTransforms": [{
            "fieldPath": "savedShows",
            "appendMissingElements": { "values": [{ "stringValue": "a" }, { "stringValue": "b" }] },
        }],
        "currentDocument": { "updateTime": before["found"]["updateTime"] },
    });
    assert_eq!((a.write(append.clone()), a.write(append)), (200, 400), "once for what was read");
    let (_, after) = a.get(path);
    let values = &after["found"]["fields"]["savedShows"]["arrayValue"]["values"];
    assert_eq!(values.as_array().map(Vec::len), Some(3), "{after}");
    assert_eq!(after["found"]["createTime"], before["found"]["createTime"]);

    assert_eq!(a.write(json!({ "delete": name(path) })), 403);
    for other in ["users/b@mail.example", "users/a@mail.example/more/x", "shows/a@mail.example", "users"] {
        assert_eq!(a.write(update(other, list(0))), 403, "{other}");
        assert_eq!(a.get(other).0, 403, "{other}");
    }
    let elsewhere = json!({ "update": { "name": "projects/x/databases/y/documents/users/a@mail.example", "fields": {} } });
    assert_eq!(a.write(elsewhere), 400);
    for call in [":runQuery", ":listCollectionIds", "/users", "/users/a@mail.example", ":batchWrite"] {
        assert_eq!(a.ask(call, &json!({})).0, 403, "{call}");
    }
}

#[test]
fn changes_that_belong_together_happen_together() {
    let project = Project::gym();
    let preview = Preview::start(&project);
    let [a, _, _] = clients(&preview);
    let path = "users/a@mail.example";
    let writes = json!({ "writes": [update(path, list(0)), update("users/b@mail.example", list(0))] });
    assert_eq!(a.ask(":commit", &writes).0, 403);
    assert_eq!(a.get(path).1["missing"], json!(name(path)));
    let many = vec![update(path, list(0)); 101];
    assert_eq!(a.ask(":commit", &json!({ "writes": many })).0, 400);
}
