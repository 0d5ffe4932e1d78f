//! Two modules compared by what is in them: structures, variables and metadata by name, functions instruction by
//! instruction. Separate because a part's fields hold all bitcode as one.

use std::collections::BTreeMap;

use dxil_ir::{GlobalId, Module};
use dxil_text::{Pieces, PrintError, spelled};

use crate::comparing::functions::{self, Function};
use crate::comparing::metadata;
use crate::comparing::program_difference::Difference;
use crate::style::counted;

/// The differences between two modules; none where they are the same program.
///
/// # Errors
///
/// A module that cannot be printed.
pub fn compare(a: &Module, b: &Module) -> Result<Vec<Difference>, PrintError> {
    let Some(first) = a.difference(b) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for (path, a, b) in [
        ("target triple", &a.triple, &b.triple),
        ("target datalayout", &a.data_layout, &b.data_layout),
        ("module asm", &a.inline_assembly, &b.inline_assembly),
    ] {
        if a != b {
            found.push(Difference::of(path.to_owned(), Some(a.to_string()), Some(b.to_string())));
        }
    }
    let (mut pieces_a, mut pieces_b) = (Pieces::of(a), Pieces::of(b));
    metadata::compare(&mut found, (a, &mut pieces_a), (b, &mut pieces_b))?;
    items(&mut found, &mut pieces_a, &mut pieces_b)?;
    functions(&mut found, (a, &mut pieces_a), (b, &mut pieces_b))?;
    if found.is_empty() {
        // What has no place in any of these, such as the lines of the source that instructions come from.
        found.push(Difference::note(first.to_string(), "differs".to_owned()));
    }
    Ok(found)
}

/// Functions without a body that are named where only one module has them: each follows from a call.
const DECLARED: usize = 4;
/// Structures and variables.
fn items(found: &mut Vec<Difference>, a: &mut Pieces<'_>, b: &mut Pieces<'_>) -> Result<(), PrintError> {
    let mut sides = [a.items()?, b.items()?].map(|items| {
        let items = items.into_iter().map(|item| ((item.what, item.name), item.text));
        items.collect::<BTreeMap<_, _>>()
    });
    let [ours, theirs] = &mut sides;
    for ((what, name), text) in std::mem::take(ours) {
        match theirs.remove(&(what, name.clone())) {
            Some(other) if other == text => {}
            other => found.push(Difference::of(format!("{what} {name}"), Some(text), other)),
        }
    }
    for ((what, name), text) in std::mem::take(theirs) {
        found.push(Difference::of(format!("{what} {name}"), None, Some(text)));
    }
    Ok(())
}

fn functions<'m>(
    found: &mut Vec<Difference>,
    (a, pieces_a): (&'m Module, &mut Pieces<'m>),
    (b, pieces_b): (&'m Module, &mut Pieces<'m>),
) -> Result<(), PrintError> {
    let named = |module: &Module| -> BTreeMap<String, GlobalId> {
        let functions = module.globals.iter().filter(|(_, global)| global.function().is_some());
        functions.map(|(id, global)| (spelled(global.name.as_ref()), id)).collect()
    };
    let (mut ours, mut theirs) = (named(a), named(b));
    if let Some((old, new)) = renamed((a, pieces_a, &ours), (b, pieces_b, &theirs))? {
        ours.remove(&old);
        theirs.remove(&new);
        found.push(Difference::of("name of function".to_owned(), Some(old), Some(new)));
    }
    let (mut declared_a, mut declared_b) = (Vec::new(), Vec::new());
    for (name, id_a) in ours {
        let Some(global_a) = a.globals.get(id_a) else { continue };
        let head_a = pieces_a.head(id_a)?;
        let Some(id_b) = theirs.remove(&name) else {
            match global_a.body() {
                Some(_) => found.push(Difference::of(format!("function {name}"), Some(head_a), None)),
                None => declared_a.push(name),
            }
            continue;
        };
        let Some(global_b) = b.globals.get(id_b) else { continue };
        let head_b = pieces_b.head(id_b)?;
        if head_a != head_b {
            found.push(Difference::of(format!("signature of {name}"), Some(head_a), Some(head_b)));
        }
        let function_a = Function::of(pieces_a, id_a, global_a)?;
        let function_b = Function::of(pieces_b, id_b, global_b)?;
        let change = functions::compare(&function_a, &function_b);
        if !change.lines.is_empty() {
            found.push(Difference {
                path: format!("function {name}"),
                a: Some(function_a.length()),
                b: Some(function_b.length()),
                note: None,
                lines: change.lines,
                instructions: (change.added, change.removed),
            });
        }
    }
    for (name, id) in theirs {
        match b.globals.get(id).and_then(|global| global.body()) {
            Some(_) => {
                let head = pieces_b.head(id)?;
                found.push(Difference::of(format!("function {name}"), None, Some(head)));
            }
            None => declared_b.push(name),
        }
    }
    if let ([old], [new]) = (declared_a.as_slice(), declared_b.as_slice()) {
        found.push(Difference::of("declared function".to_owned(), Some(old.clone()), Some(new.clone())));
        return Ok(());
    }
    for (names, is_first) in [(declared_a, true), (declared_b, false)] {
        if !names.is_empty() {
            let more = names.len().saturating_sub(DECLARED);
            let few = names.get(..DECLARED).unwrap_or(&names).join(", ");
            let more = if more > 0 { format!(" and {}", counted(more, "other")) } else { String::new() };
            let names = Some(few + &more);
            let (a, b) = if is_first { (names, None) } else { (None, names) };
            found.push(Difference { path: "declared functions".to_owned(), a, b, ..Difference::default() });
        }
    }
    Ok(())
}

/// A module, its text, and its functions by name.
type Named<'m, 'p> = (&'m Module, &'p mut Pieces<'m>, &'p BTreeMap<String, GlobalId>);

/// The names of the one function that each module has alone, where it is the same function.
fn renamed<'m>(
    (a, pieces_a, ours): Named<'m, '_>,
    (b, pieces_b, theirs): Named<'m, '_>,
) -> Result<Option<(String, String)>, PrintError> {
    let alone = |module: &'m Module, own: &BTreeMap<String, GlobalId>, other: &BTreeMap<String, GlobalId>| {
        let mut alone = own.iter().filter_map(|(name, id)| {
            let global = module.globals.get(*id).filter(|global| global.body().is_some())?;
            (!other.contains_key(name)).then(|| (name.clone(), *id, global))
        });
        alone.next().filter(|_| alone.next().is_none())
    };
    let (Some((old, id_a, global_a)), Some((new, id_b, global_b))) =
        (alone(a, ours, theirs), alone(b, theirs, ours))
    else {
        return Ok(None);
    };
    let is_same_head = pieces_a.head(id_a)?.replace(&old, &new) == pieces_b.head(id_b)?;
    let function_a = Function::of(pieces_a, id_a, global_a)?;
    let function_b = Function::of(pieces_b, id_b, global_b)?;
    let is_same = is_same_head && functions::compare(&function_a, &function_b).lines.is_empty();
    Ok(is_same.then_some((old, new)))
}
