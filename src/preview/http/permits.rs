//! The places for connections: a fixed number, of which the one that waits longest is given away.

use std::{
    collections::BTreeMap,
    net::{Shutdown, TcpStream},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use super::gate;

/// How many connections there are at most. Each takes a thread with a small stack.
const MOST: usize = 256;

/// Who has been served for this long, such as a page that listens for changes, can come again.
const LONG: Duration = Duration::from_secs(20);

/// All connections.
#[derive(Debug, Default)]
pub(super) struct Permits(Mutex<Taken>);

#[derive(Debug, Default)]
struct Taken {
    next: u64,
    permits: BTreeMap<u64, Slot>,
}

#[derive(Debug)]
struct Slot {
    stream: TcpStream,
    since: Instant,
    is_idle: bool,
}

/// One place; free again when dropped.
pub(super) struct Permit {
    number: u64,
    permits: Arc<Permits>,
}

impl Permits {
    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for this connection. If there is none, the one that has been idle for longest is closed,
    /// or else the one that has been served for longest; `None` if all have just come.
    pub fn take(self: &Arc<Self>, stream: &TcpStream) -> Option<Permit> {
        let mut taken = self.taken();
        if taken.permits.len() >= MOST {
            let oldest = taken
                .permits
                .iter()
                .filter(|(_, slot)| slot.is_idle || slot.since.elapsed() > LONG)
                .min_by_key(|(_, slot)| (!slot.is_idle, slot.since))
                .map(|(number, _)| *number)?;
            // Its thread notices and ends.
            if let Some(slot) = taken.permits.remove(&oldest) {
                gate::log_closed(slot.stream.shutdown(Shutdown::Both));
            }
        }
        let number = taken.next;
        taken.next += 1;
        let slot = Slot { stream: stream.try_clone().ok()?, since: Instant::now(), is_idle: true };
        taken.permits.insert(number, slot);
        Some(Permit { number, permits: self.clone() })
    }
}

impl Permit {
    /// Notes whether the connection waits for a request, or has sent one.
    pub fn is_idle(&self, is_idle: bool) {
        if let Some(slot) = self.permits.taken().permits.get_mut(&self.number) {
            (slot.is_idle, slot.since) = (is_idle, Instant::now());
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.permits.taken().permits.remove(&self.number);
    }
}
