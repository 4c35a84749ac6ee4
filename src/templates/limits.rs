//! Limits of the template engine.

/// The most instructions of the engine for a page or a shared partial, as nested loops could run for hours.
pub(super) const MAX_STEPS: u64 = 20 * MILLION;

/// Messages count steps in millions.
pub(super) const MILLION: u64 = 1_000_000;
