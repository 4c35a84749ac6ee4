//! Netlify's interface for deploys by the hashes of files (open-api, swagger.yml). Nothing is live before all files are there, and
//! a deploy costs credits of a plan: one without a difference isn't made.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use ring::digest::{SHA1_FOR_LEGACY_USE_ONLY, digest};
use serde_json::{Value, json};
use url::Url;

use super::{
    Listener, LocalFile, PublishChoices, Roots, RunEvent, RunState, Secret, SentCounts, Upload,
    http::{HttpClient, WebRequest, WebResponse},
    remote::{SendProgress, Trouble, TroubleKind},
};
use crate::{lock, output::OutputPath};

/// The only place that a token is sent to.
pub const NETLIFY: &str = "https://api.netlify.com/api/v1/";

/// The most bytes of an answer: a list of all files of a site.
const MOST: usize = 64 << 20;

/// The uploads at once.
const AT_ONCE: usize = 4;

/// The time between two uploads: there are eight a second at most.
const BETWEEN: Duration = Duration::from_millis(125);

/// The most files that Netlify compares before it answers. It compares more of them afterwards, while we wait.
const MANY: usize = 500;

/// The times that a request is made before its failure counts.
const ATTEMPTS: usize = 3;

/// A site at Netlify.
pub struct Netlify<'n> {
    api: Url,
    /// Its id, its name, or its address there.
    site: String,
    token: Secret,
    client: HttpClient,
    listener: &'n dyn Listener,
    sent: SentCounts<'n>,
    /// The unit of all pauses: a second.
    pub second: Duration,
}

/// The result of a publication there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deployed {
    /// The number of files that were uploaded; `None` if nothing differs, and so nothing was deployed.
    pub uploaded: Option<usize>,
    pub bytes: u64,
    /// A remark on what else has to be done.
    pub note: Option<String>,
}

impl<'n> Netlify<'n> {
    /// A site, seen with a token.
    ///
    /// # Errors
    /// If TLS can't be used here.
    pub fn new(
        site: &str,
        api: Url,
        token: Secret,
        roots: &Roots,
        listener: &'n dyn Listener,
    ) -> Result<Self, Trouble> {
        let client = HttpClient::new(roots, Duration::from_secs(60))?;
        let site = site.to_owned();
        Ok(Self {
            api,
            site,
            token,
            client,
            listener,
            sent: SentCounts::new(listener),
            second: Duration::from_secs(1),
        })
    }

    /// Deploys the site, if something differs, or says how many files would be compared.
    ///
    /// # Errors
    /// If Netlify refuses something, or can't be reached.
    pub fn publish(
        &self,
        files: &BTreeMap<OutputPath, LocalFile>,
        choices: PublishChoices,
    ) -> Result<Deployed, Trouble> {
        self.listener.hear(&RunEvent::State(RunState::Comparing));
        let looks_like_name = !self.site.contains('.') && self.site.len() != 36;
        let name = if looks_like_name { format!("{}.netlify.app", self.site) } else { self.site.clone() };
        let site = self.get(&format!("sites/{name}"))?;
        let id = text(&site, "id").to_owned();
        let mut hashes = BTreeMap::new();
        for (path, file) in files {
            if path.as_str().contains(['#', '?']) {
                let said = format!("Netlify takes no file whose name has # or ?: {path}");
                return Err(Trouble::new(TroubleKind::NotThere, said).help("rename it"));
            }
            hashes.insert(format!("/{path}"), sha1(&file.from.read()?));
        }
        let live = self.get(&format!("sites/{id}/files"))?;
        let live: BTreeMap<String, String> =
            list(&live).map(|file| (text(file, "path").to_owned(), text(file, "sha").to_owned())).collect();
        if live == hashes && !choices.all {
            return Ok(Deployed::default());
        }
        if choices.dry_run {
            let changed = hashes.iter().filter(|(path, hash)| live.get(*path) != Some(*hash));
            return Ok(Deployed { uploaded: Some(changed.count()), ..Deployed::default() });
        }
        self.refuse_if_busy(&id)?;
        let deploy = self.create(&id, &hashes)?;
        let deployed = self.finish(&deploy, &hashes, files);
        if deployed.is_err()
            && let Err(trouble) = self.ask("POST", &format!("deploys/{}/cancel", text(&deploy, "id")), &[])
        {
            log::info!("the deploy isn't cancelled: {}", trouble.said);
        }
        deployed
    }

    /// Refuses to deploy beside somebody else.
    fn refuse_if_busy(&self, site: &str) -> Result<(), Trouble> {
        let answer = self.send("GET", &format!("sites/{site}/deploys?per_page=1"), &[])?;
        let deploys = parsed(&answer)?;
        let Some(newest) = list(&deploys).next() else { return Ok(()) };
        let is_under_way = matches!(text(newest, "state"), "uploading" | "preparing" | "processing");
        // Both times are by Netlify's clock, as the one of this machine may be wrong.
        let began = text(newest, "created_at").parse::<jiff::Timestamp>().ok();
        let age = date_of(&answer).zip(began).map(|(now, began)| now.duration_since(began).as_mins());
        if is_under_way && age.is_none_or(|minutes| minutes < 10) {
            return Err(Trouble::new(TroubleKind::Busy, "somebody else deploys this site at Netlify"));
        }
        Ok(())
    }

    /// Makes a deploy, and waits until Netlify knows which files it lacks.
    fn create(&self, site: &str, hashes: &BTreeMap<String, String>) -> Result<Value, Trouble> {
        let is_large = hashes.len() > MANY;
        let body = json!({"files": hashes, "async": is_large}).to_string();
        let mut deploy = self.ask("POST", &format!("sites/{site}/deploys"), body.as_bytes())?;
        if deploy.get("id").is_none() {
            // The answer for a large one may be empty.
            let deploys = self.get(&format!("sites/{site}/deploys?per_page=1"))?;
            deploy = list(&deploys).next().cloned().ok_or_else(|| refused("Netlify made no deploy"))?;
        }
        let start = Instant::now();
        while is_large && !matches!(text(&deploy, "state"), "prepared" | "uploading" | "uploaded" | "ready") {
            self.wait(self.second, start)?;
            deploy = self.get(&format!("deploys/{}", text(&deploy, "id")))?;
            refuse_error(&deploy)?;
        }
        Ok(deploy)
    }

    /// Uploads what the deploy lacks, and waits until it is live.
    fn finish(
        &self,
        deploy: &Value,
        hashes: &BTreeMap<String, String>,
        files: &BTreeMap<OutputPath, LocalFile>,
    ) -> Result<Deployed, Trouble> {
        let id = text(deploy, "id");
        let required = deploy.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        let mut uploads: Vec<Upload> = Vec::new();
        for hash in required.iter().filter_map(Value::as_str) {
            let path =
                hashes.iter().find(|(_, other)| *other == hash).map(|(path, _)| path.trim_start_matches('/'));
            let (Some(path), Some(file)) = (path, path.and_then(|path| files.get(path))) else { continue };
            uploads.push(Upload { to: path.to_owned(), size: file.version.size, from: file.from.clone() });
        }
        self.sent.expect(&uploads);
        self.listener.hear(&RunEvent::State(RunState::Sending));
        self.upload_all(id, &uploads)?;
        self.listener.hear(&RunEvent::State(RunState::Placing));
        let start = Instant::now();
        let mut pause = self.second;
        loop {
            let deploy = self.get(&format!("deploys/{id}"))?;
            refuse_error(&deploy)?;
            if text(&deploy, "state") == "ready" {
                break;
            }
            self.wait(pause, start)?;
            pause = (pause * 2).min(self.second * 5);
        }
        let site = self.get(&format!("sites/{}", text(deploy, "site_id")))?;
        let is_live = site.get("published_deploy").is_none_or(|live| text(live, "id") == id);
        let note = "it is built, but publishing is stopped in Netlify: Deploys, Start auto publishing";
        Ok(Deployed {
            uploaded: Some(uploads.len()),
            bytes: uploads.iter().map(|upload| upload.size).sum(),
            note: (!is_live).then(|| note.to_owned()),
        })
    }

    fn upload_all(&self, id: &str, uploads: &[Upload]) -> Result<(), Trouble> {
        let next = AtomicUsize::new(0);
        let (result, turn) = (Mutex::new(Ok(())), Mutex::new(Instant::now()));
        thread::scope(|scope| {
            for _ in 0..AT_ONCE {
                scope.spawn(|| {
                    while let Some(upload) = uploads.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if lock(&result).is_err() || self.listener.is_stopped() {
                            break;
                        }
                        self.take_turn(&turn);
                        if let Err(trouble) = self.upload(id, upload) {
                            *lock(&result) = Err(trouble);
                        }
                    }
                });
            }
        });
        if self.listener.is_stopped() {
            return Err(Trouble::new(TroubleKind::Stopped, ""));
        }
        result.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Waits until the next request may go.
    fn take_turn(&self, turn: &Mutex<Instant>) {
        let mut next = lock(turn);
        thread::sleep(next.saturating_duration_since(Instant::now()));
        *next = Instant::now() + BETWEEN.min(self.second);
    }

    fn upload(&self, id: &str, upload: &Upload) -> Result<(), Trouble> {
        let segments: Vec<String> = upload
            .to
            .split('/')
            .map(|part| utf8_percent_encode(part, NON_ALPHANUMERIC).to_string())
            .collect();
        let bytes = upload.from.read()?;
        self.ask("PUT", &format!("deploys/{id}/files/{}", segments.join("/")), &bytes)?;
        self.sent.bytes_sent(upload.size);
        self.sent.file_sent();
        Ok(())
    }

    fn wait(&self, pause: Duration, start: Instant) -> Result<(), Trouble> {
        if start.elapsed() > self.second * 600 {
            return Err(Trouble::new(TroubleKind::Lost, "Netlify isn't done after ten minutes"));
        }
        if self.listener.is_stopped() {
            return Err(Trouble::new(TroubleKind::Stopped, ""));
        }
        thread::sleep(pause);
        Ok(())
    }

    fn get(&self, path: &str) -> Result<Value, Trouble> {
        self.ask("GET", path, &[])
    }

    fn ask(&self, method: &'static str, path: &str, body: &[u8]) -> Result<Value, Trouble> {
        parsed(&self.send(method, path, body)?)
    }

    /// Makes a request, three times if Netlify fails or the connection breaks, and later if it is told to.
    fn send(&self, method: &'static str, path: &str, body: &[u8]) -> Result<WebResponse, Trouble> {
        let url = self.api.join(path).map_err(|error| refused(&error.to_string()))?;
        // A line end in a token would begin another header.
        if self.token.reveal().contains(char::is_control) {
            return Err(denied());
        }
        let kind = if method == "PUT" { "application/octet-stream" } else { "application/json" };
        let head = format!("Authorization: Bearer {}\r\nContent-Type: {kind}\r\n", self.token.reveal());
        let request = WebRequest { method, url: &url, head: &head, body, most: MOST };
        let mut attempt = 0;
        loop {
            attempt += 1;
            let answer = self.client.send(&request);
            let is_last = attempt >= ATTEMPTS;
            match answer {
                Ok(answer) if answer.status == 429 && attempt < ATTEMPTS * 4 => {
                    thread::sleep(self.until_reset(&answer))
                }
                Ok(answer) if answer.status < 500 || is_last => return Ok(answer),
                Err(trouble) if trouble.kind != TroubleKind::Lost || is_last => return Err(trouble),
                _ => thread::sleep(self.second),
            }
        }
    }

    /// The time until requests are answered again, by Netlify's own clock.
    fn until_reset(&self, answer: &WebResponse) -> Duration {
        let reset = answer.header("x-ratelimit-reset").and_then(|reset| match reset.parse() {
            Ok(seconds) => jiff::Timestamp::from_second(seconds).ok(),
            Err(_) => reset.parse().ok(),
        });
        let left = reset.zip(date_of(answer)).map(|(reset, now)| reset.duration_since(now).as_secs());
        self.second * u32::try_from(left.unwrap_or(5).clamp(1, 60)).unwrap_or(5)
    }
}

/// The time of an answer, by the clock of whoever gave it.
fn date_of(answer: &WebResponse) -> Option<jiff::Timestamp> {
    Some(jiff::fmt::rfc2822::parse(answer.header("date")?).ok()?.timestamp())
}

fn sha1(bytes: &[u8]) -> String {
    digest(&SHA1_FOR_LEGACY_USE_ONLY, bytes).as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn refused(said: &str) -> Trouble {
    Trouble::new(TroubleKind::Refused, said)
}

fn denied() -> Trouble {
    Trouble::new(TroubleKind::Denied, "401").help(
        "make a new token at Netlify (User settings, Applications, Personal access tokens), and publish again",
    )
}

fn refuse_error(deploy: &Value) -> Result<(), Trouble> {
    match text(deploy, "state") {
        "error" | "rejected" => {
            Err(refused(&format!("Netlify couldn't deploy: {}", text(deploy, "error_message"))))
        }
        _ => Ok(()),
    }
}

fn parsed(answer: &WebResponse) -> Result<Value, Trouble> {
    let value: Value = serde_json::from_slice(&answer.body).unwrap_or(Value::Null);
    match answer.status {
        200..=299 => Ok(value),
        401 => Err(denied()),
        404 => Err(Trouble::new(TroubleKind::NotThere, "there is no such site in your account at Netlify")
            .help("the name of a site is the first part of its address at netlify.app")),
        status => Err(refused(&format!("{status} {}", text(&value, "message")))),
    }
}
