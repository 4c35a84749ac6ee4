//! A JavaScript engine with the islands in it, within limits of time, stack and memory.

use std::{cell::Cell, rc::Rc};

use rquickjs::{CatchResultExt, CaughtError, Context, Ctx, Function, Runtime, context::EvalOptions};

use super::{answer, bundle::Bundle, mapping::Mapping, markup::Rendered, render_error::RenderError};

/// How often the engine may ask whether to go on; about two seconds of a loop that does nothing. It is
/// a count and no time, so that a busy machine doesn't fail a component which an idle one passes.
const PATIENCE: u32 = 10_000;

/// The stack of a thread in which an engine runs.
pub(super) const THREAD: usize = 2 * 1024 * 1024;

/// Well below that: React's own calls and the engine's stand on the same stack.
const STACK: usize = 768 * 1024;

const MEMORY: usize = 128 * 1024 * 1024;

pub(super) struct Engine {
    context: Context,
    patience: Rc<Cell<u32>>,
}

impl Engine {
    /// An engine that has read the bundle.
    pub fn start(bundle: &Bundle) -> Result<Self, RenderError> {
        let broken = |error: rquickjs::Error| {
            RenderError::new(format!("the JavaScript engine can't be started: {error}"), None)
        };
        let runtime = Runtime::new().map_err(broken)?;
        runtime.set_max_stack_size(STACK);
        runtime.set_memory_limit(MEMORY);
        let patience = Rc::new(Cell::new(PATIENCE));
        let left = patience.clone();
        runtime.set_interrupt_handler(Some(Box::new(move || {
            left.set(left.get().saturating_sub(1));
            left.get() == 0
        })));
        let context = Context::full(&runtime).map_err(broken)?;
        let engine = Self { context, patience };
        engine.guarded(&bundle.mapping, |context| {
            let mut options = EvalOptions::default();
            options.filename = Some("server.js".to_owned());
            context.eval_with_options::<(), _>(bundle.server.as_str(), options)
        })?;
        Ok(engine)
    }

    /// The island's markup for these props, which are JSON.
    pub fn render(
        &self,
        mapping: &Mapping,
        component: &str,
        props: &str,
        prefix: &str,
    ) -> Result<Rendered, RenderError> {
        let json: String = self.guarded(mapping, |context| {
            let render: Function = context.globals().get("gympress")?;
            render.call((component, props, prefix))
        })?;
        answer::read(&json, component, prefix, mapping)
    }

    /// Runs something with full patience; what it throws becomes a [`RenderError`].
    fn guarded<T>(
        &self,
        mapping: &Mapping,
        run: impl FnOnce(Ctx<'_>) -> rquickjs::Result<T>,
    ) -> Result<T, RenderError> {
        self.patience.set(PATIENCE);
        self.context.with(|context| {
            let result = run(context.clone()).catch(&context);
            result.map_err(|error| self.render_error(mapping, &error))
        })
    }

    fn render_error(&self, mapping: &Mapping, error: &CaughtError<'_>) -> RenderError {
        let (message, stack, help) = match error {
            CaughtError::Exception(exception) => {
                let help = exception.as_object().get::<_, Option<String>>("help").ok().flatten();
                (exception.message().unwrap_or_default(), exception.stack().unwrap_or_default(), help)
            }
            CaughtError::Error(_) | CaughtError::Value(_) => (error.to_string(), String::new(), None),
        };
        if self.patience.get() == 0 {
            let mut render_error =
                RenderError::new("rendering doesn't come to an end", mapping.first_place(&stack))
                    .label("still running here when it was stopped")
                    .help("look for a loop whose condition never becomes false");
            render_error.endless = true;
            return render_error;
        }
        answer::thrown(&message, &stack, help, mapping)
    }
}
