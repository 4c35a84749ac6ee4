//! A fixed number of permits for connections. A new one gets that of the connection that has been idle for longest.

use std::{
    collections::BTreeMap,
    io,
    net::{Shutdown, TcpStream},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use super::connection::log_closed;

/// How many connections there are at most. Each takes a thread with a small stack.
const MOST: usize = 256;

/// A connection that has been served for this long, such as an event stream, may be closed: browsers reconnect.
const LONG: Duration = Duration::from_secs(20);

/// All connections.
#[derive(Debug, Default)]
pub(super) struct Permits(Mutex<Slots>);

#[derive(Debug, Default)]
struct Slots {
    next: u64,
    by_number: BTreeMap<u64, Slot>,
}

#[derive(Debug)]
struct Slot {
    stream: TcpStream,
    since: Instant,
    is_idle: bool,
}

/// Permission for one connection; released when dropped.
pub(super) struct Permit {
    number: u64,
    permits: Arc<Permits>,
}

impl Permits {
    fn slots(&self) -> MutexGuard<'_, Slots> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Acquires a permit for this connection. If there is none, the connection that has been idle for longest is
    /// closed, or else the one that has been served for longest. Returns `None` if all are recent.
    pub fn acquire(self: &Arc<Self>, stream: &TcpStream) -> Option<Permit> {
        let mut slots = self.slots();
        if slots.by_number.len() >= MOST {
            let oldest = slots
                .by_number
                .iter()
                .filter(|(_, slot)| slot.is_idle || slot.since.elapsed() > LONG)
                .min_by_key(|(_, slot)| (!slot.is_idle, slot.since))
                .map(|(number, _)| *number)?;
            // Its thread notices and ends.
            if let Some(slot) = slots.by_number.remove(&oldest) {
                log_closed(slot.stream.shutdown(Shutdown::Both));
            }
        }
        let number = slots.next;
        slots.next += 1;
        let log = |error: &io::Error| tracing::warn!("a connection can't be taken: {error}");
        let stream = stream.try_clone().inspect_err(log).ok()?;
        let slot = Slot { stream, since: Instant::now(), is_idle: true };
        slots.by_number.insert(number, slot);
        Some(Permit { number, permits: self.clone() })
    }
}

impl Permit {
    /// Notes whether the connection waits for a request, or has sent one.
    pub fn set_idle(&self, is_idle: bool) {
        if let Some(slot) = self.permits.slots().by_number.get_mut(&self.number) {
            (slot.is_idle, slot.since) = (is_idle, Instant::now());
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.permits.slots().by_number.remove(&self.number);
    }
}
