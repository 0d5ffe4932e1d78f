//! Intrinsics: declarations that have other names, parameters and attributes today, and those of debug information,
//! which are none any more. What becomes of their calls stands in `calls.rs`.
//!
//! Source: LLVM 22's AutoUpgrade.cpp.

use hashbrown::HashMap;

use bstr::{BStr, BString};

use crate::intrinsics::{self, IntrinsicRow};
use crate::{Global, GlobalId, Type, TypeId};

use super::recall::{Calls, Recall, Recalls};
use super::{Conversion, Result, ToModernError, ToModernErrorKind};

/// What a function is today.
struct Today {
    row: &'static IntrinsicRow,
    name: BString,
    function_type: TypeId,
    calls: Calls,
}

impl Conversion<'_> {
    /// Makes of intrinsics what they are today.
    pub(super) fn renew_intrinsics(&mut self) -> std::result::Result<(), ToModernError> {
        let mut recalls = Recalls::new();
        let mut known = HashMap::<BString, GlobalId>::new();
        let ids: Vec<GlobalId> = self.into.globals.keys().collect();
        for id in &ids {
            let result = self.declared_today(*id, &mut known, &mut recalls);
            result.map_err(|kind| self.at_global(*id, kind))?;
        }
        if recalls.is_empty() {
            return Ok(());
        }
        for id in &ids {
            let Some(global) = self.into.globals.get_mut(*id) else { continue };
            let function_type = global.value_type;
            let Some(mut body) = global.body_mut().map(std::mem::take) else { continue };
            let result = self.recall(&mut body, function_type, &recalls);
            if let Some(emptied) = self.into.globals.get_mut(*id).and_then(Global::body_mut) {
                *emptied = body;
            }
            result.map_err(|kind| self.at_global(*id, kind))?;
        }
        self.remove_old(&recalls)
    }

    fn at_global(&self, id: GlobalId, kind: ToModernErrorKind) -> ToModernError {
        match self.from.globals.get(id) {
            Some(global) => kind.of_global(global, id),
            None => kind.of_module(),
        }
    }

    /// Makes of a declaration what it is today; notes what becomes of its calls, if anything does.
    fn declared_today(
        &mut self,
        id: GlobalId,
        known: &mut HashMap<BString, GlobalId>,
        recalls: &mut Recalls,
    ) -> Result<()> {
        let Some(global) = self.into.globals.get(id) else { return Ok(()) };
        let is_declared = global.function().is_some_and(|function| function.body.is_none());
        if !is_declared || !intrinsics::is_reserved(&global.name) {
            return Ok(());
        }
        let (name, old_type) = (global.name.clone(), global.value_type);
        if let Some(calls) = Calls::of_debug_information(&name) {
            recalls.insert(id, Recall { callee: id, old_type, calls });
            return Ok(());
        }
        let Some(today) = self.today(name.as_ref(), old_type) else {
            let what = "has a function type that does not match an overload";
            return if intrinsics::find(&name).is_some() {
                Err(ToModernErrorKind::Intrinsic { name, what })
            } else {
                Ok(())
            };
        };
        let callee = *known.entry(today.name.clone()).or_insert(id);
        if callee != id || today.calls != Calls::Kept {
            recalls.insert(id, Recall { callee, old_type, calls: today.calls });
        }
        if callee == id {
            self.redeclare(id, today);
        }
        Ok(())
    }

    fn redeclare(&mut self, id: GlobalId, today: Today) {
        let attributes = today.row.attribute_list(&mut self.into, today.function_type);
        if let Some(global) = self.into.globals.get_mut(id) {
            (global.name, global.value_type) = (today.name, today.function_type);
            if let Some(function) = global.function_mut() {
                function.attributes = attributes;
            }
        }
    }

    /// What a function of this name and type is today; `None` where it is no intrinsic that is described, or has a type
    /// that it has not.
    fn today(&mut self, name: &BStr, function_type: TypeId) -> Option<Today> {
        let row = intrinsics::find(name)?;
        let Type::Function { result, parameters, is_variadic: false } = self.into.types.get(function_type)?
        else {
            return None;
        };
        let (result, mut parameters) = (*result, parameters.to_vec());
        let calls = match (row.name, parameters.len()) {
            ("llvm.lifetime.start" | "llvm.lifetime.end", 2) => Calls::WithoutSize,
            ("llvm.memcpy" | "llvm.memmove", 5) => Calls::WithoutAlignment(2),
            ("llvm.memset", 5) => Calls::WithoutAlignment(1),
            ("llvm.objectsize", 2) => Calls::WithFlags(2),
            _ => Calls::Kept,
        };
        match calls {
            Calls::WithoutSize => _ = parameters.remove(0),
            Calls::WithoutAlignment(_) => _ = parameters.remove(3),
            Calls::WithFlags(count) => {
                let flag = self.into.types.int(1);
                parameters.extend(std::iter::repeat_n(flag, count));
            }
            Calls::Kept | Calls::Value | Calls::Declare => {}
        }
        let function_type = self.into.types.function(result, &parameters);
        let overloads = row.overloads(&self.into.types, function_type)?;
        let name = row.mangled_name(&self.into.types, &overloads)?;
        Some(Today { row, name, function_type, calls })
    }

    /// Takes out declarations that nothing calls any more.
    fn remove_old(&mut self, recalls: &Recalls) -> std::result::Result<(), ToModernError> {
        let is_old = |id: GlobalId| {
            recalls
                .get(&id)
                .is_some_and(|recall| recall.callee != id || recall.calls.is_of_debug_information())
        };
        let old = self.into.globals.keys().filter(|id| is_old(*id)).count();
        if self.into.remove_unused_globals(is_old) == old {
            return Ok(());
        }
        let left = recalls.keys().copied().filter(|id| is_old(*id)).min();
        let name = left.and_then(|id| self.from.globals.get(id)).map(|global| global.name.clone());
        let what = "is used other than as a callee, which is not supported";
        Err(ToModernErrorKind::Intrinsic { name: name.unwrap_or_default(), what }.of_module())
    }
}
