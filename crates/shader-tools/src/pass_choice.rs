//! The options of verbs that run passes: which passes run, and after which passes the module is printed. Separate
//! because `upgrade` and `lower` share them.

use std::io::{self, Write};
use std::marker::PhantomData;

use dxil_ir::Module;
use dxil_passes::pass_manager::{Origin, Row, Selection};

use crate::layout::write_row;
use crate::style::{self, paint};

/// The list of passes of a verb.
pub trait Passes: 'static {
    /// The steps in order.
    fn list() -> Vec<Row>;
}

/// The passes that a verb runs.
#[derive(Debug, clap::Args)]
pub struct PassChoice<P: Passes> {
    /// Run only these passes and stages.
    #[arg(long, value_name = "PASS,…", value_delimiter = ',', value_parser = known::<P>)]
    passes: Vec<String>,

    /// Print the module to standard error after this pass or stage (repeatable).
    #[arg(long, value_name = "PASS", value_parser = known::<P>)]
    print_after: Vec<String>,

    /// Stop after this stage, or after the first run of this pass.
    #[arg(long, value_name = "PASS", value_parser = known::<P>)]
    stop_after: Option<String>,

    /// List the stages and passes in order, with the reason for each position.
    #[arg(long, conflicts_with_all = ["files", "files_from", "passes", "print_after", "stop_after"])]
    pub list_passes: bool,

    #[arg(skip)]
    of: PhantomData<fn() -> P>,
}

impl<P: Passes> PassChoice<P> {
    /// Returns true if all passes run.
    pub fn is_whole(&self) -> bool {
        self.passes.is_empty() && self.stop_after.is_none()
    }

    /// Returns true if a module is printed between passes.
    pub fn shows_any(&self) -> bool {
        !self.print_after.is_empty()
    }

    /// The passes that run.
    pub fn selection(&self) -> Selection {
        Selection { only: self.passes.clone(), except: Vec::new(), stop_after: self.stop_after.clone() }
    }

    /// Prints a module after a pass if `--print-after` names the pass.
    pub fn show(&self, pass: &str, module: &Module) {
        if self.print_after.iter().any(|shown| shown == pass) {
            let mut text = format!("; after {pass}\n");
            if dxil_text::print(module, &mut text).is_err() {
                text.push_str("; cannot be printed\n");
            }
            crate::streams::print_message(text);
        }
    }
}

/// Prints a list of passes: stages, and under each stage its steps.
pub fn write_list<P: Passes>(out: &mut dyn Write) -> io::Result<()> {
    let list = P::list();
    let mut last = "";
    for Row { stage, pass, origin, requires, ensures, why, .. } in &list {
        let is_alone = list.iter().filter(|row| row.stage == *stage).count() == 1;
        if *stage != last && !is_alone {
            write_row(out, &paint(style::KEY, stage))?;
        }
        last = stage;
        let indented = if is_alone { (*pass).to_owned() } else { format!("  {pass}") };
        let origin = match origin {
            Origin::Llvm => "llvm",
            Origin::Ours => "ours",
        };
        let names = |facts: Vec<String>, verb: &str| match facts.is_empty() {
            true => String::new(),
            false => format!(" {verb} {}.", facts.join(", ")),
        };
        let requires = names(requires.iter().map(|fact| format!("{fact:?}")).collect(), "Requires");
        let ensures = names(ensures.iter().map(|one| format!("{:?}", one.fact)).collect(), "Ensures");
        write_row(out, &format!("{indented:<36} {origin}  {why}{requires}{ensures}"))?;
    }
    Ok(())
}

/// The names of the stages and passes, each once.
fn names<P: Passes>() -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for Row { stage, pass, .. } in P::list() {
        for name in [stage, pass] {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// The name of a pass or stage, checked.
fn known<P: Passes>(name: &str) -> Result<String, String> {
    let names = names::<P>();
    if names.contains(&name) {
        return Ok(name.to_owned());
    }
    Err(format!("passes are {} (--list-passes describes them)", names.join(", ")))
}
