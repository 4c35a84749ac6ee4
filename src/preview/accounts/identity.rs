//! Signing up, signing in and what belongs to it, as Firebase Authentication has it.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    Counter,
    refusal::{Fault, Refusal},
    store::{Account, Broken},
    token::{LIFETIME, Void},
};
use crate::preview::random_bytes;

/// What clients send. Each call reads the part that it needs.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Asked {
    email: Option<String>,
    password: Option<String>,
    id_token: Option<String>,
    request_type: Option<String>,
    oob_code: Option<String>,
    new_password: Option<String>,
}

/// The library refuses shorter passwords, too.
const SHORTEST: usize = 6;

/// The longest address that mail can have.
const LONGEST_ADDRESS: usize = 254;

/// Answers the call of this name; `None` if there is no such call.
pub(super) fn answer(call: &str, counter: &Counter<'_>, body: &[u8]) -> Option<Result<Value, Fault>> {
    let serve: fn(&Counter<'_>, Asked) -> Result<Value, Fault> = match call {
        "signUp" => sign_up,
        "signInWithPassword" => sign_in,
        "lookup" => lookup,
        "sendOobCode" => send_code,
        "resetPassword" => reset_password,
        "delete" => delete,
        _ => return None,
    };
    let asked =
        serde_json::from_slice(body).map_err(|_| Refusal::malformed("Invalid JSON payload received."));
    Some(asked.map_err(Fault::from).and_then(|asked| serve(counter, asked)))
}

fn sign_up(counter: &Counter<'_>, asked: Asked) -> Result<Value, Fault> {
    if asked.id_token.is_some() || asked.email.is_none() && asked.password.is_none() {
        return Err(Refusal::identity("OPERATION_NOT_ALLOWED").into());
    }
    let email = address(asked.email)?;
    let password = asked.password.filter(|password| !password.is_empty());
    let password = password.ok_or_else(|| Refusal::identity("MISSING_PASSWORD"))?;
    strong(&password)?;
    let taken = || Refusal::identity("EMAIL_EXISTS");
    if counter.store.account(&email)?.is_some() {
        return Err(taken().into());
    }
    // Outside of any transaction: others go on meanwhile.
    let password = counter.passwords.hash(&password)?;
    let account = new_account(counter, email, password)?;
    if !counter.store.add(&account)? {
        return Err(taken().into());
    }
    Ok(signed_in(counter, &account, "SignupNewUserResponse"))
}

fn sign_in(counter: &Counter<'_>, asked: Asked) -> Result<Value, Fault> {
    let email = address(asked.email)?;
    let password = asked.password.filter(|password| !password.is_empty());
    let password = password.ok_or_else(|| Refusal::identity("MISSING_PASSWORD"))?;
    // Whether there is such an account can be told neither from the answer nor from the time it takes.
    let wrong = || Refusal::identity("INVALID_LOGIN_CREDENTIALS");
    let Some(account) = counter.store.account(&email)? else {
        counter.passwords.hash(&password)?;
        return Err(wrong().into());
    };
    if !counter.passwords.fits(&password, &account.password) {
        return Err(wrong().into());
    }
    let now = counter.tokens.now.as_millisecond();
    let account = counter.store.change(&account.id, |account| account.seen = now)?.ok_or_else(wrong)?;
    let mut answer = signed_in(counter, &account, "VerifyPasswordResponse");
    if let Some(answer) = answer.as_object_mut() {
        answer.insert("registered".to_owned(), true.into());
    }
    Ok(answer)
}

fn lookup(counter: &Counter<'_>, asked: Asked) -> Result<Value, Fault> {
    let Account { id, email, created, seen, since, .. } = holder(counter, asked.id_token)?;
    let provider = json!({ "providerId": "password", "email": email, "federatedId": email, "rawId": email });
    let user = json!({
        "localId": id,
        "email": email,
        "emailVerified": false,
        "validSince": since.div_euclid(1000).to_string(),
        "createdAt": created.to_string(),
        "lastLoginAt": seen.to_string(),
        "providerUserInfo": [provider],
    });
    Ok(json!({ "kind": kind("GetAccountInfoResponse"), "users": [user] }))
}

fn send_code(counter: &Counter<'_>, asked: Asked) -> Result<Value, Fault> {
    if asked.request_type.as_deref() != Some("PASSWORD_RESET") {
        return Err(Refusal::identity("OPERATION_NOT_ALLOWED").into());
    }
    let email = address(asked.email)?;
    if let Some(account) = counter.store.account(&email)? {
        counter.tell_of_reset(&account);
    }
    Ok(json!({ "kind": kind("GetOobConfirmationCodeResponse"), "email": email }))
}

fn reset_password(counter: &Counter<'_>, asked: Asked) -> Result<Value, Fault> {
    let account = resettable(counter, &asked.oob_code.unwrap_or_default())?;
    if let Some(password) = asked.new_password {
        set_password(counter, &account, &password)?;
    }
    let email = account.email;
    Ok(json!({ "kind": kind("ResetPasswordResponse"), "email": email, "requestType": "PASSWORD_RESET" }))
}

fn delete(counter: &Counter<'_>, asked: Asked) -> Result<Value, Fault> {
    counter.store.remove(&holder(counter, asked.id_token)?.id)?;
    Ok(json!({ "kind": kind("DeleteAccountResponse") }))
}

/// Whose password the code lets somebody change.
pub(super) fn resettable(counter: &Counter<'_>, code: &str) -> Result<Account, Fault> {
    let reset = counter.tokens.read_reset(code).map_err(|void| match void {
        Void::Foreign => Refusal::identity("INVALID_OOB_CODE"),
        Void::Expired => Refusal::identity("EXPIRED_OOB_CODE"),
    })?;
    let account = counter.store.account_of(&reset.sub)?.filter(|account| reset.holds(account));
    Ok(account.ok_or_else(|| Refusal::identity("INVALID_OOB_CODE"))?)
}

/// Gives the account another password and ends its sessions.
pub(super) fn set_password(counter: &Counter<'_>, account: &Account, password: &str) -> Result<(), Fault> {
    strong(password)?;
    let hash = counter.passwords.hash(password)?;
    let now = counter.tokens.now.as_millisecond();
    counter.store.change(&account.id, |account| {
        account.password = hash;
        account.since = now;
    })?;
    Ok(())
}

/// An account of today.
pub(super) fn new_account(counter: &Counter<'_>, email: String, password: String) -> Result<Account, Broken> {
    let id: [u8; 14] = random_bytes().map_err(|failure| Broken(failure.message))?;
    let id = id.iter().map(|byte| format!("{byte:02x}")).collect();
    let now = counter.tokens.now.as_millisecond();
    Ok(Account { id, email, password, created: now, seen: now, since: now })
}

/// Continues a session, as `securetoken.googleapis.com` does.
pub(super) fn renew(counter: &Counter<'_>, body: &[u8]) -> Result<Value, Fault> {
    let field = |name: &str| url::form_urlencoded::parse(body).find(|(field, _)| field == name);
    if field("grant_type").is_none_or(|(_, kind)| kind != "refresh_token") {
        return Err(Refusal::identity("INVALID_GRANT_TYPE").into());
    }
    let (_, token) = field("refresh_token").ok_or_else(|| Refusal::identity("MISSING_REFRESH_TOKEN"))?;
    let renewal = counter.tokens.read_renewal(&token);
    let renewal = renewal.map_err(|_| Refusal::identity("INVALID_REFRESH_TOKEN"))?;
    let account =
        counter.store.account_of(&renewal.sub)?.ok_or_else(|| Refusal::identity("USER_NOT_FOUND"))?;
    if !renewal.holds(&account) {
        return Err(Refusal::identity("TOKEN_EXPIRED").into());
    }
    let identity = counter.tokens.identity(&account, renewal.auth_time, &counter.project);
    Ok(json!({
        "access_token": identity,
        "id_token": identity,
        "refresh_token": token,
        "expires_in": LIFETIME.to_string(),
        "token_type": "Bearer",
        "user_id": account.id,
        "project_id": counter.project,
    }))
}

/// Whose token this is.
fn holder(counter: &Counter<'_>, token: Option<String>) -> Result<Account, Fault> {
    let token = token.ok_or_else(|| Refusal::identity("MISSING_ID_TOKEN"))?;
    let identity = counter.tokens.read_identity(&token).map_err(|void| match void {
        Void::Foreign => Refusal::identity("INVALID_ID_TOKEN"),
        Void::Expired => Refusal::identity("TOKEN_EXPIRED"),
    })?;
    let account =
        counter.store.account_of(&identity.sub)?.ok_or_else(|| Refusal::identity("USER_NOT_FOUND"))?;
    if identity.holds(&account) { Ok(account) } else { Err(Refusal::identity("TOKEN_EXPIRED").into()) }
}

fn signed_in(counter: &Counter<'_>, account: &Account, what: &str) -> Value {
    let now = counter.tokens.now.as_second();
    json!({
        "kind": kind(what),
        "localId": account.id,
        "email": account.email,
        "idToken": counter.tokens.identity(account, now, &counter.project),
        "refreshToken": counter.tokens.renewal(account, now),
        "expiresIn": LIFETIME.to_string(),
    })
}

fn kind(what: &str) -> String {
    format!("identitytoolkit#{what}")
}

/// The address in the form in which accounts are known.
fn address(email: Option<String>) -> Result<String, Refusal> {
    let email = email.filter(|email| !email.is_empty()).ok_or_else(|| Refusal::identity("MISSING_EMAIL"))?;
    let parts = email.split_once('@');
    let sound = parts.is_some_and(|(name, host)| !name.is_empty() && !host.is_empty() && !host.contains('@'))
        && email.len() <= LONGEST_ADDRESS
        && !email.contains(|c: char| c.is_control() || c.is_whitespace());
    if sound { Ok(email.to_lowercase()) } else { Err(Refusal::identity("INVALID_EMAIL")) }
}

fn strong(password: &str) -> Result<(), Refusal> {
    if password.chars().count() < SHORTEST {
        let why = format!("WEAK_PASSWORD : Password should be at least {SHORTEST} characters");
        return Err(Refusal::identity(&why));
    }
    Ok(())
}
