//! Changes to the files of a project: corrections, applied in rounds, and entries renamed with all that names them.

pub mod file_position;
pub mod fix;
pub mod rename;
