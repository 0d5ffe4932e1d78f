//! Calls of intrinsics: declared as LLVM declares them, with the types of overloads in their names. Separate because
//! handles, accesses and arithmetic all make such calls.

use az::SaturatingAs as _;
use bstr::BString;
use dxil_ir::builder::Build;
use dxil_ir::intrinsics::{IntrinsicRow, Shape, find, find_in_main};
use dxil_ir::{Global, GlobalId, Module, TypeId, Value};
use hashbrown::HashMap;

use super::Llvm;
use crate::error::{Result, invalid};

/// The intrinsics of a module.
pub(crate) struct Intrinsics {
    llvm: Llvm,
    functions: HashMap<BString, GlobalId>,
    /// The rows that were asked for, by the places and lengths of their names.
    rows: HashMap<(usize, usize), Option<&'static IntrinsicRow>>,
    /// Functions by what was asked for: most calls are like another one.
    called: HashMap<Box<[u64]>, GlobalId>,
    /// Where the words of a call are put together.
    words: Vec<u64>,
    /// The numbers of lanes that were asked for.
    lanes: Vec<Option<Value>>,
    /// The functions that were declared between [`begin_last`](Self::begin_last) and [`end_last`](Self::end_last).
    last: Vec<GlobalId>,
    is_last: bool,
}

/// The last lane whose number is kept: few vectors have more.
const MAX_LANES: usize = 16;

/// What is known of results.
#[derive(Debug, Clone, Copy)]
pub(super) enum Given<'t> {
    /// Their types.
    Results(&'t [TypeId]),
    /// The types that they have where they do not follow from the arguments.
    Expected(&'t [TypeId]),
}

/// Puts together what is asked for: which intrinsic, of which there is one row; the types of the arguments, where they
/// are known; the types of results.
fn words(
    words: &mut Vec<u64>,
    row: &'static IntrinsicRow,
    arguments: impl Iterator<Item = Option<TypeId>>,
    given: Given<'_>,
) {
    let word = |kind: u64, ty: TypeId| kind << 32 | u64::from(ty.as_u32());
    words.clear();
    words.push(std::ptr::from_ref(row).addr() as u64);
    words.extend(arguments.map(|ty| ty.map_or(0, |ty| word(1, ty))));
    match given {
        Given::Results(types) => words.extend(types.iter().map(|ty| word(2, *ty))),
        Given::Expected(types) => words.extend(types.iter().map(|ty| word(3, *ty))),
    }
}

impl Intrinsics {
    pub(crate) fn of(module: &Module, llvm: Llvm) -> Self {
        let named = module.globals.iter().filter(|(_, global)| global.function().is_some());
        let functions = named.map(|(id, global)| (global.name.clone(), id)).collect();
        Self {
            llvm,
            functions,
            rows: HashMap::new(),
            called: HashMap::new(),
            words: Vec::new(),
            lanes: Vec::new(),
            last: Vec::new(),
            is_last: false,
        }
    }

    /// What LLVM declares of an intrinsic.
    pub(crate) fn row(&self, name: &str) -> Option<&'static IntrinsicRow> {
        match self.llvm {
            Llvm::V22 => find(name.as_bytes()).filter(|row| row.name == name),
            Llvm::Main => find_in_main(name),
        }
    }

    /// The same of a name that is asked for often.
    pub(super) fn row_named(&mut self, name: &'static str) -> Option<&'static IntrinsicRow> {
        let place = (name.as_ptr().addr(), name.len());
        if let Some(known) = self.rows.get(&place) {
            return *known;
        }
        let row = self.row(name);
        self.rows.insert(place, row);
        row
    }

    /// The number of a lane as an operand.
    pub(super) fn lane(&mut self, module: &mut Module, lane: u64) -> Value {
        let place = lane.saturating_as::<usize>();
        if let Some(Some(known)) = self.lanes.get(place) {
            return *known;
        }
        let i32 = module.types.int(32);
        let value = module.int(i32, lane.saturating_as::<i64>());
        if place <= MAX_LANES {
            self.lanes.resize(self.lanes.len().max(place + 1), None);
            if let Some(known) = self.lanes.get_mut(place) {
                *known = Some(value);
            }
        }
        value
    }

    /// Begins declarations that a later pass would make.
    pub(super) fn begin_last(&mut self) {
        self.is_last = true;
    }

    /// Ends declarations that a later pass would make.
    pub(super) fn end_last(&mut self) {
        self.is_last = false;
    }

    /// The functions that a later pass would have declared, in order.
    pub(super) fn last(&self) -> &[GlobalId] {
        &self.last
    }

    /// Calls an intrinsic, where `build` stands. `results` are the types of what it gives, several where it gives a
    /// structure; `None` where it does not take these types.
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

    /// The function that an intrinsic is with these parameters and results, which is declared if it is new; `None`
    /// where it does not take these types.
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
            [one] => *one,
            several => types.literal(several),
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

    /// The function that calls like this one call: `arguments` are types, `None` of numbers whose types follow from the
    /// others.
    pub(super) fn known(
        &mut self,
        row: &'static IntrinsicRow,
        arguments: impl Iterator<Item = Option<TypeId>>,
        given: Given<'_>,
    ) -> Option<GlobalId> {
        words(&mut self.words, row, arguments, given);
        self.called.get(self.words.as_slice()).copied()
    }

    /// Keeps which function such a call calls.
    pub(super) fn keep(
        &mut self,
        row: &'static IntrinsicRow,
        arguments: impl Iterator<Item = Option<TypeId>>,
        given: Given<'_>,
        function: GlobalId,
    ) {
        words(&mut self.words, row, arguments, given);
        self.called.insert(self.words.as_slice().into(), function);
    }
}

/// The types of what an intrinsic gives, where its arguments have these types; what does not follow from them is what
/// `expected` says. `None` where neither does.
pub(crate) fn results(
    module: &mut Module,
    row: &IntrinsicRow,
    arguments: &[Option<TypeId>],
    expected: &[TypeId],
) -> Option<Vec<TypeId>> {
    let overloads = overloads(row, arguments, expected);
    let mut slot = 0;
    let mut made = Vec::with_capacity(row.result.len());
    for shape in row.result {
        if shape.is_overload() {
            made.push(overloads.get(slot).copied().flatten()?);
            slot += 1;
        } else {
            made.push(shape.make(&mut module.types, &overloads)?);
        }
    }
    Some(made)
}

/// The overloads as far as they follow from arguments, and from what is expected.
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
    // What an argument has the type of is better known than what is expected.
    for (shape, ty) in &all {
        if let (Shape::Match(slot), Some(ty)) = (shape, ty)
            && let Some(overload) = overloads.get_mut(*slot)
        {
            *overload = Some(*ty);
        }
    }
    overloads
}
