//! Addresses elsewhere that aren't what the values beside them say: maps of other places, profiles on other networks.

use url::Url;

use crate::{
    content::{Content, network_title},
    decode::value::Link,
    diagnostic::{Diagnostic, Lint, Span},
    schema::{Data, Table},
};

/// How many degrees a map's middle may be from the gym: further than any detail of a map, and nearer than another town.
const NEAR: f64 = 0.3;

/// The hosts of networks.
const HOSTS: [(&str, &[&str]); 6] = [
    ("facebook", &["facebook.com", "fb.com", "fb.me"]),
    ("twitter", &["twitter.com", "x.com"]),
    ("instagram", &["instagram.com"]),
    ("youtube", &["youtube.com", "youtu.be"]),
    ("tiktok", &["tiktok.com"]),
    ("whatsapp", &["wa.me", "whatsapp.com"]),
];

pub(super) fn check(content: &Content, found: &mut Vec<Diagnostic>) {
    let branches = content.branches.values().map(|branch| &branch.table);
    found.extend(branches.chain([&content.gym.table]).filter_map(|table| map(table)));
    let trainers = content.entries("trainers").iter().map(|trainer| &trainer.table);
    let tables = trainers.chain([&content.gym.table]);
    found.extend(tables.flat_map(|table| table.tables("social")).filter_map(|social| profile(social)));
}

/// A profile on another network than the one that is named.
fn profile(social: &Table) -> Option<Diagnostic> {
    let Data::Choice(network) = &social.get("network")?.value else { return None };
    let value = social.get("url").filter(|url| url.span.is_somewhere())?;
    let address = address(&value.value)?;
    let host = Url::parse(address).ok()?.host_str()?.trim_start_matches("www.").to_owned();
    let is_of = |known: &str| host == *known || host.ends_with(&format!(".{known}"));
    let (other, _) = HOSTS.iter().find(|(_, hosts)| hosts.iter().any(|known| is_of(known)))?;
    if **network == **other || !HOSTS.iter().any(|(known, _)| **known == **network) {
        return None;
    }
    let (named, real) = (network_title(network), network_title(other));
    Some(
        Diagnostic::new(
            Lint::WrongNetwork,
            value.span,
            format!("this is an address of {real}, beside the sign of {named}"),
        )
        .label(format!("leads to {real}"))
        .help(format!("write network = \"{other}\", or the address of the profile on {named}")),
    )
}

fn address(value: &Data) -> Option<&str> {
    if let Data::Url(url) = value {
        return Some(url.as_str());
    }
    if let Data::Link(Link::External(url)) = value { Some(url) } else { None }
}

/// A map that shows another place than where the gym, or the branch, is.
fn map(table: &Table) -> Option<Diagnostic> {
    let Data::Table(place) = &table.get("address")?.value else { return None };
    let Data::Table(map) = &table.get("map")?.value else { return None };
    let degrees = |key: &str| match place.get(key).map(|value| (&value.value, value.span)) {
        Some((Data::Number(number), span)) if span.is_somewhere() => Some((*number, span)),
        Some((Data::Integer(number), span)) if span.is_somewhere() => {
            Some((i32::try_from(*number).ok()?.into(), span))
        }
        _ => None,
    };
    let ((latitude, at), (longitude, _)) = (degrees("latitude")?, degrees("longitude")?);
    let is_near = |(other_latitude, other_longitude): (f64, f64)| {
        (other_latitude - latitude).abs() < NEAR && (other_longitude - longitude).abs() < NEAR
    };
    let elsewhere = |key: &str| -> Option<(Span, (f64, f64))> {
        let value = map.get(key).filter(|value| value.span.is_somewhere())?;
        let Data::Url(url) = &value.value else { return None };
        let shown = places(url.url()?);
        let first = *shown.first()?;
        (!shown.into_iter().any(is_near)).then_some((value.span, first))
    };
    let (span, (other_latitude, other_longitude)) = elsewhere("embed").or_else(|| elsewhere("url"))?;
    let message = format!(
        "the map shows {other_latitude}, {other_longitude}, and the gym is at {latitude}, {longitude}"
    );
    let are_exchanged = is_near((other_longitude, other_latitude));
    let help = match are_exchanged {
        true => {
            "latitude and longitude are exchanged: the latitude says how far north, the longitude how far east"
        }
        false => "correct latitude and longitude, or the map",
    };
    Some(
        Diagnostic::new(Lint::MapElsewhere, at, message)
            .label("where the gym is")
            .related(span, "another place")
            .help(help),
    )
}

/// The places that an address of a map names, as latitude and longitude: the ways of OpenStreetMap and Google.
fn places(url: &Url) -> Vec<(f64, f64)> {
    let pair = |text: &str| {
        let mut parts = text.split([',', '/']).map(|part| part.trim().parse::<f64>().ok());
        Some((parts.next()??, parts.next()??))
    };
    let query =
        |wanted: &str| url.query_pairs().find(|(key, _)| key == wanted).map(|(_, value)| value.into_owned());
    let number = |wanted: &str| query(wanted)?.parse::<f64>().ok();
    let mut places: Vec<(f64, f64)> = Vec::new();
    places.extend(["marker", "q", "ll", "query", "center"].into_iter().filter_map(|key| pair(&query(key)?)));
    places.extend(number("mlat").zip(number("mlon")));
    let path = url.path();
    places.extend(path.split_once("/@").and_then(|(_, rest)| pair(rest)));
    // Google's `pb` has the longitude before the latitude.
    let text = url.as_str();
    let after = |sign: &str| {
        let (_, rest) = text.split_once(sign)?;
        rest.split('!').next()?.parse::<f64>().ok()
    };
    places.extend(after("!3d").zip(after("!2d")));
    places
}
