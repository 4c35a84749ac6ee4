//! Islands from their sources to markup.

mod project;
mod cache;

use project::{Project, bmi_props};

const GREETING: &str = r#"import { useId } from "react";
import type { BmiCalculatorProps } from "./props";

export default function BmiCalculator({ title }: BmiCalculatorProps) {
  const id = useId();
  return <p id={id}>{title} &amp; more</p>;
}
"#;

#[test]
fn an_island_is_markup_that_knows_its_script() {
    let project = Project::with("BmiCalculator", GREETING);
    let islands = project.islands();
    let html = islands.html("BmiCalculator", &bmi_props(), 0).expect("the island renders");
    let file = islands.file_starting("BmiCalculator-");
    assert!(
        html.starts_with(&format!(
            "<div data-island=\"BmiCalculator\" data-on=\"visible\" data-src=\"{file}\""
        )),
        "{html}"
    );
    assert!(html.ends_with("<p id=\"_i0R_0_\">Know your number<!-- --> &amp; more</p></div>"), "{html}");
    let second = islands.html("BmiCalculator", &bmi_props(), 7).expect("the island renders");
    assert!(second.contains("<p id=\"_i7R_0_\">"), "{second}");
}
