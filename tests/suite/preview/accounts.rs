//! The protocol of the account service.

use std::net::SocketAddr;

use serde_json::{Value, json};

use super::{
    http::{Reply, post, raw},
    project::Project,
    serve::Preview,
};

const IDENTITY: &str = "/identitytoolkit.googleapis.com/v1/accounts:";
const RENEWAL: &str = "/securetoken.googleapis.com/v1/token?key=any";

/// A call for accounts: its status, and what was answered.
pub fn call(address: SocketAddr, name: &str, body: &Value) -> (u16, Value) {
    let reply =
        post(address, &format!("{IDENTITY}{name}?key=any"), "", &body.to_string()).expect("an answer");
    (reply.status, answer(&reply))
}

pub fn answer(reply: &Reply) -> Value {
    serde_json::from_str(&reply.text()).unwrap_or_else(|_| panic!("no JSON: {}", reply.text()))
}

/// Signs up, and returns what was answered.
pub fn sign_up(address: SocketAddr, email: &str) -> Value {
    let (status, answer) = call(address, "signUp", &credentials(email, "karibu sana"));
    assert_eq!(status, 200, "{answer}");
    answer
}

pub fn credentials(email: &str, password: &str) -> Value {
    json!({ "email": email, "password": password, "returnSecureToken": true, "clientType": "CLIENT_TYPE_WEB" })
}

fn refusal(answer: &Value) -> &str {
    answer["error"]["message"].as_str().expect("a message")
}

#[test]
fn signing_up_and_in_and_all_that_can_be_wrong_with_it() {
    let project = Project::gym();
    let preview = Preview::start(&project);
    let address = preview.address;
    let signed_up = sign_up(address, "Achieng@Mail.example");
    assert_eq!(signed_up["kind"], "identitytoolkit#SignupNewUserResponse");
    assert_eq!(signed_up["email"], "achieng@mail.example");
    assert_eq!(signed_up["expiresIn"], "3600");
    let (status, signed_in) =
        call(address, "signInWithPassword", &credentials("ACHIENG@mail.example", "karibu sana"));
    assert_eq!((status, &signed_in["registered"]), (200, &json!(true)), "{signed_in}");
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
        ("signUp", credentials("", "karibu sana"), "MISSING_EMAIL"),
        ("signUp", credentials("b@mail.example", ""), "MISSING_PASSWORD"),
        ("signUp", json!({ "returnSecureToken": true }), "OPERATION_NOT_ALLOWED"),
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
        ("resetPassword", json!({ "oobCode": "a.b.c", "newPassword": "another one" }), "INVALID_OOB_CODE"),
        ("sendOobCode", json!({ "requestType": "EMAIL_SIGNIN", "email": "a@b.c" }), "OPERATION_NOT_ALLOWED"),
    ] {
        let (status, answer) = call(address, name, &body);
        assert_eq!((status, refusal(&answer)), (400, expected), "{name} {body}");
        assert_eq!(answer["error"]["errors"][0]["reason"], "invalid");
    }
    let broken = post(address, &format!("{IDENTITY}signUp"), "", "{").expect("an answer");
    assert_eq!(broken.status, 400);
    let deep = post(address, &format!("{IDENTITY}signUp"), "", &"[".repeat(100_000)).expect("an answer");
    assert_eq!(deep.status, 400);
}

#[test]
fn a_session_is_renewed_until_the_password_is_another() {
    let project = Project::gym();
    let preview = Preview::start(&project);
    let address = preview.address;
    let signed_up = sign_up(address, "a@mail.example");
    let renew = |token: &Value| {
        let token = token.as_str().expect("a token");
        let body = format!("grant_type=refresh_token&refresh_token={token}");
        let reply = post(address, RENEWAL, "Content-Type: application/x-www-form-urlencoded\r\n", &body);
        let reply = reply.expect("an answer");
        (reply.status, answer(&reply))
    };
    let (status, renewed) = renew(&signed_up["refreshToken"]);
    assert_eq!(status, 200, "{renewed}");
    assert_eq!((&renewed["token_type"], &renewed["user_id"]), (&json!("Bearer"), &signed_up["localId"]));
    let (status, _) = call(address, "lookup", &json!({ "idToken": renewed["id_token"] }));
    assert_eq!(status, 200);
    let (status, refused) = renew(&signed_up["idToken"]);
    assert_eq!((status, refusal(&refused)), (400, "INVALID_REFRESH_TOKEN"));

    // Sessions of the same second as the new password stay.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    let ask = json!({ "requestType": "PASSWORD_RESET", "email": "A@mail.example" }).to_string();
    // The link leads to where the preview listens, not to the host that the request named.
    let named = format!(
        "POST {IDENTITY}sendOobCode HTTP/1.1\r\nHost: localhost:{}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{ask}",
        address.port(),
        ask.len()
    );
    assert_eq!(raw(address, named.as_bytes()).expect("an answer").status, 200);
    let unknown = json!({ "requestType": "PASSWORD_RESET", "email": "nobody@mail.example" });
    assert_eq!(call(address, "sendOobCode", &unknown).0, 200, "nobody learns who has an account");
    let line = format!("a new password for a@mail.example: http://{address}/.gympress/password?code=");
    preview.wait_until("the link", || preview.printed().contains(&line));
    assert!(!preview.printed().contains("nobody@mail.example"));
    let printed = preview.printed();
    let code = printed.split("code=").nth(1).and_then(|rest| rest.split_whitespace().next()).expect("a code");
    let reset =
        |password: &str| call(address, "resetPassword", &json!({ "oobCode": code, "newPassword": password }));
    assert_eq!(reset("short").0, 400);
    assert_eq!(reset("the second one").0, 200);
    assert_eq!(refusal(&reset("the third one").1), "INVALID_OOB_CODE", "once");
    assert_eq!(refusal(&renew(&signed_up["refreshToken"]).1), "TOKEN_EXPIRED");
    let (_, refused) = call(address, "lookup", &json!({ "idToken": signed_up["idToken"] }));
    assert_eq!(refusal(&refused), "TOKEN_EXPIRED");
    let (status, _) = call(address, "signInWithPassword", &credentials("a@mail.example", "the second one"));
    assert_eq!(status, 200);
}

#[test]
fn the_test_account_is_there_again_after_it_was_deleted() {
    let project = Project::gym();
    let preview = Preview::start(&project);
    let guest = credentials("mgeni@jashohouse.example", "karibu-jasho");
    let (_, first) = call(preview.address, "signInWithPassword", &guest);
    let (status, answer) = call(preview.address, "delete", &json!({ "idToken": first["idToken"] }));
    assert_eq!(status, 200, "{answer}");
    let (status, second) = call(preview.address, "signInWithPassword", &guest);
    assert_eq!(status, 200, "{second}");
    assert_ne!(second["localId"], first["localId"]);
}

#[test]
fn the_test_account_is_what_the_content_says() {
    let project = Project::gym();
    let preview = Preview::start(&project);
    let try_with = |password: &str| {
        let credentials = credentials("mgeni@jashohouse.example", password);
        call(preview.address, "signInWithPassword", &credentials).0
    };
    assert_eq!((try_with("karibu-jasho"), try_with("karibu-tena")), (200, 400));
    project.replace("content/site.toml", "password = \"karibu-jasho\"", "password = \"karibu-tena\"");
    preview.wait_until("the other password", || try_with("karibu-tena") == 200);
    assert_eq!(try_with("karibu-jasho"), 400);
}

#[test]
fn only_own_pages_may_post_and_only_where_something_is_taken() {
    let project = Project::gym();
    let preview = Preview::start(&project);
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
            let reply = post(address, target, more, &body).expect("an answer");
            assert_eq!(reply.status, 403, "{target} {more}");
            assert!(!reply.head.to_lowercase().contains("access-control"), "{}", reply.head);
        }
    }
    let options = |target: &str| {
        let head = format!(
            "OPTIONS {target} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: close\r\n\r\n"
        );
        raw(address, head.as_bytes()).expect("an answer")
    };
    assert_eq!(options(&sign_up).status, 204);
    assert!(!options(&sign_up).head.to_lowercase().contains("access-control"));
    for target in
        ["/", "/contact/", "/.gympress/preview.js", "/.gympress/", "/v1/", "/securetoken.googleapis.com/"]
    {
        assert_eq!(post(address, target, "", "a=b").expect("an answer").status, 405, "{target}");
        assert_eq!(options(target).status, 405, "{target}");
    }
    let unknown = post(address, &format!("{IDENTITY}nothing"), "", "{}").expect("an answer");
    assert_eq!(unknown.status, 405);
    for method in ["PUT", "PATCH", "DELETE"] {
        let head = format!("{method} {sign_up} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        assert_eq!(raw(address, head.as_bytes()).expect("an answer").status, 405, "{method}");
    }
    let long = format!("{IDENTITY}signUp");
    assert_eq!(post(address, &long, "", &"a".repeat(300_000)).expect("an answer").status, 413);
    // Nothing of all this made an account.
    let (status, _) = call(address, "signInWithPassword", &credentials("evil@mail.example", "karibu sana"));
    assert_eq!(status, 400);
}

#[test]
fn what_is_posted_reaches_neither_the_head_of_an_answer_nor_the_terminal_as_it_is() {
    let project = Project::gym();
    let preview = Preview::start(&project);
    let evil = "a\r\nX-Evil: b@mail.example";
    for body in [credentials(evil, "karibu sana"), credentials("a@mail.example", evil)] {
        let reply =
            post(preview.address, &format!("{IDENTITY}signUp?key=%0d%0aX-Evil"), "", &body.to_string());
        assert!(!reply.expect("an answer").head.to_lowercase().contains("evil"));
    }
    let letter = "name=%1b%5b31mEvil%0a%0derror&email=a%40mail.example&comment=one%0a%1b%5d0;two%07";
    let reply = post(preview.address, "/.gympress/messages", "", letter).expect("an answer");
    assert_eq!(reply.status, 200);
    preview.wait_until("the message", || preview.printed().contains("  | ]0;two"));
    assert!(
        preview.printed().contains("a message from [31mEvilerror <a@mail.example>\n  | one\n"),
        "{}",
        preview.printed()
    );
    assert_eq!(post(preview.address, "/.gympress/messages", "", "comment=a").expect("an answer").status, 400);
    let page = preview.get("/.gympress/password?code=%22%3E%3Cscript%3E");
    assert!(page.text().contains("value=\"script\"") && !page.text().contains("<script"), "{}", page.text());
    assert_eq!(
        page.field("Content-Security-Policy").map(|policy| policy.contains("default-src 'none'")),
        Some(true)
    );
}
