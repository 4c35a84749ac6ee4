//! Passwords and tokens: from the environment, from a file that only its owner reads, or from a person who is asked once. They are
//! never in content, arguments, messages or logs.

use std::{collections::BTreeMap, ffi::OsString, fmt, fs, path::PathBuf};

use super::{
    Asker, Question, QuestionKind,
    remote::{Trouble, TroubleKind},
    write_private,
};

/// The variables with secrets: of servers, and of Netlify.
pub const PASSWORD_VARIABLE: &str = "GYMPRESS_PUBLISH_PASSWORD";
pub const TOKEN_VARIABLE: &str = "NETLIFY_AUTH_TOKEN";
pub(super) const SECRET_VARIABLES: [&str; 2] = [PASSWORD_VARIABLE, TOKEN_VARIABLE];
/// The variables of the environment that a publication reads.
pub const VARIABLES: [&str; 13] = [
    PASSWORD_VARIABLE,
    TOKEN_VARIABLE,
    "PATH",
    "DISPLAY",
    "SystemRoot",
    "SSL_CERT_FILE",
    "USER",
    "USERNAME",
    "HOSTNAME",
    "COMPUTERNAME",
    "HOME",
    "USERPROFILE",
    "CI",
];
/// The file in the folder of a project's memory.
const FILE: &str = "secret";

/// The machine on which gympress runs, as far as a publication needs it.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// The path of this program.
    pub program: PathBuf,
    /// The folder of the project.
    pub project: PathBuf,
    pub variables: BTreeMap<&'static str, OsString>,
}

impl Machine {
    /// A variable that isn't empty.
    pub fn variable(&self, name: &str) -> Option<&OsString> {
        self.variables.get(name).filter(|value| !value.is_empty())
    }
}

/// A text that nobody is shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The text, as an answer to `ssh`.
    pub fn for_ssh(&self) -> String {
        self.0.clone()
    }

    /// The text, for the one who checks it.
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("…")
    }
}

/// The secret of one account, and where it comes from.
pub struct Credentials<'a> {
    /// The account: `ftps://web@host`, or `netlify`.
    pub account: String,
    pub variable: &'static str,
    /// The question to a person.
    pub words: String,
    pub machine: &'a Machine,
    /// The folder of the project's memory.
    pub memory: PathBuf,
    pub asker: &'a dyn Asker,
    found: Option<FoundSecret>,
}

struct FoundSecret {
    secret: Secret,
    /// Whether it is to be kept; `None` if somebody is to be asked once it has worked.
    keep: Option<bool>,
    is_kept: bool,
}

impl<'a> Credentials<'a> {
    /// The credentials of an account, which nobody was asked for yet.
    pub fn new(
        account: String,
        variable: &'static str,
        words: String,
        machine: &'a Machine,
        memory: PathBuf,
        asker: &'a dyn Asker,
    ) -> Self {
        Self { account, variable, words, machine, memory, asker, found: None }
    }

    /// The secret; a person is asked at most once.
    ///
    /// # Errors
    /// If nobody answers, or others can read the file.
    pub fn secret(&mut self) -> Result<Secret, Trouble> {
        if let Some(found) = &self.found {
            return Ok(found.secret.clone());
        }
        let given = self.machine.variable(self.variable).map(|given| given.to_string_lossy().into_owned());
        let found = if let Some(given) = given {
            FoundSecret { secret: given.into(), keep: Some(false), is_kept: false }
        } else if let Some(kept) = self.kept()?.remove(&self.account) {
            FoundSecret { secret: kept.into(), keep: Some(true), is_kept: true }
        } else {
            let question =
                Question { can_keep: true, ..Question::new(QuestionKind::Password, self.words.clone()) };
            let reply = self.asker.ask(&question).ok_or_else(|| self.unanswered())?;
            FoundSecret { secret: reply.text.into(), keep: reply.keep, is_kept: false }
        };
        Ok(self.found.insert(found).secret.clone())
    }

    fn unanswered(&self) -> Trouble {
        let said = format!("the password or token of {} isn't known here", self.account);
        Trouble::new(TroubleKind::Unanswered, said).help(format!(
            "run `gympress publish` in a terminal, which asks for it and keeps it, or put it in the variable {}",
            self.variable
        ))
    }

    /// Keeps a secret that worked, and forgets one that was refused. Returns the result by which it did.
    ///
    /// # Errors
    /// If the file can't be written, or the result is one.
    pub fn settle<T>(&mut self, result: Result<T, Trouble>) -> Result<T, Trouble> {
        let is_denied = result.as_ref().is_err_and(|trouble| trouble.kind == TroubleKind::Denied);
        let Some(found) = &mut self.found else { return result };
        if is_denied && found.is_kept {
            found.is_kept = false;
            self.write(None)?;
        } else if result.is_ok() && !found.is_kept {
            let keep = *found.keep.get_or_insert_with(|| is_to_be_kept(self.asker));
            found.is_kept = keep;
            if keep {
                let secret = found.secret.clone();
                self.write(Some(secret))?;
            }
        }
        result
    }

    /// Forgets what is kept. Returns false if nothing is.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn forget(&self) -> Result<bool, Trouble> {
        let is_kept = self.kept()?.contains_key(&self.account);
        if is_kept {
            self.write(None)?;
        }
        Ok(is_kept)
    }

    fn write(&self, secret: Option<Secret>) -> Result<(), Trouble> {
        let mut all = self.kept()?;
        match secret {
            Some(secret) => all.insert(self.account.clone(), secret.0),
            None => all.remove(&self.account),
        };
        let text: String = all.iter().map(|(account, secret)| format!("{account}\t{secret}\n")).collect();
        write_private(&self.memory, FILE, text.as_bytes()).map_err(|error| {
            Trouble::new(TroubleKind::Machine, format!("can't write {}: {error}", self.memory.display()))
        })
    }

    /// All secrets in the file, by account.
    fn kept(&self) -> Result<BTreeMap<String, String>, Trouble> {
        let path = self.memory.join(FILE);
        if !path.is_file() {
            return Ok(BTreeMap::new());
        }
        if is_readable_by_others(&path) {
            let said = format!("others on this machine can read {}", path.display());
            return Err(
                Trouble::new(TroubleKind::Machine, said).help(format!("run `chmod 600 {}`", path.display()))
            );
        }
        let text = fs::read_to_string(&path).map_err(|error| {
            Trouble::new(TroubleKind::Machine, format!("can't read {}: {error}", path.display()))
        })?;
        let lines = text.lines().filter_map(|line| line.split_once('\t'));
        Ok(lines.map(|(account, secret)| (account.to_owned(), secret.to_owned())).collect())
    }
}

fn is_to_be_kept(asker: &dyn Asker) -> bool {
    let words = "That was right. Keep it in .gympress/publish, where only you can read it?".to_owned();
    asker.ask(&Question::new(QuestionKind::Keep, words)).is_some_and(|reply| reply.is_yes())
}

#[cfg(unix)]
fn is_readable_by_others(path: &std::path::Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_readable_by_others(_: &std::path::Path) -> bool {
    false
}
