//! Text forms of DirectX containers.
//!
//! [`yaml::print`] writes a container as YAML, [`yaml::read`] makes the container again, byte for byte. What is
//! printed of a part is the field walk of its decoder (`dx_container::fields`), and what is read is given back
//! to the same decoder: there is one description of a part, and this crate has none of its own.
//!
//! ```
//! use dx_container::Container;
//!
//! let bytes = include_bytes!("../../../examples/triangle_vs.dxil");
//! let text = dx_text::yaml::print(&Container::parse(bytes)?);
//! assert!(text.contains("# VSMain"));
//! assert_eq!(dx_text::yaml::read(&text)?, bytes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
pub mod limits;
pub mod yaml;

pub use error::{TextError, TextErrorKind};
