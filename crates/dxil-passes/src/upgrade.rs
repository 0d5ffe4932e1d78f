//! From DXIL to LLVM IR of today, which LLVM's tools read, check and optimise. DXIL is a way to write programs down:
//! what it says is said in LLVM's words wherever LLVM has some, and what it has none for stays as it was, or stands
//! beside.
//!
//! The passes, in order; each is a file that opens with what it does:
//!
//! | pass | and then |
//! |---|---|
//! | `opaque-pointers` | the module is one of today's dialect, with the data layout of LLVM's `dxil` target |
//! | `triple` | the triple is that of LLVM's `dxil` target |
//! | `handles` | a resource is a value of a type of the target that says what it is |
//! | `operations` | operations are intrinsics and instructions, by the rows of `tables/ops/modern.toml` |
//! | `kept-operations` | operations that are left are declared as optimisers have to see them |
//! | `metadata` | entries and versions are said as LLVM says them; what it has no words for stands in `dxil.upgrade.*` |
//!
//! What optimisers need to leave the meaning alone is part of it: memory of a thread group is external, what is
//! about other threads is `convergent`, and no value that is asked for its class comes from an operation that promises
//! there is no such class.

pub(crate) mod descriptors;
mod handles;
pub(crate) mod intrinsics;
mod kept;
mod layout;
pub(crate) mod metadata;
mod operations;
mod reason;
pub(crate) mod root_signature;
pub(crate) mod target_types;
mod terms;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use bstr::{BStr, ByteSlice as _};
use dx_container::parts::root_signature::RootSignatureBuf;
use dxil::ops::correspondence::{Construct, Correspondence};
use dxil::ops::{FUNCTION_PREFIX, Opcode};
use dxil::shader::{Shader, Subobject};
use dxil_ir::arena::IdSet;
use dxil_ir::edit::{Rewriter, modernized_with_types};
use dxil_ir::{Global, GlobalId, InstructionId, Module, TypeId, Value};
use hashbrown::HashMap;

use crate::error::{PassErrorKind, Result, frame, invalid};

pub use reason::Reason;

/// Which LLVM is to read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Llvm {
    /// LLVM 22.
    #[default]
    V22,
    /// LLVM's main branch, which has words for textures, signatures, atomics and more.
    Main,
}

/// What it is to be for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Target {
    /// LLVM's `dxil` target: its intrinsics where it has them.
    #[default]
    Dx,
    /// Whoever does not know that target: instructions and intrinsics of all targets for all that is arithmetic.
    Generic,
    /// A back end for a processor, which has its own words for what is no arithmetic: as
    /// [`Generic`](Self::Generic), but what would be an intrinsic of the `dxil` target stays an operation.
    Processor,
}

/// How modules are upgraded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Which LLVM is to read it.
    pub llvm: Llvm,
    /// What it is to be for.
    pub target: Target,
}

impl Options {
    /// What stands for an operation where this row decides.
    fn construct(self, row: &Correspondence) -> Option<&'static Construct> {
        let of_version = match self.llvm {
            Llvm::V22 => row.llvm22,
            Llvm::Main => row.main,
        };
        match self.target {
            Target::Dx => of_version,
            Target::Generic => row.generic.or(of_version),
            Target::Processor => row.generic.or(of_version).filter(|construct| !construct.is_of_target()),
        }
    }
}

/// What an upgrade did and did not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// Calls of operations that became something else, by opcode.
    pub raised: BTreeMap<Opcode, u64>,
    /// Calls of operations that stayed, by opcode and why.
    pub kept: BTreeMap<(Opcode, Reason), u64>,
    /// The rows by which calls were raised: opcode, and which of its
    /// [`correspondences`](dxil::ops::Operation::correspondences).
    pub rows: BTreeSet<(Opcode, usize)>,
}

impl Summary {
    /// How many calls of operations there were.
    pub fn calls(&self) -> u64 {
        self.raised.values().sum::<u64>() + self.kept_calls()
    }

    /// How many stayed.
    pub fn kept_calls(&self) -> u64 {
        self.kept.values().sum()
    }

    fn raise(&mut self, opcode: Opcode) {
        *self.raised.entry(opcode).or_default() += 1;
    }

    fn keep(&mut self, opcode: Opcode, reason: Reason) {
        *self.kept.entry((opcode, reason)).or_default() += 1;
    }
}

/// What is known besides the module of what it is.
#[derive(Debug, Clone, Default)]
pub struct Context {
    /// The root signature of its container: part RTS0.
    pub root_signature: Option<RootSignatureBuf>,
    /// The subobjects of a library, which no module has once it is in a container: part RDAT.
    pub subobjects: Vec<Subobject>,
}

/// A module on its way.
struct State<'c> {
    module: Module,
    options: Options,
    context: &'c Context,
    /// What the module said of the shader that it is.
    shader: Shader,
    resources: descriptors::Descriptors,
    /// What pointers in metadata pointed to, by the name of the metadata and the way to them.
    pointees: BTreeMap<metadata::Way, TypeId>,
    parameters: Vec<metadata::Parameter>,
    intrinsics: intrinsics::Intrinsics,
    summary: Summary,
}

/// A pass.
#[derive(Clone, Copy)]
pub struct Pass {
    /// Its name.
    pub name: &'static str,
    run: fn(&mut State<'_>) -> Result<()>,
}

/// The first pass, which makes a module of the other dialect; all others work on that.
pub const OPAQUE_POINTERS: &str = "opaque-pointers";

/// The passes behind it, in order.
pub const PASSES: &[Pass] = &[
    Pass { name: "triple", run: metadata::name_target },
    Pass { name: "handles", run: handles::run },
    Pass { name: "operations", run: operations::run },
    Pass { name: "kept-operations", run: kept::run },
    Pass { name: "metadata", run: metadata::run },
];

/// The names of all passes, in order.
pub fn pass_names() -> impl Iterator<Item = &'static str> {
    [OPAQUE_POINTERS].into_iter().chain(PASSES.iter().map(|pass| pass.name))
}

/// Upgrades a module of LLVM 3.7's dialect that says what shader it is.
///
/// # Errors
///
/// Metadata that cannot be read, what today's IR has no word for, and a module that is not valid.
pub fn upgraded(module: &Module, options: Options, context: &Context) -> Result<(Module, Summary)> {
    let mut state = State::new(module, options, context)?;
    metadata::name_target(&mut state)?;
    // What is dead is looked for once, behind both.
    let mut names = handles::Names::default();
    state.each_function(|rewriter, parts| {
        handles::raise_all(rewriter, parts, &mut names)?;
        parts.intrinsics.begin_last();
        let result = operations::raise_all(rewriter, parts);
        parts.intrinsics.end_last();
        result
    })?;
    // As if one pass had come behind the other.
    state.module.move_globals_to_end(state.intrinsics.last());
    kept::run(&mut state)?;
    metadata::run(&mut state)?;
    Ok(state.finish(true))
}

/// The same pass by pass.
///
/// `wanted` says of each pass whether it is run, by its name; the first is always. `behind` is called behind each.
///
/// # Errors
///
/// Those of [`upgraded`].
pub fn upgrade(
    module: &Module,
    options: Options,
    context: &Context,
    wanted: impl Fn(&str) -> bool,
    mut behind: impl FnMut(&str, &Module),
) -> Result<(Module, Summary)> {
    let mut state = State::new(module, options, context)?;
    behind(OPAQUE_POINTERS, &state.module);
    for pass in PASSES.iter().filter(|pass| wanted(pass.name)) {
        (pass.run)(&mut state)?;
        behind(pass.name, &state.module);
    }
    Ok(state.finish(wanted("metadata")))
}

impl<'c> State<'c> {
    /// A module in today's dialect, and what is known of it.
    fn new(old: &Module, options: Options, context: &'c Context) -> Result<Self> {
        let mut shader = Shader::read(old).map_err(|error| PassErrorKind::Metadata(error.to_string()))?;
        let mut old = Cow::Borrowed(old);
        if shader.subobjects.is_empty() && !context.subobjects.is_empty() {
            shader.subobjects.clone_from(&context.subobjects);
            shader.write(old.to_mut());
        }
        let old = &*old;
        let (mut resources, types) = descriptors::of(old, &shader);
        let pointees = metadata::pointees(old);
        let mut parameters = metadata::parameters(old);
        let of_parameters = parameters.iter().map(|one| one.pointee);
        let wanted_types: Vec<TypeId> =
            types.iter().chain(pointees.values()).copied().chain(of_parameters).collect();
        // What is not aligned by itself is aligned by the layout that there will be.
        let (mut module, mut new) = modernized_with_types(old, &wanted_types, layout::DATA_LAYOUT.into())
            .map_err(|error| PassErrorKind::Modernize(error.to_string()))?;
        layout::align(&mut module, old.data_layout.as_ref());
        // Declarations that are gone are counted no more.
        let names: HashMap<&BStr, GlobalId> =
            module.globals.iter().map(|(id, global)| (global.name.as_bstr(), id)).collect();
        let renumber = |id: &mut Option<GlobalId>| {
            let name = id.and_then(|id| old.globals.get(id)).map(|global| global.name.as_bstr());
            *id = name.and_then(|name| names.get(name).copied());
        };
        shader.entry_points.iter_mut().for_each(|entry| renumber(&mut entry.function));
        resources.globals_mut().for_each(renumber);
        drop(names);
        let mut new_pointees = new.split_off(types.len()).into_iter();
        let pointees = pointees.into_keys().zip(new_pointees.by_ref()).collect();
        parameters.iter_mut().zip(new_pointees).for_each(|(one, pointee)| one.pointee = pointee);
        let resources = resources.with_types(new);
        let intrinsics = intrinsics::Intrinsics::of(&module, options.llvm);
        let summary = Summary::default();
        Ok(Self { module, options, context, shader, resources, pointees, parameters, intrinsics, summary })
    }

    /// The module without what nobody calls; `says_parameters` where what is left of its functions is told in metadata.
    fn finish(mut self, says_parameters: bool) -> (Module, Summary) {
        drop_unused_declarations(&mut self.module);
        if says_parameters {
            metadata::keep_parameters(&mut self);
        }
        (self.module, self.summary)
    }
}

impl State<'_> {
    /// Calls `visit` with each function that has a body, and takes out what is dead behind it.
    fn each_function(
        &mut self,
        mut visit: impl FnMut(&mut Rewriter<'_>, &mut Parts<'_>) -> Result<()>,
    ) -> Result<()> {
        let Self { module, options, resources, intrinsics, summary, .. } = self;
        let functions: Vec<GlobalId> = module.bodies().map(|(id, ..)| id).collect();
        let is_operation = |global: &Global| global.name.starts_with(FUNCTION_PREFIX.as_bytes());
        let operations: IdSet<GlobalId> =
            module.globals.iter().filter(|(_, global)| is_operation(global)).map(|(id, _)| id).collect();
        for function in functions {
            let place = frame(module, function);
            let mut rewriter =
                Rewriter::new(module, function).map_err(|error| invalid(error).within(place.clone()))?;
            let mut parts =
                Parts { options: *options, operations: &operations, resources, intrinsics, summary };
            let result = visit(&mut rewriter, &mut parts);
            rewriter.finish();
            result.map_err(|error| error.within(place))?;
        }
        Ok(())
    }
}

/// Takes out declarations of operations and intrinsics that nobody calls any more.
fn drop_unused_declarations(module: &mut Module) {
    let is_one = |global: &Global| {
        global.body().is_none()
            && global.function().is_some()
            && (global.name.starts_with(b"dx.op.") || global.name.starts_with(b"llvm."))
    };
    let candidates: IdSet<GlobalId> =
        module.globals.iter().filter(|(_, global)| is_one(global)).map(|(id, _)| id).collect();
    module.remove_unused_globals(|id| candidates.contains(id));
}

/// What a pass over functions has besides the function.
struct Parts<'s> {
    options: Options,
    /// The functions that operations are calls of.
    operations: &'s IdSet<GlobalId>,
    resources: &'s mut descriptors::Descriptors,
    intrinsics: &'s mut intrinsics::Intrinsics,
    summary: &'s mut Summary,
}

impl Parts<'_> {
    /// The operation that an instruction calls, and the arguments behind its opcode.
    fn operation<'r>(&self, rewriter: &'r Rewriter<'_>, id: InstructionId) -> Option<(Opcode, &'r [Value])> {
        let (function, arguments) = rewriter.called(id)?;
        if !self.operations.contains(function) {
            return None;
        }
        Some((Opcode::of_call(rewriter.context(), arguments)?, arguments.get(1..)?))
    }
}
