//! YAML: a container's header and, of each part, every field its decoder reads.
//!
//! ```text
//! --- !dxcontainer
//! Header: …                    as LLVM's obj2yaml prints it
//! Parts:
//!   - Name:   ISG1
//!     Size:   172
//!     Fields: …                what the part's decoder reports; what is zero and says nothing is left out
//!   - Name:   ABCD
//!     Size:   4
//!     Bytes:  |                a part without a decoder, or one that cannot be read
//!       01 02 03 04
//! ```

mod document;
mod fields;
mod fill;
mod print_fields;
mod printer;
mod tree;

pub use document::{print, read};
