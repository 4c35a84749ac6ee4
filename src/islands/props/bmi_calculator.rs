//! The body-mass-index calculator's words and bands.

use super::props;

props! {
    /// What `BmiCalculator` is told.
    BmiCalculatorProps {
        /// The small line above the title.
        kicker: String,
        /// The section's title.
        title: String,
        /// What the index is good for.
        text: String,
        /// How many decimals of the result are shown.
        decimals: u8,
        /// The field for kilograms.
        weight: BmiField,
        /// The field for centimetres.
        height: BmiField,
        /// What the button says.
        button: String,
        /// Stands with the result.
        result_title: String,
        /// Stands with the result's category.
        category_title: String,
        /// Stands above the table of categories.
        chart_title: String,
        /// What to say when a field holds no usable number.
        alert: String,
        /// What to say where no scripts run.
        no_script: String,
        /// The categories; the first that holds a value names it. The last one takes the rest.
        bands: Vec<BmiBand>,
    }

    /// A field for a number.
    BmiField {
        /// What it asks for.
        label: String,
        /// Stands behind it.
        unit: String,
        /// An example.
        placeholder: String,
    }

    /// A category and the values that belong to it.
    BmiBand {
        /// Its name.
        title: String,
        /// The values as text, as in `18.5 to 24.9`.
        range: String,
        /// The smallest value of it, if there is one.
        from: Option<f64>,
        /// The first value beyond it, if there is one.
        below: Option<f64>,
    }
}
