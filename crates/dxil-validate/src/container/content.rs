//! Parts that hold the same bytes whoever writes them: SFI0, the signatures, RDAT.

use dx_container::FourCc;
use dx_container::container::Part;
use dx_container::flags::FeatureFlags;
use dx_container::names::NamedFlags as _;
use dx_container::parts::feature_info::FeatureInfoBuf;
use dx_container::parts::rdat::Rdat;
use dx_container::parts::signature::{Form, SignatureBuf};
use dx_container::parts::{Owned, PartBuf, View as _};
use dxil::derive::{self, DescribedModule};

use super::difference::difference;
use super::{Beside, whole};
use crate::names::{FlagDifference, Semantic};
use crate::rule::Rule;

impl Beside<'_, '_> {
    pub(super) fn features(&mut self, part: &Part<'_>) {
        let derived = derive::features(&self.program()).map(Owned::from);
        if let (Ok(derived), Ok(stored)) = (&derived, Owned::<FeatureInfoBuf>::read(part.payload())) {
            let (found, expected) = (stored.flags.bits(), derived.flags.bits());
            if found != expected {
                let difference = FlagDifference::new(FeatureFlags::NAMES, found, expected);
                let message = format_args!("feature flags in SFI0 {difference}");
                return self.checker.find_part(Rule::CONTAINER_PART_MATCHES, part, message);
            }
        }
        self.same(part, derived, |_| None);
    }

    pub(super) fn signature(&mut self, part: &Part<'_>) {
        let derived = derive::signatures(&self.program()).map(|signatures| match part.name {
            FourCc::ISG1 => signatures.input,
            FourCc::OSG1 => signatures.output,
            name => signatures
                .patch_constant_or_primitive
                .unwrap_or_else(|| SignatureBuf { form: Form::of(name), elements: Vec::new() }.into()),
        });
        let elements = derived.as_ref().map(|signature| signature.elements.clone()).unwrap_or_default();
        self.same(part, derived, |index| {
            let element = elements.get(index)?;
            Some(Semantic { name: element.name.as_ref(), index: element.index }.to_string())
        });
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
                    let message = format_args!("subobjects of RDAT cannot be read: {}", error.kind());
                    return self.checker.find_part(Rule::CONTAINER_PART_MATCHES, part, message);
                }
            }
        }
        let program = DescribedModule::new(self.module, shader.as_ref().unwrap_or(self.shader));
        // Subobjects may ask for more.
        let functions = self.functions.take().filter(|_| shader.is_none());
        match derive::rdat_with(&program, functions) {
            Ok(Some(derived)) => self.same(part, Ok(derived), |_| None),
            Ok(None) => {}
            Err(error) => self.underivable(part.name, &error),
        }
    }

    /// A part holds the bytes derived from the program. Items of its list are named by `label`.
    fn same<P: PartBuf>(
        &mut self,
        part: &Part<'_>,
        derived: dxil::Result<Owned<P>>,
        label: impl Fn(usize) -> Option<String>,
    ) {
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
        let (message, place) = match difference(payload, &derived).map(|first| first.label(label)) {
            Some(first) => (format!("{}: {first}", part.name), first.place(part)),
            None => {
                (format!("part {} differs from the one derived from the program", part.name), whole(part))
            }
        };
        let sizes = match (part.data.len(), derived.len()) {
            (found, expected) if found == expected => String::new(),
            (found, expected) => format!("; size is {found} bytes, expected {expected}"),
        };
        self.find(Rule::CONTAINER_PART_MATCHES, place, format_args!("{message}{sizes}"));
    }
}
