//! The configuration of a server, which uses most of what a schema can say.

use std::sync::{Arc, LazyLock};

use toml_schema::{
    Bounds, Decoded, Field, Kind, Options, Rule, Scalar, Schema, Variants, decode::value::time_zone,
    diagnostic::FileId, file,
};

fn scalar(key: &str, scalar: Scalar) -> Field {
    Field::new(key, Kind::Scalar(scalar), "")
}

/// A server with the fields of [`properties`](super::properties): few, so that random texts meet them.
pub static SERVER: LazyLock<Arc<Schema>> = LazyLock::new(|| {
    let limits = Schema::new(
        "limits",
        "Limits",
        vec![scalar("requests", Scalar::INTEGER).optional(), scalar("wait", Scalar::NUMBER).optional()],
    );
    let mut route = Schema::new(
        "route",
        "A route",
        vec![
            scalar("path", Scalar::TEXT),
            scalar("open", Scalar::TIME).optional(),
            scalar("close", Scalar::TIME).optional(),
        ],
    );
    route.rules.push(Rule::Before("open".into(), "close".into()));
    Arc::new(Schema::new(
        "server",
        "A server",
        vec![
            scalar("port", Scalar::INTEGER).within(Bounds::between(1.0, 65535.0)),
            scalar("name", Scalar::TEXT),
            scalar("hosts", Scalar::TEXT).list(),
            scalar("since", Scalar::DATE).optional(),
            scalar("verbose", Scalar::BOOL).optional(),
            scalar("text", Scalar::TEXT).optional(),
            Field::new("limits", Kind::Table(Arc::new(limits)), "Limits").optional(),
            Field::new("route", Kind::Table(Arc::new(route)), "Routes").list().optional(),
        ],
    ))
});

/// A table with a field for each type of single value, and with what tables can be.
static ALL: LazyLock<Arc<Schema>> = LazyLock::new(|| {
    let mut fields: Vec<Field> = Scalar::ALL.into_iter().map(|of| scalar(of.name(), of).optional()).collect();
    let words = Kind::Choice(["small", "medium", "large"].map(Into::into).into());
    fields.push(Field::new("size", words, "").optional());
    fields.push(scalar("dates", Scalar::DATE).list().optional());
    let tables = [
        ("disk", vec![scalar("folder", Scalar::TEXT)]),
        ("net", vec![scalar("address", Scalar::URL), scalar("retries", Scalar::INTEGER).optional()]),
    ];
    let tables = tables.map(|(name, fields)| (name.into(), Arc::new(Schema::new(name, "", fields)))).into();
    let store = Variants { noun: "a store".into(), by: "kind".into(), tables };
    fields.push(Field::new("store", Kind::Variants(Arc::new(store)), "").list().optional());
    Arc::new(Schema::new("all", "", fields))
});

/// Files of a gym, as editors change them: what one of them has, all have.
pub static GYM: LazyLock<Arc<Schema>> = LazyLock::new(|| {
    let text = |key| scalar(key, Scalar::TEXT).optional();
    let table =
        |key, fields| Field::new(key, Kind::Table(Arc::new(Schema::new(key, "", fields))), "").optional();
    let link = || table("button", vec![text("title"), text("to")]);
    let rows = |key| table(key, vec![text("class"), text("trainer"), text("start")]).list().optional();
    let picture = Field::new("image", Kind::Picture(Scalar::TEXT), "").optional();
    let cards =
        table("card", vec![scalar("id", Scalar::INTEGER).optional(), text("title"), text("text"), link()]);
    let sections = [
        ("hero", vec![text("heading"), picture.clone(), link()]),
        ("cards", vec![text("id"), text("heading"), cards.list().optional()]),
    ];
    let sections =
        sections.map(|(name, fields)| (name.into(), Arc::new(Schema::new(name, "", fields)))).into();
    let sections = Variants { noun: "a section".into(), by: "type".into(), tables: sections };
    Arc::new(Schema::new(
        "gym",
        "",
        vec![
            text("title"),
            text("trainer"),
            scalar("price", Scalar::PRICE).optional(),
            scalar("since", Scalar::DATE).optional(),
            text("note"),
            text("level"),
            picture,
            scalar("bring", Scalar::TEXT).list().optional(),
            scalar("tags", Scalar::TEXT).list().optional(),
            scalar("days", Scalar::TEXT).as_filter(),
            link(),
            table("limits", vec![scalar("requests", Scalar::INTEGER), text("wait")]),
            rows("tuesday"),
            rows("wednesday"),
            rows("thursday"),
            Field::new("section", Kind::Variants(Arc::new(sections)), "").list().optional(),
        ],
    ))
});

/// Reads a text by the schema of this name.
pub fn read(schema: &str, text: &str) -> Decoded {
    let schema = if schema == "server" { &SERVER } else { &ALL };
    let zone = time_zone("Africa/Nairobi");
    file(FileId(0), &text.into(), schema, Options { zone: Some(&zone), ..Options::default() })
}
