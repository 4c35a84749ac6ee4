//! Changes to the files of a project: corrections, applied in rounds, and new names of entries in all places that refer to
//! them.

pub mod draft;
pub mod file_position;
pub mod fix;
pub mod rename;
pub mod translate;
