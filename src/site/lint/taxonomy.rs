//! Counts that content states and that aren't so.

use crate::{
    content::Content,
    diagnostic::{Diagnostic, Lint},
    site::Site,
};

pub(super) fn check(content: &Content, site: &Site, found: &mut Vec<Diagnostic>) {
    let Some(blog) = &content.blog.value else { return };
    for (category, term) in blog.categories.iter().zip(&site.categories) {
        if let Some(stated) = category.count
            && stated.value.get() as usize != term.posts.len()
        {
            let (title, count) = (category.title.as_str(), term.posts.len());
            let message = format!("{title} is said to have {} posts, and has {count}", stated.value.get());
            found.push(
                Diagnostic::new(Lint::StatedCount, stated.span, message)
                    .label(format!("{count} are published"))
                    .help("remove the line to show the real number"),
            );
        }
    }
}
