//! Containers as YAML: LLVM's schema for the parts that LLVM models, and for all others the fields that their decoder
//! reports.
//!
//! ```text
//! --- !dxcontainer
//! Header: …
//! Parts:
//!   - Name:   ISG1
//!     Size:   172
//!     Signature: …             LLVM's schema, for the parts that LLVM models
//!   - Name:   SRCI
//!     Size:   612
//!     SourceInfo: …            LLVM's schema: the sources as text, compressed again when read
//!   - Name:   PDBI
//!     Size:   216
//!     PdbInfo: …               our own schema: the fields of the compressed content
//!   - Name:   RDAT
//!     Size:   1204
//!     Fields: …                the fields of the part; zeros without meaning are omitted
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
//! Layout: …                    the file layout, if it is not that of DXC
//! ```

mod budget;
mod document;
mod fields;
mod fill;
mod keys;
mod models;
mod number_lists;
mod parse;
mod pdb;
mod print_fields;
mod printer;
mod read;
mod tree;
mod values;

pub use document::{print, print_llvm};
pub use models::LlvmVersion;
pub use pdb::print_pdb;
pub use read::{read, read_bytes};
