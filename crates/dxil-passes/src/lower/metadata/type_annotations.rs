//! `dx.typeAnnotations`: removal of dangling references. Separate because it follows each removal of functions.

use dxil_ir::Module;
use dxil_ir::metadata::Metadata;

/// Removes the annotations of deleted functions: a list of functions begins with the tag 1, followed by pairs of a
/// function and its annotation.
pub(in crate::lower) fn forget_functions(module: &mut Module) {
    let annotations = module.named_metadata.iter().find(|named| named.name == "dx.typeAnnotations");
    for list in annotations.map(|named| named.operands.clone()).unwrap_or_default() {
        let all: Vec<_> = (0..).map_while(|index| module.metadata.operand(list, index)).collect();
        let Some((Some(tag), pairs)) = all.split_first() else { continue };
        let is_of_functions = matches!(
            module.metadata.get(*tag),
            Some(Metadata::Value(_, value)) if module.integer(value) == Some(1)
        );
        if is_of_functions && pairs.iter().step_by(2).any(Option::is_none) {
            let kept = pairs.chunks(2).filter(|pair| pair.first().is_some_and(Option::is_some)).flatten();
            let kept: Vec<_> = [Some(*tag)].into_iter().chain(kept.copied()).collect();
            module.metadata.define_tuple(list, false, kept);
        }
    }
}
