//! Addresses of entries and their lists, as a language has them: `/vipindi/{id}/` for `/classes/{id}/`.

use std::sync::Arc;

use super::shape::{ADDRESSES, COLLECTION};
use crate::{
    diagnostic::{Diagnostics, Span, code, report},
    schema::{
        AddressChange, CollectionType, Data, Name, Table,
        collections::{ENTRY, address_of_each, is_address_of_file},
        load::file_of_theme,
        type_file::{CALENDAR, FEED},
    },
    source::{Sources, layout::TypeFolder},
};

/// An address that a file of words says.
pub(super) struct WordedAddress {
    collection: Name,
    key: Name,
    address: Arc<str>,
    span: Span,
    is_of_theme: bool,
}

/// The keys for the addresses of a collection: of its entries, of their lists by each term, of its feed and calendar.
pub(super) fn keys(declared: &CollectionType) -> impl Iterator<Item = &str> {
    let entry = declared.page.as_ref().map(|_| ENTRY);
    let terms = declared.terms.iter().filter(|term| term.page.is_some()).map(|term| &*term.key);
    let files = [declared.feed.as_ref().map(|_| FEED), declared.calendar.as_ref().map(|_| CALENDAR)];
    entry.into_iter().chain(terms).chain(files.into_iter().flatten())
}

/// The addresses in a table of words.
pub(super) fn in_table(table: &Table, is_of_theme: bool) -> Vec<WordedAddress> {
    let mut found = Vec::new();
    let collections = table.get(COLLECTION).and_then(|value| value.value.as_table());
    for (collection, words) in collections.into_iter().flat_map(|table| table.iter()) {
        let addresses = words.value.as_table().and_then(|words| words.get(ADDRESSES)?.value.as_table());
        for (key, value) in addresses.into_iter().flat_map(|table| table.iter()) {
            if let Data::Str(_, address) = &value.value
                && value.span.is_somewhere()
            {
                let (collection, key, address) = (collection.clone(), key.clone(), address.clone());
                found.push(WordedAddress { collection, key, address, span: value.span, is_of_theme });
            }
        }
    }
    found
}

impl WordedAddress {
    /// Reports an address that nothing can have.
    pub fn check(&self, diagnostics: &mut Diagnostics) {
        if !self.is_right() {
            report!(diagnostics, code::MALFORMED, self.span, "\"{}\" can't be this address", self.address;
                help: "write lower-case letters, digits and hyphens between slashes: \"/classes/{{id}}/\" for entries, \"/classes/feed.xml\" for files");
        }
    }

    fn is_right(&self) -> bool {
        match &*self.key {
            FEED | CALENDAR => is_address_of_file(&self.address),
            _ => address_of_each(&self.address).is_ok(),
        }
    }

    /// Gives the collection this address. A project that says addresses in its type has its reasons.
    pub fn give(self, declared: &mut CollectionType, sources: &Sources) {
        if !self.is_right() || self.is_of_theme && self.is_declared_anew(declared, sources) {
            return;
        }
        if let Some(from) = self.declared_address(declared).filter(|from| **from != self.address) {
            declared.worded.push(AddressChange { from: from.clone(), to: self.address.clone() });
        }
        let term = declared.terms.iter_mut().find(|term| term.key == self.key);
        match (&*self.key, term) {
            (ENTRY, _) => declared.page = Some(self.address),
            (FEED, _) => declared.feed.iter_mut().for_each(|feed| feed.path = self.address.clone()),
            (CALENDAR, _) => declared.calendar.iter_mut().for_each(|file| file.path = self.address.clone()),
            (_, Some(term)) => term.page = Some(self.address),
            (_, None) => {}
        }
    }

    /// True if the project's type says another address than that of the theme.
    fn is_declared_anew(&self, declared: &CollectionType, sources: &Sources) -> bool {
        let theme = file_of_theme(TypeFolder::Collections, &declared.collection.name, sources);
        let theme = theme.as_ref().and_then(|file| file.declared.collection());
        let of_theme = theme.and_then(|theme| theme.address(&self.key));
        self.declared_address(declared).map(|own| &**own) != of_theme
    }

    /// The address that the collection has without this one.
    fn declared_address<'d>(&self, declared: &'d CollectionType) -> Option<&'d Arc<str>> {
        let term = declared.terms.iter().find(|term| term.key == self.key);
        match (&*self.key, term) {
            (ENTRY, _) => declared.page.as_ref(),
            (FEED, _) => declared.feed.as_ref().map(|feed| &feed.path),
            (CALENDAR, _) => declared.calendar.as_ref().map(|file| &file.path),
            (_, term) => term.and_then(|term| term.page.as_ref()),
        }
    }

    pub fn collection(&self) -> &Name {
        &self.collection
    }
}
