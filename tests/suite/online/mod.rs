//! `gympress publish`: a site brought to another machine, cut off, in the way of others, and looked at in between.

mod folder;
#[cfg(target_os = "linux")]
mod ftps;
#[cfg(target_os = "linux")]
mod kill;
mod look;
mod netlify;
#[cfg(target_os = "linux")]
mod nightly;
#[cfg(target_os = "linux")]
mod refusals;
mod run;
#[cfg(target_os = "linux")]
pub mod servers;
#[cfg(target_os = "linux")]
mod sftp;
mod target;
#[cfg(target_os = "linux")]
mod web;
