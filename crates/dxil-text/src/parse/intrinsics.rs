//! Intrinsics of modern texts: those that are called without being declared, those whose names are not what their types
//! make of them, and those as an older LLVM had them. Separate because it is done once everything was read.
//!
//! Source: LLVM 22's assembler.

use bstr::BStr;
use dxil::ops::Opcode;
use dxil_ir::arena::Id as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::globals::{Function, GlobalKind};
use dxil_ir::instruction::TailCall;
use dxil_ir::intrinsics::{self, IntrinsicRow, LlvmVersion};
use dxil_ir::{
    Alignment, Body, CastOp, DllStorage, Global, GlobalId, InstructionId, Linkage, Op, Type, TypeId,
    UnnamedAddress, Value, ValueKind, Visibility,
};
use hashbrown::{HashMap, HashSet};

use super::cursor::{Parser, Result};
use super::names;
use super::undeclared_calls::UndeclaredCall;
use crate::limits;

/// What a function is today.
#[derive(Clone)]
struct Today {
    row: &'static IntrinsicRow,
    name: Vec<u8>,
    function_type: TypeId,
    calls: Calls,
}

/// What becomes of the calls of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Calls {
    /// They call another one.
    Kept,
    /// Their first argument, a size, is left out; they are too, if the second is no variable of the function.
    WithoutSize,
    /// They say in addition that zero is no special case.
    WithFlag,
    /// The alignment is no argument but an attribute of so many pointers.
    WithoutAlignment(u32),
    /// They say an operation first, as LLVM 22 has it; an output also a vertex, which it does not have.
    WithOperation,
}

/// A call, what it calls, and what else becomes of it.
type Recall = (InstructionId, GlobalId, Calls);

impl<'s> Parser<'s> {
    /// Takes the name of an intrinsic that is not declared, if it is one. Says what is to be called until it is.
    pub(super) fn undeclared_intrinsic(&mut self) -> Option<Value> {
        let function = self.intrinsics.function.filter(|_| self.is_modern())?;
        let name = names::name(self.text());
        if !intrinsics::is_reserved(&name) || self.globals.named(&name).is_some() {
            return None;
        }
        let instruction = self.locals.as_ref()?.body.instructions.next_id();
        self.intrinsics.calls.push(UndeclaredCall { name, start: self.at.start, function, instruction });
        self.bump();
        Some(function.into())
    }

    /// Declares what is called, and makes of intrinsics what they are in modern LLVM.
    pub(super) fn intrinsics(&mut self) {
        if !self.is_modern() || self.has_faults() {
            return;
        }
        let mut calls = std::mem::take(&mut self.intrinsics.calls);
        // By name, the last call first.
        calls.reverse();
        calls.sort_by(|one, other| one.name.cmp(&other.name));
        let mut recalls = HashMap::<GlobalId, Vec<Recall>>::new();
        for call in calls {
            match self.declare_called(&call) {
                Ok(Some((callee, calls))) => {
                    recalls.entry(call.function).or_default().push((call.instruction, callee, calls));
                }
                Ok(None) => {}
                Err(fault) => self.note(fault),
            }
        }
        let mut replaced = HashMap::new();
        // New ones come while these are gone through.
        let mut index = 0;
        while index < self.module.globals.len() {
            let id = GlobalId::new(index);
            index += 1;
            match self.declared_today(id) {
                Ok(by) => replaced.extend(by.map(|by| (id, by))),
                Err(fault) => self.note(fault),
            }
        }
        if self.has_faults() {
            return;
        }
        for (function, calls) in recalls {
            self.recall(function, &calls);
        }
        if !replaced.is_empty() {
            self.replace_intrinsics(&replaced);
        }
    }

    /// Declares what a call calls, and says what becomes of the call.
    fn declare_called(&mut self, call: &UndeclaredCall<'s>) -> Result<Option<(GlobalId, Calls)>> {
        let op = self.module.globals.get(call.function).and_then(Global::body);
        let op = op.and_then(|body| Some(&body.instructions.get(call.instruction)?.op));
        let Some(Op::Call { function_type, .. }) = op else { return Ok(None) };
        let function_type = *function_type;
        let Some(today) = self.today(&call.name, function_type, call.start)? else {
            let len = call.name.len() + 1;
            let name = BStr::new(&call.name).to_owned();
            return Err(match intrinsics::find(&call.name) {
                Some(row) => {
                    let row = intrinsics::find_newest(&call.name).unwrap_or(row);
                    let spelled = |ty| self.spelled(ty);
                    let why = row.mismatch(&self.module.types, function_type, spelled).unwrap_or_else(|| {
                        format!("intrinsic expected another type, but got {}", spelled(function_type))
                    });
                    self.fault_at(call.start, len, format!("{why}: invalid intrinsic signature of {name}"))
                }
                None if intrinsics::is_known(LlvmVersion::NEWEST, &call.name) => self
                    .fault_at(
                        call.start,
                        len,
                        format!("call of {name}, which is not supported without a declaration"),
                    )
                    .with_hint("declare it"),
                None => self.undefined(call.start, len, format!("unknown intrinsic {name}")),
            });
        };
        Ok(Some((self.declare(&today, call.start)?, today.calls)))
    }

    /// What a function that is declared is to be replaced by, if it is not as it is today.
    fn declared_today(&mut self, id: GlobalId) -> Result<Option<(GlobalId, Calls)>> {
        let Some(global) = self.module.globals.get(id) else { return Ok(None) };
        let is_declared = global.function().is_some_and(|function| function.body.is_none());
        if !is_declared || !intrinsics::is_reserved(&global.name) || global.name.starts_with(b"llvm.dbg.") {
            return Ok(None);
        }
        let has_attributes = global.function().is_some_and(|function| function.attributes.is_some());
        let (name, function_type) = (global.name.clone(), global.value_type);
        let start = self.places.global(id).unwrap_or_default();
        let Some(today) = self.today(&name, function_type, start)? else { return Ok(None) };
        if today.name != **name || today.calls != Calls::Kept {
            return Ok(Some((self.declare(&today, start)?, today.calls)));
        }
        // What the text says stays, although LLVM would say it anew: compilers add what they found out.
        if has_attributes {
            return Ok(None);
        }
        let attributes = today.row.attribute_list(&mut self.module, function_type);
        self.set_global(id, |global| {
            if let Some(function) = global.function_mut() {
                function.attributes = attributes;
            }
        });
        Ok(None)
    }

    /// What a function of this name and type is today; `None` where it is no intrinsic that is described.
    fn today(&mut self, name: &[u8], function_type: TypeId, start: usize) -> Result<Option<Today>> {
        if let Some(today) = self.renewed(name, function_type) {
            return Ok(Some(today));
        }
        let reduced = reduction(name);
        let name = reduced.as_deref().unwrap_or(name);
        let typed = intrinsics::find_typed(name, &self.module.types, function_type);
        typed.map_or(Ok(None), |(row, _)| self.mangled(row, function_type, Calls::Kept, start))
    }

    /// The same, of a row, where its types fit.
    fn mangled(
        &mut self,
        row: &'static IntrinsicRow,
        function_type: TypeId,
        calls: Calls,
        start: usize,
    ) -> Result<Option<Today>> {
        let Some(overloads) = row.overloads(&self.module.types, function_type) else { return Ok(None) };
        match row.mangled_name(&self.module.types, &overloads) {
            Some(name) => Ok(Some(Today { row, name: name.into(), function_type, calls })),
            None => {
                let message = format!("{} on an unnamed struct type is not supported", row.name);
                Err(self.fault_at(start, row.name.len() + 1, message))
            }
        }
    }

    /// What a function is in LLVM 22 that has other parameters in an older one, or in LLVM main.
    fn renewed(&mut self, name: &[u8], function_type: TypeId) -> Option<Today> {
        let Type::Function { result, parameters, is_variadic: false } =
            self.module.types.get(function_type)?
        else {
            return None;
        };
        let (result, mut parameters) = (*result, parameters.to_vec());
        let row = intrinsics::find(name)?;
        let calls = match (row.name, parameters.len()) {
            ("llvm.lifetime.start" | "llvm.lifetime.end", 2) => {
                parameters.remove(0);
                Calls::WithoutSize
            }
            ("llvm.ctlz" | "llvm.cttz", 1) => {
                parameters.push(self.module.types.intern(Type::Integer(1)));
                Calls::WithFlag
            }
            ("llvm.memcpy" | "llvm.memmove", 5) => {
                parameters.remove(3);
                Calls::WithoutAlignment(2)
            }
            ("llvm.memset", 5) => {
                parameters.remove(3);
                Calls::WithoutAlignment(1)
            }
            ("llvm.dx.load.input" | "llvm.dx.store.output", 4) => {
                let i32 = self.module.types.int(32);
                parameters.insert(0, i32);
                if row.name == "llvm.dx.store.output" {
                    parameters.insert(4, i32);
                }
                Calls::WithOperation
            }
            _ => return None,
        };
        let function_type = self.module.types.function(result, &parameters);
        self.mangled(row, function_type, calls, 0).ok().flatten()
    }

    /// The declaration of an intrinsic, which is added if there is none.
    fn declare(&mut self, today: &Today, start: usize) -> Result<GlobalId> {
        if let Some(id) = self.globals.named(&today.name) {
            let found =
                self.module.globals.get(id).map(|global| (global.value_type, global.body().is_some()));
            if found == Some((today.function_type, false)) {
                return Ok(id);
            }
            // An older one of the same name goes away.
            let is_replaced = match found {
                Some((function_type, false)) => {
                    let by = self.today(&today.name, function_type, start)?;
                    by.is_some_and(|by| by.name != today.name || by.calls != Calls::Kept)
                }
                _ => false,
            };
            if !is_replaced {
                let name = BStr::new(&today.name).to_owned();
                let message = format!("intrinsic {name} is declared with another type");
                return Err(self.fault_at(start, name.len() + 1, message));
            }
        }
        self.intrinsics.made += today.name.len();
        let limit = limits::MADE_NAMES_FREE + limits::MADE_NAMES_PER_BYTE * self.source.len();
        if self.intrinsics.made > limit {
            let message = format!("names of intrinsic overloads exceed the limit of {limit} bytes");
            return Err(self.fault_at(start, 1, message));
        }
        let attributes = today.row.attribute_list(&mut self.module, today.function_type);
        let function = Function {
            calling_convention: 0,
            attributes,
            garbage_collector: Vec::new().into(),
            prologue: None,
            prefix: None,
            personality: None,
            body: None,
        };
        let global = Global {
            name: today.name.clone().into(),
            ty: self.module.address_type(today.function_type, self.program_space),
            value_type: today.function_type,
            linkage: Linkage::External,
            visibility: Visibility::Default,
            dll_storage: DllStorage::Default,
            unnamed_address: UnnamedAddress::Significant,
            is_dso_local: false,
            metadata: Vec::new(),
            alignment: Alignment::NATURAL,
            section: Vec::new().into(),
            comdat: None,
            kind: GlobalKind::Function(Box::new(function)),
        };
        Ok(self.add_global(today.name.clone().into(), start, global))
    }

    /// Makes calls of functions those of others, and takes the functions out of the module.
    fn replace_intrinsics(&mut self, replaced: &HashMap<GlobalId, (GlobalId, Calls)>) {
        let functions: Vec<GlobalId> = self.module.bodies().map(|(id, ..)| id).collect();
        for function in functions {
            let Some(body) = self.module.globals.get(function).and_then(Global::body) else { continue };
            let calls = body.in_order().filter_map(|(_, id, instruction)| {
                let Op::Call { callee, .. } = &instruction.op else { return None };
                let ValueKind::Global(callee) = callee.kind() else { return None };
                replaced.get(&callee).map(|(callee, calls)| (id, *callee, *calls))
            });
            let calls: Vec<_> = calls.collect();
            self.recall(function, &calls);
        }
        let kept: Vec<GlobalId> =
            self.module.globals.keys().filter(|id| !replaced.contains_key(id)).collect();
        let removed = self.module.remove_unused_globals(|id| replaced.contains_key(&id));
        if removed != replaced.len() {
            let first = replaced.keys().min().and_then(|id| self.places.global(*id)).unwrap_or_default();
            let fault = self.fault_at(first, 1, "an intrinsic can only be called, not used as a value");
            self.note(fault);
            return;
        }
        // What is behind them has other ids now.
        let mut places = Vec::with_capacity(kept.len());
        let mut instructions = HashMap::new();
        for (id, old) in self.module.globals.keys().zip(kept) {
            places.extend(self.places.globals.get(old.index()).copied());
            instructions.extend(self.places.instructions.remove(&old).map(|of_old| (id, of_old)));
        }
        self.places.globals = places;
        self.places.instructions = instructions;
    }

    /// Makes calls in a function those of other functions.
    fn recall(&mut self, function: GlobalId, calls: &[Recall]) {
        let Some(mut body) =
            self.module.globals.get_mut(function).and_then(Global::body_mut).map(std::mem::take)
        else {
            return;
        };
        // What is another call says nothing of what that one said.
        let others = calls.iter().filter(|(.., calls)| *calls != Calls::Kept);
        let others: HashSet<_> = others.map(|(id, ..)| *id).collect();
        if !others.is_empty() {
            body.attachments.retain(|(id, ..)| !others.contains(id));
        }
        let mut erased = HashSet::new();
        for (instruction, callee, calls) in calls {
            if !self.call_today(&mut body, *instruction, *callee, *calls) {
                erased.insert(*instruction);
            }
        }
        if !erased.is_empty() {
            body.erase(|id| erased.contains(&id));
        }
        if let Some(emptied) = self.module.globals.get_mut(function).and_then(Global::body_mut) {
            *emptied = body;
        }
    }

    /// Makes a call that of another function. Says whether it stays.
    fn call_today(&mut self, body: &mut Body, id: InstructionId, new: GlobalId, calls: Calls) -> bool {
        let new_type = self.module.globals.get(new).map(|global| global.value_type);
        let Some(Op::Call { arguments, attributes, .. }) = body.instructions.get(id).map(|call| &call.op)
        else {
            return true;
        };
        let mut new_arguments = arguments.as_slice(&body.lists.values).to_vec();
        let mut new_attributes = None;
        match calls {
            Calls::Kept => new_attributes = attributes.expand(),
            Calls::WithoutSize => {
                let variable = new_arguments.get(1).and_then(|pointer| variable_of(body, *pointer));
                let Some(variable) = variable else {
                    // It stays in the arena, where it must not refer to what goes away.
                    if let Some(call) = body.instructions.get_mut(id) {
                        call.op = Op::Unreachable;
                    }
                    return false;
                };
                new_arguments = vec![variable];
            }
            Calls::WithFlag => {
                let ty = self.module.types.intern(Type::Integer(1));
                new_arguments.extend(self.integer_of(ty, 0));
            }
            Calls::WithoutAlignment(pointers) => {
                let alignment = new_arguments.get(3).and_then(|value| self.module.integer(*value));
                if new_arguments.len() > 3 {
                    new_arguments.remove(3);
                }
                let alignment = alignment.filter(|alignment| alignment.is_power_of_two());
                new_attributes = self.module.alignment_of_pointers(attributes.expand(), pointers, alignment);
            }
            Calls::WithOperation => {
                let i32 = self.module.types.int(32);
                let is_store = body
                    .instructions
                    .get(id)
                    .is_some_and(|call| matches!(self.module.types.get(call.ty), Some(Type::Void)));
                // LLVM 22 writes the same one for both.
                let operation = self.module.int(i32, i64::from(Opcode::LOAD_INPUT.0));
                new_arguments.insert(0, operation);
                if is_store && new_arguments.len() > 4 {
                    new_arguments.insert(4, self.module.constant(i32, ConstantKind::Poison));
                }
            }
        }
        let new_arguments = body.lists.values.list_of(&new_arguments);
        let Some(Op::Call { callee, function_type, arguments, attributes, tail, .. }) =
            body.instructions.get_mut(id).map(|call| &mut call.op)
        else {
            return true;
        };
        *callee = new.into();
        *function_type = new_type.unwrap_or(*function_type);
        *arguments = new_arguments;
        *attributes = new_attributes.into();
        if calls != Calls::Kept {
            *tail = TailCall::No;
        }
        true
    }
}

/// The name of a reduction of a vector that was an experiment once.
fn reduction(name: &[u8]) -> Option<Vec<u8>> {
    let rest = name.strip_prefix(b"llvm.experimental.vector.reduce.")?;
    let rest = rest.strip_prefix(b"v2.").unwrap_or(rest);
    Some([b"llvm.vector.reduce.", rest].concat())
}

/// The variable of a function that a pointer is the address of, with nothing but casts between.
fn variable_of(body: &Body, mut pointer: Value) -> Option<Value> {
    // Casts cannot go in circles in a module that means something; others end here.
    for _ in 0..body.instructions.len() {
        let ValueKind::Instruction(id) = pointer.kind() else { return None };
        let op = &body.instructions.get(id)?.op;
        if let Op::Alloca { .. } = op {
            return Some(pointer);
        }
        let Op::Cast(CastOp::Bitcast | CastOp::AddrSpaceCast, value) = op else { return None };
        pointer = *value;
    }
    None
}
