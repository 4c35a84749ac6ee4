//! `content/trainers/*.toml`: who teaches.

use gympress_derive::View;

use crate::{
    decode::{
        Spanned,
        value::{Link, Text},
    },
    schema::{Name, Picture},
};

/// A trainer.
#[derive(Debug, View)]
pub struct Trainer {
    /// The name.
    pub name: Spanned<Text>,
    /// The job.
    pub role: Text,
    /// The portrait.
    pub image: Picture,
    /// Where to find them.
    pub social: Vec<TrainerSocial>,
}

/// An icon under a portrait.
#[derive(Debug, View)]
pub struct TrainerSocial {
    /// The network.
    pub network: Name,
    /// Where the icon leads; without it, it only shows.
    pub url: Option<Link>,
}
