//! The week as calendars, and the days on which the gym stays closed.

use std::collections::{BTreeMap, BTreeSet};

use super::site::{GYM, Project, built};

/// An event's lines by their name; what follows a `;` in it is a part of the name.
type Event = BTreeMap<String, String>;

/// The events of a calendar, after a look at its lines.
#[track_caller]
fn events(calendar: &str) -> Vec<Event> {
    assert!(calendar.split("\r\n").all(|line| line.len() <= 75 && !line.contains(['\r', '\n'])));
    assert!(calendar.starts_with("BEGIN:VCALENDAR\r\n") && calendar.ends_with("END:VCALENDAR\r\n"));
    let whole = calendar.replace("\r\n ", "");
    let parts = whole.split("BEGIN:VEVENT\r\n").skip(1);
    parts
        .map(|event| {
            let lines = event.split("\r\n").take_while(|line| *line != "END:VEVENT");
            lines
                .map(|line| line.split_once(':').unwrap())
                .map(|(k, v)| (k.to_owned(), v.to_owned()))
                .collect()
        })
        .collect()
}

fn attribute<'a>(html: &'a str, start: &str, end: &str) -> &'a str {
    html.split(start).nth(1).and_then(|rest| rest.split(end).next()).unwrap_or_else(|| panic!("no {start}"))
}

/// `9:00am` as `090000`.
fn machine(shown: &str) -> String {
    let (clock, afternoon) = (&shown[..shown.len() - 2], shown.ends_with("pm"));
    let (hour, minute) = clock.split_once(':').unwrap();
    let hour = hour.parse::<u8>().unwrap() % 12 + if afternoon { 12 } else { 0 };
    format!("{hour:02}{minute}00")
}

#[test]
fn the_week_has_an_event_for_each_row_of_its_pages() {
    // The first Monday of the year of the build is the fifth.
    let days = [
        ("monday", 5),
        ("tuesday", 6),
        ("wednesday", 7),
        ("thursday", 1),
        ("friday", 2),
        ("saturday", 3),
        ("sunday", 4),
    ];
    let mut expected = BTreeSet::new();
    for (day, date) in days {
        let page = built(&format!("/schedule/{day}/index.html"));
        for row in page.split("<li class=\"slot\"").skip(1) {
            let times = attribute(row, "<time datetime=\"", "</time>").split_once('>').unwrap().1;
            let (start, end) = times.split_once('-').unwrap();
            expected.insert((
                format!("202601{date:02}T{}", machine(start)),
                format!("202601{date:02}T{}", machine(end)),
                attribute(attribute(row, "slot__class", "</h"), "/\">", "<").to_owned(),
                attribute(attribute(row, "slot__trainer\">", "</p"), "\">", "<").to_owned(),
            ));
        }
    }
    let events = events(built("/schedule.ics"));
    let found: BTreeSet<_> = events
        .iter()
        .map(|event| {
            assert_eq!(event["RRULE"], "FREQ=WEEKLY");
            let trainer = event["DESCRIPTION"].split("\\n").next().unwrap().to_owned();
            let times =
                ["DTSTART", "DTEND"].map(|name| event[&format!("{name};TZID=Africa/Nairobi")].clone());
            let [start, end] = times;
            (start, end, event["SUMMARY"].clone(), trainer)
        })
        .collect();
    assert_eq!(found, expected);
    assert_eq!(events.iter().map(|event| &event["UID"]).collect::<BTreeSet<_>>().len(), events.len());
}

#[test]
fn each_scheduled_class_has_a_calendar_that_pages_lead_to() {
    let calendars: BTreeSet<&str> =
        GYM.keys().filter_map(|path| path.strip_prefix("/schedule/")?.strip_suffix(".ics")).collect();
    assert_eq!(calendars.len(), 11, "all classes but the one that no day has");
    for class in calendars {
        let path = format!("/schedule/{class}.ics");
        let events = events(built(&path));
        assert!(
            !events.is_empty() && events.iter().all(|event| event["UID"].starts_with(&format!("{class}.")))
        );
        assert!(built("/schedule/index.html").contains(&format!("href=\"{path}\"")), "{path}");
    }
    let friday = built("/schedule/friday/index.html");
    assert!(friday.contains("href=\"/schedule.ics\"") && friday.contains("href=\"/schedule/karate.ics\""));
}

#[test]
fn closures_are_exceptions_of_the_hours_on_their_days() {
    let events = events(built("/schedule.ics"));
    for event in events {
        let uid = &event["UID"];
        let start = event["DTSTART;TZID=Africa/Nairobi"].split('T').nth(1).unwrap();
        let dates: &[&str] = match uid.split('.').nth(1).unwrap() {
            "friday" => &["20261225", "20270101"],
            "saturday" => &["20261212", "20261226"],
            _ => &[],
        };
        let dates: Vec<String> = dates.iter().map(|date| format!("{date}T{start}")).collect();
        let found = event.get("EXDATE;TZID=Africa/Nairobi").cloned().unwrap_or_default();
        assert_eq!(found, dates.join(","), "{uid}");
    }
}

#[test]
fn calendars_are_the_same_tomorrow_and_in_another_order() {
    let project = Project::new().replace(
        "content/schedule.toml",
        "[[tuesday]]\nclass = \"yoga\"\ntrainer = \"wanjiru-kamau\"\nstart = \"16:00\"\nend = \"17:00\"\n",
        "[[tuesday]]\nclass = \"crossfit\"\ntrainer = \"brian-otieno\"\nstart = \"18:00\"\nend = \"19:00\"\nallow = [\"rows-out-of-order\"]\n",
    );
    let project = project.replace(
        "content/schedule.toml",
        "[[tuesday]]\nclass = \"crossfit\"\ntrainer = \"brian-otieno\"\nstart = \"18:00\"\nend = \"19:00\"\n\n",
        "[[tuesday]]\nclass = \"yoga\"\ntrainer = \"wanjiru-kamau\"\nstart = \"16:00\"\nend = \"17:00\"\n\n",
    );
    let site = project.build(&["--now", "2026-11-23T08:00:00+03:00"]);
    let by_uid = |calendar: &str| -> BTreeMap<String, Event> {
        events(calendar).into_iter().map(|event| (event["UID"].clone(), event)).collect()
    };
    assert_eq!(by_uid(&site["/schedule.ics"]), by_uid(built("/schedule.ics")));
    assert_eq!(site["/schedule/yoga.ics"], built("/schedule/yoga.ics"));
}

#[test]
fn a_class_twice_at_once_is_two_events() {
    let row = "[[monday]]\nclass = \"fitness\"\ntrainer = \"wanjiru-kamau\"\nstart = \"09:00\"\nend = \"09:30\"\nallow = [\"rows-out-of-order\"]";
    let site = Project::new().append("content/schedule.toml", row).build(&[]);
    let uids: Vec<String> =
        events(&site["/schedule/fitness.ics"]).into_iter().map(|event| event["UID"].clone()).collect();
    assert!(uids.contains(&"fitness.wanjiru-kamau.monday.0900@jashohouse.example".to_owned()), "{uids:?}");
    assert!(uids.contains(&"fitness.musa-kiprono.monday.0900@jashohouse.example".to_owned()), "{uids:?}");
}

#[test]
fn a_class_past_midnight_ends_on_the_next_day() {
    let row = "[[friday]]\nclass = \"yoga\"\ntrainer = \"wanjiru-kamau\"\nstart = \"23:30\"\nend = \"00:30\"";
    let site = Project::new()
        .replace("content/site.toml", "closes = \"21:00\"", "closes = \"24:00\"")
        .replace(
            "content/site.toml",
            "opens = \"07:00\"\ncloses = \"19:00\"",
            "opens = \"00:00\"\ncloses = \"19:00\"",
        )
        .append("content/schedule.toml", row)
        .build(&[]);
    let late = events(&site["/schedule/yoga.ics"])
        .into_iter()
        .find(|event| event["UID"].starts_with("yoga.friday.2330@"))
        .unwrap();
    assert_eq!(late["DTSTART;TZID=Africa/Nairobi"], "20260102T233000");
    assert_eq!(late["DTEND;TZID=Africa/Nairobi"], "20260103T003000");
    // On the Saturday after 11 December the gym is closed from midnight on.
    assert_eq!(late["EXDATE;TZID=Africa/Nairobi"], "20261211T233000,20261225T233000,20270101T233000");
    let page = &site["/schedule/friday/index.html"];
    let row = page.split("<li class=\"slot\"").last().unwrap();
    assert!(row.contains(">11:30pm-12:30am<") && row.contains("Cancelled on 11 December"), "{row}");
    assert!(!site["/schedule/saturday/index.html"].contains(">11:30pm-12:30am<"));
    let week = &site["/schedule/index.html"];
    let friday = week.split("data-day=\"friday\"").nth(2).unwrap().split("</section>").next().unwrap();
    let last = friday.split("<li class=\"week__row\"").last().unwrap();
    assert!(last.contains("data-slot=\"friday 23:30 00:30\""), "{last}");
}

#[test]
fn pages_show_the_closures_that_are_not_over() {
    let pages = ["/contact/index.html", "/schedule/index.html", "/schedule/monday/index.html"];
    let project = Project::new();
    let site = project.build(&["--now", "2026-12-26T23:00:00+03:00"]);
    for page in pages {
        assert!(built(page).contains("Saturday 12 December 2026</time>: Jamhuri Day"), "{page}");
        assert!(
            !site[page].contains("Jamhuri Day") && site[page].contains("Christmas and Boxing Day"),
            "{page}"
        );
    }
    let later = project.build(&["--now", "2027-01-02T00:00:00+03:00"]);
    assert!(pages.iter().all(|page| !later[*page].contains("class=\"closures")));
    assert!(later["/index.html"].contains("openingHoursSpecification"));
    assert!(!later["/index.html"].contains("specialOpeningHoursSpecification"));
    assert!(built("/index.html").contains("\"validFrom\":\"2026-12-25\",\"validThrough\":\"2026-12-26\""));
}

#[test]
fn every_mistake_in_closures_is_reported() {
    let closures = r#"
[[closure]]
date = 2026-12-26
note = "Again"

[[closure]]
from = 2026-08-10
until = 2026-08-08
note = "The wrong way round"

[[closure]]
date = 2026-04-03
from = 2026-04-03
until = 2026-04-06
note = "One day and several"

[[closure]]
from = 2026-05-01
note = "No end"

[[closure]]
from = 2026-05-02
until = 2036-05-02
note = "Ten years"

[[closure]]
date = "31/12/2026"
note = "As people write"

[[closure]]
date = 2026-12-31T12:00:00
note = "A moment"

[map]
"#;
    let mistakes = Project::new().replace("content/site.toml", "\n[map]\n", closures).mistakes().join("\n");
    for (code, message) in [
        ("end-before-start", "2026-08-08 is before 2026-08-10"),
        ("unknown-key", "\"date\" and \"from\" can't both be here"),
        ("missing-key", "the key \"until\" is missing"),
        ("out-of-range", "this closure lasts for more than a year"),
        ("malformed", "\"31/12/2026\" is not a day"),
        ("malformed", "\"2026-12-31T12:00:00\" is not a day"),
    ] {
        assert!(
            mistakes.lines().any(|line| line.contains(code) && line.contains(message)),
            "{message}\n{mistakes}"
        );
    }
    // Days that can't be read are not compared with each other.
    assert!(!mistakes.contains("2000-01-01"), "{mistakes}");
}

#[test]
fn a_day_cannot_be_closed_twice() {
    let again = "\n[[closure]]\nfrom = 2026-12-20\nuntil = 2026-12-25\nnote = \"Works\"\n\n[map]\n";
    let mistakes = Project::new().replace("content/site.toml", "\n[map]\n", again).mistakes().join("\n");
    assert!(
        mistakes.contains("duplicate-id") && mistakes.contains("the gym is closed on 2026-12-25 already"),
        "{mistakes}"
    );
}

#[test]
fn days_with_other_hours_are_shown_and_reported_and_have_the_classes_that_fit() {
    let closures = r#"
[[closure]]
date = 2026-12-24
closes = "14:00"
note = "Christmas Eve"

[[closure]]
from = 2026-12-18
until = 2026-12-21
opens = "09:30"
note = "Stock-taking"

[[closure]]
date = 2026-12-31
opens = "18:00"
closes = "02:00"
note = "Party"

[map]
"#;
    let project = Project::new().replace("content/site.toml", "\n[map]\n", closures);
    let site = project.build(&[]);
    // Hours stay on one line.
    let page = site["/contact/index.html"].replace("<span class=\"unbroken\">", "").replace("</span>", "");
    for text in [
        "Thursday 24 December 2026</time>: Christmas Eve, open 7:00am-2:00pm",
        "Friday 18 December 2026</time>: Stock-taking, open 9:30am-9:00pm",
        "Saturday 19 December 2026</time>: Stock-taking, open 9:30am-7:00pm",
        "Monday 21 December 2026</time>: Stock-taking, open 9:30am-9:00pm",
        "Thursday 31 December 2026</time>: Party, open 6:00pm-2:00am",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert!(!page.contains("20 December"));
    let front = &site["/index.html"];
    for days in [
        r#""validFrom":"2026-12-24","validThrough":"2026-12-24","opens":"07:00","closes":"14:00""#,
        r#""validFrom":"2026-12-31","validThrough":"2026-12-31","opens":"18:00","closes":"02:00""#,
    ] {
        assert!(front.contains(days), "{days}");
    }
    assert!(front.contains(
        r#"{"first":"2026-12-24","last":"2026-12-24","note":"Christmas Eve","spans":[{"opens": "07:00", "closes": "14:00", "opening": "7:00am", "closing": "2:00pm"}]}"#
    ));
    let thursdays: Vec<(String, String)> = events(&site["/schedule.ics"])
        .into_iter()
        .filter(|event| event["UID"].contains(".thursday."))
        .map(|event| {
            let left_out = event.get("EXDATE;TZID=Africa/Nairobi").cloned().unwrap_or_default();
            (event["UID"].split('.').nth(2).unwrap()[..4].to_owned(), left_out)
        })
        .collect();
    let expected = [
        ("0900", "20261231T090000"),
        ("1600", "20261224T160000,20261231T160000"),
        ("1800", "20261224T180000"),
    ];
    assert_eq!(thursdays, expected.map(|(time, dates)| (time.to_owned(), dates.to_owned())));
}

/// A class that is cancelled, one with another trainer, and one on a date only.
const CHANGES: &str = include_str!("../copy/changes.toml");

#[test]
fn changes_of_the_week_stand_beside_its_rows_until_they_are_over() {
    let project = Project::new().append("content/schedule.toml", CHANGES);
    let site = project.build(&["--now", "2026-12-08T23:00:00+03:00"]);
    let change =
        |date: &str, text: &str| format!("<span class=\"change\" data-until=\"{date}\">{text}</span>");
    let off = change("2026-12-11", "Cancelled on 11 December");
    let with = change("2026-12-08", "With Musa Kiprono on 8 December");
    let only = change("2026-12-09", "Only on 9 December");
    for (page, shown) in [
        ("/schedule/friday/index.html", &off),
        ("/schedule/index.html", &off),
        ("/classes/karate/index.html", &off),
        ("/schedule/tuesday/index.html", &with),
        ("/schedule/index.html", &with),
        ("/classes/yoga/index.html", &with),
        ("/trainers/musa-kiprono/index.html", &with),
        ("/trainers/wanjiru-kamau/index.html", &with),
        ("/schedule/wednesday/index.html", &only),
        ("/schedule/index.html", &only),
        ("/classes/yoga/index.html", &only),
        ("/trainers/wanjiru-kamau/index.html", &only),
    ] {
        assert_eq!(site[page].matches(shown.as_str()).count(), 1, "{page}: {shown}");
    }
    assert!(site["/schedule/friday/index.html"].contains("\"friday 10:00 11:00\" data-off=\"2026-12-11\""));
    let wednesday = &site["/schedule/wednesday/index.html"];
    assert!(wednesday.contains("11:00 12:30\" data-only=\"2026-12-09\" data-until=\"2026-12-09\""));
    // Between the classes at nine and at four.
    let [before, only, after] = ["09:00", "11:00", "16:00"].map(|at| {
        let row = format!("data-slot=\"wednesday {at}");
        wednesday.find(&row).unwrap()
    });
    assert!(before < only && only < after);
    let yoga = &site["/classes/yoga/index.html"];
    let hour = r#""opens":"11:00","closes":"12:30","validFrom":"2026-12-09","validThrough":"2026-12-09""#;
    assert!(yoga.contains(hour), "{yoga}");

    let later = project.build(&["--now", "2026-12-12T00:00:00+03:00"]);
    let shown = later.values().filter(|text| text.contains("class=\"change\"")).count();
    assert_eq!(shown, 0);
    assert_eq!(later["/schedule.ics"], site["/schedule.ics"]);
}

#[test]
fn changes_of_the_week_are_exceptions_in_calendars() {
    let site = Project::new().append("content/schedule.toml", CHANGES).build(&[]);
    for file in ["/schedule.ics", "/schedule/yoga.ics", "/schedule/karate.ics"] {
        let text = &site[file];
        assert_eq!(text.contains("RECURRENCE-ID"), !file.contains("karate"), "{file}");
    }
    let events = events(&site["/schedule.ics"]);
    let with_uid = |uid: &str| events.iter().filter(|event| event["UID"] == uid).collect::<Vec<_>>();
    let karate = with_uid("karate.friday.1000@jashohouse.example");
    assert_eq!(karate[0]["EXDATE;TZID=Africa/Nairobi"], "20261211T100000,20261225T100000,20270101T100000");
    let [usual, other] = with_uid("yoga.tuesday.1600@jashohouse.example")[..] else { panic!("{events:?}") };
    assert!(usual["DESCRIPTION"].starts_with("Wanjiru Kamau") && usual.contains_key("RRULE"));
    assert!(other["DESCRIPTION"].starts_with("Musa Kiprono") && !other.contains_key("RRULE"));
    assert_eq!(other["RECURRENCE-ID;TZID=Africa/Nairobi"], "20261208T160000");
    assert_eq!(other["DTSTART;TZID=Africa/Nairobi"], "20261208T160000");
    let [extra] = with_uid("yoga.20261209.1100@jashohouse.example")[..] else { panic!("{events:?}") };
    assert_eq!(extra["DTSTART;TZID=Africa/Nairobi"], "20261209T110000");
    assert_eq!(extra["DTEND;TZID=Africa/Nairobi"], "20261209T123000");
    assert!(!extra.contains_key("RRULE"));
}

#[test]
fn a_class_on_a_date_only_has_a_calendar() {
    let project = Project::new().replace(
        "content/schedule.toml",
        "[[friday]]\nclass = \"karate\"\ntrainer = \"musa-kiprono\"\nstart = \"10:00\"\nend = \"11:00\"\n",
        "",
    );
    let extra = "\n[[extra]]\ndate = 2026-12-11\nclass = \"karate\"\ntrainer = \"musa-kiprono\"\nstart = \"10:00\"\nend = \"11:00\"\n";
    let site = project.append("content/schedule.toml", extra).build(&[]);
    assert_eq!(events(&site["/schedule/karate.ics"]).len(), 1);
}

#[test]
fn a_class_of_last_night_is_over_when_it_ends() {
    let hours = ("content/site.toml", "closes = \"21:00\"", "closes = \"24:00\"");
    let saturday = ("opens = \"07:00\"\ncloses = \"19:00\"", "opens = \"00:00\"\ncloses = \"19:00\"");
    let project = Project::new().replace(hours.0, hours.1, hours.2).replace(
        "content/site.toml",
        saturday.0,
        saturday.1,
    );
    let extra = "\n[[extra]]\ndate = 2026-12-04\nclass = \"karate\"\ntrainer = \"musa-kiprono\"\nstart = \"23:30\"\nend = \"00:30\"\n";
    let project = project.append("content/schedule.toml", extra);
    for (now, is_shown) in [("2026-12-05T00:10:00+03:00", true), ("2026-12-06T00:10:00+03:00", false)] {
        let site = project.build(&["--now", now]);
        assert_eq!(site["/schedule/friday/index.html"].contains("Only on 4 December"), is_shown, "{now}");
    }
}
