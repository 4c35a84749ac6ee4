//! The button under the grid of classes.

use super::props;

props! {
    /// What `ClassGridToggle` is told.
    ClassGridToggleProps {
        /// What the button says in the short view.
        show_more: String,
        /// What the button says in the long view.
        show_less: String,
    }
}
