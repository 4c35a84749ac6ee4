//! The places of the files of sections, collections, singles and tables: a folder for each section and collection, a
//! file for each single and table.

/// A folder below `templates/` whose files declare types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TypeFolder {
    /// Tables that several types use, a file each.
    Types,
    /// Parts of pages, a folder each.
    Sections,
    /// Entries, a folder for each collection.
    Collections,
    /// Files that a site has at most once, a file each.
    Singles,
}

/// The file of a section or collection that declares its fields.
const TYPE: &str = "type.toml";
/// The template of a section, or of the page of an entry.
pub const TEMPLATE: &str = "template.html";
/// The stylesheet that only pages with the section, or those of entries, load.
pub const STYLE: &str = "style.css";
/// The template and the stylesheet of the pages that list the entries of a term, such as a category of the blog.
pub const TERM_TEMPLATE: &str = "term.html";
pub const TERM_STYLE: &str = "term.css";

/// The file with the names of the theme's classes and colours, relative to `templates/`.
pub const STYLE_NAMES: &str = "design.toml";

impl TypeFolder {
    pub const ALL: [Self; 4] = [Self::Types, Self::Sections, Self::Collections, Self::Singles];

    /// Relative to the root, with a slash at its end.
    pub fn path(self) -> &'static str {
        match self {
            Self::Types => "templates/types/",
            Self::Sections => "templates/sections/",
            Self::Collections => "templates/collections/",
            Self::Singles => "templates/singles/",
        }
    }

    /// The file that declares the type of this name.
    pub fn type_file(self, name: &str) -> String {
        let folder = self.path();
        match self {
            Self::Types | Self::Singles => format!("{folder}{name}.toml"),
            Self::Sections | Self::Collections => format!("{folder}{name}/{TYPE}"),
        }
    }

    /// The name of the type that the file at `path` declares. Returns `None` for files that declare none here.
    pub fn type_name(self, path: &str) -> Option<&str> {
        let rest = path.strip_prefix(self.path())?;
        let name = match self {
            Self::Types | Self::Singles => rest.strip_suffix(".toml")?,
            Self::Sections | Self::Collections => rest.strip_suffix(TYPE)?.strip_suffix('/')?,
        };
        (!name.contains('/')).then_some(name)
    }

    /// A file beside the type of a section or collection, such as [`TEMPLATE`].
    pub fn beside(self, name: &str, file: &str) -> String {
        format!("{}{name}/{file}", self.path())
    }

    /// The name of the section or collection to which the file at `path` belongs, and the name of the file.
    pub fn owner(self, path: &str) -> Option<(&str, &str)> {
        path.strip_prefix(self.path())?.split_once('/').filter(|(_, file)| !file.contains('/'))
    }
}

/// The path of a file of a type that lies elsewhere by mistake: beside the folder that a section or collection has, under the
/// name of that folder, or in a folder that a single or table doesn't have.
pub fn intended_path(path: &str) -> Option<String> {
    TypeFolder::ALL.into_iter().find_map(|folder| {
        let (stem, extension) = path.strip_prefix(folder.path())?.rsplit_once('.')?;
        let has_folder = matches!(folder, TypeFolder::Sections | TypeFolder::Collections);
        let name = match stem.split_once('/') {
            None if has_folder => stem,
            Some((name, file)) if has_folder && name == file => name,
            Some((name, "type")) if !has_folder => name,
            None | Some(_) => return None,
        };
        match extension {
            "toml" => Some(folder.type_file(name)),
            "html" if has_folder => Some(folder.beside(name, TEMPLATE)),
            "css" if has_folder => Some(folder.beside(name, STYLE)),
            _ => None,
        }
    })
}

/// The template of a section or collection by the name that other templates have for it.
pub fn template_name(folder: TypeFolder, name: &str) -> String {
    beside(folder, name, TEMPLATE)
}

/// The stylesheet of a section or collection, relative to `templates/`.
pub fn style_name(folder: TypeFolder, name: &str) -> String {
    beside(folder, name, STYLE)
}

/// The template or the stylesheet of one of a section's layouts, relative to `templates/`.
pub fn layout_file_name(section: &str, layout: &str, extension: &str) -> String {
    beside(TypeFolder::Sections, section, &format!("{layout}.{extension}"))
}

/// A file beside the type of a section or collection, relative to `templates/`.
pub fn beside(folder: TypeFolder, name: &str, file: &str) -> String {
    let path = folder.beside(name, file);
    path.strip_prefix("templates/").map(str::to_owned).unwrap_or(path)
}
