//! What the metadata of a module says that follows from its code: flags, and which columns of signatures are used.
//! Separate from the parts because who changes code has to say it again before parts are derived.

use dxil_ir::Module;

use super::functions::COLLECTED;
use super::{DescribedModule, ElementUsage, Functions};
use crate::Result;
use crate::shader::{Shader, SignatureElement, SignatureProperties, SignatureProperty};

/// The first version of the validator that knows which columns of signatures are used.
const WITH_USAGE: (u32, u32) = (1, 5);

impl Functions {
    /// Sets the flags that follow from the code in the first entry, which stands for all of it.
    pub fn restate_flags(&self, shader: &mut Shader) {
        let collected = self.module_flags() & COLLECTED;
        if let Some(entry) = shader.entry_points.first_mut() {
            entry.set_flags((entry.flags() - COLLECTED) | collected);
        }
    }
}

/// Says again which columns of the signatures of a shader are used, where its validator knows of that. Libraries have
/// no signatures.
///
/// # Errors
///
/// The errors of [`DescribedModule::signature_usage`].
pub fn restate_usage(module: &Module, shader: &mut Shader) -> Result<()> {
    let version = shader.validator_version.as_ref();
    if version.is_some_and(|version| version.major > 0 && version.pair() < WITH_USAGE) {
        return Ok(());
    }
    let usage = DescribedModule::new(module, shader).signature_usage()?;
    let entry = shader.entry_points.first_mut();
    let (Some(usage), Some(signatures)) = (usage, entry.and_then(|entry| entry.signatures.as_mut())) else {
        return Ok(());
    };
    set_masks(&mut signatures.inputs, &usage.inputs);
    set_masks(&mut signatures.outputs, &usage.outputs);
    set_masks(&mut signatures.patch_constants, &usage.patch_constants);
    Ok(())
}

fn set_masks(elements: &mut Option<Vec<SignatureElement>>, usage: &[ElementUsage]) {
    for (element, ElementUsage { used, dynamic }) in elements.iter_mut().flatten().zip(usage) {
        let properties = element.properties.get_or_insert_with(SignatureProperties::default);
        properties.items.retain(|item| {
            !matches!(item, SignatureProperty::UsageMask(_) | SignatureProperty::DynamicMask(_))
        });
        if *dynamic != 0 {
            properties.items.push(SignatureProperty::DynamicMask((*dynamic).into()));
        }
        if *used != 0 {
            properties.items.push(SignatureProperty::UsageMask((*used).into()));
        }
        element.properties.take_if(|properties| properties.items.is_empty());
    }
}
