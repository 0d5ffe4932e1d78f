//! Declares and calls intrinsics, with LLVM's attributes and mangled names. Separate because the upgrade and the
//! lowering build calls of intrinsics in several passes.

use az::SaturatingAs as _;
use bstr::BString;
use dxil_ir::builder::Build;
use dxil_ir::intrinsics::{IntrinsicRow, LlvmVersion, Shape, find_in};
use dxil_ir::{Global, GlobalId, Module, TypeId, Value};
use hashbrown::HashMap;

use crate::error::{Result, invalid};

/// The declared intrinsics of a module, with caches for lookups: most calls are equal to an earlier call except for
/// their operands.
pub(crate) struct Intrinsics {
    llvm: LlvmVersion,
    functions: HashMap<BString, GlobalId>,
    /// Rows of the table by the addresses and lengths of their names, which are static strings.
    rows: HashMap<(usize, usize), Option<&'static IntrinsicRow>>,
    /// Functions by cache keys; see [`write_key`].
    called: HashMap<Box<[u64]>, GlobalId>,
    /// The buffer for cache keys.
    key: Vec<u64>,
    /// Constants for lane indices, by index.
    lanes: Vec<Option<Value>>,
    /// The functions that were declared between [`begin_last`](Self::begin_last) and [`end_last`](Self::end_last).
    last: Vec<GlobalId>,
    is_last: bool,
}

/// The last lane index whose constant is cached. Few vectors have more lanes.
const MAX_LANES: usize = 16;

/// The known types of the results of an intrinsic.
#[derive(Debug, Clone, Copy)]
pub(super) enum Given<'t> {
    /// The types of the results.
    Results(&'t [TypeId]),
    /// Types for results that the argument types do not determine.
    Expected(&'t [TypeId]),
}

/// Writes the cache key of a call: the address of the row, which is unique for the intrinsic, then the argument types
/// (0 for an unknown type), then the result types. The upper 32 bits of a type state its role.
fn write_key(
    key: &mut Vec<u64>,
    row: &'static IntrinsicRow,
    arguments: impl Iterator<Item = Option<TypeId>>,
    given: Given<'_>,
) {
    let part = |role: u64, ty: TypeId| role << 32 | u64::from(ty.as_u32());
    key.clear();
    key.push(std::ptr::from_ref(row).addr() as u64);
    key.extend(arguments.map(|ty| ty.map_or(0, |ty| part(1, ty))));
    match given {
        Given::Results(types) => key.extend(types.iter().map(|ty| part(2, *ty))),
        Given::Expected(types) => key.extend(types.iter().map(|ty| part(3, *ty))),
    }
}

impl Intrinsics {
    pub(crate) fn of(module: &Module, llvm: LlvmVersion) -> Self {
        let named = module.globals.iter().filter(|(_, global)| global.function().is_some());
        let functions = named.map(|(id, global)| (global.name.clone(), id)).collect();
        Self {
            llvm,
            functions,
            rows: HashMap::new(),
            called: HashMap::new(),
            key: Vec::new(),
            lanes: Vec::new(),
            last: Vec::new(),
            is_last: false,
        }
    }

    /// Returns LLVM's declaration of an intrinsic: its row in the table, or `None` if the LLVM version does not have
    /// it.
    pub(crate) fn row(&self, name: &str) -> Option<&'static IntrinsicRow> {
        find_in(self.llvm, name)
    }

    /// Like [`row`](Self::row), but with a cache that is keyed by the address of the name.
    pub(super) fn row_named(&mut self, name: &'static str) -> Option<&'static IntrinsicRow> {
        let key = (name.as_ptr().addr(), name.len());
        if let Some(known) = self.rows.get(&key) {
            return *known;
        }
        let row = self.row(name);
        self.rows.insert(key, row);
        row
    }

    /// Returns the `i32` constant for a lane index.
    pub(super) fn lane(&mut self, module: &mut Module, lane: u64) -> Value {
        let index = lane.saturating_as::<usize>();
        if let Some(Some(known)) = self.lanes.get(index) {
            return *known;
        }
        let i32 = module.types.int(32);
        let value = module.int(i32, lane.saturating_as::<i64>());
        if index <= MAX_LANES {
            self.lanes.resize(self.lanes.len().max(index + 1), None);
            if let Some(known) = self.lanes.get_mut(index) {
                *known = Some(value);
            }
        }
        value
    }

    /// Starts the record of new declarations. Two passes that share one walk record the declarations of the second
    /// pass, to move them after the declarations of the first.
    pub(super) fn begin_last(&mut self) {
        self.is_last = true;
    }

    /// Stops the record of declarations.
    pub(super) fn end_last(&mut self) {
        self.is_last = false;
    }

    /// Returns the recorded functions in the order of their declarations.
    pub(super) fn last(&self) -> &[GlobalId] {
        &self.last
    }

    /// Builds a call of an intrinsic at the insertion point of `build`. `results` are the result types: the member
    /// types if the result is a structure. Returns `None` if the intrinsic does not have an overload for these types.
    ///
    /// # Errors
    ///
    /// An argument is invalid.
    pub(crate) fn call(
        &mut self,
        build: &mut impl Build,
        row: &'static IntrinsicRow,
        arguments: &[Value],
        results: &[TypeId],
    ) -> Result<Option<Value>> {
        let known = {
            let build = &*build;
            let types = arguments.iter().map(|argument| build.type_of(*argument).ok());
            self.known(row, types, Given::Results(results))
        };
        let function = match known {
            Some(known) => known,
            None => {
                let mut parameters = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    parameters.push(build.type_of(*argument).map_err(invalid)?);
                }
                let Some(function) = self.declared(build.module(), row, &parameters, results) else {
                    return Ok(None);
                };
                self.keep(row, parameters.into_iter().map(Some), Given::Results(results), function);
                function
            }
        };
        build.call(function, arguments).map(Some).map_err(invalid)
    }

    /// Returns the function of an intrinsic with these parameter and result types, and declares it if it does not
    /// exist. Returns `None` if the intrinsic does not have an overload for these types.
    pub(super) fn declared(
        &mut self,
        module: &mut Module,
        row: &'static IntrinsicRow,
        parameters: &[TypeId],
        results: &[TypeId],
    ) -> Option<GlobalId> {
        let types = &mut module.types;
        let result = match results {
            [] => types.void(),
            [result] => *result,
            members => types.literal(members),
        };
        let function_type = types.function(result, parameters);
        let overloads = row.overloads(types, function_type)?;
        let name = row.mangled_name(types, &overloads)?;
        if let Some(known) = self.functions.get(&name) {
            return Some(*known);
        }
        let id = module.declare_function("", function_type);
        let attributes = row.attribute_list(module, function_type);
        if let Some(global) = module.globals.get_mut(id) {
            global.name = name.clone();
        }
        if let Some(function) = module.globals.get_mut(id).and_then(Global::function_mut) {
            function.attributes = attributes;
        }
        self.functions.insert(name, id);
        if self.is_last {
            self.last.push(id);
        }
        Some(id)
    }

    /// Returns the cached function of a call. `arguments` are types, or `None` for a constant whose type follows from
    /// the other types.
    pub(super) fn known(
        &mut self,
        row: &'static IntrinsicRow,
        arguments: impl Iterator<Item = Option<TypeId>>,
        given: Given<'_>,
    ) -> Option<GlobalId> {
        write_key(&mut self.key, row, arguments, given);
        self.called.get(self.key.as_slice()).copied()
    }

    /// Caches the function of a call for [`known`](Self::known).
    pub(super) fn keep(
        &mut self,
        row: &'static IntrinsicRow,
        arguments: impl Iterator<Item = Option<TypeId>>,
        given: Given<'_>,
        function: GlobalId,
    ) {
        write_key(&mut self.key, row, arguments, given);
        self.called.insert(self.key.as_slice().into(), function);
    }
}

/// Returns the result types of an intrinsic from its argument types, and from `expected` for types that the argument
/// types do not determine. Returns `None` if a type remains unknown.
pub(crate) fn results(
    module: &mut Module,
    row: &IntrinsicRow,
    arguments: &[Option<TypeId>],
    expected: &[TypeId],
) -> Option<Vec<TypeId>> {
    let overloads = overloads(row, arguments, expected);
    let mut slot = 0;
    let mut types = Vec::with_capacity(row.result.len());
    for shape in row.result {
        if shape.is_overload() {
            types.push(overloads.get(slot).copied().flatten()?);
            slot += 1;
        } else {
            types.push(shape.make(&mut module.types, &overloads)?);
        }
    }
    Some(types)
}

/// Returns the overload types of an intrinsic, from its argument types and the expected result types. An overload type
/// that is not known is `None`.
pub(crate) fn overloads(
    row: &IntrinsicRow,
    arguments: &[Option<TypeId>],
    expected: &[TypeId],
) -> Vec<Option<TypeId>> {
    let given = expected.iter().copied().map(Some).chain(std::iter::repeat(None)).take(row.result.len());
    let of_result = row.result.iter().zip(given);
    let of_arguments = row.parameters.iter().zip(arguments.iter().copied());
    let all: Vec<(&Shape, Option<TypeId>)> = of_result.chain(of_arguments).collect();
    let mut overloads: Vec<Option<TypeId>> =
        all.iter().filter(|(shape, _)| shape.is_overload()).map(|(_, ty)| *ty).collect();
    // The type of an argument that must match an overload has precedence over an expected type.
    for (shape, ty) in &all {
        if let (Shape::Match(slot), Some(ty)) = (shape, ty)
            && let Some(overload) = overloads.get_mut(*slot)
        {
            *overload = Some(*ty);
        }
    }
    overloads
}
