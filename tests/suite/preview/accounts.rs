//! The account service of a preview: its protocol, documents of visitors under the rules that ship with the site, and that
//! what was confirmed lasts.

use std::net::SocketAddr;

use serde_json::{Value, json};

use super::{
    http::{Reply, post, raw},
    project::{built, gym},
    serve::Preview,
};
use crate::project::Project;

#[test]
fn accounts_and_documents_of_a_preview() {
    let project = gym();
    let preview = Preview::start(&project);
    signing_up_and_in_and_all_that_can_be_wrong_with_it(&preview);
    a_session_is_renewed_until_the_password_is_another(&preview);
    only_own_pages_may_post_and_only_where_something_is_taken(&preview);
    what_is_posted_reaches_neither_the_head_of_an_answer_nor_the_terminal_as_it_is(&preview);
    a_document_is_made_once_and_read_by_its_owner_only(&preview);
    the_owner_changes_the_list_and_nothing_else(&preview);
    passwords_are_nowhere_to_be_found_and_nothing_is_published(&preview, &project);
    the_test_account_is_what_the_content_says(&preview, &project);
}

const IDENTITY: &str = "/identitytoolkit.googleapis.com/v1/accounts:";
const RENEWAL: &str = "/securetoken.googleapis.com/v1/token?key=any";

/// A call for accounts: its status, and what was answered.
fn call(address: SocketAddr, name: &str, body: &Value) -> (u16, Value) {
    let reply = post(address, &format!("{IDENTITY}{name}?key=any"), "", &body.to_string()).unwrap();
    (reply.status, answer(&reply))
}

fn answer(reply: &Reply) -> Value {
    serde_json::from_str(&reply.text()).unwrap_or_else(|_| panic!("no JSON: {}", reply.text()))
}

/// Signs up, and returns what was answered.
fn sign_up(address: SocketAddr, email: &str) -> Value {
    let (status, answer) = call(address, "signUp", &credentials(email, "karibu sana"));
    assert_eq!(status, 200, "{answer}");
    answer
}

fn credentials(email: &str, password: &str) -> Value {
    json!({ "email": email, "password": password, "returnSecureToken": true, "clientType": "CLIENT_TYPE_WEB" })
}

fn refusal(answer: &Value) -> &str {
    answer["error"]["message"].as_str().unwrap()
}

fn signing_up_and_in_and_all_that_can_be_wrong_with_it(preview: &Preview) {
    let address = preview.address;
    let signed_up = sign_up(address, "Achieng@Mail.example");
    assert_eq!(signed_up["email"], "achieng@mail.example");
    assert_eq!(signed_up["expiresIn"], "3600");
    let (status, signed_in) =
        call(address, "signInWithPassword", &credentials("ACHIENG@mail.example", "karibu sana"));
    assert_eq!(status, 200, "{signed_in}");
    assert_eq!(signed_in["localId"], signed_up["localId"]);

    let (_, looked_up) = call(address, "lookup", &json!({ "idToken": signed_in["idToken"] }));
    let user = &looked_up["users"][0];
    assert_eq!((&user["email"], &user["localId"]), (&json!("achieng@mail.example"), &signed_up["localId"]));
    assert_eq!(user["providerUserInfo"][0]["providerId"], "password");

    for (name, body, expected) in [
        ("signUp", credentials("achieng@mail.example", "another one"), "EMAIL_EXISTS"),
        (
            "signUp",
            credentials("b@mail.example", "short"),
            "WEAK_PASSWORD : Password should be at least 6 characters",
        ),
        ("signUp", credentials("no address", "karibu sana"), "INVALID_EMAIL"),
        ("signUp", credentials("b@", "karibu sana"), "INVALID_EMAIL"),
        ("signUp", credentials("", "karibu sana"), "MISSING_EMAIL"),
        ("signUp", credentials("b@mail.example", ""), "MISSING_PASSWORD"),
        ("signUp", json!({ "returnSecureToken": true }), "MISSING_EMAIL"),
        ("signInWithPassword", credentials("achieng@mail.example", "wrong one"), "INVALID_LOGIN_CREDENTIALS"),
        (
            "signInWithPassword",
            credentials("nobody@mail.example", "karibu sana"),
            "INVALID_LOGIN_CREDENTIALS",
        ),
        ("signInWithPassword", credentials("", "karibu sana"), "MISSING_EMAIL"),
        ("lookup", json!({}), "MISSING_ID_TOKEN"),
        ("lookup", json!({ "idToken": "a.b.c" }), "INVALID_ID_TOKEN"),
        ("lookup", json!({ "idToken": signed_in["refreshToken"] }), "INVALID_ID_TOKEN"),
        ("lookup", json!({ "idToken": 5 }), "Invalid JSON payload received."),
        ("sendOobCode", json!({ "requestType": "EMAIL_SIGNIN", "email": "a@b.c" }), "OPERATION_NOT_ALLOWED"),
    ] {
        let (status, answer) = call(address, name, &body);
        assert_eq!((status, refusal(&answer)), (400, expected), "{name} {body}");
        assert_eq!(answer["error"]["errors"][0]["reason"], "invalid");
    }
    let broken = post(address, &format!("{IDENTITY}signUp"), "", "{").unwrap();
    assert_eq!(broken.status, 400);
    let deep = post(address, &format!("{IDENTITY}signUp"), "", &"[".repeat(100_000)).unwrap();
    assert_eq!(deep.status, 400);
}

fn a_session_is_renewed_until_the_password_is_another(preview: &Preview) {
    let address = preview.address;
    let signed_up = sign_up(address, "renewed-a@mail.example");
    let renew = |token: &Value| {
        let token = token.as_str().unwrap();
        let body = format!("grant_type=refresh_token&refresh_token={token}");
        let reply = post(address, RENEWAL, "Content-Type: application/x-www-form-urlencoded\r\n", &body);
        let reply = reply.unwrap();
        (reply.status, answer(&reply))
    };
    let (status, renewed) = renew(&signed_up["refreshToken"]);
    assert_eq!(status, 200, "{renewed}");
    assert_eq!((&renewed["token_type"], &renewed["user_id"]), (&json!("Bearer"), &signed_up["localId"]));
    let (status, refused) = renew(&signed_up["idToken"]);
    assert_eq!((status, refusal(&refused)), (400, "INVALID_REFRESH_TOKEN"));

    // Sessions of the same second as the new password stay.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    let ask = json!({ "requestType": "PASSWORD_RESET", "email": "RENEWED-A@mail.example" }).to_string();
    // The link leads to where the preview listens, not to the host that the request named.
    let named = format!(
        "POST {IDENTITY}sendOobCode HTTP/1.1\r\nHost: localhost:{}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{ask}",
        address.port(),
        ask.len()
    );
    assert_eq!(raw(address, named.as_bytes()).unwrap().status, 200);
    let unknown = json!({ "requestType": "PASSWORD_RESET", "email": "nobody@mail.example" });
    assert_eq!(call(address, "sendOobCode", &unknown).0, 200, "nobody learns who has an account");
    let line =
        format!("a new password for renewed-a@mail.example: http://{address}/.gympress/password?code=");
    preview.wait_until("the link", || preview.printed().contains(&line));
    assert!(!preview.printed().contains("nobody@mail.example"));
    let printed = preview.printed();
    let code = printed.split("code=").nth(1).and_then(|rest| rest.split_whitespace().next()).unwrap();
    let reset = |password: &str| {
        let form = format!("code={code}&password={}", password.replace(' ', "+"));
        post(address, "/.gympress/password", "", &form).unwrap()
    };
    assert_eq!(reset("short").status, 400);
    assert_eq!(reset("the second one").status, 200);
    let third = reset("the third one");
    assert!(third.status == 400 && third.text().contains("This link was used"), "{}", third.text());
    assert_eq!(refusal(&renew(&signed_up["refreshToken"]).1), "TOKEN_EXPIRED");
    let (_, refused) = call(address, "lookup", &json!({ "idToken": signed_up["idToken"] }));
    assert_eq!(refusal(&refused), "TOKEN_EXPIRED");
    let (status, _) =
        call(address, "signInWithPassword", &credentials("renewed-a@mail.example", "the second one"));
    assert_eq!(status, 200);
}

fn the_test_account_is_what_the_content_says(preview: &Preview, project: &Project) {
    let try_with = |password: &str| {
        let credentials = credentials("mgeni@jashohouse.example", password);
        call(preview.address, "signInWithPassword", &credentials).0
    };
    assert_eq!((try_with("karibu-jasho"), try_with("karibu-tena")), (200, 400));
    project.replace("content/site.toml", "password = \"karibu-jasho\"", "password = \"karibu-tena\"");
    preview.wait_until("the other password", || try_with("karibu-tena") == 200);
    assert_eq!(try_with("karibu-jasho"), 400);
}

fn only_own_pages_may_post_and_only_where_something_is_taken(preview: &Preview) {
    let address = preview.address;
    let body = credentials("evil@mail.example", "karibu sana").to_string();
    let sign_up = format!("{IDENTITY}signUp?key=any");
    for more in [
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
        "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: cors\r\n",
        "Sec-Fetch-Site: same-site\r\nSec-Fetch-Mode: no-cors\r\nContent-Type: text/plain\r\n",
    ] {
        for target in [&*sign_up, RENEWAL, "/v1/projects/p/databases/(default)/documents:commit"] {
            let reply = post(address, target, more, &body).unwrap();
            assert_eq!(reply.status, 403, "{target} {more}");
            assert!(!reply.head.to_lowercase().contains("access-control"), "{}", reply.head);
        }
    }
    let options = |target: &str| {
        let head = format!(
            "OPTIONS {target} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: close\r\n\r\n"
        );
        raw(address, head.as_bytes()).unwrap()
    };
    assert_eq!(options(&sign_up).status, 204);
    assert!(!options(&sign_up).head.to_lowercase().contains("access-control"));
    for target in
        ["/", "/contact/", "/.gympress/preview.js", "/.gympress/", "/v1/", "/securetoken.googleapis.com/"]
    {
        assert_eq!(post(address, target, "", "a=b").unwrap().status, 405, "{target}");
        assert_eq!(options(target).status, 405, "{target}");
    }
    let unknown = post(address, &format!("{IDENTITY}nothing"), "", "{}").unwrap();
    assert_eq!(unknown.status, 405);
    for method in ["PUT", "PATCH", "DELETE"] {
        let head = format!("{method} {sign_up} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        assert_eq!(raw(address, head.as_bytes()).unwrap().status, 405, "{method}");
    }
    let long = format!("{IDENTITY}signUp");
    assert_eq!(post(address, &long, "", &"a".repeat(300_000)).unwrap().status, 413);
    // Nothing of all this made an account.
    let (status, _) = call(address, "signInWithPassword", &credentials("evil@mail.example", "karibu sana"));
    assert_eq!(status, 400);
}

fn what_is_posted_reaches_neither_the_head_of_an_answer_nor_the_terminal_as_it_is(preview: &Preview) {
    let evil = "a\r\nX-Evil: b@mail.example";
    for body in [credentials(evil, "karibu sana"), credentials("a@mail.example", evil)] {
        let reply =
            post(preview.address, &format!("{IDENTITY}signUp?key=%0d%0aX-Evil"), "", &body.to_string());
        assert!(!reply.unwrap().head.to_lowercase().contains("evil"));
    }
    let letter = "name=%1b%5b31mEvil%0a%0derror&email=a%40mail.example&comment=one%0a%1b%5d0;two%07";
    let reply = post(preview.address, "/.gympress/messages", "", letter).unwrap();
    assert_eq!(reply.status, 200);
    preview.wait_until("the message", || preview.printed().contains("    ]0;two"));
    assert!(
        preview.printed().contains(
            "a message\n  name: [31mEvil\n    error\n  email: a@mail.example\n  comment: one\n    ]0;two\n"
        ),
        "{}",
        preview.printed()
    );
    assert_eq!(post(preview.address, "/.gympress/messages", "", "comment=%20").unwrap().status, 400);
    let page = preview.get("/.gympress/password?code=%22%3E%3Cscript%3E");
    assert!(page.text().contains("value=\"script\"") && !page.text().contains("<script"), "{}", page.text());
    assert_eq!(
        page.field("Content-Security-Policy").map(|policy| policy.contains("default-src 'none'")),
        Some(true)
    );
}

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
        let reply = reply.unwrap();
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
fn clients(preview: &Preview, test: &str) -> [Client; 3] {
    let of = |name: &str| {
        let email = format!("{test}-{name}@mail.example");
        let token = sign_up(preview.address, &email)["idToken"].as_str().map(str::to_owned);
        Client { address: preview.address, token }
    };
    [of("a"), of("b"), Client { address: preview.address, token: None }]
}

fn a_document_is_made_once_and_read_by_its_owner_only(preview: &Preview) {
    let [a, b, nobody] = clients(preview, "made");
    let path = "users/made-a@mail.example";
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
    let commit = json!({ "writes": [make.clone()] });
    assert_eq!(refusal(&a.ask(":commit", &commit).1), "Document already exists");
    for other in [&b, &nobody] {
        assert_eq!((other.get(path).0, other.write(make.clone())), (403, 403));
    }
    let (_, found) = a.get(path);
    assert_eq!(found["found"]["fields"], list(0), "{found}");
    let forged = Client { token: Some("a.b.c".to_owned()), ..nobody };
    assert_eq!((forged.get(path).0, forged.write(make)), (401, 401));
    let refused = forged.ask(":commit", &commit).1;
    assert_eq!(refusal(&refused), "Request had invalid authentication credentials.");
}

fn the_owner_changes_the_list_and_nothing_else(preview: &Preview) {
    let [a, _, _] = clients(preview, "list");
    let path = "users/list-a@mail.example";
    assert_eq!(a.write(update(path, list(1))), 403, "a new one is empty");
    assert_eq!(a.write(update(path, list(0))), 200);
    for (fields, status) in [
        (list(200), 200),
        (list(201), 403),
        (json!({}), 403),
        (json!({ "savedShows": { "stringValue": "a" } }), 403),
        (json!({ "savedShows": { "arrayValue": {} }, "more": { "nullValue": null } }), 403),
        (json!({ "savedShows": 5 }), 403),
    ] {
        assert_eq!(a.write(update(path, fields.clone())), status, "{fields}");
    }
    assert_eq!(a.write(update(path, list(2))), 200);
    let (_, before) = a.get(path);
    assert_eq!(a.write(update(path, list(3))), 200);
    let (_, after) = a.get(path);
    assert_eq!(after["found"]["fields"], list(3), "{after}");
    assert_eq!(after["found"]["createTime"], before["found"]["createTime"]);

    let get = |count| a.ask(":batchGet", &json!({ "documents": vec![name(path); count] })).0;
    assert_eq!((get(100), get(101)), (200, 400));
    assert_eq!(a.write(json!({ "delete": name(path) })), 400);
    for other in [
        "users/list-b@mail.example",
        "users/list-a@mail.example/more/x",
        "shows/list-a@mail.example",
        "users",
    ] {
        assert_eq!(a.write(update(other, list(0))), 403, "{other}");
        assert_eq!(a.get(other).0, 403, "{other}");
    }
    let elsewhere = json!({ "update": { "name": "projects/x/databases/y/documents/users/list-a@mail.example", "fields": {} } });
    assert_eq!(a.write(elsewhere), 400);
    for call in [":runQuery", ":listCollectionIds", "/users", "/users/list-a@mail.example", ":batchWrite"] {
        assert_eq!(a.ask(call, &json!({})).0, 403, "{call}");
    }
}

#[test]
fn an_account_lasts_when_the_preview_is_killed_as_soon_as_it_is_confirmed() {
    let project = gym();
    let mut preview = Preview::start(&project);
    sign_up(preview.address, "a@mail.example");
    preview.kill();
    let preview = Preview::start(&project);
    let credentials = credentials("a@mail.example", "karibu sana");
    assert_eq!(call(preview.address, "signInWithPassword", &credentials).0, 200);
    assert!(!preview.printed().contains("are lost"), "{}", preview.printed());
}

#[test]
fn two_previews_of_a_project_do_not_get_into_each_others_way() {
    let project = gym();
    let (first, second) = (Preview::start(&project), Preview::start(&project));
    sign_up(first.address, "a@mail.example");
    sign_up(second.address, "a@mail.example");
    second.wait_until("the note", || {
        second.printed().contains("accounts and messages of this preview are lost when it ends")
    });
    assert!(!first.printed().contains("are lost"));
}

fn passwords_are_nowhere_to_be_found_and_nothing_is_published(preview: &Preview, project: &Project) {
    sign_up(preview.address, "kept@mail.example");
    let kept = std::fs::read(project.path(".gympress/accounts.json")).unwrap();
    let holds = |text: &[u8]| kept.windows(text.len()).any(|window| window == text);
    assert!(holds(b"kept@mail.example") && holds(b"$argon2id$v=19$m=19456,t=2,p=1$"));
    assert!(!holds(b"karibu sana") && !holds(b"karibu-jasho"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(project.path(".gympress/accounts.json")).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "for nobody else to read");
    }
    let built = built(project).unwrap();
    assert!(
        built.keys().all(|path| !path.contains("accounts.json") && !path.starts_with('.')),
        "{:?}",
        built.keys()
    );
    let mentions = |bytes: &Vec<u8>| bytes.windows(17).any(|window| window == b"kept@mail.example");
    assert!(!built.values().any(mentions));
}
