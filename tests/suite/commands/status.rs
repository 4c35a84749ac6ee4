//! Exit statuses, and where each kind of message goes.

use std::{fs, process::Command};

use super::project::{NOW, Project};

#[test]
fn done_is_0() {
    let project = Project::gym();
    let run = project.run(&["check", "--deny-warnings", "--now", NOW]).exits(0);
    assert!(run.out.is_empty(), "{}", run.out);
    project.run(&["build", "--now", NOW]).exits(0);
    let published = project.published();
    for page in [
        "index.html",
        "schedule/monday/index.html",
        "gallery/page-2/index.html",
        "classes/index.html",
        "404.html",
    ] {
        assert!(published.contains_key(page), "{page}");
    }
}

#[test]
fn mistakes_are_1_and_publish_nothing() {
    let project = Project::gym();
    let before = project.build();
    project.replace("content/schedule.toml", "class = \"", "class = \"no-such-");
    project.replace("content/site.toml", "name = \"", "name = \"Another ");
    let run = project.run(&["build", "--now", NOW]).exits(1);
    assert!(run.err.contains("there is no class \"no-such-"), "{}", run.err);
    assert!(project.published() == before, "the site is as it was");
}

#[test]
fn warnings_are_0_unless_they_are_denied() {
    let project = Project::gym();
    let schedule = project.read("content/schedule.toml").replace("allow = [", "# allow = [");
    project.write("content/schedule.toml", &schedule);
    project.replace("content/plans/one-month.toml", "title = \"", "allow = [\"two-featured\"]\ntitle = \"");
    let run = project.run(&["check", "--now", NOW]).exits(0);
    assert!(run.err.contains("warning["), "{}", run.err);
    project.run(&["check", "--deny-warnings", "--now", NOW]).exits(1);
}

#[test]
fn wrong_usage_is_2() {
    let project = Project::gym();
    project.run(&["build", "--no-such-option"]).exits(2);
    project.run(&["build", "--now", "yesterday"]).exits(2);
    project.run(&["build", "--base-url", "gym"]).exits(2);
    for doubled in ["https://example.org/gym//", "https://example.org//", "https://example.org//gym/"] {
        let run = project.run(&["build", "--base-url", doubled]).exits(2);
        assert!(run.err.contains("with single slashes"), "{}", run.err);
    }
    project.run(&["build", "--format", "xml"]).exits(2);
    project.run(&["check", "--format", "xml"]).exits(2);
    project.run(&["no-such-command"]).exits(2);
}

#[test]
fn a_machine_that_fails_is_3() {
    let project = Project::gym();
    fs::write(project.path("dist"), "a file where the folder should be").unwrap();
    let run = project.run(&["build", "--now", NOW]).exits(3);
    assert!(run.err.contains("dist"), "{}", run.err);

    let project = Project::gym();
    fs::create_dir(project.path("dist")).unwrap();
    project.write("dist/thesis.txt", "the only copy");
    let run = project.run(&["build", "--now", NOW]).exits(3);
    assert!(run.err.contains("dist"), "{}", run.err);
    assert_eq!(project.read("dist/thesis.txt"), "the only copy");
}

#[test]
fn mistakes_are_reported_even_if_a_tool_is_missing() {
    // No packages are above this folder, nor beside this copy of the program.
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("gympress");
    fs::copy(env!("CARGO_BIN_EXE_gympress"), &program).unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("content/site.toml", "name = \"Iron\"\nbase_url = \"https://iron.example/\"\nnmae = \"x\"\n");
    write(
        "content/pages/index.toml",
        "title = \"Iron\"\ndescription = \"A gym.\"\n\n[[section]]\ntype = \"text\"\nbody = \"Lift.\"\n",
    );
    write("components/Own.tsx", "export default function Own() { return <p>Own</p>; }\n");
    for command in ["check", "build"] {
        let output = Command::new(&program).arg(command).current_dir(folder.path()).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{command}: {err}");
        assert!(err.contains("nmae") && err.contains("esbuild"), "{command}: {err}");
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_3() {
    // Not even root makes folders in a file.
    let project = Project::gym();
    project.write("a-file", "");
    let out = project.path("a-file/dist");
    let run = project.run(&["build", "--now", NOW, "--out", &out.to_string_lossy()]).exits(3);
    assert!(run.err.contains("a-file"), "{}", run.err);
}

#[test]
fn a_root_without_content_is_3_and_reported_so() {
    let empty = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_gympress"))
        .args(["check", "--root"])
        .arg(empty.path())
        .output()
        .unwrap();
    let reported = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{reported}");
    assert!(reported.contains("no content folder") && reported.contains("--root"), "{reported}");
}

#[test]
fn every_command_has_help_with_an_example() {
    let commands = [
        "build",
        "check",
        "serve",
        "new",
        "schema",
        "licences",
        "completions",
        "explain",
        "fix",
        "init",
        "rename",
        "theme",
    ];
    for command in commands {
        let output = Command::new(env!("CARGO_BIN_EXE_gympress")).args([command, "--help"]).output().unwrap();
        let reported = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && reported.contains(&format!("gympress {command}")), "{reported}");
        assert!(reported.contains("Example"), "{reported}");
    }
}

#[test]
fn completions_are_scripts_of_each_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output =
            Command::new(env!("CARGO_BIN_EXE_gympress")).args(["completions", shell]).output().unwrap();
        assert!(output.status.success() && output.stdout.len() > 500, "{shell}");
    }
}

#[test]
fn licences_are_those_inside_or_where_they_are_to_be_found() {
    let output = Command::new(env!("CARGO_BIN_EXE_gympress")).arg("licences").output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{printed}");
    let expected = match cfg!(bundled) {
        true => ["\nreact-dom ", "\njpeg-encoder ", "OFL-1.1"],
        false => ["compiled without the licences", "node release/licences.js", "Cargo.lock"],
    };
    for words in expected {
        assert!(printed.contains(words), "{words} in {printed}");
    }
}

#[cfg(unix)]
#[test]
fn pipes_are_reported_and_nothing_waits_for_them() {
    let gym = Project::gym();
    let pipes = ["content/classes/pipe.toml", "content/static/pipe", "templates/pipe.html"];
    for pipe in pipes {
        fs::create_dir_all(gym.path(pipe).parent().unwrap()).unwrap();
        assert!(Command::new("mkfifo").arg(gym.path(pipe)).status().unwrap().success());
    }
    let run = gym.run(&["check", "--format", "short"]).exits(1);
    for pipe in pipes {
        assert!(run.err.contains(&format!("{pipe} can't be read: it is no regular file")), "{}", run.err);
    }
}
