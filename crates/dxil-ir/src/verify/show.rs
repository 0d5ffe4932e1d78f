//! How places, types and values look in messages: short, whatever a module holds.

use crate::Dialect;
use std::fmt;

use bstr::{BStr, ByteSlice as _};
use hashbrown::HashMap;

use super::report::IrPlace;
use crate::function::Local;
use crate::instruction_numbers::InstructionNumbers;
use crate::{Body, Global, GlobalId, InstructionId, Module, Type, TypeId, Value, ValueKind};

/// Characters of a name that are shown.
const MAX_NAME: usize = 80;
/// How deep a type is spelled out. What has several parts is not spelled out at all, so that this bounds its length.
const MAX_DEPTH: usize = 8;

/// A type as it looks in assembly, as far as it is short.
pub(super) fn ty(module: &Module, id: TypeId) -> impl fmt::Display + use<'_> {
    ShownType { module, id, depth: MAX_DEPTH }
}

/// A value.
pub(super) fn value(module: &Module, value: Value) -> impl fmt::Display + use<'_> {
    ShownValue { module, value }
}

/// The name of a global.
pub(super) fn global(module: &Module, id: GlobalId) -> impl fmt::Display + use<'_> {
    ShownValue { module, value: id.into() }
}

/// A name, cut where it is long.
pub(super) fn name(name: &BStr) -> impl fmt::Display + use<'_> {
    ShownName(name)
}

struct ShownName<'m>(&'m BStr);

impl fmt::Display for ShownName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.get(..MAX_NAME) {
            Some(start) if self.0.len() > MAX_NAME => write!(f, "{}…", start.as_bstr()),
            _ => write!(f, "{}", self.0),
        }
    }
}

struct ShownType<'m> {
    module: &'m Module,
    id: TypeId,
    depth: usize,
}

impl fmt::Display for ShownType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { module, id, depth } = *self;
        let Some(depth) = depth.checked_sub(1) else { return f.write_str("…") };
        let inner = |id| ShownType { module, id, depth };
        match module.types.get(id) {
            None => write!(f, "{id}, which does not exist"),
            Some(Type::Void) => f.write_str("void"),
            Some(Type::Half) => f.write_str("half"),
            Some(Type::BFloat) => f.write_str("bfloat"),
            Some(Type::Token) => f.write_str("token"),
            Some(Type::Target(target)) => write!(f, "target(\"{}\", …)", target.name),
            Some(Type::Float) => f.write_str("float"),
            Some(Type::Double) => f.write_str("double"),
            Some(Type::OtherFloat(kind)) => write!(f, "a float of kind {kind}"),
            Some(Type::Mmx) => f.write_str("x86_mmx"),
            Some(Type::Label) => f.write_str("label"),
            Some(Type::Metadata) => f.write_str("metadata"),
            Some(Type::Integer(width)) => write!(f, "i{width}"),
            Some(Type::Pointer(pointee, space)) => {
                match pointee.expand() {
                    Some(pointee) => write!(f, "{}", inner(pointee))?,
                    None => f.write_str("ptr")?,
                }
                match space {
                    0 => {}
                    space => write!(f, " addrspace({space})")?,
                }
                f.write_str(if pointee.is_some() { "*" } else { "" })
            }
            Some(Type::Function { result, parameters, is_variadic }) => {
                let more = if *is_variadic { " and more" } else { "" };
                write!(f, "{} ({} parameters{more})", inner(*result), parameters.len())
            }
            Some(Type::Literal { members, .. }) => write!(f, "{{ {} members }} ({id})", members.len()),
            Some(Type::Named(_)) => match module.types.named(id) {
                Some(named) if !named.name.is_empty() => {
                    write!(f, "%{}", ShownName(named.name.as_ref()))
                }
                _ => write!(f, "%{id}"),
            },
            Some(Type::Array(element, length)) => write!(f, "[{length} x {}]", inner(*element)),
            Some(Type::Vector(element, length)) => write!(f, "<{length} x {}>", inner(*element)),
        }
    }
}

struct ShownValue<'m> {
    module: &'m Module,
    value: Value,
}

impl fmt::Display for ShownValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value.kind() {
            ValueKind::Constant(id) => write!(f, "{id}"),
            ValueKind::Global(id) => match self.module.globals.get(id) {
                Some(global) if !global.name.is_empty() => {
                    write!(f, "@{}", ShownName(global.name.as_ref()))
                }
                _ => write!(f, "@{id}"),
            },
            ValueKind::Argument(index) => write!(f, "argument {index}"),
            ValueKind::Instruction(id) => write!(f, "{id}"),
            ValueKind::Metadata(id) => write!(f, "{id}"),
            ValueKind::LocalMetadata(index) => write!(f, "function-local metadata {index}"),
            ValueKind::Forward(_) => f.write_str("an unresolved forward reference"),
        }
    }
}

/// The numbers of the unnamed arguments, blocks and results of a function, which assembly numbers together, in order.
#[derive(Default)]
pub(super) struct LocalNumbers(HashMap<Local, usize>);

impl LocalNumbers {
    pub(super) fn of(module: &Module, function: GlobalId) -> Self {
        let global = module.globals.get(function);
        let Some((body, ty)) = global.and_then(|global| Some((global.body()?, global.value_type))) else {
            return Self::default();
        };
        let parameters = match module.types.get(ty) {
            Some(Type::Function { parameters, .. }) => parameters.len(),
            _ => 0,
        };
        let has_result = |id: &InstructionId| {
            let ty = body.instructions.get(*id).and_then(|instruction| module.types.get(instruction.ty));
            ty.is_some_and(|ty| *ty != Type::Void)
        };
        let arguments =
            (0..).take(parameters).map(|index| Local::Value(Value::new(ValueKind::Argument(index))));
        let locals = body.layout.iter().flat_map(|block| {
            let results = body.instructions_of(*block).iter().copied().filter(has_result);
            std::iter::once(Local::Block(*block)).chain(results.map(|id| Local::Value(id.into())))
        });
        let unnamed = arguments.chain(locals).filter(|local| body.name(*local).is_none());
        Self(unnamed.zip(0..).collect())
    }

    /// An argument, result or block as assembly shows it: `%name`, or `%` and its number.
    pub(super) fn local(&self, body: &Body, local: Local) -> String {
        match (body.name(local), self.0.get(&local)) {
            (Some(name), _) => format!("%{}", ShownName(name)),
            (None, Some(number)) => format!("%{number}"),
            (None, None) => "an unnamed value".to_owned(),
        }
    }
}

/// A block by its index in layout order, as assembly shows it.
fn shown_block(module: &Module, function: GlobalId, index: u32) -> String {
    let body = module.globals.get(function).and_then(Global::body);
    let found = body.and_then(|body| Some((body, *body.layout.get(index as usize)?)));
    match found {
        Some((body, block)) => LocalNumbers::of(module, function).local(body, Local::Block(block)),
        None => index.to_string(),
    }
}

/// The number of an instruction in its function.
fn number(module: &Module, function: GlobalId, id: InstructionId) -> Option<u32> {
    let body = module.globals.get(function).and_then(Global::body)?;
    InstructionNumbers::of(module).number(body).find(|(found, _)| *found == id)?.1
}

/// A place with the names that its module has.
struct Place<'m> {
    module: &'m Module,
    place: IrPlace,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |id| global(self.module, id);
        match self.place {
            IrPlace::Module => f.write_str("module"),
            IrPlace::Type(id) => write!(f, "{id}"),
            IrPlace::AttributeGroup(id) => write!(f, "{id} of attributes"),
            IrPlace::AttributeList(id) => write!(f, "{id}"),
            IrPlace::Comdat(id) => write!(f, "{id}"),
            IrPlace::Constant(id) => write!(f, "{id}"),
            IrPlace::Global(id) => write!(f, "{}", shown(id)),
            IrPlace::Metadata(id) => write!(f, "{id}"),
            IrPlace::NamedMetadata(index) => {
                let named = usize::try_from(index).ok().and_then(|i| self.module.named_metadata.get(i));
                match named {
                    Some(named) => write!(f, "!{}", ShownName(named.name.as_ref())),
                    None => write!(f, "named metadata {index}"),
                }
            }
            IrPlace::Block { function, block } => {
                write!(f, "{}, block {}", shown(function), shown_block(self.module, function, block))
            }
            IrPlace::Instruction { function, block, id, .. } => {
                let block = shown_block(self.module, function, block);
                write!(f, "{}, block {block}", shown(function))?;
                match number(self.module, function, id) {
                    Some(number) => write!(f, ", instruction {number}"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl IrPlace {
    /// The location as text, with names from the module.
    pub fn show(self, module: &Module) -> impl fmt::Display + use<'_> {
        Place { module, place: self }
    }
}

/// The name of a dialect.
pub(super) fn dialect(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Dxil37 => "LLVM 3.7",
        Dialect::Modern => "modern",
    }
}
