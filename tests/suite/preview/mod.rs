//! The preview through the command, over real HTTP: what is shown, what is followed, what is refused.

mod accounts;
mod attacks;
mod documents;
mod follow;
mod http;
mod killed;
mod project;
mod random;
mod serve;
mod shown;
