//! SFTP 3 (draft-ietf-secsh-filexfer-02), spoken through `ssh`. Requests are sent ahead of the answers to earlier ones: one by
//! one, each file would take a second.

use std::{
    cell::RefCell,
    collections::VecDeque,
    io::{Read as _, Write as _},
};

use super::{
    Machine,
    ftps::no_folder,
    remote::{Answer, Remote, SendProgress, Trouble, TroubleKind, Upload},
    ssh::Ssh,
};
use crate::hosts::Server;

/// The requests and bytes that are under way at once.
const WINDOW: usize = 256;
const MOST_UNDER_WAY: usize = 2 << 20;
/// The files that are open at once, and the bytes that are written by a request.
const FILES_AT_ONCE: usize = 64;
const PIECE: usize = 32 << 10;
const LARGEST_PACKET: usize = 256 << 10;
const POSIX_RENAME: &str = "posix-rename@openssh.com";

/// The version that we speak.
const GREETING: [u8; 9] = [0, 0, 0, 5, 1, 0, 0, 0, 3];

const OPEN: u8 = 3;
const CLOSE: u8 = 4;
const READ: u8 = 5;
const WRITE: u8 = 6;
const LSTAT: u8 = 7;
const SETSTAT: u8 = 9;
const OPENDIR: u8 = 11;
const READDIR: u8 = 12;
const REMOVE: u8 = 13;
const MKDIR: u8 = 14;
const RMDIR: u8 = 15;
const REALPATH: u8 = 16;
const STAT: u8 = 17;
const RENAME: u8 = 18;
const EXTENDED: u8 = 200;

/// The status of what isn't there.
const NO_SUCH_FILE: u32 = 2;

/// A request without its number.
struct SftpRequest {
    kind: u8,
    body: Vec<u8>,
}

impl SftpRequest {
    fn new(kind: u8) -> Self {
        Self { kind, body: Vec::new() }
    }

    fn number(mut self, number: u32) -> Self {
        self.body.extend(number.to_be_bytes());
        self
    }

    fn bytes(self, bytes: &[u8]) -> Self {
        let mut request = self.number(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
        request.body.extend(bytes);
        request
    }

    fn path(kind: u8, path: &str) -> Self {
        Self::new(kind).bytes(path.as_bytes())
    }

    /// A position within an open file.
    fn place(kind: u8, handle: &[u8], at: usize) -> Self {
        let mut request = Self::new(kind).bytes(handle);
        request.body.extend((at as u64).to_be_bytes());
        request
    }
}

#[derive(Debug)]
enum SftpReply {
    Done,
    Refused { code: u32, said: String },
    Handle(Vec<u8>),
    Data(Vec<u8>),
    Names(Vec<String>),
    Attributes { size: u64, mode: Option<u32> },
}

/// The parts of a packet, one after the other.
struct PacketReader<'p>(&'p [u8]);

impl<'p> PacketReader<'p> {
    fn take(&mut self, length: usize) -> Result<&'p [u8], Trouble> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or_else(odd)?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, Trouble> {
        let bytes = self.take(4)?.try_into().map_err(|_| odd())?;
        Ok(u32::from_be_bytes(bytes))
    }

    fn bytes(&mut self) -> Result<&'p [u8], Trouble> {
        let length = self.number()? as usize;
        self.take(length)
    }

    fn text(&mut self) -> Result<String, Trouble> {
        Ok(String::from_utf8_lossy(self.bytes()?).into_owned())
    }

    fn attributes(&mut self) -> Result<SftpReply, Trouble> {
        let flags = self.number()?;
        let size =
            if flags & 1 == 0 { 0 } else { u64::from(self.number()?) << 32 | u64::from(self.number()?) };
        if flags & 2 != 0 {
            self.take(8)?;
        }
        let mode = if flags & 4 == 0 { None } else { Some(self.number()?) };
        if flags & 8 != 0 {
            self.take(8)?;
        }
        Ok(SftpReply::Attributes { size, mode })
    }

    fn reply(&mut self, kind: u8) -> Result<SftpReply, Trouble> {
        Ok(match kind {
            101 => match self.number()? {
                0 => SftpReply::Done,
                code => SftpReply::Refused { code, said: self.text().unwrap_or_default() },
            },
            102 => SftpReply::Handle(self.bytes()?.to_owned()),
            103 => SftpReply::Data(self.bytes()?.to_owned()),
            104 => {
                let mut names = Vec::new();
                for _ in 0..self.number()? {
                    names.push(self.text()?);
                    self.bytes()?;
                    self.attributes()?;
                }
                SftpReply::Names(names)
            }
            105 => self.attributes()?,
            _ => return Err(odd()),
        })
    }
}

fn odd() -> Trouble {
    Trouble::new(TroubleKind::Lost, "the server's answer isn't SFTP")
        .help("a shell that prints something at login, such as in .bashrc, is in the way; or your host has no SFTP for this user")
}

impl SftpReply {
    fn answer(self) -> Answer {
        match self {
            Self::Refused { said, .. } => Err(said),
            _ => Ok(()),
        }
    }

    fn handle(self, path: &str) -> Result<Vec<u8>, Trouble> {
        match self {
            Self::Handle(handle) => Ok(handle),
            Self::Refused { said, .. } => Err(Trouble::refused(format!("{said}: {path}"))),
            _ => Err(odd()),
        }
    }

    /// The size of a file; nothing else has one.
    fn size(&self) -> Option<u64> {
        match self {
            Self::Attributes { size, mode } if mode.is_none_or(|mode| mode & 0o170_000 == FILE) => {
                Some(*size)
            }
            _ => None,
        }
    }

    /// The kind of what is there, as the bits of its mode have it.
    fn is_of_kind(&self, kind: u32) -> bool {
        matches!(self, Self::Attributes { mode: Some(mode), .. } if mode & 0o170_000 == kind)
    }
}

const FOLDER: u32 = 0o040_000;
const FILE: u32 = 0o100_000;
const LINK: u32 = 0o120_000;

/// A folder of a server.
pub struct Sftp {
    ssh: Ssh,
    next: u32,
    base: String,
    renames_over: bool,
}

impl Sftp {
    /// Starts `ssh`, and finds the folder.
    ///
    /// # Errors
    /// If there is no such server, user or folder.
    pub fn connect(
        server: &Server,
        machine: &Machine,
        answer: &mut dyn FnMut(&str) -> Option<String>,
    ) -> Result<Self, Trouble> {
        let (ssh, first) = Ssh::start(server, machine, &GREETING, answer)?;
        let mut sftp = Self { ssh, next: 0, base: String::new(), renames_over: false };
        let version = sftp.packet(first)?;
        let mut version = PacketReader(&version);
        if version.take(1)? != [2] {
            return Err(odd());
        }
        version.number()?;
        while !version.0.is_empty() {
            let (name, _) = (version.text()?, version.text()?);
            sftp.renames_over |= name == POSIX_RENAME;
        }
        sftp.find_folder(server)?;
        Ok(sftp)
    }

    fn find_folder(&mut self, server: &Server) -> Result<(), Trouble> {
        let home = self.exchange([SftpRequest::path(REALPATH, ".")])?.pop();
        let Some(SftpReply::Names(home)) = home else { return Err(odd()) };
        let home = home.into_iter().next().ok_or_else(odd)?;
        let rooted = format!("/{}", server.folder);
        let below = format!("{}/{}", home.trim_end_matches('/'), server.folder);
        let candidates = if server.from_root { vec![rooted] } else { vec![below, rooted] };
        let requests = candidates.iter().map(|path| SftpRequest::path(STAT, path));
        let kinds = self.exchange(requests)?;
        let found = candidates.into_iter().zip(kinds).find(|(_, reply)| reply.is_of_kind(FOLDER));
        match found {
            Some((path, _)) => {
                path.trim_end_matches('/').clone_into(&mut self.base);
                Ok(())
            }
            None => Err(no_folder(server, self.names(&home)?)),
        }
    }

    fn names(&mut self, folder: &str) -> Result<Vec<String>, Trouble> {
        let Some(opened) = self.exchange([SftpRequest::path(OPENDIR, folder)])?.pop() else {
            return Err(odd());
        };
        let handle = opened.handle(folder)?;
        let mut names = Vec::new();
        for _ in 0..20 {
            match self.exchange([SftpRequest::new(READDIR).bytes(&handle)])?.pop() {
                Some(SftpReply::Names(more)) => names.extend(more),
                _ => break,
            }
        }
        self.exchange([SftpRequest::new(CLOSE).bytes(&handle)])?;
        Ok(names)
    }

    fn at(&self, path: &str) -> String {
        format!("{}/{path}", self.base)
    }

    /// The packet whose length was read.
    fn packet(&mut self, length: [u8; 4]) -> Result<Vec<u8>, Trouble> {
        let length = u32::from_be_bytes(length) as usize;
        if length > LARGEST_PACKET {
            return Err(odd());
        }
        let mut packet = vec![0; length];
        self.ssh.output.read_exact(&mut packet).map_err(|_| self.ssh.trouble())?;
        Ok(packet)
    }

    /// Sends requests, and returns the answers in their order.
    fn exchange(
        &mut self,
        requests: impl IntoIterator<Item = SftpRequest>,
    ) -> Result<Vec<SftpReply>, Trouble> {
        let first = self.next;
        let mut replies: Vec<Option<SftpReply>> = Vec::new();
        let mut under_way: VecDeque<usize> = VecDeque::new();
        let mut bytes = 0;
        for SftpRequest { kind, body } in requests {
            let length = body.len() + 5;
            while under_way.len() >= WINDOW || !under_way.is_empty() && bytes + length > MOST_UNDER_WAY {
                self.receive(first, &mut replies)?;
                bytes -= under_way.pop_front().unwrap_or_default();
            }
            let mut packet = Vec::with_capacity(length + 4);
            packet.extend(u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes());
            packet.push(kind);
            packet.extend(self.next.to_be_bytes());
            packet.extend(body);
            let written = self.ssh.input.as_mut().map(|input| input.write_all(&packet));
            if !matches!(written, Some(Ok(()))) {
                return Err(self.ssh.trouble());
            }
            self.next = self.next.wrapping_add(1);
            replies.push(None);
            under_way.push_back(length);
            bytes += length;
        }
        for _ in under_way {
            self.receive(first, &mut replies)?;
        }
        replies.into_iter().collect::<Option<_>>().ok_or_else(odd)
    }

    fn receive(&mut self, first: u32, replies: &mut [Option<SftpReply>]) -> Result<(), Trouble> {
        let mut length = [0; 4];
        self.ssh.output.read_exact(&mut length).map_err(|_| self.ssh.trouble())?;
        let packet = self.packet(length)?;
        let mut packet = PacketReader(&packet);
        let kind = *packet.take(1)?.first().ok_or_else(odd)?;
        let number = packet.number()?.wrapping_sub(first) as usize;
        let place = replies.get_mut(number).filter(|place| place.is_none()).ok_or_else(odd)?;
        *place = Some(packet.reply(kind)?);
        Ok(())
    }

    fn each(&mut self, kind: u8, paths: &[String]) -> Result<Vec<SftpReply>, Trouble> {
        let requests: Vec<SftpRequest> =
            paths.iter().map(|path| SftpRequest::path(kind, &self.at(path))).collect();
        self.exchange(requests)
    }

    fn set_modes(&mut self, paths: &[String], mode: u32) -> Result<(), Trouble> {
        let requests: Vec<SftpRequest> = paths
            .iter()
            .map(|path| SftpRequest::path(SETSTAT, &self.at(path)).number(4).number(mode))
            .collect();
        self.exchange(requests).map(drop)
    }

    /// Opens a file to be written, made, and emptied; readable for everybody.
    fn open_anew(&self, path: &str) -> SftpRequest {
        SftpRequest::path(OPEN, &self.at(path)).number(2 | 8 | 16).number(4).number(0o644)
    }

    fn make_folder(&self, path: &str) -> SftpRequest {
        SftpRequest::path(MKDIR, &self.at(path)).number(4).number(0o755)
    }

    fn rename_request(&self, from: &str, to: &str) -> SftpRequest {
        let (from, to) = (self.at(from), self.at(to));
        if self.renames_over {
            SftpRequest::path(EXTENDED, POSIX_RENAME).bytes(from.as_bytes()).bytes(to.as_bytes())
        } else {
            SftpRequest::path(RENAME, &from).bytes(to.as_bytes())
        }
    }

    fn send_some(&mut self, files: &[Upload], progress: &dyn SendProgress) -> Result<(), Trouble> {
        let opens: Vec<SftpRequest> = files.iter().map(|file| self.open_anew(&file.to)).collect();
        let mut opened = Vec::new();
        for (file, reply) in files.iter().zip(self.exchange(opens)?) {
            opened.push((file, reply.handle(&file.to)?));
        }
        let unreadable = RefCell::new(None);
        let requests = opened.iter().flat_map(|(file, handle)| {
            let bytes = file.from.read().unwrap_or_else(|trouble| {
                *unreadable.borrow_mut() = Some(trouble);
                Vec::new().into()
            });
            let mut requests = Vec::new();
            for (number, piece) in bytes.chunks(PIECE).enumerate() {
                requests.push(SftpRequest::place(WRITE, handle, number * PIECE).bytes(piece));
                progress.bytes_sent(piece.len() as u64);
            }
            requests.push(SftpRequest::new(CLOSE).bytes(handle));
            requests
        });
        for reply in self.exchange(requests)? {
            if let Err(said) = reply.answer() {
                // The protocol has no word for a full disk.
                return Err(Trouble::new(
                    TroubleKind::Full,
                    format!("it can't write all of a file ({said})"),
                ));
            }
        }
        unreadable.into_inner().map_or(Ok(()), Err)?;
        files.iter().for_each(|_| progress.file_sent());
        Ok(())
    }
}

impl Remote for Sftp {
    fn sizes(&mut self, paths: &[String]) -> Result<Vec<Option<u64>>, Trouble> {
        Ok(self.each(LSTAT, paths)?.iter().map(SftpReply::size).collect())
    }

    fn read(&mut self, path: &str, most: usize) -> Result<Option<Vec<u8>>, Trouble> {
        let at = self.at(path);
        let open = SftpRequest::path(OPEN, &at).number(1).number(0);
        let mut replies = self.exchange([open, SftpRequest::path(STAT, &at)])?.into_iter();
        let (Some(opened), Some(stat)) = (replies.next(), replies.next()) else { return Err(odd()) };
        if matches!(opened, SftpReply::Refused { code: NO_SUCH_FILE, .. }) {
            return Ok(None);
        }
        let handle = opened.handle(path)?;
        let SftpReply::Attributes { size, .. } = stat else { return Err(odd()) };
        let length = usize::try_from(size).unwrap_or(usize::MAX);
        if length > most {
            return Err(Trouble::new(TroubleKind::Refused, format!("{path} is larger than {most} bytes")));
        }
        let reads = (0..length).step_by(PIECE);
        let reads = reads
            .map(|at| SftpRequest::place(READ, &handle, at).number(u32::try_from(PIECE).unwrap_or(u32::MAX)));
        let mut bytes = Vec::with_capacity(length);
        for (number, reply) in self.exchange(reads)?.into_iter().enumerate() {
            match reply {
                SftpReply::Data(data) if bytes.len() == number * PIECE => bytes.extend(data),
                _ => return Err(odd()),
            }
        }
        self.exchange([SftpRequest::new(CLOSE).bytes(&handle)])?;
        if bytes.len() == length { Ok(Some(bytes)) } else { Err(odd()) }
    }

    fn make_folders(&mut self, folders: &[String]) -> Result<(), Trouble> {
        let requests: Vec<SftpRequest> = folders.iter().map(|folder| self.make_folder(folder)).collect();
        self.exchange(requests).map(drop)
    }

    fn claim(&mut self, folder: &str) -> Result<bool, Trouble> {
        let outer = folder.split('/').next().unwrap_or_default();
        self.make_folders(&[outer.to_owned()])?;
        let made = self.exchange([self.make_folder(folder)])?.pop();
        let Some(Err(said)) = made.map(SftpReply::answer) else { return Ok(true) };
        let is_there = self.each(LSTAT, &[folder.to_owned()])?.iter().any(|reply| reply.is_of_kind(FOLDER));
        if is_there { Ok(false) } else { Err(Trouble::refused(format!("{said}: {folder}"))) }
    }

    fn send(&mut self, files: &[Upload], progress: &dyn SendProgress) -> Result<(), Trouble> {
        files.chunks(FILES_AT_ONCE).try_for_each(|some| self.send_some(some, progress))
    }

    fn rename(&mut self, pairs: &[(String, String)]) -> Result<Vec<Answer>, Trouble> {
        let requests: Vec<SftpRequest> =
            pairs.iter().map(|(from, to)| self.rename_request(from, to)).collect();
        Ok(self.exchange(requests)?.into_iter().map(SftpReply::answer).collect())
    }

    fn remove(&mut self, paths: &[String]) -> Result<Vec<Answer>, Trouble> {
        Ok(self.each(REMOVE, paths)?.into_iter().map(SftpReply::answer).collect())
    }

    fn remove_folders(&mut self, folders: &[String]) -> Result<(), Trouble> {
        self.each(RMDIR, folders).map(drop)
    }

    fn are_links(&mut self, folders: &[String]) -> Result<Vec<bool>, Trouble> {
        Ok(self.each(LSTAT, folders)?.iter().map(|reply| reply.is_of_kind(LINK)).collect())
    }

    fn make_readable(&mut self, files: &[String], folders: &[String]) -> Result<(), Trouble> {
        self.set_modes(files, 0o644)?;
        self.set_modes(folders, 0o755)
    }
}
