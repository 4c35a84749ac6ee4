//! The documents for managers: whatever they tell to write into content is right.

use std::{fs, path::Path, process::Command};

use tempfile::TempDir;

use crate::copy::bundles;

const SITE: &str =
    "name = \"Iron & Chalk\"\nbase_url = \"https://gym.example/\"\nphone = \"+254 700 000 146\"\n";

const PAGE: &str = "title = \"Home\"\ndescription = \"A gym.\"\n\n";

/// The blocks of TOML of a document.
fn blocks(document: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(document);
    let text = fs::read_to_string(path).unwrap();
    let blocks = text.split("```toml\n").skip(1);
    blocks.map(|block| block.split("```\n").next().unwrap().to_owned()).collect()
}

/// What `check` says of a site with these additions.
fn check(site: &str, sections: &str) -> String {
    let folder = TempDir::with_prefix_in("documents-", env!("CARGO_TARGET_TMPDIR")).unwrap();
    let root = folder.path();
    bundles::copy(root);
    fs::create_dir_all(root.join("content/pages")).unwrap();
    fs::write(root.join("content/site.toml"), format!("{SITE}\n{site}")).unwrap();
    fs::write(root.join("content/pages/index.toml"), format!("{PAGE}{sections}")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_gympress"))
        .args(["check", "--format", "short", "--now", "2026-11-20T12:00:00Z", "--root"])
        .arg(root)
        .output()
        .unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

#[test]
fn widgets_of_the_document_can_be_shown() {
    let (sections, tables): (Vec<_>, Vec<_>) =
        blocks("services.md").into_iter().partition(|block| block.starts_with("[[section]]"));
    let services = "[services]\nframes = [\"https://calendly.com\", \"https://www.youtube-nocookie.com\"]\n\
        scripts = [\"https://widgets.mindbodyonline.com\", \"https://static.elfsight.com\"]\n";
    assert!(sections.len() >= 4 && tables.len() >= 4);
    let said = check(services, &sections.join("\n"));
    assert!(!said.contains("error["), "{said}");
    for table in tables {
        let said = check(&table, "[[section]]\ntype = \"contact\"\nheading = \"Come by\"\n");
        assert!(!said.contains("error["), "{table}\n{said}");
    }
}
