//! Changes to the files of a project: corrections, applied in rounds, and entries renamed with all that names them.

pub mod fix;
pub mod rename;
pub mod spot;
