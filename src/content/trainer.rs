//! `content/trainers/*.toml`: who teaches.

use serde::Serialize;

use super::parts::Picture;
use crate::decode::{
    Fields, Record,
    value::{Link, Spanned, Target, TargetKind, Text, Word},
};

/// A trainer.
#[derive(Clone, Debug)]
pub struct Trainer {
    /// The name.
    pub name: Spanned<Text>,
    /// The job.
    pub role: Text,
    /// The portrait.
    pub image: Picture,
    /// A few words about them.
    pub bio: Text,
    /// Where to find them.
    pub social: Vec<TrainerSocial>,
}

impl Target for Trainer {
    const TARGET: &'static TargetKind = &TargetKind {
        noun: "trainer",
        defined_in: "content/trainers, a file each",
        expected: "the id of a trainer, which is the name of their file without .toml, such as \"jane-doe\"",
        example: "\"jane-doe\"",
        numbered: false,
    };
}

impl Record for Trainer {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let name = fields.required("name", "The trainer's full name");
        let role = fields.required("role", "The trainer's job, such as Yoga Trainer");
        let image = fields.table("image", "The portrait");
        let bio = fields.required("bio", "A few words about the trainer");
        let social = fields.optional_tables("social", "Where to find the trainer");
        Self { name, role, image, bio, social }
    }
}

/// An icon under a portrait.
#[derive(Clone, Debug, Serialize)]
pub struct TrainerSocial {
    /// The network.
    pub network: TrainerNetwork,
    /// Where the icon leads; without it, it only shows.
    pub url: Option<Link>,
}

impl Record for TrainerSocial {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let network = fields.required("network", "The network");
        let url = fields.optional("url", "Where the icon leads; without it no link is shown");
        Self { network, url }
    }
}

/// Where a trainer can be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names explain themselves")]
pub enum TrainerNetwork {
    Facebook,
    Twitter,
    Instagram,
    Email,
}

impl TrainerNetwork {
    /// Its name; email is no network, and has none.
    pub fn title(self) -> Option<&'static str> {
        match self {
            Self::Facebook => Some("Facebook"),
            Self::Twitter => Some("Twitter"),
            Self::Instagram => Some("Instagram"),
            Self::Email => None,
        }
    }
}

impl Word for TrainerNetwork {
    const NOUN: &'static str = "a network that has an icon";
    const EXPECTED: &'static str = "a network, such as \"instagram\"";
    const EXAMPLE: &'static str = "\"instagram\"";
    const WORDS: &'static [(&'static str, Self)] = &[
        ("facebook", Self::Facebook),
        ("twitter", Self::Twitter),
        ("instagram", Self::Instagram),
        ("email", Self::Email),
    ];
}
