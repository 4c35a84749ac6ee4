//! The search of the blog, and the index that it loads when somebody types.

use super::props;

props! {
    /// What `BlogSearch` is told.
    BlogSearchProps {
        /// The label of the field.
        title: String,
        /// Shown in the empty field.
        placeholder: String,
        /// What to say when nothing was found.
        empty: String,
        /// The address of a JSON list of `SearchEntry`.
        index: String,
    }

    /// A post as the search knows it.
    SearchEntry {
        /// Its title.
        title: String,
        /// Its address.
        url: String,
        /// Shown under the title.
        excerpt: String,
        /// Its category and tags, separated by spaces.
        terms: String,
        /// Its body without markup.
        text: String,
    }
}
