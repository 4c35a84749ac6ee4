//! A gym of two branches: the example gym, with a second place, from content alone.

#[cfg(unix)]
use std::os::unix::fs::symlink;
#[cfg(windows)]
use std::os::windows::fs::symlink_dir as symlink;
use std::{fs, path::Path, process::Command};

use serde_json::Value;
use tempfile::TempDir;
use walkdir::WalkDir;

/// The first place. It has no hours and email of its own: those of `content/site.toml` count.
const KALOLENI: &str = r#"title = "Kaloleni"
phone = "+255 700 000 227"

[address]
street = "Barabara ya Sokoine 22"
city = "Arusha"
country = "Tanzania"
latitude = -3.3695
longitude = 36.6830

[map]
embed = "https://maps.example/kaloleni"
url = "https://maps.example/kaloleni/large"
title = "Ramani ya Kaloleni"
"#;

/// The second place, with hours and a half day of its own.
const NJIRO: &str = r#"title = "Njiro"
phone = "+255 700 000 228"
email = "njiro@ngome.example"

[address]
street = "Barabara ya Njiro 7"
city = "Arusha"
country = "Tanzania"

[[hours]]
days = ["monday", "tuesday", "wednesday", "thursday", "friday"]
opens = "09:00"
closes = "20:00"

[[hours]]
days = ["saturday", "sunday"]
closed = true

[[closure]]
date = 2026-11-24
closes = "17:00"
note = "Mkutano"
"#;

/// The page of the second branch.
const PAGE: &str = r#"title = "Njiro"
description = "Tawi la Njiro."

[[section]]
type = "hours"
branch = "njiro"
heading = "Saa za Njiro"
closures = "Tumefunga"

[[section]]
type = "map"
branch = "kaloleni"
heading = "Njia"
"#;

struct Gym(TempDir);

impl Gym {
    /// The example gym with the first branch alone.
    fn of_one_branch() -> Self {
        let gym = Self(TempDir::with_prefix_in("branches-", env!("CARGO_TARGET_TMPDIR")).unwrap());
        copy_example(gym.0.path());
        gym.write("content/branches/kaloleni.toml", KALOLENI);
        // Where it is, each branch says.
        gym.edit("content/site.toml", |site| {
            let (before, rest) = site.split_once("[address]").unwrap();
            before.to_owned() + &rest[rest.find("[[hours]]").unwrap()..]
        });
        gym
    }

    /// The example gym with both branches.
    fn of_two_places() -> Self {
        let gym = Self::of_one_branch();
        gym.write("content/branches/njiro.toml", NJIRO);
        gym.write("content/pages/njiro.toml", PAGE);
        gym.edit("content/events/siku-ya-wazazi.toml", |event| format!("branch = \"njiro\"\n{event}"));
        // What prepares for bouts and kickboxing is in Njiro.
        gym.edit("content/schedule.toml", |week| {
            let mut branch = "";
            let lines = week.lines().map(|line| {
                if let Some(class) = line.strip_prefix("class = ") {
                    let is_in_njiro = class.contains("maandalizi") || class.contains("kickboxing");
                    branch = if is_in_njiro { "njiro" } else { "kaloleni" };
                }
                if line == "[[saturday]]" {
                    return format!("{line}\nallow = [\"closed-day\"]");
                }
                if line.starts_with("end = ") {
                    format!("{line}\nbranch = \"{branch}\"")
                } else {
                    line.to_owned()
                }
            });
            lines.collect::<Vec<_>>().join("\n") + "\n"
        });
        gym
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn edit(&self, path: &str, edit: impl FnOnce(&str) -> String) {
        let text = fs::read_to_string(self.0.path().join(path)).unwrap();
        self.write(path, &edit(&text));
    }

    /// Runs a command; fails with what it printed.
    #[track_caller]
    fn run(&self, arguments: &[&str]) -> String {
        let output = Command::new(env!("CARGO_BIN_EXE_gympress"))
            .args(arguments)
            .args(["--now", "2026-11-20T12:00:00+03:00", "--root"])
            .arg(self.0.path())
            .output()
            .unwrap();
        let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(output.status.success(), "{printed}");
        printed
    }

    /// A file of the site.
    fn file(&self, path: &str) -> String {
        fs::read_to_string(self.0.path().join("dist").join(path)).unwrap()
    }

    /// The structured data of a page that is of this type.
    fn data(&self, path: &str, kind: &str) -> Value {
        let page = self.file(path);
        let scripts = page.split("<script type=\"application/ld+json\">").skip(1);
        let scripts = scripts.map(|rest| rest.split("</script>").next().unwrap());
        let mut data = scripts.map(|script| serde_json::from_str::<Value>(script).unwrap());
        data.find(|data| data["@type"] == kind).unwrap()
    }
}

/// The example gym, with its cache: the pictures are the same, and take long to encode.
fn copy_example(to: &Path) {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/ngome");
    for part in ["content", "templates"] {
        for entry in WalkDir::new(example.join(part)).into_iter().map(Result::unwrap) {
            let to = to.join(entry.path().strip_prefix(&example).unwrap());
            match entry.file_type().is_dir() {
                true => fs::create_dir_all(to).unwrap(),
                false => drop(fs::copy(entry.path(), to).unwrap()),
            }
        }
    }
    let cache = example.join(".gympress/cache");
    fs::create_dir_all(&cache).unwrap();
    fs::create_dir_all(to.join(".gympress")).unwrap();
    symlink(cache, to.join(".gympress/cache")).unwrap();
}

#[test]
fn each_branch_is_shown_with_its_own_address_hours_and_phone() {
    let gym = Gym::of_two_places();
    gym.run(&["check", "--deny-warnings"]);
    gym.run(&["build"]);
    let contact = gym.file("contact/index.html");
    let blocks: Vec<&str> = contact.split("<li class=\"fact\" id=\"branch-").skip(1).collect();
    let [kaloleni, njiro] = blocks[..] else { panic!("{} branches", blocks.len()) };
    for (block, phone, street) in
        [(kaloleni, "tel:+255700000227", "Sokoine 22"), (njiro, "tel:+255700000228", "Njiro 7")]
    {
        let block = block.split("</li>").next().unwrap();
        assert!(block.contains(phone) && block.contains(street), "{block}");
    }
    assert!(kaloleni.contains("karibu@ngome.example"), "the gym's address counts for a branch without one");
    assert!(njiro.contains("njiro@ngome.example"));
    let footer = contact.split("<footer").nth(1).unwrap();
    for text in ["06:00–21:00", "09:00–20:00", "Barabara ya Njiro 7", "tel:+255700000228"] {
        assert!(footer.contains(text), "{text} is not in the footer");
    }
    // What a section shows of a branch is that branch's, and closures of the whole gym count for it.
    let page = gym.file("njiro/index.html");
    let board = page.split("hours__board").nth(1).unwrap().split("</section>").next().unwrap();
    assert!(board.contains("09:00–20:00") && !board.contains("06:00–21:00"), "{board}");
    assert!(board.contains("Mkutano") && board.contains("Krismasi"), "{board}");
    assert!(page.contains("src=\"https://maps.example/kaloleni\""), "the map of the other branch");
}

#[test]
fn rows_of_the_week_say_in_which_branch_they_are() {
    let gym = Gym::of_two_places();
    gym.edit("content/pages/njiro.toml", |page| {
        let section = "\n[[section]]\ntype = \"timetable\"\nbranch = \"njiro\"\nheading = \"Wiki\"\n";
        page.to_owned() + section
    });
    gym.run(&["build"]);
    let week = gym.file("schedule/index.html");
    let rows = |page: &str| page.matches("class=\"week__row\"").count();
    assert!(week.contains("<span class=\"where\">Kaloleni</span>"));
    let of_njiro = week.matches("data-branch=\"njiro\"").count();
    assert!(of_njiro > 0 && of_njiro < rows(&week));
    // A section of one branch leaves out the rows of the other.
    let page = gym.file("njiro/index.html");
    assert!(!page.contains("data-branch=\"kaloleni\""));
    assert_eq!(page.matches("data-branch=\"njiro\"").count(), of_njiro);
    let calendar = gym.file("schedule.ics").replace("\r\n ", "");
    assert!(calendar.contains("LOCATION:Ngome\\, Njiro\\, Barabara ya Njiro 7"), "{calendar}");
    // The half day of Njiro ends before a class there, and is nothing to Kaloleni.
    let tuesday = gym.file("schedule/tuesday/index.html");
    let rows: Vec<&str> = tuesday.split("<li class=\"slot\"").skip(1).collect();
    let is_off = |row: &&&str| row.contains("data-off=\"2026-11-24\"") && row.contains("24 Novemba");
    assert_eq!(rows.iter().filter(is_off).count(), 1, "{tuesday}");
    assert!(rows.iter().find(is_off).unwrap().contains("data-branch=\"njiro\""));
    let excluded = calendar.lines().filter(|line| line.starts_with("EXDATE") && line.contains("20261124"));
    assert_eq!(excluded.count(), 1, "{calendar}");
}

#[test]
fn search_engines_are_told_an_organisation_of_several_gyms() {
    let gym = Gym::of_two_places();
    gym.run(&["build"]);
    let data = gym.data("contact/index.html", "Organization");
    assert!(data["openingHoursSpecification"].is_null() && data["geo"].is_null(), "{data}");
    let branches = data["subOrganization"].as_array().unwrap();
    let [kaloleni, njiro] = &branches[..] else { panic!("{data}") };
    for branch in branches {
        assert_eq!(branch["@type"], "ExerciseGym");
        assert_eq!(branch["parentOrganization"]["@id"], data["@id"]);
    }
    assert_eq!(kaloleni["geo"]["latitude"], -3.3695);
    assert_eq!(kaloleni["hasMap"], "https://maps.example/kaloleni/large");
    assert_eq!(kaloleni["openingHoursSpecification"][0]["opens"], "06:00");
    assert_eq!(njiro["name"], "Ngome Njiro");
    assert_eq!(njiro["telephone"], "+255 700 000 228");
    assert_eq!(njiro["address"]["streetAddress"], "Barabara ya Njiro 7");
    assert_eq!(njiro["openingHoursSpecification"][0]["opens"], "09:00");
    assert_eq!(njiro["specialOpeningHoursSpecification"][0]["closes"], "17:00");
}

#[test]
fn a_change_of_a_branch_reaches_every_page_that_shows_it() {
    let gym = Gym::of_two_places();
    gym.run(&["build"]);
    gym.edit("content/branches/njiro.toml", |branch| branch.replace("09:00", "10:00"));
    gym.run(&["build"]);
    assert!(gym.file("index.html").contains("10:00–20:00"));
}

#[test]
fn one_of_two_branches_can_be_cancelled() {
    let gym = Gym::of_two_places();
    let row = |branch: &str| {
        let trainer = if branch == "njiro" { "neema-laizer" } else { "baraka-mollel" };
        format!(
            "\n[[tuesday]]\nclass = \"kamba-na-pumzi\"\ntrainer = \"{trainer}\"\nbranch = \"{branch}\"\n\
             start = \"11:00\"\nend = \"12:00\"\n"
        )
    };
    gym.edit("content/schedule.toml", |week| {
        let cancelled =
            "\n[[cancelled]]\ndate = 2026-12-01\nclass = \"kamba-na-pumzi\"\nbranch = \"njiro\"\n";
        [week, &row("kaloleni"), &row("njiro"), cancelled].concat()
    });
    gym.run(&["build"]);
    let tuesday = gym.file("schedule/tuesday/index.html");
    let rows = tuesday.split("<li class=\"slot\"").skip(1);
    let off: Vec<&str> = rows.filter(|row| row.contains("data-off=\"2026-12-01\"")).collect();
    assert_eq!(off.len(), 1);
    assert!(off[0].contains("data-branch=\"njiro\""));
}

#[test]
fn the_timetable_names_the_branches_that_are_closed() {
    let gym = Gym::of_two_places();
    gym.edit("content/pages/njiro.toml", |page| {
        let section = "\n[[section]]\ntype = \"timetable\"\nbranch = \"kaloleni\"\nheading = \"Wiki\"\n";
        page.replace("branch = \"njiro\"", "branch = \"kaloleni\"") + section
    });
    gym.run(&["build"]);
    for path in ["schedule/index.html", "schedule/tuesday/index.html"] {
        let page = gym.file(path);
        let list = page.split("closures__list").nth(1).unwrap().split("</ul>").next().unwrap();
        let lines: Vec<&str> = list.split("<li>").skip(1).collect();
        let half_day = lines.iter().position(|line| line.contains("Mkutano")).unwrap();
        assert!(lines[half_day].contains("<span class=\"where\">Njiro</span>"), "{list}");
        // Closures of the whole gym are there once, and those of all are in the order of the calendar.
        let holidays: Vec<usize> =
            (0..lines.len()).filter(|line| lines[*line].contains("Krismasi na")).collect();
        assert!(holidays.len() == 1 && holidays[0] > half_day, "{list}");
        assert!(!lines[holidays[0]].contains("class=\"where\""), "{list}");
    }
    let page = gym.file("njiro/index.html");
    let lists = page.split("closures__list").skip(1).map(|list| list.split("</ul>").next().unwrap());
    let of_kaloleni: Vec<&str> = lists.collect();
    assert_eq!(of_kaloleni.len(), 2, "the hours, and the timetable of one branch");
    for list in of_kaloleni {
        assert!(list.contains("Krismasi") && !list.contains("Mkutano"), "{list}");
    }
}

#[test]
fn a_half_day_of_the_gym_has_the_hours_of_each_branch() {
    let gym = Gym::of_two_places();
    gym.run(&["build"]);
    let page = gym.file("schedule/index.html");
    let list = page.split("closures__list").nth(1).unwrap().split("</ul>").next().unwrap();
    let lines: Vec<&str> = list.split("<li>").filter(|line| line.contains("Mkesha wa Krismasi")).collect();
    assert_eq!(lines.len(), 2, "{list}");
    // Njiro opens at nine, Kaloleni as the gym does.
    let njiro = lines.iter().find(|line| line.contains(">Njiro<")).unwrap();
    let kaloleni = lines.iter().find(|line| line.contains(">Kaloleni<")).unwrap();
    assert!(njiro.contains("09:00") && !kaloleni.contains("09:00"), "{list}");
}

#[test]
fn the_whole_week_is_not_the_one_of_a_branch() {
    let gym = Gym::of_two_places();
    // The name of this file comes before that of the page of the week.
    let section = "\n[[section]]\ntype = \"timetable\"\nbranch = \"njiro\"\nheading = \"Wiki\"\n";
    gym.write(
        "content/pages/aaa.toml",
        &PAGE.replace("title = \"Njiro\"", "title = \"Aaa\"").replace("Tawi la", "Tawi jipya la"),
    );
    gym.edit("content/pages/aaa.toml", |page| page.to_owned() + section);
    gym.run(&["build"]);
    let tuesday = gym.file("schedule/tuesday/index.html");
    assert!(tuesday.contains("href=\"/schedule/\"") && !tuesday.contains("href=\"/aaa/\""), "{tuesday}");
}

#[test]
fn an_event_is_in_the_branch_that_it_names() {
    let gym = Gym::of_two_places();
    gym.run(&["build"]);
    let calendar = gym.file("events/events.ics").replace("\r\n ", "");
    let njiro = "LOCATION:Ngome\\, Njiro\\, Barabara ya Njiro 7\\, Arusha\\, Tanzania\r\n";
    assert!(calendar.contains(njiro), "{calendar}");
    assert!(calendar.contains("LOCATION:Ulingo wa Ngome\\, Kaloleni\r\n"), "{calendar}");
    let event = gym.data("events/siku-ya-wazazi/index.html", "Event");
    assert_eq!(event["location"]["name"], "Ngome Njiro");
    assert_eq!(event["location"]["address"], "Barabara ya Njiro 7, Arusha, Tanzania");
    assert!(
        gym.file("events/siku-ya-wazazi/index.html").contains("Njiro, Barabara ya Njiro 7, Arusha, Tanzania")
    );
    // What is elsewhere is where it says, as the gym has no address of its own.
    let event = gym.data("events/usiku-wa-ngome/index.html", "Event");
    assert_eq!(event["location"]["name"], "Ulingo wa Ngome, Kaloleni");
    assert_eq!(event["location"]["address"], "Ulingo wa Ngome, Kaloleni");
    // A hall of a branch.
    gym.edit("content/events/siku-ya-wazazi.toml", |event| format!("place = \"Ukumbi\"\n{event}"));
    gym.edit("content/branches/njiro.toml", |branch| {
        branch.replace("Barabara ya Njiro 7", "Barabara ya Njiro 9")
    });
    gym.run(&["build"]);
    let calendar = gym.file("events/events.ics").replace("\r\n ", "");
    assert!(calendar.contains("LOCATION:Ukumbi\\, Njiro\\, Barabara ya Njiro 9\\, Arusha"), "{calendar}");
}

#[test]
fn an_event_of_a_gym_with_one_branch_is_there() {
    let gym = Gym::of_one_branch();
    gym.run(&["check", "--deny-warnings"]);
    gym.run(&["build"]);
    let calendar = gym.file("events/events.ics").replace("\r\n ", "");
    assert!(
        calendar.contains("LOCATION:Ngome\\, Kaloleni\\, Barabara ya Sokoine 22\\, Arusha"),
        "{calendar}"
    );
}
