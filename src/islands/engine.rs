//! The JavaScript engine: one to a thread, within limits of time, stack and memory.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use rquickjs::{CatchResultExt, CaughtError, Context, Ctx, Function, Runtime, context::EvalOptions};

use super::{answer, bundle::Bundle, fault::Fault, mapping::Mapping, markup::Rendered};

/// How often the engine may ask whether to go on; about two seconds of a loop that does nothing. It is
/// a count and no time, so that a busy machine doesn't fail a component which an idle one passes.
const PATIENCE: u32 = 10_000;

/// Well below the smallest stack of a thread that renders, which is 2 MiB.
const STACK: usize = 768 * 1024;

const MEMORY: usize = 128 * 1024 * 1024;

thread_local! {
    static ENGINE: RefCell<Option<(blake3::Hash, Result<Engine, Fault>)>> = const { RefCell::new(None) };
}

struct Engine {
    context: Context,
    patience: Rc<Cell<u32>>,
}

/// Renders an island in this thread's engine, which is started if it runs another bundle or none.
pub(super) fn render(
    bundle: &Bundle,
    hash: blake3::Hash,
    component: &str,
    props: &str,
    prefix: &str,
) -> Result<Rendered, Fault> {
    ENGINE.with_borrow_mut(|slot| {
        if slot.as_ref().is_none_or(|(running, _)| *running != hash) {
            // The old one goes first: two need twice the memory.
            *slot = None;
            *slot = Some((hash, Engine::start(bundle)));
        }
        match slot {
            Some((_, Ok(engine))) => engine.render(&bundle.mapping, component, props, prefix),
            Some((_, Err(fault))) => Err(fault.clone()),
            None => Err(Fault::new("the JavaScript engine can't be started", None)),
        }
    })
}

impl Engine {
    fn start(bundle: &Bundle) -> Result<Self, Fault> {
        let broken = |error: rquickjs::Error| {
            Fault::new(format!("the JavaScript engine can't be started: {error}"), None)
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

    fn render(
        &self,
        mapping: &Mapping,
        component: &str,
        props: &str,
        prefix: &str,
    ) -> Result<Rendered, Fault> {
        let json: String = self.guarded(mapping, |context| {
            let render: Function = context.globals().get("gympress")?;
            render.call((component, props, prefix))
        })?;
        answer::read(&json, component, prefix, mapping)
    }

    /// Runs something with full patience; what it throws becomes a fault.
    fn guarded<T>(
        &self,
        mapping: &Mapping,
        run: impl FnOnce(Ctx<'_>) -> rquickjs::Result<T>,
    ) -> Result<T, Fault> {
        self.patience.set(PATIENCE);
        self.context.with(|context| {
            let result = run(context.clone()).catch(&context);
            result.map_err(|error| self.fault(mapping, &error))
        })
    }

    fn fault(&self, mapping: &Mapping, error: &CaughtError<'_>) -> Fault {
        let (message, stack) = match error {
            CaughtError::Exception(exception) => {
                (exception.message().unwrap_or_default(), exception.stack().unwrap_or_default())
            }
            other => (other.to_string(), String::new()),
        };
        let help = match error {
            CaughtError::Exception(exception) => {
                exception.as_object().get::<_, Option<String>>("help").ok().flatten()
            }
            _ => None,
        };
        if self.patience.get() == 0 {
            let mut fault = Fault::new("rendering doesn't come to an end", mapping.first_place(&stack))
                .label("still running here when it was stopped")
                .help("look for a loop whose condition never becomes false");
            fault.endless = true;
            return fault;
        }
        answer::thrown(&message, &stack, help, mapping)
    }
}
