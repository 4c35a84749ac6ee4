//! The preview through the command, over real HTTP: what is shown, what is followed, what is refused.

mod accounts;
mod attacks;
mod edit;
mod follow;
mod http;
mod kill;
mod marks;
mod project;
mod publish;
mod serve;
mod shown;
#[cfg(target_os = "linux")]
mod threads;
