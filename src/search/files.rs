//! The files of the index: texts, deflated here, because not every host compresses what it sends, and named after what
//! they hold.

use std::{collections::BTreeMap, io::Write};

use flate2::{Compression, write::DeflateEncoder};
use rayon::prelude::*;

use super::lines::ListPart;
use crate::{
    diagnostic::FileId,
    output::{Artifact, Bytes, Origin, OutputPath},
};

/// Where the parts are: with the other files that have a hash in their names.
pub(super) const FOLDER: &str = "assets/search";

/// Signs of a name, which are the same to file systems that know no case.
const SIGNS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// How many signs a name has.
const NAME: usize = 6;

/// Deflates one text after the other.
pub(super) struct Deflater(DeflateEncoder<Vec<u8>>);

impl Deflater {
    /// As small as can be, for one file.
    pub fn best() -> Self {
        Self(DeflateEncoder::new(Vec::new(), Compression::best()))
    }

    /// Fast, for thousands of them: lists of posts hardly get smaller with more effort.
    pub fn fast() -> Self {
        Self(DeflateEncoder::new(Vec::new(), Compression::fast()))
    }

    /// The sections, a line or more each. Their signs have little in common, so each is written with codes of its own.
    pub fn deflate(&mut self, sections: &[&str]) -> Vec<u8> {
        let mut write = || {
            for (number, section) in sections.iter().enumerate() {
                if number > 0 {
                    self.0.write_all(b"\n")?;
                    self.0.flush()?;
                }
                self.0.write_all(section.as_bytes())?;
            }
            self.0.reset(Vec::new())
        };
        // A list in memory takes whatever is written.
        write().unwrap_or_default()
    }
}

/// The parts of all lists.
pub(super) struct Parts {
    origin: FileId,
    pub files: BTreeMap<OutputPath, Artifact>,
}

impl Parts {
    /// None yet. Mistakes in them are reported at the file `origin`.
    pub fn new(origin: FileId) -> Self {
        Self { origin, files: BTreeMap::new() }
    }

    /// Adds the parts of a list. Returned are what each begins with, and their names.
    pub fn add_list(&mut self, parts: &[ListPart]) -> [String; 2] {
        let from: Vec<&str> = parts.iter().map(|part| part.from.as_str()).collect();
        [from.join(" "), self.add_all(parts, |part| part.text.sections()).concat()]
    }

    /// Adds parts of these sections, and returns their names.
    pub fn add_all<P: Sync>(
        &mut self,
        parts: &[P],
        sections: impl for<'p> Fn(&'p P) -> Vec<&'p str> + Sync,
    ) -> Vec<String> {
        let deflate = |deflater: &mut Deflater, part| deflater.deflate(&sections(part));
        let deflated: Vec<_> = parts.par_iter().map_init(Deflater::fast, deflate).collect();
        deflated.into_iter().map(|bytes| self.add(bytes)).collect()
    }

    fn add(&mut self, bytes: Vec<u8>) -> String {
        let address = |name: &str| format!("{FOLDER}/{name}.bin");
        let has_other = |name: &str| match self.files.get(address(name).as_str()) {
            Some(Artifact { bytes: Bytes::Ready(known), .. }) => **known != *bytes,
            _ => false,
        };
        let name = free_name(&bytes, has_other);
        let file = Artifact::hashed(&address(&name), bytes, Origin { content: self.origin, template: None });
        self.files.extend(file.map(|file| (file.path.clone(), file)));
        name
    }
}

/// A short name for what these bytes are. Of a thousand parts two may well come to the same; the second has another.
fn free_name(bytes: &[u8], is_taken: impl Fn(&str) -> bool) -> String {
    let mut hash = blake3::Hasher::new().update(bytes).finalize_xof();
    loop {
        let mut name = [0; NAME];
        hash.fill(&mut name);
        #[expect(clippy::indexing_slicing, reason = "there are 32 signs")]
        let name: String = name.iter().map(|byte| char::from(SIGNS[usize::from(byte % 32)])).collect();
        if !is_taken(&name) {
            return name;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::{Deflater, free_name};

    #[test]
    fn a_name_that_is_taken_is_followed_by_another() {
        let first = free_name(b"part", |_| false);
        let second = free_name(b"part", |name| name == first);
        assert!(first != second && first.len() == second.len());
        assert_eq!(second, free_name(b"part", |name| name == first));
    }

    #[test]
    fn each_file_is_a_stream_of_its_own() {
        let mut deflater = Deflater::fast();
        for sections in [vec!["keys", "values"], vec!["", ""], vec!["posts"]] {
            let bytes = deflater.deflate(&sections);
            let mut text = String::new();
            flate2::bufread::DeflateDecoder::new(bytes.as_slice()).read_to_string(&mut text).unwrap();
            assert_eq!(text, sections.join("\n"));
        }
    }
}
