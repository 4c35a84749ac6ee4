//! Dates, times, numbers, prices, phone numbers and addresses as languages and countries write them.

use gympress::{
    formats::{AddressParts, Country, Currency, Formats, dialled},
    schema::decode::value::{Language, Phone, Price, Time, TimeRange, Weekday},
};
use jiff::civil::{Date, date};

const DAY: Date = date(2026, 3, 7);

/// The formats of a language with its country, in which prices have this currency.
fn formats_with(tag: &str, code: Option<&str>, sign: Option<&str>) -> Formats {
    let country = Country::named_in(tag).map(|country| country.code);
    Formats::new(&Language::parse(tag).unwrap(), country, Currency { sign, code })
}

fn formats(tag: &str) -> Formats {
    formats_with(tag, None, None)
}

/// Spaces that look like others are named.
fn plain(text: String) -> String {
    text.replace(['\u{a0}', '\u{202f}', '\u{2009}'], "_")
}

#[test]
fn dates_have_the_order_and_the_words_of_the_language() {
    for (tag, full, numeric, day) in [
        ("en-KE", "Saturday 7 March 2026", "07.03.2026", "7 March"),
        ("en-US", "Saturday, March 7, 2026", "3/7/2026", "March 7"),
        ("de-DE", "Samstag, 7. März 2026", "07.03.2026", "7. März"),
        ("fr-FR", "samedi 7 mars 2026", "07/03/2026", "7 mars"),
        ("pl-PL", "sobota, 7 marca 2026", "07.03.2026", "7 marca"),
        ("sw-KE", "Jumamosi 7, Machi 2026", "07/03/2026", "7 Machi"),
    ] {
        let formats = formats(tag);
        let shown = [formats.full_date(DAY), formats.numeric_date(DAY), formats.day_and_month(DAY)];
        assert_eq!(shown.map(plain), [full, numeric, day], "{tag}");
    }
}

#[test]
fn a_month_beside_a_day_has_the_case_of_the_language() {
    let polish = formats("pl-PL");
    assert_eq!([polish.month(DAY), polish.month_with_day(DAY)], ["marzec", "marca"]);
    assert!(["marzec", "marca"].iter().all(|name| polish.months().contains(&(*name).to_owned())));
}

#[test]
fn the_first_day_of_a_range_says_what_the_last_does_not_in_english() {
    let [first, same_month, same_year, later] = [DAY, date(2026, 3, 8), date(2026, 4, 1), date(2027, 1, 1)];
    let shown = |tag: &str| [same_month, same_year, later].map(|last| formats(tag).first_date(first, last));
    assert_eq!(shown("en-KE"), ["Saturday 7", "Saturday 7 March", "Saturday 7 March 2026"]);
    assert_eq!(shown("de-DE"), ["Samstag, 7. März 2026"; 3]);
}

#[test]
fn hours_are_of_the_clock_of_the_country() {
    let range = TimeRange::new(Time::new(7, 30).unwrap(), Time::new(14, 0).unwrap()).unwrap();
    for (tag, wanted) in [
        ("en-KE", "7:30am-2:00pm"),
        ("en-GB", "7:30am-2:00pm"),
        ("de-DE", "07:30–14:00"),
        ("fr-CA", "7_h_30 – 14_h"),
        ("fr-FR", "07:30–14:00"),
        ("es-MX", "07:30_a.m. – 02:00_p.m."),
    ] {
        assert_eq!(plain(formats(tag).times(range)), wanted, "{tag}");
    }
}

#[test]
fn days_of_the_week_in_a_row_are_a_range() {
    let english = formats("en-KE");
    assert_eq!(english.weekdays(Weekday::Monday, Weekday::Friday), "Monday-Friday");
    assert_eq!(english.weekdays(Weekday::Monday, Weekday::Monday), "Monday");
    assert_eq!(formats("de-DE").weekdays(Weekday::Monday, Weekday::Friday), "Montag–Freitag");
}

#[test]
fn numbers_have_the_digits_and_signs_of_the_language() {
    for (tag, number, numerals) in [
        ("en-KE", "1,234,567.5", "0123456789."),
        ("en-IN", "12,34,567.5", "0123456789."),
        ("de-DE", "1.234.567,5", "0123456789,"),
        ("de-CH", "1'234'567.5", "0123456789."),
        ("fr-FR", "1_234_567,5", "0123456789,"),
        ("ar-EG", "١٬٢٣٤٬٥٦٧٫٥", "٠١٢٣٤٥٦٧٨٩٫"),
    ] {
        let formats = formats(tag);
        assert_eq!(formats.number("1234567.5").map(plain).as_deref(), Some(number), "{tag}");
        assert_eq!(formats.numerals(), numerals, "{tag}");
    }
    assert_eq!(formats("en-KE").number("NaN"), None);
}

#[test]
fn the_sign_of_a_price_stands_where_the_language_has_it() {
    for (tag, code, sign, whole, part) in [
        ("en-KE", Some("KES"), None, "Ksh_4,000", "Ksh_39.90"),
        ("en-KE", Some("KES"), Some("KSH"), "KSH_4,000", "KSH_39.90"),
        ("en-US", Some("USD"), None, "$4,000", "$39.90"),
        ("de-DE", Some("EUR"), None, "4.000_€", "39,90_€"),
        ("de-CH", Some("CHF"), None, "CHF_4'000", "CHF_39.90"),
        ("ja-JP", Some("JPY"), None, "￥4,000", "￥40"),
        ("de-DE", None, None, "4.000", "39,90"),
    ] {
        let formats = formats_with(tag, code, sign);
        let shown = [Price::from_units(4000), Price::from_units(399).divided(10, 2)];
        let shown = shown.map(|price| plain(formats.price(price).text));
        assert_eq!(shown, [whole, part], "{tag} {code:?} {sign:?}");
    }
}

#[test]
fn a_price_is_told_in_parts_too() {
    let amount = formats_with("de-DE", Some("EUR"), None).price(Price::from_units(25));
    assert_eq!((amount.before, &*amount.number, amount.after.as_deref()), (None, "25", Some("€")));
    assert!(amount.apart);
    let amount = formats_with("en-US", Some("USD"), None).price(Price::from_units(25));
    assert_eq!((amount.before.as_deref(), &*amount.number, amount.after), (Some("$"), "25", None));
    assert!(!amount.apart);
}

#[test]
fn addresses_have_the_order_of_the_country() {
    let parts = AddressParts {
        street: Some("1 Main Street"),
        area: Some("Old Mill"),
        city: Some("Springfield"),
        postcode: Some("12345"),
        ..AddressParts::default()
    };
    let in_region = AddressParts { region: Some("Region"), ..parts };
    for (tag, without_region, with_region) in [
        ("en-GB", "Springfield 12345", "Springfield, Region 12345"),
        ("en-US", "Springfield 12345", "Springfield, Region 12345"),
        ("en-AU", "Springfield 12345", "Springfield Region 12345"),
        ("de-DE", "12345 Springfield", "12345 Springfield, Region"),
        ("it-IT", "12345 Springfield", "12345 Springfield Region"),
        ("pt-BR", "Springfield 12345", "Springfield - Region, 12345"),
        ("en-IN", "Springfield 12345", "Springfield 12345, Region"),
    ] {
        let formats = formats(tag);
        let towns = [parts, in_region].map(|parts| formats.address(parts).town.unwrap());
        assert_eq!(towns, [without_region, with_region], "{tag}");
        let line = formats.address(parts).line();
        assert_eq!(line, format!("1 Main Street, Old Mill, {without_region}"), "{tag}");
    }
}

#[test]
fn addresses_of_east_asia_begin_with_what_is_largest() {
    let parts = AddressParts {
        street: Some("1丁目"),
        city: Some("大阪市"),
        region: Some("大阪府"),
        postcode: Some("530-0005"),
        ..AddressParts::default()
    };
    let address = formats("ja-JP").address(parts);
    assert_eq!(address.lines, ["〒530-0005", "大阪府大阪市1丁目"]);
    assert!(address.large_first);
}

#[test]
fn commas_and_colons_are_those_of_the_language() {
    let parts = AddressParts {
        street: Some("1 Main Street"),
        area: Some("Old Mill"),
        city: Some("Springfield"),
        region: Some("Region"),
        country: Some("Jordan"),
        ..AddressParts::default()
    };
    let address = formats("ar-AE").address(parts);
    assert_eq!(address.line(), "1 Main Street، Old Mill، Springfield، Region، Jordan");
    assert_eq!(address.street.as_deref(), Some("1 Main Street، Old Mill"));
    for (tag, comma, colon) in
        [("en-KE", ", ", ": "), ("fr-FR", ", ", "\u{a0}: "), ("fa-IR", "، ", ": "), ("ja-JP", "、", "：")]
    {
        let formats = formats(tag);
        assert_eq!([formats.comma(), formats.colon()], [comma, colon], "{tag}");
    }
}

#[test]
fn an_address_is_as_long_as_what_is_known_of_it() {
    let formats = formats("en-KE");
    assert_eq!(formats.address(AddressParts::default()).line(), "");
    let city = AddressParts { city: Some("Springfield"), ..AddressParts::default() };
    assert_eq!(formats.address(city).line(), "Springfield");
    let abroad =
        AddressParts { country: Some("Germany"), region: Some("Region"), postcode: Some("1"), ..city };
    assert_eq!(formats.address(abroad).line(), "Springfield, Region 1, Germany");
}

#[test]
fn phone_numbers_are_dialled_from_abroad() {
    let british = formats("en-GB");
    for (written, href, abroad) in [
        ("020 7946 0018", "tel:+442079460018", "+442079460018"),
        ("+44 20 7946 0018", "tel:+442079460018", "+44 20 7946 0018"),
        ("+44 (0)20 7946 0018", "tel:+442079460018", "+44 (0)20 7946 0018"),
    ] {
        let phone = Phone::new(written);
        assert_eq!([british.dial(&phone), british.abroad(&phone)], [href, abroad], "{written}");
    }
}

#[test]
fn numbers_in_a_text_are_dialled_if_they_are_phone_numbers() {
    let found = |text: &str| -> Vec<String> {
        dialled(text, Some("GB")).map(|(place, href)| format!("{} {href}", &text[place])).collect()
    };
    assert_eq!(
        found("Call 020 7946 0018 or +254 700 000 146."),
        ["020 7946 0018 tel:+442079460018", "+254 700 000 146 tel:+254700000146",]
    );
    assert_eq!(
        found("020 7946 0018 - 020 7946 0019"),
        ["020 7946 0018 tel:+442079460018", "020 7946 0019 tel:+442079460019"]
    );
    assert_eq!(
        found("+254 700 000 146 +254 700 000 147"),
        ["+254 700 000 146 tel:+254700000146", "+254 700 000 147 tel:+254700000147"]
    );
    assert_eq!(
        found("020 7946 0018 + 020 7946 0019 + +254 700 000 146"),
        [
            "020 7946 0018 tel:+442079460018",
            "020 7946 0019 tel:+442079460019",
            "+254 700 000 146 tel:+254700000146"
        ]
    );
    assert_eq!(found("++ + ok, +254 700 000 146 ++"), ["+254 700 000 146 tel:+254700000146"]);
    assert_eq!(found("Open since 2010, 25.12.2026, 1,000,000 metres rowed"), Vec::<String>::new());
}

#[test]
fn a_country_is_found_by_its_name_as_keyboards_write_it() {
    for (written, code) in [
        ("Cote d'Ivoire", "CI"),
        ("Trinidad and Tobago", "TT"),
        ("O\u{308}sterreich", "AT"),
        ("中国", "CN"),
        (" ke ", "KE"),
    ] {
        assert_eq!(Country::find(written).unwrap().code, code, "{written}");
    }
    assert!(Country::find("'").is_err());
    assert!(Country::find("日").is_err());
}
