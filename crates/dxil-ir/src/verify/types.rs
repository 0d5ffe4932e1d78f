//! Types: what they may consist of, and that none consists of itself.

use crate::arena::Id as _;
use crate::dialect_support::Spelling;

use super::circles::{Edge, walk};
use super::rule::Rule;
use super::show;
use super::type_facts::{is_first_class, is_member};
use super::{IrPlace, Verifier};
use crate::generated::bitcode::types as code;
use crate::types::Types;
use crate::{Type, TypeId};

/// The widest integer that LLVM has.
const MAX_WIDTH: u32 = (1 << 23) - 1;

impl Verifier<'_> {
    pub(super) fn types(&mut self) {
        let types = &self.module.types;
        for (id, ty) in types.iter() {
            self.at = IrPlace::Type(id);
            if self.parts_exist(id) {
                self.type_alone(id, ty);
            }
        }
        self.circles_of_types();
        self.takes_metadata = types.iter().map(|(_, ty)| takes_metadata(types, ty)).collect();
        self.at = IrPlace::Module;
    }

    /// Whether a type is there; says so if not. `what` is what is of this type.
    pub(super) fn has_type(&mut self, ty: TypeId, what: &str) -> bool {
        let exists = self.module.types.get(ty).is_some();
        expect!(self, exists, Rule::NoSuchType, "{what} is undefined {ty}")
    }

    /// Whether a type has a size.
    pub(super) fn is_sized(&self, ty: TypeId) -> bool {
        self.sized.get(ty.index()).copied().unwrap_or(false)
    }

    /// Whether a type is that of functions that take metadata.
    pub(super) fn takes_metadata(&self, ty: TypeId) -> bool {
        self.takes_metadata.get(ty.index()).copied().unwrap_or(false)
    }

    fn parts_exist(&mut self, id: TypeId) -> bool {
        let types = &self.module.types;
        if matches!(types.get(id), Some(Type::Named(_))) && types.named(id).is_none() {
            self.find(Rule::NoSuchType, format_args!("undefined structure"));
            return false;
        }
        let parts = (0..).map_while(|index| types.part(id, index));
        let missing = parts.filter(|part| types.get(*part).is_none()).count();
        expect!(self, missing == 0, Rule::NoSuchType, "type has {missing} references to undefined types")
    }

    fn type_alone(&mut self, id: TypeId, ty: &Type) {
        let module = self.module;
        let types = &module.types;
        self.in_dialect(ty.word());
        match ty {
            Type::Integer(width) => {
                expect!(
                    self,
                    (1..=MAX_WIDTH).contains(width),
                    Rule::IntegerWidth,
                    "integer type has {width} bits, expected 1 to {MAX_WIDTH}"
                );
            }
            Type::OtherFloat(kind) => {
                let is_known = matches!(*kind, code::X86_FP80 | code::FP128 | code::PPC_FP128);
                expect!(self, is_known, Rule::FloatKind, "unknown floating-point type {kind}");
            }
            Type::Pointer(pointee, _) => {
                if let Some(pointee) = pointee.expand() {
                    let ty = types.get(pointee);
                    let fits = !matches!(ty, Some(Type::Void | Type::Label | Type::Metadata | Type::Token));
                    expect!(
                        self,
                        fits,
                        Rule::ElementType,
                        "pointer to {} is not allowed",
                        show::ty(module, pointee)
                    );
                }
            }
            Type::Vector(element, length) => {
                let element_type = types.get(*element);
                let fits = matches!(
                    element_type,
                    Some(
                        Type::Integer(_)
                            | Type::Half
                            | Type::BFloat
                            | Type::Float
                            | Type::Double
                            | Type::OtherFloat(_)
                            | Type::Pointer(..)
                    )
                );
                expect!(
                    self,
                    fits,
                    Rule::ElementType,
                    "vector element has type {}, expected an integer, a float or a pointer",
                    show::ty(module, *element)
                );
                expect!(
                    self,
                    (1..=u64::from(u32::MAX)).contains(length),
                    Rule::VectorLength,
                    "vector has {length} elements, expected 1 to {}",
                    u32::MAX
                );
            }
            Type::Array(element, _) => {
                expect!(
                    self,
                    is_member(types, *element),
                    Rule::ElementType,
                    "array element has type {}, which cannot be stored in memory",
                    show::ty(module, *element)
                );
            }
            Type::Literal { .. } | Type::Named(_) => {
                for member in types.members(id).unwrap_or_default() {
                    expect!(
                        self,
                        is_member(types, *member),
                        Rule::ElementType,
                        "structure member has type {}, which cannot be stored in memory",
                        show::ty(module, *member)
                    );
                }
            }
            Type::Function { result, parameters, .. } => self.function_type(*result, parameters),
            Type::Void
            | Type::Half
            | Type::BFloat
            | Type::Float
            | Type::Double
            | Type::Mmx
            | Type::Label
            | Type::Metadata
            | Type::Token
            | Type::Target(_) => {}
        }
    }

    fn function_type(&mut self, result: TypeId, parameters: &[TypeId]) {
        let module = self.module;
        let types = &module.types;
        let result_type = types.get(result);
        let fits = !matches!(result_type, Some(Type::Function { .. } | Type::Label | Type::Metadata));
        expect!(self, fits, Rule::FunctionType, "function type cannot return {}", show::ty(module, result));
        for parameter in parameters {
            expect!(
                self,
                is_first_class(types, *parameter),
                Rule::FunctionType,
                "parameter of a function type has type {}, expected a first-class type",
                show::ty(module, *parameter)
            );
        }
    }

    /// Checks that the dialect of the module supports a spelling.
    pub(super) fn in_dialect(&mut self, word: Spelling) {
        let dialect = self.module.dialect;
        if !word.dialects.has(dialect) {
            let message = format_args!("{} does not exist in {} IR", word.name, show::dialect(dialect));
            self.find(Rule::Dialect, message);
        }
    }

    /// Looks for types that consist of themselves, and for those that have a size.
    fn circles_of_types(&mut self) {
        let types = &self.module.types;
        let edge = |node: usize, index: usize, ends: fn(&Type) -> bool| {
            let id = TypeId::new(node);
            match types.get(id) {
                Some(ty) if !ends(ty) => {
                    types.part(id, index).map_or(Edge::End, |part| Edge::To(part.index()))
                }
                _ => Edge::End,
            }
        };
        // Only structures with names can be referred to before they are whole.
        let without_names = walk(types.len(), 0..types.len(), |node, index| {
            edge(node, index, |ty| matches!(ty, Type::Named(_)))
        });
        for node in &without_names.circles {
            self.at = IrPlace::Type(TypeId::new(*node));
            self.find(Rule::RecursiveType, format_args!("unnamed type contains itself"));
        }
        let by_value = walk(types.len(), 0..types.len(), |node, index| {
            edge(node, index, |ty| matches!(ty, Type::Pointer(..) | Type::Function { .. }))
        });
        for node in &by_value.circles {
            // The others were found above.
            if without_names.circles.binary_search(node).is_err() {
                self.at = IrPlace::Type(TypeId::new(*node));
                self.find(Rule::RecursiveType, format_args!("type contains itself"));
            }
        }
        self.sized = sized(types, &by_value.order);
    }
}

fn takes_metadata(types: &Types, ty: &Type) -> bool {
    let Type::Function { parameters, .. } = ty else { return false };
    parameters.iter().any(|parameter| types.get(*parameter) == Some(&Type::Metadata))
}

/// Which types have a size: in an order in which each comes behind those that it holds.
fn sized(types: &Types, order: &[usize]) -> Vec<bool> {
    let mut sized = vec![false; types.len()];
    for node in order {
        let id = TypeId::new(*node);
        let is_known = |id: TypeId| sized.get(id.index()).copied().unwrap_or(false);
        let is_sized = match types.get(id) {
            Some(Type::Array(element, _) | Type::Vector(element, _)) => is_known(*element),
            Some(Type::Literal { .. } | Type::Named(_)) => {
                types.members(id).is_some_and(|members| members.iter().all(|member| is_known(*member)))
            }
            None | Some(Type::Void | Type::Label | Type::Metadata | Type::Function { .. }) => false,
            Some(_) => true,
        };
        if let Some(entry) = sized.get_mut(*node) {
            *entry = is_sized;
        }
    }
    sized
}
