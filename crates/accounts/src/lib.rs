//! The account service of the preview. It answers the requests that sites send to Firebase Authentication and Cloud
//! Firestore on this machine, so that signing up works without an account at a provider, and takes the messages of the
//! contact form. It is no part of a published site.

mod documents;
mod error;
mod forms;
mod identity;
mod store;
mod token;

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use jiff::Timestamp;
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

pub use forms::FormMessage;

use error::Rejection;
use store::{Account, Store};
use token::TokenPurpose;

/// The prefix of calls of Firebase Authentication; the name of the call follows.
const IDENTITY: &str = "/identitytoolkit.googleapis.com/v1/accounts:";

/// The path of the call that refreshes an identity token.
const TOKEN: &str = "/securetoken.googleapis.com/v1/token";

/// The service. The first request that needs its file opens it.
pub struct AccountService {
    path: PathBuf,
    clock: fn() -> Timestamp,
    listener: Box<dyn Fn(AccountEvent) + Send + Sync>,
    store: Mutex<Option<Arc<Store>>>,
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
pub struct AccountRequest<'r> {
    /// The target in the first line: path and query.
    pub target: &'r str,
    /// The value of the `Authorization` header.
    pub authorization: Option<&'r str>,
    /// The whole body.
    pub body: &'r [u8],
}

/// The answer to a request.
#[derive(Debug)]
pub struct AccountResponse {
    /// The HTTP status.
    pub status: u16,
    /// The body, which determines the media type.
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
pub enum AccountEvent {
    /// A form was sent.
    Message(FormMessage),
    /// A password reset was requested; the hosted service would send mail.
    PasswordReset {
        /// The address of the account.
        email: String,
        /// Path and query of the page for a new password.
        link: String,
    },
    /// The file can't be used, so that accounts and messages are lost when the preview ends.
    InMemory {
        /// The reason.
        reason: String,
    },
    /// A request failed because of the file or the system.
    Failed {
        /// The reason.
        reason: String,
    },
}

/// The store, the time and the test account for answering a request.
struct RequestContext<'a> {
    accounts: &'a AccountService,
    store: &'a Store,
    now: Timestamp,
    test_account: Option<&'a TestAccount>,
}

impl AccountService {
    /// The service with its file at `path`. `listener` is called for each event, on the thread of the request.
    pub fn new(
        path: PathBuf,
        clock: fn() -> Timestamp,
        listener: impl Fn(AccountEvent) + Send + Sync + 'static,
    ) -> Self {
        Self { path, clock, listener: Box::new(listener), store: Mutex::default() }
    }

    /// True if the service answers POST requests to `target`.
    pub fn accepts(&self, target: &str) -> bool {
        let path = path_of(target);
        [IDENTITY, documents::PATH].iter().any(|start| path.starts_with(start))
            || [TOKEN, forms::MESSAGES, forms::PASSWORD].contains(&path.as_str())
    }

    /// Answers a GET request. Returns `None` if `target` isn't the page for a new password.
    pub fn page(&self, target: &str) -> Option<AccountResponse> {
        (path_of(target) == forms::PASSWORD).then(|| forms::page(target))
    }

    /// Answers a POST request. `test_account` is the account that the site offers, if any.
    pub fn respond(
        &self,
        request: &AccountRequest<'_>,
        test_account: Option<&TestAccount>,
    ) -> AccountResponse {
        self.try_respond(request, test_account).unwrap_or_else(|rejection| {
            if let Some(reason) = rejection.internal() {
                (self.listener)(AccountEvent::Failed { reason: reason.to_owned() });
            }
            AccountResponse { status: rejection.status, body: Body::Json(rejection.body()) }
        })
    }

    fn try_respond(
        &self,
        request: &AccountRequest<'_>,
        test_account: Option<&TestAccount>,
    ) -> Result<AccountResponse, Rejection> {
        let store = self.store()?;
        let context = RequestContext { accounts: self, store: &store, now: (self.clock)(), test_account };
        let path = path_of(request.target);
        if path == forms::PASSWORD {
            return forms::set_password(&context, request.body);
        }
        let answer = if path == forms::MESSAGES {
            Some(forms::receive(&context, request.body).map(|()| json!({})))
        } else if path == TOKEN {
            Some(identity::refresh(&context, request.body))
        } else if let Some(call) = path.strip_prefix(IDENTITY) {
            identity::call(call, &context, request.body)
        } else {
            documents::call(&path, &context, request.authorization, request.body)
        };
        Ok(match answer.transpose()? {
            Some(value) => AccountResponse { status: 200, body: Body::Json(value) },
            None => AccountResponse { status: 405, body: Body::Text("the local service has no such call") },
        })
    }

    /// The accounts, read by the first call; in memory if the file can't be used.
    fn store(&self) -> Result<Arc<Store>, Rejection> {
        let mut slot = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = &*slot {
            return Ok(store.clone());
        }
        let store = match Store::open(&self.path) {
            Ok(store) => store,
            Err(error) => {
                let reason = error.internal().unwrap_or_default();
                (self.listener)(AccountEvent::InMemory {
                    reason: format!("{}: {reason}", self.path.display()),
                });
                Store::in_memory()?
            }
        };
        Ok(slot.insert(Arc::new(store)).clone())
    }
}

impl RequestContext<'_> {
    fn emit(&self, event: AccountEvent) {
        (self.accounts.listener)(event);
    }

    /// A token of an account.
    fn token(&self, purpose: TokenPurpose, account: &Account) -> String {
        token::sign(purpose, account, self.now.as_second(), &self.store.key)
    }

    /// The account that a token was issued to.
    fn account_of(&self, purpose: TokenPurpose, token: &str) -> Result<Account, Rejection> {
        let claims = token::read(purpose, token, &self.store.key)
            .ok_or_else(|| Rejection::identity(purpose.invalid()))?;
        self.store
            .account(|account| account.id == claims.sub)
            .filter(|account| {
                claims.exp > self.now.as_second() && claims.iat >= account.tokens_valid_from / 1000
            })
            .ok_or_else(|| Rejection::identity("TOKEN_EXPIRED"))
    }
}

/// The decoded path of a request's target.
fn path_of(target: &str) -> String {
    let path = target.split(['?', '#']).next().unwrap_or_default();
    percent_decode_str(path).decode_utf8_lossy().into_owned()
}

/// The field of a posted form or a query; empty if there is none.
fn field(form: &[u8], name: &str) -> String {
    let value = url::form_urlencoded::parse(form).find(|(field, _)| field == name);
    value.map(|(_, value)| value.into_owned()).unwrap_or_default()
}

/// Hexadecimal digits that can't be guessed.
fn random_word() -> Result<String, Rejection> {
    Ok(random_bytes::<14>()?.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Bytes from the system's generator of random numbers.
fn random_bytes<const COUNT: usize>() -> Result<[u8; COUNT], Rejection> {
    let mut bytes = [0; COUNT];
    getrandom::fill(&mut bytes)
        .map_err(|error| Rejection::failed(format!("the system has no random numbers: {error}")))?;
    Ok(bytes)
}
