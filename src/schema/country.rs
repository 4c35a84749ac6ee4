//! What is usual in the country of a gym.

use toml_schema::Scalar;

use crate::diagnostic::nearest;

/// A line for each country.
const TABLE: &str = include_str!("../../starters/countries.tsv");

/// What is usual in a country.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Country {
    /// In ISO 3166, such as `KE`.
    pub code: &'static str,
    /// In English.
    pub name: &'static str,
    /// In its own language; empty if that is the same.
    own_name: &'static str,
    /// Such as `en-KE`.
    pub language: &'static str,
    /// In ISO 4217.
    pub currency_code: &'static str,
    /// What stands before or behind prices.
    pub currency: &'static str,
    /// By its IANA name.
    pub time_zone: &'static str,
    /// All time zones, with spaces between them, where clocks differ between large towns; else empty.
    zones: &'static str,
    /// Other names that people use, with commas between them.
    aliases: &'static str,
}

impl Country {
    /// All of them, in the order of their codes.
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

    /// The country of this name or code.
    ///
    /// # Errors
    /// If there is none: what to write instead.
    pub fn find(written: &str) -> Result<Self, String> {
        let is_it = |name: &str| !name.is_empty() && name.to_lowercase() == written.trim().to_lowercase();
        let found = Self::all().find(|country| {
            let names = [country.code, country.name, country.own_name];
            names.into_iter().chain(country.aliases.split(", ")).any(is_it)
        });
        found.ok_or_else(|| {
            let near = nearest(written, Self::all().map(|country| country.name));
            near.map_or_else(
                || "write its English name, or its code of two letters, such as KE".to_owned(),
                |near| format!("did you mean {near}?"),
            )
        })
    }

    /// The country that a language tag such as `es-AR` names.
    pub fn of_language(tag: &str) -> Option<Self> {
        tag.split('-').skip(1).find_map(|part| Self::all().find(|country| country.code == part))
    }

    /// What a value can be in this country, as TOML writes it. Returns `None` for what is alike everywhere.
    pub fn example(&self, scalar: Scalar) -> Option<String> {
        let example = match scalar {
            Scalar::Phone => format!("{} 700 000 000", self.calling_code()),
            Scalar::Zone => self.time_zone.to_owned(),
            Scalar::Currency => self.currency_code.to_owned(),
            Scalar::Language => self.language.to_owned(),
            _ => return None,
        };
        Some(format!("\"{example}\""))
    }

    /// What its telephone numbers begin with when they are dialled from abroad, such as `+254`.
    pub fn calling_code(&self) -> String {
        let code = phonelib::country_by_code(self.code).map_or(1, |country| country.prefix);
        // What stands behind the 1 of North America is a part of the number.
        if code < 1000 { format!("+{code}") } else { "+1".to_owned() }
    }

    /// The time zone of a town: that of the country, or the one that is named after the town. Returns `None` if that can't
    /// be known, because clocks differ between towns of the country.
    pub fn zone_of(&self, town: Option<&str>) -> Option<&'static str> {
        let city = |zone: &&str| zone.rsplit('/').next().map(|city| city.replace('_', " ").to_lowercase());
        // "Denver, Colorado"
        let town = town.and_then(|town| town.split(',').next()).map(|town| town.trim().to_lowercase());
        match self.zones {
            "" => Some(self.time_zone),
            zones => zones.split(' ').find(|zone| town.is_some() && city(zone) == town),
        }
    }

    /// True where people weigh themselves in pounds and measure themselves in feet.
    pub fn is_imperial(&self) -> bool {
        matches!(self.code, "US" | "LR" | "MM")
    }

    /// Its name for texts in the language of this code.
    pub fn name_in(&self, code: &str) -> &'static str {
        let is_own = self.language.split('-').next() == Some(code) && !self.own_name.is_empty();
        if is_own { self.own_name } else { self.name }
    }
}

#[cfg(test)]
mod tests {
    use super::Country;

    #[test]
    fn each_line_is_a_country() {
        let lines = super::TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(Country::all().count(), lines);
        assert!(lines > 200, "{lines}");
        for country in Country::all() {
            let Country { code, name, language, currency_code, currency, time_zone, .. } = country;
            assert!(language.ends_with(&format!("-{code}")), "{name}: {language}");
            assert!(currency_code.len() == 3 && !currency.is_empty(), "{name}: {currency}");
            assert!(jiff::tz::TimeZone::get(time_zone).is_ok(), "{name}: {time_zone}");
            assert!(phonelib::country_by_code(code).is_some(), "{name}");
            assert!(
                country.zones.is_empty() || country.zones.split(' ').any(|zone| zone == time_zone),
                "{name}"
            );
        }
    }

    #[test]
    fn the_time_zone_of_a_town_is_known_where_there_is_one_or_is_named_after_it() {
        let find = |country| Country::find(country).expect("a country");
        assert_eq!(find("Kenya").zone_of(Some("Kisumu")), Some("Africa/Nairobi"));
        assert_eq!(find("USA").zone_of(Some("Los Angeles, CA")), Some("America/Los_Angeles"));
        assert_eq!([find("US").zone_of(Some("Austin")), find("AU").zone_of(None)], [None, None]);
        assert_eq!([find("uk").code, find("Ivory Coast").code], ["GB", "CI"]);
    }

    #[test]
    fn a_country_is_found_by_each_of_its_names() {
        let austria = Country::find("AT").expect("Austria");
        assert_eq!([Country::find("Österreich"), Country::find("austria")], [Ok(austria), Ok(austria)]);
        assert_eq!((austria.name_in("de"), austria.name_in("en")), ("Österreich", "Austria"));
        assert_eq!(Country::find("Kenja"), Err("did you mean Kenya?".to_owned()));
        let of_language = |tag| Country::of_language(tag).map(|country| country.code);
        assert_eq!(
            [of_language("es-AR"), of_language("zh-Hant-TW"), of_language("es")],
            [Some("AR"), Some("TW"), None]
        );
        let calling_code = |name| Country::find(name).map(|country| country.calling_code());
        assert_eq!(
            [calling_code("Kenya"), calling_code("Jamaica")],
            [Ok("+254".to_owned()), Ok("+1".to_owned())]
        );
    }
}
