//! Limits of the template engine.

/// So many instructions of the engine at most render a page, or a shared partial: loops within loops could run for
/// hours.
pub(super) const MAX_STEPS: u64 = 20 * MILLION;

/// Messages count steps in millions.
pub(super) const MILLION: u64 = 1_000_000;
