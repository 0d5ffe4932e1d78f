//! Compute shaders split: regions of their code as functions, spread over two libraries, which linked again must do
//! what the shader did. Separate from random edits because what comes out here does the same as what went in.
//!
//! A shader becomes what a compiler would have made of it as a library ([`library`]): resources are variables, handles
//! are made of them. Then regions become functions ([`outline`]) that take and give values as HLSL's functions do
//! ([`passing`]), and each function goes to one of two modules ([`distribute`]). The same seed gives the same bytes.

mod counts;
mod distribute;
mod library;
mod outline;
mod passing;
mod region;

use dxil::shader::{Shader, ShaderModel};
use dxil_ir::{GlobalId, Module};

use crate::random::Random;
pub use counts::Counts;
use distribute::must_be_valid;

/// A shader in two libraries.
pub struct Split {
    /// The containers, the first of which has the entry.
    pub libraries: [Vec<u8>; 2],
    /// The profile that the shader had: `cs_6_5`.
    pub profile: String,
    /// The profile that the libraries have: `lib_6_5`.
    pub library_profile: String,
    /// The name of its entry.
    pub entry: String,
    /// How it was split.
    pub counts: Counts,
}

/// The least functions that a shader is split into.
pub const LEAST_FUNCTIONS: usize = 3;

/// How many functions more there may be.
const MORE_FUNCTIONS: usize = 5;

/// How often a region is chosen before a shader counts as too small.
const TRIES: usize = 200;

/// Splits a compute shader; `None` where it is too small to be split.
///
/// # Panics
///
/// The module is no compute shader, or what comes out is no valid module.
pub fn split(mut module: Module, seed: u64) -> Option<Split> {
    let mut random = Random((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let shader = Shader::read(&module).unwrap();
    let profile = shader.model.as_ref().map(ShaderModel::to_string).unwrap();
    let entry_name = shader.entry_points[0].name.to_string();
    let library = library::make_library(&mut module, shader);
    let mut counts = Counts::default();
    let functions = outline_regions(&mut module, library.entry, &mut random, &mut counts)?;
    must_be_valid(&module);
    let library_profile = library.shader.model.as_ref().map(ShaderModel::to_string).unwrap();
    let libraries = distribute::distribute(&module, &library, &functions, &mut counts);
    Some(Split { libraries, profile, library_profile, entry: entry_name, counts })
}

/// Makes functions of regions, of which some lie in others.
fn outline_regions(
    module: &mut Module,
    entry: GlobalId,
    random: &mut Random,
    counts: &mut Counts,
) -> Option<Vec<outline::Outlined>> {
    let wanted = LEAST_FUNCTIONS + random.below(MORE_FUNCTIONS);
    let mut functions: Vec<outline::Outlined> = Vec::new();
    for _ in 0..TRIES {
        if functions.len() >= wanted {
            break;
        }
        let is_nested = !functions.is_empty() && random.below(4) == 0;
        let from = if is_nested { functions[random.below(functions.len())].function } else { entry };
        let Some(region) = region::choose(module, from, random) else { continue };
        let of_blocks = !region.is_run;
        let Some(outlined) = outline::outline(module, region, functions.len(), random, counts) else {
            continue;
        };
        counts.of_blocks += usize::from(of_blocks);
        counts.nested += usize::from(is_nested);
        functions.push(outlined);
    }
    counts.functions = functions.len();
    Some(functions).filter(|functions| functions.len() >= LEAST_FUNCTIONS)
}
