//! The end of a shader: clean-up, packing, metadata, derived flags and view-ID state, and verification. Separate from
//! the builder because it consumes all tables at once.

use bstr::ByteSlice as _;
use dx_container::enums::ShaderKind;
use dxil_ir::constants::ConstantKind;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::unreachable::remove_unreachable;
use dxil_ir::verify::{self, Rule};
use dxil_ir::{CastOp, Global, GlobalId, Linkage, Module, Value};

use crate::assemble::{Options, assemble};
use crate::derive::group_shared::is_group_shared;
use crate::derive::{DescribedModule, Functions, restate_usage};
use crate::emit::error::{EmitError, Result};
use crate::emit::shader_builder::ShaderBuilder;
use crate::emit::signature::{packed, point_of};
use crate::emit::state::{Bound, State};
use crate::ops::FUNCTION_PREFIX;
use crate::semantics::SignatureKind;
use crate::shader::{
    EntryPoint, EntryProperties, ResourceRange, Resources, Shader, SignatureElement, Signatures,
};

/// Bytes of group-shared memory of a mesh shader, and of the other stages, if the entry does not declare a limit
/// (`GroupSharedLimit`). Source: Direct3D 12, as in the validator's rule SM.MAXTGSMSIZEONENTRY.
const MESH_GROUP_SHARED: u32 = 28 * 1024;
const GROUP_SHARED: u32 = 32 * 1024;

/// A finished shader: a verified module with its metadata. Passes may change the module before
/// [`container`](Self::container).
#[derive(Debug)]
pub struct Finished {
    /// The module, with the metadata.
    pub module: Module,
    /// The metadata.
    pub shader: Shader,
}

impl Finished {
    /// The container. The default options sign it.
    ///
    /// # Errors
    ///
    /// A part cannot be derived from the program.
    pub fn container(self, options: &Options<'_>) -> crate::Result<Vec<u8>> {
        assemble(self.module, options)
    }
}

impl ShaderBuilder {
    /// Finishes the shader: removes unreachable code and unused declarations, packs signatures, derives shader flags,
    /// usage masks and view-ID state, writes the metadata, and verifies the module.
    ///
    /// # Errors
    ///
    /// Control flow is open, a block has no terminator, signatures do not fit, group-shared memory is too large, a part
    /// cannot be derived, or the IR is not valid.
    pub fn finish(mut self) -> Result<Finished> {
        if let Some(construct) = self.state.open {
            let what = format!("the {construct} is not closed");
            return Err(EmitError::usage(what, format!("call end_{construct}")));
        }
        self.clean_bodies()?;
        self.write_metadata()?;
        let state = &self.state;
        let (module, mut shader) = (self.module, self.shader);
        let (module, is_changed) = without_unused(module);
        if is_changed {
            shader = Shader::read(&module)?;
        }
        check_group_shared(&DescribedModule::new(&module, &shader), state.target.stage)?;
        match verify::verify(&module).findings.first() {
            None => Ok(Finished { module, shader }),
            Some(finding) => Err(EmitError::Invalid {
                location: finding.place.show(&module).to_string(),
                message: finding.message.clone(),
                remedy: remedy(finding.rule),
            }),
        }
    }

    fn clean_bodies(&mut self) -> Result<()> {
        let functions: Vec<GlobalId> = self.module.bodies().map(|(id, ..)| id).collect();
        for id in functions {
            let Some(global) = self.module.globals.get_mut(id) else { continue };
            let function = global.name.to_string();
            let Some(body) = global.function_mut().and_then(|function| function.body.as_mut()) else {
                continue;
            };
            remove_unreachable(body).map_err(|block| {
                let what = format!("block {block} of function `{function}` has no terminator");
                EmitError::usage(what, "end the block with ret, jump or branch_if")
            })?;
        }
        Ok(())
    }

    fn write_metadata(&mut self) -> Result<()> {
        let resources = resources(&mut self.module, &self.state);
        let has_resources = !self.state.resources.is_empty();
        self.shader.resources = has_resources.then(|| resources.clone());
        let mut entries = Vec::new();
        if self.state.target.is_library() {
            // The first entry of a library has no function, and has the resources.
            entries.push(EntryPoint::new(None, ""));
        }
        for entry in &self.state.entries {
            let mut point = EntryPoint::new(Some(entry.function), &entry.name);
            let properties = EntryProperties::from(entry.properties.clone());
            point.properties = Some(properties).filter(|properties| !properties.items.is_empty());
            entries.push(point);
        }
        if let Some(first) = entries.first_mut() {
            first.resources = has_resources.then_some(resources);
            first.signatures = self.signatures()?;
        }
        self.shader.entry_points = entries;
        self.add_native_precision();
        let functions = Functions::of(&DescribedModule::new(&self.module, &self.shader))?;
        functions.restate_flags(&mut self.shader);
        restate_usage(&self.module, &mut self.shader)?;
        self.shader.view_id_state = DescribedModule::new(&self.module, &self.shader).view_id_state()?;
        self.shader.write(&mut self.module);
        Ok(())
    }

    /// The flag of native 16-bit types is a choice of the compiler, which the target states.
    fn add_native_precision(&mut self) {
        use dx_container::flags::ShaderFlags;
        if let Some(entry) = self.shader.entry_points.first_mut().filter(|_| self.state.target.native_16_bit)
        {
            entry.set_flags(entry.flags() | ShaderFlags::USE_NATIVE_LOW_PRECISION);
        }
    }

    fn signatures(&self) -> Result<Option<Signatures>> {
        let state = &self.state;
        let of = |kind: SignatureKind| -> Result<Option<Vec<SignatureElement>>> {
            match state.elements(kind) {
                [] => Ok(None),
                elements => {
                    let point = point_of(state.target.stage, kind)?;
                    packed(elements, point, !state.target.native_16_bit).map(Some)
                }
            }
        };
        let signatures = Signatures {
            inputs: of(SignatureKind::Input)?,
            outputs: of(SignatureKind::Output)?,
            patch_constants: of(SignatureKind::PatchConstantOrPrimitive)?,
            ..Signatures::default()
        };
        Ok(Some(signatures).filter(|signatures| *signatures != Signatures::default()))
    }
}

/// The records of all resources.
fn resources(module: &mut Module, state: &State) -> Resources {
    let mut resources = Resources::default();
    for bound in &state.resources {
        let element = bound.desc.element_type(module);
        let ty = bound.desc.variable_type(module, element);
        let pointer = module.types.pointer(ty, 0);
        let variable = match bound.variable {
            None => module.undef(pointer),
            Some(variable) => cast_to(module, variable, pointer),
        };
        let Bound { desc, id, .. } = bound;
        desc.add_to(&mut resources, ResourceRange::new(*id, variable, &desc.name));
    }
    resources
}

/// The address of a variable as a pointer of this type.
fn cast_to(module: &mut Module, variable: GlobalId, pointer: dxil_ir::TypeId) -> Value {
    let is_cast = module.globals.get(variable).is_some_and(|global| global.ty != pointer);
    match is_cast {
        true => module.constant(pointer, ConstantKind::Cast(CastOp::Bitcast, variable.into())),
        false => variable.into(),
    }
}

/// The module without unused declarations of operations, group-shared variables and internal variables. Returns true
/// if some were removed, which changes the IDs of other globals.
fn without_unused(mut module: Module) -> (Module, bool) {
    let is_candidate = |module: &Module, id: GlobalId| {
        let is_operation = |global: &Global| {
            let is_named = global.name.starts_with_str(FUNCTION_PREFIX);
            is_named && global.function().is_some() && global.body().is_none()
        };
        let is_internal =
            |global: &Global| global.variable().is_some() && global.linkage == Linkage::Internal;
        let global = module.globals.get(id);
        global.is_some_and(|global| {
            is_operation(global) || is_internal(global) || is_group_shared(module, global)
        })
    };
    let candidates: hashbrown::HashSet<_> =
        module.globals.keys().filter(|id| is_candidate(&module, *id)).collect();
    let removed = module.remove_unused_globals(|id| candidates.contains(&id));
    (module, removed > 0)
}

/// Checks the size of group-shared memory. Functions of a library have limits of their own, which are not checked.
fn check_group_shared(program: &DescribedModule<'_>, stage: ShaderKind) -> Result<()> {
    if stage == ShaderKind::LIBRARY {
        return Ok(());
    }
    let properties = program.shader.entry_points.first().and_then(|entry| entry.properties.as_ref());
    let limit = properties.and_then(EntryProperties::group_shared_limit).copied();
    let limit = limit.unwrap_or(if stage == ShaderKind::MESH { MESH_GROUP_SHARED } else { GROUP_SHARED });
    let total = program.group_shared_bytes()?;
    if total <= limit {
        return Ok(());
    }
    let module = program.module;
    let mut layout = DataLayout::of(module);
    let shared = module.globals.values().filter(|global| is_group_shared(module, global));
    let variables: Vec<_> =
        shared.map(|global| format!("`{}` {}", global.name, layout.size(global.value_type))).collect();
    let what = format!("group-shared variables have {total} bytes, expected at most {limit}");
    Err(EmitError::usage(what, format!("reduce them: {}", variables.join(", "))))
}

/// The remedy for a finding of the verifier.
fn remedy(rule: Rule) -> &'static str {
    match rule {
        Rule::Dominance => {
            "define the value in a block that dominates all uses, such as with in_prologue, or pass it through a phi \
             or `local` memory"
        }
        _ => "see the rule in dxil_ir::verify",
    }
}
