//! The calls of the Firebase Authentication REST API that sites use: signing up and in, tokens, a new password.

use std::sync::{Mutex, PoisonError};

use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    AccountEvent, RequestContext,
    error::Rejection,
    field,
    forms::PASSWORD,
    random_bytes, random_word,
    store::Account,
    token::{LIFETIME, TokenPurpose},
};

/// The parameters of all calls; each call reads only some.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Parameters {
    email: String,
    password: String,
    id_token: Option<String>,
    request_type: Option<String>,
}

/// The minimum length of a password in Firebase Authentication, in characters.
pub(super) const MIN_PASSWORD: usize = 6;

/// The longest email address that RFC 5321 allows, in bytes.
const MAX_ADDRESS_BYTES: usize = 254;

/// Answers the call with this name. Returns `None` if there is no such call.
pub(super) fn call(
    call: &str,
    context: &RequestContext<'_>,
    body: &[u8],
) -> Option<Result<Value, Rejection>> {
    let serve: fn(&RequestContext<'_>, Parameters) -> Result<Value, Rejection> = match call {
        "signUp" => sign_up,
        "signInWithPassword" => sign_in,
        "lookup" => lookup,
        "sendOobCode" => send_code,
        "delete" => delete,
        _ => return None,
    };
    let parameters =
        serde_json::from_slice(body).map_err(|_| Rejection::malformed("Invalid JSON payload received."));
    Some(parameters.and_then(|parameters| serve(context, parameters)))
}

fn sign_up(context: &RequestContext<'_>, parameters: Parameters) -> Result<Value, Rejection> {
    let (email, password) = credentials(parameters)?;
    if !is_long_enough(&password) {
        let why = format!("WEAK_PASSWORD : Password should be at least {MIN_PASSWORD} characters");
        return Err(Rejection::identity(why));
    }
    let account = add(context, email, &password)?;
    Ok(signed_in(context, &account))
}

fn sign_in(context: &RequestContext<'_>, parameters: Parameters) -> Result<Value, Rejection> {
    let (email, password) = credentials(parameters)?;
    let known = context.store.account(|account| account.email == email);
    // The test account always has the password in the site's content, even after a sign-up or change here.
    let test = context.test_account.filter(|test| test.email == email);
    let account = match (known, test) {
        (Some(account), Some(test)) if test.password == password => account,
        (None, Some(test)) if test.password == password => add(context, email, &password)?,
        (Some(account), None) if is_password(&password, &account.password) => account,
        // The error is the same whether or not the account exists, so that nobody learns who has one.
        _ => return Err(Rejection::identity("INVALID_LOGIN_CREDENTIALS")),
    };
    Ok(signed_in(context, &account))
}

fn lookup(context: &RequestContext<'_>, parameters: Parameters) -> Result<Value, Rejection> {
    let Account { id, email, created, .. } = token_account(context, parameters.id_token)?;
    let provider = json!({ "providerId": "password", "email": email, "federatedId": email, "rawId": email });
    let user = json!({
        "localId": id,
        "email": email,
        "emailVerified": false,
        "createdAt": created.to_string(),
        "providerUserInfo": [provider],
    });
    Ok(json!({ "users": [user] }))
}

fn send_code(context: &RequestContext<'_>, parameters: Parameters) -> Result<Value, Rejection> {
    if parameters.request_type.as_deref() != Some("PASSWORD_RESET") {
        return Err(Rejection::identity("OPERATION_NOT_ALLOWED"));
    }
    let email = address(&parameters.email)?;
    let code = random_word()?;
    let is_known = context.store.update(|data| {
        let Some(account) = data.accounts.get_mut(&email) else { return Ok(false) };
        account.reset_code = Some(code.clone());
        Ok(true)
    })?;
    if is_known {
        context.emit(AccountEvent::PasswordReset {
            email: email.clone(),
            link: format!("{PASSWORD}?code={code}"),
        });
    }
    Ok(json!({ "email": email }))
}

fn delete(context: &RequestContext<'_>, parameters: Parameters) -> Result<Value, Rejection> {
    let account = token_account(context, parameters.id_token)?;
    context.store.update(|data| {
        data.accounts.remove(&account.email);
        Ok(json!({}))
    })
}

/// The account that an identity token was issued to.
fn token_account(context: &RequestContext<'_>, token: Option<String>) -> Result<Account, Rejection> {
    let token = token.ok_or_else(|| Rejection::identity("MISSING_ID_TOKEN"))?;
    context.account_of(TokenPurpose::Identity, &token)
}

/// Exchanges a refresh token for a new identity token, as `securetoken.googleapis.com` does.
pub(super) fn refresh(context: &RequestContext<'_>, body: &[u8]) -> Result<Value, Rejection> {
    let token = field(body, "refresh_token");
    let account = context.account_of(TokenPurpose::Refresh, &token)?;
    let identity = context.token(TokenPurpose::Identity, &account);
    Ok(json!({
        "access_token": identity,
        "id_token": identity,
        "refresh_token": token,
        "expires_in": LIFETIME.to_string(),
        "token_type": "Bearer",
        "user_id": account.id,
    }))
}

/// Gives the account another password, which is long enough, and ends its sessions.
pub(super) fn set_password(context: &RequestContext<'_>, id: &str, password: &str) -> Result<(), Rejection> {
    let hash = hash(password)?;
    context.store.update(|data| {
        for account in data.accounts.values_mut().filter(|account| account.id == id) {
            account.password.clone_from(&hash);
            account.tokens_valid_from = context.now.as_millisecond();
            account.reset_code = None;
        }
        Ok(())
    })
}

/// Adds an account.
fn add(context: &RequestContext<'_>, email: String, password: &str) -> Result<Account, Rejection> {
    let now = context.now.as_millisecond();
    // Hashing takes long, so it happens before the store is locked.
    let (id, password) = (random_word()?, hash(password)?);
    let account = Account { id, email, password, created: now, tokens_valid_from: now, reset_code: None };
    context.store.update(|data| {
        if data.accounts.contains_key(&account.email) {
            return Err(Rejection::identity("EMAIL_EXISTS"));
        }
        data.accounts.insert(account.email.clone(), account.clone());
        Ok(account)
    })
}

fn signed_in(context: &RequestContext<'_>, account: &Account) -> Value {
    json!({
        "localId": account.id,
        "email": account.email,
        "idToken": context.token(TokenPurpose::Identity, account),
        "refreshToken": context.token(TokenPurpose::Refresh, account),
        "expiresIn": LIFETIME.to_string(),
    })
}

fn credentials(parameters: Parameters) -> Result<(String, String), Rejection> {
    let email = address(&parameters.email)?;
    if parameters.password.is_empty() {
        Err(Rejection::identity("MISSING_PASSWORD"))
    } else {
        Ok((email, parameters.password))
    }
}

/// The email address in lower case, by which accounts are stored.
fn address(email: &str) -> Result<String, Rejection> {
    if email.is_empty() {
        return Err(Rejection::identity("MISSING_EMAIL"));
    }
    let parts = email.split_once('@');
    let is_valid = parts
        .is_some_and(|(name, host)| !name.is_empty() && !host.is_empty() && !host.contains('@'))
        && email.len() <= MAX_ADDRESS_BYTES
        && !email.contains(|c: char| c.is_control() || c.is_whitespace());
    if is_valid { Ok(email.to_lowercase()) } else { Err(Rejection::identity("INVALID_EMAIL")) }
}

pub(super) fn is_long_enough(password: &str) -> bool {
    password.chars().count() >= MIN_PASSWORD
}

/// Held while a password is hashed, so that the 19 MB of memory for it are needed once only.
static HASHING: Mutex<()> = Mutex::new(());

/// The Argon2id hash of a password, as a PHC string.
fn hash(password: &str) -> Result<String, Rejection> {
    let _hashing = HASHING.lock().unwrap_or_else(PoisonError::into_inner);
    let salt: [u8; 16] = random_bytes()?;
    Ok(argon2::hash_encoded(password.as_bytes(), &salt, &argon2::Config::default())?)
}

/// True if `stored` is a hash of `password`.
fn is_password(password: &str, stored: &str) -> bool {
    let _hashing = HASHING.lock().unwrap_or_else(PoisonError::into_inner);
    argon2::verify_encoded(stored, password.as_bytes()).unwrap_or(false)
}
