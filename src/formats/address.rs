//! Addresses, in the order of the language and of the country: from the street to the country, or from the country to the street.

use toml_schema::decode::value::Language;

use super::Country;

/// The line of the town in each country whose addresses have a region, after the data of libaddressinput: `C` is the
/// city, `S` the region, `Z` the postal code. Where libaddressinput begins a new line, a comma stands here, which is
/// written as that of the language.
const TOWNS: &str = include_str!("towns.tsv");

/// The order in which a language has the parts of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AddressLayout {
    /// `Storgata 42, 0552 Oslo, Norge`
    CodeFirst,
    /// `42 High Street, Leeds LS1 4DY, England`
    CodeLast,
    /// `〒530-0005 大阪府大阪市北区中之島1丁目`
    LargeFirst {
        /// The mark before the postal code.
        mark: &'static str,
        /// The space between the parts.
        space: &'static str,
    },
}

/// The order in which a country writes the parts of an address.
#[derive(Clone, Copy, Debug)]
pub(super) struct AddressOrder {
    parts: AddressLayout,
    /// The country of addresses that name none, by its code.
    country: Option<&'static str>,
    /// The comma of the language, with the space around it.
    comma: &'static str,
}

/// The parts of an address, each as content has it.
#[derive(Clone, Copy, Debug, Default)]
pub struct AddressParts<'a> {
    pub street: Option<&'a str>,
    pub area: Option<&'a str>,
    pub city: Option<&'a str>,
    pub region: Option<&'a str>,
    pub postcode: Option<&'a str>,
    pub country: Option<&'a str>,
}

/// An address as visitors read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressLines {
    /// Its lines; none if content has no address.
    pub lines: Vec<String>,
    /// The city with its region and postal code.
    pub town: Option<String>,
    /// The address within the city.
    pub street: Option<String>,
    /// True if it runs from the country to the street.
    pub large_first: bool,
    /// The sign between its lines where they stand in one.
    between: &'static str,
}

impl AddressLines {
    /// All of it in a line; empty if content has none.
    pub fn line(&self) -> String {
        self.lines.join(self.between)
    }
}

impl AddressOrder {
    pub fn new(language: &Language, country: Option<&'static str>, comma: &'static str) -> Self {
        let id = &language.locale().id;
        let region = id.region.map(|region| region.as_str().to_owned());
        let parts = match (id.language.as_str(), region.as_deref()) {
            ("ja", _) => AddressLayout::LargeFirst { mark: "〒", space: "" },
            ("zh", _) => AddressLayout::LargeFirst { mark: "", space: "" },
            ("ko", _) => AddressLayout::LargeFirst { mark: "", space: " " },
            ("en", _) | (_, Some("BR")) => AddressLayout::CodeLast,
            _ => AddressLayout::CodeFirst,
        };
        Self { parts, country, comma }
    }

    pub fn lines(self, address: AddressParts<'_>) -> AddressLines {
        let [street, area, city] = [address.street, address.area, address.city].map(owned);
        let [region, code, country] = [address.region, address.postcode, address.country].map(owned);
        let (lines, town, street, large_first) = match self.parts {
            AddressLayout::LargeFirst { mark, space } => {
                let code =
                    code.map(|code| if code.starts_with(mark) { code } else { format!("{mark}{code}") });
                let street = joined([area, street], space);
                let town = joined([region, city], space);
                let rest = joined([country, town.clone(), street.clone()], space);
                (vec![code, rest], town, street, true)
            }
            AddressLayout::CodeFirst | AddressLayout::CodeLast => {
                let town = match &region {
                    Some(_) => {
                        let pattern = self.pattern(country.as_deref()).replace(", ", self.comma);
                        Some(town(&pattern, &city, &region, &code))
                    }
                    None if self.parts == AddressLayout::CodeFirst => joined([code, city], " "),
                    None => joined([city, code], " "),
                };
                let within = joined([street.clone(), area.clone()], self.comma);
                (vec![street, area, joined([town.clone(), country], self.comma)], town, within, false)
            }
        };
        let between = if large_first { " " } else { self.comma };
        AddressLines { lines: lines.into_iter().flatten().collect(), town, street, large_first, between }
    }

    /// The pattern for the line of the town: of the named country, else of the site's.
    fn pattern(self, country: Option<&str>) -> &'static str {
        let named = country.and_then(|name| Country::find(name).ok()).map(|country| country.code);
        let code = named.or(self.country);
        let mut rows = TOWNS.lines().filter_map(|row| row.split_once('\t'));
        let pattern = rows.find(|(country, _)| code == Some(*country)).map(|(_, pattern)| pattern);
        pattern.unwrap_or(if self.parts == AddressLayout::CodeFirst { "Z C, S" } else { "C, S Z" })
    }
}

fn owned(part: Option<&str>) -> Option<String> {
    part.map(str::to_owned)
}

/// Fills in the pattern. A separator before a missing part is left out with it.
fn town(pattern: &str, city: &Option<String>, region: &Option<String>, code: &Option<String>) -> String {
    let (mut line, mut between) = (String::new(), String::new());
    for sign in pattern.chars() {
        let part = match sign {
            'C' => city,
            'S' => region,
            'Z' => code,
            _ => {
                between.push(sign);
                continue;
            }
        };
        if let Some(part) = part {
            if !line.is_empty() {
                line.push_str(&between);
            }
            line.push_str(part);
        }
        between.clear();
    }
    line
}

/// Joins the parts that exist; `None` if none does.
fn joined<const PARTS: usize>(parts: [Option<String>; PARTS], between: &str) -> Option<String> {
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(between))
}
