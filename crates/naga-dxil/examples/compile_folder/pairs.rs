//! Pairs of stages in one snapshot: a fragment entry point fits a vertex or mesh entry point that outputs all its
//! inputs. Separate from the compilation because only this part compares two entry points.

use std::collections::HashMap;

use dx_container::Container;
use dx_reflect::Reflection;
use dx_reflect::interface::check;
use naga::{Binding, EntryPoint, Handle, Interpolation, Module, Sampling, ShaderStage, Type, TypeInner};

/// A compiled entry point.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// The file name without the extension: GLSL has a file for each stage.
    pub(crate) snapshot: String,
    pub(crate) stage: ShaderStage,
    pub(crate) name: String,
    /// The inputs of a fragment entry point, or the outputs of another one, by location.
    varyings: HashMap<u32, Varying>,
    pub(crate) container: Vec<u8>,
}

#[derive(Debug, PartialEq)]
struct Varying {
    ty: TypeInner,
    interpolation: Option<Interpolation>,
    sampling: Option<Sampling>,
}

impl Compiled {
    pub(crate) fn new(snapshot: String, module: &Module, entry: &EntryPoint, container: Vec<u8>) -> Self {
        let mut varyings = HashMap::new();
        let function = &entry.function;
        match (entry.stage, &entry.mesh_info) {
            (ShaderStage::Fragment, _) => {
                for argument in &function.arguments {
                    collect(module, argument.ty, argument.binding.as_ref(), &mut varyings);
                }
            }
            (_, Some(mesh)) => {
                collect(module, mesh.vertex_output_type, None, &mut varyings);
                collect(module, mesh.primitive_output_type, None, &mut varyings);
            }
            (_, None) => {
                if let Some(result) = &function.result {
                    collect(module, result.ty, result.binding.as_ref(), &mut varyings);
                }
            }
        }
        Self { snapshot, stage: entry.stage, name: entry.name.clone(), varyings, container }
    }

    /// True if the fragment entry point reads only outputs of this entry point.
    fn fits(&self, fragment: &Self) -> bool {
        fragment.varyings.iter().all(|(location, input)| {
            self.varyings.get(location).is_some_and(|output| {
                let is_per_vertex = input.interpolation.is_none();
                let modes = |varying: &Varying| (varying.interpolation, varying.sampling);
                output.ty == input.ty && (is_per_vertex || modes(output) == modes(input))
            })
        })
    }
}

fn collect(
    module: &Module,
    ty: Handle<Type>,
    binding: Option<&Binding>,
    varyings: &mut HashMap<u32, Varying>,
) {
    match (binding, &module.types[ty].inner) {
        (Some(Binding::Location { location, interpolation, sampling, .. }), inner) => {
            let (ty, interpolation) = match (inner, interpolation) {
                // The fragment stage reads the values of three vertices, which other stages do not declare.
                (TypeInner::Array { base, .. }, Some(Interpolation::PerVertex)) => {
                    (module.types[*base].inner.clone(), None)
                }
                (inner, interpolation) => (inner.clone(), *interpolation),
            };
            varyings.insert(*location, Varying { ty, interpolation, sampling: *sampling });
        }
        (None, TypeInner::Struct { members, .. }) => {
            for member in members {
                collect(module, member.ty, member.binding.as_ref(), varyings);
            }
        }
        _ => {}
    }
}

/// The snapshot, the stages, the entry points and the verdict of each pair that fits.
pub(crate) fn verdicts(compiled: &[Compiled]) -> Vec<[String; 4]> {
    let mut rows = Vec::new();
    for first in compiled.iter().filter(|entry| entry.stage != ShaderStage::Fragment) {
        let fragments = compiled.iter().filter(|entry| entry.stage == ShaderStage::Fragment);
        for second in fragments.filter(|second| first.snapshot == second.snapshot && first.fits(second)) {
            let stages = format!("{:?}+fragment", first.stage).to_lowercase();
            let entries = format!("{}+{}", first.name, second.name);
            rows.push([first.snapshot.clone(), stages, entries, verdict(first, second)]);
        }
    }
    rows
}

fn verdict(first: &Compiled, second: &Compiled) -> String {
    let reflections =
        reflected(&first.container).and_then(|first| Ok((first, reflected(&second.container)?)));
    match reflections {
        Err(error) => format!("no reflection: {error}"),
        Ok((producer, consumer)) => match check(&producer, &consumer, 0).first() {
            None => "matches".to_owned(),
            Some(finding) => format!("differs: {finding}"),
        },
    }
}

fn reflected(container: &[u8]) -> Result<Reflection, Box<dyn std::error::Error>> {
    Ok(Reflection::of(&Container::parse(container)?)?)
}
