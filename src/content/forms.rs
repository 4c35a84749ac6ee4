//! The forms that visitors fill in, a file each.

use crate::{
    diagnostic::Span,
    schema::{
        Name, View,
        decode::{
            Spanned,
            value::{Text, WebUrl},
        },
    },
};

#[derive(Debug, View)]
pub struct FormFields {
    /// The service that takes it, if not the one of the gym.
    pub endpoint: Option<Spanned<WebUrl>>,
    /// Its name at the host, which takes what is posted to the site itself.
    pub netlify: Option<Spanned<Text>>,
    #[view(key = "field")]
    pub fields: Vec<FormField>,
    #[view(key = "offer")]
    pub offers: Vec<FormOffer>,
    /// The first statement of the file.
    #[view(span)]
    pub span: Span,
}

#[derive(Debug, View)]
pub struct FormField {
    pub id: Spanned<Text>,
    pub kind: Spanned<Name>,
    pub required: bool,
    #[view(span)]
    pub span: Span,
}

#[derive(Debug, View)]
pub struct FormOffer {
    pub id: Spanned<Text>,
}

impl FormFields {
    /// True if it asks for a field of this kind.
    pub fn asks_for(&self, kind: &str) -> bool {
        self.fields.iter().any(|field| *field.kind.value == *kind)
    }
}
