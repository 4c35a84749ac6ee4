//! HTTP/1.1 as far as looking at a site and Netlify's interface need it: a request on a connection of its own, without redirects.

use std::{
    io::{self, BufRead as _, BufReader, Read, Write},
    net::TcpStream,
    sync::Arc,
    time::Duration,
};

use rustls::{
    ClientConfig, ClientConnection, StreamOwned,
    pki_types::ServerName,
    version::{TLS12, TLS13},
};
use url::Url;

use super::{
    Roots,
    ftps::connect_to,
    remote::{Trouble, TroubleKind},
    tls::connection_trouble,
};

/// The most bytes before the body of an answer, with all messages before it.
const LONGEST_HEAD: usize = 64 << 10;

/// The most headers of an answer.
const MOST_HEADERS: usize = 200;

/// A request.
#[derive(Clone, Copy, Debug)]
pub(super) struct WebRequest<'r> {
    pub method: &'static str,
    pub url: &'r Url,
    /// Further lines of its head, each with its end.
    pub head: &'r str,
    pub body: &'r [u8],
    /// The most bytes of an answer; more of it aren't read.
    pub most: usize,
}

/// The answer of a server.
#[derive(Clone, Debug, Default)]
pub(super) struct WebResponse {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl WebResponse {
    /// The value of a header, by its name in lower case.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}

/// Makes requests.
pub(super) struct HttpClient {
    config: Arc<ClientConfig>,
    patience: Duration,
}

trait Connection: Read + Write {}
impl Connection for TcpStream {}
impl Connection for StreamOwned<ClientConnection, TcpStream> {}

impl HttpClient {
    pub(super) fn new(roots: &Roots, patience: Duration) -> Result<Self, Trouble> {
        Ok(Self { config: roots.config(&[&TLS13, &TLS12])?, patience })
    }

    /// The answer to a request, whatever its status.
    ///
    /// # Errors
    /// If the server can't be reached, its certificate isn't right, or it doesn't speak HTTP.
    pub(super) fn send(&self, request: &WebRequest<'_>) -> Result<WebResponse, Trouble> {
        let mut connection = self.connect(request.url)?;
        let WebRequest { method, url, head, body, .. } = request;
        let host = url.host_str().unwrap_or_default();
        let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
        let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
        let head = format!(
            "{method} {}{query} HTTP/1.1\r\nHost: {host}{port}\r\nUser-Agent: gympress\r\nAccept-Encoding: identity\r\n\
             Connection: close\r\nContent-Length: {}\r\n{head}\r\n",
            url.path(),
            body.len()
        );
        let sent = connection.write_all(head.as_bytes()).and_then(|()| connection.write_all(body));
        sent.and_then(|()| connection.flush()).map_err(|error| connection_trouble(&error))?;
        read_response(connection, request.most)
    }

    fn connect(&self, url: &Url) -> Result<Box<dyn Connection>, Trouble> {
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
        let tcp = connect_to(host, url.port_or_known_default().unwrap_or(443))?;
        tcp.set_read_timeout(Some(self.patience)).map_err(|error| connection_trouble(&error))?;
        if url.scheme() == "http" {
            return Ok(Box::new(tcp));
        }
        let name = ServerName::try_from(host.to_owned())
            .map_err(|error| Trouble::new(TroubleKind::UnknownHost, error.to_string()))?;
        let connection = ClientConnection::new(self.config.clone(), name)
            .map_err(|error| Trouble::new(TroubleKind::NoTls, error.to_string()))?;
        let mut stream = StreamOwned::new(connection, tcp);
        stream.conn.complete_io(&mut stream.sock).map_err(|error| connection_trouble(&error))?;
        Ok(Box::new(stream))
    }
}

fn text(value: &[u8]) -> String {
    String::from_utf8_lossy(value).trim().to_owned()
}

fn no_http() -> Trouble {
    Trouble::new(TroubleKind::Lost, "the answer isn't HTTP")
}

fn read_response(connection: Box<dyn Connection>, most: usize) -> Result<WebResponse, Trouble> {
    let mut reader = BufReader::new(connection);
    let mut response = WebResponse::default();
    let mut left = LONGEST_HEAD;
    // A message before the answer, such as 103, isn't the answer.
    while response.status < 200 {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut rest = reader.by_ref().take(left as u64);
            let read = rest.read_until(b'\n', &mut head).map_err(|error| connection_trouble(&error))?;
            if read == 0 {
                return Err(no_http());
            }
            left -= read;
        }
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut parsed = httparse::Response::new(&mut headers);
        parsed.parse(&head).map_err(|_| no_http())?;
        response.status = parsed.code.ok_or_else(no_http)?;
        response.headers = parsed
            .headers
            .iter()
            .map(|header| (header.name.to_ascii_lowercase(), text(header.value)))
            .collect();
    }
    let length = response.header("content-length").and_then(|length| length.parse::<usize>().ok());
    if response.header("transfer-encoding").is_some_and(|coding| coding.contains("chunked")) {
        read_chunks(&mut reader, most, &mut response.body).map_err(|error| connection_trouble(&error))?;
    } else if response.status != 204 && response.status != 304 {
        let wanted = length.unwrap_or(usize::MAX).min(most);
        let read = reader.take(wanted as u64).read_to_end(&mut response.body);
        // Without a length, the answer ends with the connection, which some servers break off instead of closing it.
        if length.is_some() {
            read.map_err(|error| connection_trouble(&error))?;
            if response.body.len() < wanted {
                return Err(no_http());
            }
        }
    }
    Ok(response)
}

fn read_chunks(reader: &mut impl io::BufRead, most: usize, body: &mut Vec<u8>) -> io::Result<()> {
    loop {
        let mut line = Vec::new();
        reader.by_ref().take(1024).read_until(b'\n', &mut line)?;
        let digits = String::from_utf8_lossy(&line);
        let digits = digits.split(';').next().unwrap_or_default().trim();
        let size = usize::from_str_radix(digits, 16).map_err(|_| io::ErrorKind::InvalidData)?;
        if size == 0 || body.len() >= most {
            return Ok(());
        }
        let wanted = size.min(most - body.len());
        reader.by_ref().take(wanted as u64).read_to_end(body)?;
        if wanted < size {
            return Ok(());
        }
        reader.read_exact(&mut [0; 2])?;
    }
}
