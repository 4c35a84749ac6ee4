//! The search of the blog, and the index that it loads when somebody types.

use super::props;

props! {
    /// What `BlogSearch` is told.
    BlogSearchProps {
        /// The label of the field.
        title: String,
        /// Shown in the empty field.
        placeholder: String,
        /// What to say while the index comes.
        loading: String,
        /// What to say of several posts; `{count}` is how many.
        found: String,
        /// What to say of one post.
        found_one: String,
        /// What to say when nothing was found.
        empty: String,
        /// What to say when the index can't be had.
        failed: String,
        /// What to say when that's because there is no network.
        offline: String,
        /// The address of the index.
        index: String,
    }
}
