//! Accounts, their documents and messages, in one file of JSON. A write is on disk before its result is returned.

use std::{
    collections::{BTreeMap, VecDeque},
    convert::Infallible,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use serde::{Deserialize, Serialize};

use super::{documents::Document, messages::Message};
use crate::random_bytes;

/// Older messages are deleted.
const MAX_MESSAGES: usize = 1_000;

/// The file can't be read or written, with its reason.
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
    pub last_login: i64,
    /// Tokens issued before are invalid.
    pub tokens_valid_from: i64,
}

/// What the file contains.
#[derive(Clone, Serialize, Deserialize)]
struct Data {
    /// Signs tokens.
    key: [u8; 32],
    /// By address.
    accounts: BTreeMap<String, Account>,
    /// By path, such as `users/asha@mail.example`.
    documents: Documents,
    /// In the order in which they came.
    messages: VecDeque<Message>,
}

/// Documents by path.
pub(super) type Documents = BTreeMap<String, Document>;

/// All that is stored.
pub(super) struct Store {
    data: Mutex<Data>,
    /// Nothing is kept without.
    file: Option<DataFile>,
    /// The key that signs tokens.
    pub key: [u8; 32],
}

/// The file, which no other preview writes meanwhile.
struct DataFile {
    path: PathBuf,
    /// Locked until it is closed. A file of its own, as the other is replaced by each write.
    _lock: File,
}

impl Store {
    /// Opens the file at `path`, creating it if necessary.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let lock = private().create(true).truncate(false).open(path.with_extension("lock"))?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError("another preview of this project uses it".to_owned()));
            }
            // Some network file systems can't lock.
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                return Err(error.into());
            }
            _ => {}
        }
        let data = match fs::read(path) {
            Ok(json) => serde_json::from_slice(&json)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Data::new()?,
            Err(error) => return Err(error.into()),
        };
        let file = DataFile { path: path.to_owned(), _lock: lock };
        // Tokens outlive the preview, so their key does.
        file.write(&data)?;
        Ok(Self { key: data.key, data: Mutex::new(data), file: Some(file) })
    }

    /// One that is lost at the end of the program.
    pub fn in_memory() -> Result<Self, StoreError> {
        let data = Data::new()?;
        Ok(Self { key: data.key, data: Mutex::new(data), file: None })
    }

    /// The account with this address.
    pub fn account(&self, email: &str) -> Option<Account> {
        self.data().accounts.get(email).cloned()
    }

    /// The account with this id.
    pub fn account_by_id(&self, id: &str) -> Option<Account> {
        self.data().accounts.values().find(|account| account.id == id).cloned()
    }

    /// Adds an account; false if there is one with its address.
    pub fn add(&self, account: &Account) -> Result<bool, StoreError> {
        let added = self.update(|data| {
            let is_new = !data.accounts.contains_key(&account.email);
            if is_new {
                data.accounts.insert(account.email.clone(), account.clone());
            }
            Ok::<bool, Infallible>(is_new)
        })?;
        Ok(added.is_ok())
    }

    /// Changes the account with this id, and returns it. Returns `None` if there is none.
    pub fn change(&self, id: &str, by: impl FnOnce(&mut Account)) -> Result<Option<Account>, StoreError> {
        let changed = self.update(|data| {
            let account = data.accounts.values_mut().find(|account| account.id == id).ok_or(())?;
            by(account);
            Ok::<_, ()>(account.clone())
        })?;
        Ok(changed.ok())
    }

    /// Removes the account with this id.
    pub fn remove(&self, id: &str) -> Result<(), StoreError> {
        let Ok(()) = self.update(|data| {
            data.accounts.retain(|_, account| account.id != id);
            Ok::<(), Infallible>(())
        })?;
        Ok(())
    }

    /// The documents at these paths.
    pub fn documents(&self, paths: &[&str]) -> Vec<Option<Document>> {
        let data = self.data();
        paths.iter().map(|path| data.documents.get(*path).cloned()).collect()
    }

    /// Changes documents, all or none: nothing is changed if `by` returns an error, which is the inner one.
    pub fn commit<T, E>(
        &self,
        by: impl FnOnce(&mut Documents) -> Result<T, E>,
    ) -> Result<Result<T, E>, StoreError> {
        self.update(|data| by(&mut data.documents))
    }

    /// Stores a message, and deletes the oldest where there are too many.
    pub fn add_message(&self, message: &Message) -> Result<(), StoreError> {
        let Ok(()) = self.update(|data| {
            data.messages.push_back(message.clone());
            if data.messages.len() > MAX_MESSAGES {
                data.messages.pop_front();
            }
            Ok::<(), Infallible>(())
        })?;
        Ok(())
    }

    /// Replaces all data by what `by` makes of a copy, unless that or writing it fails.
    fn update<T, E>(&self, by: impl FnOnce(&mut Data) -> Result<T, E>) -> Result<Result<T, E>, StoreError> {
        let mut data = self.data();
        let mut changed = data.clone();
        let result = by(&mut changed);
        if result.is_ok() {
            if let Some(file) = &self.file {
                file.write(&changed)?;
            }
            *data = changed;
        }
        Ok(result)
    }

    fn data(&self) -> MutexGuard<'_, Data> {
        self.data.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Data {
    fn new() -> Result<Self, StoreError> {
        Ok(Self {
            key: random_bytes()?,
            accounts: BTreeMap::new(),
            documents: BTreeMap::new(),
            messages: VecDeque::new(),
        })
    }
}

impl DataFile {
    /// Replaces the file. Whenever the program ends, the file has either what it had or `data`.
    fn write(&self, data: &Data) -> Result<(), StoreError> {
        let temporary = self.path.with_extension("new");
        let mut file = private().create(true).truncate(true).open(&temporary)?;
        file.write_all(&serde_json::to_vec(data)?)?;
        file.sync_data()?;
        Ok(fs::rename(temporary, &self.path)?)
    }
}

/// Opens files that nobody else on this machine can read.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
