//! What can be wrong with a site. Scripts filter by the names, so that none is ever changed.

use diagnostics::{Code, codes};
pub use toml_schema::diagnostic::code::{
    EMPTY_TEXT, END_BEFORE_START, MALFORMED, MISSING_ALT, MISSING_KEY, OUT_OF_RANGE, RAW_HTML, SYNTAX,
    UNKNOWN_KEY, UNKNOWN_WORD, WRONG_TYPE,
};

codes! {
    /// What else can be wrong with a site than its TOML.
    pub const SITE = [
        DUPLICATE_ID "duplicate-id" Error "an id given twice",
        DUPLICATE_SLUG "duplicate-slug" Error "two entries which claim the same address",
        UNKNOWN_REFERENCE "unknown-reference" Error "an id that nothing has",
        MISSING_IMAGE "missing-image" Error "an image file that isn't there",
        BAD_IMAGE "bad-image" Error "a file which isn't a picture that browsers show",
        MISSING_FONT "missing-font" Error "a font file that isn't there",
        BAD_FONT "bad-font" Error "a file which isn't a font that pages can use",
        BROKEN_LINK "broken-link" Error "a link to a page of the site that doesn't exist",
        BROKEN_FRAGMENT "broken-fragment" Error "a link to a place within a page that doesn't exist",
        BLOCKED "blocked" Error "a widget of a service that the content security policy keeps out",
        REDIRECT "redirect" Error "a redirect in a circle, or to another redirect",
        NOT_FOLLOWED "not-followed" Warning "an old address that the host can't lead on from",
        PATH_COLLISION "path-collision" Error "two pages or files at one path",
        UNREADABLE "unreadable" Error "the system doesn't let us read it",
        INVALID_UTF8 "invalid-utf8" Error "the bytes are no UTF-8",
        UNKNOWN_FILE "unknown-file" Error "a file in `content/` that no kind of content reads",
        MISSING_FILE "missing-file" Error "a file that every site needs and this one lacks",
        BAD_FILE_NAME "bad-file-name" Error "a file name that can't be an id",
        TEMPLATE "template" Error "a template that can't be compiled or rendered",
        BUNDLE "bundle" Error "a stylesheet or script that can't be bundled",
        ISLAND "island" Error "an island that is used or written wrongly",
        TYPE "type" Error "a type file that contradicts itself, or what gympress reads of the type",
        UNUSED_FILE "unused-file" Warning "a template, stylesheet or component that nothing brings in",
        UNKNOWN_PROPERTY "unknown-property" Warning "a custom property that no stylesheet gives a value",
        LEFT_OUT "left-out" Note "a post that this build doesn't publish",
    ];
}

codes! {
    /// Warnings that content can allow by their names. In the order in which documentation lists them.
    pub const LINTS = [
        OUTSIDE_OPENING_HOURS "outside-opening-hours" Warning "a class before the gym opens or after it closes",
        CLOSED_DAY "closed-day" Warning "a class on a day when the gym is closed",
        TRAINER_DOUBLE_BOOKED "trainer-double-booked" Warning "a trainer is in two places at once",
        ROOM_DOUBLE_BOOKED "room-double-booked" Warning "two classes are in one room at once",
        BRANCH_NOT_NAMED "branch-not-named" Warning "classes of a gym with several places that don't say in which they are",
        CLASS_NEVER_SCHEDULED "class-never-scheduled" Warning "a class is on no day of the schedule",
        CLASS_NOT_LISTED "class-not-listed" Warning "a class is missing in the section `classes` that names its classes",
        NO_BASE_URL "no-base-url" Warning "the site has no base URL, so pages have no canonical address and there is no sitemap",
        MISSING_WORDS "missing-words" Warning "the theme has no words of the interface in the site’s language, and English ones are shown",
        NO_CONTACT_ENDPOINT "no-contact-endpoint" Warning "nothing receives the contact form: it opens the visitor's mail program, or what it sends is lost",
        NO_ACCOUNTS "no-accounts" Warning "there is no account service, so the forms say that accounts aren't available",
        DUPLICATE_TITLE "duplicate-title" Warning "two entries, pages or lines of the menu that visitors can't tell apart",
        PLAN_NOT_LISTED "plan-not-listed" Warning "a plan is missing in the section `prices` that names its plans",
        MOVED_SLOT "moved-slot" Warning "the time that the card of a class shows is none of its times in the schedule",
        SEVERAL_FEATURED "several-featured" Warning "more than one plan is set off from the others as the one that most members choose",
        TRAINER_NOT_LISTED "trainer-not-listed" Warning "a trainer is missing in the section `people` that names its trainers",
        PAST_CLOSURE "past-closure" Warning "a closure was over more than a month ago: perhaps its year is wrong",
        PAST_CHANGE "past-change" Warning "what is otherwise in the week on a date was over more than a month ago: perhaps its year is wrong",
        FAR_DATE "far-date" Warning "a post or event is years ahead, or of another age: perhaps its year is wrong",
        GARBLED_TEXT "garbled-text" Warning "letters of a text were saved or copied with another encoding",
        ODD_DURATION "odd-duration" Warning "a class takes less than ten minutes or more than six hours",
        EMPTY_PAGE "empty-page" Warning "every section of a page is hidden",
        MARKUP_IN_TEXT "markup-in-text" Warning "a plain text has Markdown or HTML in it, or Markdown has stars or signs without effect: visitors would see them as they are written",
        LOW_CONTRAST "low-contrast" Warning "the accent of `[colours]` is hard to read as the colour of texts, which are shown lighter or darker, or the logo can hardly be seen",
        SMALL_PICTURE "small-picture" Warning "a picture has too few pixels for the place in which it is shown",
        CARD_LETTERS "card-letters" Warning "the card that chats and social networks show of a page lacks letters of its title, as no font has them",
        UNUSED_FONT "unused-font" Warning "a font in `content/fonts/` that the design doesn't name; it is allowed in `content/site.toml`",
        PLACEHOLDER "placeholder" Warning "a value with the comment `# placeholder` behind it, or a text such as `TODO`, which only stands in for the right one",
        UNUSED_ALLOW "unused-allow" Warning "an `allow` that nothing needs",
    ];
}

/// All codes, in the order in which documentation lists them.
pub fn all() -> impl Iterator<Item = Code> {
    toml_schema::diagnostic::code::ERRORS.iter().chain(SITE).chain(LINTS).copied()
}
