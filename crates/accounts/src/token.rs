//! Tokens: signed claims in the format of JSON Web Tokens, which clients parse. The key never leaves the store.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::store::Account;

/// The time for which an identity token is valid, in seconds.
pub(super) const LIFETIME: i64 = 3600;

/// The purpose of a token. It is part of the signed text, so that no token is accepted in place of another kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenPurpose {
    /// Tells who the visitor is.
    Identity,
    /// Gets a new identity token; valid until the password changes.
    Refresh,
}

impl TokenPurpose {
    /// The error that clients get for a token that wasn't signed for this purpose.
    pub fn invalid(self) -> &'static str {
        match self {
            Self::Identity => "INVALID_ID_TOKEN",
            Self::Refresh => "INVALID_REFRESH_TOKEN",
        }
    }
}

/// The content of a token.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Claims {
    /// The account's id.
    pub sub: String,
    pub email: String,
    /// The times of issue and expiry, in seconds.
    pub iat: i64,
    pub exp: i64,
}

/// Signs a token for an account.
pub(super) fn sign(purpose: TokenPurpose, account: &Account, now: i64, key: &[u8; 32]) -> String {
    let exp = if purpose == TokenPurpose::Identity { now + LIFETIME } else { i64::MAX };
    let Account { id, email, .. } = account.clone();
    let claims = json!(Claims { sub: id, email, iat: now, exp });
    let head = json!({ "alg": "BLAKE3", "typ": "JWT" });
    let [head, claims] = [head, claims].map(|part| BASE64.encode(part.to_string()));
    let signed = format!("{head}.{claims}");
    let signature = BASE64.encode(mac(purpose, &signed, key).as_bytes());
    format!("{signed}.{signature}")
}

/// Reads a token for this purpose. Returns `None` if this service didn't sign it.
pub(super) fn read(purpose: TokenPurpose, token: &str, key: &[u8; 32]) -> Option<Claims> {
    let (signed, signature) = token.rsplit_once('.')?;
    let signature = BASE64.decode(signature).ok()?;
    // The comparison takes constant time.
    if mac(purpose, signed, key) != *signature {
        return None;
    }
    serde_json::from_slice(&BASE64.decode(signed.split('.').nth(1)?).ok()?).ok()
}

fn mac(purpose: TokenPurpose, signed: &str, key: &[u8; 32]) -> blake3::Hash {
    blake3::keyed_hash(key, format!("{purpose:?} {signed}").as_bytes())
}
