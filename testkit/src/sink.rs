//! Where benches print to: nothing is kept, so that nothing but the printing is measured.

use std::fmt;
use std::hint::black_box;

/// Takes text and forgets it; how many bytes there were.
#[derive(Debug, Default)]
pub struct Nowhere(pub usize);

impl fmt::Write for Nowhere {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += black_box(text).len();
        Ok(())
    }
}
