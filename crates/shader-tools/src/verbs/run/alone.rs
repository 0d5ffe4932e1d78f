//! A vertex or pixel shader on inputs from a file, without what is fixed in a draw.

use std::path::Path;

use bstr::BStr;
use dx_container::enums::ShaderKind;
use dxil_draw::{DrawStage, InputRow};
use dxil_run::EntrySelector;
use serde_json::{Map, Value};

use super::arguments::RunShaders;
use super::refusal::{Refusal, read_text};
use super::report::Report;
use super::shader::RunnableShader;
use crate::error::Error;

/// The most lanes that a file may have.
const MOST_LANES: usize = 1 << 16;

impl RunShaders {
    /// Runs the shader in the lanes that the file says.
    pub(super) fn run_alone(
        &self,
        path: &Path,
        shaders: &[RunnableShader],
        report: &mut Report,
    ) -> Result<(), Refusal> {
        let [shader] = shaders else {
            return Err(Error::Usage("--inputs requires exactly one shader".to_owned()).into());
        };
        let (name, bytes, text) = read_text(path)?;
        let about = |why: String| Refusal::about(&name, &bytes, Error::Usage(why));
        let entry = self.entry.as_deref().map(|name| BStr::new(name.as_bytes()));
        let kind = shader.shader.model.as_ref().and_then(|model| model.kind());
        let kind = kind.filter(|kind| *kind == ShaderKind::PIXEL).unwrap_or(ShaderKind::VERTEX);
        let program = shader.prepare(EntrySelector::Stage(kind, entry), self.prepare_options())?;
        let lanes: Vec<Map<String, Value>> = serde_json::from_str(&text)
            .map_err(|error| about(format!("expected a list of objects: {error}")))?;
        if lanes.len() > MOST_LANES {
            return Err(about(format!("found {} lanes, expected at most {MOST_LANES}", lanes.len())));
        }
        let rows = dxil_draw::input_rows(&program);
        let numbers = lanes.iter().enumerate().map(|(lane, given)| numbers(lane, given, &rows));
        let numbers = numbers.collect::<Result<Vec<_>, _>>().map_err(about)?;
        let bindings = self.load_bindings(shaders)?;
        self.check_bindings_are_used(std::slice::from_ref(&program))?;
        let bound = self.bound(&bindings, shader, &program)?;
        let stage = DrawStage { program: &program, bound: &bound };
        let (results, outcome) = dxil_draw::run_alone(stage, &numbers, self.options())
            .map_err(|error| Refusal::of(&shader.name, error))?;
        report.lanes = Some(results);
        report.add(shader, &program, [1; 3], outcome)?;
        self.write_outputs(&bindings)
    }
}

/// The numbers that a lane is given, in the shader's order.
fn numbers(lane: usize, given: &Map<String, Value>, rows: &[InputRow]) -> Result<Vec<f64>, String> {
    let is_row = |key: &str| rows.iter().any(|row| row.semantic.eq_ignore_ascii_case(key));
    if let Some(key) = given.keys().find(|key| !is_row(key)) {
        let taken: Vec<_> = rows.iter().map(|row| row.semantic.as_str()).collect();
        return Err(format!("lane {lane} has {key}, but the inputs of the shader are {}", taken.join(", ")));
    }
    let mut numbers = Vec::new();
    for InputRow { semantic, columns } in rows {
        let found = given.iter().find(|(key, _)| key.eq_ignore_ascii_case(semantic));
        let Some((_, value)) = found else { return Err(format!("lane {lane} has no {semantic}")) };
        let list = match value {
            Value::Array(list) => list.as_slice(),
            one => std::slice::from_ref(one),
        };
        let each: Option<Vec<f64>> = list.iter().map(number).collect();
        match each {
            Some(each) if each.len() == *columns => numbers.extend(each),
            _ => {
                return Err(format!("{semantic} of lane {lane} is {value}, expected {columns} numbers"));
            }
        }
    }
    Ok(numbers)
}

/// A number; of a truth value, all ones or zero.
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Bool(is) => Some(if *is { -1.0 } else { 0.0 }),
        value => value.as_f64(),
    }
}
