//! gympress: a static site generator for gyms.

pub mod assets;
pub mod content;
pub mod decode;
pub mod diagnostic;
pub mod esbuild;
pub mod failure;
pub mod islands;
pub mod output;
pub mod render;
pub mod routes;
pub mod site;
pub mod source;
pub mod store;
