//! The account service of the preview: what sites ask of Firebase Authentication and Cloud Firestore,
//! answered on this machine, so that signing up works with no account anywhere. It has the inbox of the
//! contact form, too. Nothing of it is ever part of a published site.

mod change;
mod documents;
mod identity;
mod messages;
mod password;
mod refusal;
mod reset;
mod rules;
mod store;
mod token;

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError, mpsc::Sender},
};

use jiff::Timestamp;
use percent_encoding::percent_decode_str;
use serde_json::json;

pub use messages::Message;

use super::{Notice, answer::Answer, state::StateWatch};
use crate::failure::Failure;
use password::Passwords;
use refusal::Fault;
use store::{Account, Broken, Store};
use token::Tokens;

/// What stands before the name of a call.
const IDENTITY: &str = "/identitytoolkit.googleapis.com/v1/accounts:";

/// Where sessions are renewed.
const RENEWAL: &str = "/securetoken.googleapis.com/v1/token";

/// Where browsers post messages of the contact form.
const MESSAGES: &str = "/.gympress/messages";

/// The project of a site that names none.
const PROJECT: &str = "demo-gym";

/// The service, whose database is opened when it is first asked.
pub(super) struct Accounts {
    path: PathBuf,
    clock: fn() -> Timestamp,
    current: Arc<StateWatch>,
    tell: Sender<Notice>,
    store: Mutex<Option<Arc<Store>>>,
    passwords: Passwords,
    /// Address and password of the test account, as the database has them.
    seeded: Mutex<Option<(String, String)>>,
}

/// What somebody posted.
pub(super) struct Posted<'r> {
    /// What the first line of the request names.
    pub target: &'r str,
    /// The field of this name.
    pub authorization: Option<&'r str>,
    /// What was sent.
    pub body: &'r [u8],
}

/// What one call is answered from.
struct Counter<'a> {
    accounts: &'a Accounts,
    store: &'a Store,
    passwords: &'a Passwords,
    tokens: Tokens<'a>,
    project: String,
}

impl Accounts {
    /// The service with its database in `folder`, for the site on `current`.
    pub fn new(
        folder: PathBuf,
        clock: fn() -> Timestamp,
        current: Arc<StateWatch>,
        tell: Sender<Notice>,
    ) -> Self {
        Self {
            path: folder.join("accounts.redb"),
            clock,
            current,
            tell,
            store: Mutex::default(),
            passwords: Passwords::default(),
            seeded: Mutex::default(),
        }
    }

    /// True for addresses to which something can be posted.
    pub fn takes(&self, target: &str) -> bool {
        let path = path_of(target);
        [IDENTITY, documents::PATH].iter().any(|start| path.starts_with(start))
            || [RENEWAL, MESSAGES, reset::PATH].contains(&path.as_str())
    }

    /// The page behind the link to a new password, if that is what `target` names.
    pub fn page(&self, target: &str) -> Option<Answer> {
        (path_of(target) == reset::PATH).then(|| reset::page(target))
    }

    /// Answers what was posted.
    pub fn answer(&self, posted: &Posted<'_>) -> Answer {
        let store = match self.store().and_then(|store| self.seed(&store).map(|()| store)) {
            Ok(store) => store,
            Err(broken) => return self.broken(broken),
        };
        let counter = self.counter(&store);
        let path = path_of(posted.target);
        if path == reset::PATH {
            return reset::answer(&counter, posted.body).unwrap_or_else(|broken| self.broken(broken));
        }
        let answer = if path == MESSAGES {
            Some(messages::take(&counter, posted.body).map(|()| json!({})))
        } else if path == RENEWAL {
            Some(identity::renew(&counter, posted.body))
        } else if let Some(call) = path.strip_prefix(IDENTITY) {
            identity::answer(call, &counter, posted.body)
        } else {
            documents::answer(&path, &counter, posted.authorization, posted.body)
        };
        match answer {
            Some(Ok(value)) => Answer::json(200, &value),
            Some(Err(Fault::Refused(refusal))) => Answer::json(refusal.status, &refusal.body()),
            Some(Err(Fault::Broken(broken))) => self.broken(broken),
            None => Answer::text(405, "the local service has no such call"),
        }
    }

    fn counter<'a>(&'a self, store: &'a Store) -> Counter<'a> {
        let shown = self.current.shown();
        let configured = shown.snapshot.as_ref().and_then(|snapshot| snapshot.site.gym.accounts.as_ref());
        Counter {
            accounts: self,
            store,
            passwords: &self.passwords,
            tokens: Tokens { key: &store.key, now: (self.clock)() },
            project: configured.map_or(PROJECT, |accounts| accounts.project.as_str()).to_owned(),
        }
    }

    /// The database, opened now if it isn't yet.
    fn store(&self) -> Result<Arc<Store>, Broken> {
        let mut slot = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = &*slot {
            return Ok(store.clone());
        }
        let store = match Store::open(&self.path) {
            Ok(store) => store,
            Err(Broken(why)) => {
                let what = format!("accounts and messages of this preview are not kept: {why}");
                let failure = Failure::new(what).help(format!(
                    "{} is in use by another preview of this project, or can't be written",
                    self.path.display()
                ));
                let _ = self.tell.send(Notice::Failed(failure));
                Store::in_memory()?
            }
        };
        Ok(slot.insert(Arc::new(store)).clone())
    }

    /// Makes sure that somebody can sign in as the sign-in page says.
    fn seed(&self, store: &Store) -> Result<(), Broken> {
        let shown = self.current.shown();
        let wanted = shown.snapshot.as_ref().and_then(|snapshot| snapshot.site.gym.test_account.as_ref());
        let wanted = wanted
            .map(|account| (account.email.as_str().to_lowercase(), account.password.as_str().to_owned()));
        let mut seeded = self.seeded.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((email, password)) = wanted.filter(|wanted| seeded.as_ref() != Some(wanted)) else {
            return Ok(());
        };
        let counter = self.counter(store);
        match store.account(&email)? {
            Some(account) if self.passwords.fits(&password, &account.password) => {}
            Some(account) => {
                let hash = self.passwords.hash(&password)?;
                let now = counter.tokens.now.as_millisecond();
                store.change(&account.id, |account| {
                    account.password = hash;
                    account.since = now;
                })?;
            }
            None => {
                let hash = self.passwords.hash(&password)?;
                store.add(&identity::new_account(&counter, email.clone(), hash)?)?;
            }
        }
        *seeded = Some((email, password));
        Ok(())
    }

    fn broken(&self, Broken(why): Broken) -> Answer {
        let failure = Failure::new(format!("the local account service failed: {why}"));
        let _ = self.tell.send(Notice::Failed(failure));
        Answer::json(500, &json!({ "error": { "code": 500, "message": "INTERNAL", "status": "INTERNAL" } }))
    }
}

impl Counter<'_> {
    fn tell(&self, notice: Notice) {
        let _ = self.accounts.tell.send(notice);
    }

    /// What mail would do.
    fn tell_of_reset(&self, account: &Account) {
        let link = format!("{}?code={}", reset::PATH, self.tokens.reset(account));
        self.tell(Notice::Reset { email: account.email.clone(), link });
    }
}

/// The path of a request's target, as text.
fn path_of(target: &str) -> String {
    let path = target.split(['?', '#']).next().unwrap_or_default();
    percent_decode_str(path).decode_utf8_lossy().into_owned()
}
