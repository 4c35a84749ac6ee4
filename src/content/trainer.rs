//! `content/trainers/*.toml`: who teaches.

use gympress_derive::View;

use crate::schema::{
    Name, Picture,
    decode::{
        Spanned,
        value::{Link, Text},
    },
};

#[derive(Debug, View)]
pub struct Trainer {
    pub name: Spanned<Text>,
    pub role: Text,
    pub image: Picture,
    pub social: Vec<TrainerSocial>,
}

#[derive(Debug, View)]
pub struct TrainerSocial {
    pub network: Name,
    /// Where the icon leads; without it, it only shows.
    pub url: Option<Link>,
}
