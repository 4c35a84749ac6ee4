//! Servers of the system on this machine alone, each in a folder and on ports of its own: OpenSSH and three of FTP; and a proxy that
//! delays and cuts.

use std::{
    env, fs,
    io::{Read, Write},
    net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream},
    os::unix::{fs::PermissionsExt, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicI64, AtomicU16, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use gympress::hosts::{Protocol, Server};
use tempfile::TempDir;

use crate::copy;

/// The program, if it is installed. In CI each test has its server.
pub fn installed(program: &str) -> Option<PathBuf> {
    let folders = env::split_paths(&env::var_os("PATH").unwrap()).collect::<Vec<_>>();
    let folders = folders.into_iter().chain(["/usr/sbin".into(), "/usr/lib/openssh".into()]);
    let found = folders.map(|folder: PathBuf| folder.join(program)).find(|path| path.is_file());
    assert!(
        found.is_some() || env::var_os("CI").is_none(),
        "{program} isn't installed: apt-get install openssh-server openssh-client vsftpd openssl"
    );
    if found.is_none() {
        eprintln!("not tested: {program} isn't installed");
    }
    found
}

/// A port that nobody has, of a range that no system gives away by itself. Each test process has a part of it.
pub fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let port = 20_000 + (std::process::id() as u16 % 200) * 50 + number % 5000 % 10_000;
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return port;
        }
    }
}

/// A server that ends with the test, with all processes that it started.
pub struct Running(Child);

impl Running {
    /// Starts it in a group of its own: some servers end their whole group.
    pub fn start(command: &mut Command) -> Self {
        Self(command.stdin(Stdio::null()).stdout(Stdio::null()).process_group(0).spawn().unwrap())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let group = format!("-{}", self.0.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        let _ = self.0.wait();
    }
}

fn run(program: &str, arguments: &[&str]) {
    let output = Command::new(program).args(arguments).output().unwrap();
    assert!(output.status.success(), "{program} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn wait_for(port: u16) {
    let start = Instant::now();
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        assert!(start.elapsed() < Duration::from_secs(20), "nothing listens on {port}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// OpenSSH's server, into which the user of the tests logs in with a key.
pub struct SshServer {
    pub folder: TempDir,
    pub port: u16,
    _process: Running,
}

impl SshServer {
    /// Starts it; `None` without OpenSSH. With a passphrase, its key asks for that.
    pub fn start(passphrase: &str) -> Option<Self> {
        Self::start_with(passphrase, "022")
    }

    /// Starts one that keeps these permissions from others.
    pub fn start_with(passphrase: &str, umask: &str) -> Option<Self> {
        let program = installed("sshd")?;
        installed("ssh")?;
        let folder = copy::scratch("server-");
        let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        fs::create_dir(at("www")).unwrap();
        for (key, passphrase) in [("host", ""), ("key", passphrase), ("other", "")] {
            run("ssh-keygen", &["-q", "-t", "ed25519", "-N", passphrase, "-f", &at(key)]);
        }
        fs::copy(at("key.pub"), at("authorized")).unwrap();
        let port = free_port();
        let config = format!(
            "Port {port}\nListenAddress 127.0.0.1\nHostKey {}\nPidFile none\nAuthorizedKeysFile {}\nStrictModes no\n\
             PasswordAuthentication no\nKbdInteractiveAuthentication no\nPermitRootLogin yes\nMaxStartups 100\n\
             Subsystem sftp internal-sftp -u {umask} -d {}\n",
            at("host"),
            at("authorized"),
            at("www")
        );
        fs::write(at("sshd"), config).unwrap();
        // As root it separates itself from that folder.
        let _ = fs::create_dir("/run/sshd");
        let log = fs::File::create(at("log")).unwrap();
        let mut command = Command::new(program);
        let process = Running::start(command.args(["-D", "-e", "-f", &at("sshd")]).stderr(log));
        wait_for(port);
        let server = Self { folder, port, _process: process };
        server.know("host");
        server.configure(Ipv4Addr::LOCALHOST);
        Some(server)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn www(&self) -> PathBuf {
        self.at("www")
    }

    /// Writes the key of a host into the file of known ones.
    pub fn know(&self, key: &str) {
        let key = fs::read_to_string(self.at(&format!("{key}.pub"))).unwrap();
        fs::write(self.at("known"), format!("gym {key}")).unwrap();
    }

    pub fn forget_hosts(&self) {
        fs::write(self.at("known"), "").unwrap();
    }

    /// Lets `ssh gym` lead to this server by an address.
    pub fn configure(&self, address: Ipv4Addr) {
        let config = format!(
            "Host gym\nHostName {address}\nPort {}\nUser {}\nHostKeyAlias gym\nIdentityFile {}\nIdentitiesOnly yes\n\
             IdentityAgent none\nUserKnownHostsFile {}\nGlobalKnownHostsFile /dev/null\n",
            self.port,
            user_name(),
            self.at("key").display(),
            self.at("known").display()
        );
        fs::write(self.at("config"), config).unwrap();
        let script = format!(
            "#!/bin/sh\nexec {} -F {} \"$@\"\n",
            installed("ssh").unwrap().display(),
            self.at("config").display()
        );
        fs::create_dir_all(self.at("bin")).unwrap();
        fs::write(self.at("bin/ssh"), script).unwrap();
        fs::set_permissions(self.at("bin/ssh"), fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// The folders of programs in which `ssh` knows this server.
    pub fn path(&self) -> String {
        format!("{}:/usr/bin:/bin", self.at("bin").display())
    }
}

/// Certificates for this machine, and the authority that made them; made once.
pub struct Certificates {
    folder: TempDir,
}

impl Certificates {
    pub fn get() -> &'static Self {
        static ALL: OnceLock<Certificates> = OnceLock::new();
        ALL.get_or_init(|| {
            let all = Self { folder: copy::scratch("server-") };
            let at = |name: &str| all.at(name).to_str().unwrap().to_owned();
            let new_key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
            let authority = [
                &["req", "-x509"][..],
                &new_key,
                &["-keyout", &at("ca.key"), "-out", &at("ca.pem"), "-days", "30", "-subj", "/CN=Tests"],
                &["-addext", "basicConstraints=critical,CA:TRUE"],
            ];
            run("openssl", &authority.concat());
            for (name, names, days) in [
                ("server", "DNS:localhost,DNS:iron.example,IP:127.0.0.1,IP:127.0.0.2", "30"),
                ("other", "DNS:localhost", "30"),
                ("elsewhere", "DNS:server12.example", "30"),
                ("expired", "DNS:localhost,IP:127.0.0.1", "-1"),
            ] {
                let subject = format!("/CN={name}");
                let request = [
                    &["req"][..],
                    &new_key,
                    &["-keyout", &at(&format!("{name}.key")), "-out", &at("csr"), "-subj", &subject],
                ];
                run("openssl", &request.concat());
                fs::write(at("names"), format!("subjectAltName={names}")).unwrap();
                let certificate = at(&format!("{name}.pem"));
                run(
                    "openssl",
                    &[
                        "x509",
                        "-req",
                        "-in",
                        &at("csr"),
                        "-CA",
                        &at("ca.pem"),
                        "-CAkey",
                        &at("ca.key"),
                        "-CAcreateserial",
                        "-days",
                        days,
                        "-extfile",
                        &at("names"),
                        "-out",
                        &certificate,
                    ],
                );
            }
            all
        })
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn roots() -> gympress::online::Roots {
        gympress::online::Roots::new(Some(&Self::get().at("ca.pem"))).unwrap()
    }
}

/// The programs of FTP servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FtpProgram {
    /// It demands that data connections resume the session of the control connection.
    Vsftpd,
    /// It does the same, unless told otherwise.
    ProFtpd,
    /// It runs as root alone.
    PureFtpd,
}

/// A server of FTPS.
pub struct FtpsServer {
    pub program: FtpProgram,
    pub folder: TempDir,
    pub port: u16,
    pub data_ports: Vec<u16>,
    process: Option<Running>,
}

impl FtpsServer {
    /// Starts vsftpd; `None` without it.
    pub fn start() -> Option<Self> {
        Self::start_program(FtpProgram::Vsftpd)
    }

    /// Starts each that is there.
    pub fn start_each() -> impl Iterator<Item = Self> {
        [FtpProgram::Vsftpd, FtpProgram::ProFtpd, FtpProgram::PureFtpd]
            .into_iter()
            .filter_map(Self::start_program)
    }

    fn start_program(program: FtpProgram) -> Option<Self> {
        match program {
            FtpProgram::Vsftpd => installed("vsftpd")?,
            FtpProgram::ProFtpd => unpacked("proftpd")?,
            FtpProgram::PureFtpd => unpacked("pure-ftpd").filter(|_| is_root())?,
        };
        installed("openssl")?;
        let folder = copy::scratch("server-");
        fs::create_dir(folder.path().join("www")).unwrap();
        fs::create_dir(folder.path().join("empty")).unwrap();
        let port = free_port();
        let mut data_ports: Vec<u16> = Vec::new();
        while data_ports.len() < 30 {
            let next = free_port();
            if data_ports.last().is_some_and(|last| last + 1 != next) {
                data_ports.clear();
            }
            data_ports.push(next);
        }
        let process = Some(start_ftp(program, folder.path(), port, &data_ports));
        Some(Self { program, folder, port, data_ports, process })
    }

    /// Ends the server and all its connections, and starts it again.
    pub fn restart(&mut self) {
        drop(self.process.take());
        self.process = Some(start_ftp(self.program, self.folder.path(), self.port, &self.data_ports));
    }

    pub fn www(&self) -> PathBuf {
        self.folder.path().join("www")
    }

    /// The lines of its log.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// The name of its user.
    pub fn user(&self) -> &'static str {
        if self.program == FtpProgram::Vsftpd { "anonymous" } else { "web" }
    }

    /// The server, as a target names it.
    pub fn target(&self, host: &str) -> Server {
        Server { user: Some(self.user().to_owned()), ..target(host, self.port) }
    }
}

fn start_ftp(program: FtpProgram, folder: &Path, port: u16, data_ports: &[u16]) -> Running {
    let mut command = match program {
        FtpProgram::Vsftpd => vsftpd(folder, port, data_ports),
        FtpProgram::ProFtpd => proftpd(folder, port, data_ports),
        FtpProgram::PureFtpd => pure_ftpd(folder, port, data_ports),
    };
    let process = Running::start(command.stderr(Stdio::null()));
    wait_for(port);
    process
}

fn vsftpd(folder: &Path, port: u16, data_ports: &[u16]) -> Command {
    let user = user_name();
    let certificates = Certificates::get();
    let at = |name: &str| folder.join(name).display().to_string();
    let config = format!(
        "listen=YES\nlisten_address=127.0.0.1\nlisten_port={port}\nbackground=NO\nanonymous_enable=YES\n\
         local_enable=NO\nwrite_enable=YES\nanon_upload_enable=YES\nanon_mkdir_write_enable=YES\n\
         anon_other_write_enable=YES\nanon_umask=022\nfile_open_mode=0666\nanon_root={}\n\
         anon_world_readable_only=NO\nrun_as_launching_user=YES\nftp_username={user}\nnopriv_user={user}\n\
         secure_chroot_dir={}\nseccomp_sandbox=NO\nisolate=NO\nisolate_network=NO\nssl_enable=YES\n\
         allow_anon_ssl=YES\nforce_anon_logins_ssl=YES\nforce_anon_data_ssl=YES\nrequire_ssl_reuse=YES\n\
         ssl_ciphers=HIGH\nrsa_cert_file={}\nrsa_private_key_file={}\nxferlog_enable=YES\n\
         xferlog_std_format=NO\nlog_ftp_protocol=YES\ndebug_ssl=YES\nvsftpd_log_file={}\n\
         pasv_min_port={}\npasv_max_port={}\nmax_clients=0\nmax_per_ip=0\n",
        at("www"),
        at("empty"),
        certificates.at("server.pem").display(),
        certificates.at("server.key").display(),
        at("log"),
        data_ports[0],
        data_ports[data_ports.len() - 1]
    );
    fs::write(at("config"), config).unwrap();
    let mut command = Command::new(installed("vsftpd").unwrap());
    command.arg(at("config"));
    command
}

fn proftpd(folder: &Path, port: u16, data_ports: &[u16]) -> Command {
    let user = user_name();
    let certificates = Certificates::get();
    let at = |name: &str| folder.join(name).display().to_string();
    let [password, id, group] = [("openssl", &["passwd", "-1", "any"][..]), ("id", &["-u"]), ("id", &["-g"])]
        .map(|(program, words)| said(program, words));
    fs::write(at("users"), format!("web:{password}:{id}:{group}::{}:/bin/false\n", at("www"))).unwrap();
    fs::set_permissions(at("users"), fs::Permissions::from_mode(0o600)).unwrap();
    let config = format!(
        "ServerType standalone\nDefaultServer on\nServerName tests\nPort {port}\nDefaultAddress 127.0.0.1\nUseIPv6 off\n\
         User {user}\nUmask 022\nPidFile {}\nScoreboardFile {}\nWtmpLog off\nRequireValidShell off\nUseReverseDNS off\nSocketBindTight on\n\
         ModulePath {}\nLoadModule mod_tls.c\nAuthOrder mod_auth_file.c\nAuthUserFile {}\nRootLogin on\nAllowOverwrite on\n\
         PassivePorts {} {}\nTLSEngine on\nTLSRequired on\nTLSECCertificateFile {}\nTLSECCertificateKeyFile {}\n\
         TransferLog {}\nSystemLog {}\nMaxClients none\n",
        at("pid"),
        at("scoreboard"),
        unpacked_at("usr/lib/proftpd").display(),
        at("users"),
        data_ports[0],
        data_ports[data_ports.len() - 1],
        certificates.at("server.pem").display(),
        certificates.at("server.key").display(),
        at("transfers"),
        at("log")
    );
    fs::write(at("config"), config).unwrap();
    let mut command = unpacked_command("proftpd");
    command.args(["-n", "-c", &at("config")]);
    command
}

fn pure_ftpd(folder: &Path, port: u16, data_ports: &[u16]) -> Command {
    let certificates = Certificates::get();
    let at = |name: &str| folder.join(name).display().to_string();
    let parts = ["server.pem", "server.key"].map(|name| fs::read_to_string(certificates.at(name)).unwrap());
    fs::write(at("both.pem"), parts.concat()).unwrap();
    // It lets nobody in whom the system trusts with more.
    let nobody = 65_534;
    std::os::unix::fs::chown(at("www"), Some(nobody), Some(nobody)).unwrap();
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
    // It reads passwords as the system keeps them.
    let password = said("openssl", &["passwd", "-6", "any"]);
    let fields = [":"; 16].concat();
    fs::write(at("users"), format!("web:{password}:{nobody}:{nobody}::{}/./{fields}\n", at("www"))).unwrap();
    let mut database = Command::new(unpacked_at("usr/bin/pure-pw"));
    database.env("LD_LIBRARY_PATH", libraries()).args(["mkdb", &at("database"), "-f", &at("users")]);
    assert!(database.status().unwrap().success());
    let mut command = unpacked_command("pure-ftpd");
    command.args([
        "-S",
        &format!("127.0.0.1,{port}"),
        "-p",
        &format!("{}:{}", data_ports[0], data_ports[data_ports.len() - 1]),
    ]);
    command.args([
        "-l",
        &format!("puredb:{}", at("database")),
        "-E",
        "-Y",
        "2",
        "-2",
        &at("both.pem"),
        "-u",
        "1",
        "-A",
        "-U",
        "133:022",
    ]);
    command
}

/// A folder of the servers that `tests/servers` unpacks.
fn unpacked_at(path: &str) -> PathBuf {
    crate::project::repository().join("target/servers").join(path)
}

/// A program that `tests/servers` unpacks, if it has run. Where its tests have to run, the variable says so.
pub fn unpacked(program: &str) -> Option<PathBuf> {
    let path = unpacked_at("usr/sbin").join(program);
    assert!(
        path.is_file() || env::var_os("GYMPRESS_TEST_SERVERS").is_none(),
        "{program} isn't there: run tests/servers"
    );
    if !path.is_file() {
        eprintln!("not tested: {program} isn't there, as tests/servers hasn't run");
    }
    Some(path).filter(|path| path.is_file())
}

/// A command of such a program, with its libraries.
pub fn unpacked_command(program: &str) -> Command {
    let mut command = Command::new(unpacked_at("usr/sbin").join(program));
    command.env("LD_LIBRARY_PATH", libraries());
    command
}

/// The modules of Apache.
pub fn apache_module(name: &str) -> PathBuf {
    unpacked_at("usr/lib/apache2/modules").join(format!("mod_{name}.so"))
}

/// The folders of libraries, whichever this machine's architecture has.
fn libraries() -> String {
    let folders = ["usr/lib", "lib"].map(unpacked_at).into_iter();
    let inner = folders
        .clone()
        .flat_map(|folder| fs::read_dir(folder).into_iter().flatten())
        .map(|entry| entry.unwrap().path());
    let all: Vec<String> = folders.chain(inner).map(|folder| folder.display().to_string()).collect();
    all.join(":")
}

/// True if the tests may do what only root may.
pub fn is_root() -> bool {
    said("id", &["-u"]) == "0"
}

fn user_name() -> String {
    said("id", &["-un"])
}

fn said(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

pub fn target(host: &str, port: u16) -> Server {
    Server {
        protocol: Protocol::Ftps,
        user: Some("anonymous".to_owned()),
        host: host.to_owned(),
        port: Some(port),
        folder: String::new(),
        from_root: false,
    }
}

/// 127.0.0.2, which leads to the same ports of 127.0.0.1, later, and only for so many bytes.
pub struct Proxy {
    /// The bytes until all connections break.
    pub left: Arc<AtomicI64>,
}

pub const FAR: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

impl Proxy {
    pub fn start(ports: &[u16], delay: Duration) -> Self {
        let left = Arc::new(AtomicI64::new(i64::MAX));
        for port in ports {
            let listener = TcpListener::bind((FAR, *port)).unwrap();
            let (port, left) = (*port, left.clone());
            thread::spawn(move || {
                for near in listener.incoming().map_while(Result::ok) {
                    let Ok(far) = TcpStream::connect(SocketAddr::from((Ipv4Addr::LOCALHOST, port))) else {
                        continue;
                    };
                    pass(near.try_clone().unwrap(), far.try_clone().unwrap(), delay, &left);
                    pass(far, near, delay, &left);
                }
            });
        }
        Self { left }
    }

    /// Breaks all connections after so many bytes.
    pub fn cut_after(&self, bytes: i64) {
        self.left.store(bytes, Ordering::SeqCst);
    }

    pub fn mend(&self) {
        self.left.store(i64::MAX, Ordering::SeqCst);
    }
}

/// Passes bytes on in one direction.
fn pass(mut from: TcpStream, mut to: TcpStream, delay: Duration, left: &Arc<AtomicI64>) {
    let (sender, pieces) = mpsc::channel::<(Instant, Vec<u8>)>();
    let left = left.clone();
    let (from_end, to_end) = (from.try_clone().unwrap(), to.try_clone().unwrap());
    let _ = (from.set_nodelay(true), to.set_nodelay(true));
    thread::spawn(move || {
        let mut buffer = [0; 16 << 10];
        while let Ok(length @ 1..) = from.read(&mut buffer) {
            if sender.send((Instant::now() + delay, buffer[..length].to_vec())).is_err() {
                break;
            }
        }
    });
    thread::spawn(move || {
        for (at, piece) in pieces {
            thread::sleep(at.saturating_duration_since(Instant::now()));
            let before = left.fetch_sub(piece.len() as i64, Ordering::SeqCst);
            let allowed = before.clamp(0, piece.len() as i64) as usize;
            if to.write_all(&piece[..allowed]).is_err() || allowed < piece.len() {
                let _ = from_end.shutdown(Shutdown::Both);
                break;
            }
        }
        let _ = to_end.shutdown(Shutdown::Write);
    });
}
