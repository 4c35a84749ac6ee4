//! Results that are cached in this process: the newest of each kind.

use std::{
    any::Any,
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

type Results = HashMap<&'static str, Arc<dyn Any + Send + Sync>>;

/// The newest result of each kind.
#[derive(Default)]
pub(super) struct Memory(Mutex<Results>);

impl Memory {
    /// The newest result of this kind.
    pub fn get<T: Send + Sync + 'static>(&self, kind: &str) -> Option<Arc<T>> {
        let result = self.results().get(kind)?.clone();
        result.downcast().ok()
    }

    /// Replaces the newest result of this kind.
    pub fn insert<T: Send + Sync + 'static>(&self, kind: &'static str, result: Arc<T>) {
        let replaced = self.results().insert(kind, result);
        // Dropping it can take a while, in which others needn't wait.
        drop(replaced);
    }

    fn results(&self) -> MutexGuard<'_, Results> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.results().keys()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Memory;

    #[test]
    fn the_newest_result_of_a_kind_is_found_by_its_type() {
        let memory = Memory::default();
        assert_eq!(memory.get::<u8>("a"), None);
        memory.insert("a", Arc::new(1_u8));
        memory.insert("b", Arc::new(2_u8));
        memory.insert("a", Arc::new(3_u8));
        assert_eq!((memory.get("a"), memory.get("b")), (Some(Arc::new(3_u8)), Some(Arc::new(2_u8))));
        assert_eq!(memory.get::<u16>("a"), None);
    }
}
