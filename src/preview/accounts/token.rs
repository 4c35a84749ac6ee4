//! Tokens: what they say stands in them, signed with a key that never leaves the database.

use base64ct::{Base64UrlUnpadded, Encoding};
use jiff::Timestamp;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::json;

use super::store::Account;

/// How long somebody is signed in before the session is renewed, in seconds.
pub(super) const LIFETIME: i64 = 3600;

/// How long the link to a new password works, in seconds.
const RESET: i64 = 3600;

/// What a token is for; none works in place of another.
#[derive(Clone, Copy, Debug)]
enum Purpose {
    Identity,
    Renewal,
    Reset,
}

/// Signs tokens, and reads what it signed.
#[derive(Clone, Copy)]
pub(super) struct Tokens<'k> {
    pub key: &'k [u8; 32],
    pub now: Timestamp,
}

/// Who somebody is, for an hour.
#[derive(Debug, Deserialize)]
pub(super) struct Identity {
    /// The account's id.
    pub sub: String,
    /// Its address.
    pub email: String,
    iat: i64,
    exp: i64,
}

/// The right to a new identity, until the password is another.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Renewal {
    /// The account's id.
    pub sub: String,
    /// When they signed in, in seconds.
    pub auth_time: i64,
}

/// The right to a new password, once.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Reset {
    /// The account's id.
    pub sub: String,
    exp: i64,
    /// Part of a hash of the old password's hash.
    of: String,
}

/// Why a token is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Void {
    /// It isn't ours.
    Foreign,
    /// Its time is over.
    Expired,
}

impl Tokens<'_> {
    /// Says who `account` is, to the project of this name.
    pub fn identity(self, account: &Account, auth_time: i64, project: &str) -> String {
        let Account { id, email, .. } = account;
        let now = self.now.as_second();
        self.sign(
            Purpose::Identity,
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

    /// Who somebody is.
    pub fn read_identity(self, token: &str) -> Result<Identity, Void> {
        let identity: Identity = self.read(Purpose::Identity, token)?;
        if identity.exp <= self.now.as_second() { Err(Void::Expired) } else { Ok(identity) }
    }

    /// Lets `account` stay signed in.
    pub fn renewal(self, account: &Account, auth_time: i64) -> String {
        self.sign(Purpose::Renewal, &Renewal { sub: account.id.clone(), auth_time })
    }

    /// Who wants to stay signed in.
    pub fn read_renewal(self, token: &str) -> Result<Renewal, Void> {
        self.read(Purpose::Renewal, token)
    }

    /// Lets `account` have another password.
    pub fn reset(self, account: &Account) -> String {
        let reset =
            Reset { sub: account.id.clone(), exp: self.now.as_second() + RESET, of: mark(&account.password) };
        self.sign(Purpose::Reset, &reset)
    }

    /// Who wants another password.
    pub fn read_reset(self, token: &str) -> Result<Reset, Void> {
        let reset: Reset = self.read(Purpose::Reset, token)?;
        if reset.exp <= self.now.as_second() { Err(Void::Expired) } else { Ok(reset) }
    }

    /// In the form of a JSON Web Token, which programs on the other side look into.
    fn sign(self, purpose: Purpose, claims: &impl Serialize) -> String {
        let head = json!({ "alg": "BLAKE3", "typ": "JWT" }).to_string();
        let claims = serde_json::to_string(claims).unwrap_or_default();
        let [head, claims] = [head, claims].map(|part| Base64UrlUnpadded::encode_string(part.as_bytes()));
        let signed = format!("{head}.{claims}");
        let signature = Base64UrlUnpadded::encode_string(self.seal(purpose, &signed).as_bytes());
        format!("{signed}.{signature}")
    }

    fn read<Claims: DeserializeOwned>(self, purpose: Purpose, token: &str) -> Result<Claims, Void> {
        let (signed, signature) = token.rsplit_once('.').ok_or(Void::Foreign)?;
        let signature = Base64UrlUnpadded::decode_vec(signature).map_err(|_| Void::Foreign)?;
        // Compared in constant time.
        if self.seal(purpose, signed) != *signature {
            return Err(Void::Foreign);
        }
        let claims = signed.split('.').nth(1).and_then(|claims| Base64UrlUnpadded::decode_vec(claims).ok());
        claims.and_then(|claims| serde_json::from_slice(&claims).ok()).ok_or(Void::Foreign)
    }

    fn seal(self, purpose: Purpose, signed: &str) -> blake3::Hash {
        blake3::keyed_hash(self.key, format!("{purpose:?} {signed}").as_bytes())
    }
}

impl Identity {
    /// True if nothing happened to the account that ends all sessions.
    pub fn holds(&self, account: &Account) -> bool {
        self.iat >= account.since.div_euclid(1000)
    }
}

impl Renewal {
    /// True if nothing happened to the account that ends all sessions.
    pub fn holds(&self, account: &Account) -> bool {
        self.auth_time >= account.since.div_euclid(1000)
    }
}

impl Reset {
    /// True if the account still has the password that was forgotten.
    pub fn holds(&self, account: &Account) -> bool {
        self.of == mark(&account.password)
    }
}

fn mark(password: &str) -> String {
    blake3::hash(password.as_bytes()).to_hex().chars().take(16).collect()
}

#[cfg(test)]
mod tests {
    use jiff::{Timestamp, ToSpan};

    use super::{Account, Tokens, Void};

    #[test]
    fn a_token_is_what_we_made_it_and_for_its_purpose_only() {
        let now: Timestamp = "2026-06-01T12:00:00Z".parse().expect("a moment");
        let tokens = Tokens { key: &[7; 32], now };
        let mut account = Account {
            id: "1".to_owned(),
            email: "a@b.example".to_owned(),
            password: "hash".to_owned(),
            created: 0,
            seen: 0,
            since: 0,
        };
        let token = tokens.identity(&account, 5, "demo");
        let identity = tokens.read_identity(&token).expect("ours");
        assert_eq!((&*identity.sub, &*identity.email), ("1", "a@b.example"));
        assert!(tokens.read_renewal(&token).is_err() && tokens.read_reset(&token).is_err());
        let later = Tokens { now: now + 3600.seconds(), ..tokens };
        assert_eq!(later.read_identity(&token).err(), Some(Void::Expired));
        assert_eq!(Tokens { key: &[8; 32], ..tokens }.read_identity(&token).err(), Some(Void::Foreign));
        let (signed, _) = token.rsplit_once('.').expect("a signature");
        for forged in ["", ".", "..", "a.b.c", signed, &format!("{signed}."), &format!("{token}A")] {
            assert_eq!(tokens.read_identity(forged).err(), Some(Void::Foreign), "{forged}");
        }
        let reset = tokens.read_reset(&tokens.reset(&account)).expect("ours");
        assert!(reset.holds(&account));
        "another".clone_into(&mut account.password);
        account.since = now.as_millisecond() + 1000;
        assert!(!reset.holds(&account) && !identity.holds(&account));
    }
}
