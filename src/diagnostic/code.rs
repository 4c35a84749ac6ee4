//! The kinds of all mistakes. Scripts filter by their names, which are those of the variants, so that a variant is never
//! renamed.

use gympress_derive::{Named, Variants};
use serde::{Deserialize, Serialize};

use super::Severity;

/// A kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Named, Variants)]
pub enum Code {
    /// The text isn't TOML.
    Syntax,
    /// A key which this table doesn't have.
    UnknownKey,
    /// A key which this table needs.
    MissingKey,
    /// A number where a text belongs, and the like.
    WrongType,
    /// A text without a letter in it.
    EmptyText,
    /// A number too small or too large, a list too short or too long.
    OutOfRange,
    /// Not a word of the list of allowed words.
    UnknownWord,
    /// A text which isn't what its key says: a time, date, price, email, URL, colour, ...
    Malformed,
    /// An end at or before its start.
    EndBeforeStart,
    /// An id given twice.
    DuplicateId,
    /// Two entries which claim the same address.
    DuplicateSlug,
    /// An id that nothing has.
    UnknownReference,
    /// An image file that isn't there.
    MissingImage,
    /// A file which isn't a picture that browsers show.
    BadImage,
    /// A font file that isn't there.
    MissingFont,
    /// A file which isn't a font that pages can use.
    BadFont,
    /// An image without a description.
    MissingAlt,
    /// A link to a page of the site that doesn't exist.
    BrokenLink,
    /// A link to a place within a page that doesn't exist.
    BrokenFragment,
    /// A redirect in a circle, or to another redirect.
    Redirect,
    /// What the host can't do or doesn't take.
    Host,
    /// Two pages or files at one path.
    PathCollision,
    /// The system doesn't let us read it.
    Unreadable,
    /// The bytes are no UTF-8.
    InvalidUtf8,
    /// A file in `content/` that no kind of content reads.
    UnknownFile,
    /// A file that every site needs and this one lacks.
    MissingFile,
    /// A file name that can't be an id.
    BadFileName,
    /// HTML in Markdown.
    RawHtml,
    /// A template that can't be compiled or rendered.
    Template,
    /// A stylesheet or script that can't be bundled.
    Bundle,
    /// Something in a stylesheet that browsers pass over.
    Style,
    /// An island that is used or written wrongly.
    Island,
    /// More bytes than a budget allows.
    Budget,
    /// A type file that contradicts itself, or what gympress reads of the type.
    Type,
    /// A template, stylesheet or component that nothing brings in.
    UnusedFile,
    /// A post that this build doesn't publish.
    LeftOut,
    /// A warning, which content can allow by name.
    Lint(Lint),
}

/// A warning, by the name under which content can allow it. In the order in which documentation lists them.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Named, Variants,
)]
pub enum Lint {
    /// BMI values that belong to no band.
    BandHole,
    /// A class before opening or after closing.
    OutsideOpeningHours,
    /// A class on a day when the gym is closed.
    ClosedDay,
    /// Rows of a day that aren't in order of time.
    RowsOutOfOrder,
    /// A trainer in two places at once.
    TrainerDoubleBooked,
    /// Rows of the week that don't say in which branch they are.
    BranchNotNamed,
    /// An entry of a calendar that is nowhere.
    NoPlace,
    /// A class which no day of the schedule has.
    ClassNeverScheduled,
    /// A class whose card shows a time that the schedule doesn't have.
    SlotNotScheduled,
    /// A class whose card names a trainer who doesn't teach it then.
    TrainerNotScheduled,
    /// A class which the classes page doesn't show.
    ClassNotListed,
    /// A count in content which differs from the computed one.
    StatedCount,
    /// A site without a base URL.
    NoBaseUrl,
    /// The interface is in English where the theme lacks the language of the site.
    MissingWords,
    /// A text with a number in it, without a form that the language has.
    MissingForm,
    /// A contact form which nothing receives.
    NoContactEndpoint,
    /// Sign-up and sign-in without a service behind them.
    NoAccounts,
    /// Two entries that visitors can't tell apart.
    DuplicateTitle,
    /// A plan which no section of prices shows.
    PlanNotListed,
    /// A trainer whom no section of people shows.
    TrainerNotListed,
    /// An entry without a page of its own that no page shows.
    EntryNotShown,
    /// A closure that was over long ago.
    PastClosure,
    /// A change of the week on a date that was over long ago.
    PastChange,
    /// Hours that last past midnight until the morning.
    LongHours,
    /// A date of which the year is probably a typing error.
    FarDate,
    /// An entry of a calendar that ends long after it begins: probably a typing error.
    LongEvent,
    /// A text that was saved with another encoding.
    GarbledText,
    /// A map of another place than where the gym is.
    MapElsewhere,
    /// A profile on another network than the one that is named.
    WrongNetwork,
    /// Two plans that are set off from the others.
    TwoFeatured,
    /// A plan whose price has a digit too many or too few, by the price of a day.
    OddPrice,
    /// A class of a minute or of half a day.
    OddDuration,
    /// A page of which every section is hidden.
    EmptyPage,
    /// Markdown or HTML in a text that shows it as it is.
    MarkupInText,
    /// A colour on which, or in which, text is hard to read.
    LowContrast,
    /// A menu too long for its bar.
    LongMenu,
    /// A unit with which the calculator does not compute.
    UnknownUnit,
    /// A picture with few pixels in a large place.
    SmallPicture,
    /// A page that is more than visitors should have to load.
    HeavyPage,
    /// A picture that is more than visitors should have to load before they see anything.
    HeavyPicture,
    /// A font in the project that the design doesn't name.
    UnusedFont,
    /// A key, word or id that has another name now.
    Renamed,
    /// A placeholder that wasn't replaced yet.
    Placeholder,
    /// An `allow` that allows nothing.
    UnusedAllow,
}

impl Lint {
    /// True for what is found in the rendered site only, so that it isn't known before whether an `allow` is needed.
    pub fn is_of_output(self) -> bool {
        matches!(
            self,
            Self::EntryNotShown
                | Self::HeavyPage
                | Self::HeavyPicture
                | Self::LowContrast
                | Self::SmallPicture
                | Self::UnusedFont
        )
    }
}

impl From<Lint> for Code {
    fn from(lint: Lint) -> Self {
        Self::Lint(lint)
    }
}

impl Code {
    /// Lints warn, and so do codes that don't prevent publishing; everything else is an error.
    pub fn severity(self) -> Severity {
        match self {
            Self::LeftOut => Severity::Note,
            Self::Style | Self::UnusedFile | Self::Lint(_) => Severity::Warning,
            Self::Syntax
            | Self::UnknownKey
            | Self::MissingKey
            | Self::WrongType
            | Self::EmptyText
            | Self::OutOfRange
            | Self::UnknownWord
            | Self::Malformed
            | Self::EndBeforeStart
            | Self::DuplicateId
            | Self::DuplicateSlug
            | Self::UnknownReference
            | Self::MissingImage
            | Self::BadImage
            | Self::MissingFont
            | Self::BadFont
            | Self::MissingAlt
            | Self::BrokenLink
            | Self::BrokenFragment
            | Self::Redirect
            | Self::Host
            | Self::PathCollision
            | Self::Unreadable
            | Self::InvalidUtf8
            | Self::UnknownFile
            | Self::MissingFile
            | Self::BadFileName
            | Self::RawHtml
            | Self::Template
            | Self::Bundle
            | Self::Island
            | Self::Budget
            | Self::Type => Severity::Error,
        }
    }
}
