//! What the documents show to managers works: their examples are built, and say what the documents say of them.

use std::{fs, path::Path};

use super::site::Project;

/// The project with the examples of a document that name their file in their first line.
fn with_examples(document: &str) -> Project {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs").join(document)).unwrap();
    let blocks = text.split("```toml\n# content/").skip(1);
    blocks.fold(Project::new(), |project, block| {
        let (path, rest) = block.split_once('\n').unwrap();
        project.append(&format!("content/{path}"), rest.split("```").next().unwrap())
    })
}

/// The event of a calendar with this start of its id, with lines unfolded.
#[track_caller]
fn event(calendar: &str, uid: &str) -> String {
    let whole = calendar.replace("\r\n ", "").replace("\r\n", "\n");
    let mut events = whole.split("BEGIN:VEVENT\n").skip(1);
    events.find(|event| event.starts_with(&format!("UID:{uid}"))).unwrap_or_else(|| panic!("no {uid}")).into()
}

/// What is between two texts.
#[track_caller]
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let rest = text.split_once(start).unwrap_or_else(|| panic!("no {start} in {text}")).1;
    rest.split(end).next().unwrap()
}

#[test]
fn rows_of_a_week_that_is_not_so_simple() {
    let site = with_examples("hours.md").build(&[]);
    let calendar = &site["/schedule.ics"];
    let saturday = &site["/schedule/saturday/index.html"];
    let row = |time: &str| between(saturday, &format!("data-slot=\"saturday {time}\""), "</li>");

    let open = event(calendar, "fitness.saturday.0800@");
    assert!(
        open.contains("RRULE:FREQ=WEEKLY\n")
            && open.contains("DESCRIPTION:12 places\\, Bring your own towel\\n"),
        "{open}"
    );
    assert!(
        row("08:00 10:00").contains("<p class=\"slot__trainer\"> <span class=\"detail\">12 places</span>")
    );

    let two = event(calendar, "boxing.saturday.1000@");
    assert!(
        two.contains("DESCRIPTION:Musa Kiprono\\, Brian Otieno\\nWomen only\\, Beginners\\, Kiswahili\\n"),
        "{two}"
    );
    assert!(two.contains("LOCATION:Studio 2\\, Jasho House"), "{two}");
    for trainer in ["musa-kiprono", "brian-otieno"] {
        assert!(
            site[&format!("/trainers/{trainer}/index.html")].contains("data-slot=\"saturday 10:00 11:00\"")
        );
    }

    let team = event(calendar, "cycling.saturday.1000@");
    assert!(team.contains("DESCRIPTION:The floor team\\n"), "{team}");
    assert!(team.contains("CONFERENCE;VALUE=URI:https://video.example/cycling\n"), "{team}");
    let shown = between(saturday, "The floor team", "</li>");
    assert!(
        shown.contains("href=\"https://booking.example/cycling\"") && shown.contains(">Online</a>"),
        "{shown}"
    );

    let fortnight = event(calendar, "yoga.saturday.1100@");
    assert!(fortnight.contains("DTSTART;TZID=Africa/Nairobi:20270109T110000\n"), "{fortnight}");
    assert!(fortnight.contains("RRULE:FREQ=WEEKLY;INTERVAL=2\n"), "{fortnight}");
    assert!(
        row("11:00 12:00")
            .contains("Every 2 weeks</span> <span class=\"detail\" data-until=\"2027-01-08\">From 9 January")
    );
    assert!(saturday.contains("data-weeks=\"2027-01-09//2/\""));

    let months = event(calendar, "cycling.sunday.0900@");
    assert!(months.contains("DTSTART;TZID=Africa/Nairobi:20260104T090000\n"), "{months}");
    assert!(months.contains("RRULE:FREQ=MONTHLY;BYDAY=1SU,3SU\n"), "{months}");
    let hours = between(&site["/classes/cycling/index.html"], "\"hoursAvailable\":", "</script>");
    for date in ["2026-12-06", "2026-12-20", "2027-01-03"] {
        assert!(hours.contains(&format!("\"validFrom\":\"{date}\",\"validThrough\":\"{date}\"")), "{hours}");
    }

    let term = event(calendar, "fitness.sunday.1300@");
    assert!(term.contains("DTSTART;TZID=Africa/Nairobi:20270117T130000\n"), "{term}");
    assert!(term.contains("RRULE:FREQ=WEEKLY;UNTIL=20270331T205959Z\n"), "{term}");
}

#[test]
fn trainers_who_take_turns_have_weeks_of_their_own() {
    let row = |trainer: &str, from: &str| {
        format!(
            "\n[[saturday]]\nclass = \"yoga\"\ntrainer = \"{trainer}\"\nstart = \"14:00\"\nend = \"15:00\"\nevery = 2\nfrom = {from}\n"
        )
    };
    let changes = "\n[[substitute]]\ndate = 2027-01-16\nclass = \"yoga\"\nstart = \"14:00\"\ntrainer = \"musa-kiprono\"\n\n\
        [[cancelled]]\ndate = 2027-01-09\nclass = \"yoga\"\nstart = \"14:00\"\n";
    let rows = row("wanjiru-kamau", "2026-11-07") + &row("brian-otieno", "2026-11-14") + changes;
    let site = Project::new().append("content/schedule.toml", &rows).build(&[]);
    let page = &site["/schedule/saturday/index.html"];
    let rows = page.split("data-slot=\"").filter(|row| row.starts_with("saturday 14:00"));
    let rows: Vec<&str> = rows.filter_map(|row| row.split("</li>").next()).collect();
    let [odd, even] = rows.as_slice() else { panic!("{} rows", rows.len()) };
    assert!(odd.contains("Next on 21 November") && even.contains("Next on 28 November"), "{odd} {even}");
    assert!(!odd.contains("Cancelled") && even.contains("Cancelled on 9 January"), "{odd} {even}");
    assert!(odd.contains("With Musa Kiprono on 16 January") && !even.contains("With Musa"), "{odd} {even}");
    let calendar = site["/schedule.ics"].replace("\r\n ", "");
    assert_eq!(calendar.matches("RECURRENCE-ID;TZID=Africa/Nairobi:20270116T140000").count(), 1);
    let left_out = calendar.lines().filter(|line| line.starts_with("EXDATE"));
    assert_eq!(left_out.filter(|line| line.contains("20270109T140000")).count(), 1);
}

#[test]
fn a_term_that_is_over_is_nowhere() {
    let site = with_examples("hours.md").build(&["--now", "2027-04-01T12:00:00+03:00"]);
    assert!(!site["/schedule/sunday/index.html"].contains("data-slot=\"sunday 13:00 14:00\""));
    assert!(!site["/index.html"].contains("/2027-03-31/"));
}

#[test]
fn events_of_real_life() {
    let site = with_examples("events.md").build(&[]);
    let calendar = &site["/events/events.ics"];
    let page = |event: &str| &site[&format!("/events/{event}/index.html")];

    // An event for each date, as many programs read no lists of dates.
    for date in ["20270202", "20270209", "20270216"] {
        let one = event(calendar, &format!("first-aid.{date}T1800.events@"));
        assert!(one.contains(&format!("DTSTART;TZID=Africa/Nairobi:{date}T180000\n")), "{one}");
        assert!(one.contains(&format!("DTEND;TZID=Africa/Nairobi:{date}T200000\n")), "{one}");
    }
    let series = event(calendar, "first-aid.20270202T1800.events@");
    assert!(
        series.contains("STATUS:CONFIRMED\n") && series.contains("LOCATION:Studio 2\\, Jasho House\\, "),
        "{series}"
    );
    let first_aid = page("first-aid");
    assert!(
        first_aid.contains("\"availability\":\"https://schema.org/SoldOut\"")
            && first_aid.contains(">Sold out<")
    );
    assert_eq!(first_aid.matches("<li data-until=").count(), 3);
    assert!(
        first_aid.contains(
            "<article class=\"happening happening--bare\" data-until=\"2027-02-16T20:00:00+03:00\">"
        )
    );

    let party = event(calendar, "summer-party.events@");
    assert!(
        party.contains("DTSTART;TZID=Africa/Nairobi:20270611T190000\n") && !party.contains("DTEND"),
        "{party}"
    );
    assert!(party.contains("LOCATION:Karura Forest\\, gate A\\, Limuru Road\\, Nairobi\n"), "{party}");
    let data = between(page("summer-party"), "\"@type\":\"Event\"", "</script>");
    assert!(
        data.contains("\"isAccessibleForFree\":true")
            && data.contains("\"price\":\"0\"")
            && !data.contains("endDate"),
        "{data}"
    );
    assert!(
        data.contains("\"name\":\"Karura Forest, gate A\",\"address\":\"Limuru Road, Nairobi\""),
        "{data}"
    );
    assert!(
        page("summer-party").contains("from 7:00pm</time></span>")
            && page("summer-party").contains(">Free of charge<")
    );

    let race = event(calendar, "race.events@");
    assert!(race.contains("STATUS:CANCELLED\n") && race.contains("SUMMARY:Called off: The race\n"), "{race}");
    assert!(page("race").contains("\"eventStatus\":\"https://schema.org/EventCancelled\""));
    assert!(page("race").contains("<p class=\"happening__notice\">Called off</p>"));

    let workshop = event(calendar, "workshop.events@");
    assert!(workshop.contains("DTSTART;VALUE=DATE:20270313\n"), "{workshop}");
    assert!(workshop.contains("SUMMARY:Moved from 13 February: Handstand workshop\n"), "{workshop}");
    let data = between(page("workshop"), "\"@type\":\"Event\"", "</script>");
    assert!(
        data.contains("EventRescheduled") && data.contains("\"previousStartDate\":\"2027-02-13\""),
        "{data}"
    );
    assert!(data.contains("\"startDate\":\"2027-03-13\""), "{data}");
}

#[test]
fn calendars_are_subscribed_to_with_one_tap_and_told_of_changes() {
    let project = Project::new();
    let (early, late) = (project.build_changed("1795000000", &[]), project.build_changed("1795000060", &[]));
    let stamp = |site: &std::collections::BTreeMap<String, String>, name: &str| {
        between(&site["/schedule.ics"], &format!("\n{name}:"), "\r").to_owned()
    };
    for name in ["DTSTAMP", "LAST-MODIFIED", "SEQUENCE"] {
        assert!(stamp(&early, name) < stamp(&late, name), "{name}");
    }
    let unknown = project.build_changed("", &["--now", "2026-12-01T23:00:00+03:00"]);
    assert_eq!(stamp(&unknown, "DTSTAMP"), "20261130T210000Z");
    let week = &early["/schedule/index.html"];
    for link in [
        "webcal://jashohouse.example/schedule.ics",
        "https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2Fjashohouse%2Eexample%2Fschedule%2Eics",
        "https://outlook.live.com/calendar/0/addfromweb?url=https%3A%2F%2Fjashohouse%2Eexample%2Fschedule%2Eics",
    ] {
        assert!(week.contains(&format!("href=\"{link}\"")), "{link}");
    }
    assert!(
        early["/classes/yoga/index.html"].contains("href=\"webcal://jashohouse.example/schedule/yoga.ics\"")
    );
}
