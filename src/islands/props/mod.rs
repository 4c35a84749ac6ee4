//! What each island is told, in one place for Rust and TypeScript: `components/props.ts` is made from here.
//!
//! Dates, times and prices arrive as finished text, and the page's own address stays out: equal props
//! are rendered once for all pages.

mod accounts;
mod blog_search;
mod bmi_calculator;
mod class_grid_toggle;
mod contact_form;
mod navigation;

pub use accounts::{AccountsConfig, AuthErrors, AuthField, SignInFormProps, SignUpErrors, SignUpFormProps};
pub use blog_search::{BlogSearchProps, SearchEntry};
pub use bmi_calculator::{BmiBand, BmiCalculatorProps, BmiField};
pub use class_grid_toggle::ClassGridToggleProps;
pub use contact_form::{Choice, ContactField, ContactFormProps};
pub use navigation::{
    AccountMenu, CurrentLink, Image, Link, NavigationMenu, NavigationPanel, NavigationProps, SocialLink,
};

/// Declares props: structs that Rust builds, templates may spell out, and TypeScript sees.
macro_rules! props {
    ($($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$about])* pub $field: $type,)*
        }
    )*};
}
use props;

#[cfg(test)]
mod typescript;
