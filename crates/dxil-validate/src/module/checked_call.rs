//! A call of a DXIL operation that matches the operation's row, and the questions that checks ask of its arguments.
//! Separate from `operations`, which creates it and runs the checks.

use std::fmt;

use dx_container::enums::ShaderKind;
use dxil::ops::{ArgumentName, Call, Opcode};
use dxil_ir::Value;

use super::bound_resource::BoundResource;
use super::handles::Handles;
use super::names::Kind;
use super::site::Site;
use crate::report::Report;
use crate::rule::Rule;

/// A call of an operation that exists, with the types of its row, in a stage and shader model that allow it.
#[derive(Clone, Copy)]
pub(super) struct CheckedCall<'a, 'c, 'm> {
    pub(super) site: &'a Site<'c, 'm>,
    pub(super) call: Call<'m>,
    pub(super) handles: &'a Handles,
    /// The stage that the function belongs to.
    pub(super) stage: ShaderKind,
}

impl CheckedCall<'_, '_, '_> {
    pub(super) fn opcode(&self) -> Opcode {
        self.call.operation().opcode
    }

    pub(super) fn name(&self) -> &'static str {
        self.call.operation().name
    }

    pub(super) fn argument(&self, name: ArgumentName) -> Option<Value> {
        self.call.argument(name)
    }

    /// A constant argument, as an unsigned number.
    pub(super) fn word(&self, name: ArgumentName) -> Option<u64> {
        self.site.context.word(self.argument(name)?)
    }

    /// The same; that it is not constant is told.
    pub(super) fn constant(&self, name: ArgumentName, report: &mut Report) -> Option<u64> {
        let found = self.word(name);
        if found.is_none() {
            let message = format_args!("operand {name} of {} is not a constant", self.name());
            self.find(report, Rule::INSTR_OP_CONST, message);
        }
        found
    }

    /// The resource whose handle an argument is.
    pub(super) fn bound(&self, name: ArgumentName) -> Option<BoundResource> {
        self.handles.get(self.site, self.argument(name)?)
    }

    /// The same as messages name it: by the argument, where it is not known.
    pub(super) fn resource(&self, name: ArgumentName) -> String {
        let bound = self.bound(name);
        let resource = bound.and_then(|bound| self.site.context.resource(&bound));
        resource.map_or_else(|| format!("operand {name}"), |resource| resource.to_string())
    }

    /// The operation and the resource that it accesses, as messages show them:
    /// "Sample accesses `noise` (t0), a RawBuffer SRV".
    pub(super) fn access(&self, name: ArgumentName) -> String {
        format!("{} accesses {}, {}", self.name(), self.resource(name), Kind(self.bound(name)))
    }

    pub(super) fn is_undef(&self, name: ArgumentName) -> bool {
        self.argument(name).is_some_and(|value| self.site.is_undef(value))
    }

    pub(super) fn find(&self, report: &mut Report, rule: Rule, message: fmt::Arguments<'_>) {
        self.site.find(report, rule, message);
    }
}
