//! Provenance of resource handles: the resource that each handle of a function refers to.
//!
//! [`HandleOrigin`] decodes the operands of one call that creates or annotates a handle. [`ResourceTable`] finds the
//! resources of a shader by ID, binding and global variable. [`Handles`] follows the handles of a function body through
//! phis, selects, annotations and casts, and through loads and `getelementptr` of the global variables that are the
//! resources of a library.
//!
//! The result for a value is a [`Provenance`]: one resource, several alternatives, or unknown with the reason. Results
//! are computed on the first query and kept. A value and its operands are visited once for all queries of a body, with
//! a worklist and without recursion. A body without handles costs nothing.

mod alternatives;
mod analysis;
mod declared_resource;
mod origin;
mod resource;
mod resource_set;
mod resource_table;

pub use analysis::Handles;
pub use declared_resource::{DeclaredResource, Record};
pub use origin::{Binding, HandleOrigin};
pub use resource::{Creation, Provenance, Reason, Resource};
pub use resource_table::ResourceTable;
