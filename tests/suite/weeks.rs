//! The weeks in which a row of the week is on.

use gympress::{
    content::{SeasonDays, Weeks},
    diagnostic::{FileId, Span},
    schema::decode::value::{Spanned, Weekday},
};
use jiff::civil::{Date, date};

use crate::project::Project;

/// A Monday.
const START: Date = date(2026, 11, 2);

fn spanned<T>(value: T) -> Spanned<T> {
    Spanned { value, span: Span::whole(FileId(0)) }
}

fn weeks(from: Option<Date>, until: Option<Date>, every: Option<i64>, of_month: &[i64]) -> Weeks {
    Weeks {
        from: from.map(spanned),
        until: until.map(spanned),
        every: every.map(spanned),
        of_month: of_month.iter().copied().map(spanned).collect(),
        ..Weeks::default()
    }
}

/// The first dates of a row of Tuesdays, as months and days.
fn tuesdays(weeks: &Weeks) -> Vec<String> {
    weeks.dates(START, Weekday::Tuesday).take(4).map(|day| day.strftime("%m-%d").to_string()).collect()
}

#[test]
fn a_row_that_says_nothing_else_is_on_each_week() {
    let always = weeks(None, None, None, &[]);
    assert!(always.are_all());
    assert_eq!(tuesdays(&always), ["11-03", "11-10", "11-17", "11-24"]);
    assert!(always.dates(START, Weekday::Tuesday).count() >= 52, "for a year or so");
}

#[test]
fn a_term_begins_and_ends() {
    let term = weeks(Some(date(2026, 11, 11)), Some(date(2026, 11, 24)), None, &[]);
    assert!(term.are_all());
    assert_eq!(tuesdays(&term), ["11-17", "11-24"]);
    assert!(!term.contains(date(2026, 11, 10)));
}

#[test]
fn every_other_week_is_counted_from_the_first() {
    let other = weeks(Some(date(2026, 11, 3)), None, Some(2), &[]);
    assert!(!other.are_all());
    assert_eq!(tuesdays(&other), ["11-03", "11-17", "12-01", "12-15"]);
    // The days before the first Tuesday aren't a whole week.
    let from_friday = weeks(Some(date(2026, 11, 6)), None, Some(2), &[]);
    assert_eq!(tuesdays(&from_friday), ["11-10", "11-24", "12-08", "12-22"]);
}

#[test]
fn weeks_of_a_month_are_counted_from_both_ends() {
    assert_eq!(tuesdays(&weeks(None, None, None, &[1])), ["11-03", "12-01", "01-05", "02-02"]);
    assert_eq!(tuesdays(&weeks(None, None, None, &[-1])), ["11-24", "12-29", "01-26", "02-23"]);
    assert_eq!(tuesdays(&weeks(None, None, None, &[1, 3])), ["11-03", "11-17", "12-01", "12-15"]);
    // Four Tuesdays of February: the fourth is the last.
    assert!(weeks(None, None, None, &[-1]).contains(date(2027, 2, 23)));
    assert!(weeks(None, None, None, &[4]).contains(date(2027, 2, 23)));
}

fn season(first: Date, last: Date) -> SeasonDays {
    SeasonDays { id: "winter".into(), first, last }
}

#[test]
fn steps_are_counted_from_the_row_whatever_the_season() {
    let winter = season(date(2026, 11, 16), date(2026, 12, 6));
    let of_season =
        Weeks { season: Some(winter.clone()), ..weeks(Some(date(2026, 11, 3)), None, Some(2), &[]) };
    assert_eq!(tuesdays(&of_season), ["11-17", "12-01"]);
    let usual = Weeks { except: vec![winter], ..weeks(Some(date(2026, 11, 3)), None, Some(2), &[]) };
    assert_eq!(tuesdays(&usual), ["11-03", "12-15", "12-29", "01-12"]);
}

#[test]
fn terms_are_what_seasons_leave() {
    let seasons = [(date(2026, 12, 1), date(2026, 12, 31)), (date(2027, 1, 1), date(2027, 1, 31))];
    let except: Vec<_> = seasons.into_iter().map(|(first, last)| season(first, last)).collect();
    let terms = |from, until| Weeks { except: except.clone(), ..weeks(from, until, None, &[]) }.terms();
    let (november, february) = (Some(date(2026, 11, 30)), Some(date(2027, 2, 1)));
    assert_eq!(terms(None, None), [(None, november), (february, None)]);
    assert_eq!(terms(Some(date(2026, 12, 5)), None), [(february, None)]);
    assert_eq!(terms(None, Some(date(2026, 12, 24))), [(None, november)]);
    assert_eq!(terms(Some(date(2026, 12, 5)), Some(date(2027, 1, 15))), []);
    assert_eq!(terms(None, Some(date(2026, 11, 11))), [(None, Some(date(2026, 11, 11)))]);
}

/// A row below one header, or below several.
fn rows(headers: &[&str], row: &str) -> String {
    headers.iter().map(|header| format!("\n{header}\n{row}")).collect()
}

#[test]
fn a_row_of_several_days_is_the_same_as_one_on_each_of_them() {
    let each = ["[[monday]]", "[[tuesday]]", "[[wednesday]]", "[[thursday]]", "[[friday]]"];
    let weekly = ["[[weekly]]\ndays = [\"friday\", \"monday\", \"tuesday\", \"wednesday\", \"thursday\"]"];
    let daily = "class = \"fitness\"\ntrainer = \"musa-kiprono\"\nroom = \"Floor\"\nstart = \"12:00\"\nend = \"13:00\"\n";
    let monthly =
        "class = \"yoga\"\nstart = \"13:00\"\nend = \"14:00\"\nfrom = 2026-11-01\nweek_of_month = [1, 3]\n";
    let changes = "\n[[cancelled]]\ndate = 2026-12-08\nclass = \"fitness\"\nstart = \"12:00\"\n\
        \n[[substitute]]\ndate = 2026-11-30\nuntil = 2026-12-04\nclass = \"fitness\"\nstart = \"12:00\"\ntrainer = \"brian-otieno\"\n";
    let project = Project::gym();
    let schedule = project.read("content/schedule.toml");
    let [apart, together] = [&each[..], &weekly[..]].map(|headers| {
        let rows = rows(headers, daily) + &rows(headers, monthly);
        project.write("content/schedule.toml", format!("{schedule}{rows}{changes}"));
        project.build(&[])
    });
    let calendar = String::from_utf8_lossy(&together["schedule/fitness.ics"]);
    // The rows, and the days of the substitute.
    assert_eq!(calendar.matches("T120000\r\nDTEND").count(), 5 + 5, "{calendar}");
    let different: Vec<_> = together.iter().filter(|(path, bytes)| apart.get(*path) != Some(bytes)).collect();
    assert!(
        different.is_empty() && apart.len() == together.len(),
        "{:?}",
        different.iter().map(|(path, _)| path)
    );
}

#[test]
fn a_class_of_a_single_date_is_an_event_of_its_own_in_each_branch() {
    let project = Project::gym();
    let mut schedule = project.read("content/schedule.toml");
    for branch in ["karen", "rongai"] {
        let rest = "phone = \"+254 700 000 147\"\n[address]\nstreet = \"Ring Road\"\ncity = \"Nairobi\"\n";
        project.write(&format!("content/branches/{branch}.toml"), format!("title = \"{branch}\"\n{rest}"));
        let times = "start = \"11:00\"\nend = \"12:00\"\n";
        schedule +=
            &format!("\n[[extra]]\ndate = 2026-12-23\nclass = \"yoga\"\nbranch = \"{branch}\"\n{times}");
    }
    project.write("content/schedule.toml", schedule);
    let calendar = String::from_utf8_lossy(&project.build(&[])["schedule.ics"]).into_owned();
    for branch in ["karen", "rongai"] {
        assert!(calendar.contains(&format!("UID:yoga.{branch}.20261223.1100@")), "{calendar}");
    }
}
