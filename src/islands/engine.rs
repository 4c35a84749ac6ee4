//! The JavaScript engine that renders islands, in a thread of its own: an engine stays in the thread that started it, and
//! may take much memory.

use std::{
    cell::Cell,
    rc::Rc,
    sync::{
        Arc, OnceLock,
        mpsc::{self, Receiver, Sender, SyncSender},
    },
    thread,
};

use rquickjs::{CatchResultExt, CaughtError, Context, Ctx, Function, Runtime, context::EvalOptions};

use super::{
    answer::{self, RenderError},
    bundle::Bundle,
    frame::StackFrame,
    markup::RenderedMarkup,
};

/// The number of interrupt checks after which rendering is stopped: about two seconds of an empty loop. Unlike a time,
/// a count gives the same result on a busy machine.
const PATIENCE: u32 = 10_000;

const THREAD_STACK: usize = 2 * 1024 * 1024;

/// The stack of JavaScript, well below that of the thread, which also holds the engine's own calls.
const STACK: usize = 768 * 1024;

const MEMORY: usize = 128 * 1024 * 1024;

/// Renders islands, one after the other. The thread is started when the first island is rendered.
#[derive(Debug, Default)]
pub(super) struct Engine(OnceLock<Sender<RenderJob>>);

/// An island to be rendered.
#[derive(Debug)]
pub(super) struct Task {
    pub bundle: Arc<Bundle>,
    /// The hash of everything that the bundle was made from.
    pub key: blake3::Hash,
    pub component: Arc<str>,
    pub props: String,
    /// The placeholder for the prefix of ids in the markup.
    pub prefix: String,
}

#[derive(Debug)]
struct RenderJob {
    task: Task,
    answer: SyncSender<Result<RenderedMarkup, RenderError>>,
}

impl Engine {
    /// Renders the island.
    pub fn render(&self, task: Task) -> Result<RenderedMarkup, RenderError> {
        let (answer, answered) = mpsc::sync_channel(1);
        let jobs = self.0.get_or_init(|| {
            let (sender, jobs) = mpsc::channel();
            let thread = thread::Builder::new().name("islands".to_owned()).stack_size(THREAD_STACK);
            // Without a thread the receiver is dropped, so that sending a job fails below.
            if let Err(error) = thread.spawn(move || run(&jobs)) {
                log::warn!("can't start the thread that renders islands: {error}");
            }
            sender
        });
        if jobs.send(RenderJob { task, answer }).is_err() {
            return Err(interrupted());
        }
        answered.recv().unwrap_or_else(|_| Err(interrupted()))
    }
}

fn interrupted() -> RenderError {
    RenderError::new("the JavaScript engine was interrupted", None)
}

fn run(jobs: &Receiver<RenderJob>) {
    let mut running: Option<(blake3::Hash, Result<ServerScript, RenderError>)> = None;
    for RenderJob { task, answer } in jobs {
        if running.as_ref().is_none_or(|(key, _)| *key != task.key) {
            // The old script is dropped before the new one starts: both need memory.
            running = None;
        }
        let (_, script) = running.get_or_insert_with(|| (task.key, ServerScript::start(&task.bundle)));
        let rendered = match script {
            Ok(script) => script.render(&task),
            Err(error) => Err(error.clone()),
        };
        // Sending fails only if the thread that sent the job was stopped.
        let _ = answer.send(rendered);
    }
}

/// A bundle loaded by the engine, within limits of time, stack and memory.
struct ServerScript {
    context: Context,
    patience: Rc<Cell<u32>>,
}

impl ServerScript {
    fn start(bundle: &Bundle) -> Result<Self, RenderError> {
        let runtime = Runtime::new().map_err(|error| not_started(&error))?;
        runtime.set_max_stack_size(STACK);
        runtime.set_memory_limit(MEMORY);
        let patience = Rc::new(Cell::new(PATIENCE));
        let left = patience.clone();
        runtime.set_interrupt_handler(Some(Box::new(move || {
            left.set(left.get().saturating_sub(1));
            left.get() == 0
        })));
        let context = Context::full(&runtime).map_err(|error| not_started(&error))?;
        let script = Self { context, patience };
        script.guarded(&bundle.server, |context| {
            let mut options = EvalOptions::default();
            options.filename = Some("server.js".to_owned());
            context.eval_with_options::<(), _>(bundle.server.as_str(), options)
        })?;
        Ok(script)
    }

    /// Renders the island to markup.
    fn render(&self, task: &Task) -> Result<RenderedMarkup, RenderError> {
        let server = &task.bundle.server;
        let json: String = self.guarded(server, |context| {
            let render: Function = context.globals().get("gympress")?;
            render.call((&*task.component, task.props.as_str(), task.prefix.as_str()))
        })?;
        answer::read(&json, &task.component, &task.prefix, server)
    }

    /// Calls `run` with full patience. Turns an exception into a [`RenderError`].
    fn guarded<T>(
        &self,
        server: &str,
        run: impl FnOnce(Ctx<'_>) -> rquickjs::Result<T>,
    ) -> Result<T, RenderError> {
        self.patience.set(PATIENCE);
        self.context.with(|context| {
            let result = run(context.clone()).catch(&context);
            result.map_err(|error| render_error(&error, self.patience.get() == 0, server))
        })
    }
}

fn not_started(error: &rquickjs::Error) -> RenderError {
    RenderError::new(format!("the JavaScript engine can't be started: {error}"), None)
}

/// The error for an exception, or for a component that used up the patience.
fn render_error(error: &CaughtError<'_>, is_endless: bool, server: &str) -> RenderError {
    let (message, stack, help) = match error {
        CaughtError::Exception(exception) => {
            let help = exception.as_object().get::<_, Option<String>>("help").ok().flatten();
            (exception.message().unwrap_or_default(), exception.stack().unwrap_or_default(), help)
        }
        CaughtError::Error(_) | CaughtError::Value(_) => (error.to_string(), String::new(), None),
    };
    if is_endless {
        RenderError::endless(StackFrame::first(&stack, server))
    } else {
        answer::thrown(&message, &stack, help, server)
    }
}
