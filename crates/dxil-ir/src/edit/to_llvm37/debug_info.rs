//! Debug information in LLVM 3.7's words: units list their subprograms, subprograms name their functions and global
//! variables what they are about; what records say of variables is said by calls. Separate from the rest of the change
//! because it is done before, with the types of today, and only where it is asked for.
//!
//! What LLVM 3.7 has no nodes for (labels, macros, types with computed bounds) is left out, and so is what is said of a
//! variable by an expression that it has no operations for.

use std::collections::BTreeMap;

use hashbrown::{HashMap, HashSet};

use crate::attributes::{Access, Attribute, MemoryEffects, Slot};
use crate::debug_records::{DebugRecord, DebugRecordKind, DebugValue, DebugVariable};
use crate::function::DebugLocation;
use crate::generated::bitcode::metadata as code;
use crate::instruction::TailCall;
use crate::metadata::{FieldKind, FieldText, Metadata, NodeField, NodeRow, node_of, number_of};
use crate::{
    AttributeKind, Body, Dialect, GlobalId, Instruction, InstructionId, MetadataId, Module, Op, Type, TypeId,
    Value, ValueKind,
};

use super::source_language::language;
use crate::dwarf;
use crate::edit::expressions;

/// The functions by which LLVM 3.7 says where variables are, and what they are.
const DECLARE: &str = "llvm.dbg.declare";
const VALUE: &str = "llvm.dbg.value";
/// The kind of what is attached for debug information.
const DBG: u32 = 0;
/// How deep scopes lie in others and inlined calls in others at most, and types in others.
const DEPTH: usize = 256;
const TYPE_DEPTH: usize = 16;
/// Bits of `spFlags`: how virtual a function is, and more.
const VIRTUALITY: u64 = 3;
const SP_LOCAL: u64 = 4;
const SP_DEFINITION: u64 = 8;
const SP_OPTIMIZED: u64 = 16;
/// DWARF's tags of members, of those that are variables today, and of variables.
const TAG_MEMBER: u64 = 0x0d;
const TAG_VARIABLE: u64 = 0x34;
const TAG_AUTO: u64 = 0x100;
const TAG_ARGUMENT: u64 = 0x101;
/// Flags that have the same numbers, and where the two for references were that follow.
const SAME_FLAGS: u64 = (1 << 13) - 1;
const REFERENCES: u64 = 3 << 13;

/// Says in LLVM 3.7's words what a module of today says of its source.
pub(super) fn renew(module: &mut Module) {
    let mut nodes = Nodes::of(module);
    nodes.attached(module);
    nodes.lists(module);
    for id in module.metadata.iter().map(|(id, _)| id).collect::<Vec<_>>() {
        nodes.node(module, id);
    }
    let mut calls = Calls::default();
    module.each_body_mut(|module, body| {
        calls.records(module, body, &nodes.unsayable);
        plain_locations(body);
    });
}

/// Leaves of places in the source what LLVM 3.7 knows of them.
fn plain_locations(body: &mut Body) {
    let mut new = Vec::new();
    for (_, id, instruction) in body.in_order() {
        let Some(location) = instruction.location.expand().and_then(|at| body.location(at)) else { continue };
        let DebugLocation { line, column, scope, inlined_at, .. } = *location;
        let plain = DebugLocation { line, column, scope, inlined_at, ..DebugLocation::default() };
        if plain != *location {
            new.push((id, plain));
        }
    }
    for (id, location) in new {
        let location = body.intern_location(location);
        if let Some(instruction) = body.instructions.get_mut(id) {
            instruction.location = Some(location).into();
        }
    }
}

/// What is known of the nodes of a module before they are changed.
#[derive(Default)]
struct Nodes {
    /// Those that LLVM 3.7 has no words for.
    gone: HashSet<MetadataId>,
    /// Expressions that it has none for.
    unsayable: HashSet<MetadataId>,
    /// The node that replaces a node of `gone`: the variable of a pair of a global variable and an expression, the base
    /// type of a subrange type, and the scope of a common block.
    replacements: HashMap<MetadataId, MetadataId>,
    /// Of global variables: the constants that they are.
    constants: BTreeMap<MetadataId, u64>,
    /// Of global variables and subprograms: what they are about.
    about: HashMap<MetadataId, MetadataId>,
    /// Of units: the subprograms that belong to them.
    subprograms: HashMap<MetadataId, Vec<MetadataId>>,
    /// The file of its scope or unit for each class or union without a file, which LLVM 3.7 does not allow.
    files: HashMap<MetadataId, MetadataId>,
}

/// A node as it was.
struct Old {
    row: &'static NodeRow,
    numbers: Vec<u64>,
}

impl Old {
    fn of(module: &Module, id: MetadataId) -> Option<Self> {
        let metadata = module.metadata.get(id)?;
        let Metadata::Node { fields, .. } = metadata else { return None };
        let row = metadata.row().filter(|row| row.dialect == Dialect::Modern)?;
        Some(Self { row, numbers: module.metadata.numbers(fields).to_vec() })
    }

    fn number(&self, name: &str) -> u64 {
        let place = self.row.field(name);
        place.and_then(|place| self.numbers.get(place)).copied().unwrap_or(0)
    }

    fn node(&self, name: &str) -> Option<MetadataId> {
        node_of(self.number(name))
    }
}

impl Nodes {
    fn of(module: &Module) -> Self {
        let mut nodes = Self::default();
        for (id, _) in module.metadata.iter() {
            let Some(old) = Old::of(module, id) else { continue };
            match old.row.code {
                code::GLOBAL_VAR_EXPR => {
                    nodes.gone.insert(id);
                    let Some(variable) = old.node("var") else { continue };
                    nodes.replacements.insert(id, variable);
                    let expression = old.node("expr").and_then(|expression| Old::of(module, expression));
                    if let Some(number) = expression.and_then(|old| expressions::constant_of(&old.numbers)) {
                        nodes.constants.insert(variable, number);
                    }
                }
                code::EXPRESSION if expressions::old(&old.numbers).is_none() => {
                    nodes.unsayable.insert(id);
                }
                code::EXPRESSION => {}
                code::COMPOSITE_TYPE
                    if dwarf::needs_file(old.number("tag")) && named_file(module, &old).is_none() =>
                {
                    nodes.files.extend(enclosing_file(module, &old).map(|file| (id, file)));
                }
                code::SUBPROGRAM => {
                    if let Some(unit) =
                        old.node("unit").filter(|_| old.number("spFlags") & SP_DEFINITION != 0)
                    {
                        nodes.subprograms.entry(unit).or_default().push(id);
                    }
                }
                _ if NodeRow::named(Dialect::Dxil37, old.row.name.as_bytes()).is_none() => {
                    nodes.gone.insert(id);
                    let replacement = match old.row.code {
                        code::SUBRANGE_TYPE => old.node("baseType"),
                        code::COMMON_BLOCK => old.node("scope"),
                        _ => None,
                    };
                    nodes.replacements.extend(replacement.map(|replacement| (id, replacement)));
                }
                _ => {}
            }
        }
        nodes
    }

    /// Takes what is attached to functions and variables, and notes what it is about.
    fn attached(&mut self, module: &mut Module) {
        let mut found: Vec<(MetadataId, GlobalId)> = Vec::new();
        for (id, global) in module.globals.iter_mut() {
            let pairs = global.metadata.extract_if(.., |(kind, _)| *kind == DBG);
            found.extend(pairs.map(|(_, node)| (self.replacements.get(&node).copied().unwrap_or(node), id)));
            if let Some(body) = global.body_mut() {
                let own = body.metadata.extract_if(.., |(kind, _)| *kind == DBG);
                found.extend(own.map(|(_, node)| (node, id)));
            }
        }
        for (node, global) in found {
            let value = module.value_as_metadata(global.into());
            self.about.entry(node).or_insert(value);
        }
        // Places in a function have to lie in a subprogram that is about it; those of clang's entries lie in what they
        // call.
        let mut outermost = Vec::new();
        for (id, _, body) in module.bodies() {
            let mut seen = HashSet::new();
            body.each_instruction(|_, instruction| {
                let Some(at) = instruction.location.expand().filter(|at| seen.insert(*at)) else { return };
                let subprogram =
                    body.location(at).and_then(|location| outermost_subprogram(module, location));
                outermost.extend(subprogram.map(|subprogram| (subprogram, id)));
            });
        }
        for (subprogram, global) in outermost {
            let value = module.value_as_metadata(global.into());
            self.about.entry(subprogram).or_insert(value);
        }
        for (variable, number) in std::mem::take(&mut self.constants) {
            let bits = if u32::try_from(number).is_ok() { 32 } else { 64 };
            let ty = module.types.int(bits);
            let value = module.int(ty, number.cast_signed());
            let value = module.value_as_metadata(value);
            self.about.entry(variable).or_insert(value);
        }
    }

    /// Takes out of lists what is gone; pairs are the variables alone.
    fn lists(&self, module: &mut Module) {
        for id in module.metadata.iter().map(|(id, _)| id).collect::<Vec<_>>() {
            let Some(Metadata::Tuple { is_distinct, operands }) = module.metadata.get(id) else { continue };
            let numbers = module.metadata.numbers(operands);
            if !numbers.iter().any(|number| node_of(*number).is_some_and(|node| self.gone.contains(&node))) {
                continue;
            }
            let kept = numbers.iter().filter_map(|number| match node_of(*number) {
                Some(node) if self.gone.contains(&node) => {
                    self.replacement(node).map(|node| number_of(Some(node)))
                }
                _ => Some(*number),
            });
            let kept: Vec<u64> = kept.collect();
            module.metadata.define(id, None, is_distinct, &kept);
        }
    }

    /// Changes a node into that of LLVM 3.7.
    fn node(&self, module: &mut Module, id: MetadataId) {
        let Some(Metadata::Node { is_distinct, .. }) = module.metadata.get(id) else { return };
        let Some(old) = Old::of(module, id) else { return };
        let Some((row, new)) = NodeRow::named(Dialect::Dxil37, old.row.name.as_bytes()) else {
            module.metadata.define(id, None, false, &[]);
            return;
        };
        let mut numbers = Vec::with_capacity(new.fields.len());
        for field in new.fields {
            if field.kind.is_open() {
                let (fixed, _) = old.row.fixed_fields();
                let rest = old.numbers.get(fixed..).unwrap_or_default();
                match old.row.code {
                    code::EXPRESSION => {
                        numbers.extend(
                            expressions::old(rest).unwrap_or_else(|| expressions::old_fragment(rest)),
                        );
                    }
                    _ => numbers.extend(rest),
                }
            } else {
                let number = self.special(module, id, &old, field.name);
                numbers.push(number.unwrap_or_else(|| self.field(module, &old, field)));
            }
        }
        // DXC has one of each that says the same, but for units.
        let is_distinct = is_distinct && old.row.code != code::SUBPROGRAM;
        module.metadata.define(id, Some(row), is_distinct, &numbers);
    }

    /// Returns the node that replaces a node of `gone`, for example the base type of a subrange type of a subrange
    /// type.
    fn replacement(&self, gone: MetadataId) -> Option<MetadataId> {
        let mut node = gone;
        for _ in 0..DEPTH {
            if !self.gone.contains(&node) {
                return Some(node);
            }
            node = *self.replacements.get(&node)?;
        }
        None
    }

    /// A field that is what that of its name was.
    fn field(&self, module: &Module, old: &Old, field: &'static NodeField) -> u64 {
        let Some(place) = old.row.field(field.name) else { return field.default };
        let (Some(from), Some(number)) = (old.row.fields.get(place), old.numbers.get(place).copied()) else {
            return field.default;
        };
        let constant = || node_of(number).and_then(|id| integer(module, id));
        match (from.text, field.text) {
            (FieldText::Size, _) => constant().unwrap_or(0),
            // A number of elements that is not known is -1.
            (FieldText::Bound, FieldText::Integer) => constant().unwrap_or(u64::MAX),
            (FieldText::Bound, FieldText::Signed) => rotated(constant().unwrap_or(0)),
            (FieldText::Enumerator, FieldText::Signed) => rotated(number),
            _ if field.kind == FieldKind::Node => match node_of(number) {
                Some(id) if self.gone.contains(&id) => number_of(self.replacement(id)),
                _ => number,
            },
            _ => number,
        }
    }

    /// A field that is another one than that of its name.
    fn special(&self, module: &mut Module, id: MetadataId, old: &Old, name: &str) -> Option<u64> {
        let flags = old.number("spFlags");
        let list = |module: &mut Module, nodes: &[MetadataId]| {
            let nodes: Vec<_> = nodes.iter().copied().map(Some).collect();
            number_of(Some(module.metadata.intern_tuple(&nodes)))
        };
        let about = || number_of(self.about.get(&id).copied());
        Some(match (old.row.code, name) {
            (code::SUBPROGRAM, "isLocal") => u64::from(flags & SP_LOCAL != 0),
            (code::SUBPROGRAM, "isDefinition") => u64::from(flags & SP_DEFINITION != 0),
            (code::SUBPROGRAM, "isOptimized") => u64::from(flags & SP_OPTIMIZED != 0),
            (code::SUBPROGRAM, "virtuality") => flags & VIRTUALITY,
            (code::SUBPROGRAM, "variables") => number_of(variables(module, old.node("retainedNodes"))),
            (code::SUBPROGRAM, "function") | (code::GLOBAL_VAR, "variable") => about(),
            (code::COMPILE_UNIT, "subprograms") => {
                let subprograms = self.subprograms.get(&id)?;
                list(module, subprograms)
            }
            (code::COMPILE_UNIT, "language") => language(
                old.number("language"),
                old.number("sourceLanguageName"),
                old.number("sourceLanguageVersion"),
            ),
            (code::LOCAL_VAR, "tag") => {
                if old.number("arg") == 0 {
                    TAG_AUTO
                } else {
                    TAG_ARGUMENT
                }
            }
            (code::COMPOSITE_TYPE, "file") => number_of(Some(*self.files.get(&id)?)),
            (code::DERIVED_TYPE, "tag") if old.number("tag") == TAG_VARIABLE => TAG_MEMBER,
            (code::MODULE, "isysroot") => number_of(old.node("apinotes")),
            (_, "flags") if old.row.code != code::COMPILE_UNIT => {
                let flags = old.number("flags");
                flags & SAME_FLAGS | (flags & REFERENCES) << 1
            }
            _ => return None,
        })
    }
}

/// The subprogram that a place lies in when nothing is inlined any more.
fn outermost_subprogram(module: &Module, location: &DebugLocation) -> Option<MetadataId> {
    let mut scope = location.scope.expand()?;
    let mut caller = location.inlined_at.expand();
    for _ in 0..DEPTH {
        let Some(old) = caller.and_then(|caller| Old::of(module, caller)) else { break };
        scope = old.number("scope").checked_add(1).and_then(node_of)?;
        caller = old.node("inlinedAt");
    }
    for _ in 0..DEPTH {
        let old = Old::of(module, scope)?;
        if old.row.code == code::SUBPROGRAM {
            return Some(scope);
        }
        scope = old.node("scope")?;
    }
    None
}

/// The file of a node, if its name is not empty.
fn named_file(module: &Module, node: &Old) -> Option<MetadataId> {
    let file = node.node("file")?;
    let name = Old::of(module, file)?.node("filename")?;
    let Some(Metadata::String(name)) = module.metadata.get(name) else { return None };
    (!module.metadata.string(name).is_empty()).then_some(file)
}

/// The file of the innermost scope that has one, or of the first compile unit.
fn enclosing_file(module: &Module, node: &Old) -> Option<MetadataId> {
    let mut scope = node.node("scope");
    for _ in 0..DEPTH {
        let Some(old) = scope.and_then(|scope| Old::of(module, scope)) else { break };
        if let Some(file) = named_file(module, &old) {
            return Some(file);
        }
        scope = old.node("scope");
    }
    let units = module.named_metadata.iter().find(|named| named.name == "llvm.dbg.cu")?;
    units.operands.iter().find_map(|unit| named_file(module, &Old::of(module, *unit)?))
}

/// The variables among what a subprogram retains.
fn variables(module: &mut Module, list: Option<MetadataId>) -> Option<MetadataId> {
    let list = list?;
    let Some(Metadata::Tuple { operands, .. }) = module.metadata.get(list) else { return None };
    let nodes: Vec<_> = module.metadata.numbers(operands).iter().map(|number| node_of(*number)).collect();
    let is_variable = |id: &MetadataId| {
        let row = module.metadata.get(*id).and_then(Metadata::row);
        row.is_some_and(|row| row.code == code::LOCAL_VAR)
    };
    if nodes.iter().all(|node| node.as_ref().is_some_and(is_variable)) {
        return Some(list);
    }
    let kept: Vec<_> = nodes.into_iter().filter(|node| node.as_ref().is_some_and(is_variable)).collect();
    Some(module.metadata.intern_tuple(&kept))
}

/// The number that metadata is.
fn integer(module: &Module, id: MetadataId) -> Option<u64> {
    let Metadata::Value(_, value) = module.metadata.get(id)? else { return None };
    module.signed_integer(value).map(i64::cast_unsigned)
}

/// A number with its sign in the lowest bit.
fn rotated(number: u64) -> u64 {
    match number.cast_signed() {
        i64::MIN => 1,
        signed if signed < 0 => signed.unsigned_abs() << 1 | 1,
        _ => number << 1,
    }
}

/// Removes the records of values that a later record before the same instruction overrides: a value of the same
/// fragment of the same variable, with the same source location. A record with another source location stays, because
/// it may be the only one with its line.
fn without_overridden(module: &Module, records: Vec<DebugRecord>) -> Vec<DebugRecord> {
    if records.len() < 2 {
        return records;
    }
    let mut seen = HashSet::new();
    let mut kept: Vec<DebugRecord> = records
        .into_iter()
        .rev()
        .filter(|record| match &record.kind {
            DebugRecordKind::Value(variable) | DebugRecordKind::Assign { variable, .. } => {
                seen.insert((variable.variable, fragment(module, variable.expression), record.location))
            }
            DebugRecordKind::Declare(_) | DebugRecordKind::DeclareValue(_) | DebugRecordKind::Label(_) => {
                true
            }
        })
        .collect();
    kept.reverse();
    kept
}

/// Returns the operations at the end of an LLVM 3.7 expression that select a part of a variable.
fn fragment(module: &Module, expression: MetadataId) -> Vec<u64> {
    let Some(Metadata::Node { fields, .. }) = module.metadata.get(expression) else { return Vec::new() };
    let elements = module.metadata.numbers(fields);
    let (operations, _) = dwarf::split_fragment(Dialect::Dxil37, elements);
    elements.get(operations.len()..).unwrap_or_default().to_vec()
}

/// What the calls are of.
#[derive(Default)]
struct Calls {
    declare: Option<(GlobalId, TypeId)>,
    value: Option<(GlobalId, TypeId)>,
    /// Types that were asked for, each of which may be a part of many.
    known: HashMap<TypeId, bool>,
}

impl Calls {
    /// Says what the records of a body say by calls.
    fn records(&mut self, module: &mut Module, body: &mut Body, unsayable: &HashSet<MetadataId>) {
        if body.debug_records.is_empty() {
            return;
        }
        let mut before: HashMap<InstructionId, Vec<InstructionId>> = HashMap::new();
        let mut numbers: HashMap<Value, u32> = HashMap::new();
        for (index, value) in (0..).zip(&body.local_metadata) {
            numbers.insert(*value, index);
        }
        let order: Vec<InstructionId> = body.in_order().map(|(_, id, _)| id).collect();
        for id in order {
            let records = body.debug_records.take(id);
            for record in without_overridden(module, records) {
                if let Some(call) = self.call(module, body, &mut numbers, record, unsayable) {
                    before.entry(id).or_default().push(call);
                }
            }
        }
        body.debug_records = Default::default();
        body.put_before(before);
    }

    /// The call that says what a record says.
    fn call(
        &mut self,
        module: &mut Module,
        body: &mut Body,
        numbers: &mut HashMap<Value, u32>,
        record: DebugRecord,
        unsayable: &HashSet<MetadataId>,
    ) -> Option<InstructionId> {
        let (variable, is_address) = match record.kind {
            DebugRecordKind::Declare(variable) => (variable, true),
            DebugRecordKind::Value(variable)
            | DebugRecordKind::DeclareValue(variable)
            | DebugRecordKind::Assign { variable, .. } => (variable, false),
            DebugRecordKind::Label(_) => return None,
        };
        let DebugVariable { value, variable, expression } = variable;
        // LLVM 3.7 has no form for the value, but the last known value of the variable ends here.
        let is_unknown = unsayable.contains(&expression) || matches!(value, DebugValue::List(_));
        let is_address = is_address && !is_unknown;
        let place = match value {
            DebugValue::Value(value)
                if !is_unknown && !matches!(value.kind(), ValueKind::Constant(_) | ValueKind::Global(_)) =>
            {
                let next = u32::try_from(body.local_metadata.len()).ok()?;
                let index = *numbers.entry(value).or_insert(next);
                if index == next {
                    body.local_metadata.push(value);
                }
                Value::new(ValueKind::LocalMetadata(index))
            }
            DebugValue::Node(node) if !is_unknown => node.into(),
            value => {
                let known = match value {
                    _ if is_unknown => None,
                    DebugValue::Value(value) => Some((module.type_of(None, value)?, Some(value))),
                    DebugValue::Gone(ty) => Some((ty, None)),
                    DebugValue::List(_) | DebugValue::Node(_) => None,
                };
                let known = known.filter(|(ty, _)| self.is_known(module, *ty, TYPE_DEPTH));
                let value = match known {
                    Some((_, Some(value))) => value,
                    Some((ty, None)) => module.undef(ty),
                    // LLVM has the same type for a value that it cannot express.
                    None => {
                        let i1 = module.types.int(1);
                        module.undef(i1)
                    }
                };
                module.value_as_metadata(value).into()
            }
        };
        let (callee, function_type) = self.function(module, is_address);
        let mut arguments = vec![place];
        if !is_address {
            let i64 = module.types.int(64);
            arguments.push(module.int(i64, 0));
        }
        arguments.extend([Value::from(variable), Value::from(expression)]);
        let op = Op::Call {
            callee: callee.into(),
            function_type,
            arguments: body.lists.values.list_of(&arguments),
            attributes: None.into(),
            calling_convention: 0,
            // Like the calls that LLVM creates from records.
            tail: TailCall::Tail,
        };
        let void = module.types.void();
        let mut call = Instruction::new(op, void);
        call.location = Some(record.location).into();
        Some(body.instructions.push(call))
    }

    /// Whether values of a type are there in LLVM 3.7.
    fn is_known(&mut self, module: &Module, ty: TypeId, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        if let Some(known) = self.known.get(&ty) {
            return *known;
        }
        let known = match module.types.get(ty) {
            Some(Type::Target(_)) | None => false,
            Some(Type::Array(inner, _) | Type::Vector(inner, _)) => self.is_known(module, *inner, depth),
            Some(_) => {
                let members = module.types.members(ty).unwrap_or_default();
                members.iter().all(|member| self.is_known(module, *member, depth))
            }
        };
        self.known.insert(ty, known);
        known
    }

    /// The function that says it, and its type.
    fn function(&mut self, module: &mut Module, is_address: bool) -> (GlobalId, TypeId) {
        let (known, name) = if is_address { (&mut self.declare, DECLARE) } else { (&mut self.value, VALUE) };
        *known.get_or_insert_with(|| {
            let (void, i64) = (module.types.void(), module.types.int(64));
            let metadata = module.types.intern(Type::Metadata);
            let parameters: &[TypeId] =
                if is_address { &[metadata; 3] } else { &[metadata, i64, metadata, metadata] };
            let ty = module.types.function(void, parameters);
            let function = module.declare_function(name, ty);
            // What is said of memory becomes `readnone`, which is no word of today.
            let no_memory = Attribute::Memory(MemoryEffects::all(Access::None));
            for attribute in [Attribute::Flag(AttributeKind::NoUnwind), no_memory] {
                let added = module.add_function_attribute(function, Slot::Function, attribute);
                debug_assert_eq!(added, Ok(()), "a function has attributes");
            }
            (function, ty)
        })
    }
}
