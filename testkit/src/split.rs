//! Compute shaders split: regions of their code as functions, spread over two libraries, which linked again must do
//! what the shader did. Separate from random edits because what comes out here does the same as what went in.
//!
//! A shader becomes what a compiler would have made of it as a library ([`library`]): resources are variables, handles
//! are made of them. Then regions become functions ([`outline`]) that take and give values as HLSL's functions do
//! ([`passing`]), and each function goes to one of two modules ([`distribute`]). The same seed gives the same bytes.

mod distribute;
mod library;
mod outline;
mod passing;
mod region;

use dxil::shader::{Shader, ShaderModel};
use dxil_ir::{GlobalId, Module, verify};

use crate::random::Random;

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

/// How shaders were split.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    /// Regions that are functions now.
    pub functions: usize,
    /// Those of whole blocks: loops, branches that meet again.
    pub of_blocks: usize,
    /// Those that lay in another one.
    pub nested: usize,
    /// Those that are called twice in a row, and only compute.
    pub called_twice: usize,
    /// Functions of the second library.
    pub in_second: usize,
    /// Parameters that are structures by value.
    pub structs: usize,
    /// Parameters that are vectors by value.
    pub vectors: usize,
    /// Parameters that point to structures or vectors which the caller filled.
    pub struct_pointers: usize,
    /// Parameters that point to arrays which the caller filled.
    pub arrays: usize,
    /// Parameters that point to where results go.
    pub outs: usize,
    /// Those through which something comes in, too.
    pub inouts: usize,
    /// Parameters that point into memory of the shader's own.
    pub pointers: usize,
    /// Parameters that are handles.
    pub handles: usize,
    /// Handles that functions make of variables of their own.
    pub own_handles: usize,
    /// Parameters that point to resources, of which functions make handles.
    pub given_resources: usize,
    /// Handles that functions write to memory, of which callers make handles again.
    pub given_handles: usize,
    /// Results that are structures or vectors.
    pub aggregates: usize,
}

impl Counts {
    /// Adds those of another shader.
    pub fn add(&mut self, other: Self) {
        self.functions += other.functions;
        self.of_blocks += other.of_blocks;
        self.nested += other.nested;
        self.called_twice += other.called_twice;
        self.in_second += other.in_second;
        self.structs += other.structs;
        self.vectors += other.vectors;
        self.struct_pointers += other.struct_pointers;
        self.arrays += other.arrays;
        self.outs += other.outs;
        self.inouts += other.inouts;
        self.pointers += other.pointers;
        self.handles += other.handles;
        self.own_handles += other.own_handles;
        self.given_resources += other.given_resources;
        self.given_handles += other.given_handles;
        self.aggregates += other.aggregates;
    }

    /// Each kind of thing that shaders can be split into, with how many there are.
    pub fn kinds(&self) -> [(&'static str, usize); 16] {
        [
            ("regions of whole blocks", self.of_blocks),
            ("functions of functions", self.nested),
            ("functions that are called twice", self.called_twice),
            ("functions of the second library", self.in_second),
            ("structures", self.structs),
            ("vectors", self.vectors),
            ("pointers to structures", self.struct_pointers),
            ("arrays", self.arrays),
            ("results through pointers", self.outs),
            ("results in the memory of arguments", self.inouts),
            ("pointers into memory", self.pointers),
            ("handles", self.handles),
            ("handles of their own", self.own_handles),
            ("resources in memory", self.given_resources),
            ("handles in memory", self.given_handles),
            ("aggregate results", self.aggregates),
        ]
    }
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

/// Fails where a module means nothing, and says why.
fn must_be_valid(module: &Module) {
    let findings = verify(module).findings;
    let shown: Vec<String> =
        findings.iter().map(|finding| format!("{}: {finding:?}", finding.place.show(module))).collect();
    assert!(shown.is_empty(), "{}", shown.join("\n"));
}
