//! The preview: serves the newest good snapshot of a project over HTTP, renders a page when it is requested,
//! and follows every change of the project's files.

mod app;
mod check;
mod edit;
mod follow;
mod http;
mod notice;
mod publisher;
mod response;
mod server;
mod state;
mod watch;

use std::{
    net::{IpAddr, SocketAddr, TcpListener},
    path::{Path, PathBuf},
    sync::{Arc, mpsc},
    thread,
};

use gympress_accounts::AccountService;
use jiff::Timestamp;

pub use gympress_accounts::{AccountEvent, FormMessage};

pub use app::{AppFile, EditorApp};
pub use notice::Notice;
pub(crate) use watch::Watch;

use crate::{
    build::BuildContext,
    diagnostic::Failure,
    editor::{Editor, EditorEnvironment},
    site::{BaseUrl, Settings},
};
use check::BackgroundCheck;
use edit::EditServer;
use follow::Follower;
use publisher::EditorPublisher;
use server::{Guard, PreviewServer};
use state::StateWatch;

/// The options of a preview.
pub struct PreviewOptions {
    /// The folder that holds the project.
    pub root: PathBuf,
    /// The address to listen on.
    pub bind: IpAddr,
    /// The port; `None` for [`PORT`] or the next free one.
    pub port: Option<u16>,
    /// Names of this machine besides `localhost` and its addresses, such as the name by which a service forwards requests to
    /// it. `{port}` in a name is replaced by the port.
    pub hosts: Vec<String>,
    /// The moment to show the site at; `None` for the current time.
    pub now: Option<Timestamp>,
    /// True if drafts and entries of the future are shown, too.
    pub drafts: bool,
    /// The base URL in place of the one in content.
    pub base_url: Option<BaseUrl>,
    /// The current time.
    pub clock: fn() -> Timestamp,
    /// True if files are polled once a second, instead of being watched by the system.
    pub polls: bool,
    /// The caches and tools for making snapshots.
    pub context: BuildContext,
    /// The caches and tools of the editor, which shows another state; `None` for a preview without one.
    pub editor: Option<BuildContext>,
    /// The path of this program, by which the editor publishes.
    pub program: PathBuf,
}

impl PreviewOptions {
    /// The inputs of a state of the project besides its files.
    fn settings(&self) -> Settings {
        Settings {
            drafts: self.drafts,
            base_url: self.base_url.clone(),
            is_preview: true,
            ..Settings::at(self.now.unwrap_or_else(self.clock))
        }
    }
}

/// The default port of a preview.
pub const PORT: u16 = 4000;

/// The number of ports to try.
const TRIES: u16 = 100;

/// Starts a preview and returns its events, for as long as it runs.
///
/// # Errors
/// If there is no project at the root, or the preview can't listen at the address.
pub fn start(mut options: PreviewOptions) -> Result<mpsc::Receiver<Notice>, Failure> {
    let (notices, receiver) = mpsc::channel();
    let listener = listen(options.bind, options.port)?;
    let address = listener.local_addr().map_err(|error| refused(options.bind, options.port, &error))?;
    let root =
        dunce::canonicalize(&options.root).map_err(|error| Failure::io("open", &options.root, &error))?;
    let port = address.port().to_string();
    let hosts = options.hosts.iter().map(|host| host.replace("{port}", &port)).collect();
    let current = Arc::new(StateWatch::new(random_word()?));
    let accounts = accounts(&options, notices.clone());
    let for_editor = options.editor.take();
    let options = Arc::new(options);
    let (mut follower, unchecked) =
        Follower::start(options.clone(), &root, current.clone(), notices.clone())?;
    let editing = for_editor.map(|context| edit(context, &options, &root, &mut follower, address.port()));
    let editor_url = match editing {
        Some(Ok(url)) => Some(url),
        Some(Err(failure)) => {
            let _ = notices.send(Notice::Failed(failure));
            None
        }
        None => None,
    };
    // The server of the site knows where the editor is, but not its secret.
    let editor = editor_url.as_ref().and_then(|url| Some(url.split_once('#')?.0.to_owned()));
    PreviewServer { guard: Guard::new(address, hosts), current: current.clone(), accounts, editor }
        .start(listener);
    let _ = notices.send(Notice::Listening { address, base: follower.base(), editor: editor_url });
    let checker = BackgroundCheck::new(options, current, notices)?;
    thread::spawn(move || checker.run(unchecked));
    thread::spawn(move || follower.run());
    Ok(receiver)
}

/// Starts the editor of what the follower reads. Returns its address.
fn edit(
    context: BuildContext,
    options: &Arc<PreviewOptions>,
    root: &Path,
    follower: &mut Follower,
    port: u16,
) -> Result<String, Failure> {
    let shown = options.clone();
    let environment = EditorEnvironment {
        root: root.to_owned(),
        context,
        // Drafts of posts are edited, too.
        settings: Box::new(move || Settings { drafts: true, ..shown.settings() }),
    };
    let editor = Editor::new(environment, follower.sources())?;
    let url =
        EditServer::start(editor.clone(), EditorPublisher::new(options.program.clone(), root), root, port)?;
    follower.tell(editor);
    Ok(url)
}

/// Makes the account service, with its file beside the caches.
fn accounts(options: &PreviewOptions, notices: mpsc::Sender<Notice>) -> AccountService {
    AccountService::new(options.context.folder().join("accounts.json"), options.clock, move |event| {
        // The receiver is closed once the preview ends.
        let _ = notices.send(Notice::Accounts(event));
    })
}

/// 128 random bits in hexadecimal digits.
fn random_word() -> Result<String, Failure> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Failure::new(format!("the system has no random numbers: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Listens at the port; without one, at the first free port.
fn listen(bind: IpAddr, port: Option<u16>) -> Result<TcpListener, Failure> {
    let ports = port.map_or(PORT..=PORT + TRIES, |port| port..=port);
    let addresses: Vec<SocketAddr> = ports.map(|port| SocketAddr::new(bind, port)).collect();
    TcpListener::bind(&*addresses).map_err(|error| refused(bind, port, &error))
}

fn refused(bind: IpAddr, port: Option<u16>, error: &std::io::Error) -> Failure {
    let address = SocketAddr::new(bind, port.unwrap_or(PORT));
    let help = if error.kind() == std::io::ErrorKind::AddrInUse {
        "another program listens there; --port takes another number, and without it a free one is found"
    } else {
        "--bind takes an address of this machine, such as 127.0.0.1 or 0.0.0.0"
    };
    Failure::new(format!("can't listen on {address}: {error}")).help(help)
}
