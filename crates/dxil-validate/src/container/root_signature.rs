//! The root signature beside the resources of the program.

use dx_container::FourCc;
use dx_container::enums::{RootSignatureVersion, ShaderKind};
use dx_container::parts::View as _;
use dx_container::parts::root_signature::{RootSignature, RootSignatureBuf, check, check_shader};
use dx_container::reader::Payload;

use super::{Beside, Checker};
use crate::report::Place;
use crate::rule::Rule;

impl Beside<'_, '_> {
    /// The root signature that was asked for, or that of the container; it must be one, and bind what the program uses.
    /// Libraries have theirs as subobjects, for no shader in particular.
    pub(super) fn root_signature(&mut self, stage: ShaderKind) {
        if stage == ShaderKind::LIBRARY {
            return;
        }
        let Some(stored) = self.checker.wanted_root_signature() else { return };
        let Some(signature) = self.checker.checked_root_signature(stored) else { return };
        // The reference reads 1.0 and 1.1 only, whatever the runtime takes.
        if signature.version > RootSignatureVersion::V1_1 {
            let version = signature.version;
            let message = format_args!(
                "root signature version is {version}, expected 1.0 or 1.1 beside a DXIL program"
            );
            self.find(Rule::CONTAINER_ROOT_SIGNATURE_INCOMPATIBLE, stored.place, message);
        }
        let Some(resources) = self.psv_resources() else { return };
        for finding in check_shader(&signature, stage, resources) {
            self.find(Rule::CONTAINER_ROOT_SIGNATURE_INCOMPATIBLE, stored.place, format_args!("{finding}"));
        }
    }
}

/// Where a root signature is stored.
#[derive(Clone, Copy)]
struct Stored<'c> {
    payload: Payload<'c>,
    place: Place,
}

impl<'c> Checker<'c> {
    pub(super) fn root_signature_alone(&mut self) {
        match self.wanted_root_signature() {
            Some(stored) => drop(self.checked_root_signature(stored)),
            None => {
                let message = format_args!("part RTS0 is missing");
                self.find(Rule::CONTAINER_PART_MISSING, Place::Container, message);
            }
        }
    }

    fn wanted_root_signature(&self) -> Option<Stored<'c>> {
        if let Some(bytes) = self.options.root_signature {
            return Some(Stored { payload: Payload::new(FourCc::RTS0, bytes), place: Place::Container });
        }
        let payload = self.container.payload(&self.container.part(FourCc::RTS0)?);
        let place =
            Place::Part { part: payload.name, offset: payload.offset, len: payload.bytes.len() as u64 };
        Some(Stored { payload, place })
    }

    /// A root signature, if it is one.
    fn checked_root_signature(&mut self, stored: Stored<'_>) -> Option<RootSignatureBuf> {
        let rule = Rule::CONTAINER_ROOT_SIGNATURE_INCOMPATIBLE;
        let signature = match RootSignature::parse(stored.payload) {
            Ok(signature) => signature.to_buf(),
            Err(error) => {
                let message = format_args!("root signature cannot be read: {}", error.kind());
                self.find(rule, stored.place, message);
                return None;
            }
        };
        for finding in check(&signature) {
            self.find(rule, stored.place, format_args!("{}: {}", finding.place, finding.kind));
        }
        Some(signature)
    }
}
