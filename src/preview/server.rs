//! The server: checks the origin of requests, responds to them, and sends events about changes to pages.

use std::{
    io::{self, Write},
    net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use gympress_accounts::{self as accounts, AccountService};
use serde::Serialize;
use tiny_http::Method;

use super::{
    http::{self, HttpRefusal, HttpRequest},
    response::HttpResponse,
    state::StateWatch,
};

/// The most connections. Each takes a thread, and a file of the number that the system lets a process open.
const MOST_CONNECTIONS: usize = 800;

/// The path of the event stream.
const EVENTS: &str = "/.gympress/events";

/// The longest time without an event. A comment is sent then, to detect a closed connection.
const SILENCE: Duration = Duration::from_secs(15);

/// Counts a connection as open until its thread ends, or can't be started.
struct OpenConnection(Arc<AtomicUsize>);

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The sources of responses.
pub(super) struct PreviewServer {
    pub guard: Guard,
    pub current: Arc<StateWatch>,
    pub accounts: AccountService,
    /// The address of the editor, without its secret.
    pub editor: Option<String>,
}

/// The limits of the connections to a port.
#[derive(Clone, Copy)]
pub(super) struct Connections {
    /// The most connections at once.
    pub most: usize,
    /// The most bytes of the body of a request.
    pub longest_body: usize,
}

impl Connections {
    /// Accepts connections from now on, and responds to their requests.
    pub fn accept(
        self,
        listener: TcpListener,
        respond: impl Fn(&HttpRequest, &TcpStream) -> io::Result<()> + Send + Sync + 'static,
    ) {
        let respond = Arc::new(respond);
        let open = Arc::new(AtomicUsize::new(0));
        thread::spawn(move || {
            loop {
                match listener.accept() {
                    Ok((stream, _)) => self.take(stream, &open, respond.clone()),
                    // Too many files are open, or the client closed the connection while it waited.
                    Err(error) => {
                        log::debug!("can't accept a connection: {error}");
                        thread::sleep(Duration::from_millis(10));
                    }
                }
            }
        });
    }

    fn take<R>(self, stream: TcpStream, open: &Arc<AtomicUsize>, respond: Arc<R>)
    where
        R: Fn(&HttpRequest, &TcpStream) -> io::Result<()> + Send + Sync + 'static,
    {
        let connection = OpenConnection(open.clone());
        let is_busy = open.fetch_add(1, Ordering::Relaxed) >= self.most;
        let thread = thread::Builder::new().spawn(move || {
            let _connection = connection;
            let served = if is_busy {
                http::refuse(&stream, HttpRefusal::BUSY)
            } else {
                http::serve(&stream, self.longest_body, |request, stream| respond(request, stream))
            };
            if let Err(error) = served.and_then(|()| stream.shutdown(Shutdown::Both)) {
                log::debug!("a connection ended early: {error}");
            }
        });
        if let Err(error) = thread {
            log::warn!("can't start a thread for a connection: {error}");
        }
    }
}

impl PreviewServer {
    /// Accepts connections from now on.
    pub fn start(self, listener: TcpListener) {
        let connections = Connections { most: MOST_CONNECTIONS, longest_body: http::LONGEST_BODY };
        connections.accept(listener, move |request, stream| self.respond(request, stream));
    }

    fn respond(&self, request: &HttpRequest, stream: &TcpStream) -> io::Result<()> {
        if !self.guard.admits(request) {
            let refused = HttpResponse::text(
                403,
                "this preview only answers its own pages; for another host name, start it with --allow-host NAME",
            );
            return http::write(refused.to_reply(None), request, stream);
        }
        if request.target == EVENTS && request.method == Method::Get {
            return stream_events(stream, &self.current);
        }
        let range = request.range.as_deref().filter(|_| request.method == Method::Get);
        http::write(self.response(request).to_reply(range), request, stream)
    }

    fn response(&self, request: &HttpRequest) -> HttpResponse {
        let Self { current, accounts, editor, .. } = self;
        let target = &request.target;
        match request.method {
            Method::Get | Method::Head => match accounts.page(target) {
                Some(page) => HttpResponse::from_accounts(page),
                None => HttpResponse::to_target(target, current, editor.as_deref()),
            },
            Method::Post if accounts.accepts(target) => {
                let request = accounts::AccountRequest {
                    target,
                    authorization: request.authorization.as_deref(),
                    body: &request.body,
                };
                let test_account = current.shown().test_account();
                HttpResponse::from_accounts(accounts.respond(&request, test_account.as_ref()))
            }
            // Pages of the preview need no CORS headers, and other origins get none.
            Method::Options if accounts.accepts(target) => HttpResponse::text(204, ""),
            _ => HttpResponse::text(405, "the preview accepts nothing at this address"),
        }
    }
}

/// An event as sent to a page.
#[derive(Serialize)]
struct PageEvent {
    /// The name of the shown site.
    site: String,
    /// The name of the site shown before.
    before: String,
    /// True if only stylesheets differ from the site shown before.
    styles: bool,
    /// True if the files saved last have mistakes.
    wrong: bool,
    /// True if the files saved last aren't shown because of their mistakes.
    refused: bool,
}

/// Sends the state at once, and each new one, until the client closes the connection.
fn stream_events(mut stream: &TcpStream, current: &StateWatch) -> io::Result<()> {
    stream.write_all(
        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nConnection: close\r\n\r\nretry: 200\n\n",
    )?;
    let mut known = None;
    loop {
        let shown = current.wait(known, SILENCE);
        if known.replace(shown.number) == Some(shown.number) {
            stream.write_all(b":\n\n")?;
            continue;
        }
        let event = PageEvent {
            site: current.name(shown.site),
            before: current.name(shown.site.saturating_sub(1)),
            styles: shown.only_styles,
            wrong: shown.problems.is_some(),
            refused: shown.is_refused,
        };
        let json = serde_json::to_string(&event)?;
        stream.write_all(format!("event: state\ndata: {json}\n\n").as_bytes())?;
    }
}

/// Protection against cross-site requests and DNS rebinding: pages of other sites get no response.
pub(super) struct Guard {
    port: u16,
    is_local: bool,
    /// The names besides `localhost` and the addresses of this machine, in lower case.
    hosts: Vec<String>,
}

impl Guard {
    pub fn new(address: SocketAddr, hosts: Vec<String>) -> Self {
        Self { port: address.port(), is_local: address.ip().is_loopback(), hosts }
    }

    /// True if this request may be answered. If a host name of another site was made to point here, its pages still
    /// send that name as `Host`. If such a page embeds or calls the preview, `Sec-Fetch-Site` or `Origin` gives it
    /// away.
    fn admits(&self, request: &HttpRequest) -> bool {
        let Some(host) = request.host.as_deref() else { return false };
        // A service that forwards requests to the preview may use TLS.
        let schemes: &[&str] = if self.is_named(host) { &["http", "https"] } else { &["http"] };
        if !self.is_named(host) && !self.is_own(host) {
            return false;
        }
        let is_cross_site = match request.fetch_site.as_deref() {
            Some("same-origin" | "none") | None => false,
            // Links on other sites may lead here.
            Some(_) => request.fetch_mode.as_deref() != Some("navigate"),
        };
        let is_from_host = request
            .origin
            .as_ref()
            .is_none_or(|origin| schemes.iter().any(|scheme| *origin == format!("{scheme}://{host}")));
        !is_cross_site && is_from_host
    }

    /// True for a host that the options or the environment name, at any port.
    fn is_named(&self, host: &str) -> bool {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.parse::<u16>().is_ok() => name,
            _ => host,
        };
        self.hosts.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// True for an address of this preview, or `localhost`: other names can be made to point anywhere.
    fn is_own(&self, host: &str) -> bool {
        if let Ok(address) = host.parse::<SocketAddr>() {
            return address.port() == self.port && self.is_own_ip(address.ip());
        }
        match host.rsplit_once(':') {
            Some((name, port)) => {
                port.parse() == Ok(self.port) && port.len() < 6 && name.eq_ignore_ascii_case("localhost")
            }
            None => {
                let ip = host.trim_start_matches('[').trim_end_matches(']').parse();
                let named = host.eq_ignore_ascii_case("localhost");
                self.port == 80 && (named || ip.is_ok_and(|ip| self.is_own_ip(ip)))
            }
        }
    }

    fn is_own_ip(&self, ip: IpAddr) -> bool {
        !self.is_local || ip.is_loopback()
    }
}
