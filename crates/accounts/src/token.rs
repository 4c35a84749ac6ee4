//! Tokens: signed claims in the format of JSON Web Tokens. The key never leaves the database.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use jiff::Timestamp;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::store::Account;

/// How long an identity token is valid, in seconds.
pub(super) const LIFETIME: i64 = 3600;

/// How long the link to a new password is valid, in seconds.
const RESET: i64 = 3600;

/// Part of what is signed, so that no token is accepted in place of another kind.
#[derive(Clone, Copy, Debug)]
enum Purpose {
    IdToken,
    RefreshToken,
    ResetCode,
}

/// Signs tokens and verifies them.
#[derive(Clone, Copy)]
pub(super) struct Tokens<'k> {
    pub key: &'k [u8; 32],
    pub now: Timestamp,
}

/// The claims of an identity token.
#[derive(Debug, Deserialize)]
pub(super) struct IdToken {
    /// The account's id.
    pub sub: String,
    /// Its address.
    pub email: String,
    iat: i64,
    exp: i64,
}

/// The claims of a refresh token, which is valid until the password changes.
#[derive(Debug, Deserialize)]
pub(super) struct RefreshToken {
    /// The account's id.
    pub sub: String,
    /// When they signed in, in seconds.
    pub auth_time: i64,
}

/// The claims of the link to a new password, which can be used once.
#[derive(Debug, Deserialize)]
pub(super) struct ResetCode {
    /// The account's id.
    pub sub: String,
    exp: i64,
    /// The fingerprint of the password hash that is to be replaced.
    replaces: String,
}

/// Why a token is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenError {
    /// It wasn't signed by this service for this purpose.
    Invalid,
    /// It is too old.
    Expired,
}

impl Tokens<'_> {
    /// An identity token of `account` for the project of this id.
    pub fn identity(self, account: &Account, auth_time: i64, project: &str) -> String {
        let Account { id, email, .. } = account;
        let now = self.now.as_second();
        self.sign(
            Purpose::IdToken,
            &json!({
                "iss": format!("https://securetoken.google.com/{project}"),
                "aud": project,
                "auth_time": auth_time,
                "user_id": id,
                "sub": id,
                "iat": now,
                "exp": now + LIFETIME,
                "email": email,
                "email_verified": false,
                "firebase": { "identities": { "email": [email] }, "sign_in_provider": "password" },
            }),
        )
    }

    /// Verifies an identity token.
    pub fn read_identity(self, token: &str) -> Result<IdToken, TokenError> {
        let identity: IdToken = self.read(Purpose::IdToken, token)?;
        if identity.exp <= self.now.as_second() { Err(TokenError::Expired) } else { Ok(identity) }
    }

    /// A refresh token of `account`.
    pub fn refresh(self, account: &Account, auth_time: i64) -> String {
        self.sign(Purpose::RefreshToken, &json!({ "sub": account.id, "auth_time": auth_time }))
    }

    /// Verifies a refresh token.
    pub fn read_refresh(self, token: &str) -> Result<RefreshToken, TokenError> {
        self.read(Purpose::RefreshToken, token)
    }

    /// A code with which the password of `account` can be changed once.
    pub fn reset(self, account: &Account) -> String {
        let expires = self.now.as_second() + RESET;
        let replaces = fingerprint(&account.password);
        self.sign(Purpose::ResetCode, &json!({ "sub": account.id, "exp": expires, "replaces": replaces }))
    }

    /// Verifies such a code.
    pub fn read_reset(self, token: &str) -> Result<ResetCode, TokenError> {
        let reset: ResetCode = self.read(Purpose::ResetCode, token)?;
        if reset.exp <= self.now.as_second() { Err(TokenError::Expired) } else { Ok(reset) }
    }

    /// In the format of a JSON Web Token, whose claims clients parse.
    fn sign(self, purpose: Purpose, claims: &Value) -> String {
        let head = json!({ "alg": "BLAKE3", "typ": "JWT" });
        let [head, claims] = [&head, claims].map(|part| BASE64.encode(part.to_string()));
        let signed = format!("{head}.{claims}");
        let signature = BASE64.encode(self.mac(purpose, &signed).as_bytes());
        format!("{signed}.{signature}")
    }

    fn read<Claims: DeserializeOwned>(self, purpose: Purpose, token: &str) -> Result<Claims, TokenError> {
        let (signed, signature) = token.rsplit_once('.').ok_or(TokenError::Invalid)?;
        let signature = BASE64.decode(signature).map_err(|_| TokenError::Invalid)?;
        // Compared in constant time.
        if self.mac(purpose, signed) != *signature {
            return Err(TokenError::Invalid);
        }
        let claims = signed.split('.').nth(1).and_then(|claims| BASE64.decode(claims).ok());
        claims.and_then(|claims| serde_json::from_slice(&claims).ok()).ok_or(TokenError::Invalid)
    }

    fn mac(self, purpose: Purpose, signed: &str) -> blake3::Hash {
        blake3::keyed_hash(self.key, format!("{purpose:?} {signed}").as_bytes())
    }
}

impl IdToken {
    /// True unless sessions of the account were ended since the token was issued.
    pub fn is_current_for(&self, account: &Account) -> bool {
        self.iat >= account.tokens_valid_from.div_euclid(1000)
    }
}

impl RefreshToken {
    /// True unless sessions of the account were ended since the token was issued.
    pub fn is_current_for(&self, account: &Account) -> bool {
        self.auth_time >= account.tokens_valid_from.div_euclid(1000)
    }
}

impl ResetCode {
    /// True while the account has the password that is to be replaced.
    pub fn is_current_for(&self, account: &Account) -> bool {
        self.replaces == fingerprint(&account.password)
    }
}

fn fingerprint(password: &str) -> String {
    blake3::hash(password.as_bytes()).to_hex().chars().take(16).collect()
}

#[cfg(test)]
mod tests {
    use jiff::{Timestamp, ToSpan};

    use super::{Account, TokenError, Tokens};

    #[test]
    fn tokens_are_valid_only_unchanged_and_for_their_purpose() {
        let now: Timestamp = "2026-06-01T12:00:00Z".parse().expect("a moment");
        let tokens = Tokens { key: &[7; 32], now };
        let mut account = Account {
            id: "1".to_owned(),
            email: "a@b.example".to_owned(),
            password: "hash".to_owned(),
            created: 0,
            last_login: 0,
            tokens_valid_from: 0,
        };
        let token = tokens.identity(&account, 5, "demo");
        let identity = tokens.read_identity(&token).expect("ours");
        assert_eq!((&*identity.sub, &*identity.email), ("1", "a@b.example"));
        assert!(tokens.read_refresh(&token).is_err() && tokens.read_reset(&token).is_err());
        let later = Tokens { now: now + 3600.seconds(), ..tokens };
        assert_eq!(later.read_identity(&token).err(), Some(TokenError::Expired));
        assert_eq!(Tokens { key: &[8; 32], ..tokens }.read_identity(&token).err(), Some(TokenError::Invalid));
        let (signed, _) = token.rsplit_once('.').expect("a signature");
        for forged in ["", ".", "..", "a.b.c", signed, &format!("{signed}."), &format!("{token}A")] {
            assert_eq!(tokens.read_identity(forged).err(), Some(TokenError::Invalid), "{forged}");
        }
        let reset = tokens.read_reset(&tokens.reset(&account)).expect("ours");
        assert!(reset.is_current_for(&account));
        "another".clone_into(&mut account.password);
        account.tokens_valid_from = now.as_millisecond() + 1000;
        assert!(!reset.is_current_for(&account) && !identity.is_current_for(&account));
    }
}
