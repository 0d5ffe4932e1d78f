//! Calls of LLVM's own functions whose arguments have to be more than of the right type.

use bstr::{BStr, ByteSlice as _};

use super::Verifier;
use super::body::Here;
use super::rule::Rule;
use super::show;
use crate::attributes::Attribute;
use crate::constants::ConstantKind;
use crate::dialect_support::Dialects;
use crate::generated::bitcode::metadata as code;
use crate::metadata::Metadata;
use crate::{AttributeKind, Dialect, Global, Instruction, MetadataId, Op, Value, ValueKind, intrinsics};

/// What an argument has to be.
#[derive(Clone, Copy)]
enum Wanted {
    /// An integer that is known.
    Integer,
    /// The same, a power of two or zero.
    Alignment,
    /// A value as metadata, or an empty list for what is gone.
    Place,
    /// A variable of debug information.
    Variable,
    /// What is to be done with the place.
    Expression,
}

/// A function: how its name begins, the dialects in which it is so, and the arguments that are looked at.
type Row = (&'static str, Dialects, &'static [(usize, Wanted)]);

/// The functions whose arguments are looked at. Those that have to be constants in modern LLVM say so in the table of
/// intrinsics; its debug intrinsics are records.
const INTRINSICS: [Row; 13] = [
    (
        "llvm.dbg.declare",
        Dialects::DXIL37,
        &[(0, Wanted::Place), (1, Wanted::Variable), (2, Wanted::Expression)],
    ),
    (
        "llvm.dbg.value",
        Dialects::DXIL37,
        &[(0, Wanted::Place), (2, Wanted::Variable), (3, Wanted::Expression)],
    ),
    ("llvm.memcpy.", Dialects::DXIL37, &[(3, Wanted::Alignment), (4, Wanted::Integer)]),
    ("llvm.memmove.", Dialects::DXIL37, &[(3, Wanted::Alignment), (4, Wanted::Integer)]),
    ("llvm.memset.", Dialects::DXIL37, &[(3, Wanted::Alignment), (4, Wanted::Integer)]),
    ("llvm.ctlz.", Dialects::DXIL37, &[(1, Wanted::Integer)]),
    ("llvm.cttz.", Dialects::DXIL37, &[(1, Wanted::Integer)]),
    ("llvm.lifetime.start", Dialects::DXIL37, &[(0, Wanted::Integer)]),
    ("llvm.lifetime.end", Dialects::DXIL37, &[(0, Wanted::Integer)]),
    ("llvm.invariant.start", Dialects::DXIL37, &[(0, Wanted::Integer)]),
    ("llvm.invariant.end", Dialects::DXIL37, &[(1, Wanted::Integer)]),
    ("llvm.frameaddress", Dialects::BOTH, &[(0, Wanted::Integer)]),
    ("llvm.returnaddress", Dialects::BOTH, &[(0, Wanted::Integer)]),
];

impl<'m> Verifier<'m> {
    pub(super) fn intrinsic_call(&mut self, here: Here<'_, 'm>, instruction: &Instruction, name: &BStr) {
        let Op::Call { arguments, .. } = &instruction.op else { return };
        let module = self.module;
        if module.dialect == Dialect::Modern {
            self.constant_arguments(name, arguments.as_slice(&here.facts.body.lists.values));
        }
        let is_it = |(start, dialects, _): &&Row| name.starts_with_str(start) && dialects.has(module.dialect);
        let Some((_, _, wanted)) = INTRINSICS.iter().find(is_it) else { return };
        let arguments = arguments.as_slice(&here.facts.body.lists.values);
        let mut variable = None;
        for (index, wanted) in *wanted {
            let Some(argument) = arguments.get(*index) else { continue };
            let (fits, expected) = match wanted {
                Wanted::Integer => (self.known_integer(*argument).is_some(), "a constant integer"),
                Wanted::Alignment => {
                    let number = self.known_integer(*argument);
                    let fits = number.is_some_and(|number| number == 0 || number.is_power_of_two());
                    (fits, "a constant power of two")
                }
                Wanted::Place => (self.is_metadata_place(*argument), "a value as metadata"),
                Wanted::Variable => {
                    variable = self.node_of_kind(*argument, code::LOCAL_VAR);
                    (variable.is_some(), "a DILocalVariable")
                }
                Wanted::Expression => {
                    (self.node_of_kind(*argument, code::EXPRESSION).is_some(), "a DIExpression")
                }
            };
            expect!(
                self,
                fits,
                Rule::IntrinsicArguments,
                "argument {index} of {} is {}, expected {expected}",
                show::name(name),
                show::value(module, *argument)
            );
        }
        if let Some(variable) = variable {
            self.variable_place(here, instruction, variable);
        }
    }

    /// Whether arguments are constants that have to be.
    fn constant_arguments(&mut self, name: &BStr, arguments: &[Value]) {
        let module = self.module;
        let places = intrinsics::find(name).map(|row| row.on_parameters).unwrap_or_default();
        for (index, (argument, attributes)) in arguments.iter().zip(places).enumerate() {
            let constant = match argument.kind() {
                ValueKind::Constant(id) => module.constants.get(id),
                ValueKind::Global(_)
                | ValueKind::Argument(_)
                | ValueKind::Instruction(_)
                | ValueKind::Metadata(_)
                | ValueKind::LocalMetadata(_)
                | ValueKind::Forward(_) => None,
            };
            let fits = constant.is_some_and(|constant| {
                matches!(
                    constant.kind,
                    ConstantKind::Null
                        | ConstantKind::Integer(_)
                        | ConstantKind::Wide(_)
                        | ConstantKind::Float(_)
                )
            });
            let is_wanted = attributes.contains(&Attribute::Flag(AttributeKind::ImmArg));
            expect!(
                self,
                fits || !is_wanted,
                Rule::IntrinsicArguments,
                "argument {index} of {} is {}, expected an integer constant",
                show::name(name),
                show::value(module, *argument)
            );
        }
    }

    /// Whether an intrinsic has a type that LLVM knows of it, and the name that follows from that.
    pub(super) fn intrinsic_signature(&mut self, global: &Global) {
        let module = self.module;
        if module.dialect != Dialect::Modern {
            return;
        }
        let typed = intrinsics::find_typed(&global.name, &module.types, global.value_type);
        let Some((row, overloads)) = typed else {
            if intrinsics::find_newest(&global.name).is_none() {
                return;
            }
            let message = format_args!(
                "function type of {} does not match an overload of this intrinsic",
                show::name(global.name.as_ref())
            );
            self.find(Rule::IntrinsicSignature, message);
            return;
        };
        let name = row.mangled_name(&module.types, &overloads);
        let expected = name.as_ref().map_or(row.name.into(), |name| name.as_bstr());
        let fits = name.as_ref().is_none_or(|name| *name == global.name);
        expect!(
            self,
            fits,
            Rule::IntrinsicSignature,
            "name of intrinsic {} does not match the types of the function, expected {}",
            show::name(global.name.as_ref()),
            show::name(expected)
        );
    }

    /// The number of a constant that is an integer, whatever its sign.
    fn known_integer(&self, value: Value) -> Option<u64> {
        let ValueKind::Constant(id) = value.kind() else { return None };
        self.module.constants.get(id)?.kind.integer().map(i64::cast_unsigned)
    }

    fn is_metadata_place(&self, value: Value) -> bool {
        let table = &self.module.metadata;
        match value.kind() {
            ValueKind::LocalMetadata(_) => true,
            ValueKind::Metadata(id) => match table.get(id) {
                Some(Metadata::Value(..)) => true,
                Some(Metadata::Tuple { operands, .. }) => table.numbers(operands).is_empty(),
                Some(Metadata::String(_) | Metadata::Node { .. }) | None => false,
            },
            ValueKind::Constant(_)
            | ValueKind::Global(_)
            | ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::Forward(_) => false,
        }
    }

    fn node_of_kind(&self, value: Value, kind: u32) -> Option<MetadataId> {
        let ValueKind::Metadata(id) = value.kind() else { return None };
        Some(id).filter(|id| self.is_node(*id, kind))
    }

    /// A variable lies in the subprogram in which it is spoken of.
    fn variable_place(&mut self, here: Here<'_, 'm>, instruction: &Instruction, variable: MetadataId) {
        let location = instruction.location.expand().and_then(|id| here.facts.body.location(id));
        let Some(location) = location else {
            let message = format_args!("debug intrinsic has no debug location");
            self.find(Rule::IntrinsicArguments, message);
            return;
        };
        let of_variable = self.field(variable, "scope").and_then(|scope| self.subprogram(scope));
        let of_location = location.scope.expand().and_then(|scope| self.subprogram(scope));
        if let (Some(one), Some(other)) = (of_variable, of_location) {
            expect!(
                self,
                one == other,
                Rule::LocationSubprogram,
                "variable is in subprogram {one}, but the debug location is in subprogram {other}"
            );
        }
    }
}
