//! The lock on an output folder: one publication at a time.

use std::{
    fs::{File, TryLockError},
    path::Path,
};

use crate::failure::Failure;

/// Held while publishing into a folder, by one process at a time. The system releases it when the process ends.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
}

impl Drop for Lock {
    /// Closing the file would not do: a process that is being started at this instant has it too.
    fn drop(&mut self) {
        if let Err(error) = self.file.unlock() {
            tracing::info!("the lock of the output folder is released when the process ends: {error}");
        }
    }
}

impl Lock {
    /// Locks the file at `path`, making it if there is none, for publishing into `out`. Doesn't wait:
    /// two builds of one site at once are a mistake, and whichever came second would be overtaken.
    pub(super) fn take(path: &Path, out: &Path) -> Result<Self, Failure> {
        let file = File::options().create(true).truncate(false).write(true).open(path);
        let file = file.map_err(|error| Failure::io("write", path, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { file }),
            Err(TryLockError::WouldBlock) => {
                Err(Failure::new(format!("another build is publishing into {}", out.display()))
                    .help("wait until it is done, and build again"))
            }
            // Some network file systems can't lock. Builds there are as safe as without each other.
            Err(TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => {
                Ok(Self { file })
            }
            Err(TryLockError::Error(error)) => Err(Failure::io("lock", path, &error)),
        }
    }
}
