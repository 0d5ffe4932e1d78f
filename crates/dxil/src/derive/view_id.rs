//! Which outputs depend on which inputs and on SV_ViewID, from the code: what DXC keeps as `dx.viewIdState` and PSV0
//! repeats. Separate because it is an analysis of the whole program.
//!
//! It says what DXC says, which is more than what may happen at run time and in some places less: whatever is computed
//! depends on its operands, on the branches that decide whether it is ([`control`]), on every write to the variables
//! that it reads ([`memory`]), on what a function gives that it calls, but not on what it gives that function.
//! A phi depends on branches by a rule of its own ([`phi`]). An output that is stored at an index of which only the
//! program knows the row depends in all rows on what is stored, not on the index; an input that is read at one may be
//! any row.
//!
//! Compilers before September 2024 count what mesh shaders store for primitives among what they store for vertices;
//! those after them, and this, do not.
//!
//! All that is a [`graph`], whose sets are solved at once: time grows with the program, not with the number of outputs.

mod control;
mod dependence;
mod functions;
mod graph;
mod memory;
mod phi;
mod signatures;
mod tables;
mod usage;

use dx_container::enums::ShaderKind;
use hashbrown::{HashMap, HashSet};

use self::dependence::{Dependence, Output};
use self::functions::{Functions, Reached};
use self::graph::{Graph, Solution, Sources};
use self::memory::Memory;
use self::signatures::{Signatures, Which};
use super::{DeriveErrorKind, DescribedModule};
use crate::Result;
use crate::limits::{SIGNATURE_SCALARS, STREAMS};
use crate::shader::{EntryPoint, ViewIdDependencies, ViewIdState};
use dxil_ir::{Global, GlobalId};
pub use usage::{ElementUsage, SignatureUsage};

/// Sources of scalars of outputs.
type ByOutput = Vec<Sources>;

/// An entry that is not of a library, and what it may come to.
struct Entry<'m> {
    kind: ShaderKind,
    point: &'m EntryPoint,
    main: Reached,
    /// What the function of a hull shader comes to that computes patch constants, if there is one.
    patch: Option<Reached>,
}

impl DescribedModule<'_> {
    /// What DXC keeps as `dx.viewIdState`; `None` where it keeps nothing: for compute shaders and libraries, for
    /// validator 1.0, and where all words are 0.
    ///
    /// # Errors
    ///
    /// Those of [`view_id_dependencies`](Self::view_id_dependencies).
    pub fn view_id_state(&self) -> Result<Option<ViewIdState>> {
        let kind = self.stage()?;
        if !self.validator_is_at_least(1, 1) {
            return Ok(None);
        }
        let state = self.view_id_dependencies()?.map(|dependencies| dependencies.state(kind));
        Ok(state.filter(|state| state.words.iter().any(|word| *word != 0)))
    }

    /// Which outputs depend on which inputs and on SV_ViewID, as DXC has it; `None` for compute shaders and libraries.
    ///
    /// # Errors
    ///
    /// The module does not say where it begins; calls of operations are none, or name what signatures do not have;
    /// signatures do not lie in their rows; an output depends on memory that may be any.
    pub fn view_id_dependencies(&self) -> Result<Option<ViewIdDependencies>> {
        let Some(entry) = self.entry()? else { return Ok(None) };
        let signatures = Signatures::of(entry.point, entry.kind)?;
        let mut graph = Graph::new();
        let reached = [Some(&entry.main), entry.patch.as_ref()];
        let functions = Functions::new(&mut graph, self.module, reached.into_iter().flatten());
        let mut dependence = Dependence {
            module: self.module,
            functions: &functions,
            signatures: &signatures,
            is_domain: entry.kind == ShaderKind::DOMAIN,
            outputs: Vec::new(),
            reads: Vec::new(),
            scalars: HashMap::new(),
        };
        dependence.functions(&mut graph)?;
        let Dependence { outputs, reads, .. } = dependence;
        let memory = Memory::new(&mut graph, self.module, &functions, &reads);

        // The two functions of a hull shader may not come to the same functions.
        let solve = |reached: &Reached, which: Which| {
            let numbers = reached.numbers(&functions);
            let is_reached = |number: u32| numbers.binary_search(&number).is_ok();
            let beyond = functions.iter().filter(|(number, _)| !is_reached(*number));
            let cut: HashSet<_> = beyond.map(|(_, function)| function.returns).collect();
            let outputs =
                outputs.iter().filter(|output| output.which == which && is_reached(output.function));
            let outputs: Vec<_> = outputs.collect();
            let solution = graph.solve(outputs.iter().map(|output| output.node), |node| cut.contains(&node));
            memory.error(&solution).map_or_else(|| Ok(by_output(&outputs, &solution)), Err)
        };
        let stored = solve(&entry.main, Which::Outputs)?;
        let patch = match (&entry.patch, entry.kind) {
            (Some(patch), _) => Some(solve(patch, Which::PatchConstants)?),
            // Of mesh shaders, what each primitive has is stored by the same function.
            (None, ShaderKind::MESH) => Some(solve(&entry.main, Which::PatchConstants)?),
            (None, _) => None,
        };
        Ok(Some(entry.dependencies(&signatures, &stored, patch)))
    }

    /// Where the program begins; `None` where nothing is said of what depends on what.
    fn entry(&self) -> Result<Option<Entry<'_>>> {
        let kind = self.stage()?;
        if matches!(kind, ShaderKind::COMPUTE | ShaderKind::LIBRARY) {
            return Ok(None);
        }
        let missing = |what| DeriveErrorKind::Missing { what };
        let point = self.shader.entry_points.first().ok_or(missing("entry point (!dx.entryPoints)"))?;
        let has_body = |id: &GlobalId| self.module.globals.get(*id).and_then(Global::body).is_some();
        let function = point.function.filter(has_body).ok_or(missing("body of the entry function"))?;
        let hull = point.properties.as_ref().and_then(|properties| properties.hull());
        let patch = hull.filter(|_| kind == ShaderKind::HULL).and_then(|hull| hull.patch_constant_function);
        Ok(Some(Entry {
            kind,
            point,
            main: Reached::from(self.module, function),
            patch: patch.map(|patch| Reached::from(self.module, patch)),
        }))
    }
}

/// What each scalar depends on: of all streams, one after the other.
fn by_output(outputs: &[&Output], solution: &Solution) -> ByOutput {
    let mut all = vec![Sources::default(); STREAMS * (SIGNATURE_SCALARS as usize)];
    for output in outputs {
        let Some(sources) = solution.sources(output.node) else { continue };
        for scalar in output.scalars.iter() {
            if let Some(all) = all.get_mut(position(output.scalars.stream, scalar)) {
                all.add(sources);
            }
        }
    }
    all
}

fn position(stream: usize, scalar: u32) -> usize {
    (SIGNATURE_SCALARS as usize).saturating_mul(stream).saturating_add(scalar as usize)
}
