//! Calls: what is called, what it is given, and calls that take the place of their caller.

use super::Verifier;
use super::attributes::Owner;
use super::body::Here;
use super::rule::Rule;
use super::show;
use super::type_facts::{address_space, is_first_class, is_pointer};
use crate::constants::ConstantKind;
use crate::instruction::TailCall;
use crate::{Dialect, Instruction, Op, Type, TypeId, Value, ValueKind};

/// The bundles of which a call has at most one. Source: LLVM's `Verifier`.
const ALONE: [&str; 9] = [
    "cfguardtarget",
    "clang.arc.attachedcall",
    "convergencectrl",
    "deopt",
    "funclet",
    "gc-live",
    "gc-transition",
    "kcfi",
    "preallocated",
];

impl<'m> Verifier<'m> {
    pub(super) fn call(&mut self, here: Here<'_, 'm>, instruction: &'m Instruction) {
        let Op::Call { callee, function_type, arguments, attributes, calling_convention, tail } =
            &instruction.op
        else {
            return;
        };
        let module = self.module;
        let types = &module.types;
        let called = self.callee(here, *callee);
        let Some(Type::Function { result, parameters, is_variadic }) = types.get(*function_type) else {
            let message = format_args!(
                "function type of the call is {}, expected a function type",
                show::ty(module, *function_type)
            );
            self.find(Rule::Callee, message);
            return;
        };
        if let Some(called) = called {
            let fits = match types.get(called) {
                Some(Type::Pointer(pointee, _)) => {
                    pointee.expand().is_none_or(|pointee| pointee == *function_type)
                }
                _ => false,
            };
            expect!(
                self,
                fits,
                Rule::Callee,
                "callee has the type {}, but the call uses the type {}",
                show::ty(module, called),
                show::ty(module, *function_type)
            );
        }
        let all = arguments.as_slice(&here.facts.body.lists.values);
        let arguments = self.bundles(here, all);
        let count = self.arguments(here, arguments, parameters, *is_variadic);
        self.gives("call", *result, instruction.ty);
        let is_metadata = matches!(types.get(instruction.ty), Some(Type::Metadata));
        expect!(
            self,
            !is_metadata,
            Rule::ResultType,
            "call has result type metadata, expected a first-class type or void"
        );
        let intrinsic = match callee.kind() {
            ValueKind::Global(id) if self.is_intrinsic(id) => module.globals.get(id),
            ValueKind::Constant(_)
            | ValueKind::Global(_)
            | ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::Metadata(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => None,
        };
        if intrinsic.is_none() && self.takes_metadata(*function_type) {
            let message = format_args!("metadata is passed to a function that is not an LLVM intrinsic");
            self.find(Rule::MetadataOperand, message);
        }
        if attributes.is_some() {
            let owner =
                Owner { ty: *function_type, result: *result, parameters, arguments: count, is_call: true };
            self.attributes_of(attributes.expand(), &owner);
        }
        if *tail == TailCall::MustTail {
            let facts = here.facts;
            // Where arguments are missing, that was said; so no call takes more time than it has arguments.
            let is_whole = count == parameters.len() && count == facts.parameters.len();
            let same_parameters = is_whole
                && parameters.iter().zip(facts.parameters).all(|(one, other)| self.is_like(*one, *other));
            let fits = same_parameters
                && *is_variadic == facts.is_variadic
                && self.is_like(*result, facts.result)
                && u32::from(*calling_convention) == facts.calling_convention
                && self.same_abi(attributes.expand(), facts.attributes, count);
            expect!(
                self,
                fits,
                Rule::MustTail,
                "signature of the callee of a musttail call differs from the signature of the caller"
            );
            self.is_returned(here);
        }
        if let Some(intrinsic) = intrinsic {
            self.intrinsic_call(here, instruction, intrinsic.name.as_ref());
        }
    }

    /// The type of what is called, which may be what no other operand is.
    fn callee(&mut self, here: Here<'_, 'm>, callee: Value) -> Option<TypeId> {
        let module = self.module;
        let known = match callee.kind() {
            ValueKind::Global(id) => module.globals.get(id).map(|global| global.ty),
            ValueKind::Constant(id) => {
                let assembly = module
                    .constants
                    .get(id)
                    .filter(|constant| matches!(constant.kind, ConstantKind::InlineAssembly { .. }));
                assembly.map(|constant| constant.ty)
            }
            ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::Metadata(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => None,
        };
        match known {
            Some(ty) => Some(ty).filter(|ty| module.types.get(*ty).is_some()),
            None => self.operand(here, callee),
        }
    }

    /// Says how many there are.
    fn arguments(
        &mut self,
        here: Here<'_, 'm>,
        arguments: &[Value],
        parameters: &[TypeId],
        is_variadic: bool,
    ) -> usize {
        let module = self.module;
        let (found, expected) = (arguments.len(), parameters.len());
        let fits = found == expected || is_variadic && found > expected;
        expect!(self, fits, Rule::Arguments, "call has {found} arguments, expected {expected}");
        for (index, argument) in arguments.iter().enumerate() {
            let Some(ty) = self.operand(here, *argument) else { continue };
            match parameters.get(index) {
                Some(parameter) => {
                    expect!(
                        self,
                        ty == *parameter,
                        Rule::Arguments,
                        "argument {index} has type {}, expected {}",
                        show::ty(module, ty),
                        show::ty(module, *parameter)
                    );
                }
                None => {
                    let fits =
                        is_first_class(&module.types, ty) && module.types.get(ty) != Some(&Type::Metadata);
                    expect!(
                        self,
                        fits,
                        Rule::Arguments,
                        "variadic argument {index} has type {}, expected a first-class type other than \
                         metadata",
                        show::ty(module, ty)
                    );
                }
            }
        }
        found
    }

    /// Checks the bundles of a call, and gives its arguments: of its operands, those that are in no bundle.
    fn bundles<'v>(&mut self, here: Here<'_, 'm>, operands: &'v [Value]) -> &'v [Value] {
        let body = here.facts.body;
        if body.bundles.is_empty() {
            return operands;
        }
        let Some(call) = here.id() else { return operands };
        let Some(bundles) = body.bundles.get(&call) else { return operands };
        let dialect = self.module.dialect;
        expect!(
            self,
            dialect == Dialect::Modern,
            Rule::Dialect,
            "call has operand bundles, which LLVM 3.7 does not have"
        );
        let (arguments, bundled) = body.split_bundles(call, operands);
        let mut rest = bundled;
        let mut alone = ALONE.map(|tag| (tag, false));
        for bundle in bundles {
            let count = bundle.operands as usize;
            let tag = show::name(bundle.tag.as_ref());
            let Some((its, behind)) = rest.split_at_checked(count) else {
                let message = format_args!(
                    "operand bundle {tag} declares {count} operands, but the call has only {} left",
                    rest.len()
                );
                self.find(Rule::Bundle, message);
                break;
            };
            rest = behind;
            let types: Vec<_> = its.iter().map(|operand| self.operand(here, *operand)).collect();
            if let Some((_, is_met)) = alone.iter_mut().find(|(alone, _)| bundle.tag == *alone) {
                let is_first = !std::mem::replace(is_met, true);
                expect!(self, is_first, Rule::Bundle, "call has more than one operand bundle {tag}");
            }
            if bundle.tag == "convergencectrl" {
                let is_token = |ty: TypeId| self.module.types.get(ty) == Some(&Type::Token);
                let fits = matches!(types.as_slice(), [Some(ty)] if is_token(*ty));
                expect!(self, fits, Rule::Bundle, "operand bundle {tag} does not consist of one token");
            }
        }
        arguments
    }

    /// Whether two types look the same to a caller.
    fn is_like(&self, one: TypeId, other: TypeId) -> bool {
        let types = &self.module.types;
        let pointers = is_pointer(types, one) && is_pointer(types, other);
        one == other || pointers && address_space(types, one) == address_space(types, other)
    }

    /// Whether what a call gives is returned next, at most cast to another pointer before.
    fn is_returned(&mut self, here: Here<'_, 'm>) {
        let body = here.facts.body;
        let position = here.index as usize;
        let behind = body.layout.get(here.block as usize).map(|block| {
            let instructions = body.instructions_of(*block);
            (here.id(), instructions.get(position.saturating_add(1)..).unwrap_or_default())
        });
        let Some((Some(call), mut behind)) = behind else { return };
        let mut value = Value::from(call);
        let op = |id| body.instructions.get(id).map(|instruction| &instruction.op);
        if let [cast, rest @ ..] = behind
            && let Some(Op::Cast(crate::CastOp::Bitcast, of)) = op(*cast)
            && *of == value
        {
            (value, behind) = (Value::from(*cast), rest);
        }
        let fits = match behind.first().and_then(|id| op(*id)) {
            Some(Op::Return(returned)) => returned.is_none_or(|returned| returned == value),
            _ => false,
        };
        expect!(self, fits, Rule::MustTail, "result of a musttail call is not returned immediately");
    }
}
