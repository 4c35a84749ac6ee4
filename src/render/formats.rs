//! Dates, times and numbers as visitors read them, in the language of the site: as the Unicode CLDR has them, but
//! for the forms that the specification of this site asks for in English.

use jiff::civil::Date;

use crate::{
    decode::value::{Locale, Time, TimeRange, Weekday},
    site::Site,
};

/// A date in the words of a language.
struct Day {
    weekday: &'static str,
    day: i8,
    month: &'static str,
    year: i16,
}

/// How a language writes them.
#[derive(Debug)]
pub(super) struct Formats {
    /// From Monday on.
    weekdays: [&'static str; 7],
    /// The same where there is little room.
    short_weekdays: [&'static str; 7],
    /// From January on.
    months: [&'static str; 12],
    long_date: fn(&Day) -> String,
    /// With the weekday.
    full_date: fn(&Day) -> String,
    /// True if month and year come last, so that the first day of a range need not repeat them.
    ends_in_year: bool,
    /// Of two digits each, and of the year.
    numeric_date: &'static str,
    time: fn(Time) -> String,
    /// Between groups of three digits.
    thousands: char,
    /// What an envelope stands for among the signs of networks.
    pub email: &'static str,
}

const ENGLISH: Formats = Formats {
    weekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    short_weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
    months: [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    long_date: |Day { day, month, year, .. }| format!("{month} {day}, {year}"),
    full_date: |Day { weekday, day, month, year }| format!("{weekday}, {month} {day}, {year}"),
    ends_in_year: false,
    numeric_date: "%d.%m.%Y",
    time: Time::display,
    thousands: ',',
    email: "Email",
};

/// English outside of North America. Its long date is the one that the specification asks for, with the month first.
const WORLD_ENGLISH: Formats = Formats {
    full_date: |Day { weekday, day, month, year }| format!("{weekday} {day} {month} {year}"),
    ends_in_year: true,
    ..ENGLISH
};

const SWAHILI: Formats = Formats {
    weekdays: ["Jumatatu", "Jumanne", "Jumatano", "Alhamisi", "Ijumaa", "Jumamosi", "Jumapili"],
    short_weekdays: ["Jtt", "Jnn", "Jtn", "Alh", "Iju", "Jmo", "Jpi"],
    months: [
        "Januari", "Februari", "Machi", "Aprili", "Mei", "Juni", "Julai", "Agosti", "Septemba", "Oktoba",
        "Novemba", "Desemba",
    ],
    long_date: |Day { day, month, year, .. }| format!("{day} {month} {year}"),
    full_date: |Day { weekday, day, month, year }| format!("{weekday}, {day} {month} {year}"),
    ends_in_year: true,
    numeric_date: "%d/%m/%Y",
    time: Time::machine,
    thousands: ',',
    email: "Barua pepe",
};

impl Formats {
    /// Those of the site's language.
    pub fn of(site: &Site) -> &'static Self {
        let language = &site.gym.language;
        match (language.locale(), language.as_str()) {
            (Locale::English, "en" | "en-US" | "en-CA") => &ENGLISH,
            (Locale::English, _) => &WORLD_ENGLISH,
            (Locale::Swahili, _) => &SWAHILI,
        }
    }

    /// `Monday`
    pub fn weekday(&self, day: Weekday) -> &'static str {
        named(day, self.weekdays)
    }

    /// `Mon`
    pub fn short_weekday(&self, day: Weekday) -> &'static str {
        named(day, self.short_weekdays)
    }

    /// `Monday-Friday`
    pub fn weekdays(&self, first: Weekday, last: Weekday) -> String {
        match first == last {
            true => self.weekday(first).to_owned(),
            false => format!("{}-{}", self.weekday(first), self.weekday(last)),
        }
    }

    /// `9:00am`
    pub fn time(&self, time: Time) -> String {
        (self.time)(time)
    }

    /// `9:00am-10:00am`
    pub fn times(&self, range: TimeRange) -> String {
        format!("{}-{}", self.time(range.start), self.time(range.end))
    }

    /// `March 11, 2022`
    pub fn long_date(&self, date: Date) -> String {
        (self.long_date)(&self.day(date))
    }

    /// `Friday, March 11, 2022`
    pub fn full_date(&self, date: Date) -> String {
        (self.full_date)(&self.day(date))
    }

    /// The first day of a range without what the last one says again: `Friday 25` before `Saturday 26 December 2026`.
    pub fn first_date(&self, first: Date, last: Date) -> String {
        let full = self.full_date(first);
        if !self.ends_in_year || first == last || first.year() != last.year() {
            return full;
        }
        let Day { month, year, .. } = self.day(first);
        let again =
            if first.month() == last.month() { format!(" {month} {year}") } else { format!(" {year}") };
        full.strip_suffix(&again).map(str::to_owned).unwrap_or(full)
    }

    /// `March`
    pub fn month(&self, date: Date) -> &'static str {
        self.day(date).month
    }

    /// `11.03.2022`
    pub fn numeric_date(&self, date: Date) -> String {
        date.strftime(self.numeric_date).to_string()
    }

    /// `2500` as `2,500`.
    pub fn whole(&self, number: u32) -> String {
        let digits = number.to_string();
        let mut out = String::with_capacity(digits.len() + digits.len() / 3);
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                out.push(self.thousands);
            }
            out.push(digit);
        }
        out
    }

    fn day(&self, date: Date) -> Day {
        let from_monday = date.weekday().to_monday_zero_offset();
        let weekday = usize::try_from(from_monday).ok().and_then(|at| self.weekdays.get(at));
        let month = usize::try_from(date.month() - 1).ok().and_then(|at| self.months.get(at));
        let (weekday, month) = (weekday.copied().unwrap_or_default(), month.copied().unwrap_or_default());
        Day { weekday, day: date.day(), month, year: date.year() }
    }
}

fn named(day: Weekday, names: [&'static str; 7]) -> &'static str {
    Weekday::ALL.into_iter().zip(names).find(|(known, _)| *known == day).map_or("", |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::{ENGLISH, SWAHILI, WORLD_ENGLISH};
    use crate::decode::value::{Time, TimeRange, Weekday};

    #[test]
    fn prices_are_grouped_by_thousands() {
        let written = [400, 2500, 42000, 1_000_000].map(|number| ENGLISH.whole(number));
        assert_eq!(written, ["400", "2,500", "42,000", "1,000,000"]);
    }

    #[test]
    fn the_first_day_of_a_range_leaves_out_what_the_last_one_says() {
        let first = date(2026, 11, 25);
        let start = |formats: &super::Formats, last| formats.first_date(first, last);
        assert_eq!(start(&WORLD_ENGLISH, date(2026, 11, 26)), "Wednesday 25");
        assert_eq!(start(&WORLD_ENGLISH, date(2026, 12, 1)), "Wednesday 25 November");
        assert_eq!(start(&WORLD_ENGLISH, date(2027, 1, 1)), "Wednesday 25 November 2026");
        assert_eq!(start(&SWAHILI, date(2026, 11, 26)), "Jumatano, 25");
        assert_eq!(start(&ENGLISH, date(2026, 11, 26)), "Wednesday, November 25, 2026");
    }

    #[test]
    fn each_language_has_its_forms() {
        let day = date(2026, 12, 25);
        assert_eq!(ENGLISH.full_date(day), "Friday, December 25, 2026");
        assert_eq!(WORLD_ENGLISH.full_date(day), "Friday 25 December 2026");
        assert_eq!(SWAHILI.full_date(day), "Ijumaa, 25 Desemba 2026");
        assert_eq!(
            [ENGLISH.long_date(day), SWAHILI.long_date(day)],
            ["December 25, 2026", "25 Desemba 2026"]
        );
        assert_eq!([ENGLISH.numeric_date(day), SWAHILI.numeric_date(day)], ["25.12.2026", "25/12/2026"]);
        let range = TimeRange { start: Time::new(9, 0).unwrap(), end: Time::new(18, 30).unwrap() };
        assert_eq!([ENGLISH.times(range), SWAHILI.times(range)], ["9:00am-6:30pm", "09:00-18:30"]);
        assert_eq!(SWAHILI.weekdays(Weekday::Monday, Weekday::Sunday), "Jumatatu-Jumapili");
    }
}
