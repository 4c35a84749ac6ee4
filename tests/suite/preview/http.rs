//! Just enough of a client, which can also say what no good client would.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn field(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (field, value) = line.split_once(": ")?;
            field.eq_ignore_ascii_case(name).then_some(value)
        })
    }
}

pub fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    stream
}

/// Sends these bytes and reads until the other side is done; nothing if it said nothing, or isn't there.
pub fn raw(address: SocketAddr, bytes: &[u8]) -> Option<Reply> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
    // A server that has heard enough may hang up while we talk.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    parse(&answer)
}

pub fn parse(answer: &[u8]) -> Option<Reply> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = String::from_utf8(answer[..end].to_vec()).unwrap();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some(Reply { status, head, body: answer[end + 4..].to_vec() })
}

pub fn get(address: SocketAddr, target: &str) -> Reply {
    get_with(address, target, "").unwrap()
}

/// `more` are further lines of the head, each with its end.
pub fn get_with(address: SocketAddr, target: &str, more: &str) -> Option<Reply> {
    let head = format!("GET {target} HTTP/1.1\r\nHost: {address}\r\n{more}Connection: close\r\n\r\n");
    raw(address, head.as_bytes())
}

/// Posts `body`; `more` are further lines of the head, each with its end.
pub fn post(address: SocketAddr, target: &str, more: &str, body: &str) -> Option<Reply> {
    let length = body.len();
    let head = format!(
        "POST {target} HTTP/1.1\r\nHost: {address}\r\n{more}Content-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    raw(address, format!("{head}{body}").as_bytes())
}
