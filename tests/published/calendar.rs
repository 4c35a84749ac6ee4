//! The week as calendars, and the days on which the gym stays closed.

use std::collections::{BTreeMap, BTreeSet};

use crate::site::{Project, SHIPPED, shipped};

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
        let page = shipped(&format!("/schedule/{day}/index.html"));
        for row in page.split("<li class=\"slot\"").skip(1) {
            let times = attribute(row, "<time datetime=\"", "</time>").split_once('>').unwrap().1;
            let (start, end) = times.split_once('-').unwrap();
            expected.insert((
                format!("202601{date:02}T{}", machine(start)),
                format!("202601{date:02}T{}", machine(end)),
                attribute(attribute(row, "slot__class\">", "</h"), "\">", "<").to_owned(),
                attribute(attribute(row, "slot__trainer\">", "</p"), "\">", "<").to_owned(),
            ));
        }
    }
    let events = events(shipped("/schedule.ics"));
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
        SHIPPED.keys().filter_map(|path| path.strip_prefix("/schedule/")?.strip_suffix(".ics")).collect();
    assert_eq!(calendars.len(), 11, "all classes but the one that no day has");
    for class in calendars {
        let path = format!("/schedule/{class}.ics");
        let events = events(shipped(&path));
        assert!(
            !events.is_empty() && events.iter().all(|event| event["UID"].starts_with(&format!("{class}.")))
        );
        assert!(shipped("/schedule/index.html").contains(&format!("href=\"{path}\"")), "{path}");
    }
    let friday = shipped("/schedule/friday/index.html");
    assert!(friday.contains("href=\"/schedule.ics\"") && friday.contains("href=\"/schedule/karate.ics\""));
}

#[test]
fn closures_are_exceptions_of_the_hours_on_their_days() {
    let events = events(shipped("/schedule.ics"));
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
    assert_eq!(by_uid(&site["/schedule.ics"]), by_uid(shipped("/schedule.ics")));
    assert_eq!(site["/schedule/yoga.ics"], shipped("/schedule/yoga.ics"));
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
fn pages_show_the_closures_that_are_not_over() {
    let pages = ["/contact/index.html", "/schedule/index.html", "/schedule/monday/index.html"];
    let project = Project::new();
    let site = project.build(&["--now", "2026-12-26T23:00:00+03:00"]);
    for page in pages {
        assert!(shipped(page).contains("Saturday 12 December 2026</time>: Jamhuri Day"), "{page}");
        assert!(
            !site[page].contains("Jamhuri Day") && site[page].contains("Christmas and Boxing Day"),
            "{page}"
        );
    }
    let later = project.build(&["--now", "2027-01-02T00:00:00+03:00"]);
    assert!(pages.iter().all(|page| !later[*page].contains("class=\"closures")));
    assert!(later["/index.html"].contains("openingHoursSpecification"));
    assert!(!later["/index.html"].contains("specialOpeningHoursSpecification"));
    assert!(shipped("/index.html").contains("\"validFrom\":\"2026-12-25\",\"validThrough\":\"2026-12-26\""));
}

#[test]
fn every_mistake_in_closures_is_told() {
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
fn days_with_other_hours_are_shown_and_told_and_have_the_classes_that_fit() {
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
    let page = &site["/contact/index.html"];
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
    assert!(
        front
            .contains(r#"["2026-12-24","2026-12-24","Christmas Eve",[["07:00","14:00","7:00am","2:00pm"]]]"#)
    );
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
