//! `content/branches/*.toml`: the places of a gym that has several.

use gympress_derive::View;

use super::{
    closure::{Closure, DeclaredClosure},
    hours::Hours,
    site::{Address, Map},
};
use crate::{
    diagnostic::Span,
    schema::decode::value::{Phone, Text},
};

/// A branch of a gym. Hours and contacts that it lacks are those of `content/site.toml`.
#[derive(Debug, View)]
pub struct Branch {
    pub title: Text,
    pub address: Address,
    pub phone: Option<Phone>,
    pub whatsapp: Option<Phone>,
    pub email: Option<Text>,
    /// When it's open, if not when the others are.
    pub hours: Vec<Hours>,
    #[view(key = "closure")]
    closures: Vec<DeclaredClosure>,
    pub map: Option<Map>,
    /// The first statement of the file.
    #[view(span)]
    pub span: Span,
}

impl Branch {
    /// When it stays closed or has other hours, besides the days that the whole gym does, in the order of the calendar.
    pub fn closures(&self) -> Vec<Closure> {
        Closure::sorted(&self.closures)
    }
}
