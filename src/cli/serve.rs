//! `gympress serve`

use std::{
    collections::BTreeSet,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket},
    path::Path,
    process::{Command, Stdio},
    sync::Arc,
    thread,
};

use qrcode::render::unicode;

use super::{ProcessContext, Status, Streams, arguments::Serve, project, report, schema};
use crate::{
    assets,
    build::BuildContext,
    diagnostic::{Failure, ReportFormat, counted},
    online::{MEMORY, failed_night},
    preview::{self, AccountEvent, FormMessage, Notice},
    site::BaseUrl,
};

pub(super) fn run(
    options: &Serve,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let root = &options.root.root;
    let context = context(root, process);
    let editor = (!options.no_edit).then(|| self::context(root, process));
    let hosts = [options.allow_host.as_slice(), &process.forwarded_hosts].concat();
    let notices = preview::start(preview::PreviewOptions {
        root: root.clone(),
        bind: options.bind,
        port: options.port,
        hosts,
        now: options.settings.now,
        drafts: options.settings.drafts,
        base_url: options.settings.base_url.clone(),
        clock: process.clock,
        polls: options.poll,
        context,
        editor,
        program: process.program.clone(),
    })?;
    if let Some(failed) = failed_night(&root.join(MEMORY)) {
        let _ = writeln!(streams.err, "note: {failed}");
    }
    let mut origin = String::new();
    for notice in notices {
        if let Notice::Listening { address, .. } = &notice {
            origin = format!("http://{}", reachable(*address));
        }
        show(notice, &origin, options, process, streams);
        let _ = streams.out.flush();
        let _ = streams.err.flush();
    }
    Ok(Status::Done)
}

/// Shows an event. `origin` is the address of the preview.
fn show(notice: Notice, origin: &str, options: &Serve, process: &ProcessContext, streams: &mut Streams<'_>) {
    match notice {
        Notice::Listening { address, base, editor } => {
            print_addresses(address, base.as_ref(), process, streams);
            if options.open {
                open(&url(address, base.as_ref()));
            }
            if let Some(editor) = &editor {
                let _ = writeln!(streams.err, "edit: {editor}");
            }
            if let Some(editor) = editor.filter(|_| options.edit) {
                open(&editor);
            }
        }
        Notice::Checked { changes, took, pages, diagnostics, content } => {
            schema::report(schema::create(&content), streams);
            report::print(&diagnostics, &*content.project.sources, ReportFormat::Human, process, streams);
            let milliseconds = took.as_secs_f64() * 1000.0;
            let counts = if diagnostics.has_errors() {
                format!("; {}", report::counts(&diagnostics))
            } else {
                ", nothing wrong with any".to_owned()
            };
            let (files, pages) = (file_names(&changes), counted(pages, "page"));
            let _ = writeln!(streams.err, "{files}: {milliseconds:.1} ms; {pages}{counts}");
        }
        Notice::Refused { changes, diagnostics, sources } => {
            report::print(&diagnostics, &sources, ReportFormat::Human, process, streams);
            let (files, counts) = (file_names(&changes), report::counts(&diagnostics));
            let _ = writeln!(streams.err, "{files}: {counts}; the last good state stays");
        }
        Notice::Accounts(event) => account_event(event, origin, streams),
        Notice::Failed(failure) => {
            let _ = writeln!(streams.err, "gympress: {failure}");
        }
    }
}

/// The context of a preview, which encodes pictures to formats that take less time.
fn context(root: &Path, process: &ProcessContext) -> BuildContext {
    let picture_formats = assets::PictureFormat::PREVIEWED;
    BuildContext { picture_formats, ..project::context(root, process) }
}

/// Shows the addresses of the preview: on this machine, through forwarded hosts, and on the network.
fn print_addresses(
    address: SocketAddr,
    base: Option<&BaseUrl>,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) {
    let _ = writeln!(streams.out, "{}", url(address, base));
    for host in &process.forwarded_hosts {
        let host = host.replace("{port}", &address.port().to_string());
        let path = base.map_or("/", BaseUrl::path);
        let _ = writeln!(streams.err, "https://{host}{path} from elsewhere");
    }
    if let Some(url) = network_url(address, base) {
        let _ = write!(streams.err, "{}", qr_code(&url));
        let _ = writeln!(streams.err, "{url} on the same network");
    }
}

/// Shows an event of the account service. `origin` is the address of the preview.
fn account_event(event: AccountEvent, origin: &str, streams: &mut Streams<'_>) {
    let text = match event {
        AccountEvent::Message(message) => message_text(&message),
        // The link has the preview's own address, as the request may name another host.
        AccountEvent::PasswordReset { email, link } => {
            format!("a new password for {}: {origin}{link}\n", plain(&email))
        }
        AccountEvent::InMemory { reason } => format!(
            "gympress: accounts and messages of this preview are lost when it ends: {reason}\n  help: close the other preview of this project, or make the file writable\n"
        ),
        AccountEvent::Failed { reason } => format!("gympress: the local account service failed: {reason}\n"),
    };
    let _ = write!(streams.err, "{text}");
}

/// A filled form, a line for each field.
fn message_text(message: &FormMessage) -> String {
    let mut text = String::from("a message\n");
    for (name, value) in &message.fields {
        text.push_str(&format!("  {}:", plain(name)));
        for line in value.lines() {
            text.push_str(&format!(" {}\n   ", plain(line)));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// A visitor's text without control characters, which could change the terminal.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// "content/site.toml", "content/site.toml and 3 more".
fn file_names(changes: &BTreeSet<Arc<str>>) -> String {
    match changes.first() {
        None => "the site".to_owned(),
        Some(first) if changes.len() == 1 => first.to_string(),
        Some(first) => format!("{first} and {} more", changes.len() - 1),
    }
}

/// The address of the site for a browser on this machine.
fn url(address: SocketAddr, base: Option<&BaseUrl>) -> String {
    format!("http://{}{}", reachable(address), base.map_or("/", BaseUrl::path))
}

/// An address at which this machine reaches the program that listens at `address`.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
    };
    SocketAddr::new(ip, address.port())
}

/// The address of the site for a phone on the same network, if the preview listens there.
fn network_url(address: SocketAddr, base: Option<&BaseUrl>) -> Option<String> {
    let ip = match address.ip() {
        ip if ip.is_loopback() => return None,
        IpAddr::V4(ip) if ip.is_unspecified() => own_v4()?,
        // On a network without IPv6, what listens on all addresses is reached by IPv4, but not on Windows.
        IpAddr::V6(ip) if ip.is_unspecified() => own_address("[::]:0", "[2001:db8::1]:9")
            .or_else(|| if cfg!(windows) { None } else { own_v4() })?,
        ip => ip,
    };
    Some(url(SocketAddr::new(ip, address.port()), base))
}

/// The address by which this machine would reach one elsewhere, which the system chooses. Nothing is sent.
fn own_address(any: &str, elsewhere: &str) -> Option<IpAddr> {
    let socket = UdpSocket::bind(any).ok()?;
    socket.connect(elsewhere).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// The same by IPv4.
fn own_v4() -> Option<IpAddr> {
    own_address("0.0.0.0:0", "192.0.2.1:9")
}

/// The address as a QR code for the camera of a phone.
fn qr_code(url: &str) -> String {
    let code = qrcode::QrCode::with_error_correction_level(url, qrcode::EcLevel::L);
    let code = code.map(|code| {
        // Most terminals are dark, while a QR code has to be dark on light: the colours are swapped.
        let (dark, light) = (unicode::Dense1x2::Light, unicode::Dense1x2::Dark);
        code.render::<unicode::Dense1x2>().dark_color(dark).light_color(light).build()
    });
    code.map(|code| format!("{code}\n")).unwrap_or_default()
}

/// Asks the system to show the page.
fn open(url: &str) {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let started = Command::new(program).arg(url).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    match started {
        // Without `wait`, the child process would stay a zombie until the preview ends.
        Ok(mut opener) => drop(thread::spawn(move || opener.wait())),
        Err(error) => log::warn!("can't open a browser with {program}: {error}"),
    }
}
