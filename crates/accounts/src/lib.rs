//! The account service of the preview: what sites ask of Firebase Authentication and Cloud Firestore,
//! answered on this machine, so that signing up works without an account at any provider. It also takes the
//! messages of the contact form. Nothing of it is part of a published site.

mod change;
mod documents;
mod error;
mod identity;
mod messages;
mod password;
mod reset;
mod rules;
mod store;
mod token;

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use jiff::Timestamp;
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

pub use messages::Message;

use error::Error;
use password::Passwords;
use store::{Account, Store, StoreError};
use token::Tokens;

/// Where calls of Firebase Authentication begin; the name of the call follows.
const IDENTITY: &str = "/identitytoolkit.googleapis.com/v1/accounts:";

/// Where an identity token is refreshed.
const TOKEN: &str = "/securetoken.googleapis.com/v1/token";

/// Where browsers post messages of the contact form.
const MESSAGES: &str = "/.gympress/messages";

/// The project id where the site configures none.
const DEFAULT_PROJECT: &str = "demo-gym";

/// The service. Its database is opened by the first request that needs it.
pub struct Accounts {
    path: PathBuf,
    clock: fn() -> Timestamp,
    listener: Box<dyn Fn(Event) + Send + Sync>,
    store: Mutex<Option<Arc<Store>>>,
    passwords: Passwords,
    /// The test account that the database has.
    seeded: Mutex<Option<TestAccount>>,
}

/// What the site configures, read anew for each request because the site changes while the preview runs.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The id of the Firebase project, which tokens name as their audience.
    pub project: Option<String>,
    /// An account that always exists.
    pub test_account: Option<TestAccount>,
}

/// An account that the sign-in page offers for trying out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestAccount {
    /// Its address, in lower case.
    pub email: String,
    /// In plain text, as the site shows it.
    pub password: String,
}

/// A request whose method is POST.
pub struct Request<'r> {
    /// The target in the first line: path and query.
    pub target: &'r str,
    /// The value of the header of this name.
    pub authorization: Option<&'r str>,
    /// The whole body.
    pub body: &'r [u8],
}

/// The answer to a request.
#[derive(Debug)]
pub struct Response {
    /// The HTTP status.
    pub status: u16,
    /// The body, by which the media type is chosen.
    pub body: Body,
}

/// The body of a response.
#[derive(Debug)]
pub enum Body {
    /// For programs.
    Json(Value),
    /// A short text for people.
    Text(&'static str),
    /// A complete document that only posts its own form.
    Html(String),
}

/// An event of the service that is shown in the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The contact form was sent.
    Message(Message),
    /// A password reset was requested; the hosted service would send mail.
    PasswordReset {
        /// Their address.
        email: String,
        /// Path and query of the page on which they choose another.
        link: String,
    },
    /// The database can't be opened, so that everything is lost when the preview ends.
    InMemory {
        /// The file of the database.
        path: PathBuf,
        /// The error of the database.
        reason: String,
    },
    /// A request failed because of the database or the system.
    Failed {
        /// The error.
        reason: String,
    },
}

/// What one request is answered with.
struct Context<'a> {
    accounts: &'a Accounts,
    store: &'a Store,
    passwords: &'a Passwords,
    tokens: Tokens<'a>,
    project: &'a str,
}

impl Accounts {
    /// The service with its database at `path`. `listener` is called for each event, on the thread of the request.
    pub fn new(
        path: PathBuf,
        clock: fn() -> Timestamp,
        listener: impl Fn(Event) + Send + Sync + 'static,
    ) -> Self {
        Self {
            path,
            clock,
            listener: Box::new(listener),
            store: Mutex::default(),
            passwords: Passwords::default(),
            seeded: Mutex::default(),
        }
    }

    /// True if the service answers POST requests to `target`.
    pub fn accepts(&self, target: &str) -> bool {
        let path = path_of(target);
        [IDENTITY, documents::PATH].iter().any(|start| path.starts_with(start))
            || [TOKEN, MESSAGES, reset::PATH].contains(&path.as_str())
    }

    /// Answers a GET request. Returns `None` if `target` isn't the page for a new password.
    pub fn page(&self, target: &str) -> Option<Response> {
        (path_of(target) == reset::PATH).then(|| reset::page(target))
    }

    /// Answers a POST request.
    pub fn respond(&self, request: &Request<'_>, settings: &Settings) -> Response {
        self.try_respond(request, settings).unwrap_or_else(|StoreError(reason)| {
            (self.listener)(Event::Failed { reason });
            let error = json!({ "error": { "code": 500, "message": "INTERNAL", "status": "INTERNAL" } });
            Response { status: 500, body: Body::Json(error) }
        })
    }

    fn try_respond(&self, request: &Request<'_>, settings: &Settings) -> Result<Response, StoreError> {
        let store = self.store()?;
        let context = self.context(&store, settings);
        if let Some(account) = &settings.test_account {
            self.seed(account, &context)?;
        }
        let path = path_of(request.target);
        if path == reset::PATH {
            return reset::submit(&context, request.body);
        }
        let result = if path == MESSAGES {
            Some(messages::receive(&context, request.body).map(|()| json!({})))
        } else if path == TOKEN {
            Some(identity::refresh(&context, request.body))
        } else if let Some(call) = path.strip_prefix(IDENTITY) {
            identity::call(call, &context, request.body)
        } else {
            documents::call(&path, &context, request.authorization, request.body)
        };
        match result {
            Some(Ok(value)) => Ok(Response { status: 200, body: Body::Json(value) }),
            Some(Err(Error::Rejected(rejection))) => {
                Ok(Response { status: rejection.status, body: Body::Json(rejection.body()) })
            }
            Some(Err(Error::Store(error))) => Err(error),
            None => Ok(Response { status: 405, body: Body::Text("the local service has no such call") }),
        }
    }

    fn context<'a>(&'a self, store: &'a Store, settings: &'a Settings) -> Context<'a> {
        Context {
            accounts: self,
            store,
            passwords: &self.passwords,
            tokens: Tokens { key: &store.key, now: (self.clock)() },
            project: settings.project.as_deref().unwrap_or(DEFAULT_PROJECT),
        }
    }

    /// The database, opened now if it isn't yet; in memory if the file can't be opened.
    fn store(&self) -> Result<Arc<Store>, StoreError> {
        let mut slot = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = &*slot {
            return Ok(store.clone());
        }
        let store = match Store::open(&self.path) {
            Ok(store) => store,
            Err(StoreError(reason)) => {
                (self.listener)(Event::InMemory { path: self.path.clone(), reason });
                Store::in_memory()?
            }
        };
        Ok(slot.insert(Arc::new(store)).clone())
    }

    /// Makes sure that the test account exists with its password.
    fn seed(&self, wanted: &TestAccount, context: &Context<'_>) -> Result<(), StoreError> {
        let mut seeded = self.seeded.lock().unwrap_or_else(PoisonError::into_inner);
        let TestAccount { email, password } = wanted;
        let account = context.store.account(email);
        if account.is_some() && seeded.as_ref() == Some(wanted) {
            return Ok(());
        }
        match account {
            Some(account) if self.passwords.verify(password, &account.password) => {}
            Some(account) => {
                let hash = self.passwords.hash(password)?;
                let now = context.tokens.now.as_millisecond();
                context.store.change(&account.id, |account| {
                    account.password = hash;
                    account.tokens_valid_from = now;
                })?;
            }
            None => {
                let hash = self.passwords.hash(password)?;
                context.store.add(&identity::new_account(context, email.clone(), hash)?)?;
            }
        }
        *seeded = Some(wanted.clone());
        Ok(())
    }
}

impl Context<'_> {
    fn emit(&self, event: Event) {
        (self.accounts.listener)(event);
    }

    /// In place of the mail with a link to a new password.
    fn notify_reset(&self, account: &Account) {
        let link = format!("{}?code={}", reset::PATH, self.tokens.reset(account));
        self.emit(Event::PasswordReset { email: account.email.clone(), link });
    }
}

/// The decoded path of a request's target.
fn path_of(target: &str) -> String {
    let path = target.split(['?', '#']).next().unwrap_or_default();
    percent_decode_str(path).decode_utf8_lossy().into_owned()
}

/// Bytes from the system's generator of random numbers.
fn random_bytes<const COUNT: usize>() -> Result<[u8; COUNT], StoreError> {
    let mut bytes = [0; COUNT];
    getrandom::fill(&mut bytes)
        .map_err(|error| StoreError(format!("the system has no random numbers: {error}")))?;
    Ok(bytes)
}
