//! The root signature beside the resources of the program.

use dx_container::FourCc;
use dx_container::enums::ShaderKind;
use dx_container::parts::View as _;
use dx_container::parts::root_signature::{RootSignature, check, check_shader};
use dx_container::reader::Payload;

use super::Beside;
use crate::report::Place;
use crate::rule::Rule;

impl Beside<'_, '_> {
    /// The root signature that was asked for, or that of the container; it must be one, and bind what the program uses.
    /// Libraries have theirs as subobjects, for no shader in particular.
    pub(super) fn root_signature(&mut self, stage: ShaderKind) {
        if stage == ShaderKind::LIBRARY {
            return;
        }
        let container = self.checker.container;
        let stored = container.part(FourCc::RTS0).map(|part| container.payload(&part));
        let asked = self.checker.options.root_signature.map(|bytes| Payload::new(FourCc::RTS0, bytes));
        let Some(payload) = asked.or(stored) else { return };
        let place = match asked {
            Some(_) => Place::Container,
            None => {
                Place::Part { part: payload.name, offset: payload.offset, len: payload.bytes.len() as u64 }
            }
        };
        let rule = Rule::CONTAINER_ROOT_SIGNATURE_INCOMPATIBLE;
        let signature = match RootSignature::parse(payload) {
            Ok(signature) => signature.to_buf(),
            Err(error) => {
                let message = format_args!("the root signature cannot be read: {}", error.kind());
                return self.find(rule, place, message);
            }
        };
        for finding in check(&signature) {
            self.find(rule, place, format_args!("{}: {}", finding.at, finding.kind));
        }
        let Some(resources) = self.psv_resources() else { return };
        for finding in check_shader(&signature, stage, resources) {
            self.find(rule, place, format_args!("{finding}"));
        }
    }
}
