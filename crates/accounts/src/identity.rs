//! The calls of the Firebase Authentication REST API that sites use: signing up and in, tokens, passwords.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    Context,
    error::{Error, Rejection},
    store::{Account, StoreError},
    token::{LIFETIME, TokenError},
};
use crate::random_bytes;

/// The parameters of all calls; each reads those that it needs.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Parameters {
    email: Option<String>,
    password: Option<String>,
    id_token: Option<String>,
    request_type: Option<String>,
    oob_code: Option<String>,
    new_password: Option<String>,
}

/// The minimum of Firebase Authentication, in characters.
const MIN_PASSWORD: usize = 6;

/// The longest address of RFC 5321, in bytes.
const MAX_ADDRESS_BYTES: usize = 254;

/// Answers the call of this name. Returns `None` if there is no such call.
pub(super) fn call(call: &str, context: &Context<'_>, body: &[u8]) -> Option<Result<Value, Error>> {
    let serve: fn(&Context<'_>, Parameters) -> Result<Value, Error> = match call {
        "signUp" => sign_up,
        "signInWithPassword" => sign_in,
        "lookup" => lookup,
        "sendOobCode" => send_code,
        "resetPassword" => reset_password,
        "delete" => delete,
        _ => return None,
    };
    let parameters =
        serde_json::from_slice(body).map_err(|_| Rejection::malformed("Invalid JSON payload received."));
    Some(parameters.map_err(Error::from).and_then(|parameters| serve(context, parameters)))
}

fn sign_up(context: &Context<'_>, parameters: Parameters) -> Result<Value, Error> {
    if parameters.id_token.is_some() || parameters.email.is_none() && parameters.password.is_none() {
        return Err(Rejection::identity("OPERATION_NOT_ALLOWED").into());
    }
    let email = address(parameters.email)?;
    let password = parameters.password.filter(|password| !password.is_empty());
    let password = password.ok_or_else(|| Rejection::identity("MISSING_PASSWORD"))?;
    check_strength(&password)?;
    let email_exists = || Rejection::identity("EMAIL_EXISTS");
    if context.store.account(&email).is_some() {
        return Err(email_exists().into());
    }
    // Outside of a transaction, as hashing takes long.
    let password = context.passwords.hash(&password)?;
    let account = new_account(context, email, password)?;
    if !context.store.add(&account)? {
        return Err(email_exists().into());
    }
    Ok(signed_in(context, &account, "SignupNewUserResponse"))
}

fn sign_in(context: &Context<'_>, parameters: Parameters) -> Result<Value, Error> {
    let email = address(parameters.email)?;
    let password = parameters.password.filter(|password| !password.is_empty());
    let password = password.ok_or_else(|| Rejection::identity("MISSING_PASSWORD"))?;
    // The same error and about the same time whether the account exists or not, so that neither reveals it.
    let wrong = || Rejection::identity("INVALID_LOGIN_CREDENTIALS");
    let Some(account) = context.store.account(&email) else {
        context.passwords.hash(&password)?;
        return Err(wrong().into());
    };
    if !context.passwords.verify(&password, &account.password) {
        return Err(wrong().into());
    }
    let now = context.tokens.now.as_millisecond();
    let account = context.store.change(&account.id, |account| account.last_login = now)?.ok_or_else(wrong)?;
    let mut answer = signed_in(context, &account, "VerifyPasswordResponse");
    if let Some(answer) = answer.as_object_mut() {
        answer.insert("registered".to_owned(), true.into());
    }
    Ok(answer)
}

fn lookup(context: &Context<'_>, parameters: Parameters) -> Result<Value, Error> {
    let Account { id, email, created, last_login, tokens_valid_from, .. } =
        account_of_token(context, parameters.id_token)?;
    let provider = json!({ "providerId": "password", "email": email, "federatedId": email, "rawId": email });
    let user = json!({
        "localId": id,
        "email": email,
        "emailVerified": false,
        "validSince": tokens_valid_from.div_euclid(1000).to_string(),
        "createdAt": created.to_string(),
        "lastLoginAt": last_login.to_string(),
        "providerUserInfo": [provider],
    });
    Ok(json!({ "kind": kind("GetAccountInfoResponse"), "users": [user] }))
}

fn send_code(context: &Context<'_>, parameters: Parameters) -> Result<Value, Error> {
    if parameters.request_type.as_deref() != Some("PASSWORD_RESET") {
        return Err(Rejection::identity("OPERATION_NOT_ALLOWED").into());
    }
    let email = address(parameters.email)?;
    if let Some(account) = context.store.account(&email) {
        context.notify_reset(&account);
    }
    Ok(json!({ "kind": kind("GetOobConfirmationCodeResponse"), "email": email }))
}

fn reset_password(context: &Context<'_>, parameters: Parameters) -> Result<Value, Error> {
    let account = account_for_reset(context, &parameters.oob_code.unwrap_or_default())?;
    if let Some(password) = parameters.new_password {
        set_password(context, &account, &password)?;
    }
    let email = account.email;
    Ok(json!({ "kind": kind("ResetPasswordResponse"), "email": email, "requestType": "PASSWORD_RESET" }))
}

fn delete(context: &Context<'_>, parameters: Parameters) -> Result<Value, Error> {
    context.store.remove(&account_of_token(context, parameters.id_token)?.id)?;
    Ok(json!({ "kind": kind("DeleteAccountResponse") }))
}

/// The account whose password may be changed with this code.
pub(super) fn account_for_reset(context: &Context<'_>, code: &str) -> Result<Account, Error> {
    let reset = context.tokens.read_reset(code).map_err(|error| match error {
        TokenError::Invalid => Rejection::identity("INVALID_OOB_CODE"),
        TokenError::Expired => Rejection::identity("EXPIRED_OOB_CODE"),
    })?;
    let account = context.store.account_by_id(&reset.sub).filter(|account| reset.is_current_for(account));
    Ok(account.ok_or_else(|| Rejection::identity("INVALID_OOB_CODE"))?)
}

/// Gives the account another password and ends its sessions.
pub(super) fn set_password(context: &Context<'_>, account: &Account, password: &str) -> Result<(), Error> {
    check_strength(password)?;
    let hash = context.passwords.hash(password)?;
    let now = context.tokens.now.as_millisecond();
    context.store.change(&account.id, |account| {
        account.password = hash;
        account.tokens_valid_from = now;
    })?;
    Ok(())
}

/// A new account, created now. `password` is a hash.
pub(super) fn new_account(
    context: &Context<'_>,
    email: String,
    password: String,
) -> Result<Account, StoreError> {
    let id: [u8; 14] = random_bytes()?;
    let id = id.iter().map(|byte| format!("{byte:02x}")).collect();
    let now = context.tokens.now.as_millisecond();
    Ok(Account { id, email, password, created: now, last_login: now, tokens_valid_from: now })
}

/// Exchanges a refresh token for a new identity token, as `securetoken.googleapis.com` does.
pub(super) fn refresh(context: &Context<'_>, body: &[u8]) -> Result<Value, Error> {
    let field = |name: &str| url::form_urlencoded::parse(body).find(|(field, _)| field == name);
    if field("grant_type").is_none_or(|(_, kind)| kind != "refresh_token") {
        return Err(Rejection::identity("INVALID_GRANT_TYPE").into());
    }
    let (_, token) = field("refresh_token").ok_or_else(|| Rejection::identity("MISSING_REFRESH_TOKEN"))?;
    let renewal = context.tokens.read_refresh(&token);
    let renewal = renewal.map_err(|_| Rejection::identity("INVALID_REFRESH_TOKEN"))?;
    let account =
        context.store.account_by_id(&renewal.sub).ok_or_else(|| Rejection::identity("USER_NOT_FOUND"))?;
    if !renewal.is_current_for(&account) {
        return Err(Rejection::identity("TOKEN_EXPIRED").into());
    }
    let identity = context.tokens.identity(&account, renewal.auth_time, context.project);
    Ok(json!({
        "access_token": identity,
        "id_token": identity,
        "refresh_token": token,
        "expires_in": LIFETIME.to_string(),
        "token_type": "Bearer",
        "user_id": account.id,
        "project_id": context.project,
    }))
}

/// The account of an identity token.
fn account_of_token(context: &Context<'_>, token: Option<String>) -> Result<Account, Error> {
    let token = token.ok_or_else(|| Rejection::identity("MISSING_ID_TOKEN"))?;
    let identity = context.tokens.read_identity(&token).map_err(|error| match error {
        TokenError::Invalid => Rejection::identity("INVALID_ID_TOKEN"),
        TokenError::Expired => Rejection::identity("TOKEN_EXPIRED"),
    })?;
    let account =
        context.store.account_by_id(&identity.sub).ok_or_else(|| Rejection::identity("USER_NOT_FOUND"))?;
    if identity.is_current_for(&account) {
        Ok(account)
    } else {
        Err(Rejection::identity("TOKEN_EXPIRED").into())
    }
}

fn signed_in(context: &Context<'_>, account: &Account, what: &str) -> Value {
    let now = context.tokens.now.as_second();
    json!({
        "kind": kind(what),
        "localId": account.id,
        "email": account.email,
        "idToken": context.tokens.identity(account, now, context.project),
        "refreshToken": context.tokens.refresh(account, now),
        "expiresIn": LIFETIME.to_string(),
    })
}

fn kind(what: &str) -> String {
    format!("identitytoolkit#{what}")
}

/// The address in lower case, by which accounts are stored.
fn address(email: Option<String>) -> Result<String, Rejection> {
    let email =
        email.filter(|email| !email.is_empty()).ok_or_else(|| Rejection::identity("MISSING_EMAIL"))?;
    let parts = email.split_once('@');
    let is_valid = parts
        .is_some_and(|(name, host)| !name.is_empty() && !host.is_empty() && !host.contains('@'))
        && email.len() <= MAX_ADDRESS_BYTES
        && !email.contains(|c: char| c.is_control() || c.is_whitespace());
    if is_valid { Ok(email.to_lowercase()) } else { Err(Rejection::identity("INVALID_EMAIL")) }
}

fn check_strength(password: &str) -> Result<(), Rejection> {
    if password.chars().count() < MIN_PASSWORD {
        let why = format!("WEAK_PASSWORD : Password should be at least {MIN_PASSWORD} characters");
        return Err(Rejection::identity(&why));
    }
    Ok(())
}
