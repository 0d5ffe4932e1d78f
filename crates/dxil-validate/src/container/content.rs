//! Parts that hold the same bytes whoever writes them: SFI0, the signatures, RDAT.

use dx_container::FourCc;
use dx_container::container::Part;
use dx_container::parts::rdat::Rdat;
use dx_container::parts::signature::{Form, SignatureBuf};
use dx_container::parts::{Owned, PartBuf, View as _};
use dxil::derive::{self, Program};

use super::difference::difference;
use super::{Beside, whole};
use crate::rule::Rule;

impl Beside<'_, '_> {
    pub(super) fn features(&mut self, part: &Part<'_>) {
        let derived = derive::features(&self.program()).map(Owned::from);
        self.same(part, derived);
    }

    pub(super) fn signature(&mut self, part: &Part<'_>) {
        let derived = derive::signatures(&self.program()).map(|signatures| match part.name {
            FourCc::ISG1 => signatures.input,
            FourCc::OSG1 => signatures.output,
            name => signatures
                .patch_constant_or_primitive
                .unwrap_or_else(|| SignatureBuf { form: Form::of(name), elements: Vec::new() }.into()),
        });
        self.same(part, derived);
    }

    pub(super) fn has_patch_or_primitive_elements(&self) -> bool {
        let signatures = derive::signatures(&self.program());
        signatures.is_ok_and(|signatures| signatures.patch_constant_or_primitive.is_some())
    }

    /// RDAT. Subobjects are those of the part: the module of a container no longer has them.
    pub(super) fn runtime_data(&mut self, part: &Part<'_>) {
        let rdat = match Rdat::parse(self.checker.container.payload(part)) {
            Ok(rdat) => rdat,
            Err(error) => {
                return self.checker.report.unreadable(Rule::CONTAINER_PART_MATCHES, Some(part.name), &error);
            }
        };
        let mut shader = None;
        if self.shader.subobjects.is_empty() {
            match derive::subobjects(&rdat) {
                Ok(subobjects) if subobjects.is_empty() => {}
                Ok(subobjects) => {
                    shader = Some(dxil::shader::Shader { subobjects, ..self.shader.clone() });
                }
                Err(error) => {
                    let message = format_args!("its subobjects mean nothing: {}", error.kind());
                    return self.checker.find_part(Rule::CONTAINER_PART_MATCHES, part, message);
                }
            }
        }
        let program = Program::new(self.module, shader.as_ref().unwrap_or(self.shader));
        match derive::rdat(&program) {
            Ok(Some(derived)) => self.same(part, Ok(derived)),
            Ok(None) => {}
            Err(error) => self.underivable(part.name, &error),
        }
    }

    /// A part holds the bytes that follow from the program.
    fn same<P: PartBuf>(&mut self, part: &Part<'_>, derived: dxil::Result<Owned<P>>) {
        let derived = match derived {
            Ok(derived) => derived,
            Err(error) => return self.underivable(part.name, &error),
        };
        let derived = match derived.write() {
            Ok(bytes) => bytes,
            Err(error) => return self.underivable(part.name, &error),
        };
        if derived == part.data {
            return;
        }
        let payload = self.checker.container.payload(part);
        let (message, place) = match difference(payload, &derived) {
            Some(first) => (first.to_string(), first.place(part)),
            None => (String::from("it differs from what follows from the module"), whole(part)),
        };
        let sizes = match (part.data.len(), derived.len()) {
            (found, expected) if found == expected => String::new(),
            (found, expected) => format!("; {found} bytes, {expected} follow from the module"),
        };
        self.find(Rule::CONTAINER_PART_MATCHES, place, format_args!("{message}{sizes}"));
    }
}
