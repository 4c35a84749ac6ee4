//! What a page asks for where an island comes to life at once.

use crate::project::{NOW, Project};

#[test]
fn a_page_preloads_the_modules_of_an_island_that_starts_at_once() {
    let project = Project::shipped();
    project.replace(
        "templates/pages/home.html",
        "island(\"BmiCalculator\", bmi_calculator, on=\"interaction\")",
        "island(\"BmiCalculator\", bmi_calculator, on=\"load\")",
    );
    let site = project.build_at(NOW, &["--base-url", "https://example.org/gym/"]);
    let preloads = |page: &str| -> Vec<String> {
        let text = String::from_utf8(site[page].clone()).unwrap();
        let tags = text.split("<link rel=\"modulepreload\" href=\"").skip(1);
        tags.map(|tag| tag.split('"').next().unwrap().to_owned()).collect()
    };
    let home = preloads("index.html");
    assert!(home.iter().any(|path| path.starts_with("/gym/assets/react-")), "{home:?}");
    assert!(home.iter().any(|path| path.starts_with("/gym/assets/BmiCalculator-")), "{home:?}");
    for path in &home {
        assert!(site.contains_key(path.trim_start_matches("/gym/")), "{path} is there");
    }
    assert_eq!(preloads("about/index.html"), Vec::<String>::new());
}
