//! YAML: what LLVM's obj2yaml prints of a container, and of each part that LLVM does not model every field its
//! decoder reads.
//!
//! ```text
//! --- !dxcontainer
//! Header: …
//! Parts:
//!   - Name:   ISG1
//!     Size:   172
//!     Signature: …             under LLVM's key, for the parts that LLVM models
//!   - Name:   SRCI
//!     Size:   612
//!     SourceInfo: …            under a key of ours: the sources are text, and compressed again when they are read
//!   - Name:   PDBI
//!     Size:   216
//!     PdbInfo: …               the same: what it holds compressed stands by its fields
//!   - Name:   RDAT
//!     Size:   1204
//!     Fields: …                what the part's decoder reports; what is zero and says nothing is left out
//!   - Name:   ABCD
//!     Size:   4
//!     Bytes:  |                a part without a decoder, or one that cannot be read
//!       01 02 03 04
//! ```
//!
//! A PDB file is its streams, one of which is such a container:
//!
//! ```text
//! --- !pdb
//! BlockSize:       512
//! Streams:
//!   - Size:   0
//!   - Size:   56
//!     Fields: …                stream 1: the GUID by which tools find the file
//!   - …
//!   - Container:
//!       Header: …
//!       Parts: …
//! Layout: …                    where another program than DXC laid the file out: what belongs to no stream
//! ```

mod budget;
mod document;
mod fields;
mod fill;
mod keys;
mod models;
mod number_lists;
mod pdb;
mod print_fields;
mod printer;
mod tree;
mod values;

pub use document::{print, print_llvm, read, read_bytes};
pub use pdb::print_pdb;
