//! Counts that content states and that aren't so.

use crate::{
    content::Content,
    diagnostic::{Diagnostic, Lint},
    site::Site,
};

pub(super) fn check(content: &Content, site: &Site, found: &mut Vec<Diagnostic>) {
    let blog = &content.blog.value;
    for (category, term) in blog.categories.iter().zip(&site.posts.categories) {
        let possible = term.posts.len()..=term.posts.len() + site.posts.unsorted;
        if let Some(stated) = &category.count
            && !possible.contains(&(stated.value as usize))
        {
            let (title, count) = (category.title.as_str(), term.posts.len());
            let message = format!("{title} is said to have {} posts, and has {count}", stated.value);
            found.push(
                Diagnostic::new(Lint::StatedCount, stated.span, message)
                    .label(format!("{count} are published"))
                    .help("remove the line to show the real number"),
            );
        }
    }
}
