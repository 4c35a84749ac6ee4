//! Type files: what they may say, and the tables of a project merged into those of the theme.

use std::{
    collections::{BTreeMap, HashMap},
    fmt::Display,
    ops::Range,
    sync::{Arc, LazyLock},
};

use serde::{Deserialize, de::IgnoredAny};
use toml::{
    Spanned, Value,
    de::{DeTable, DeValue, Deserializer},
};

use super::{Bounds, Condition, Name, Options, Translation, roles::RoleDecl};
use crate::{
    diagnostic::{Applicability, Diagnostic, FileId, Fix, Span, code, diagnostic, nearest},
    schema::decode::{Report, with_toml},
    source::{
        SourceText, Sources,
        layout::TypeFolder,
        theme::{self, PREFIX},
    },
};

/// A type file has one mistake at a time: those that follow from the first are found once it is corrected.
pub(super) type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// Values by name. The map has its own order; [`in_order`] gives that of the file.
pub(super) type ByName<T> = BTreeMap<Spanned<String>, T>;

/// The fields of a table. Each is in a box, as the map makes room for eleven, and most tables have few: without it, the
/// declarations of the theme, which are kept, take a megabyte more.
pub(super) type FieldDecls = ByName<Box<FieldDecl>>;

/// The pairs in the order of the file.
pub(super) fn in_order<T>(named: &ByName<T>) -> Vec<(&Spanned<String>, &T)> {
    let mut pairs: Vec<_> = named.iter().collect();
    pairs.sort_by_key(|(name, _)| name.span().start);
    pairs
}

pub(super) struct TypeFile {
    pub text: TypeText,
    pub declared: Arc<Declared>,
}

/// The keys of the files that are generated from entries.
pub(super) const FEED: &str = "feed";
pub(super) const CALENDAR: &str = "calendar";

/// The declarations of a type file, by its folder.
pub(super) enum Declared {
    Table(TableFile),
    Section(SectionFile),
    Collection(Box<CollectionFile>),
}

/// The fields of a type, and the rules between them.
#[derive(Clone, Copy)]
pub(super) struct DeclaredFields<'d> {
    pub label: Option<&'d str>,
    pub help: &'d str,
    /// The types of `templates/types` whose fields and rules it has besides its own.
    pub with: &'d [Spanned<String>],
    pub field: &'d FieldDecls,
    pub rule: &'d [RuleDecl],
    /// Keys that people write and that are none, each with what to do in its place.
    pub hint: &'d BTreeMap<String, String>,
}

/// No hints.
pub(super) static NO_HINTS: BTreeMap<String, String> = BTreeMap::new();

/// A file of `templates/types` or `templates/singles`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TableFile {
    /// The name for people who see no keys.
    label: Option<String>,
    help: String,
    #[serde(default)]
    with: Vec<Spanned<String>>,
    /// The role of the single.
    pub role: Option<Spanned<RoleDecl>>,
    #[serde(default)]
    pub field: FieldDecls,
    #[serde(default)]
    rule: Vec<RuleDecl>,
    #[serde(default)]
    hint: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SectionFile {
    /// The name for people who see no keys.
    label: Option<String>,
    help: String,
    #[serde(default)]
    with: Vec<Spanned<String>>,
    /// The role of the section.
    pub role: Option<Spanned<RoleDecl>>,
    #[serde(default)]
    pub field: FieldDecls,
    #[serde(default)]
    rule: Vec<RuleDecl>,
    #[serde(default)]
    hint: BTreeMap<String, String>,
    /// The collection whose entries the section spreads over several pages.
    pub pages: Option<Spanned<String>>,
    /// The things of which each has a page with this section.
    pub each: Option<Each>,
    /// The layouts for which `pages` and `each` are intended; without it, all.
    pub when: Option<Spanned<When>>,
    /// The fields beside which they aren't.
    #[serde(default)]
    pub unless: Vec<Spanned<String>>,
    /// The fields of `content/site.toml` that it shows.
    #[serde(default)]
    pub shows: Vec<String>,
    /// False for a section that pages of entries can't have.
    pub entry: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Each {
    Day,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CollectionFile {
    /// The name for people who see no keys.
    label: Option<String>,
    help: String,
    #[serde(default)]
    with: Vec<Spanned<String>>,
    /// The role of the entries.
    pub role: Option<Spanned<RoleDecl>>,
    #[serde(default)]
    pub field: FieldDecls,
    #[serde(default)]
    rule: Vec<RuleDecl>,
    #[serde(default)]
    hint: BTreeMap<String, String>,
    /// The noun for one entry and for several.
    pub noun: Option<Spanned<[String; 2]>>,
    #[serde(default)]
    pub sort: Vec<Spanned<String>>,
    /// The field with the date on which an entry is published.
    pub dated: Option<Spanned<String>>,
    /// The field that says when an entry was last changed.
    pub updated: Option<Spanned<String>>,
    /// The field that keeps an entry from being published.
    pub draft: Option<Spanned<String>>,
    /// The field with the last part of an entry's address.
    pub slug: Option<Spanned<String>>,
    /// The references by which entries are listed.
    pub terms: Option<Vec<Spanned<String>>>,
    /// The single with the words that go with its entries.
    pub words: Option<Spanned<String>>,
    /// The id of an entry.
    pub example: Option<String>,
    pub search: Option<bool>,
    #[serde(default)]
    pub pages: ByName<PagesDecl>,
    #[serde(default)]
    pub data: DataDecl,
}

impl CollectionFile {
    /// The address that the file declares for pages or a file of entries.
    pub fn address(&self, key: &str) -> Option<&str> {
        let pages = self.pages.iter().find(|(name, _)| name.get_ref() == key);
        let pages = pages.map(|(_, pages)| pages.path.get_ref());
        let feed = self.data.feed.as_ref().map(|feed| feed.path.get_ref());
        let calendar = self.data.calendar.as_ref().map(|calendar| calendar.path.get_ref());
        let file = [(FEED, feed), (CALENDAR, calendar)].into_iter().find(|(name, _)| *name == key);
        pages.or_else(|| file?.1).map(String::as_str)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PagesDecl {
    pub path: Spanned<String>,
    /// Whether each page of a list has a feed.
    pub feed: Option<Spanned<bool>>,
    /// Whether the pages of entries have sections below what their template says.
    pub sections: Option<Spanned<bool>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DataDecl {
    pub feed: Option<FileDecl<FeedMap>>,
    pub calendar: Option<FileDecl<CalendarMap>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileDecl<M> {
    pub path: Spanned<String>,
    pub map: M,
}

/// The field that is each part of a feed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FeedMap {
    pub title: Spanned<String>,
    pub date: Spanned<String>,
    pub text: Spanned<String>,
    /// All of the entry.
    pub html: Option<Spanned<String>>,
    pub author: Option<Spanned<String>>,
}

/// The field that is each part of an event.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CalendarMap {
    pub title: Spanned<String>,
    pub start: Spanned<String>,
    pub end: Spanned<String>,
    pub text: Option<Spanned<String>>,
    pub place: Option<Spanned<String>>,
    pub branch: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FieldDecl {
    #[serde(rename = "type")]
    pub kind: Spanned<String>,
    /// The name for people who see no keys.
    pub label: Option<String>,
    #[serde(default)]
    pub help: String,
    pub optional: Option<Spanned<bool>>,
    /// Decoded by the type of the field, once that is known.
    pub default: Option<Spanned<IgnoredAny>>,
    #[serde(default)]
    pub list: bool,
    pub length: Option<Spanned<DeclaredLimits>>,
    pub range: Option<Spanned<DeclaredLimits>>,
    pub count: Option<Spanned<DeclaredLimits>>,
    pub of: Option<Spanned<Vec<Spanned<String>>>>,
    pub to: Option<Spanned<String>>,
    pub by: Option<Spanned<String>>,
    pub when: Option<Spanned<When>>,
    pub example: Option<Spanned<IgnoredAny>>,
    #[serde(default)]
    pub slots: Vec<String>,
    /// Other names that people use for the field.
    #[serde(default)]
    pub also: Vec<String>,
    /// True for a text by which sections choose entries.
    pub filter: Option<Spanned<bool>>,
    /// Whether translations have the field, where that isn't as its type is.
    pub translate: Option<Spanned<TranslationDecl>>,
    /// Other words that people use for those of a choice, each with the one that they mean.
    pub synonyms: Option<Spanned<BTreeMap<String, String>>>,
    /// Keys that people write with `true` in its place, each with the value that they mean.
    #[serde(default)]
    pub flags: BTreeMap<String, Value>,
    /// The list of tables with further values, which people write under its name.
    pub several: Option<Spanned<String>>,
    /// True for a picture that is cropped in any case, as it lies behind words.
    pub cropped: Option<Spanned<bool>>,
    /// True for a list of texts in which an empty one keeps its place.
    pub gaps: Option<Spanned<bool>>,
    /// True for what is written once and rarely changed.
    #[serde(default)]
    pub rare: bool,
    pub entries: Option<Spanned<String>>,
    /// The noun for one of the entries and for several.
    pub noun: Option<[String; 2]>,
    /// The role of the entries.
    pub role: Option<Spanned<RoleDecl>>,
    /// True if the section shows all entries of the collection where content doesn't list some here.
    pub lists_all: Option<Spanned<bool>>,
    /// The types whose fields its tables have besides their own.
    #[serde(default)]
    pub with: Vec<Spanned<String>>,
    pub field: Option<Spanned<FieldDecls>>,
    pub one: Option<Spanned<ByName<VariantDecl>>>,
}

impl FieldDecl {
    /// The fields of its tables.
    pub fn inner(&self) -> impl Iterator<Item = &FieldDecl> {
        let fields = self.field.iter().flat_map(|fields| fields.get_ref().values());
        let one = self.one.iter().flat_map(|one| one.get_ref().values());
        fields.chain(one.flat_map(|variant| variant.field.values())).map(Box::as_ref)
    }
}

/// `false`, or `"optional"`.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "Value")]
pub(super) struct TranslationDecl(pub Translation);

impl TryFrom<Value> for TranslationDecl {
    type Error = &'static str;

    fn try_from(value: Value) -> std::result::Result<Self, Self::Error> {
        match value {
            Value::Boolean(false) => Ok(Self(Translation::Never)),
            Value::Boolean(true) => Ok(Self(Translation::Needed)),
            Value::String(word) if word == "optional" => Ok(Self(Translation::Optional)),
            _ => Err("expected true, false or \"optional\""),
        }
    }
}

/// One of several tables.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VariantDecl {
    #[serde(default)]
    pub help: String,
    #[serde(default)]
    pub field: FieldDecls,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RuleDecl {
    ExactlyOne(Spanned<Vec<Spanned<String>>>),
    AtMostOne(Spanned<Vec<Spanned<String>>>),
    Together(Spanned<Vec<Spanned<String>>>),
    Before(Spanned<[Spanned<String>; 2]>),
    NotAfter(Spanned<[Spanned<String>; 2]>),
}

/// The least and the greatest number.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "Vec<f64>")]
pub(super) struct DeclaredLimits(pub Bounds);

impl TryFrom<Vec<f64>> for DeclaredLimits {
    type Error = String;

    fn try_from(limits: Vec<f64>) -> std::result::Result<Self, String> {
        match *limits.as_slice() {
            [least] => Ok(Self(Bounds { least: Some(least), most: None })),
            [least, most] if least <= most => Ok(Self(Bounds::between(least, most))),
            [least, most] => Err(format!("{least} is greater than {most}: write the minimum first")),
            _ => Err("expected one or two numbers: the minimum and the maximum".to_owned()),
        }
    }
}

/// The values of another field to which a field belongs.
#[derive(Clone, Deserialize)]
#[serde(try_from = "BTreeMap<String, Value>")]
pub(super) struct When(pub Condition);

const EXPECTED_CONDITION: &str = "expected a field, and a text, a whole number, true, false, or a list of these: { layout = [\"left\", \"right\"] }";

impl TryFrom<BTreeMap<String, Value>> for When {
    type Error = &'static str;

    fn try_from(fields: BTreeMap<String, Value>) -> std::result::Result<Self, Self::Error> {
        let mut fields = fields.iter();
        let (Some((field, values)), None) = (fields.next(), fields.next()) else {
            return Err(EXPECTED_CONDITION);
        };
        let is = match values {
            // `true` asks that the field is there; that it is true, if it is true or false.
            Value::Boolean(true) => None,
            Value::Array(several) => {
                Some(several.iter().map(literal).collect::<std::result::Result<_, _>>()?)
            }
            one => Some(vec![literal(one)?]),
        };
        Ok(Self(Condition { field: Name::from(&**field), is }))
    }
}

/// A value as texts compare with it.
fn literal(value: &Value) -> std::result::Result<Arc<str>, &'static str> {
    match value {
        Value::String(text) => Ok(text.as_str().into()),
        Value::Integer(number) => Ok(number.to_string().into()),
        Value::Boolean(is_true) => Ok(is_true.to_string().into()),
        _ => Err(EXPECTED_CONDITION),
    }
}

impl Declared {
    /// The role that the file declares.
    pub fn role(&self) -> Option<&Spanned<RoleDecl>> {
        match self {
            Self::Table(file) => file.role.as_ref(),
            Self::Section(file) => file.role.as_ref(),
            Self::Collection(file) => file.role.as_ref(),
        }
    }

    /// The file of a collection, if it is one.
    pub fn collection(&self) -> Option<&CollectionFile> {
        if let Self::Collection(file) = self { Some(file) } else { None }
    }

    pub fn fields(&self) -> DeclaredFields<'_> {
        match self {
            Self::Table(TableFile { label, help, with, field, rule, hint, .. })
            | Self::Section(SectionFile { label, help, with, field, rule, hint, .. }) => {
                DeclaredFields { label: label.as_deref(), help, with, field, rule, hint }
            }
            Self::Collection(file) => {
                let CollectionFile { label, help, with, field, rule, hint, .. } = &**file;
                DeclaredFields { label: label.as_deref(), help, with, field, rule, hint }
            }
        }
    }
}

/// The text of a type file, behind that of the type of the theme that it extends.
pub(super) struct TypeText {
    pub file: FileId,
    /// The file of the theme, and how many bytes it has.
    base: Option<(FileId, usize)>,
    text: Arc<str>,
}

impl TypeText {
    fn new(file: FileId, text: Arc<str>) -> Self {
        Self { file, base: None, text }
    }

    pub fn span(&self, range: Range<usize>) -> Span {
        match self.base {
            Some((base, length)) if range.start < length => Span::new(base, range),
            Some((_, length)) => Span::new(self.file, range.start - length..range.end - length),
            None => Span::new(self.file, range),
        }
    }

    /// The text of a place.
    pub fn written(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }

    pub fn wrong<T>(&self, value: &Spanned<T>, message: impl Display) -> Diagnostic {
        diagnostic!(code::TYPE, self.span(value.span()), "{message}")
    }

    /// The report of a name that is none of `known`, with the nearest of them.
    pub fn unknown<'n>(
        &self,
        name: &Spanned<String>,
        message: String,
        known: impl Iterator<Item = &'n str>,
    ) -> Box<Diagnostic> {
        let known: Vec<&str> = known.collect();
        let near = nearest(name.get_ref(), known.iter().copied());
        let fix = near.and_then(|near| {
            Fix::replace(self.span(name.span()), format!("\"{near}\""), Applicability::Proposed)
        });
        let help = near.map(|near| format!("did you mean \"{near}\"?"));
        Box::new(self.wrong(name, message).expected(super::one_of(known.into_iter())).help(help).fix(fix))
    }
}

/// Reads a type file. One that extends a type of the theme has that type's keys besides its own.
pub(super) fn read(
    folder: TypeFolder,
    name: &Name,
    (file, source): (FileId, &SourceText),
    sources: &Sources,
) -> Result<TypeFile> {
    if let Some(declared) = source.theme.and_then(|name| OF_THEME.get(name)) {
        let text = TypeText::new(file, source.text.clone());
        return Ok(TypeFile { text, declared: declared.clone() });
    }
    if let Some(conflict) = source.error.as_deref().filter(|_| source.has_conflict()) {
        return Err(Box::new(conflict.clone()));
    }
    let own = DeTable::parse(&source.text).map_err(|error| syntax(file, &source.text, &error))?;
    let mut text = TypeText::new(file, source.text.clone());
    let Some(extends) = own.get_ref().get(EXTENDS) else {
        let declared = declared(folder, own, &text)?;
        return Ok(TypeFile { text, declared });
    };
    let original = sources.text_at(&format!("{PREFIX}{}", folder.type_file(name)));
    let Some((id, base)) = original.filter(|_| extends.get_ref().as_str() == Some(name)) else {
        let message = "a file extends the theme's type of the same name, and there is none";
        let help =
            format!("remove {EXTENDS}, so that the file declares a type of its own, or rename the file");
        return Err(text.wrong(extends, message).help(help).into());
    };
    text.base = Some((id, base.text.len()));
    text.text = format!("{}{}", base.text, source.text).into();
    // Each character has the place that it has in the text.
    let padded = format!("{}{}", " ".repeat(base.text.len()), source.text);
    let mut merged = DeTable::parse(&base.text).map_err(|error| syntax(id, &base.text, &error))?;
    let mut own = DeTable::parse(&padded).map_err(|error| syntax(file, &source.text, &error))?.into_inner();
    own.remove(EXTENDS);
    merge(merged.get_mut(), own);
    let declared = declared(folder, merged, &text)?;
    Ok(TypeFile { text, declared })
}

/// The declarations of the theme's type files, by the names of the files: the same in each project.
static OF_THEME: LazyLock<HashMap<String, Arc<Declared>>> = LazyLock::new(|| {
    theme::paths().filter_map(|path| Some((format!("{PREFIX}{path}"), declared_by_theme(path)?))).collect()
});

fn declared_by_theme(path: &str) -> Option<Arc<Declared>> {
    let folder = TypeFolder::ALL.into_iter().find(|folder| folder.type_name(path).is_some())?;
    let source = theme::text(path)?;
    let text = TypeText::new(FileId(0), source.into());
    declared(folder, DeTable::parse(source).ok()?, &text).ok()
}

/// The key with which a type file says that it extends a type of the theme.
const EXTENDS: &str = "extends";

fn declared(folder: TypeFolder, root: Spanned<DeTable<'_>>, text: &TypeText) -> Result<Arc<Declared>> {
    let whole = root.span();
    let root = Deserializer::from(root);
    let declared = match folder {
        TypeFolder::Types | TypeFolder::Singles => TableFile::deserialize(root).map(Declared::Table),
        TypeFolder::Sections => SectionFile::deserialize(root).map(Declared::Section),
        TypeFolder::Collections => {
            CollectionFile::deserialize(root).map(|file| Declared::Collection(Box::new(file)))
        }
    };
    declared.map(Arc::new).map_err(|error| {
        let at = error.span().filter(|span| *span != whole);
        let at = at.map_or(Span::whole(text.file), |span| text.span(span));
        Box::new(diagnostic!(code::TYPE, at, "{}", error.message()))
    })
}

/// The mistake in a text that isn't TOML, in the words that content gets for it.
pub(super) fn syntax(file: FileId, text: &str, error: &toml::de::Error) -> Box<Diagnostic> {
    let mut report = Report::new(file, text, Options::default());
    with_toml(text, &mut report, |_, _| ());
    let at = Span::new(file, error.span().unwrap_or_default());
    let first = report.finish().diagnostics.into_iter().next();
    Box::new(first.unwrap_or_else(|| diagnostic!(code::SYNTAX, at, "{}", error.message())))
}

/// Writes the keys of a project's type over those of the theme's. Rules and shared types are added, and a field that says its
/// type takes the place of the other as a whole.
fn merge<'t>(base: &mut DeTable<'t>, own: DeTable<'t>) {
    for (key, mut value) in own {
        match (base.get_mut(&**key.get_ref()).map(Spanned::get_mut), value.get_mut()) {
            (Some(DeValue::Table(base)), DeValue::Table(own)) if !own.contains_key("type") => {
                merge(base, std::mem::take(own));
            }
            (Some(DeValue::Array(base)), DeValue::Array(own))
                if ["rule", "with"].contains(&&**key.get_ref()) =>
            {
                own.iter().for_each(|one| base.push(one.clone()));
            }
            _ => {
                base.remove(&**key.get_ref());
                base.insert(key, value);
            }
        }
    }
}
