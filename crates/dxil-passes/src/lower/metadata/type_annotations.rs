//! Removes annotations of deleted functions from the named metadata `dx.typeAnnotations`. Separate because several
//! passes delete functions.

use dxil_ir::Module;
use dxil_ir::metadata::Metadata;

/// Removes pairs of a function and its annotation whose function is null. A node of function annotations begins with
/// the tag 1, followed by the pairs.
pub(in crate::lower) fn forget_functions(module: &mut Module) {
    let annotations = module.named_metadata.iter().find(|named| named.name == "dx.typeAnnotations");
    for list in annotations.map(|named| named.operands.clone()).unwrap_or_default() {
        let all: Vec<_> = (0..).map_while(|index| module.metadata.operand(list, index)).collect();
        let Some((Some(tag), pairs)) = all.split_first() else { continue };
        let has_functions = matches!(
            module.metadata.get(*tag),
            Some(Metadata::Value(_, value)) if module.integer(value) == Some(1)
        );
        if has_functions && pairs.iter().step_by(2).any(Option::is_none) {
            let kept = pairs.chunks(2).filter(|pair| pair.first().is_some_and(Option::is_some)).flatten();
            let kept: Vec<_> = [Some(*tag)].into_iter().chain(kept.copied()).collect();
            module.metadata.define_tuple(list, false, kept);
        }
    }
}
