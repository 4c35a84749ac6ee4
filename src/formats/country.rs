//! Language, currency, time zone and telephone code of the country of a gym.

use std::{collections::BTreeMap, sync::LazyLock};

use toml_schema::{Scalar, decode::value::kebab_case};

use crate::diagnostic::nearest;

const TABLE: &str = include_str!("../../starters/countries.tsv");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Country {
    /// The code in ISO 3166, such as `KE`.
    pub code: &'static str,
    pub name: &'static str,
    /// The name in its own language; empty if that is the same.
    own_name: &'static str,
    /// The language tag, such as `en-KE`.
    pub language: &'static str,
    /// The code of the currency in ISO 4217.
    pub currency_code: &'static str,
    /// The sign before or behind prices.
    pub currency: &'static str,
    /// The time zone, by its IANA name.
    pub time_zone: &'static str,
    /// All time zones, with spaces between them, where clocks differ between large towns; else empty.
    zones: &'static str,
    /// Other names that people use, with commas between them.
    aliases: &'static str,
}

impl Country {
    /// All countries, in the order of their codes.
    fn all() -> impl Iterator<Item = Self> {
        TABLE.lines().filter_map(Self::read)
    }

    fn read(line: &'static str) -> Option<Self> {
        let mut parts = line.split('\t');
        let mut next = || parts.next();
        let country = Self {
            code: next()?,
            name: next()?,
            own_name: next()?,
            language: next()?,
            currency_code: next()?,
            currency: next()?,
            time_zone: next()?,
            zones: next().unwrap_or_default(),
            aliases: next().unwrap_or_default(),
        };
        Some(country)
    }

    /// The country of this name or code, whether or not its accents, its apostrophe and its "&" are typed as here.
    ///
    /// # Errors
    /// If there is none: what to write instead.
    pub fn find(written: &str) -> Result<Self, String> {
        let wanted = written.trim().to_lowercase();
        let exact = Self::all().find(|country| country.names().any(|name| name.to_lowercase() == wanted));
        let found = exact.or_else(|| BY_PLAIN_NAME.get(&plain(written)).copied());
        found.ok_or_else(|| {
            let near = nearest(written, Self::all().map(|country| country.name));
            near.map_or_else(
                || "write its English name, or its code of two letters, such as KE".to_owned(),
                |near| format!("did you mean {near}?"),
            )
        })
    }

    /// Its code and its names.
    fn names(self) -> impl Iterator<Item = &'static str> {
        let names = [self.code, self.name, self.own_name].into_iter().chain(self.aliases.split(", "));
        names.filter(|name| !name.is_empty())
    }

    /// The country that a language tag such as `es-AR` names.
    pub fn named_in(tag: &str) -> Option<Self> {
        tag.split('-').skip(1).find_map(|part| Self::all().find(|country| country.code == part))
    }

    /// An example of a value in this country, as TOML writes it. Returns `None` for scalars that are alike everywhere.
    pub fn example(&self, scalar: Scalar) -> Option<String> {
        let examples = [
            (Scalar::PHONE, format!("{} 700 000 000", self.calling_code())),
            (Scalar::ZONE, self.time_zone.to_owned()),
            (Scalar::CURRENCY, self.currency_code.to_owned()),
            (Scalar::LANGUAGE, self.language.to_owned()),
        ];
        let example = examples.into_iter().find(|(of, _)| *of == scalar);
        example.map(|(_, example)| format!("\"{example}\""))
    }

    /// The beginning of its telephone numbers when they are dialled from abroad, such as `+254`.
    pub fn calling_code(&self) -> String {
        let code = phonelib::country_by_code(self.code).map_or(1, |country| country.prefix);
        // The digits behind the 1 of North America are a part of the number.
        if code < 1000 { format!("+{code}") } else { "+1".to_owned() }
    }

    /// The time zone of a town: that of the country, or the one that is named after the town. Returns `None` if that can't
    /// be known, because clocks differ between towns of the country.
    pub fn zone_of(&self, town: Option<&str>) -> Option<&'static str> {
        // "Denver, Colorado"
        let town = town.and_then(|town| town.split(',').next()).map(|town| town.trim().to_lowercase());
        match self.zones {
            "" => Some(self.time_zone),
            zones => zones.split(' ').find(|zone| town.is_some() && city_of(zone) == town),
        }
    }

    /// True where people weigh themselves in pounds and measure themselves in feet.
    pub fn is_imperial(&self) -> bool {
        matches!(self.code, "US" | "LR" | "MM")
    }

    /// True where paper is as large as in the United States, as the Unicode CLDR has it.
    pub fn has_letter_paper(&self) -> bool {
        const CODES: &str = "BZ CA CL CO CR GT MX NI PA PH PR SV US VE";
        CODES.split(' ').any(|code| code == self.code)
    }

    /// Its name for texts in the language of this code.
    pub fn name_in(&self, code: &str) -> &'static str {
        let is_own = self.language.split('-').next() == Some(code) && !self.own_name.is_empty();
        if is_own { self.own_name } else { self.name }
    }
}

/// The countries by the Latin letters of their names.
static BY_PLAIN_NAME: LazyLock<BTreeMap<String, Country>> = LazyLock::new(|| {
    let names = Country::all().flat_map(|country| country.names().map(move |name| (plain(name), country)));
    names.filter(|(name, _)| !name.is_empty()).collect()
});

/// The Latin letters of a name, in which `Cote d'Ivoire` is `Côte d’Ivoire`; empty if it has none.
fn plain(name: &str) -> String {
    kebab_case(&name.replace('&', " and "))
}

/// The town after which a time zone is named: `los angeles` of `America/Los_Angeles`.
fn city_of(zone: &str) -> Option<String> {
    zone.rsplit('/').next().map(|city| city.replace('_', " ").to_lowercase())
}
