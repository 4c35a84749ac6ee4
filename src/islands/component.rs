//! An island by its name: where its source is, and whether props fit it.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::props;

/// What is generated from the table in `props`: `Name: Props` is `components/Name.tsx`, which takes `Props`.
macro_rules! components {
    ($($(#[$doc:meta])* $name:ident: $module:ident::$props:ident,)*) => {
        /// An island.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Component {
            $($(#[$doc])* $name,)*
        }

        impl Component {
            /// All of them, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The name by which templates ask for it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                }
            }

            /// The type of its props, as TypeScript has it.
            pub(super) fn props_name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($props),)*
                }
            }

            /// The props as JSON, keys in the order of their declaration, if they have the right shape.
            pub(super) fn canonical(self, props: &Value) -> Result<String, WrongProps> {
                match self {
                    $(Self::$name => canonical::<props::$props>(props),)*
                }
            }
        }
    };
}

props::islands!(components);

impl Component {
    /// The island of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|component| component.name() == name)
    }

    /// Where its source is, relative to the root.
    pub fn path(self) -> String {
        format!("components/{}.tsx", self.name())
    }
}

/// Why props don't fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WrongProps {
    /// The field, as in `bands[2].title`; empty for the props as a whole.
    pub field: String,
    /// What is wrong with it.
    pub message: String,
}

/// Serde's message without Rust's names of types.
fn plainly(message: &str) -> String {
    let words = [("f64", "a number"), ("u8", "a small whole number"), ("u32", "a whole number")];
    words.iter().fold(message.to_owned(), |text, (rust, plain)| {
        text.replace(&format!("expected {rust}"), &format!("expected {plain}"))
    })
}

fn canonical<Props: Serialize + DeserializeOwned>(value: &Value) -> Result<String, WrongProps> {
    let props: Props = serde_path_to_error::deserialize(value).map_err(|error| {
        let field = error.path().to_string();
        WrongProps {
            field: if field == "." { String::new() } else { field },
            message: plainly(&error.into_inner().to_string()),
        }
    })?;
    serde_json::to_string(&props)
        .map_err(|error| WrongProps { field: String::new(), message: error.to_string() })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Component;

    #[test]
    fn wrong_props_name_the_field() {
        let wrong =
            Component::BmiCalculator.canonical(&json!({ "kicker": 5 })).expect_err("a number is no text");
        assert_eq!(wrong.field, "kicker");
        let none = Component::BmiCalculator.canonical(&json!({})).expect_err("props are missing");
        assert!(none.message.contains("missing field"), "{}", none.message);
    }

    #[test]
    fn names_lead_back_to_their_island() {
        for component in Component::ALL {
            assert_eq!(Component::named(component.name()), Some(*component));
        }
    }
}
