//! Functions that are called with values from the command line.

use bstr::BStr;
use dxil_run::{Dispatch, EntrySelector, Program};

use super::arguments::RunShaders;
use super::data;
use super::refusal::Refusal;
use super::report::Report;
use super::shader::RunnableShader;
use crate::error::Error;

/// Lanes that a function is called in at most.
const MOST_LANES: usize = 32;

impl RunShaders {
    /// Whether the function that was named is called by itself: it is given values, or is no shader.
    pub(super) fn calls_function(&self, shaders: &[RunnableShader]) -> bool {
        let Some(wanted) = &self.entry else { return false };
        let mut entries = shaders.iter().flat_map(|shader| &shader.shader.entry_points);
        !self.arg.is_empty() || !entries.any(|entry| entry.name == wanted.as_bytes())
    }

    /// Calls a function in a lane for each value of its arguments.
    pub(super) fn call_function(
        &self,
        shaders: &[RunnableShader],
        report: &mut Report,
    ) -> Result<(), Refusal> {
        let [shader] = shaders else {
            return Err(Error::Usage("--arg requires exactly one file".to_owned()).into());
        };
        let wanted = self.entry.as_deref().unwrap_or_default();
        let about = |why: String| Refusal::of(&shader.name, Error::Usage(why));
        let name = shader.function_named(wanted).map_err(about)?;
        let columns: Vec<Vec<&str>> = self.arg.iter().map(|values| values.split(',').collect()).collect();
        let lanes = columns.iter().map(Vec::len).max().unwrap_or(1);
        if columns.iter().any(|values| values.len() != lanes) || lanes > MOST_LANES {
            return Err(about(format!(
                "each --arg requires the same number of values, one for each lane, at most {MOST_LANES}"
            )));
        }
        let count = u32::try_from(lanes).unwrap_or(1);
        let program =
            shader.prepare(EntrySelector::Function(BStr::new(&name), count), self.prepare_options())?;
        let arguments = arguments(&program, &columns, lanes).map_err(about)?;
        self.check_bindings_are_used(std::slice::from_ref(&program))?;
        let bindings = self.load_bindings(shaders)?;
        let bound = self.bound(&bindings, shader, &program)?;
        let dispatch = Dispatch::new(&program, &bound, [1; 3], self.options());
        let dispatch = dispatch.map_err(|error| Refusal::of(&shader.name, error))?;
        let mut watch = self.watch(shader, &program, [1; 3])?;
        let (results, outcome) = match &mut watch {
            Some(watch) => dispatch.call(&arguments, watch),
            None => dispatch.call(&arguments, &mut ()),
        };
        report.add_watched(self.watched(shader, &program, &dispatch, watch));
        report.add(shader, &program, [1; 3], outcome)?;
        let texts = |values: &Vec<u64>| {
            values
                .iter()
                .zip(program.results())
                .map(|(bits, scalar)| data::scalar_text(*bits, scalar))
                .collect()
        };
        report.results = Some(results.iter().map(texts).collect());
        self.write_outputs(&bindings)
    }
}

/// The bits of all values, lane by lane.
fn arguments(program: &Program, columns: &[Vec<&str>], lanes: usize) -> Result<Vec<Vec<u64>>, String> {
    let parameters = program.parameters();
    if parameters.len() != columns.len() {
        let (wanted, found) = (parameters.len(), columns.len());
        return Err(format!(
            "number of --arg options is {found}, expected {wanted}, one for each scalar parameter"
        ));
    }
    let mut all = vec![Vec::with_capacity(columns.len()); lanes];
    for (scalar, values) in program.parameters().zip(columns) {
        for (lane, value) in all.iter_mut().zip(values) {
            lane.push(data::scalar(value, scalar)?);
        }
    }
    Ok(all)
}
