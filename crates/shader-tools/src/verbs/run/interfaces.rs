//! Whether the shaders of a draw fit each other, by the rules of `check-interface`: what Direct3D refuses though
//! values meet by their semantics, such as other registers, and what is read that nobody writes.

use dx_reflect::Reflection;
use dx_reflect::interface;
use located::Severity;

use super::shader::RunnableShader;
use crate::judging::Finding;
use crate::reflecting;

/// What is found in each shader of a draw where it follows the one before it.
pub fn findings(shaders: &[&RunnableShader]) -> Vec<Vec<Finding>> {
    let read = |shader: &&RunnableShader| shader.file().and_then(|file| reflecting::read(&file).ok());
    let all: Vec<Option<Reflection>> = shaders.iter().map(read).collect();
    let before = std::iter::once(&None).chain(&all);
    let each = all.iter().zip(before).map(|(shader, before)| {
        let found = before.as_ref().zip(shader.as_ref());
        let found = found.map(|(before, shader)| interface::check(before, shader, RASTERIZED));
        found.unwrap_or_default().iter().map(finding).collect()
    });
    each.collect()
}

/// The stream of a geometry shader that goes on.
const RASTERIZED: u32 = 0;

fn finding(found: &interface::Finding) -> Finding {
    Finding::new("interface", Severity::Error, found.to_string())
}
