//! Components broken on purpose, and the diagnostics of each.

use insta::{assert_debug_snapshot, assert_snapshot};
use serde_json::json;

use super::project::{Project, bmi_props};

/// A calculator whose body is `body`, after `head` at the top of its file.
fn calculator(head: &str, body: &str) -> Project {
    let text = format!(
        "{head}import type {{ BmiCalculatorProps }} from \"./props\";\n\n\
         export default function BmiCalculator({{ title }}: BmiCalculatorProps) {{\n{body}}}\n"
    );
    Project::with("BmiCalculator", &text)
}

fn complaint(head: &str, body: &str) -> String {
    calculator(head, body).complaint("BmiCalculator", &bmi_props())
}

#[test]
fn throws() {
    assert_snapshot!(complaint(
        "",
        "  if (title) throw new Error(\"no title is good enough\");\n  return <p>{title}</p>;\n"
    ));
}

#[test]
fn throws_in_a_part() {
    let project = calculator(
        "import { Row } from \"./parts/Row\";\n",
        "  return <Row of={title as unknown as string[]} />;\n",
    );
    project.write(
        "components/parts/Row.tsx",
        "export function Row({ of }: { of: string[] }) {\n  return <p>{of.map((one) => one).join()}</p>;\n}\n",
    );
    assert_snapshot!(project.complaint("BmiCalculator", &bmi_props()));
}

#[test]
fn never_ends() {
    assert_snapshot!(complaint("", "  let n = 0;\n  while (title) n += 1;\n  return <p>{n}</p>;\n"));
}

#[test]
fn calls_itself_without_end() {
    assert_snapshot!(complaint("", "  return <BmiCalculator title={title} {...({} as never)} />;\n"));
}

#[test]
fn a_function_calls_itself_without_end() {
    let head = "const deeper = (n: number): number => deeper(n + 1) + 1;\n";
    assert_snapshot!(complaint(head, "  return <p>{deeper(0)}{title}</p>;\n"));
}

#[test]
fn takes_all_memory() {
    let body = "  const all: string[] = [];\n  for (;;) all.push(title.repeat(100000) + all.length);\n";
    assert_snapshot!(complaint("", body));
}

#[test]
fn reads_the_clock() {
    assert_snapshot!(complaint(
        "",
        "  const year = new Date().toISOString().slice(0, 4);\n  return <p>{title} {year}</p>;\n"
    ));
}

#[test]
fn counts_the_days_to_a_date() {
    let days =
        "  const days = Math.max(0, Math.min(400, (Date.parse(\"2027-01-01\") - Date.now()) / 86400000));\n";
    assert_snapshot!(complaint("", &format!("{days}  return <p>{{title}} {{days}}</p>;\n")));
}

#[test]
fn reads_the_clock_while_it_loads() {
    assert_snapshot!(complaint("const started = Date.now();\n", "  return <p>{title} {started}</p>;\n"));
}

#[test]
fn throws_dice() {
    assert_snapshot!(complaint("", "  return <p id={`a${Math.random()}`}>{title}</p>;\n"));
}

#[test]
fn counts_its_renderings() {
    let body = "  renderings += 1;\n  return <p>{title} {renderings}</p>;\n";
    assert_snapshot!(complaint("let renderings = 0;\n", body));
}

#[test]
fn formats_with_intl() {
    let body = "  return <p>{new Intl.NumberFormat(\"en\").format(title.length)}</p>;\n";
    assert_snapshot!(complaint("", body));
}

#[test]
fn formats_for_a_locale() {
    assert_snapshot!(complaint("", "  return <p>{title.length.toLocaleString()}</p>;\n"));
}

#[test]
fn shows_local_time() {
    assert_snapshot!(complaint("", "  return <p>{title}{new Date(0).getHours()}</p>;\n"));
}

#[test]
fn waits() {
    assert_snapshot!(complaint("", "  setTimeout(() => {}, 5);\n  return <p>{title}</p>;\n"));
}

#[test]
fn uses_the_document() {
    assert_snapshot!(complaint("", "  return <p>{title}{document.title}</p>;\n"));
}

#[test]
fn uses_node() {
    assert_snapshot!(complaint("", "  return <p>{title}{process.env.HOME}</p>;\n"));
}

#[test]
fn misspells_a_name() {
    assert_snapshot!(complaint("", "  return <p>{titel}</p>;\n"));
}

#[test]
fn waits_for_a_promise() {
    let head = "import { use } from \"react\";\n";
    assert_snapshot!(complaint(head, "  return <p>{use(Promise.resolve(title))}</p>;\n"));
}

#[test]
fn imports_from_node() {
    let head = "import { readFileSync } from \"node:fs\";\n";
    assert_snapshot!(complaint(head, "  return <p>{title}{String(readFileSync)}</p>;\n"));
}

#[test]
fn imports_what_is_not_there() {
    assert_snapshot!(complaint("import { Row } from \"./parts/Row\";\n", "  return <Row>{title}</Row>;\n"));
}

#[test]
fn imports_from_outside() {
    let project =
        calculator("import data from \"../content/data.json\";\n", "  return <p>{title}{data.a}</p>;\n");
    project.write("content/data.json", "{\"a\":1}");
    assert_snapshot!(project.complaint("BmiCalculator", &bmi_props()));
}

#[test]
fn is_no_typescript() {
    assert_snapshot!(complaint("", "  return <p>{title}</b>;\n"));
}

#[test]
fn exports_nothing() {
    let project = Project::with("BmiCalculator", "export function BmiCalculator() {\n  return null;\n}\n");
    assert_snapshot!(project.complaint("BmiCalculator", &bmi_props()));
}

#[test]
fn shows_an_object() {
    assert_snapshot!(complaint("", "  return <p>{{ title } as never}</p>;\n"));
}

#[test]
fn throws_where_it_waits() {
    let head =
        "import { Suspense } from \"react\";\nfunction Bad(): never {\n  throw new Error(\"late\");\n}\n";
    assert_snapshot!(complaint(head, "  return <Suspense fallback={title}><Bad /></Suspense>;\n"));
}

#[test]
fn writes_to_the_console() {
    assert_snapshot!(complaint("", "  console.log(\"title is\", title);\n  return <p>{title}</p>;\n"));
}

#[test]
fn is_reported_something_else() {
    let project = calculator("", "  return <p>{title.length}</p>;\n");
    assert_snapshot!("missing_field", project.complaint("BmiCalculator", &json!({ "kicker": "a" })));
}

#[test]
fn is_unknown() {
    let project = calculator("", "  return <p>{title}</p>;\n");
    project.write("components/parts/Row.tsx", "export const Row = 1;\n");
    project.write("components/timer.tsx", "export default function Timer() {\n  return null;\n}\n");
    let islands = project.islands();
    let reported = |name| islands.islands.named(name).map(|_| ()).expect_err("there is no such island");
    assert_debug_snapshot!("unknown", ["BmiCalcualtor", "Navigation", "parts/Row", "timer"].map(reported));
    let empty = Project::empty();
    assert_debug_snapshot!("unknown_in_empty", empty.islands().islands.named("Timer"));
}
