//! What each island is told, in one place for Rust and TypeScript: `components/props.ts` is made from here.
//!
//! Dates, times and prices arrive as finished text, and the page's own address stays out: equal props
//! are rendered once for all pages.

mod bmi_calculator;

pub use bmi_calculator::{BmiBand, BmiCalculatorProps, BmiField};

#[cfg(test)]
mod typescript;
