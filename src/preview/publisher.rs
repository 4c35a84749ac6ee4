//! Publishing from the editor: `gympress publish` in a process of its own, whose news and questions the app shows. That process
//! lives as long as the preview, whatever happens to the tab.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
};

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    diagnostic::Failure,
    editor::EditRefusal,
    lock,
    online::{QuestionKind, TroubleKind},
};

/// The publications of a project, of which one runs at a time.
pub(super) struct EditorPublisher {
    program: PathBuf,
    root: PathBuf,
    newest: Mutex<Option<Arc<PublishRun>>>,
}

/// A publication that runs, or that has ended.
struct PublishRun {
    child: Mutex<Child>,
    replies: Mutex<ChildStdin>,
    news: Mutex<RunNews>,
}

/// The news of a publication, as the app shows them.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RunNews {
    run: u64,
    state: RunStep,
    /// The numbers of files that are sent, and of all.
    files: Option<[u64; 2]>,
    bytes: Option<[u64; 2]>,
    question: Option<RunQuestion>,
    /// The result, or the reason why there is none.
    words: Option<String>,
    help: Option<String>,
    /// The kind of trouble with the host, for which the app has advice.
    trouble: Option<TroubleKind>,
    /// The state of the site after it, in a sentence.
    stage: Option<String>,
    notes: Vec<String>,
    /// True once somebody stopped it.
    is_stopped: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RunStep {
    #[default]
    Building,
    Connecting,
    Comparing,
    Sending,
    /// Files come into place, and nothing stops that.
    Placing,
    Looking,
    Done,
    Failed,
}

/// A question that only a person can answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RunQuestion {
    id: u64,
    kind: QuestionKind,
    words: String,
    files: Vec<String>,
    can_keep: bool,
}

/// A line of what the process says.
#[derive(Debug, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum RunLine {
    State {
        state: RunStep,
    },
    Progress {
        files: [u64; 2],
        bytes: [u64; 2],
    },
    Note {
        words: String,
    },
    Question(RunQuestion),
    Done {
        words: String,
    },
    /// Something is wrong at the host, and what stands there now.
    Trouble {
        kind: TroubleKind,
        words: String,
        stage: String,
        advice: Option<String>,
    },
}

/// The choices of who publishes.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub(super) struct PublishRequest {
    set_aside: bool,
    all: bool,
}

/// The answer of a person to a question; without a text, nobody wants to answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnswerRequest {
    run: u64,
    question: u64,
    answer: Option<String>,
    #[serde(default)]
    keep: bool,
}

impl EditorPublisher {
    pub fn new(program: PathBuf, root: &Path) -> Self {
        Self { program, root: root.to_owned(), newest: Mutex::default() }
    }

    /// The news of the newest run.
    pub fn news(&self) -> Option<RunNews> {
        Some(lock(&lock(&self.newest).as_ref()?.news).clone())
    }

    /// Begins to publish. Returns the number of the run.
    ///
    /// # Errors
    /// If a run isn't over yet, or no process can be started.
    pub fn start(&self, request: PublishRequest) -> Result<u64, EditRefusal> {
        let mut newest = lock(&self.newest);
        let last = newest.as_ref().map(|run| lock(&run.news).clone()).unwrap_or_default();
        if newest.is_some() && !last.state.is_over() {
            return Err(EditRefusal::new(409, "the site is being published already"));
        }
        let run = PublishRun::spawn(self.command(request), last.run + 1).map_err(|error| {
            EditRefusal::new(500, Failure::io("start", &self.program, &error).to_string())
        })?;
        *newest = Some(run);
        Ok(last.run + 1)
    }

    fn command(&self, PublishRequest { set_aside, all }: PublishRequest) -> Command {
        let mut command = Command::new(&self.program);
        command.args(["publish", "--ask-in-json", "--format", "json", "--root"]).arg(&self.root);
        command.args(set_aside.then_some("--set-aside")).args(all.then_some("--all"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Hands an answer to the run.
    ///
    /// # Errors
    /// If the question isn't asked any more.
    pub fn answer(&self, request: AnswerRequest) -> Result<(), EditRefusal> {
        let run = lock(&self.newest).clone();
        let answered = run.is_some_and(|run| run.answer(request).is_ok());
        if answered { Ok(()) } else { Err(EditRefusal::new(410, "this isn't asked any more")) }
    }

    /// Ends the run; while files come into place, right after that.
    pub fn stop(&self) {
        let Some(run) = lock(&self.newest).clone() else { return };
        let mut news = lock(&run.news);
        news.is_stopped = true;
        if news.state != RunStep::Placing {
            run.kill();
        }
    }
}

impl RunStep {
    fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Failed)
    }
}

impl PublishRun {
    fn spawn(mut command: Command, number: u64) -> io::Result<Arc<Self>> {
        let mut child = command.spawn()?;
        let [no_input, no_output] = ["standard input", "standard output"].map(io::Error::other);
        let replies = child.stdin.take().ok_or(no_input)?;
        let (events, mistakes) = child.stdout.take().zip(child.stderr.take()).ok_or(no_output)?;
        let news = Mutex::new(RunNews { run: number, ..RunNews::default() });
        let run = Arc::new(Self { child: Mutex::new(child), replies: Mutex::new(replies), news });
        let followed = run.clone();
        let said = thread::spawn(move || {
            let mut said = String::new();
            // A text that isn't UTF-8 is shown as far as it is.
            let _ = BufReader::new(mistakes).read_to_string(&mut said);
            said
        });
        thread::spawn(move || {
            for line in BufReader::new(events).lines().map_while(Result::ok) {
                // A line without news is a mistake in content, which the editor knows of by itself.
                if let Ok(event) = serde_json::from_str(&line) {
                    followed.hear(event);
                }
            }
            followed.end(&said.join().unwrap_or_default());
        });
        Ok(run)
    }

    fn hear(&self, event: RunLine) {
        let mut news = lock(&self.news);
        match event {
            RunLine::State { state } => {
                news.state = state;
                news.question = None;
            }
            RunLine::Progress { files, bytes } => (news.files, news.bytes) = (Some(files), Some(bytes)),
            RunLine::Note { words } => news.notes.push(words),
            RunLine::Question(question) => news.question = Some(question),
            RunLine::Done { words } => news.words = Some(words),
            RunLine::Trouble { kind, words, stage, advice } => {
                (news.trouble, news.words, news.help) = (Some(kind), Some(words), advice);
                news.stage = Some(stage).filter(|stage| !stage.is_empty());
            }
        }
        if news.is_stopped && news.state != RunStep::Placing {
            self.kill();
        }
    }

    /// Takes the end of the process, with what it said to people.
    fn end(&self, said: &str) {
        let status = lock(&self.child).wait();
        let mut news = lock(&self.news);
        news.question = None;
        news.notes.extend(said.lines().filter_map(|line| line.strip_prefix("warning: ")).map(str::to_owned));
        if status.is_ok_and(|status| status.success()) {
            news.state = RunStep::Done;
            return;
        }
        news.state = RunStep::Failed;
        if news.trouble.is_some() {
            return;
        }
        let mut lines = said.lines().skip_while(|line| failure_in(line).is_none());
        let failure = lines.next().and_then(failure_in);
        let help = lines.filter_map(|line| line.trim().strip_prefix("help: ")).collect::<Vec<_>>();
        // A build that is refused ends with the number of its mistakes.
        let last = said.lines().rfind(|line| !line.trim().is_empty());
        news.words = failure.or(last).map(str::to_owned);
        news.help = Some(help.join(" ")).filter(|help| !help.is_empty());
    }

    fn answer(&self, request: AnswerRequest) -> io::Result<()> {
        let mut news = lock(&self.news);
        let is_asked = news.question.as_ref().is_some_and(|asked| asked.id == request.question);
        if news.run != request.run || !is_asked {
            return Err(io::ErrorKind::NotFound.into());
        }
        news.question = None;
        let reply = json!({ "answer": request.answer, "keep": request.keep });
        writeln!(lock(&self.replies), "{reply}")
    }

    fn kill(&self) {
        // One that has ended needs no end.
        let _ = lock(&self.child).kill();
    }
}

/// The words of a failure in a line of what the program says.
fn failure_in(line: &str) -> Option<&str> {
    line.strip_prefix("gympress: ").or_else(|| line.strip_prefix("error: "))
}
