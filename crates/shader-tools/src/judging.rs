//! Validation of the shaders that a verb reads or is about to write, and the presentation of findings. A layer below
//! the verbs, because most verbs validate shaders.

mod before_signing;
mod counterparts;
mod debug_program;
mod direct3d9;
mod document;
mod finding;
mod judge;
mod listing_lines;
mod module_places;
mod page;
pub mod rule_objects;
pub mod rules;
mod short;
pub mod source_lines;
mod source_places;
mod source_texts;

pub use before_signing::{SIGN_ANYWAY, refuse, refuse_invalid};
pub use counterparts::Counterparts;
pub use debug_program::{DebugFiles, DebugProgram, source_texts};
pub use document::{FindingObject, objects as finding_objects};
pub use finding::{Finding, Judgement, SourcePlace};
pub use judge::{Judge, Judged};
pub use module_places::ModulePlaces;
pub use page::{printable, write as write_findings};
pub use short::line as finding_in_one_line;
pub use source_places::SourcePlaces;
pub use source_texts::SourceTexts;
