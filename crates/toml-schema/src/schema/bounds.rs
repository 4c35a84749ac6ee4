//! Lower and upper bounds of numbers, lengths and counts.

/// Bounds, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The least value, if there is one.
    pub least: Option<f64>,
    /// The greatest value, if there is one.
    pub most: Option<f64>,
}

impl Bounds {
    /// No bounds.
    pub const NONE: Self = Self { least: None, most: None };

    /// At least so many.
    pub fn at_least(least: u32) -> Self {
        Self { least: Some(f64::from(least)), most: None }
    }

    /// Between the two, both included.
    pub fn between(least: f64, most: f64) -> Self {
        Self { least: Some(least), most: Some(most) }
    }

    /// The least value, if it is a count.
    pub fn least_count(self) -> Option<usize> {
        usize::try_from(whole(self.least?)?).ok()
    }

    /// The greatest value, if it is a count.
    pub fn most_count(self) -> Option<usize> {
        usize::try_from(whole(self.most?)?).ok()
    }

    /// True if `value` lies within.
    pub fn contain(self, value: f64) -> bool {
        self.least.is_none_or(|least| least <= value) && self.most.is_none_or(|most| value <= most)
    }

    /// "from 1 to 40", "exactly 3", "at least 1", "at most 40", or an empty text without bounds.
    pub fn describe(self) -> String {
        match (self.least, self.most) {
            (Some(least), Some(most)) if least.total_cmp(&most).is_eq() => format!("exactly {least}"),
            (Some(least), Some(most)) => format!("from {least} to {most}"),
            (Some(least), None) => format!("at least {least}"),
            (None, Some(most)) => format!("at most {most}"),
            (None, None) => String::new(),
        }
    }

    /// The same for things of which there may be so many.
    ///
    /// ```
    /// use toml_schema::Bounds;
    ///
    /// assert_eq!(Bounds::between(2.0, 5.0).describe_count("element"), "from 2 to 5 elements");
    /// assert_eq!(Bounds::between(3.0, 3.0).describe_count("element"), "exactly 3 elements");
    /// assert_eq!(Bounds::at_least(1).describe_count("element"), "at least 1 element");
    /// ```
    pub fn describe_count(self, noun: &str) -> String {
        let last = self.most.or(self.least).and_then(whole);
        format!("{} {noun}{}", self.describe(), if last == Some(1) { "" } else { "s" })
    }
}

/// Whole numbers up to this one are the same as a float.
const MOST_EXACT: f64 = 9_007_199_254_740_992.0;

/// The same as a whole number. Returns `None` if it isn't one, or too great to be represented exactly.
pub fn whole(value: f64) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "it is whole, and less than 2^53")]
    (value.fract() == 0.0 && value.abs() < MOST_EXACT).then_some(value as i64)
}
