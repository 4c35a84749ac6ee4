//! The user's specification, statement by statement, looked up in the built pages.

use std::{collections::BTreeMap, fs, path::Path, process::Command, sync::LazyLock};

/// The built pages by their path, as source.
static PAGES: LazyLock<BTreeMap<String, String>> = LazyLock::new(build);

fn build() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let out = folder.path().join("dist");
    let output = Command::new(env!("CARGO_BIN_EXE_gympress"))
        .args(["build", "--now", "2026-11-20T12:00:00+03:00", "--root"])
        .arg(root)
        .arg("--out")
        .arg(&out)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let files = walkdir::WalkDir::new(&out).into_iter().filter_map(Result::ok);
    files
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "html"))
        .map(|entry| {
            let path = entry.path().strip_prefix(&out).unwrap().to_string_lossy().replace('\\', "/");
            (format!("/{}", path.trim_end_matches("index.html")), fs::read_to_string(entry.path()).unwrap())
        })
        .collect()
}

fn source(path: &str) -> &'static str {
    PAGES.get(path).unwrap_or_else(|| panic!("there is no page {path}"))
}

/// What a visitor reads: tags taken out, entities resolved, white space folded.
fn text(path: &str) -> String {
    let (mut out, mut inside) = (String::new(), false);
    for c in source(path).chars() {
        match c {
            '<' => inside = true,
            '>' => {
                inside = false;
                out.push(' ');
            }
            c if !inside => out.push(c),
            _ => {}
        }
    }
    let plain = out.replace("&#39;", "'").replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">");
    plain.replace("&amp;", "&").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn says(path: &str, statements: &[&str]) {
    let text = text(path);
    for statement in statements {
        assert!(text.contains(statement), "{path} does not say \"{statement}\"");
    }
}

/// The statements stand on the page one after the other.
#[track_caller]
fn says_in_order(path: &str, statements: &[&str]) {
    let text = text(path);
    let mut from = 0;
    for statement in statements {
        let at = text[from..].find(statement);
        from += at.unwrap_or_else(|| panic!("{path} does not say \"{statement}\" after the one before"))
            + statement.len();
    }
}

/// The whole of the first element that begins with `start`, up to `end`.
#[track_caller]
fn part(path: &str, start: &str, end: &str) -> &'static str {
    let source = source(path);
    let from = source.find(start).unwrap_or_else(|| panic!("{path} has no {start}"));
    let to = source[from..].find(end).unwrap_or_else(|| panic!("{path} has no {end}"));
    &source[from..from + to]
}

#[track_caller]
fn links(path: &str, to: &[&str]) {
    for to in to {
        assert!(source(path).contains(&format!("href=\"{to}\"")), "{path} has no link to {to}");
    }
}

#[test]
fn every_route_is_a_folder_with_a_page() {
    let mut expected: Vec<String> = ["", "contact", "login", "signup", "classes", "pricing", "blog", "about"]
        .iter()
        .map(|route| if route.is_empty() { "/".to_owned() } else { format!("/{route}/") })
        .collect();
    let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    expected.extend(days.map(|day| format!("/schedule/{day}/")));
    expected.extend(
        ["/schedule/", "/gallery/", "/gallery/page-1/", "/gallery/page-2/", "/404.html"].map(str::to_owned),
    );
    for path in expected {
        source(&path);
    }
    let posts = PAGES.keys().filter(|path| path.starts_with("/blog/") && path.matches('/').count() == 3);
    assert_eq!(posts.count(), 7, "a page for each of the seven posts");
}

#[test]
fn every_page_has_the_navigation_and_the_side_panel() {
    for path in PAGES.keys().filter(|path| *path != "/gallery/") {
        says_in_order(
            path,
            &["Home", "About", "Gallery", "Schedule", "Blog", "Pricing", "Classes", "Contact"],
        );
        links(
            path,
            &[
                "/",
                "/about/",
                "/gallery/page-1/",
                "/schedule/monday/",
                "/blog/",
                "/pricing/",
                "/classes/",
                "/contact/",
                "/signup/",
            ],
        );
        says(path, &["About us", "Join Now", "Follow us", "+254 700 000 146", "karibu@jashohouse.example"]);
        let gallery = part(path, "panel__gallery", "</ul>");
        assert_eq!(gallery.matches("<img").count(), 6, "{path}: three columns by two rows");
    }
}

#[test]
fn every_page_has_the_footer() {
    for path in PAGES.keys().filter(|path| *path != "/gallery/") {
        says(path, &["Monday-Friday 7:00am-9:00pm", "Saturday 7:00am-7:00pm", "Sunday closed", "© 2026"]);
    }
}

#[test]
fn home_shows_its_sections_in_order() {
    says_in_order(
        "/",
        &[
            "find your energy",
            "make your body fit & perfect",
            "Progression",
            "Workout",
            "Nutritions",
            "who we are",
            "professional trainers",
            "modern equipments",
            "fancy gym machines",
            "our classes",
            "take a tour",
            "why choose us",
            "Fitness Training",
            "Modern Gym Equipments",
            "Gym Bag Equipments",
            "Fresh drinking Water",
            "Need a Fitness Trainer?",
            "+254 700 000 146",
            "gym trainers",
            "Team Of Expert Coaches",
            "PRICING CHART",
            "Exclusive Pricing Plan",
            "Our Recent News",
        ],
    );
    for anchor in ["home", "about", "featured", "blog", "gallery", "pricing", "team"] {
        assert!(source("/").contains(&format!("id=\"{anchor}\"")), "no anchor {anchor}");
    }
    links("/", &["/classes/"]);
}

#[test]
fn home_shows_the_featured_slots() {
    says_in_order(
        "/",
        &[
            "Cycling Wednesday 9:00am-10:00am",
            "Karate Friday 10:00am-11:00am",
            "Power Saturday 9:00am-10:00am",
            "Meditation Friday 1:00pm-2:00pm",
            "Martial Arts Sunday 6:00pm-7:00pm",
            "Workout Monday 4:00pm-5:00pm",
        ],
    );
    says("/", &["Join Us"]);
}

#[test]
fn home_shows_three_trainers_with_their_social_icons() {
    says("/", &["Yoga Trainer", "Crossfit Trainer", "Personal Trainer"]);
    let team = part("/", "id=\"team\"", "id=\"pricing\"");
    for network in ["Facebook", "Twitter", "Instagram", "Email"] {
        assert_eq!(team.matches(&format!("{network}</span>")).count(), 3, "{network}");
    }
}

#[test]
fn plans_are_two_rows_of_three() {
    for path in ["/", "/pricing/"] {
        says_in_order(
            path,
            &[
                "Daily",
                "KSH 400",
                "Two weeks",
                "KSH 2,500",
                "One Month",
                "KSH 4,000",
                "3 Months",
                "KSH 11,500",
                "6 Months",
                "KSH 22,500",
                "1 Year",
                "KSH 42,000",
            ],
        );
        let source = source(path);
        assert_eq!(source.matches("class=\"plans__row\"").count(), 2, "{path}");
        assert_eq!(source.matches("purchase now").count(), 6, "{path}");
    }
}

#[test]
fn home_shows_five_pictures_and_three_posts() {
    assert_eq!(part("/", "id=\"gallery\"", "</section>").matches("<img").count(), 5);
    let news = part("/", "id=\"blog\"", "</section>");
    assert_eq!(news.matches("11.03.2022").count(), 3);
    assert_eq!(news.matches("Read more").count(), 3);
    assert!(news.contains("href=\"/blog/\""));
}

#[test]
fn home_has_the_calculator_with_the_bands_as_specified() {
    says_in_order("/", &["Weight", "Height", "Calculate"]);
    says_in_order(
        "/",
        &["Underweight", "18.5", "Normal", "18.5", "24.9", "Overweight", "25", "29.9", "Obese"],
    );
}

#[test]
fn contact_has_four_blocks_a_form_and_a_lazy_map() {
    says(
        "/contact/",
        &["Contact Us", "Leave Us Your Info", "Full Name", "Email Address", "Comment", "Nairobi, Kenya"],
    );
    assert_eq!(text("/contact/").matches("Mon to Fri 7:30 am - 10:00 am").count(), 2);
    let options = part("/contact/", "<select", "</select>");
    let titles = [
        "Select Class",
        "Body Building",
        "Boxing",
        "Running",
        "Fitness",
        "Yoga",
        "Workout",
        "Karate",
        "Meditation",
        "Cycling",
    ];
    let mut from = 0;
    for title in titles {
        from += options[from..]
            .find(&format!(">{title}</option>"))
            .unwrap_or_else(|| panic!("no option {title}"));
    }
    assert_eq!(options.matches("<option").count(), titles.len());
    let form = part("/contact/", "<form", "</form>");
    assert_eq!(form.matches(" required").count(), 2, "name and email, and nothing else");
    assert!(part("/contact/", "<iframe", ">").contains("loading=\"lazy\""));
}

#[test]
fn the_forms_lead_to_each_other() {
    says("/login/", &["Sign In", "Email", "Password", "New to Jasho House?", "Sign Up", "Test account"]);
    links("/login/", &["/signup/"]);
    says("/signup/", &["Sign Up", "Email", "Password", "Already have account?", "Sign In"]);
    links("/signup/", &["/login/"]);
    for path in ["/login/", "/signup/"] {
        assert!(
            source(path).contains("type=\"email\"") && source(path).contains("type=\"password\""),
            "{path}"
        );
    }
}

#[test]
fn classes_shows_twelve_cards_of_which_eight_are_the_short_view() {
    says_in_order(
        "/classes/",
        &[
            "Cycling",
            "Meditation",
            "Boxing",
            "Karate",
            "Power Lifting",
            "Workout",
            "Crossfit",
            "Running",
            "Body Building",
            "Mma",
            "Yoga",
            "Fitness",
        ],
    );
    let source = source("/classes/");
    assert_eq!(source.matches("<li class=\"class-card").count(), 12);
    assert_eq!(source.matches("classes__more").count(), 4);
    says("/classes/", &["show more"]);
}

#[test]
fn blog_lists_seven_posts_and_its_sidebar() {
    let text = text("/blog/");
    assert_eq!(text.matches("By Admin | March 11, 2022 | Yoga").count(), 7);
    assert_eq!(text.matches("purchase now").count(), 7);
    says(
        "/blog/",
        &[
            "34% Flat Discount",
            "Body Building 4",
            "Boxing 4",
            "Crossfit 4",
            "Fitness 4",
            "Meditation 4",
            "Yoga 4",
        ],
    );
    assert!(source("/blog/").contains("placeholder=\"Search...\""));
    assert_eq!(part("/blog/", "class=\"recent\"", "</ul>").matches("<li").count(), 5);
    says_in_order(
        "/blog/",
        &["Popular tags", "Crossfit", "Fitness", "Gym", "Meditation", "Running", "Workout", "Yoga", "Boxing"],
    );
}

#[test]
fn each_day_has_its_classes() {
    let week = [
        ("monday", &["Fitness", "Body Building", "Running", "Cycling"][..]),
        ("tuesday", &["Boxing", "Yoga", "Crossfit"]),
        ("wednesday", &["Cycling", "Body Building", "Fitness", "Running"]),
        ("thursday", &["Fitness", "Body Building", "Running"]),
        ("friday", &["Crossfit", "Karate", "Meditation", "Workout"]),
        ("saturday", &["Power Lifting", "Boxing", "Yoga"]),
        ("sunday", &["Fitness", "Body Building", "Running", "Cycling"]),
    ];
    for (day, classes) in week {
        let path = format!("/schedule/{day}/");
        let table = part(&path, "class=\"slots tube\"", "</ol>");
        let mut from = 0;
        for class in classes {
            from +=
                table[from..].find(&format!(">{class}<")).unwrap_or_else(|| panic!("{day} has no {class}"));
        }
        assert_eq!(table.matches("Join Now").count(), classes.len(), "{day}");
        assert_eq!(table.matches("/contact/?class=").count(), classes.len(), "{day}");
        let tabs = part(&path, "<nav class=\"days\"", "</nav>");
        assert!(
            tabs.contains(&format!("href=\"/schedule/{day}/\" data-day=\"{day}\" aria-current=\"page\"")),
            "{day}"
        );
        assert_eq!(tabs.matches("aria-current").count(), 1, "{day}");
    }
    says(
        "/schedule/monday/",
        &["9:00am-10:00am", "4:00pm-5:00pm", "6:00pm-7:00pm", "10:00pm-11:00pm", "Schedule by Day"],
    );
}

#[test]
fn the_gallery_has_eight_pictures_then_four() {
    for (path, ids) in [("/gallery/page-1/", 1..=8), ("/gallery/page-2/", 9..=12)] {
        assert_eq!(source(path).matches("class=\"frame shot\"").count(), ids.clone().count(), "{path}");
        assert_eq!(source(path).matches("alt=\"gallery_img\"").count(), ids.clone().count(), "{path}");
        for id in ids {
            assert!(source(path).contains(&format!("id=\"photo-{id}\"")), "{path} has no picture {id}");
        }
    }
    let pager = part("/gallery/page-1/", "<nav class=\"pager\"", "</nav>");
    assert!(pager.contains("href=\"/gallery/page-1/\" aria-current=\"page\""));
    assert_eq!(pager.matches("href=\"/gallery/page-2/\"").count(), 2, "the number and the arrows");
    assert_eq!(
        part("/gallery/page-2/", "<nav class=\"pager\"", "</nav>")
            .matches("href=\"/gallery/page-1/\"")
            .count(),
        2
    );
    assert!(source("/gallery/").contains("url=/gallery/page-1/"));
}

#[test]
fn about_tells_who_we_are_and_our_history() {
    says(
        "/about/",
        &[
            "About Us",
            "who we are",
            "We Will Give You Strength and Health",
            "personalized fitness and nutrition plan",
            "contact us",
        ],
    );
    assert_eq!(text("/about/").matches("Our History").count(), 2);
    links("/about/", &["/contact/"]);
    assert_eq!(
        part("/about/", "class=\"story__figures\"", "</div>").matches("alt=\"\"").count(),
        3,
        "decorative"
    );
}

#[test]
fn the_error_screen_has_its_title_and_a_way_home() {
    says("/404.html", &["Unexpected Application Error!", "404 Not Found"]);
    links("/404.html", &["/"]);
}

#[test]
fn what_people_come_for_is_in_the_first_view() {
    for (path, plans) in [("/pricing/", "plans plans--list"), ("/", "plans rail")] {
        assert!(source(path).contains(&format!("class=\"{plans}\"")), "{path}");
    }
    for (path, banner) in [("/pricing/", "stage hero banner banner--short"), ("/about/", "stage hero banner")]
    {
        assert!(source(path).contains(&format!("class=\"{banner}\"")), "{path}");
    }
}
