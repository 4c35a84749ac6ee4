//! Protection against cross-site requests and DNS rebinding: pages of other sites get no response.

use std::net::{IpAddr, SocketAddr};

use super::request::Request;

/// The address of the preview, by which it recognizes requests of its own pages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    port: u16,
    is_local: bool,
}

impl Guard {
    pub fn new(address: SocketAddr) -> Self {
        Self { port: address.port(), is_local: address.ip().is_loopback() }
    }

    /// Whether this request may be handled. A page of another site whose host name was made to point here
    /// still sends that name as `Host`; if it embeds or calls the preview, `Sec-Fetch-Site` or `Origin` says so.
    pub fn admits(&self, request: &Request) -> bool {
        let Some(host) = request.host.as_deref().filter(|host| self.is_own(host)) else { return false };
        let from_elsewhere = match request.fetch_site.as_deref() {
            Some("same-origin" | "none") | None => false,
            // A link on another site may lead here.
            Some(_) => request.fetch_mode.as_deref() != Some("navigate"),
        };
        let origin = request.origin.as_ref().is_none_or(|origin| *origin == format!("http://{host}"));
        origin && !from_elsewhere
    }

    /// Whether the host is an address of this preview, or `localhost`: other names can be made to point anywhere.
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

#[cfg(test)]
mod tests {
    use super::{super::request, Guard};

    #[test]
    fn a_preview_for_the_network_is_found_by_address_alone() {
        let guard = Guard::new("0.0.0.0:4000".parse().expect("an address"));
        let admits = |host: &str| {
            let head = format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n");
            let (request, _) = request::parse(head.as_bytes()).expect("a request").expect("a whole one");
            guard.admits(&request)
        };
        assert!(admits("192.168.1.2:4000"));
        assert!(!admits("evil.example:4000"));
    }
}
