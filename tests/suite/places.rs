//! Gyms in other parts of the world, from content alone: how their sites write dates, times and prices, with which day
//! their weeks begin, and in which direction their lines run.

use std::{fs, process::Command};

use tempfile::TempDir;

use crate::copy::bundles;

/// A section of the project's own that shows each form.
const TYPE: &str = r#"help = "How things are written"

[field]
day = { type = "date", help = "A day" }
start = { type = "datetime", help = "A moment" }
price = { type = "price", list = true, help = "Prices" }
weekday = { type = "weekday", list = true, help = "Days" }
number = { type = "number", list = true, help = "Numbers" }
members = { type = "integer", help = "A whole number" }
"#;

const TEMPLATE: &str = r#"
<pre>
long: {{ section.day }}
full: {{ section.day.full }}
numeric: {{ section.day.numeric }}
parts: {{ section.day.day }} | {{ section.day.month }} | {{ section.day.year }} | {{ section.day.weekday }}
time: {{ section.start.time }}
week: {{ site.week|join(" ") }}
{%- for day in section.weekday %}
weekday: {{ day }} ({{ day.short }})
{%- endfor %}
{%- for line in site.hours %}
hours: {{ line.days }}: {{ line.text }}
{%- endfor %}
{%- for closure in site.closures %}
closed: {{ closure.first }} – {{ closure.last }}
{%- endfor %}
{%- for price in section.price %}
price: {{ price.text }} ({{ price }}, {{ price.machine }})
{%- endfor %}
{%- for number in section.number %}
number: {{ number|number }} ({{ number }}, {{ number * 2 }}, {{ (number / 3)|round(2)|number }}, {{ number|tojson }})
{%- endfor %}
members: {{ section.members|number }} ({{ section.members }}, {{ none|number }})
</pre>
"#;

const PAGE: &str = r#"title = "Home"
description = "A gym."

[[section]]
type = "shown"
day = 2026-12-05
start = 2026-12-05T18:05:00
price = PRICES
weekday = ["saturday", "sunday"]
number = [18.5, 1234567.25, -0.5]
members = 12500
"#;

const SITE: &str = r#"
[[hours]]
days = ["monday", "tuesday", "wednesday", "thursday", "friday"]
opens = "09:00"
closes = "18:30"

[[hours]]
days = ["saturday", "sunday"]
opens = "10:00"
closes = "14:00"

[[closure]]
from = 2026-12-24
until = 2026-12-26
note = "Holidays"
"#;

/// A project with this at the top of `content/site.toml`, and these prices.
fn project(head: &str, prices: &str) -> TempDir {
    let folder = TempDir::with_prefix_in("places-", env!("CARGO_TARGET_TMPDIR")).unwrap();
    bundles::copy(folder.path());
    for (path, text) in [
        ("content/site.toml", format!("name = \"Gym\"\n{head}\n{SITE}")),
        ("content/pages/index.toml", PAGE.replace("PRICES", prices)),
        ("templates/sections/shown/type.toml", TYPE.to_owned()),
        ("templates/sections/shown/template.html", TEMPLATE.to_owned()),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Adds prices to the front page: what search engines read stands on the page that has them.
fn add_prices(folder: &TempDir) {
    let index = folder.path().join("content/pages/index.toml");
    let prices = "\n[[section]]\ntype = \"prices\"\nheading = \"Prices\"\nbutton = \"Join\"\n";
    fs::write(&index, fs::read_to_string(&index).unwrap() + prices).unwrap();
}

/// What the program says, and the front page.
fn run(folder: &TempDir) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_gympress"))
        .args(["build", "--now", "2026-11-20T12:00:00Z", "--root"])
        .arg(folder.path())
        .output()
        .unwrap();
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (printed, fs::read_to_string(folder.path().join("dist/index.html")).unwrap_or_default())
}

/// The language and direction of the page, and what it shows. Spaces that are not plain ones are named.
#[track_caller]
fn shown(head: &str, prices: &str) -> String {
    let (printed, page) = run(&project(head, prices));
    let part = |start: &str, end: &str| {
        assert!(page.contains(start), "{start}: {printed}");
        let (_, rest) = page.split_once(start).unwrap();
        rest.split_once(end).unwrap().0.to_owned()
    };
    let root = part("<html ", ">");
    let root = root.split(" data-").next().unwrap();
    let named = [
        ('\u{a0}', "<no-break space>"),
        ('\u{202f}', "<narrow no-break space>"),
        ('\u{200f}', "<right-to-left mark>"),
        ('\u{200e}', "<left-to-right mark>"),
    ];
    let text = format!("{root}{}", part("<pre>", "</pre>"));
    named.into_iter().fold(text, |text, (space, name)| text.replace(space, name))
}

#[test]
fn lyon() {
    let head = "language = \"fr-FR\"\ntime_zone = \"Europe/Paris\"\ncurrency_code = \"EUR\"";
    insta::assert_snapshot!(shown(head, "[40, 39.90, 4000.5]"));
}

#[test]
fn osaka() {
    let head = "language = \"ja-JP\"\ntime_zone = \"Asia/Tokyo\"\ncurrency_code = \"JPY\"";
    insta::assert_snapshot!(shown(head, "[800, 12000]"));
}

#[test]
fn cairo() {
    let head = "language = \"ar-EG\"\ntime_zone = \"Africa/Cairo\"\ncurrency_code = \"EGP\"";
    insta::assert_snapshot!(shown(head, "[400, 39.90, 4000.5]"));
}

#[test]
fn austin() {
    let head = "language = \"en-US\"\ntime_zone = \"America/Chicago\"\ncurrency_code = \"USD\"";
    insta::assert_snapshot!(shown(head, "[40, 39.90, 4000.5]"));
}

#[test]
fn kuwait_has_three_decimals_and_tel_aviv_its_sign_behind() {
    let kuwait = "language = \"en-KW\"\ncurrency_code = \"KWD\"";
    assert!(shown(kuwait, "[12.125]").contains("price: KWD<no-break space>12.125 (12.125, 12.125)"));
    let tel_aviv = "language = \"he-IL\"\ncurrency_code = \"ILS\"";
    let shown = shown(tel_aviv, "[120]");
    assert!(shown.contains("dir=\"rtl\""), "{shown}");
    assert!(shown.contains("120<no-break space><right-to-left mark>₪"), "{shown}");
}

#[test]
fn content_has_the_last_word_on_the_sign_the_first_day_the_clock_and_the_digits() {
    let head = "language = \"ar-EG-u-hc-h23-nu-latn\"\nfirst_day = \"sunday\"\ncurrency = \"LE\"\ncurrency_code = \"EGP\"";
    let shown = shown(head, "[400]");
    for line in
        ["week: sunday monday", "time: 18:05", "400<no-break space>LE", "numeric: 5<right-to-left mark>/12"]
    {
        assert!(shown.contains(line), "{line} in {shown}");
    }
}

#[test]
fn a_gym_that_closes_at_noon_has_two_spans_a_day() {
    let folder = project("base_url = \"https://gym.example\"", "[1]");
    let path = folder.path().join("content/site.toml");
    let evening = "[[hours]]\ndays = [\"tuesday\", \"thursday\"]\nopens = \"20:00\"\ncloses = \"22:00\"\n";
    fs::write(&path, fs::read_to_string(&path).unwrap() + evening).unwrap();
    add_prices(&folder);
    let (printed, page) = run(&folder);
    let lines: Vec<&str> = page.lines().filter(|line| line.starts_with("hours: ")).collect();
    let [both, one] = ["9:00am-6:30pm, 8:00pm-10:00pm", "9:00am-6:30pm"];
    let expected = [
        format!("hours: Monday: {one}"),
        format!("hours: Tuesday: {both}"),
        format!("hours: Wednesday: {one}"),
        format!("hours: Thursday: {both}"),
        format!("hours: Friday: {one}"),
        "hours: Saturday-Sunday: 10:00am-2:00pm".to_owned(),
    ];
    assert_eq!(lines, expected, "{printed}");
    let thursday: Vec<&str> = page.split("\"dayOfWeek\":[\"https://schema.org/Thursday\"]").skip(1).collect();
    assert_eq!(thursday.len(), 2, "{page}");
    assert!(thursday[1].starts_with(",\"opens\":\"20:00\",\"closes\":\"22:00\""), "{}", thursday[1]);
}

#[test]
fn a_price_without_a_currency_is_a_number() {
    let shown = shown("language = \"de\"", "[4000, 39.9]");
    assert!(shown.contains("price: 4.000 (4.000, 4000)\nprice: 39,90 (39,90, 39.90)"), "{shown}");
    assert!(shown.contains("number: 1.234.567,25 (1234567.25, "), "{shown}");
    assert!(shown.contains("members: 12.500 (12500, "), "{shown}");
}

/// What is shown with these hours in the place of those above.
#[track_caller]
fn shown_with_hours(head: &str, hours: &str) -> String {
    let folder = project(head, "[1]");
    let path = folder.path().join("content/site.toml");
    let text = fs::read_to_string(&path).unwrap();
    let (start, rest) = text.split_once("[[hours]]").unwrap();
    let (_, closures) = rest.split_once("[[closure]]").unwrap();
    fs::write(&path, format!("{start}{hours}\n[[closure]]{closures}")).unwrap();
    add_prices(&folder);
    fs::write(folder.path().join("content/now.toml"), "").unwrap();
    let (printed, page) = run(&folder);
    assert!(!page.is_empty(), "{printed}");
    let lines = page.lines().filter(|line| line.starts_with("hours: ") || line.starts_with("closed: "));
    let part =
        |start: &str, end: &str| page.split_once(start).unwrap().1.split_once(end).unwrap().0.to_owned();
    let machines = part("\"openingHoursSpecification\":", "}],").replace("https://schema.org/", "");
    let clock = part("\"hours\":[", "\"days\":");
    let words = part("\"words\":{", "\"opens\"");
    [lines.collect::<Vec<_>>().join("\n"), machines.replace("},", "},\n"), clock, words].join("\n")
}

const NIGHT: &str = r#"
[[hours]]
days = ["monday", "tuesday", "wednesday", "thursday"]
opens = "06:00"
closes = "00:00"

[[hours]]
days = ["friday", "saturday"]
opens = "18:00"
closes = "02:00"

[[hours]]
days = ["sunday"]
all_day = true
"#;

#[test]
fn hours_past_midnight_and_of_a_whole_day() {
    let night =
        NIGHT.replace("[\"sunday\"]\nall_day = true", "[\"sunday\"]\nopens = \"02:00\"\ncloses = \"01:30\"");
    insta::assert_snapshot!("night", shown_with_hours("base_url = \"https://gym.example\"", &night));
    let all = "[[hours]]\ndays = [\"monday\", \"tuesday\", \"wednesday\", \"thursday\", \"friday\", \"saturday\", \"sunday\"]\nall_day = true\n";
    insta::assert_snapshot!(
        "all_day",
        shown_with_hours("base_url = \"https://gym.example\"\nlanguage = \"de\"", all)
    );
}

#[test]
fn classes_may_be_in_what_is_left_of_the_night_before() {
    let folder = project("base_url = \"https://gym.example\"", "[1]");
    let hours = NIGHT.replace("all_day = true", "closed = true");
    for (path, text) in [
        ("content/site.toml", format!("name = \"Gym\"\n{hours}")),
        ("content/classes/night.toml", "title = \"Night\"\nsummary = \"Late.\"\ntrainer = \"ana\"\nimage = { file = \"a.jpg\", decorative = true }\n".to_owned()),
        ("content/trainers/ana.toml", "name = \"Ana\"\nrole = \"Coach\"\nimage = { file = \"a.jpg\", decorative = true }\n".to_owned()),
        (
            "content/schedule.toml",
            ["00:30\"\nend = \"02:00", "01:30\"\nend = \"02:30"]
                .map(|time| format!("[[sunday]]\nclass = \"night\"\ntrainer = \"ana\"\nstart = \"{time}\"\n"))
                .concat(),
        ),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let (printed, _) = run(&folder);
    assert_eq!(printed.matches("when the gym is closed").count(), 1, "{printed}");
}

/// A section that shows a text for numbers.
const COUNTED: [&str; 2] = [
    "help = \"How things are counted\"\n\n[field]\nposts = { type = \"plural\", range = [0, 3], help = \"Posts\" }\n",
    "<pre>{% for number in [0, 1, 2, 3, 5, 11, 21, 22, 100, 102, 1000, 1000000] %}{{ number }}: {{ section.posts[number] }}\n{% endfor %}\
     {{ section.posts|join(\"|\") }}</pre>\n",
];

/// What is shown for numbers in this language, of a text in these forms.
#[track_caller]
fn counted(language: &str, forms: &str) -> String {
    let folder = project(&format!("language = \"{language}\""), "[1]");
    for (path, text) in [
        (
            "content/pages/index.toml",
            format!(
                "title = \"Home\"\ndescription = \"A gym.\"\n\n[[section]]\ntype = \"counted\"\nposts = {forms}\n"
            ),
        ),
        ("templates/sections/counted/type.toml", COUNTED[0].to_owned()),
        ("templates/sections/counted/template.html", COUNTED[1].to_owned()),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    fs::remove_dir_all(folder.path().join("templates/sections/shown")).unwrap();
    let (printed, page) = run(&folder);
    let shown = page.split_once("<pre>").and_then(|(_, rest)| rest.split_once("</pre>"));
    format!("{language}\n{}", shown.unwrap_or_else(|| panic!("{printed}")).0)
}

#[test]
fn each_number_has_the_form_of_its_language() {
    let all = [
        ("en-KE", r#"{ one = "1 post", other = "{count} posts" }"#),
        ("fr-FR", r#"{ one = "{count} article", many = "{count} d’articles", other = "{count} articles" }"#),
        ("pt-PT", r#"{ one = "{count} artigo", other = "{count} artigos" }"#),
        (
            "ar-EG",
            r#"{ zero = "لا منشورات", one = "منشور واحد", two = "منشوران", few = "{count} منشورات", many = "{count} منشورًا", other = "{count} منشور" }"#,
        ),
        (
            "pl-PL",
            r#"{ one = "{count} wpis", few = "{count} wpisy", many = "{count} wpisów", other = "{count} wpisu" }"#,
        ),
        ("cs", r#"{ one = "{count} příspěvek", few = "{count} příspěvky", other = "{count} příspěvků" }"#),
        ("lv", r#"{ zero = "{count} rakstu", one = "{count} raksts", other = "{count} raksti" }"#),
        ("ja-JP", r#"{ other = "投稿{count}件" }"#),
    ];
    let shown: Vec<String> = all.iter().map(|(language, forms)| counted(language, forms)).collect();
    insta::assert_snapshot!("counted", shown.join("\n\n"));
}

#[test]
fn words_of_the_theme_are_in_the_forms_of_their_language() {
    let shown = |language: &str| {
        let folder = project(&format!("language = \"{language}\""), "[1]");
        let template = "{% for number in [1, 2, 3, 11, 100] %}<p>{{ blog.words.minutes[number] }}</p>\
                        <p>{{ search.words.found[number] }}</p>{% endfor %}";
        fs::write(
            folder.path().join("templates/sections/shown/template.html"),
            format!("<pre>{template}</pre>"),
        )
        .unwrap();
        let (printed, page) = run(&folder);
        let shown = page.split_once("<pre>").and_then(|(_, rest)| rest.split_once("</pre>"));
        let shown = shown.unwrap_or_else(|| panic!("{printed}")).0;
        format!("{language}\n{}", shown.replace("<p>", "").replace("</p>", "\n"))
    };
    let languages = ["en", "sw", "de", "fr", "es", "pt", "pt-PT", "ar"].map(shown);
    insta::assert_snapshot!("words_counted", languages.join("\n"));
}

/// The address in the footer of a gym in this language.
#[track_caller]
fn place(language: &str, address: &str) -> String {
    let (printed, page) = run(&project(&format!("language = \"{language}\"\n[address]\n{address}"), "[40]"));
    let (_, rest) =
        page.split_once("<address class=\"footer__place\">").unwrap_or_else(|| panic!("{printed}"));
    rest.split_once("</address>").unwrap().0.to_owned()
}

#[test]
fn addresses_run_in_the_order_of_the_language() {
    let leeds = "street = \"42 High Street\"\ncity = \"Leeds\"\npostcode = \"LS1 4DY\"";
    let span = |area: &str| format!("<span class=\"footer__place-area\">{area}</span>");
    assert_eq!(place("en-GB", leeds), format!("42 High Street {}", span("Leeds LS1 4DY")));
    let lyon = "street = \"42 rue de la Barre\"\ncity = \"Lyon\"\npostcode = \"69002\"";
    assert_eq!(place("fr-FR", lyon), format!("42 rue de la Barre {}", span("69002 Lyon")));
    let osaka = "street = \"中之島1丁目\"\narea = \"北区\"\ncity = \"大阪市\"\npostcode = \"530-0005\"\ncountry = \"日本\"";
    assert_eq!(place("ja-JP", osaka), span("〒530-0005 日本大阪市北区中之島1丁目"));
}

#[test]
fn where_a_date_has_hours_the_heading_is_not_that_of_closed_days() {
    let folder = project("language = \"en-GB\"", "[40]");
    let index = folder.path().join("content/pages/index.toml");
    let hours = "\n[[section]]\ntype = \"hours\"\nheading = \"Hours\"\n";
    fs::write(&index, fs::read_to_string(&index).unwrap() + hours).unwrap();
    let (printed, page) = run(&folder);
    assert!(page.contains(">Closed on these days<"), "{printed}");
    let site = folder.path().join("content/site.toml");
    let open = "\n[[closure]]\ndate = 2026-12-31\ncloses = \"13:00\"\nnote = \"New Year’s Eve\"\n";
    fs::write(&site, fs::read_to_string(&site).unwrap() + open).unwrap();
    let (printed, page) = run(&folder);
    assert!(page.contains(">Days with other hours<"), "{printed}");
    assert!(!page.contains(">Closed on these days<"), "{printed}");
}
