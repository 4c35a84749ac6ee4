//! Islands of built pages: where they are, what they are given, and what a page loads for one.

use super::project::{NOW, Project};

#[test]
fn a_page_preloads_the_modules_of_an_island_that_starts_at_once() {
    let project = Project::gym();
    project.replace(
        "templates/sections/bmi/template.html",
        "section.level}, on=\"interaction\")",
        "section.level}, on=\"load\")",
    );
    let site = project.build_at(NOW, &["--base-url", "https://example.org/gym/"]);
    let preloads = |page: &str| -> Vec<String> {
        let text = String::from_utf8(site[page].clone()).unwrap();
        let tags = text.split("<link rel=\"modulepreload\" href=\"").skip(1);
        tags.map(|tag| tag.split('"').next().unwrap().to_owned()).collect()
    };
    let home = preloads("index.html");
    assert!(home.iter().any(|path| path.starts_with("/gym/assets/chunk-")), "{home:?}");
    assert!(home.iter().any(|path| path.starts_with("/gym/assets/BmiCalculator-")), "{home:?}");
    for path in &home {
        assert!(site.contains_key(path.trim_start_matches("/gym/")), "{path} is there");
    }
    assert_eq!(preloads("about/index.html"), Vec::<String>::new());
}

#[test]
fn an_island_takes_a_component_and_a_line_in_a_template() {
    let project = Project::gym();
    project.write(
        "components/Slogan.tsx",
        "export default function Slogan({ words, of }: { words: string[]; of: { name: string } }) {\n  \
         return <p>{words.join(\" \")} {of.name}</p>;\n}\n",
    );
    project.write(
        "templates/sections/slogan/type.toml",
        "help = \"A slogan\"\n\n[field]\nwords = { type = \"text\", list = true, help = \"Its words\" }\n\
         name = { type = \"text\", help = \"Whose it is\" }\n",
    );
    project.write(
        "templates/sections/slogan/template.html",
        "<h1>{{ section.name }}</h1>{{ island(\"Slogan\", {\"words\": section.words, \"of\": {\"name\": section.name}}) }}",
    );
    project.write(
        "content/pages/slogan.toml",
        "title = \"Slogan\"\ndescription = \"What we say.\"\n\n\
         [[section]]\ntype = \"slogan\"\nwords = [\"come\", \"to\"]\nname = \"The Gym\"\n",
    );
    let site = project.build_at(NOW, &[]);
    let page = String::from_utf8(site["slogan/index.html"].clone()).unwrap();
    let island = page.split("<div data-island=\"Slogan\"").nth(1).unwrap().split("</div>").next().unwrap();
    let props = r#"data-props='{"words":["come","to"],"of":{"name":"The Gym"}}'"#;
    assert!(island.contains(props), "{island}");
    assert!(island.ends_with("<p>come to<!-- --> <!-- -->The Gym</p>"), "{island}");
    assert!(site.keys().any(|path| path.starts_with("assets/Slogan-")));
}

#[test]
fn a_short_view_that_shows_all_has_no_button_for_more() {
    let project = Project::gym();
    let has_button = |short: &str| {
        project.replace("content/pages/classes.toml", "short = 8", short);
        let site = project.build_at(NOW, &[]);
        project.replace("content/pages/classes.toml", short, "short = 8");
        String::from_utf8(site["classes/index.html"].clone()).unwrap().contains("classes__toggle")
    };
    assert!(has_button("short = 11"));
    assert!(!has_button("short = 12"));
}
