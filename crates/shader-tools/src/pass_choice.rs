//! Which passes run, and behind which a module is shown. Separate because several verbs run passes.

use dxil_ir::Module;

/// Which passes of a list run.
pub struct PassChoice<'o> {
    /// The passes of the verb, in order.
    pub names: Vec<&'static str>,
    /// Those that run; all where it is empty.
    pub wanted: &'o [String],
    /// The last one that runs.
    pub last: Option<&'o str>,
    /// Those behind which the module is printed to standard error.
    pub shown: &'o [String],
}

impl PassChoice<'_> {
    /// Whether a pass runs.
    pub fn runs(&self, name: &str) -> bool {
        let place = |name: &str| self.names.iter().position(|known| *known == name);
        let is_wanted = self.wanted.is_empty() || self.wanted.iter().any(|wanted| wanted == name);
        is_wanted && self.last.is_none_or(|last| place(name) <= place(last))
    }

    /// Prints a module behind a pass, if it is asked for.
    pub fn show(&self, pass: &str, module: &Module) {
        if self.shown.iter().any(|shown| shown == pass) {
            let mut text = format!("; behind {pass}\n");
            if dxil_text::print(module, &mut text).is_err() {
                text.push_str("; cannot be printed\n");
            }
            crate::streams::say(text);
        }
    }
}

/// The name of a pass, checked.
pub fn known(name: &str, names: impl Iterator<Item = &'static str>) -> Result<String, String> {
    let names: Vec<_> = names.collect();
    if names.contains(&name) {
        return Ok(name.to_owned());
    }
    Err(format!("passes are {}", names.join(", ")))
}
