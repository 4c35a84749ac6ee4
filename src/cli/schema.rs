//! `gympress schema`

use std::fs;

use super::{Status, Streams, arguments::Schema, project};
use crate::{
    content::{self, Kind},
    diagnostic::Diagnostics,
    failure::Failure,
    site,
};

pub(super) fn run(options: &Schema, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    // Mistakes don't matter here: the schemas are what helps to mend them.
    let mut found = Diagnostics::default();
    let sources = project::read(&options.root.root, &mut found)?;
    let content = content::decode(&sources, &mut found);
    let ids = site::ids(&content, &sources);
    let folder = options.out.clone().unwrap_or_else(|| options.root.root.join("content/.schema"));
    fs::create_dir_all(&folder).map_err(|error| Failure::io("make the folder", &folder, &error))?;
    let mut written = 0;
    for kind in Kind::ALL {
        let path = folder.join(format!("{}.json", kind.schema_name()));
        let text = format!("{:#}\n", kind.schema(&ids));
        // An unchanged file is left alone, so that editors don't reload it.
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        fs::write(&path, text).map_err(|error| Failure::io("write", &path, &error))?;
        written += 1;
    }
    let _ = writeln!(streams.out, "{} schemas in {}, {written} changed", Kind::ALL.len(), folder.display());
    Ok(Status::Done)
}
