//! The tokens of starters, such as `%name%`, replaced by the facts about the gym.

use super::{GymAnswers, code, zone};
use crate::schema::decode::escaped;

/// The example values of the calculator.
const METRIC: [(&str, &str); 4] =
    [("%weight_unit%", "kg"), ("%weight%", "72"), ("%height_unit%", "cm"), ("%height%", "170")];

/// The example values of the calculator in pounds, feet and inches.
const IMPERIAL: [(&str, &str); 4] =
    [("%weight_unit%", "lb"), ("%weight%", "160"), ("%height_unit%", "ft"), ("%height%", "5'7")];

impl GymAnswers {
    /// Replaces the tokens in `text` by the facts about the gym. Unknown facts are marked as placeholders.
    pub(super) fn fill(&self, text: &str) -> String {
        let name = self.name.as_deref().unwrap_or("Our gym");
        let country = self.country;
        let measures = if country.is_some_and(|country| country.is_imperial()) { IMPERIAL } else { METRIC };
        let text = measures.iter().fold(text.to_owned(), |text, (token, value)| text.replace(token, value));
        let is_zone_known = country.is_none_or(|country| country.zone_of(self.town.as_deref()).is_some());
        let text = if is_zone_known {
            text
        } else {
            text.replace("\"%time_zone%\"", "\"%time_zone%\" # placeholder")
        };
        let filled = text
            .replace("%name%", &quoted(self.name.as_deref(), "Our gym"))
            .replace("%gym%", &escaped(name))
            .replace("%plain_name%", name)
            .replace("%city%", &quoted(self.town.as_deref(), "Our town"))
            .replace("%language%", &self.language)
            .replace("%event_day%", &self.event_day);
        let calling_code = country.map(|country| country.calling_code()).unwrap_or_default();
        let known = country.map(|country| {
            [
                ("%country%", country.name_in(code(&self.language))),
                ("%time_zone%", zone(self.country, self.town.as_deref())),
                ("%currency%", country.currency),
                ("%currency_code%", country.currency_code),
                ("%prefix%", &calling_code),
            ]
        });
        match known {
            Some(known) => {
                known.into_iter().fold(filled, |text, (token, value)| text.replace(token, &escaped(value)))
            }
            None => without_country(&filled),
        }
    }
}

/// A value in TOML, or a placeholder if it isn't known.
fn quoted(known: Option<&str>, placeholder: &str) -> String {
    match known {
        Some(known) => format!("\"{}\"", escaped(known)),
        None => format!("\"{placeholder}\" # placeholder"),
    }
}

/// The text with a placeholder comment behind each value that follows from the country.
fn without_country(text: &str) -> String {
    const STANDING_IN: [(&str, &str); 5] = [
        ("%country%", "Our country"),
        ("%time_zone%", "UTC"),
        ("%currency%", "€"),
        ("%currency_code%", "EUR"),
        ("%prefix%", "+44"),
    ];
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let mut filled = line.to_owned();
        for (token, value) in STANDING_IN {
            filled = filled.replace(token, value);
        }
        if filled != line && !line.contains('#') {
            filled.push_str(" # placeholder");
        }
        lines.push(filled);
    }
    lines.join("\n")
}
