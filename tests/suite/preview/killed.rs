//! A sign-up that was confirmed lasts, even if the preview is killed.

use std::{
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use super::{
    accounts::{call, credentials, sign_up},
    http::post,
    project::Project,
    serve::Preview,
};

#[test]
fn no_account_is_lost_when_the_preview_is_killed_in_the_middle_of_sign_ups() {
    let project = Project::gym();
    let reported = Arc::new(Mutex::new(Vec::new()));
    for round in 0..3 {
        let mut preview = Preview::start(&project);
        let address = preview.address;
        let visitors: Vec<_> = (0..4)
            .map(|visitor| {
                let reported = reported.clone();
                thread::spawn(move || {
                    for number in 0.. {
                        let email = format!("visitor-{round}-{visitor}-{number}@mail.example");
                        let body = credentials(&email, "karibu sana").to_string();
                        let target = "/identitytoolkit.googleapis.com/v1/accounts:signUp";
                        let Some(reply) =
                            std::panic::catch_unwind(|| post(address, target, "", &body)).ok().flatten()
                        else {
                            return;
                        };
                        // A response that was cut off confirms nothing.
                        let Ok(answer) = serde_json::from_slice::<Value>(&reply.body) else { return };
                        assert_eq!(reply.status, 200, "{answer}");
                        reported.lock().unwrap().push((email, answer));
                    }
                })
            })
            .collect();
        thread::sleep(Duration::from_millis(900 + 170 * round));
        preview.kill();
        visitors.into_iter().for_each(|visitor| visitor.join().expect("a visitor"));
    }
    let reported = reported.lock().unwrap();
    assert!(!reported.is_empty());
    let preview = Preview::start(&project);
    for (email, answer) in reported.iter() {
        let (status, found) = call(preview.address, "lookup", &json!({ "idToken": answer["idToken"] }));
        assert_eq!((status, &found["users"][0]["email"]), (200, &json!(email)), "{found}");
        let again = call(preview.address, "signUp", &credentials(email, "karibu sana"));
        assert_eq!(again.1["error"]["message"], "EMAIL_EXISTS");
    }
    let (email, _) = reported.last().expect("one");
    let (status, _) = call(preview.address, "signInWithPassword", &credentials(email, "karibu sana"));
    assert_eq!(status, 200);
    assert!(!preview.printed().contains("are lost"), "{}", preview.printed());
}

#[test]
fn two_previews_of_a_project_do_not_get_into_each_others_way() {
    let project = Project::gym();
    let (first, second) = (Preview::start(&project), Preview::start(&project));
    sign_up(first.address, "a@mail.example");
    sign_up(second.address, "a@mail.example");
    second.wait_until("the note", || {
        second.printed().contains("accounts and messages of this preview are lost when it ends")
    });
    assert!(!first.printed().contains("are lost"));
}

#[test]
fn passwords_are_nowhere_to_be_found_and_nothing_is_published() {
    let project = Project::gym();
    let preview = Preview::start(&project);
    sign_up(preview.address, "a@mail.example");
    let kept = std::fs::read(project.path(".gympress/accounts.redb")).expect("a database");
    let holds = |text: &[u8]| kept.windows(text.len()).any(|window| window == text);
    assert!(holds(b"a@mail.example") && holds(b"$argon2id$v=19$m=19456,t=2,p=1$"));
    assert!(!holds(b"karibu sana") && !holds(b"karibu-jasho"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode =
            std::fs::metadata(project.path(".gympress/accounts.redb")).expect("a file").permissions().mode();
        assert_eq!(mode & 0o077, 0, "for nobody else to read");
    }
    let built = project.built().expect("the gym of the tests builds");
    assert!(built.keys().all(|path| !path.contains("redb") && !path.starts_with('.')), "{:?}", built.keys());
    let mentions = |bytes: &Vec<u8>| bytes.windows(14).any(|window| window == b"a@mail.example");
    assert!(!built.values().any(mentions));
}
