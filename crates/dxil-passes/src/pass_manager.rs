//! Lists of passes and the runner of these lists, for `transform`, `upgrade` and `lower`. Separate because all three
//! run passes by the same rules.
//!
//! A [`Pass`] states the [facts](Fact) that it requires, ensures and invalidates. A list consists of stages, whose
//! [`Step`]s state why the pass is at this position. The runner transforms a [`Subject`], and skips a pass if all facts
//! hold that the pass ensures. Debug builds verify the module after each pass that changed it, and check each fact that
//! holds.

mod fact;
mod list;
mod pass;
mod runner;
mod scope;
mod selection;
mod session;
mod subject;

pub use fact::{Check, Ensured, Fact};
pub use list::{Row, Step, passes};
pub(crate) use list::{Stage, rows};
pub(crate) use pass::steps;
pub use pass::{Done, FunctionPass, ModulePass, Origin, Pass, Run};
pub use runner::Report;
pub(crate) use runner::run;
pub use scope::Scope;
pub use selection::{Observer, Selection};
pub use session::run_on;
pub use subject::Subject;
