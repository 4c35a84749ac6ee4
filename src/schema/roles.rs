//! Roles: the part that a type plays in gympress, as its file says with `role = "blog"`. No other file names types of the theme.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::{
    Condition, Field, Kind, Name, Need, Schema, Table, ViewField, ViewKind,
    resolve::condition,
    type_file::{Result, TypeText, When},
    types::holds,
};
use crate::{
    diagnostic::{Diagnostic, Diagnostics, Span, code, diagnostic, report},
    source::layout::TypeFolder,
};

/// Declares the roles by their table: the variant, its name in type files, and the folder of the types that can have it.
macro_rules! roles {
    ($($(#[$attribute:meta])* $Role:ident $name:literal $Folder:ident;)*) => {
        /// The part that a type plays in gympress.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Role {
            $($(#[$attribute])* $Role),*
        }

        impl Role {
            /// All of them, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$Role),*];

            /// The word in type files.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Role => $name),*
                }
            }

            /// The folder of the types that can have it. The rows of a single can have that of a collection.
            pub const fn folder(self) -> TypeFolder {
                match self {
                    $(Self::$Role => TypeFolder::$Folder),*
                }
            }
        }
    };
}

roles! {
    /// The menu, the side panel and the footer.
    Navigation "navigation" Singles;
    /// The week of classes, and what is otherwise on a date.
    Schedule "schedule" Singles;
    /// A text above everything else on pages, for a while.
    Notice "notice" Singles;
    /// The words that say whether the gym is open, and what is on.
    Clock "clock" Singles;
    /// The names of collections in the results of the search.
    SearchWords "search-words" Singles;
    /// Dated posts.
    Blog "blog" Collections;
    /// The classes.
    Class "class" Collections;
    /// The people who teach.
    Trainer "trainer" Collections;
    /// The plans, each with its price.
    Plan "plan" Collections;
    /// The places of a gym that has several.
    Branch "branch" Collections;
    /// Weeks and hours in place of the usual ones, from a first to a last day.
    Season "season" Collections;
    /// Events on dates. Their words serve the other collections with a calendar, too.
    Event "event" Collections;
    /// The forms that visitors fill in.
    Form "form" Collections;
    /// The pictures of the gallery, by number.
    Gallery "gallery" Collections;
    /// Albums, each with the pictures of a folder.
    Album "album" Collections;
    /// The ways to reach the gym, with a form or without one.
    ContactForm "contact-form" Sections;
    /// The forms to sign up and in.
    Account "account" Sections;
    /// The whole week.
    Timetable "timetable" Sections;
    /// The list of prices, on whose page search engines find the offers.
    Prices "prices" Sections;
    /// The search of the site.
    Search "search" Sections;
    /// A message that fills the page, such as that of a page which isn't there.
    Message "message" Sections;
}

/// The word of a type that replaces one of the theme's and plays no part.
const NONE: &str = "none";

/// The fields that gympress reads of types with a role.
pub type RoleFields = &'static [(Role, &'static [ViewField])];

/// A role as a type file says it: `"timetable"`, or `{ is = "timetable", when = { layout = "week" } }`.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum RoleDecl {
    Always(String),
    When { is: String, when: When },
}

/// The role of a section.
#[derive(Clone, Debug)]
pub struct SectionRole {
    pub role: Role,
    /// The layouts in which it is that; `None` for all of them.
    pub when: Option<Condition>,
}

/// The role that a type file declares; `None` for the word that stands for no role.
pub(super) fn role(
    declared: &Spanned<RoleDecl>,
    folder: TypeFolder,
    text: &TypeText,
) -> Result<Option<Role>> {
    let (RoleDecl::Always(word) | RoleDecl::When { is: word, .. }) = declared.get_ref();
    if word == NONE {
        return Ok(None);
    }
    if let Some(role) = roles_of(folder).find(|role| role.name() == word) {
        if folder != TypeFolder::Sections && matches!(declared.get_ref(), RoleDecl::When { .. }) {
            let wrong = text.wrong(declared, "only a section can have a role under a condition");
            return Err(wrong.help(format!("write role = \"{word}\"")).into());
        }
        return Ok(Some(role));
    }
    let message = format!("there is no role \"{word}\" for such a type");
    let known = roles_of(folder).map(Role::name).chain([NONE]);
    Err(text.unknown(&Spanned::new(declared.span(), word.clone()), message, known))
}

/// The roles that types of a folder can have.
fn roles_of(folder: TypeFolder) -> impl Iterator<Item = Role> {
    Role::ALL.iter().copied().filter(move |role| role.folder() == folder)
}

/// The role of a section, if it isn't that of none. `fields` are those of the section.
pub(super) fn section_role(
    declared: &Spanned<RoleDecl>,
    fields: &[Field],
    text: &TypeText,
) -> Result<Option<SectionRole>> {
    let Some(role) = role(declared, TypeFolder::Sections, text)? else { return Ok(None) };
    let when = match declared.get_ref() {
        RoleDecl::Always(_) => None,
        RoleDecl::When { when, .. } => {
            Some(condition("role", &Spanned::new(declared.span(), when.clone()), fields, text)?)
        }
    };
    Ok(Some(SectionRole { role, when }))
}

impl SectionRole {
    /// True if a section with this table has the role.
    pub fn is_of(&self, table: &Table) -> bool {
        holds(self.when.as_ref(), table)
    }
}

/// The types that have a role so far.
#[derive(Default)]
pub(super) struct RoleHolders(BTreeMap<Role, RoleHolder>);

struct RoleHolder {
    name: Name,
    is_of_theme: bool,
}

impl RoleHolders {
    /// Adds a type. One of a project takes the role from one of the theme; two of one project are a mistake.
    pub fn add(
        &mut self,
        role: Option<Role>,
        (name, is_of_theme): (&Name, bool),
        at: Span,
        diagnostics: &mut Diagnostics,
    ) {
        let Some(role) = role else { return };
        match self.0.get(&role) {
            Some(holder) if is_of_theme && !holder.is_of_theme => return,
            Some(RoleHolder { name: other, is_of_theme: false }) => {
                report!(diagnostics, code::TYPE, at,
                    "\"{name}\" has the role \"{}\", which \"{other}\" has already", role.name();
                    help: "give one of the two the role \"none\"");
                return;
            }
            Some(_) | None => {}
        }
        self.0.insert(role, RoleHolder { name: name.clone(), is_of_theme });
    }

    /// The types by their roles.
    pub fn into_names(self) -> BTreeMap<Role, Name> {
        self.0.into_iter().map(|(role, holder)| (role, holder.name)).collect()
    }
}

/// Reports a field that gympress reads of types with the role, and `own` lacks or declares otherwise. `theme` is the theme's
/// type of the same name, if there is one.
pub(super) fn check(role: Role, fields: &[ViewField], own: &Schema, theme: Option<&Schema>) -> Result<()> {
    for read in fields {
        if matches!(read.kind, ViewKind::Flattened) {
            check(role, read.inner, own, theme)?;
            continue;
        }
        let own_field = own.field(read.key);
        let is_right = match own_field {
            Some(field) => is_readable(field, read),
            // The mistake in a type that can't be read was reported.
            None => read.need != Need::Always || own.is_partial,
        };
        let theme_field = theme.and_then(|theme| theme.field(read.key));
        if !is_right {
            return Err(Box::new(unreadable(
                role,
                read,
                own_field.map_or(own.span, |field| field.span),
                theme_field,
            )));
        }
        if let Some(own) = own_field.and_then(table_of) {
            check(role, read.inner, own, theme_field.and_then(table_of))?;
        }
    }
    Ok(())
}

/// The type of the tables of a field.
fn table_of(field: &Field) -> Option<&Schema> {
    if let Kind::Table(schema) = &field.kind { Some(schema) } else { None }
}

/// True if the field holds what the view reads.
fn is_readable(field: &Field, read: &ViewField) -> bool {
    let is_list = read.need == Need::List;
    let is_there = read.need != Need::Always || field.is_always_there();
    is_there && field.list.is_some() == is_list && read.kind.reads(&field.kind)
}

/// The report of a field that can't be read, at its declaration, or where it is missing at the type.
fn unreadable(role: Role, read: &ViewField, at: Span, theme: Option<&Field>) -> Diagnostic {
    let Some(theme) = theme else {
        let role = role.name();
        return diagnostic!(code::TYPE, at,
            "gympress reads \"{}\" of a type with the role \"{role}\"", read.key;
            help: "declare it as the theme does in its type with this role, or give the type the role \"none\"");
    };
    diagnostic!(code::TYPE, at, "gympress reads \"{}\", which has to be declared as in the theme", read.key;
        related: theme.span => "the field of the theme";
        help: "declare it like that, and use another name for other data")
}
