//! Handles of a shader: made of the numbers and registers of resources, where a library makes them of variables that
//! only linking knows.
//!
//! A library loads a resource from a variable, by an index where the variable is an array, and makes a handle of what
//! it loaded (`createHandleForLib`). In a shader there are no such variables: the handle is made of the class, the
//! number and the register (`createHandle`), or of the range and the register from shader model 6.6 on
//! (`createHandleFromBinding`), which then also says at each use what the resource is (`annotateHandle`).
//!
//! Source: DirectXShaderCompiler, `DxilCondenseResources.cpp`.

mod redundant_annotations;

use bstr::BString;
use dx_container::enums::ResourceClass;
use dxil::handles::{HandleOrigin, ResourceTable};
use dxil::non_uniform::is_non_uniform;
use dxil::ops::{BuildOperation as _, Opcode};
use dxil::shader::{HandleProperties, ResourceRange, Resources};
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{BinaryOp, GlobalId, InstructionId, Module, Op, TypeId, Value, ValueKind};
use hashbrown::HashMap;

use crate::catalogue::Catalogue;
use crate::error::{LinkError, LinkErrorKind};
use crate::errors::LinkErrors;
use crate::joined::Joined;

/// The first shader model whose handles say what their resources are.
const WITH_ANNOTATIONS: (u32, u32) = (6, 6);

/// Makes all handles of resources' numbers and registers. From here on no code names a variable that is a resource, and
/// the resources of the shader are known by their types alone.
///
/// # Errors
///
/// A resource is chosen at run time, other than by the index of an array.
pub(crate) fn lower(joined: &mut Joined, catalogue: &Catalogue, model: (u32, u32)) -> Result<(), LinkErrors> {
    let Joined { module, shader, .. } = joined;
    let mut resources = shader.resources.take().unwrap_or_default();
    let table = ResourceTable::new(module, Some(&resources));
    let known = resources_with_variables(module, &table);
    let mut addresses = HashMap::<_, Vec<Value>>::new();
    for (constant, variable) in table.element_addresses() {
        addresses.entry(variable).or_default().push(constant.into());
    }
    let functions: Vec<GlobalId> = module.bodies().map(|(id, ..)| id).collect();
    let mut wrong = Vec::new();
    for function in functions {
        let lowered = lower_function(module, function, &known, &addresses, model >= WITH_ANNOTATIONS);
        wrong.extend(lowered.err().map(|what| (function, what)));
    }
    LinkErrors::check(wrong.into_iter().map(|(function, what)| {
        let function = joined.described(catalogue, function);
        LinkError::unplaced(LinkErrorKind::Handle { function, what })
    }))?;
    let Joined { module, shader, .. } = joined;
    forget_variables(module, &mut resources);
    shader.resources = Some(resources).filter(|resources| *resources != Resources::default());
    Ok(())
}

fn lower_function(
    module: &mut Module,
    function: GlobalId,
    resources: &[Resource],
    addresses: &HashMap<GlobalId, Vec<Value>>,
    with_annotations: bool,
) -> Result<(), String> {
    let editor = Editor::new(module, function).map_err(|error| error.to_string())?;
    let mut handles = Handles { editor, with_annotations };
    handles.drop_rewrapping()?;
    for resource in resources {
        let constants = addresses.get(&resource.variable).map(Vec::as_slice).unwrap_or_default();
        handles.lower(resource, constants).map_err(|why| format!("{}: {why}", resource.name))?;
    }
    // What computed addresses does so for nobody.
    let _ = handles.editor.remove_dead_instructions();
    if !with_annotations {
        handles.drop_annotations()?;
    }
    handles.check_all_lowered()
}

/// A resource with a variable, and the values that its handles are built from.
struct Resource {
    variable: GlobalId,
    name: BString,
    class: ResourceClass,
    range: ResourceRange,
    properties: HandleProperties,
}

/// Returns the resources whose variables exist.
fn resources_with_variables(module: &Module, table: &ResourceTable<'_>) -> Vec<Resource> {
    let resources = table.iter().filter_map(|resource| {
        let range = resource.range();
        Some(Resource {
            variable: range.global(module)?,
            name: range.name.clone(),
            class: resource.class,
            range: range.clone(),
            properties: resource.properties(module),
        })
    });
    resources.collect()
}

struct Handles<'m> {
    editor: Editor<'m>,
    with_annotations: bool,
}

/// An address in a variable that is a resource, and what is added to the first register there.
struct Address {
    pointer: Value,
    /// `None` for the first one.
    index: Option<Value>,
    is_non_uniform: bool,
}

impl Handles<'_> {
    /// Replaces the handles of one resource.
    fn lower(&mut self, resource: &Resource, constants: &[Value]) -> Result<(), String> {
        let mut waiting = Vec::new();
        for pointer in [resource.variable.into()].into_iter().chain(constants.iter().copied()) {
            if self.editor.is_used(pointer) {
                let index = self.constant_index(pointer)?;
                waiting.push(Address { pointer, index, is_non_uniform: false });
            }
        }
        let mut single = None;
        while let Some(address) = waiting.pop() {
            let mut users: Vec<InstructionId> =
                self.editor.uses(address.pointer).map(|at| at.instruction).collect();
            users.dedup();
            for user in users {
                match self.editor.op(user).cloned() {
                    Some(Op::Load(..)) => self.lower_load(resource, &address, user, &mut single)?,
                    Some(Op::ElementPointer { source, .. }) => {
                        let operands = self.editor.operands(user);
                        let index = self.index(source, operands.get(1..).unwrap_or_default(), Some(user))?;
                        let index = self.sum(address.index, index, user)?;
                        let is_non_uniform = address.is_non_uniform || is_non_uniform(&self.editor, user);
                        waiting.push(Address { pointer: user.into(), index, is_non_uniform });
                    }
                    Some(_) => {
                        return Err("the global variable of the resource has a use other than a load or \
                                    getelementptr"
                            .to_owned());
                    }
                    None => {}
                }
            }
        }
        Ok(())
    }

    /// Replaces the handles that are made of what a load gives.
    fn lower_load(
        &mut self,
        resource: &Resource,
        address: &Address,
        load: InstructionId,
        single: &mut Option<Value>,
    ) -> Result<(), String> {
        let is_non_uniform = address.is_non_uniform || is_non_uniform(&self.editor, load);
        let mut users: Vec<InstructionId> = self.editor.uses(load.into()).map(|at| at.instruction).collect();
        users.dedup();
        for user in users {
            if !self.origin(user).is_some_and(|origin| origin.is_library()) {
                return Err(
                    "the loaded handle is used by an instruction other than CreateHandleForLib".to_owned()
                );
            }
            let handle = match (address.index, *single) {
                (None, Some(handle)) => handle,
                (None, None) => {
                    // One handle for all of the function, where it begins.
                    let entry = self.editor.entry().ok_or("the function has no basic block")?;
                    self.go_to(Position::Start(entry))?;
                    *single.insert(self.handle(resource, None, false)?)
                }
                (Some(_), _) => {
                    self.go_to(Position::Before(user))?;
                    self.handle(resource, address.index, is_non_uniform)?
                }
            };
            let handle = if self.with_annotations && !self.is_annotated(user) {
                self.go_to(Position::Before(user))?;
                let properties = resource.properties.constant(self.editor.module());
                self.operation(Opcode::ANNOTATE_HANDLE, &[handle, properties])?
            } else {
                handle
            };
            self.editor.replace_and_erase(user, handle).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// A handle of a resource, at an index into it.
    fn handle(
        &mut self,
        resource: &Resource,
        index: Option<Value>,
        is_non_uniform: bool,
    ) -> Result<Value, String> {
        let Resource { class, range, .. } = resource;
        let module = self.editor.module();
        let [i1, i8, i32] = [1, 8, 32].map(|bits| module.types.int(bits));
        let first = module.int(i32, i64::from(range.lower_bound));
        let class_number = module.int(i8, i64::from(class.0));
        let non_uniform = module.int(i1, i64::from(is_non_uniform));
        let number = module.int(i32, i64::from(range.id));
        let register = match index {
            Some(index) => self.add(index, first)?,
            None => first,
        };
        if !self.with_annotations {
            let arguments = [class_number, number, register, non_uniform];
            return self.operation(Opcode::CREATE_HANDLE, &arguments);
        }
        let module = self.editor.module();
        let last = module.int(i32, i64::from(crate::registers::last(range)));
        let space = module.int(i32, i64::from(range.space));
        let ty = module.types.structure("dx.types.ResBind", &[i32, i32, i32, i8]);
        let parts = [first, last, space, class_number];
        let is_zero = parts.iter().all(|part| module.integer(*part) == Some(0));
        let kind = if is_zero { ConstantKind::Null } else { ConstantKind::Aggregate(parts.into()) };
        let binding = module.constant(ty, kind);
        self.operation(Opcode::CREATE_HANDLE_FROM_BINDING, &[binding, register, non_uniform])
    }

    /// The index that an address which is a constant has in its variable.
    fn constant_index(&mut self, address: Value) -> Result<Option<Value>, String> {
        let ValueKind::Constant(id) = address.kind() else { return Ok(None) };
        let constant = self.editor.module().constants.get(id);
        let Some(ConstantKind::ElementPointer { source, operands, .. }) = constant.map(|it| it.kind.clone())
        else {
            return Ok(None);
        };
        let (base, indices) = operands.split_first().ok_or("a getelementptr has no base pointer")?;
        let before = self.constant_index(*base)?;
        let index = self.index(source, indices, None)?;
        match (before, index) {
            (None, index) => Ok(index),
            (before, None) => Ok(before),
            (Some(before), Some(index)) => self.add(before, index).map(Some),
        }
    }

    /// The index into a flat list of resources that indices into arrays of them are; `None` for the first one. Where
    /// `at` is given, what is not constant is computed before it.
    fn index(
        &mut self,
        source: TypeId,
        indices: &[Value],
        at: Option<InstructionId>,
    ) -> Result<Option<Value>, String> {
        let module = self.editor.module();
        let i32 = module.types.int(32);
        let mut ty = source;
        let mut sum: Option<Value> = None;
        let (first, rest) = indices.split_first().ok_or("a getelementptr has no index")?;
        if module.integer(*first) != Some(0) {
            return Err("the first index of a getelementptr on the global variable of the resource is not 0"
                .to_owned());
        }
        for index in rest {
            let module = self.editor.module();
            let element = module.types.element(ty, 0).ok_or(
                "a getelementptr has more indices than the \
                                                             global variable has array dimensions",
            )?;
            if module.types.members(ty).is_some() {
                return Err("the resource is a member of a struct".to_owned());
            }
            let (_, count, _) = module.types.flattened(element);
            ty = element;
            let stride = module.int(i32, i64::from(count));
            if let Some(at) = at {
                self.go_to(Position::Before(at))?;
            }
            let scaled = if count == 1 { *index } else { self.multiply(*index, stride)? };
            sum = Some(match sum {
                Some(sum) => self.add(sum, scaled)?,
                None => scaled,
            });
        }
        Ok(sum)
    }

    fn sum(
        &mut self,
        one: Option<Value>,
        other: Option<Value>,
        at: InstructionId,
    ) -> Result<Option<Value>, String> {
        match (one, other) {
            (Some(one), Some(other)) => {
                self.go_to(Position::Before(at))?;
                self.add(one, other).map(Some)
            }
            (one, other) => Ok(one.or(other)),
        }
    }

    fn add(&mut self, one: Value, other: Value) -> Result<Value, String> {
        self.arithmetic(BinaryOp::Add, u32::wrapping_add, 0, one, other)
    }

    fn multiply(&mut self, one: Value, other: Value) -> Result<Value, String> {
        self.arithmetic(BinaryOp::Mul, u32::wrapping_mul, 1, one, other)
    }

    /// An operation on words; of two constants, the constant it gives.
    fn arithmetic(
        &mut self,
        op: BinaryOp,
        fold: impl Fn(u32, u32) -> u32,
        neutral: u32,
        one: Value,
        other: Value,
    ) -> Result<Value, String> {
        let module = self.editor.module();
        let i32 = module.types.int(32);
        let word = |value| module.integer(value).and_then(|number| u32::try_from(number).ok());
        match (word(one), word(other)) {
            (Some(one), Some(other)) => {
                let number = i64::from(fold(one, other).cast_signed());
                return Ok(self.editor.module().int(i32, number));
            }
            (_, Some(other)) if other == neutral => return Ok(one),
            _ => {}
        }
        if self.editor.type_of(one) != Ok(i32) {
            return Err("the array index of the resource is not an i32".to_owned());
        }
        Ok(self.editor.binary(op, one, other))
    }

    /// Takes out what says what resource a handle is for, where the shader model does not know that.
    fn drop_annotations(&mut self) -> Result<(), String> {
        for id in self.editor.all_instructions() {
            if let Some(HandleOrigin::Annotation { handle, .. }) = self.origin(id) {
                self.editor.replace_and_erase(id, handle).map_err(|error| error.to_string())?;
            }
        }
        Ok(())
    }

    /// Whether all that is done with a handle is to say what its resource is.
    fn is_annotated(&self, handle: InstructionId) -> bool {
        self.editor
            .uses(handle.into())
            .all(|at| self.origin(at.instruction).is_some_and(|origin| origin.is_annotation()))
    }

    fn origin(&self, id: InstructionId) -> Option<HandleOrigin> {
        HandleOrigin::called(&self.editor, id)
    }

    fn operation(&mut self, opcode: Opcode, arguments: &[Value]) -> Result<Value, String> {
        self.editor.operation(opcode, &[], arguments).map_err(|error| error.to_string())
    }

    fn go_to(&mut self, position: Position) -> Result<(), String> {
        self.editor.go_to(position).map_err(|error| error.to_string())
    }
}

/// Leaves of the variables of resources their types: undefined values of them.
fn forget_variables(module: &mut Module, resources: &mut Resources) {
    resources.each_range_mut(|_, range| {
        if let Some(ty) = range.variable.and_then(|variable| module.type_of(None, variable)) {
            range.variable = Some(module.undef(ty));
        }
    });
}
