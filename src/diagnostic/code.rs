//! What can be wrong with a site. Scripts filter by the names, so that none is ever changed.

use diagnostics::codes;

codes! {
    /// A kind of mistake.
    pub enum Code {
        Syntax "syntax" Error "the text isn't TOML",
        UnknownKey "unknown-key" Error "a key which this table doesn't have",
        MissingKey "missing-key" Error "a key which this table needs",
        WrongType "wrong-type" Error "a number where a text belongs, and the like",
        EmptyText "empty-text" Error "a text without a letter in it",
        OutOfRange "out-of-range" Error "a number too small or too large, a list too short or too long",
        UnknownWord "unknown-word" Error "not a word of the list of allowed words",
        Malformed "malformed" Error "a text which isn't what its key says: a time, date, price, email, URL, colour",
        EndBeforeStart "end-before-start" Error "an end at or before its start",
        DuplicateId "duplicate-id" Error "an id given twice",
        DuplicateSlug "duplicate-slug" Error "two entries which claim the same address",
        UnknownReference "unknown-reference" Error "an id that nothing has",
        MissingImage "missing-image" Error "an image file that isn't there",
        BadImage "bad-image" Error "a file which isn't a picture that browsers show",
        MissingFont "missing-font" Error "a font file that isn't there",
        BadFont "bad-font" Error "a file which isn't a font that pages can use",
        MissingAlt "missing-alt" Error "an image without a description",
        BrokenLink "broken-link" Error "a link to a page of the site that doesn't exist",
        BrokenFragment "broken-fragment" Error "a link to a place within a page that doesn't exist",
        Blocked "blocked" Error "a widget of a service that the content security policy keeps out",
        Redirect "redirect" Error "a redirect in a circle, or to another redirect",
        NotFollowed "not-followed" Warning "an old address that the host can't lead on from",
        PathCollision "path-collision" Error "two pages or files at one path",
        Unreadable "unreadable" Error "the system doesn't let us read it",
        InvalidUtf8 "invalid-utf8" Error "the bytes are no UTF-8",
        UnknownFile "unknown-file" Error "a file in `content/` that no kind of content reads",
        MissingFile "missing-file" Error "a file that every site needs and this one lacks",
        BadFileName "bad-file-name" Error "a file name that can't be an id",
        RawHtml "raw-html" Error "HTML in Markdown",
        Template "template" Error "a template that can't be compiled or rendered",
        Bundle "bundle" Error "a stylesheet or script that can't be bundled",
        Island "island" Error "an island that is used or written wrongly",
        Type "type" Error "a type file that contradicts itself, or what gympress reads of the type",
        UnusedFile "unused-file" Warning "a template, stylesheet or component that nothing brings in",
        UnknownProperty "unknown-property" Warning "a custom property that no stylesheet gives a value",
        LeftOut "left-out" Note "a post that this build doesn't publish",
    }
}

codes! {
    /// A warning, by the name under which content can allow it. In the order in which documentation lists them.
    pub enum Lint {
        OutsideOpeningHours "outside-opening-hours" Warning "a class before the gym opens or after it closes",
        ClosedDay "closed-day" Warning "a class on a day when the gym is closed",
        TrainerDoubleBooked "trainer-double-booked" Warning "a trainer is in two places at once",
        RoomDoubleBooked "room-double-booked" Warning "two classes are in one room at once",
        BranchNotNamed "branch-not-named" Warning "classes of a gym with several places that don't say in which they are",
        ClassNeverScheduled "class-never-scheduled" Warning "a class is on no day of the schedule",
        ClassNotListed "class-not-listed" Warning "a class is missing in the section `classes` that names its classes",
        NoBaseUrl "no-base-url" Warning "the site has no base URL, so pages have no canonical address and there is no sitemap",
        MissingWords "missing-words" Warning "the theme has no words of the interface in the site’s language, and English ones are shown",
        NoContactEndpoint "no-contact-endpoint" Warning "nothing receives the contact form: it opens the visitor's mail program, or what it sends is lost",
        NoAccounts "no-accounts" Warning "there is no account service, so the forms say that accounts aren't available",
        DuplicateTitle "duplicate-title" Warning "two entries, pages or lines of the menu that visitors can't tell apart",
        PlanNotListed "plan-not-listed" Warning "a plan is missing in the section `prices` that names its plans",
        MovedSlot "moved-slot" Warning "the time that the card of a class shows is none of its times in the schedule",
        SeveralFeatured "several-featured" Warning "more than one plan is set off from the others as the one that most members choose",
        TrainerNotListed "trainer-not-listed" Warning "a trainer is missing in the section `people` that names its trainers",
        PastClosure "past-closure" Warning "a closure was over more than a month ago: perhaps its year is wrong",
        PastChange "past-change" Warning "what is otherwise in the week on a date was over more than a month ago: perhaps its year is wrong",
        FarDate "far-date" Warning "a post or event is years ahead, or of another age: perhaps its year is wrong",
        GarbledText "garbled-text" Warning "letters of a text were saved or copied with another encoding",
        OddDuration "odd-duration" Warning "a class takes less than ten minutes or more than six hours",
        EmptyPage "empty-page" Warning "every section of a page is hidden",
        MarkupInText "markup-in-text" Warning "a plain text has Markdown or HTML in it, or Markdown has stars or signs without effect: visitors would see them as they are written",
        LowContrast "low-contrast" Warning "the accent of `[colours]` is hard to read as the colour of texts, which are shown lighter or darker, or the logo can hardly be seen",
        SmallPicture "small-picture" Warning "a picture has too few pixels for the place in which it is shown",
        CardLetters "card-letters" Warning "the card that chats and social networks show of a page lacks letters of its title, as no font has them",
        UnusedFont "unused-font" Warning "a font in `content/fonts/` that the design doesn't name; it is allowed in `content/site.toml`",
        Placeholder "placeholder" Warning "a value with the comment `# placeholder` behind it, or a text such as `TODO`, which only stands in for the right one",
        UnusedAllow "unused-allow" Warning "an `allow` that nothing needs",
    }
}

impl Lint {
    /// Returns `None` for a code that content can't allow.
    pub fn of(code: diagnostics::Code) -> Option<Self> {
        Self::named(code.name())
    }
}
