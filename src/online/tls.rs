//! TLS: whom this machine trusts, and certificates that aren't right, in words.

use std::{
    io,
    net::{IpAddr, ToSocketAddrs as _},
    path::Path,
    sync::Arc,
};

use rustls::{
    CertificateError, ClientConfig, Error, RootCertStore, SupportedProtocolVersion,
    client::Resumption,
    crypto::ring::default_provider,
    pki_types::{CertificateDer, pem::PemObject as _},
};

use super::remote::{Trouble, TroubleKind};

/// The authorities that certificates may come from.
#[derive(Clone, Debug)]
pub struct Roots(Arc<RootCertStore>);

impl Roots {
    /// Those of browsers, and those in a file, such as of a company's proxy.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn new(added: Option<&Path>) -> Result<Self, Trouble> {
        let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.into() };
        if let Some(path) = added {
            let certificates =
                CertificateDer::pem_file_iter(path).map_err(|error| unreadable(path, &error))?;
            for certificate in certificates {
                let certificate = certificate.map_err(|error| unreadable(path, &error))?;
                roots.add(certificate).map_err(|error| unreadable(path, &error))?;
            }
        }
        Ok(Self(Arc::new(roots)))
    }

    /// A configuration with a store of sessions of its own.
    pub(super) fn config(
        &self,
        versions: &[&'static SupportedProtocolVersion],
    ) -> Result<Arc<ClientConfig>, Trouble> {
        let builder = ClientConfig::builder_with_provider(default_provider().into());
        let builder = builder.with_protocol_versions(versions).map_err(|error| of_tls(&error))?;
        let mut config = builder.with_root_certificates(self.0.clone()).with_no_client_auth();
        config.resumption = Resumption::in_memory_sessions(16);
        Ok(Arc::new(config))
    }
}

fn unreadable(path: &Path, error: &dyn std::error::Error) -> Trouble {
    Trouble::new(
        TroubleKind::Machine,
        format!("can't read the certificates in SSL_CERT_FILE, {}: {error}", path.display()),
    )
}

fn of_tls(error: &Error) -> Trouble {
    Trouble::new(TroubleKind::Refused, error.to_string())
}

/// The failure of a connection, of TLS or below it.
pub(super) fn connection_trouble(error: &io::Error) -> Trouble {
    let tls = error.get_ref().and_then(|inner| inner.downcast_ref::<Error>());
    let Some(tls) = tls else {
        let said = match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => "no answer for 30 seconds".to_owned(),
            io::ErrorKind::UnexpectedEof => "the other side closed it".to_owned(),
            _ => error.to_string(),
        };
        return Trouble::new(TroubleKind::Lost, said);
    };
    let Error::InvalidCertificate(wrong) = tls else {
        return Trouble::new(TroubleKind::Lost, tls.to_string());
    };
    let said = match wrong {
        CertificateError::NotValidForNameContext { presented, .. } => {
            format!("it is for {}", names(presented).join(", "))
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => "it has expired".to_owned(),
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "it isn't valid yet; look at the clock of this machine".to_owned()
        }
        CertificateError::UnknownIssuer => "its issuer is unknown, or it is signed by itself".to_owned(),
        CertificateError::Other(_) => "it is signed by itself".to_owned(),
        other => other.to_string(),
    };
    Trouble::new(TroubleKind::Certificate, said)
}

/// The names of a certificate, from the words of the library: `DnsName("a.example")`.
fn names(presented: &[String]) -> Vec<&str> {
    presented.iter().map(|name| name.split('"').nth(1).unwrap_or(name)).collect()
}

/// The name of the same machine for which its certificate is, if one of those that it shows leads to its address.
pub(super) fn name_of_same_machine(error: &io::Error, address: IpAddr) -> Option<String> {
    let tls = error.get_ref().and_then(|inner| inner.downcast_ref::<Error>());
    let Some(Error::InvalidCertificate(CertificateError::NotValidForNameContext { presented, .. })) = tls
    else {
        return None;
    };
    let name = names(presented).into_iter().find(|name| {
        let addresses = (*name, 0).to_socket_addrs();
        addresses.is_ok_and(|mut addresses| addresses.any(|found| found.ip() == address))
    });
    name.map(str::to_owned)
}
