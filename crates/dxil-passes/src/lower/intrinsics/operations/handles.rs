//! Creation of `dx.types.Handle` values from bindings and from descriptor heaps. Separate because `dxil-op-lower`
//! creates all handles before it replaces their uses.

use dx_container::enums::{ResourceClass, ResourceKind, SamplerKind};
use dxil::ops::Opcode;
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::function::Local;
use dxil_ir::{BinaryOp, InstructionId, Module, Op, Value, ValueKind};
use hashbrown::{HashMap, HashSet};

use super::library_handles;
use super::lowering::{ANNOTATED, Lowering};
use crate::error::{Result, invalid};
use crate::lower::calls::call;
use crate::lower::entries::wrong;
use crate::lower::handles::resources::{Binding, Bindings, SamplerUse};
use crate::lower::intrinsics::names::{NON_UNIFORM, is};
use crate::lower::memory::addresses::as_i32;
use crate::lower::metadata::cbuffer_layouts::layout_name;
use crate::lower::state::State;
use crate::place::unsupported;
use crate::upgrade::target_types::description;

const FROM_BINDING: &str = "llvm.dx.resource.handlefrombinding";
const FROM_HEAP: &str = "llvm.dx.resource.handlefromheap";
const COUNTER: &str = "llvm.dx.resource.updatecounter";

/// Collects the resources of all functions, and assigns range IDs. In a library, also declares the global variable of
/// each resource.
pub(in crate::lower) fn collect(state: &mut State) -> Result<Bindings> {
    let mut bindings = Bindings::default();
    if collect_without_session(&state.module, &mut bindings).is_none() {
        // An editing session reports the error with its source location.
        bindings = Bindings::default();
        state.each_function(|editor, _| {
            for id in editor.all_instructions() {
                let Some(binding) = binding(editor, id)? else { continue };
                bindings.add(binding);
            }
            Ok(())
        })?;
    }
    bindings.number(&state.preserved_shader);
    set_sampler_kinds(&mut bindings)?;
    for binding in bindings.iter_mut() {
        binding.layout =
            layout_name(&state.module, binding.ty).and_then(|name| state.layouts.get(name)).cloned();
    }
    if state.profile.is_library() {
        library_handles::add_variables(state, &mut bindings)?;
    }
    Ok(bindings)
}

/// Collects the resources of all functions without editing sessions. Returns `None` if a binding is not constant or if
/// a counter is both incremented and decremented.
fn collect_without_session(module: &Module, bindings: &mut Bindings) -> Option<()> {
    for (.., body) in module.bodies() {
        let mut handles: Vec<(InstructionId, Binding)> = Vec::new();
        let mut counters: HashMap<Value, Option<i64>> = HashMap::new();
        let mut samplers: HashMap<Value, SamplerUse> = HashMap::new();
        let mut is_valid = true;
        body.each_instruction(|id, instruction| {
            let Op::Call { callee, arguments, .. } = &instruction.op else { return };
            let ValueKind::Global(callee) = callee.kind() else { return };
            let Some(callee) = module.globals.get(callee) else { return };
            let arguments = arguments.as_slice(&body.lists.values);
            if is(&callee.name, FROM_BINDING) {
                match Binding::of(module, instruction.ty, arguments) {
                    Some(binding) => handles.push((id, binding)),
                    None => is_valid = false,
                }
            } else if is(&callee.name, COUNTER)
                && let &[handle, step, ..] = arguments
            {
                let step = module.signed_integer(step);
                if step != Some(0) {
                    is_valid &= *counters.entry(handle).or_insert(step) == step;
                }
            } else if let &[_, sampler, ..] = arguments
                && let Some(sampling) = SamplerUse::of(&callee.name)
            {
                let known = samplers.entry(sampler).or_default();
                *known = known.and(sampling);
            }
        });
        for (id, mut binding) in handles {
            binding.has_counter = counters.contains_key(&Value::from(id));
            binding.sampling = samplers.get(&Value::from(id)).copied().unwrap_or_default();
            bindings.add(binding);
        }
        if !is_valid {
            return None;
        }
    }
    Some(())
}

/// If an index is the difference of a register and the constant lower bound, returns the register.
fn without_base(editor: &Editor<'_>, index: Value, lower_bound: i64) -> Option<Value> {
    let ValueKind::Instruction(id) = index.kind() else { return None };
    let Op::Binary { op, operands: [register, base] } = editor.op(id)? else { return None };
    let base = editor.context().signed_integer(*base)?;
    let is_base = match op {
        BinaryOp::Sub => base == lower_bound,
        BinaryOp::Add => base == -lower_bound,
        _ => false,
    };
    is_base.then_some(*register)
}

/// Returns the resource of a call of `llvm.dx.resource.handlefrombinding`; `None` for other instructions.
fn binding(editor: &Editor<'_>, id: InstructionId) -> Result<Option<Binding>> {
    let Some((name, arguments)) = call(editor, id) else { return Ok(None) };
    if !is(name, FROM_BINDING) {
        return Ok(None);
    }
    let ty = editor.instruction(id).map(|instruction| instruction.ty);
    let binding = ty.and_then(|ty| Binding::of(editor.context(), ty, &arguments));
    let mut binding = binding.ok_or_else(|| {
        let why =
            "space, register and range size must be constants, and the result must have a target type of a \
             resource";
        unsupported(editor, id, why)
    })?;
    binding.has_counter = uses_counter(editor, id)?;
    for site in editor.uses(id.into()) {
        let Some((name, _)) = call(editor, site.instruction) else { continue };
        let sampling = SamplerUse::of(name).filter(|_| site.operand == 1);
        binding.sampling = binding.sampling.and(sampling.unwrap_or_default());
    }
    Ok(Some(binding))
}

/// Makes the samplers that operations with a comparison value use comparison samplers.
///
/// # Errors
///
/// Operations with and without a comparison value use the same sampler.
fn set_sampler_kinds(bindings: &mut Bindings) -> Result<()> {
    for binding in bindings.iter_mut().filter(|binding| binding.sampling.compares) {
        if binding.sampling.samples {
            let (register, space) = (binding.lower_bound, binding.space);
            return Err(wrong(format!(
                "sampler s{register} in space {space} is used with and without comparison: declare two samplers, a \
                 SamplerState and a SamplerComparisonState"
            )));
        }
        binding.description.sampler = SamplerKind::COMPARISON;
    }
    Ok(())
}

/// Returns true if the counter of a resource is used. Different counter steps for one handle are an error.
fn uses_counter(editor: &Editor<'_>, handle: InstructionId) -> Result<bool> {
    let mut found = None;
    for site in editor.uses(handle.into()) {
        let Some((name, arguments)) = call(editor, site.instruction) else { continue };
        let step = arguments.get(1).and_then(|step| editor.context().signed_integer(*step));
        if !is(name, COUNTER) || step == Some(0) {
            continue;
        }
        if found.is_some_and(|known| known != step) {
            let why = "RWStructuredBuffers may increment or decrement their counters, but not both.";
            return Err(unsupported(editor, site.instruction, why));
        }
        found = Some(step);
    }
    Ok(found.is_some())
}

impl Lowering<'_, '_, '_> {
    /// Creates the `dx.types.Handle` for a call that creates a resource. Ignores other instructions.
    pub(super) fn create_handle(&mut self, id: InstructionId) -> Result<()> {
        let Some((name, arguments)) = call(self.editor, id) else { return Ok(()) };
        let is_heap = is(name, FROM_HEAP);
        if !is(name, FROM_BINDING) && !is_heap {
            return Ok(());
        }
        self.editor.go_to(Position::Before(id)).map_err(invalid)?;
        let handle =
            if is_heap { self.heap_handle(id, &arguments)? } else { self.bound_handle(id, &arguments)? };
        if let Some(name) = self.editor.name_of(Local::Value(id.into())).map(ToString::to_string) {
            // The handle inherits the name of the call, which is erased later.
            self.editor.name(Local::Value(id.into()), "resource");
            let is_annotated = is_heap || self.profile.dxil >= ANNOTATED;
            if is_annotated {
                self.editor.name(handle, &format!("{name}_annot"));
                let annotated = match handle.kind() {
                    ValueKind::Instruction(id) => {
                        call(self.editor, id).and_then(|(_, all)| all.get(1).copied())
                    }
                    _ => None,
                };
                if let Some(created) = annotated {
                    self.editor.name(created, &name);
                }
            } else {
                self.editor.name(handle, &name);
            }
        }
        self.editor.replace_in_debug_records(id.into(), handle).map_err(invalid)?;
        self.handles.insert(id.into(), handle);
        self.dead.push(id);
        Ok(())
    }

    /// Creates a handle of a binding at the cursor: the index operand plus the lower bound is the register.
    fn bound_handle(&mut self, id: InstructionId, arguments: &[Value]) -> Result<Value> {
        let binding = binding(self.editor, id)?.and_then(|wanted| self.bindings.find(&wanted));
        let binding = binding.ok_or_else(|| {
            self.refuse(
                id,
                "handle has a binding that no resource of the \
                                                             module declares",
            )
        })?;
        let index = arguments.get(3).copied().ok_or_else(|| self.refuse(id, "call has no index operand"))?;
        let index = as_i32(self.editor, index)?;
        let (index, marked) = self.uniform(index);
        let is_non_uniform = marked && binding.size != 1;
        if self.profile.is_library() {
            return self.library_handle(id, binding, index, is_non_uniform);
        }
        let is_non_uniform = self.int(1, i64::from(is_non_uniform));
        let i32 = self.editor.module().types.int(32);
        let lower_bound = i64::from(binding.lower_bound);
        let index = match self.editor.context().signed_integer(index) {
            Some(number) => self.editor.int(i32, number.wrapping_add(lower_bound)),
            None if lower_bound == 0 => index,
            None if let Some(register) = without_base(self.editor, index, lower_bound) => register,
            None => {
                let lower_bound = self.editor.int(i32, lower_bound);
                self.editor.binary(BinaryOp::Add, index, lower_bound)
            }
        };
        let class = self.int(8, binding.class.0.into());
        if self.profile.dxil < ANNOTATED {
            let number = self.int(32, binding.id.into());
            let arguments = [class, number, index, is_non_uniform];
            return self.operation(id, Opcode::CREATE_HANDLE, &[], &arguments);
        }
        let fields = [binding.lower_bound, binding.upper_bound(), binding.space]
            .map(|field| self.int(32, field.into()));
        let [lower, upper, space] = fields;
        let module = self.editor.module();
        let (i32, i8) = (module.types.int(32), module.types.int(8));
        let ty = module.types.structure("dx.types.ResBind", &[i32, i32, i32, i8]);
        let kind = if binding.lower_bound == 0
            && binding.upper_bound() == 0
            && binding.space == 0
            && binding.class == ResourceClass::SRV
        {
            ConstantKind::Null
        } else {
            ConstantKind::Aggregate(Box::from([lower, upper, space, class]))
        };
        let range = module.constant(ty, kind);
        let arguments = [range, index, is_non_uniform];
        let handle = self.operation(id, Opcode::CREATE_HANDLE_FROM_BINDING, &[], &arguments)?;
        let properties = binding.description.properties(binding.has_counter).constant(self.editor.module());
        self.operation(id, Opcode::ANNOTATE_HANDLE, &[], &[handle, properties])
    }

    /// Creates a handle of a descriptor heap at the cursor.
    fn heap_handle(&mut self, id: InstructionId, arguments: &[Value]) -> Result<Value> {
        let &[index] = arguments else { return Err(self.refuse(id, "call has no index operand")) };
        let ty = self.ty(id.into())?;
        let resource = description(self.editor.context(), ty);
        let resource =
            resource.ok_or_else(|| self.refuse(id, "result type is not a resource handle type"))?;
        let (index, marked) = self.uniform(index);
        let is_sampler = self.int(1, i64::from(resource.kind == ResourceKind::SAMPLER));
        let is_non_uniform = self.int(1, i64::from(marked));
        let arguments = [index, is_sampler, is_non_uniform];
        let handle = self.operation(id, Opcode::CREATE_HANDLE_FROM_HEAP, &[], &arguments)?;
        let has_counter = uses_counter(self.editor, id)?;
        let properties = resource.properties(has_counter).constant(self.editor.module());
        self.operation(id, Opcode::ANNOTATE_HANDLE, &[], &[handle, properties])
    }

    /// Removes the marker for non-uniform indices from an index. The second result is true if the index is marked or
    /// computed from a marked index.
    fn uniform(&mut self, index: Value) -> (Value, bool) {
        let marked = |editor: &Editor<'_>, value: Value| {
            let ValueKind::Instruction(id) = value.kind() else { return None };
            let (name, arguments) = call(editor, id)?;
            is(name, NON_UNIFORM).then(|| arguments.first().copied())?
        };
        if let Some(inner) = marked(self.editor, index) {
            return (inner, true);
        }
        // An index that is computed from a marked index is non-uniform, too.
        let mut worklist = vec![index];
        let mut seen = HashSet::new();
        while let Some(value) = worklist.pop() {
            if marked(self.editor, value).is_some() {
                return (index, true);
            }
            if let ValueKind::Instruction(id) = value.kind()
                && matches!(
                    self.editor.op(id),
                    Some(Op::Binary { .. } | Op::Cast(..) | Op::Select(_) | Op::Phi(..) | Op::Freeze(_))
                )
                && seen.insert(id)
            {
                worklist.extend(self.editor.operands(id));
            }
        }
        (index, false)
    }
}
