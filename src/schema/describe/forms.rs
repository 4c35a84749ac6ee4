//! All types of a project for forms: the types of its files by their place below `content/`, and their tables by number, since
//! several contain the same one, and some themselves.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::{Value as Json, json};

use crate::schema::{
    Bounds, Condition, Field, FileType, Kind, Presence, Rule, Scalar, Schema, Types, picture,
};

/// The key in [`forms`] of the type of a file: `site.toml`, `classes/`, `pages/`.
pub fn form_key(file_type: &FileType<'_>) -> String {
    match file_type {
        FileType::Single(name, _) => format!("{name}.toml"),
        FileType::Entry(entries) => format!("{}/", entries.collection.name),
        FileType::Page(_) => "pages/".to_owned(),
    }
}

/// The types of all files, and the tables in them.
pub fn forms(types: &Types) -> Json {
    let mut writer = FormWriter::default();
    let mut files = BTreeMap::new();
    let page = FileType::Page(&types.page);
    files.insert(
        form_key(&page),
        json!({ "kind": "page", "noun": "page", "table": writer.table(&types.page) }),
    );
    for (name, schema) in &types.singles {
        let role = types.roles.iter().find(|(_, with)| *with == name).map(|(role, _)| role.name());
        let single = json!({ "kind": "single", "noun": name, "role": role, "table": writer.table(schema) });
        files.insert(form_key(&FileType::Single(name, schema)), single);
    }
    for entries in types.collections.values().filter(|entries| entries.collection.listed.is_none()) {
        let collection = &entries.collection;
        let entry = json!({
            "kind": "entry",
            "noun": collection.nouns[0],
            "nouns": collection.nouns[1],
            "collection": collection.name,
            "role": entries.role.map(|role| role.name()),
            "hasPage": entries.page.is_some(),
            "draft": entries.draft,
            "table": writer.table(&entries.schema),
        });
        files.insert(form_key(&FileType::Entry(entries)), entry);
    }
    json!({ "files": files, "tables": writer.tables })
}

/// The type of a file that no other file has, such as that of a translation: its keys are the names of its original's rows.
pub fn form_of(path: &str, schema: &Arc<Schema>) -> Json {
    let mut writer = FormWriter::default();
    let file = json!({ "kind": "translation", "noun": "translation", "table": writer.table(schema) });
    json!({ "files": { path: file }, "tables": writer.tables })
}

/// Writes each table once.
#[derive(Default)]
struct FormWriter {
    tables: Vec<Json>,
    numbers: Vec<(Arc<Schema>, usize)>,
    /// The tables of pictures, by the type of their file.
    pictures: Vec<(Scalar, Arc<Schema>)>,
}

impl FormWriter {
    /// The number of a table.
    fn table(&mut self, schema: &Arc<Schema>) -> usize {
        if let Some((_, number)) = self.numbers.iter().find(|(known, _)| Arc::ptr_eq(known, schema)) {
            return *number;
        }
        let number = self.tables.len();
        self.numbers.push((schema.clone(), number));
        self.tables.push(Json::Null);
        let fields: Vec<Json> = schema.fields.iter().map(|field| self.field(field)).collect();
        let table = json!({
            "name": schema.name,
            "label": schema.label,
            "help": schema.help,
            "fields": fields,
            "rules": schema.rules.iter().map(rule).collect::<Vec<_>>(),
            "isChoice": schema.chooses.is_some(),
        });
        if let Some(slot) = self.tables.get_mut(number) {
            *slot = table;
        }
        number
    }

    /// The number of the table of a picture.
    fn picture(&mut self, file: Scalar) -> usize {
        let known = self.pictures.iter().find(|(known, _)| *known == file).map(|(_, schema)| schema.clone());
        let schema = known.unwrap_or_else(|| {
            let schema = picture::schema(file);
            self.pictures.push((file, schema.clone()));
            schema
        });
        self.table(&schema)
    }

    fn field(&mut self, field: &Field) -> Json {
        let mut described = json!({
            "key": field.key,
            "label": field.label,
            "help": field.help,
            "example": field.example(),
            "isRare": field.is_rare,
            "required": field.is_required(),
            "list": field.list.map(range),
            "takesOne": field.takes_one(),
            "range": range(field.bounds),
            "slots": field.slots,
            "default": default(field),
            "when": when(&field.presence),
        });
        if let (Some(described), Json::Object(kind)) = (described.as_object_mut(), self.kind(field)) {
            described.extend(kind);
        }
        described
    }

    /// The type of the value, and what goes with it.
    fn kind(&mut self, field: &Field) -> Json {
        match &field.kind {
            Kind::Scalar(scalar) => json!({ "type": scalar.name() }),
            Kind::Choice(words) => json!({ "type": "choice", "words": words }),
            Kind::Ref(collection) => json!({
                "type": "reference",
                "collection": collection.name,
                "noun": collection.nouns[0],
                "isNumbered": collection.is_numbered(),
            }),
            Kind::Picture(file) => json!({
                "type": "picture",
                "isCropped": field.is_cropped,
                "table": self.picture(*file),
            }),
            Kind::Plural(forms) => json!({ "type": "plural", "table": self.table(forms) }),
            Kind::Table(schema) => json!({ "type": "table", "table": self.table(schema) }),
            Kind::Variants(variants) => {
                let tables = variants.tables.iter();
                let tables: Vec<Json> = tables
                    .map(|(word, schema)| json!({ "word": word, "table": self.table(schema) }))
                    .collect();
                json!({ "type": "variants", "by": variants.by, "noun": variants.noun, "variants": tables })
            }
        }
    }
}

fn range(bounds: Bounds) -> Json {
    json!({ "least": bounds.least, "most": bounds.most })
}

/// The value that holds where nothing is written, as content writes it; `null` for none and for a table.
fn default(field: &Field) -> Option<String> {
    let Presence::Default(value) = &field.presence else { return None };
    Some(value.written()).filter(|written| !written.is_empty())
}

fn when(presence: &Presence) -> Option<Json> {
    let Presence::When { condition: Condition { field, is }, optional } = presence else { return None };
    Some(json!({ "field": field, "is": is, "optional": optional }))
}

fn rule(rule: &Rule) -> Json {
    let (kind, keys) = match rule {
        Rule::ExactlyOne(keys) => ("exactlyOne", keys.clone()),
        Rule::AtMostOne(keys) => ("atMostOne", keys.clone()),
        Rule::Together(keys) => ("together", keys.clone()),
        Rule::Before(first, last) => ("before", vec![first.clone(), last.clone()]),
        Rule::NotAfter(first, last) => ("notAfter", vec![first.clone(), last.clone()]),
    };
    json!({ "kind": kind, "keys": keys })
}
