//! Accounts, their documents and messages, in one JSON file. A change is on disk before its result is returned.

use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use serde::{Deserialize, Serialize};

use super::{documents::UserDocument, error::Rejection, forms::FormMessage, random_bytes};

/// An account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Account {
    /// Unchanging, and never used again for another account.
    pub id: String,
    /// In lower case.
    pub email: String,
    /// The Argon2id hash, as a PHC string.
    pub password: String,
    /// In milliseconds since 1970, like `tokens_valid_from`.
    pub created: i64,
    /// Tokens issued earlier are invalid.
    pub tokens_valid_from: i64,
    /// The code for choosing another password once.
    #[serde(default)]
    pub reset_code: Option<String>,
}

/// The content of the file.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct StoredData {
    /// The key that signs tokens.
    key: [u8; 32],
    /// By address.
    pub accounts: BTreeMap<String, Account>,
    /// By path, such as `users/asha@mail.example`.
    pub documents: BTreeMap<String, UserDocument>,
    /// In the order of arrival.
    pub messages: Vec<FormMessage>,
}

/// The data, and the file that keeps it.
pub(super) struct Store {
    data: Mutex<StoredData>,
    /// `None` in memory only.
    file: Option<StoreFile>,
    /// The key that signs tokens.
    pub key: [u8; 32],
}

/// The file, which no other preview writes at the same time.
struct StoreFile {
    path: PathBuf,
    /// Locked until it is closed. It is a separate file, as each write replaces the other one.
    _lock: File,
}

impl Store {
    /// Opens the file at `path`, creating it if necessary.
    pub fn open(path: &Path) -> Result<Self, Rejection> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let lock = private().create(true).truncate(false).open(path.with_extension("lock"))?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(Rejection::failed("another preview of this project uses it"));
            }
            // Some network file systems can't lock.
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                return Err(error.into());
            }
            _ => {}
        }
        let data = match fs::read(path) {
            Ok(json) => serde_json::from_slice(&json)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => StoredData::new()?,
            Err(error) => return Err(error.into()),
        };
        let file = StoreFile { path: path.to_owned(), _lock: lock };
        // Tokens outlive the preview, and so must the key.
        file.write(&data)?;
        Ok(Self { key: data.key, data: Mutex::new(data), file: Some(file) })
    }

    /// Makes a store that is lost when the program ends.
    pub fn in_memory() -> Result<Self, Rejection> {
        let data = StoredData::new()?;
        Ok(Self { key: data.key, data: Mutex::new(data), file: None })
    }

    /// The account that satisfies `is_wanted`.
    pub fn account(&self, is_wanted: impl Fn(&Account) -> bool) -> Option<Account> {
        self.data().accounts.values().find(|account| is_wanted(account)).cloned()
    }

    /// The documents at these paths.
    pub fn documents(&self, paths: &[&str]) -> Vec<Option<UserDocument>> {
        let data = self.data();
        paths.iter().map(|path| data.documents.get(*path).cloned()).collect()
    }

    /// Applies `change` to a copy of the data, and keeps the copy unless the change or writing it fails.
    pub fn update<T>(
        &self,
        change: impl FnOnce(&mut StoredData) -> Result<T, Rejection>,
    ) -> Result<T, Rejection> {
        let mut data = self.data();
        let mut changed = data.clone();
        let result = change(&mut changed)?;
        if let Some(file) = &self.file {
            file.write(&changed)?;
        }
        *data = changed;
        Ok(result)
    }

    fn data(&self) -> MutexGuard<'_, StoredData> {
        self.data.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StoredData {
    fn new() -> Result<Self, Rejection> {
        let (accounts, documents) = (BTreeMap::new(), BTreeMap::new());
        Ok(Self { key: random_bytes()?, accounts, documents, messages: Vec::new() })
    }
}

impl StoreFile {
    /// Replaces the file. Whenever the program is stopped, the file has either its old content or `data`.
    fn write(&self, data: &StoredData) -> Result<(), Rejection> {
        let temporary = self.path.with_extension("new");
        let mut file = private().create(true).truncate(true).open(&temporary)?;
        file.write_all(&serde_json::to_vec(data)?)?;
        file.sync_data()?;
        Ok(fs::rename(temporary, &self.path)?)
    }
}

/// Opens a file that nobody else on this machine can read.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
