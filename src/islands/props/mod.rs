//! What each island is told, in one place for Rust and TypeScript: `components/props.ts` is made from here.
//!
//! Dates, times and prices arrive as finished text, and the page's own address stays out: equal props
//! are rendered once for all pages.

/// The islands: `Name: module::Props` is `components/Name.tsx`, and `module` a file beside this one.
macro_rules! islands {
    ($use:ident) => {
        $use! {
            /// The search of the blog.
            BlogSearch: blog_search::BlogSearchProps,
            /// The body-mass-index calculator.
            BmiCalculator: bmi_calculator::BmiCalculatorProps,
            /// The button that shows all classes, or the first few.
            ClassGridToggle: class_grid_toggle::ClassGridToggleProps,
            /// The contact form.
            ContactForm: contact_form::ContactFormProps,
            /// The bar, the menu of narrow screens and the side panel.
            Navigation: navigation::NavigationProps,
            /// Signing in.
            SignInForm: sign_in_form::SignInFormProps,
            /// Signing up.
            SignUpForm: sign_up_form::SignUpFormProps,
        }
    };
}
pub(super) use islands;

/// Makes the modules that the table names.
macro_rules! modules {
    ($($(#[$doc:meta])* $name:ident: $module:ident::$props:ident,)*) => {
        $(
            mod $module;
            pub use $module::*;
        )*

        /// The TypeScript of all props.
        #[cfg(test)]
        fn typescript(config: &ts_rs::Config) -> String {
            [accounts::typescript(config), $($module::typescript(config)),*].concat()
        }
    };
}

mod accounts;
pub use accounts::*;
islands!(modules);

/// Declares props: structs that Rust builds, templates may spell out, and TypeScript sees.
macro_rules! props {
    ($($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $field:ident: $type:ty,)* })*) => {
    $(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$about])* pub $field: $type,)*
        }
    )*

        /// The TypeScript of these.
        #[cfg(test)]
        pub(super) fn typescript(config: &ts_rs::Config) -> String {
            [$(super::declarations::declaration::<$name>(config)),*].concat()
        }
    };
}
use props;

#[cfg(test)]
mod declarations;
