//! The editor's origin: on a port of its own, on this machine alone. Pages of the site are shown there without any script, so that
//! no script but the editor's own runs there, and what it is asked to change comes from there with a secret.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fs::{self, File, TryLockError},
    io::{self, Write as _},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    path::{Path as FilePath, PathBuf},
    sync::Arc,
    time::Duration,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::json;
use tiny_http::Method;
use toml_schema::edit::Path;
use url::form_urlencoded;

use super::{
    app::EditorApp,
    http::{self, HttpRequest, Reply},
    publisher::EditorPublisher,
    response::media_type,
    server::Connections,
};
use crate::{
    diagnostic::{Diagnostics, Failure, ReportFormat},
    editor::{EditRefusal, EditedProject, Editor, FileVersion, HistoryDirection, RequestedOperation},
    online::{PublishRecord, failed_night},
    output::{Artifact, OutputPath},
    schema::{decode::value::ImageFile, form_of, forms},
    source::file_write,
};

/// The folder of the app and of what it asks. No file of a site can be in it.
const FOLDER: &str = "/.gympress/edit/";

/// The most connections.
const MOST_CONNECTIONS: usize = 100;

/// The most bytes of a picture.
const LONGEST_PICTURE: usize = 20 * 1024 * 1024;

/// The most bytes of any other request.
const LONGEST_JSON: usize = 1024 * 1024;

/// The most operations of a request.
const MOST_OPERATIONS: usize = 100;

/// The longest time without an event. A comment is sent then, to detect a closed connection.
const SILENCE: Duration = Duration::from_secs(15);

/// The policy of the app: its own script and styles, and pages of the site in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; \
    connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types 'none'";

/// The sizes for which a small picture is chosen.
const SMALL: &str = "7rem";

/// Ports from 1024 on that browsers don't open (<https://fetch.spec.whatwg.org/#port-blocking>).
const BLOCKED_PORTS: [u16; 19] = [
    1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679,
    6697, 10080,
];

/// The parts of the editor's origin.
pub(super) struct EditServer {
    editor: Arc<Editor>,
    publisher: EditorPublisher,
    /// `127.0.0.1:4001`
    address: SocketAddr,
    token: String,
    /// The folder for temporary files.
    scratch: PathBuf,
    /// Keeps other previews from editing this project.
    _lock: File,
}

impl EditServer {
    /// Begins to serve the editor on a port behind that of the preview, or on the next free one. Returns the address of the app,
    /// which holds the secret.
    ///
    /// # Errors
    /// If another preview edits this project, or the machine fails.
    pub fn start(
        editor: Arc<Editor>,
        publisher: EditorPublisher,
        root: &FilePath,
        preview: u16,
    ) -> Result<String, Failure> {
        let scratch = root.join(".gympress");
        let folder = scratch.join("edit");
        fs::create_dir_all(&folder).map_err(|error| Failure::io("make the folder", &folder, &error))?;
        let lock = lock(&folder.join("lock"))?;
        let token = token(&folder.join("token"))?;
        let ports: Vec<SocketAddr> = (1..100)
            .filter_map(|more| preview.checked_add(more))
            .filter(|port| !BLOCKED_PORTS.contains(port))
            .map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
            .collect();
        let listener = TcpListener::bind(&*ports)
            .and_then(|listener| Ok((listener.local_addr()?, listener)))
            .map_err(|error| Failure::new(format!("the editor has no free port: {error}")))?;
        let (address, listener) = listener;
        let url = format!("http://{address}{FOLDER}#{token}");
        let server = Self { editor, publisher, address, token, scratch, _lock: lock };
        let connections = Connections { most: MOST_CONNECTIONS, longest_body: LONGEST_PICTURE };
        connections.accept(listener, move |request, stream| server.respond(request, stream));
        Ok(url)
    }

    fn respond(&self, request: &HttpRequest, stream: &TcpStream) -> io::Result<()> {
        let answer = match self.refusal(request) {
            Some(refusal) => refusal,
            None => {
                let (path, _) = split(&request.target);
                if path == format!("{FOLDER}events") {
                    return self.stream_events(stream);
                }
                self.answer(request)
            }
        };
        http::write(answer.reply(), request, stream)
    }

    /// The answer to a request that may not be made.
    fn refusal(&self, request: &HttpRequest) -> Option<EditAnswer> {
        let host = request.host.as_deref().unwrap_or_default();
        let port = self.address.port();
        if ![format!("127.0.0.1:{port}"), format!("localhost:{port}")].iter().any(|own| own == host) {
            return Some(EditAnswer::refused(403, "this address belongs to the editor on this machine"));
        }
        let is_get = matches!(request.method, Method::Get | Method::Head);
        if !is_get && request.method != Method::Post {
            return Some(EditAnswer::refused(405, "the editor is asked by GET and POST"));
        }
        let (path, _) = split(&request.target);
        let asked = path.strip_prefix(FOLDER);
        let is_open = asked.is_none_or(|asked| self.is_open(asked)) && is_get;
        let comes_from_here = match request.fetch_site.as_deref() {
            None | Some("same-origin") => true,
            // Somebody follows a link, or opens the address.
            Some("none") => is_open,
            // The preview leads here.
            Some("same-site") => is_open && request.fetch_mode.as_deref() == Some("navigate"),
            Some(_) => false,
        };
        if !comes_from_here {
            return Some(EditAnswer::refused(403, "this was asked from another site"));
        }
        if !is_get && request.origin.as_deref() != Some(&format!("http://{host}")) {
            return Some(EditAnswer::refused(403, "this was asked from another site"));
        }
        if !is_open && !self.is_token(request.authorization.as_deref()) {
            return Some(EditAnswer::refused(
                401,
                "open the address that `gympress serve` shows, which ends with a secret",
            ));
        }
        if !is_get {
            return self.refused_body(asked, request);
        }
        None
    }

    /// True for what needs no secret: the app's own files, and small pictures, which elements ask for.
    fn is_open(&self, asked: &str) -> bool {
        asked.is_empty() || asked.starts_with("app-") || asked.starts_with("images/")
    }

    fn is_token(&self, authorization: Option<&str>) -> bool {
        let given = authorization.and_then(|field| field.strip_prefix("Bearer ")).unwrap_or_default();
        // The time says nothing about the place of a difference.
        given.len() == self.token.len()
            && given.bytes().zip(self.token.bytes()).fold(0, |differing, (a, b)| differing | (a ^ b)) == 0
    }

    fn refused_body(&self, asked: Option<&str>, request: &HttpRequest) -> Option<EditAnswer> {
        let content_type = request.content_type.as_deref().unwrap_or_default();
        let is_picture = asked == Some("pictures");
        // The bytes of a picture tell later whether it can be used.
        let fits =
            if is_picture { content_type.starts_with("image/") } else { content_type == "application/json" };
        if !fits {
            let why = if is_picture { "this is no picture" } else { "the editor is asked in JSON" };
            return Some(EditAnswer::refused(415, why));
        }
        let is_too_long = !is_picture && request.body.len() > LONGEST_JSON;
        is_too_long.then(|| EditAnswer::refused(413, "this is too long"))
    }

    fn answer(&self, request: &HttpRequest) -> EditAnswer {
        let (path, query) = split(&request.target);
        let Some(asked) = path.strip_prefix(FOLDER) else {
            return if request.method == Method::Post {
                EditAnswer::refused(405, "nothing is taken at this address")
            } else {
                self.file_of_site(path)
            };
        };
        let query = Query(query);
        if request.method == Method::Post {
            return self.change(asked, &query, &request.body).unwrap_or_else(EditAnswer::from);
        }
        if let Some(name) = asked.strip_prefix("images/") {
            return self.small_picture(name);
        }
        self.ask(asked, &query).unwrap_or_else(EditAnswer::from)
    }

    /// The answer to a question.
    fn ask(&self, asked: &str, query: &Query<'_>) -> Result<EditAnswer, EditRefusal> {
        let project = self.editor.project();
        Ok(match asked {
            "" => self.app(None),
            app if app.starts_with("app-") => self.app(Some(app)),
            "state" => EditAnswer::json(200, &self.editor.state(query.optional("listed").as_deref())),
            "types" => match query.optional("file") {
                Some(file) => {
                    let schema = project.schema_of(&file).ok_or_else(EditRefusal::unknown)?;
                    EditAnswer::json(200, &form_of(&file, &schema))
                }
                None => EditAnswer::json(200, &forms(&project.content.project.types)),
            },
            "file" => EditAnswer::json(200, &self.editor.file(&query.text("file")?)?),
            "page" => self.page(&project, &query.text("path")?),
            "choices" => {
                let path: Path = parsed(query.text("path")?.as_bytes())?;
                let choices = project.choices(&query.text("file")?, &path);
                EditAnswer::json(200, &choices.ok_or_else(EditRefusal::unknown)?)
            }
            "changes" => EditAnswer::json(200, &self.editor.changes()),
            "publish" => EditAnswer::json(200, &self.publishing()),
            "publish/news" => EditAnswer::json(200, &self.publisher.news()),
            _ => return Err(EditRefusal::unknown()),
        })
    }

    /// The answer to what changes something.
    fn change(&self, asked: &str, query: &Query<'_>, body: &[u8]) -> Result<EditAnswer, EditRefusal> {
        let editor = &self.editor;
        let answer = match asked {
            "operations" => {
                let OperationsRequest { request, versions, operations } = parsed(body)?;
                if operations.len() > MOST_OPERATIONS {
                    return Ok(EditAnswer::refused(413, "these are too many changes at once"));
                }
                json!(editor.operate(request, &versions, operations)?)
            }
            "fix" => {
                let CorrectionRequest { file, version, problem, choice } = parsed(body)?;
                json!(editor.correct(&file, &version, &problem, choice)?)
            }
            "undo" => json!(editor.step(HistoryDirection::Undo)?),
            "redo" => json!(editor.step(HistoryDirection::Redo)?),
            "save" => json!(editor.save()?),
            "discard" => {
                let DiscardRequest { files, path } = parsed(body)?;
                match (files.as_deref(), &path) {
                    (Some([file]), Some(path)) => json!(editor.take_back(file, path)?),
                    (files, _) => json!(editor.discard(files)?),
                }
            }
            "resolve" => {
                let ResolveRequest { file, keep } = parsed(body)?;
                json!(editor.resolve(&file, keep == KeptText::Mine)?)
            }
            "entries" => {
                let EntryRequest { collection, title, id } = parsed(body)?;
                let file = editor.create_entry(&collection, &title, id.as_deref())?;
                return Ok(EditAnswer::json(201, &json!({ "file": file })));
            }
            "copies" => {
                let CopyRequest { file, id } = parsed(body)?;
                return Ok(EditAnswer::json(201, &json!({ "file": editor.copy_file(&file, &id)? })));
            }
            "translations" => {
                let TranslationRequest { file, language } = parsed(body)?;
                return Ok(EditAnswer::json(201, &json!({ "file": editor.translate(&file, &language)? })));
            }
            "rename" => {
                let NameRequest { noun, old, new } = parsed(body)?;
                json!({ "file": editor.rename(&noun, &old, &new)? })
            }
            "delete" => {
                let FileRequest { file } = parsed(body)?;
                editor.delete(&file)?;
                json!({})
            }
            "pictures" => {
                let (name, width, height) =
                    editor.add_picture(&query.text("name")?, query.optional("folder").as_deref(), body)?;
                let picture = json!({ "name": name, "width": width, "height": height });
                return Ok(EditAnswer::json(201, &picture));
            }
            "publish" => {
                let request = parsed(body)?;
                editor.check_publishable()?;
                return Ok(EditAnswer::json(202, &json!({ "run": self.publisher.start(request)? })));
            }
            "publish/answer" => {
                self.publisher.answer(parsed(body)?)?;
                json!({})
            }
            "publish/stop" => {
                self.publisher.stop();
                json!({})
            }
            _ => return Err(EditRefusal::unknown()),
        };
        Ok(EditAnswer::json(200, &answer))
    }

    /// The place to which the site goes, what was published last, and what would go there now.
    fn publishing(&self) -> serde_json::Value {
        let memory = self.scratch.join("publish");
        let last = PublishRecord::read(&memory);
        let texts = last.as_ref().and_then(|last| last.texts.as_ref());
        json!({
            "site": self.editor.publishing(texts),
            "last": last.as_ref().map(|last| &last.at),
            "failedNight": failed_night(&memory),
            "run": self.publisher.news(),
        })
    }

    /// The page of the app, or a file of it.
    fn app(&self, name: Option<&str>) -> EditAnswer {
        let app = match EditorApp::get(&self.scratch) {
            Ok(app) => app,
            Err(failure) => return EditAnswer::refused(500, &failure.to_string()),
        };
        let Some(name) = name else {
            return EditAnswer::new(200, media_type("html"), app.html.as_bytes().to_vec());
        };
        let file = [&app.script, &app.styles, &app.icon].into_iter().find(|file| file.name == name);
        match file {
            Some(file) => {
                let kind = media_type(name.rsplit('.').next().unwrap_or_default());
                EditAnswer { is_lasting: true, ..EditAnswer::new(200, kind, file.text.as_bytes().to_vec()) }
            }
            None => EditAnswer::refused(404, "there is no such file of the editor"),
        }
    }

    /// A file of the site as it is edited. Pages have no scripts.
    fn file_of_site(&self, path: &str) -> EditAnswer {
        let project = self.editor.project();
        let path = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
        let found = project.page_at(&path).zip(project.snapshot.as_ref());
        let Some((output, snapshot)) = found else {
            return EditAnswer::refused(404, "there is no page here");
        };
        let artifact = match snapshot.file(&output) {
            Ok(Some(artifact)) => artifact,
            Ok(None) => match self.lasting_file_before(&output) {
                Some(artifact) => artifact,
                None => return EditAnswer::refused(404, "there is no page here"),
            },
            Err(mistake) => return unrendered(&project, *mistake),
        };
        let bytes = match artifact.bytes.get() {
            Ok(bytes) => bytes.to_vec(),
            Err(failure) => return EditAnswer::refused(500, &failure.to_string()),
        };
        let kind = media_type(artifact.path.extension());
        let answer = EditAnswer::new(200, kind, bytes);
        if !artifact.path.is_html() {
            return answer;
        }
        EditAnswer { policy: without_scripts(snapshot.policy()).into(), ..answer }
    }

    /// A file of the site before the last change, with a hash in its name: a page that was opened before still requests it.
    fn lasting_file_before(&self, output: &OutputPath) -> Option<Artifact> {
        let project = self.editor.project_before()?;
        let artifact = project.snapshot.as_ref()?.file(output).ok()??;
        artifact.has_hashed_name.then_some(artifact)
    }

    /// A page with marks and their origins.
    fn page(&self, project: &EditedProject, address: &str) -> EditAnswer {
        let Some(path) = project.page_at(address) else {
            return EditAnswer::refused(404, "there is no page at this address");
        };
        match project.page(&path) {
            Ok(Some(page)) => {
                let origins = json!(self.editor.origins(&page, project)).to_string().replace('<', "\\u003c");
                let script =
                    format!("<script type=\"application/json\" id=\"gympress-origins\">{origins}</script>");
                let end = page.html.rfind("</body>").unwrap_or(page.html.len());
                let (before, after) = page.html.split_at_checked(end).unwrap_or((&page.html, ""));
                let html = [before, &script, after].concat();
                EditAnswer {
                    policy: "default-src 'none'".into(),
                    ..EditAnswer::new(200, media_type("html"), html.into_bytes())
                }
            }
            Ok(None) => EditAnswer::refused(404, "there is no page at this address"),
            Err(mistake) => unrendered(project, *mistake),
        }
    }

    /// A picture of the content, small.
    fn small_picture(&self, name: &str) -> EditAnswer {
        let project = self.editor.project();
        let name = percent_encoding::percent_decode_str(name).decode_utf8_lossy();
        let bytes = ImageFile::new(&name).and_then(|file| {
            let snapshot = project.snapshot.as_ref()?;
            let small = snapshot.pictures.get(&file)?.fallback_variant(SMALL)?;
            let artifact = snapshot.file(&OutputPath::at(&small.path)?).ok()??;
            Some((media_type(artifact.path.extension()), artifact.bytes.get().ok()?.to_vec()))
        });
        // One that no page shows yet.
        let bytes = bytes.or_else(|| {
            let path = format!("{}{name}", crate::schema::decode::IMAGES);
            let bytes = project.sources.binary_at(&path)?.bytes().ok()?;
            Some((media_type(name.rsplit('.').next().unwrap_or_default()), bytes))
        });
        match bytes {
            Some((kind, bytes)) => EditAnswer::new(200, kind, bytes),
            None => EditAnswer::refused(404, "there is no such picture"),
        }
    }

    /// Tells of each change, until the client closes the connection.
    fn stream_events(&self, mut stream: &TcpStream) -> io::Result<()> {
        stream.write_all(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        )?;
        let mut known = None;
        loop {
            let event = self.editor.wait(known, SILENCE);
            if known.replace(event.revision) == Some(event.revision) {
                stream.write_all(b":\n\n")?;
                continue;
            }
            let json = serde_json::to_string(&event)?;
            stream.write_all(format!("data: {json}\n\n").as_bytes())?;
        }
    }
}

/// The mistake that keeps a page from being shown.
fn unrendered(project: &EditedProject, mistake: crate::diagnostic::Diagnostic) -> EditAnswer {
    let text = ReportFormat::Human.render(&Diagnostics::from(mistake), &*project.sources, false);
    EditAnswer::refused(422, &text)
}

/// The site's policy for a page in a frame of the editor, in which no script runs.
fn without_scripts(policy: &str) -> String {
    let replaced = ["script-src", "script-src-elem", "frame-ancestors", "report-uri", "report-to"];
    let kept = policy.split(';').map(str::trim).filter(|directive| {
        let name = directive.split(' ').next().unwrap_or_default();
        !name.is_empty() && !replaced.contains(&name)
    });
    kept.chain(["script-src 'none'", "frame-ancestors 'self'"]).collect::<Vec<_>>().join("; ")
}

/// Path and query of a request's target.
fn split(target: &str) -> (&str, &str) {
    target.split_once('?').unwrap_or((target, ""))
}

struct Query<'q>(&'q str);

impl Query<'_> {
    /// # Errors
    /// If the request doesn't say it.
    fn text(&self, name: &str) -> Result<String, EditRefusal> {
        self.optional(name).ok_or_else(|| EditRefusal::malformed(&format!("{name} is missing")))
    }

    fn optional(&self, name: &str) -> Option<String> {
        let mut pairs = form_urlencoded::parse(self.0.as_bytes());
        pairs.find(|(key, _)| key == name).map(|(_, value)| Cow::into_owned(value))
    }
}

/// # Errors
/// If it isn't what is asked here.
fn parsed<T: DeserializeOwned>(json: &[u8]) -> Result<T, EditRefusal> {
    serde_json::from_slice(json).map_err(|error| EditRefusal::malformed(&error.to_string()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OperationsRequest {
    /// A number of this request that no other one has.
    request: Option<u64>,
    versions: BTreeMap<String, FileVersion>,
    operations: Vec<RequestedOperation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CorrectionRequest {
    file: String,
    version: FileVersion,
    problem: String,
    choice: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DiscardRequest {
    files: Option<Vec<String>>,
    /// The change of a single file that is taken back alone.
    path: Option<Path>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResolveRequest {
    file: String,
    keep: KeptText,
}

#[derive(Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum KeptText {
    Mine,
    Disk,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryRequest {
    collection: String,
    title: String,
    id: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CopyRequest {
    file: String,
    id: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TranslationRequest {
    file: String,
    language: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NameRequest {
    noun: String,
    old: String,
    new: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileRequest {
    file: String,
}

/// An answer of the editor's origin.
struct EditAnswer {
    status: u16,
    media_type: String,
    body: Vec<u8>,
    policy: Cow<'static, str>,
    is_lasting: bool,
}

impl EditAnswer {
    fn new(status: u16, media_type: String, body: Vec<u8>) -> Self {
        Self { status, media_type, body, policy: POLICY.into(), is_lasting: false }
    }

    fn json(status: u16, value: &impl Serialize) -> Self {
        match serde_json::to_vec(value) {
            Ok(json) => Self::new(status, media_type("json"), json),
            Err(error) => Self::refused(500, &error.to_string()),
        }
    }

    fn refused(status: u16, why: &str) -> Self {
        Self::json(status, &json!({ "why": why }))
    }

    fn reply(&self) -> Reply<'_> {
        let caching = if self.is_lasting { "max-age=31536000, immutable" } else { "no-store" };
        let headers = [
            ("Content-Type", &*self.media_type),
            ("Cache-Control", caching),
            ("Content-Security-Policy", &*self.policy),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Referrer-Policy", "no-referrer"),
            ("X-Content-Type-Options", "nosniff"),
        ];
        let headers = headers.map(|(name, value)| (name, value.to_owned())).into();
        Reply { status: self.status, headers, body: &self.body }
    }
}

impl From<EditRefusal> for EditAnswer {
    fn from(EditRefusal { status, body }: EditRefusal) -> Self {
        Self::json(status, &body)
    }
}

/// Locks a file for as long as this program runs.
fn lock(path: &FilePath) -> Result<File, Failure> {
    let file = File::options().create(true).truncate(false).write(true).open(path);
    let file = file.map_err(|error| Failure::io("open", path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(Failure::new("this project is edited in another preview already, so this one only shows it")
                .help("edit it there, or end that one first"))
        }
        Err(TryLockError::Error(error)) => Err(Failure::io("lock", path, &error)),
    }
}

/// The secret of the project, made at the first time: 256 bits in hexadecimal digits.
fn token(path: &FilePath) -> Result<String, Failure> {
    if let Ok(token) = fs::read_to_string(path)
        && token.len() == 64
        && token.bytes().all(|byte| byte.is_ascii_hexdigit())
    {
        return Ok(token);
    }
    let token = [super::random_word()?, super::random_word()?].concat();
    file_write::replace_private(path, token.as_bytes())?;
    Ok(token)
}
