//! Dates, times and numbers as visitors read them, in the language of the site: as the Unicode CLDR has them. English
//! takes the forms of the specification instead.

mod address;
mod country;
mod currency;
mod english;
mod number;
mod phone;
mod price;
mod scripts;
mod weekday;

use std::{borrow::Cow, fmt, sync::Arc};

use icu_calendar::{Date as IcuDate, Gregorian};
use icu_datetime::{
    DateTimeFormatter,
    fieldsets::{
        D, E, M, MD, T, Y, YMD, YMDE,
        enums::{
            CalendarPeriodFieldSet as PeriodFields, CompositeDateTimeFieldSet as Fields,
            DateFieldSet as DateFields, TimeFieldSet as TimeFields,
        },
    },
    input::{DateTime as IcuDateTime, Time as IcuTime},
    options::YearStyle,
    parts,
};
use icu_decimal::input::Decimal;
use jiff::civil::{Date, DateTime};
use toml_schema::{
    Data,
    decode::value::{Language, Phone, Price, Time, TimeRange},
    schema::Plural,
};
use writeable::{Part, PartsWrite, Writeable as _};

use self::english::English;
pub use self::{
    address::{AddressLines, AddressParts},
    country::Country,
    phone::dialled,
    price::{Amount, Currency},
    scripts::is_unspaced,
    weekday::Weekday,
};
use crate::typography::QuotationMarks;

/// The formats of a language. Dates are in the calendar that is usual in its region, or that its tag asks for
/// (`th-TH-u-ca-gregory`).
#[derive(Debug)]
pub struct Formats {
    long_date: Form,
    full_date: Form,
    numeric_date: Form,
    day: Form,
    day_of_month: Form,
    month: Form,
    year: Form,
    weekday: Form,
    short_weekday: Form,
    time: Form,
    english: Option<English>,
    numbers: number::Numbers,
    prices: price::Prices,
    counts: number::Counts,
    address: address::AddressOrder,
    quotation_marks: QuotationMarks,
    is_right_to_left: bool,
    months: Vec<String>,
    /// The code of the country that the site is in, if content says.
    country: Option<&'static str>,
    colon: &'static str,
    comma: &'static str,
    is_canadian_french: bool,
}

/// The comma of a language between the parts of a list, with the space around it.
fn comma(language: &Language) -> &'static str {
    match language.locale().id.language.as_str() {
        "ar" | "ckb" | "dv" | "fa" | "ps" | "sd" | "ug" | "ur" => "، ",
        "ja" => "、",
        "zh" => "，",
        _ => ", ",
    }
}

impl Formats {
    /// The formats of a language in a country, whose code is given, and of a currency.
    pub fn new(language: &Language, country: Option<&'static str>, currency: Currency<'_>) -> Self {
        let form = |fields| Form::new(language, fields);
        let date = |fields| form(Fields::Date(fields));
        let long_date = date(DateFields::YMD(YMD::long()));
        let numeric_date = date(DateFields::YMD(YMD::short().with_year_style(YearStyle::Full)));
        let formats = Self {
            english: English::new(language, &long_date, &numeric_date),
            long_date,
            full_date: date(DateFields::YMDE(YMDE::long())),
            numeric_date,
            day: date(DateFields::D(D::long())),
            day_of_month: date(DateFields::MD(MD::long())),
            month: form(Fields::CalendarPeriod(PeriodFields::M(M::long()))),
            year: form(Fields::CalendarPeriod(PeriodFields::Y(Y::long()))),
            weekday: date(DateFields::E(E::long())),
            short_weekday: date(DateFields::E(E::short())),
            time: form(Fields::Time(TimeFields::T(T::hm()))),
            numbers: number::Numbers::new(language),
            prices: price::Prices::new(language, currency),
            counts: number::Counts::new(language),
            address: address::AddressOrder::new(language, country, comma(language)),
            quotation_marks: QuotationMarks::new(&language.locale().id),
            is_right_to_left: language.is_right_to_left(),
            months: Vec::new(),
            country,
            colon: match language.locale().id.language.as_str() {
                "fr" => "\u{a0}: ",
                "zh" | "ja" => "：",
                _ => ": ",
            },
            comma: comma(language),
            is_canadian_french: language.as_str().starts_with("fr-CA"),
        };
        let first_days = (1..=12).map(|month| Date::constant(2024, month, 1));
        let months = first_days.flat_map(|date| [formats.month(date), formats.month_with_day(date)]);
        Self { months: months.map(|month| month.to_lowercase()).collect(), ..formats }
    }

    /// The colon between a title and its text, with the space around it.
    pub fn colon(&self) -> &'static str {
        self.colon
    }

    /// The comma between the parts of a list or of a title, with the space around it.
    pub fn comma(&self) -> &'static str {
        self.comma
    }

    /// The code of the gym's country, whose numbers are dialled without a country code.
    pub fn country(&self) -> Option<&'static str> {
        self.country
    }

    /// The link that dials a number.
    pub fn dial(&self, phone: &Phone) -> String {
        phone.href(self.country)
    }

    /// The number with its country code. One that has it already stays as it is written.
    pub fn abroad(&self, phone: &Phone) -> String {
        let written = phone.as_str();
        if written.starts_with('+') { written.to_owned() } else { self.dial(phone).replacen("tel:", "", 1) }
    }

    pub fn quotation_marks(&self) -> QuotationMarks {
        self.quotation_marks
    }

    /// The text with phone numbers marked to be read from left to right, whatever the language.
    pub fn isolated<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.is_right_to_left { phone::isolated(text) } else { Cow::Borrowed(text) }
    }

    /// The names of the months in lower case, alone and beside a day.
    pub fn months(&self) -> &[String] {
        &self.months
    }

    /// `Monday`
    pub fn weekday(&self, day: Weekday) -> String {
        self.weekday.format_date(date_on(day))
    }

    /// `Mon`
    pub fn short_weekday(&self, day: Weekday) -> String {
        self.short_weekday.format_date(date_on(day))
    }

    /// `Monday-Friday`
    pub fn weekdays(&self, first: Weekday, last: Weekday) -> String {
        if first == last { self.weekday(first) } else { self.range(self.weekday(first), self.weekday(last)) }
    }

    /// `9:00am`
    pub fn time(&self, time: Time) -> String {
        match &self.english {
            Some(english) if !english.has_own_clock => time.display(),
            // "7 h 30" and "7 h": the CLDR pads with zeros, which Canada doesn't write.
            _ if self.is_canadian_french => {
                let written = self.time.format_time(time).replace(' ', "\u{a0}");
                let hour = written.strip_prefix('0').unwrap_or(&written);
                hour.strip_suffix("h\u{a0}00").map_or_else(|| hour.to_owned(), |hour| format!("{hour}h"))
            }
            _ => self.time.format_time(time),
        }
    }

    /// `9:00am-10:00am`
    pub fn times(&self, range: TimeRange) -> String {
        self.range(self.time(range.start), self.time(range.end))
    }

    /// `March 11, 2022`
    pub fn long_date(&self, date: Date) -> String {
        match &self.english {
            Some(_) => format!("{} {}, {}", self.month(date), date.day(), date.year()),
            None => self.long_date.format_date(date),
        }
    }

    pub fn time_of(&self, moment: DateTime) -> Option<String> {
        let hour = u16::try_from(moment.hour()).ok()?;
        let minute = u16::try_from(moment.minute()).ok()?;
        Time::new(hour, minute).map(|time| self.time(time))
    }

    /// A date, time or number of the content in the form of the pages. Returns `None` for other values.
    pub fn shown(&self, data: &Data) -> Option<String> {
        Some(match data {
            Data::Date(day) => self.full_date(*day),
            Data::Datetime(moment) if moment.is_whole_day() => self.full_date(moment.civil().date()),
            Data::Datetime(moment) => {
                let moment = moment.civil();
                [self.full_date(moment.date()), self.time_of(moment)?].join(self.comma)
            }
            Data::Time(time) => self.time(*time),
            Data::Price(price) => self.price(*price).text,
            _ => return None,
        })
    }

    /// `Friday, March 11, 2022`
    pub fn full_date(&self, date: Date) -> String {
        let Some(english) = &self.english else { return self.full_date.format_date(date) };
        let (weekday, month) = (self.weekday.format_date(date), self.month(date));
        english.full_date(date, &weekday, &month)
    }

    /// The first day of a range; in English without the month and year that the last day repeats: `Friday 25` before
    /// `Saturday 26 December 2026`.
    pub fn first_date(&self, first: Date, last: Date) -> String {
        let full = self.full_date(first);
        match &self.english {
            Some(english) => english.first_date(full, (first, last), &self.month(first)),
            None => full,
        }
    }

    /// `11 March`
    pub fn day_and_month(&self, date: Date) -> String {
        self.day_of_month.format_date(date)
    }

    /// `March`
    pub fn month(&self, date: Date) -> String {
        self.month.format_date(date)
    }

    /// `March` beside a day: the genitive, in languages whose months have one. Where the month is a number, the same as
    /// alone.
    pub fn month_with_day(&self, date: Date) -> String {
        let month = self.day_of_month.part(date, parts::MONTH);
        month.filter(|month| !month.contains(char::is_numeric)).unwrap_or_else(|| self.month(date))
    }

    /// `11`
    pub fn day(&self, date: Date) -> String {
        self.day.format_date(date)
    }

    /// `2022`
    pub fn year(&self, date: Date) -> String {
        self.year.format_date(date)
    }

    /// `11.03.2022`
    pub fn numeric_date(&self, date: Date) -> String {
        match &self.english {
            Some(english) if !english.has_own_numeric_date => date.strftime("%d.%m.%Y").to_string(),
            _ => self.numeric_date.format_date(date),
        }
    }

    /// `2500` as `2,500`, with the currency beside it.
    pub fn price(&self, price: Price) -> Amount {
        self.prices.amount(price, &self.numbers)
    }

    /// `Storgata 42, 0552 Oslo, Norge`
    pub fn address(&self, address: AddressParts<'_>) -> AddressLines {
        self.address.lines(address)
    }

    /// The decimal number, written as in Rust, in the form of the language: `1250.5` as `1,250.5`. Returns `None`
    /// unless it is finite.
    pub fn number(&self, machine: &str) -> Option<String> {
        Some(self.numbers.text(&Decimal::try_from_str(machine).ok()?))
    }

    /// The digits from zero on, and the decimal separator: `0123456789.`
    pub fn numerals(&self) -> String {
        let digits = (0..10_usize).map(|digit| self.count(digit));
        let half = self.number("0.5").unwrap_or_default();
        digits.chain(half.chars().nth(1).map(String::from)).collect()
    }

    /// `1000` as `1,000`
    pub fn count(&self, number: usize) -> String {
        self.numbers.text(&Decimal::from(number))
    }

    /// `3 results`
    pub fn counted(&self, plural: &Plural, count: u64) -> String {
        self.counts.text(plural, count, &self.numbers)
    }

    /// A range, with spaces around the dash if one of its ends has a space.
    fn range(&self, first: String, last: String) -> String {
        let dash = match &self.english {
            Some(_) => "-",
            None if [&first, &last].into_iter().any(|side| side.contains(char::is_whitespace)) => " – ",
            None => "–",
        };
        first + dash + &last
    }
}

/// A form of dates or times.
#[derive(Clone, Debug)]
struct Form(Option<Arc<DateTimeFormatter<Fields>>>);

impl Form {
    /// Makes the form for a language. A [`Language`] always has data; without data, dates would be written as in ISO
    /// 8601.
    fn new(language: &Language, fields: Fields) -> Self {
        Self(DateTimeFormatter::try_new(language.locale().into(), fields).ok().map(Arc::new))
    }

    fn format_date(&self, date: Date) -> String {
        self.written(date.at(0, 0, 0, 0)).unwrap_or_else(|| date.to_string())
    }

    /// One part of a date in this form; `None` if it has no such part.
    fn part(&self, date: Date, part: Part) -> Option<String> {
        let mut found = OnePart { part, text: String::new(), is_within: false };
        let written = self.0.as_ref()?.format(&icu_moment(date.at(0, 0, 0, 0))?);
        written.write_to_parts(&mut found).ok()?;
        Some(found.text).filter(|text| !text.is_empty())
    }

    fn format_time(&self, time: Time) -> String {
        // The end of the day is the beginning of the next one.
        let hour = i8::try_from(time.hour() % 24).ok();
        let clock = hour.zip(i8::try_from(time.minute()).ok());
        let moment = clock.map(|(hour, minute)| Date::constant(2000, 1, 1).at(hour, minute, 0, 0));
        moment.and_then(|moment| self.written(moment)).unwrap_or_else(|| time.machine())
    }

    fn written(&self, moment: DateTime) -> Option<String> {
        Some(self.0.as_ref()?.format(&icu_moment(moment)?).to_string())
    }
}

/// A writer that keeps one part of a date and drops the others.
struct OnePart {
    part: Part,
    text: String,
    is_within: bool,
}

impl fmt::Write for OnePart {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.is_within {
            self.text.push_str(text);
        }
        Ok(())
    }
}

impl PartsWrite for OnePart {
    type SubPartsWrite = Self;

    fn with_part(&mut self, part: Part, mut write: impl FnMut(&mut Self) -> fmt::Result) -> fmt::Result {
        let around = self.is_within;
        self.is_within = around || part == self.part;
        let written = write(self);
        self.is_within = around;
        written
    }
}

fn icu_moment(moment: DateTime) -> Option<IcuDateTime<Gregorian>> {
    let [month, day, hour, minute] =
        [moment.month(), moment.day(), moment.hour(), moment.minute()].map(|part| u8::try_from(part).ok());
    let date = IcuDate::try_new_gregorian(moment.year().into(), month?, day?).ok()?;
    Some(IcuDateTime { date, time: IcuTime::try_new(hour?, minute?, 0, 0).ok()? })
}

/// A date that falls on this day of the week.
fn date_on(day: Weekday) -> Date {
    match day {
        Weekday::Monday => Date::constant(2024, 1, 1),
        Weekday::Tuesday => Date::constant(2024, 1, 2),
        Weekday::Wednesday => Date::constant(2024, 1, 3),
        Weekday::Thursday => Date::constant(2024, 1, 4),
        Weekday::Friday => Date::constant(2024, 1, 5),
        Weekday::Saturday => Date::constant(2024, 1, 6),
        Weekday::Sunday => Date::constant(2024, 1, 7),
    }
}
