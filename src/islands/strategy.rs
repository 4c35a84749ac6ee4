//! When an island is hydrated.

use std::str::FromStr;

/// When the browser loads an island's script and hydrates it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// At once.
    Load,
    /// When the browser has nothing better to do.
    Idle,
    /// When it comes near the part of the page that is seen.
    #[default]
    Visible,
    /// When it is first touched, clicked or focused.
    Interaction,
    /// At once, where this media query matches; elsewhere once it does.
    Media(String),
}

impl Strategy {
    /// What templates may write, for messages.
    pub const WORDS: [&str; 5] = ["load", "idle", "visible", "interaction", "media(query)"];

    /// The word in `data-on`.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::Idle => "idle",
            Self::Visible => "visible",
            Self::Interaction => "interaction",
            Self::Media(_) => "media",
        }
    }
}

impl FromStr for Strategy {
    type Err = UnknownStrategy;

    /// Reads `load`, `idle`, `visible`, `interaction` or `media((min-width: 60rem))`; the inner
    /// parentheses may be left out.
    fn from_str(written: &str) -> Result<Self, UnknownStrategy> {
        match written {
            "load" => Ok(Self::Load),
            "idle" => Ok(Self::Idle),
            "visible" => Ok(Self::Visible),
            "interaction" => Ok(Self::Interaction),
            _ => {
                let query =
                    written.strip_prefix("media(").and_then(|rest| rest.strip_suffix(')')).map(str::trim);
                match query {
                    Some(query) if query.starts_with('(') || !query.contains(':') && !query.is_empty() => {
                        Ok(Self::Media(query.to_owned()))
                    }
                    Some(query) if !query.is_empty() => Ok(Self::Media(format!("({query})"))),
                    _ => Err(UnknownStrategy),
                }
            }
        }
    }
}

/// A word that is no strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownStrategy;

impl std::fmt::Display for UnknownStrategy {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "an island is hydrated on one of {}", Strategy::WORDS.join(", "))
    }
}

impl std::error::Error for UnknownStrategy {}
