//! Which passes run, and behind which a module is shown: the options of verbs that run passes. Separate because there
//! are several.

use std::marker::PhantomData;

use dxil_ir::Module;

/// The passes of a verb.
pub trait Passes: 'static {
    /// Their names, in order.
    fn names() -> Vec<&'static str>;
}

/// The passes that a verb runs.
#[derive(Debug, clap::Args)]
pub struct PassChoice<P: Passes> {
    /// Run only these passes.
    #[arg(long, value_name = "PASS,…", value_delimiter = ',', value_parser = known::<P>)]
    passes: Vec<String>,

    /// Print the module to standard error after this pass (repeatable).
    #[arg(long, value_name = "PASS", value_parser = known::<P>)]
    print_after: Vec<String>,

    /// Stop after this pass, and skip the later passes.
    #[arg(long, value_name = "PASS", value_parser = known::<P>)]
    stop_after: Option<String>,

    #[arg(skip)]
    of: PhantomData<fn() -> P>,
}

impl<P: Passes> PassChoice<P> {
    /// Whether all passes run.
    pub fn is_whole(&self) -> bool {
        self.passes.is_empty() && self.stop_after.is_none()
    }

    /// Whether a module is shown between passes.
    pub fn shows_any(&self) -> bool {
        !self.print_after.is_empty()
    }

    /// Whether a pass runs.
    pub fn runs(&self, name: &str) -> bool {
        let names = P::names();
        let place = |name: &str| names.iter().position(|known| *known == name);
        let is_wanted = self.passes.is_empty() || self.passes.iter().any(|wanted| wanted == name);
        is_wanted && self.stop_after.as_deref().is_none_or(|last| place(name) <= place(last))
    }

    /// Prints a module behind a pass, if it is asked for.
    pub fn show(&self, pass: &str, module: &Module) {
        if self.print_after.iter().any(|shown| shown == pass) {
            let mut text = format!("; behind {pass}\n");
            if dxil_text::print(module, &mut text).is_err() {
                text.push_str("; cannot be printed\n");
            }
            crate::streams::print_message(text);
        }
    }
}

/// The name of a pass, checked.
fn known<P: Passes>(name: &str) -> Result<String, String> {
    let names = P::names();
    if names.contains(&name) {
        return Ok(name.to_owned());
    }
    Err(format!("passes are {}", names.join(", ")))
}
