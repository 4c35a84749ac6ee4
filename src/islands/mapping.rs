//! The part of a source map that maps a line of the server bundle to the line of the component.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::source::paths::{normalize_lexically, to_slash};

/// A place in a file of the project.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(super) struct SourcePosition {
    /// Relative to the root.
    pub path: String,
    /// Counted from 1.
    pub line: u32,
    /// In UTF-16 units, counted from 1.
    pub column: u32,
}

/// The lines of the bundle that come from the project's own files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mapping {
    files: Vec<String>,
    /// Line and column of the bundle, then file, line and column of the source; all counted from 0,
    /// in order. No file where the bundle's text isn't the project's.
    points: Vec<Point>,
}

/// Line and column in the bundle, and where that comes from.
type Point = (u32, u32, Option<Origin>);

/// File, line and column of a source.
type Origin = (u32, u32, u32);

#[derive(Deserialize)]
struct SourceMap {
    sources: Vec<String>,
    mappings: String,
}

impl Mapping {
    /// Takes from the source map at `map`, with paths relative to its folder, what is below `root`'s
    /// components.
    pub fn read(json: &str, folder: &Path, root: &Path) -> Result<Self, serde_json::Error> {
        let map: SourceMap = serde_json::from_str(json)?;
        let mut files = Vec::new();
        let ours: Vec<Option<u32>> = map
            .sources
            .iter()
            .map(|source| {
                let path = to_slash(normalize_lexically(&folder.join(source)).strip_prefix(root).ok()?);
                path.starts_with("components/").then(|| {
                    files.push(path);
                    u32::try_from(files.len() - 1).unwrap_or(u32::MAX)
                })
            })
            .collect();
        let mut points = Vec::new();
        let mut source = [0_i64; 3];
        for (line, segments) in map.mappings.split(';').enumerate() {
            let mut column = 0;
            for segment in segments.split(',').filter(|segment| !segment.is_empty()) {
                let numbers = decode(segment);
                column += numbers.first().copied().unwrap_or(0);
                for (total, change) in source.iter_mut().zip(numbers.iter().skip(1)) {
                    *total += change;
                }
                let narrow = |number: i64| u32::try_from(number).unwrap_or(0);
                let file =
                    usize::try_from(source[0]).ok().and_then(|index| ours.get(index).copied().flatten());
                let point = file
                    .filter(|_| numbers.len() > 1)
                    .map(|file| (file, narrow(source[1]), narrow(source[2])));
                let line = u32::try_from(line).unwrap_or(u32::MAX);
                // Of code that isn't the project's, where it begins is all that matters.
                if point.is_some() || points.last().is_none_or(|(_, _, last): &Point| last.is_some()) {
                    points.push((line, narrow(column), point));
                }
            }
        }
        Ok(Self { files, points })
    }

    /// Where the project's text is that became the bundle's at this line and column, both from 1.
    pub fn place(&self, line: u32, column: u32) -> Option<SourcePosition> {
        let at = (line.checked_sub(1)?, column.saturating_sub(1));
        let next = self.points.partition_point(|(line, column, _)| (*line, *column) <= at);
        let (file, line, column) = self.points.get(next.checked_sub(1)?)?.2?;
        Some(SourcePosition {
            path: self.files.get(file as usize)?.clone(),
            line: line + 1,
            column: column + 1,
        })
    }

    /// The first line of the project in a stack trace of the engine, such as
    /// `    at BmiCalculator (server.js:120:14)`.
    pub fn first_place(&self, stack: &str) -> Option<SourcePosition> {
        stack.lines().find_map(|line| {
            let mut parts = line.trim().trim_end_matches(')').rsplitn(3, ':');
            let column = parts.next()?.parse().ok()?;
            let line = parts.next()?.parse().ok()?;
            self.place(line, column)
        })
    }
}

/// The numbers of a segment, in base 64 with a sign in the lowest bit.
fn decode(segment: &str) -> Vec<i64> {
    let mut numbers = Vec::with_capacity(5);
    let (mut value, mut shift) = (0_i64, 0_u32);
    for byte in segment.bytes() {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            _ => 63,
        };
        value |= i64::from(digit & 31).checked_shl(shift).unwrap_or(0);
        shift += 5;
        if digit & 32 == 0 {
            numbers.push(if value & 1 == 1 { -(value >> 1) } else { value >> 1 });
            (value, shift) = (0, 0);
        }
    }
    numbers
}
