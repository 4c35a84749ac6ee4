//! What is seen of a picture before it arrives: its colours on the left and on the right, as classes, since a policy
//! that forbids inline styles leaves no other way. There is a class for each level of each channel, so that the rules
//! are the same few for any pictures.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The levels of red, green and blue that tones have, as hexadecimal digits: close together in the dark,
/// where eyes are keen.
const LEVELS: [u8; 10] = [0x0, 0x1, 0x2, 0x3, 0x4, 0x6, 0x8, 0xa, 0xc, 0xf];

/// The names of the channels of a tone on the left and on the right, in classes and custom properties.
const CHANNELS: [[&str; 3]; 2] = [["lr", "lg", "lb"], ["rr", "rg", "rb"]];

/// A colour in few levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Tone([u8; 3]);

impl Tone {
    /// The nearest to this colour.
    pub fn nearest(rgb: [u8; 3]) -> Self {
        Self(rgb.map(|value| {
            let distance = |level: &u8| (level * 17).abs_diff(value);
            LEVELS.into_iter().min_by_key(distance).unwrap_or_default()
        }))
    }
}

/// The tones of the left and the right half of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tones(pub Tone, pub Tone);

impl Tones {
    /// The classes of an `img`.
    pub fn classes(self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Tones {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("toned")?;
        let channels = CHANNELS.into_iter().zip([self.0, self.1]);
        let mut levels = channels.flat_map(|(names, tone)| names.into_iter().zip(tone.0));
        levels.try_for_each(|(name, level)| write!(out, " {name}{level:x}"))
    }
}

/// The rules of all classes that pictures can have.
pub(super) fn rules() -> String {
    let levels = |name: &'static str| {
        LEVELS.into_iter().map(move |level| format!(".{name}{level:x}{{--{name}:{}}}", level * 17))
    };
    let [from, to] = CHANNELS.map(|names| names.map(|name| format!("var(--{name})")).join(" "));
    let toned = format!(".toned{{--from:rgb({from});--to:rgb({to})}}");
    CHANNELS.into_iter().flatten().flat_map(levels).chain([toned]).collect()
}

#[cfg(test)]
mod tests {
    use super::{Tone, Tones, rules};

    #[test]
    fn each_class_has_a_rule() {
        let (dark, gold) = (Tone::nearest([12, 9, 0]), Tone::nearest([250, 199, 4]));
        let classes = Tones(dark, gold).classes();
        assert_eq!(classes, "toned lr1 lg1 lb0 rrf rgc rb0");
        for class in classes.split(' ') {
            assert!(rules().contains(&format!(".{class}{{")), "{class}");
        }
        assert!(rules().contains(".rgc{--rg:204}"));
        assert!(rules().len() < 1_200, "{}", rules().len());
    }
}
