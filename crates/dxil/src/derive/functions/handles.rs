//! What is known of a handle: which operation made it, of which resource. Separate from the flags because handles go
//! through phis and selections, and are asked for again and again.

use az::SaturatingAs as _;
use dx_container::enums::{ResourceClass, ResourceKind};
use hashbrown::HashMap;

use super::constant_integers::{bits, word};
use super::context::Context;
use super::resources::components_of;
use crate::derive::{DeriveErrorKind, error};
use crate::ops::{ArgumentName, Call, Opcode};
use crate::shader::{HandleProperties, Uav};
use crate::{DxilError, Result};
use dxil_ir::constants::ConstantKind;
use dxil_ir::{Body, Global, Instruction, InstructionId, Op, TypeId, Value, ValueKind};

/// What is known of the resource that a handle is of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Properties<'m> {
    pub(super) is_uav: bool,
    pub(super) kind: ResourceKind,
    elements: Elements<'m>,
}

/// What says how many components an element has.
#[derive(Debug, Clone, Copy)]
enum Elements<'m> {
    Components(u32),
    Type(&'m dxil_ir::Module, &'m Uav),
}

impl Properties<'_> {
    const UNKNOWN: Self =
        Self { is_uav: false, kind: ResourceKind::INVALID, elements: Elements::Components(0) };

    /// How many components an element has.
    pub(super) fn components(&self) -> Result<u32> {
        match self.elements {
            Elements::Components(count) => Ok(count),
            Elements::Type(module, uav) => components_of(module, uav),
        }
    }
}

/// What is known of the handles of a body.
pub(super) struct Handles<'c, 'm> {
    context: &'c Context<'m>,
    function: &'m Global,
    caller: (&'m Body, TypeId),
    /// Where values come from that phis and selections give; `None` for those that come from themselves.
    origins: HashMap<InstructionId, Option<Value>>,
}

impl<'c, 'm> Handles<'c, 'm> {
    /// Those of a function with this body.
    pub(super) fn new(context: &'c Context<'m>, function: &'m Global, body: &'m Body) -> Self {
        Self { context, function, caller: (body, function.value_type), origins: HashMap::new() }
    }

    /// An argument that has to be constant, and is not.
    pub(super) fn not_constant(&self, operation: &'static str, argument: &'static str) -> DxilError {
        let function = self.function.name.clone();
        error(DeriveErrorKind::NotConstant { function, operation, argument })
    }

    /// A handle that no operation makes.
    pub(super) fn no_handle(&self, operation: &'static str) -> DxilError {
        error(DeriveErrorKind::NoHandle { function: self.function.name.clone(), operation })
    }

    /// The call of an operation that an instruction is.
    pub(super) fn call(&self, instruction: &'m Instruction) -> Result<Option<Call<'m>>> {
        Call::of(self.context.program.module, self.caller, instruction).map_err(|what| {
            error(DeriveErrorKind::Call { function: self.function.name.clone(), error: what })
        })
    }

    /// What is known of the handle that is the first argument of a call; `None` where no call makes it.
    pub(super) fn taken_by(&mut self, call: &Call<'m>) -> Result<Option<Properties<'m>>> {
        match self.maker(call)? {
            Some(Maker::Operation(maker)) => self.made_by(&maker).map(Some),
            Some(Maker::Function) => Ok(Some(Properties::UNKNOWN)),
            None => Ok(None),
        }
    }

    /// What is known of the handle that a call makes.
    pub(super) fn made_by(&mut self, call: &Call<'m>) -> Result<Properties<'m>> {
        match call.operation().opcode {
            Opcode::CREATE_HANDLE => self.created(call),
            Opcode::CREATE_HANDLE_FOR_LIB => {
                Ok(self.uav_loaded_for(call).map_or(Properties::UNKNOWN, |uav| self.of_uav(uav)))
            }
            Opcode::ANNOTATE_HANDLE => {
                let constant = call.argument(ArgumentName::props);
                let constant = constant.and_then(|it| HandleProperties::of(self.context.program.module, it));
                let operation = call.operation().name;
                let handle = constant.ok_or_else(|| self.not_constant(operation, "props"))?;
                Ok(Properties {
                    is_uav: handle.is_uav(),
                    kind: handle.kind(),
                    elements: Elements::Components(handle.components()),
                })
            }
            _ => Ok(Properties::UNKNOWN),
        }
    }

    /// The place among the UAVs of the one that the handle was annotated for which a call takes; `None` for one of a
    /// heap.
    pub(super) fn uav_annotated_for(&mut self, call: &Call<'m>) -> Result<Option<usize>> {
        let Some(Maker::Operation(annotation)) = self.maker(call)? else { return Ok(None) };
        if annotation.operation().opcode != Opcode::ANNOTATE_HANDLE {
            return Ok(None);
        }
        let operation = annotation.operation().name;
        let maker = annotation.argument(ArgumentName::res).and_then(|value| self.call_at(value).transpose());
        let Some(maker) = maker.transpose()? else {
            return Err(self.no_handle(operation));
        };
        let Maker::Operation(maker) = maker else { return Ok(None) };
        match maker.operation().opcode {
            Opcode::CREATE_HANDLE_FROM_BINDING => self.uav_bound_for(&maker),
            Opcode::CREATE_HANDLE_FOR_LIB => Ok(self.uav_loaded_for(&maker)),
            _ => Ok(None),
        }
    }

    /// The call that makes the handle which is the first argument of a call.
    fn maker(&mut self, call: &Call<'m>) -> Result<Option<Maker<'m>>> {
        let Some(origin) = call.arguments().first().and_then(|handle| self.origin(*handle)) else {
            return Ok(None);
        };
        self.call_at(origin)
    }

    /// The call that gives a value.
    fn call_at(&self, value: Value) -> Result<Option<Maker<'m>>> {
        let ValueKind::Instruction(id) = value.kind() else { return Ok(None) };
        let Some(instruction) = self.caller.0.instructions.get(id) else { return Ok(None) };
        if !matches!(instruction.op, Op::Call { .. }) {
            return Ok(None);
        }
        Ok(Some(self.call(instruction)?.map_or(Maker::Function, Maker::Operation)))
    }

    /// Where a value comes from that goes through phis and selections: the first one of several. `None` where they go
    /// round.
    fn origin(&mut self, value: Value) -> Option<Value> {
        let mut path = Vec::new();
        let mut at = value;
        let origin = loop {
            let ValueKind::Instruction(id) = at.kind() else { break Some(at) };
            if let Some(known) = self.origins.get(&id) {
                break *known;
            }
            let body = self.caller.0;
            let next = match body.instructions.get(id).map(|instruction| &instruction.op) {
                Some(Op::Phi(values, _)) => values.first(&body.lists.values),
                Some(Op::Select([_, first, _])) => Some(*first),
                _ => break Some(at),
            };
            // Until the end of the way is known, it goes round.
            self.origins.insert(id, None);
            path.push(id);
            match next {
                Some(next) => at = next,
                None => break None,
            }
        };
        self.origins.extend(path.into_iter().map(|id| (id, origin)));
        origin
    }

    /// What a handle is of that is made of a class and a number.
    fn created(&mut self, call: &Call<'m>) -> Result<Properties<'m>> {
        let module = self.context.program.module;
        let argument = |name| call.argument(name);
        let Some(class) = argument(ArgumentName::resourceClass).and_then(|class| bits(module, class)) else {
            return Ok(Properties::UNKNOWN);
        };
        let number =
            argument(ArgumentName::rangeId).and_then(|id| self.origin(id)).and_then(|id| bits(module, id));
        let Some(number) = number else { return Ok(Properties::UNKNOWN) };
        let index = number.saturating_as::<usize>();
        let function = || self.function.name.clone();
        let missing =
            |class| error(DeriveErrorKind::NoResource { function: function(), class, index: number });
        let resources = self.context.resources;
        match u32::try_from(class).map(ResourceClass) {
            Ok(ResourceClass::UAV) if index < self.context.uavs.all.len() => Ok(self.of_uav(index)),
            Ok(class @ ResourceClass::UAV) => Err(missing(class)),
            Ok(class @ ResourceClass::SRV) => {
                let srvs = resources.and_then(|all| all.srvs.as_deref()).unwrap_or_default();
                let srv = srvs.get(index).ok_or_else(|| missing(class))?;
                Ok(Properties { kind: srv.shape, ..Properties::UNKNOWN })
            }
            _ => Ok(Properties::UNKNOWN),
        }
    }

    fn of_uav(&self, index: usize) -> Properties<'m> {
        let module = self.context.program.module;
        let uav = self.context.uavs.all.get(index);
        uav.map_or(Properties::UNKNOWN, |uav| Properties {
            is_uav: true,
            kind: uav.shape,
            elements: Elements::Type(module, uav),
        })
    }

    /// The UAV whose variable is loaded for the call that makes a handle in a library.
    fn uav_loaded_for(&self, call: &Call<'m>) -> Option<usize> {
        let ValueKind::Instruction(load) = call.arguments().first()?.kind() else { return None };
        let Op::Load(pointer, _) = self.caller.0.instructions.get(load)?.op else { return None };
        let ValueKind::Global(variable) = pointer.kind() else { return None };
        self.context.uavs.of_variable(variable)
    }

    /// The UAV that is bound where a call takes a handle from.
    fn uav_bound_for(&self, call: &Call<'m>) -> Result<Option<usize>> {
        let module = self.context.program.module;
        let operation = call.operation().name;
        let words = call.argument(ArgumentName::bind).and_then(|binding| {
            let ValueKind::Constant(id) = binding.kind() else { return None };
            match &module.constants.get(id)?.kind {
                ConstantKind::Null => Some([0; 4]),
                ConstantKind::Aggregate(members) => {
                    let [lower, upper, space, class] = **members else { return None };
                    let [lower, upper, space, class] =
                        [lower, upper, space, class].map(|member| word(module, member));
                    Some([lower?, upper?, space?, class?])
                }
                _ => None,
            }
        });
        let [lower, upper, space, class] = words.ok_or_else(|| self.not_constant(operation, "bind"))?;
        let is_uav = ResourceClass(class) == ResourceClass::UAV;
        Ok(is_uav.then(|| self.context.uavs.bound_at(space, [lower, upper])).flatten())
    }
}

/// What makes a handle.
enum Maker<'m> {
    /// An operation.
    Operation(Call<'m>),
    /// A function of the program's or another one.
    Function,
}
