//! The look at sites that Apache and nginx of Debian show, which `tests/servers` unpacks. They listen where visitors come, at port 443,
//! as root alone may.

use std::{
    fs,
    net::TcpStream,
    os::unix::fs::PermissionsExt,
    path::PathBuf,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::servers::{
    Certificates, FAR, Running, SshServer, apache_module, free_port, is_root, unpacked, unpacked_command,
};
use crate::project::{Project, Run};

const MODULES: [&str; 12] = [
    "mpm_prefork",
    "authz_core",
    "dir",
    "mime",
    "headers",
    "rewrite",
    "alias",
    "setenvif",
    "expires",
    "filter",
    "deflate",
    "ssl",
];
/// The host that leads visitors from HTTP to HTTPS.
const FORCED: &str = "Redirect permanent / https://iron.example/";

/// A server of a gym's host: the folder that `publish` fills, and what shows it.
struct Website {
    ssh: SshServer,
    project: Project,
    front: Option<Running>,
    server: Option<Running>,
}

/// The ways of Apache.
struct Ways {
    /// The rules that a `.htaccess` may have.
    overrides: &'static str,
    /// Further rules for the folder.
    folder: &'static str,
    /// The rules for visitors by HTTP.
    plain: &'static str,
}

const RIGHT: Ways = Ways { overrides: "All", folder: "", plain: FORCED };

impl Website {
    fn new(host: &str, umask: &str) -> Option<Self> {
        let ssh = SshServer::start_with("", umask)?;
        // The servers show it as other users.
        fs::set_permissions(ssh.folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let project = Project::minimal();
        let site = format!(
            "name = \"Iron\"\nbase_url = \"https://iron.example/\"\n\n[publish]\nhost = \"{host}\"\nto = \"sftp://gym/\"\n\n\
             [[redirect]]\nfrom = \"/old/\"\nto = \"/\"\n"
        );
        project.write("content/site.toml", site);
        Some(Self { ssh, project, front: None, server: None })
    }

    fn at(&self, name: &str) -> PathBuf {
        self.ssh.folder.path().join(name)
    }

    fn encryption(&self) -> [PathBuf; 2] {
        ["server.pem", "server.key"].map(|name| Certificates::get().at(name))
    }

    /// Shows the folder by Apache: at 127.0.0.2 and at a port of 127.0.0.1, which is returned.
    fn show_by_apache(&mut self, ways: &Ways, is_behind: bool) -> u16 {
        let port = free_port();
        let modules =
            MODULES.map(|name| format!("LoadModule {name}_module {}\n", apache_module(name).display()));
        let [certificate, key] = self.encryption();
        let www = self.ssh.www();
        let public = format!(
            "Listen {FAR}:80\nListen {FAR}:443\n<VirtualHost {FAR}:80>\n{}\n</VirtualHost>\n<VirtualHost {FAR}:443>\n\
             SSLEngine on\nSSLCertificateFile {}\nSSLCertificateKeyFile {}\n</VirtualHost>\n",
            ways.plain,
            certificate.display(),
            key.display()
        );
        let config = format!(
            "{}ServerRoot {}\nServerName tests\nPidFile {}\nErrorLog {}\nUser nobody\nGroup nogroup\nTypesConfig /dev/null\n\
             AddType text/html .html\nAddType text/css .css\nAddType text/html .php\nDirectoryIndex index.php index.html\n\
             Mutex file:{}\nListen 127.0.0.1:{port}\n{}DocumentRoot {}\n<Directory {}>\nRequire all granted\n\
             AllowOverride {}\n{}\n</Directory>\n",
            modules.concat(),
            self.ssh.folder.path().display(),
            self.at("apache.pid").display(),
            self.at("apache.log").display(),
            self.ssh.folder.path().display(),
            if is_behind { "" } else { &public },
            www.display(),
            www.display(),
            ways.overrides,
            ways.folder
        );
        fs::write(self.at("apache.conf"), config).unwrap();
        let mut command = unpacked_command("apache2");
        command.arg("-DFOREGROUND").arg("-f").arg(self.at("apache.conf"));
        self.server = Some(spawn(&mut command, port));
        port
    }

    /// Shows the folder by nginx, or what is behind it.
    fn show_by_nginx(&mut self, behind: Option<u16>) {
        let [certificate, key] = self.encryption();
        let at = |name: &str| self.at(name).display().to_string();
        let shows = match behind {
            None => format!("root {};", self.ssh.www().display()),
            Some(port) => format!(
                "location / {{ proxy_pass http://127.0.0.1:{port}; proxy_cache all; proxy_cache_valid any 5m; \
                 proxy_ignore_headers Cache-Control Expires; add_header X-Proxy-Cache $upstream_cache_status; }}"
            ),
        };
        let places: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|name| format!("{name}_temp_path {};\n", at(name)))
            .concat();
        let config = format!(
            "daemon off;\npid {};\nerror_log {};\nuser nobody nogroup;\nevents {{}}\nhttp {{\naccess_log off;\n{places}\
             proxy_cache_path {} keys_zone=all:1m;\ntypes {{ text/html html; text/css css; }}\n\
             server {{ listen {FAR}:80; return 301 https://iron.example$request_uri; }}\n\
             server {{ listen {FAR}:443 ssl; ssl_certificate {}; ssl_certificate_key {}; {shows} }}\n}}\n",
            at("nginx.pid"),
            at("nginx.log"),
            at("cache"),
            certificate.display(),
            key.display()
        );
        fs::write(self.at("nginx.conf"), config).unwrap();
        let mut command = unpacked_command("nginx");
        command.arg("-e").arg(self.at("nginx.log")).arg("-c").arg(self.at("nginx.conf"));
        self.front = Some(spawn(&mut command, 443));
    }

    /// Publishes where the site's name leads to this machine.
    fn publish(&self) -> Run {
        fs::write(self.at("hosts"), format!("{FAR} iron.example\n127.0.0.1 localhost\n")).unwrap();
        let mut command = Command::new("unshare");
        command
            .args(["--mount", "sh", "-c", "mount --bind \"$0\" /etc/hosts && exec \"$@\""])
            .arg(self.at("hosts"));
        command.args([env!("CARGO_BIN_EXE_gympress"), "publish", "--now", crate::project::NOW, "--root"]);
        command.arg(self.project.root()).env("PATH", self.ssh.path());
        command.env("SSL_CERT_FILE", Certificates::get().at("ca.pem")).output().unwrap().into()
    }
}

fn spawn(command: &mut Command, port: u16) -> Running {
    let process = Running::start(command.stderr(Stdio::null()));
    let start = Instant::now();
    let address = if port == 443 { FAR.to_string() } else { "127.0.0.1".to_owned() };
    while TcpStream::connect((&*address, port)).is_err() {
        assert!(start.elapsed() < Duration::from_secs(20), "nothing listens on {address}:{port}");
        thread::sleep(Duration::from_millis(10));
    }
    process
}

/// The warnings of a run.
fn warnings(run: &Run) -> Vec<&str> {
    run.err.lines().filter_map(|line| line.strip_prefix("warning: ")).collect()
}

/// One after the other, as all of them listen at the same ports.
#[test]
fn what_real_servers_show_is_told_or_mended() {
    let is_there = ["apache2", "nginx"].map(unpacked).iter().all(Option::is_some);
    if !is_there || !is_root() {
        return;
    }
    let Some(mut site) = Website::new("apache", "022") else { return };
    site.show_by_apache(&RIGHT, false);
    let run = site.publish().exits(0);
    assert_eq!(warnings(&run), [""; 0], "{}", run.err);
    // An index.php is no danger where our `.htaccess` is read.
    fs::write(site.ssh.www().join("index.php"), "wp-content").unwrap();
    assert_eq!(warnings(&site.publish().exits(0)), [""; 0]);
    drop(site);

    for (ways, status, words) in [
        (
            Ways { overrides: "None", ..RIGHT },
            0,
            ".htaccess isn't read: ask your host for `AllowOverride All`",
        ),
        (Ways { plain: "", ..RIGHT }, 0, "doesn't lead to https: switch on Force HTTPS"),
        (
            Ways { overrides: "None", folder: "FallbackResource /index.html", ..RIGHT },
            0,
            "an address where nothing is answers as if it were a page (200)",
        ),
        // Our `.htaccess` has a line of another kind, which fails until it is moved away.
        (
            Ways { overrides: "FileInfo", ..RIGHT },
            0,
            "your host forbids a line of .htaccess, which was moved",
        ),
    ] {
        let mut site = Website::new("apache", "022").unwrap();
        site.show_by_apache(&ways, false);
        let run = site.publish().exits(status);
        assert!(warnings(&run).iter().any(|warning| warning.contains(words)), "{words}: {}", run.err);
    }

    let mut site = Website::new("apache", "022").unwrap();
    site.show_by_apache(
        &Ways { overrides: "None", folder: "Header set X-Powered-By PHP/8.2", ..RIGHT },
        false,
    );
    fs::write(site.ssh.www().join("index.php"), "An old page").unwrap();
    assert!(site.publish().exits(3).err.contains("shows an old index.php instead of index.html"));
    drop(site);

    // Files that only their owner reads are mended.
    let mut site = Website::new("apache", "077").unwrap();
    site.show_by_apache(&RIGHT, false);
    fs::set_permissions(site.ssh.www(), fs::Permissions::from_mode(0o755)).unwrap();
    let run = site.publish().exits(0);
    assert_eq!(warnings(&run), [""; 0], "{}", run.err);
    let mode = |path: &str| fs::metadata(site.ssh.www().join(path)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("index.html"), mode("assets")), (0o644, 0o755));
    drop(site);

    let mut site = Website::new("apache", "022").unwrap();
    site.show_by_nginx(None);
    let run = site.publish().exits(0);
    assert!(
        run.err.contains("the server is nginx, which doesn't read .htaccess: set host = \"plain\""),
        "{}",
        run.err
    );
    drop(site);

    // A proxy keeps pages for five minutes.
    let mut site = Website::new("apache", "022").unwrap();
    let port = site.show_by_apache(&RIGHT, true);
    site.show_by_nginx(Some(port));
    site.publish().exits(0);
    site.project.replace("content/pages/index.toml", "Come in", "Come in now");
    let run = site.publish().exits(3);
    let words = "visitors see the old page for a while: empty the cache";
    assert!(run.err.contains(words) && run.err.contains("x-proxy-cache: HIT"), "{}", run.err);
}
