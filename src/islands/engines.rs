//! The JavaScript engines of a process: few, as each may take much memory, and threads of their own, as an
//! engine stays in the thread that started it.

use std::{
    collections::VecDeque,
    num::NonZero,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc},
    thread,
};

use super::{
    bundle::Bundle,
    engine::{self, Engine},
    markup::Rendered,
    render_error::RenderError,
};

/// The most engines there are at a time.
const MOST: usize = 4;

/// Renders islands, a few at a time. The engines are started when the first island is rendered.
#[derive(Debug, Default)]
pub(super) struct Engines(Arc<Pool>);

/// What the engines' threads share with those that ask.
#[derive(Debug, Default)]
struct Pool {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<Job>,
    /// How many engines there are, and how many of them have nothing to do.
    engines: usize,
    idle: usize,
    /// True once no further job can be added.
    closed: bool,
}

/// An island to be rendered.
#[derive(Debug)]
pub(super) struct Task {
    pub bundle: Arc<Bundle>,
    /// The hash of all that the bundle was made from.
    pub key: blake3::Hash,
    pub component: Arc<str>,
    pub props: String,
    /// Stands for the prefix of the ids.
    pub prefix: String,
}

#[derive(Debug)]
struct Job {
    task: Task,
    answer: mpsc::SyncSender<Result<Rendered, RenderError>>,
}

impl Engines {
    /// Renders the island in an engine, once one is free.
    pub fn render(&self, task: Task) -> Result<Rendered, RenderError> {
        let (answer, answered) = mpsc::sync_channel(1);
        let is_wanted = {
            let mut state = self.0.state();
            state.waiting.push_back(Job { task, answer });
            let is_wanted = state.waiting.len() > state.idle && state.engines < most();
            state.engines += usize::from(is_wanted);
            is_wanted
        };
        if is_wanted {
            self.start_worker();
        }
        self.0.changed.notify_one();
        answered
            .recv()
            .unwrap_or_else(|_| Err(RenderError::new("the JavaScript engine stopped half-way", None)))
    }

    /// Starts a thread for an engine, which is counted already.
    fn start_worker(&self) {
        let worker = Worker(self.0.clone());
        let thread = thread::Builder::new().name("islands".to_owned()).stack_size(engine::THREAD);
        // If there can be no thread, the worker is dropped, and its place with it.
        if let Err(error) = thread.spawn(move || worker.run()) {
            tracing::warn!("can't start a thread that renders islands: {error}");
        }
    }
}

impl Drop for Engines {
    fn drop(&mut self) {
        self.0.state().closed = true;
        self.0.changed.notify_all();
    }
}

/// No more than the machine can run.
fn most() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get).min(MOST)
}

impl Pool {
    fn state(&self) -> MutexGuard<'_, State> {
        // What is inside is whole after each statement, even where a thread stopped.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job. Returns `None` once no further job can be added.
    fn next(&self) -> Option<Job> {
        let mut state = self.state();
        loop {
            if let Some(job) = state.waiting.pop_front() {
                return Some(job);
            }
            if state.closed {
                return None;
            }
            state.idle += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }
}

/// A thread with an engine.
struct Worker(Arc<Pool>);

impl Worker {
    fn run(&self) {
        let mut running: Option<(blake3::Hash, Result<Engine, RenderError>)> = None;
        while let Some(Job { task, answer }) = self.0.next() {
            if running.as_ref().is_none_or(|(key, _)| *key != task.key) {
                // The old one goes first: two need twice the memory.
                running = None;
            }
            let (_, engine) = running.get_or_insert_with(|| (task.key, Engine::start(&task.bundle)));
            let rendered = match engine {
                Ok(engine) => engine.render(&task.bundle.mapping, &task.component, &task.props, &task.prefix),
                Err(error) => Err(error.clone()),
            };
            // Fails only if the thread that sent the job has been stopped.
            let _ = answer.send(rendered);
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.engines = state.engines.saturating_sub(1);
        if state.engines == 0 {
            // Dropping the remaining jobs closes their channels, which fails the requests.
            state.waiting.clear();
        }
    }
}
