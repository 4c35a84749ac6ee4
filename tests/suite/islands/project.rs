//! A project in a temporary folder, with the components that a test needs.

use std::{
    fs,
    path::{Path, PathBuf},
};

use gympress::{
    cache::Cache,
    diagnostic::{Diagnostic, Diagnostics, Format},
    failure::Failure,
    islands::{Bundler, Bundles, Call, Islands, Options, React, Strategy},
    source::Sources,
};
use serde_json::{Value, json};
use tempfile::TempDir;

pub struct Project {
    folder: TempDir,
}

/// The islands of a project, and what was said while they were bundled.
pub struct Prepared {
    pub sources: Sources,
    pub islands: Islands,
    pub diagnostics: Diagnostics,
}

impl Project {
    pub fn empty() -> Self {
        let project = Self { folder: TempDir::with_prefix("gympress-").expect("a temporary folder") };
        fs::create_dir_all(project.root().join("content")).expect("content/ can be made");
        project
    }

    pub fn with(component: &str, text: &str) -> Self {
        let project = Self::empty();
        project.write(&format!("components/{component}.tsx"), text);
        project
    }

    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
    }

    pub fn options(&self) -> Options {
        Options {
            packages: vec![PathBuf::from(env!("CARGO_MANIFEST_DIR"))],
            scratch: self.root().join(".gympress"),
            react: React::Production,
        }
    }

    pub fn islands(&self) -> Prepared {
        self.islands_with(&Bundler::new(Cache::default(), Bundles::default()))
    }

    pub fn islands_with(&self, bundler: &Bundler) -> Prepared {
        let mut diagnostics = Diagnostics::default();
        let sources =
            Sources::load_without_theme(self.root(), &mut diagnostics).expect("the project is there");
        let islands = Islands::prepare(&sources, &self.options(), bundler, &mut diagnostics)
            .expect("esbuild is installed");
        Prepared { sources, islands, diagnostics }
    }

    pub fn prepare(&self, options: &Options) -> Result<Prepared, Failure> {
        let mut diagnostics = Diagnostics::default();
        let sources =
            Sources::load_without_theme(self.root(), &mut diagnostics).expect("the project is there");
        let islands = Islands::prepare(
            &sources,
            options,
            &Bundler::new(Cache::default(), Bundles::default()),
            &mut diagnostics,
        )?;
        Ok(Prepared { sources, islands, diagnostics })
    }

    /// What a person sees after this component was rendered once.
    pub fn complaint(&self, component: &str, props: &Value) -> String {
        let mut prepared = self.islands();
        if let Err(error) = prepared.html_into(component, props, 0) {
            prepared.diagnostics.push(*error);
        }
        prepared.diagnostics.sort(&prepared.sources);
        Format::Human.render(&prepared.diagnostics, &prepared.sources, false)
    }
}

impl Prepared {
    pub fn html(&self, component: &str, props: &Value, instance: usize) -> Result<String, Box<Diagnostic>> {
        self.render(component, props, (&Strategy::Visible, instance), &mut Diagnostics::default())
    }

    fn render(
        &self,
        component: &str,
        props: &Value,
        (strategy, instance): (&Strategy, usize),
        diagnostics: &mut Diagnostics,
    ) -> Result<String, Box<Diagnostic>> {
        let component = self.islands.named(component).expect("the island is there");
        let call = Call { component, props: &props.to_string(), strategy, instance };
        self.islands.render(&call, &mut Vec::new(), diagnostics)
    }

    fn html_into(
        &mut self,
        component: &str,
        props: &Value,
        instance: usize,
    ) -> Result<String, Box<Diagnostic>> {
        let mut diagnostics = std::mem::take(&mut self.diagnostics);
        let html = self.render(component, props, (&Strategy::Visible, instance), &mut diagnostics);
        self.diagnostics = diagnostics;
        html
    }

    pub fn html_on(
        &self,
        component: &str,
        props: &Value,
        strategy: &Strategy,
    ) -> Result<String, Box<Diagnostic>> {
        self.render(component, props, (strategy, 0), &mut Diagnostics::default())
    }

    pub fn files(&self) -> Vec<String> {
        self.islands.artifacts().iter().map(|artifact| artifact.path.as_str().to_owned()).collect()
    }

    pub fn file_starting(&self, stem: &str) -> String {
        let prefix = format!("{}/{stem}", Islands::FOLDER);
        let path =
            self.files().into_iter().find(|path| path.starts_with(&prefix)).expect("the file is there");
        path.rsplit_once('/').expect("a folder").1.to_owned()
    }
}

pub fn bmi_props() -> Value {
    let field = json!({ "label": "Weight", "unit": "kg", "placeholder": "72" });
    json!({
        "kicker": "BMI calculator", "title": "Know your number", "text": "Two figures and a tap.",
        "decimals": 1, "weight": field, "height": field, "button": "Calculate",
        "result_title": "Your BMI", "category_title": "Category", "chart_title": "How to read it",
        "alert": "Please enter a valid weight and height", "no_script": "Needs scripts.",
        "below_range": "below {below}", "between_range": "{from} to {below}",
        "otherwise_range": "anything else", "otherwise": "Obese",
        "band": [{ "title": "Underweight", "from": null, "below": 18.5 }],
    })
}
