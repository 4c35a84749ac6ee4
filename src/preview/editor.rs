//! Which editor is installed, and the URL that makes it open a file at a place.

use std::path::Path;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::{diagnostic::Position, paths::to_slash};

/// An editor that opens files by address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Editor {
    /// Visual Studio Code and its relatives, by the scheme of their addresses.
    Code(&'static str),
    /// Zed.
    Zed,
    /// The editors of JetBrains.
    Idea,
    /// Sublime Text, and others that took over its form.
    Sublime,
}

/// What may stand in a path within an address.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_').remove(b':');

impl Editor {
    /// The editor that a command such as `code --wait` starts. Returns `None` if it can't be reached by address.
    pub fn from_command(command: &str) -> Option<Self> {
        let program = command.split_ascii_whitespace().next()?;
        let name = Path::new(program).file_stem()?.to_str()?;
        Some(match name {
            "code" => Self::Code("vscode"),
            "code-insiders" => Self::Code("vscode-insiders"),
            "codium" | "vscodium" => Self::Code("vscodium"),
            "cursor" => Self::Code("cursor"),
            "windsurf" => Self::Code("windsurf"),
            "zed" | "zeditor" => Self::Zed,
            "idea" | "webstorm" | "rustrover" | "phpstorm" | "pycharm" => Self::Idea,
            "subl" | "sublime_text" => Self::Sublime,
            _ => return None,
        })
    }

    /// The address that opens `file` at `at`.
    pub(super) fn link(self, file: &Path, at: Position) -> String {
        let path = to_slash(file);
        let path = utf8_percent_encode(path.trim_start_matches('/'), PATH);
        let Position { line, column } = at;
        match self {
            Self::Code(scheme) => format!("{scheme}://file/{path}:{line}:{column}"),
            Self::Zed => format!("zed://file/{path}:{line}:{column}"),
            Self::Idea => format!("idea://open?file=/{path}&line={line}&column={column}"),
            Self::Sublime => format!("subl://open?url=file:///{path}&line={line}&column={column}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Editor;
    use crate::diagnostic::Position;

    #[test]
    fn an_editor_is_known_by_its_command() {
        let editor = Editor::from_command("/usr/bin/code --wait").expect("an editor");
        let link = editor.link(Path::new("/home/a b/content/site.toml"), Position { line: 3, column: 7 });
        assert_eq!(link, "vscode://file/home/a%20b/content/site.toml:3:7");
        assert_eq!(Editor::from_command("vim"), None);
        assert_eq!(Editor::from_command(""), None);
    }
}
