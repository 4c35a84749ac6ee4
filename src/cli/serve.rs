//! `gympress serve`

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    process::{Command, Stdio},
};

use super::{Status, Streams, Surroundings, arguments::Serve, project, report};
use crate::{
    diagnostic::Format,
    failure::Failure,
    preview::{self, News},
    site::BaseUrl,
};

pub(super) fn run(
    options: &Serve,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let root = &options.root.root;
    let news = preview::start(preview::Options {
        root: root.clone(),
        bind: options.bind,
        port: options.port,
        now: options.inputs.now,
        drafts: options.inputs.drafts,
        base_url: options.inputs.base_url.clone(),
        clock: surroundings.clock,
        tools: project::tools(root, surroundings),
    })?;
    for news in news {
        match news {
            News::Listening { address, base } => {
                let url = url(address, base.as_ref());
                let _ = writeln!(streams.out, "{url}");
                if options.open {
                    open(&url);
                }
            }
            News::Read { changes, took, shown, found, sources } => {
                report::diagnostics(&found, &sources, Format::Human, surroundings, streams);
                let what = match changes.as_slice() {
                    [] => "the site".to_owned(),
                    [change] => change.to_string(),
                    [change, rest @ ..] => format!("{change} and {} more", rest.len()),
                };
                let effect = if shown { "shown" } else { "not shown" };
                let milliseconds = took.as_secs_f64() * 1000.0;
                let counts = report::counts(&found);
                let _ = writeln!(streams.err, "{what}: {effect} after {milliseconds:.1} ms; {counts}");
            }
            News::Failed(failure) => {
                let _ = writeln!(streams.err, "gympress: {failure}");
            }
        }
        let _ = streams.out.flush();
        let _ = streams.err.flush();
    }
    Ok(Status::Done)
}

/// What to type into a browser on this machine.
fn url(address: SocketAddr, base: Option<&BaseUrl>) -> String {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    format!("http://{}{}", SocketAddr::new(ip, address.port()), base.map_or("/", BaseUrl::path))
}

/// Asks the system to show the page. That it can't is seen at once, and the address is on the screen.
fn open(url: &str) {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let _ = Command::new(program).arg(url).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
