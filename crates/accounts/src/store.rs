//! The database: accounts, their documents, messages. A write is on disk before its result is returned.

use std::{fs, path::Path};

use redb::{
    Database, ReadableDatabase, ReadableTable, Table, TableDefinition, WriteTransaction,
    backends::InMemoryBackend,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::documents::Document;
use crate::random_bytes;

/// Accounts by address.
const ACCOUNTS: TableDefinition<'_, &str, &str> = TableDefinition::new("accounts");

/// Addresses by the id of the account.
const IDS: TableDefinition<'_, &str, &str> = TableDefinition::new("ids");

/// Documents by path, such as `users/asha@mail.example`.
const DOCUMENTS: TableDefinition<'_, &str, &str> = TableDefinition::new("documents");

/// Contact messages in the order in which they came.
const MESSAGES: TableDefinition<'_, u64, &str> = TableDefinition::new("messages");

/// The key that signs tokens.
const KEYS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("keys");

/// Older messages are deleted.
const MAX_MESSAGES: u64 = 1_000;

/// In bytes; enough for a few accounts.
const CACHE: usize = 4 * 1024 * 1024;

/// The database can't be read or written, with its reason.
#[derive(Debug)]
pub(super) struct StoreError(pub String);

impl<E: std::error::Error> From<E> for StoreError {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// An account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Account {
    /// Never changes and is never given again.
    pub id: String,
    /// In lower case.
    pub email: String,
    /// The hash, as a PHC string.
    pub password: String,
    /// In milliseconds since 1970, as the following.
    pub created: i64,
    /// When a password was last accepted.
    #[serde(alias = "seen")]
    pub last_login: i64,
    /// Tokens issued before are invalid.
    #[serde(alias = "since")]
    pub tokens_valid_from: i64,
}

/// The database, open.
pub(super) struct Store {
    database: Database,
    /// The key that signs tokens.
    pub key: [u8; 32],
}

impl Store {
    /// Opens the database at `path`, creating it if necessary.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut options = fs::OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        Self::prepare(Database::builder().set_cache_size(CACHE).create_file(options.open(path)?)?)
    }

    /// A database that is lost at the end of the program.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::prepare(Database::builder().create_with_backend(InMemoryBackend::new())?)
    }

    fn prepare(database: Database) -> Result<Self, StoreError> {
        let new: [u8; 32] = random_bytes()?;
        let write = database.begin_write()?;
        write.open_table(ACCOUNTS)?;
        write.open_table(IDS)?;
        write.open_table(DOCUMENTS)?;
        write.open_table(MESSAGES)?;
        let mut keys = write.open_table(KEYS)?;
        let known = keys.get("tokens")?.and_then(|key| key.value().try_into().ok());
        if known.is_none() {
            keys.insert("tokens", new.as_slice())?;
        }
        drop(keys);
        write.commit()?;
        Ok(Self { database, key: known.unwrap_or(new) })
    }

    /// The account with this address.
    pub fn account(&self, email: &str) -> Result<Option<Account>, StoreError> {
        get(&self.database.begin_read()?.open_table(ACCOUNTS)?, email)
    }

    /// The account with this id.
    pub fn account_by_id(&self, id: &str) -> Result<Option<Account>, StoreError> {
        let read = self.database.begin_read()?;
        let Some(email) = read.open_table(IDS)?.get(id)?.map(|email| email.value().to_owned()) else {
            return Ok(None);
        };
        get(&read.open_table(ACCOUNTS)?, &email)
    }

    /// Adds an account; false if there is one with its address.
    pub fn add(&self, account: &Account) -> Result<bool, StoreError> {
        self.write(|write| {
            let mut accounts = write.open_table(ACCOUNTS)?;
            if accounts.get(&*account.email)?.is_some() {
                return Ok(false);
            }
            accounts.insert(&*account.email, &*serde_json::to_string(account)?)?;
            write.open_table(IDS)?.insert(&*account.id, &*account.email)?;
            Ok(true)
        })
    }

    /// Changes the account with this id, and returns it. Returns `None` if there is none.
    pub fn change(&self, id: &str, by: impl FnOnce(&mut Account)) -> Result<Option<Account>, StoreError> {
        self.write(|write| {
            let email = write.open_table(IDS)?.get(id)?.map(|email| email.value().to_owned());
            let Some(email) = email else { return Ok(None) };
            let mut accounts = write.open_table(ACCOUNTS)?;
            let Some(mut account) = get::<Account>(&accounts, &email)? else { return Ok(None) };
            by(&mut account);
            accounts.insert(&*email, &*serde_json::to_string(&account)?)?;
            Ok(Some(account))
        })
    }

    /// Removes the account with this id.
    pub fn remove(&self, id: &str) -> Result<(), StoreError> {
        self.write(|write| {
            let email = write.open_table(IDS)?.remove(id)?.map(|email| email.value().to_owned());
            if let Some(email) = email {
                write.open_table(ACCOUNTS)?.remove(&*email)?;
            }
            Ok(())
        })
    }

    /// The documents at these paths.
    pub fn documents(&self, paths: &[&str]) -> Result<Vec<Option<Document>>, StoreError> {
        let read = self.database.begin_read()?;
        let table = read.open_table(DOCUMENTS)?;
        paths.iter().map(|path| get(&table, path)).collect()
    }

    /// Changes documents in one transaction, which is aborted if `by` returns an inner error.
    pub fn commit<T, E>(
        &self,
        by: impl FnOnce(&mut Documents<'_>) -> Result<Result<T, E>, StoreError>,
    ) -> Result<Result<T, E>, StoreError> {
        let write = self.database.begin_write()?;
        let result = by(&mut Documents(write.open_table(DOCUMENTS)?))?;
        if result.is_ok() {
            write.commit()?;
        } else {
            write.abort()?;
        }
        Ok(result)
    }

    /// Stores a message, and deletes the oldest where there are too many.
    pub fn add_message(&self, message: &impl Serialize) -> Result<(), StoreError> {
        self.write(|write| {
            let mut messages = write.open_table(MESSAGES)?;
            let next = messages.last()?.map_or(0, |(number, _)| number.value() + 1);
            messages.insert(next, &*serde_json::to_string(message)?)?;
            messages.retain(|number, _| number + MAX_MESSAGES > next)?;
            Ok(())
        })
    }

    fn write<T>(&self, by: impl FnOnce(&WriteTransaction) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let write = self.database.begin_write()?;
        let result = by(&write)?;
        write.commit()?;
        Ok(result)
    }
}

/// All documents, within one transaction.
pub(super) struct Documents<'t>(Table<'t, &'static str, &'static str>);

impl Documents<'_> {
    /// The document at this path.
    pub fn get(&self, path: &str) -> Result<Option<Document>, StoreError> {
        get(&self.0, path)
    }

    /// Writes a document, replacing the one at this path.
    pub fn put(&mut self, path: &str, document: &Document) -> Result<(), StoreError> {
        self.0.insert(path, &*serde_json::to_string(document)?)?;
        Ok(())
    }
}

fn get<T: DeserializeOwned>(
    table: &impl ReadableTable<&'static str, &'static str>,
    key: &str,
) -> Result<Option<T>, StoreError> {
    let Some(text) = table.get(key)? else { return Ok(None) };
    Ok(Some(serde_json::from_str(text.value())?))
}
