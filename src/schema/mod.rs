//! The types of a project. Each is described once, by a type file such as `templates/sections/hero/type.toml`, from which
//! decoding, JSON Schemas, TypeScript and `gympress new` follow.

mod collections;
pub mod decode;
mod design;
mod describe;
mod load;
mod markdown;
mod resolve;
mod roles;
mod scalars;
mod translation;
mod type_file;
mod types;
mod words;

pub use describe::{form_key, form_of, forms, interfaces, reference};
pub use design::{ColourNames, StyleNames};
pub use load::{declares_type, load};
pub use markdown::{MARKDOWN, file};
pub use roles::{Role, RoleFields};
pub use scalars::shown;
pub use toml_schema::schema::*;
pub use translation::{
    ALT, DRAFT, GLOSSARY, GLOSSARY_FILE, Misplaced, OwnPage, RowNames, SLUG, TranslationType, Why, anchors,
    glossary_schema, has_lone_text, is_hidden, is_named, lone_text_of, own_fields, plain, source_text,
    translation_schema, variant,
};
pub use types::{
    AddressChange, CollectionFiles, CollectionType, DeclaredFile, FileType, PAGE, Reading, SectionType,
    TermField, Types, single_file,
};
pub use words::{SiteLocale, code as language_code, words_schema};
