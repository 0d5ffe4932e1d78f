//! Webs of phis and selects of handles. Separate because two rewrites replace a web: an index into one range, or a
//! choice between ranges.

use dxil::ops::is_handle_type;
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{Instruction, InstructionId, Module, Op, Type, TypeId, Value, ValueKind};
use hashbrown::{HashMap, HashSet};

use crate::error::{Result, invalid};
use crate::limits::HANDLE_SLOTS;
use crate::lower::calls::users;
use crate::lower::handles::ranges::Range;
use crate::place::unsupported;

/// Returns true if an instruction is a phi or select of handles.
pub(in crate::lower) fn is_join(module: &Module, instruction: &Instruction) -> bool {
    is_handle_type(module, instruction.ty) && matches!(instruction.op, Op::Phi(..) | Op::Select(_))
}

/// Returns true if an instruction of the function is a phi or select of handles.
pub(in crate::lower) fn is_handle_join(editor: &Editor<'_>, id: InstructionId) -> bool {
    editor.instruction(id).is_some_and(|instruction| is_join(editor.context(), instruction))
}

/// A source of a handle web.
pub(in crate::lower) enum Source {
    /// Handles of one resource range, which differ in the index.
    Range(Range),
    /// A handle of another origin.
    Handle(Value),
}

/// A web of phis and selects of handles that are operands of each other, and its sources.
pub(in crate::lower) struct Web {
    pub(in crate::lower) joins: Vec<InstructionId>,
    pub(in crate::lower) sources: Vec<Source>,
    /// The index into `sources` of each handle that is not in the web.
    pub(in crate::lower) numbers: HashMap<Value, usize>,
}

impl Web {
    /// The web that contains `join`.
    pub(in crate::lower) fn of(editor: &Editor<'_>, join: InstructionId) -> Result<Self> {
        let mut web = Self { joins: vec![join], sources: Vec::new(), numbers: HashMap::new() };
        let mut seen: HashSet<InstructionId> = HashSet::from([join]);
        let mut next = 0;
        while let Some(id) = web.joins.get(next).copied() {
            next += 1;
            for source in sources(editor, id) {
                match source.kind() {
                    ValueKind::Instruction(other) if is_handle_join(editor, other) => {
                        if seen.insert(other) {
                            web.joins.push(other);
                        }
                    }
                    _ if editor.context().is_undefined(source) => {}
                    _ => web.add(editor, source),
                }
            }
            let users = users(editor, id).into_iter();
            web.joins.extend(users.filter(|user| is_handle_join(editor, *user) && seen.insert(*user)));
            if web.sources.len() > HANDLE_SLOTS {
                let why =
                    format!("phi or select of more than {HANDLE_SLOTS} resource handles is not supported");
                return Err(unsupported(editor, id, why));
            }
        }
        Ok(web)
    }

    /// Adds a handle from outside the web.
    fn add(&mut self, editor: &Editor<'_>, handle: Value) {
        if self.numbers.contains_key(&handle) {
            return;
        }
        let of = Range::of(editor, handle);
        let known = self.sources.iter_mut().position(|source| match (source, &of) {
            (Source::Range(known), Some(range)) => known.takes(range),
            _ => false,
        });
        let number = known.unwrap_or_else(|| {
            self.sources.push(of.map_or(Source::Handle(handle), Source::Range));
            self.sources.len() - 1
        });
        self.numbers.insert(handle, number);
    }
}

/// Returns the incoming values of a phi, or the two values of a select.
pub(in crate::lower) fn sources(editor: &Editor<'_>, id: InstructionId) -> Vec<Value> {
    match editor.op(id) {
        Some(Op::Select([_, first, second])) => vec![*first, *second],
        _ => editor.incoming(id).into_iter().map(|(_, value)| value).collect(),
    }
}

/// Returns true if an instruction is a phi.
pub(in crate::lower) fn is_phi(editor: &Editor<'_>, id: InstructionId) -> bool {
    matches!(editor.op(id), Some(Op::Phi(..)))
}

/// Builds phis and selects of type `ty` parallel to those of the web. `number` maps a handle from outside the web to
/// its
/// value; `None`, as for undef, maps to an arbitrary value.
pub(in crate::lower) fn choose(
    editor: &mut Editor<'_>,
    joins: &[InstructionId],
    ty: TypeId,
    number: impl Fn(&mut Editor<'_>, Value) -> Option<Value>,
) -> Result<HashMap<InstructionId, Value>> {
    let number_of = |editor: &mut Editor<'_>, handle: Value, made: &HashMap<InstructionId, Value>| {
        let known = match handle.kind() {
            ValueKind::Instruction(id) => made.get(&id).copied(),
            _ => None,
        };
        let known = known.or_else(|| number(editor, handle));
        known.unwrap_or_else(|| match editor.context().types.get(ty) {
            Some(Type::Integer(_)) => editor.int(ty, 0),
            _ => editor.module().constant(ty, ConstantKind::Poison),
        })
    };
    let mut made: HashMap<InstructionId, Value> = HashMap::new();
    let phis: Vec<InstructionId> = joins.iter().copied().filter(|id| is_phi(editor, *id)).collect();
    for id in phis.iter().copied() {
        let block = editor.block_of(id).ok_or_else(|| unsupported(editor, id, "no block"))?;
        made.extend(editor.add_phis(block, &[ty]).map_err(invalid)?.first().map(|phi| (id, (*phi).into())));
    }
    let all: HashSet<InstructionId> = joins.iter().copied().collect();
    // A choice may be of another one that comes later in this list: it waits for that.
    let mut waiting: Vec<InstructionId> = joins.to_vec();
    while let Some(id) = waiting.last().copied() {
        let choice = match editor.op(id) {
            Some(Op::Select(operands)) if !made.contains_key(&id) => *operands,
            _ => {
                waiting.pop();
                continue;
            }
        };
        let [condition, first, second] = choice;
        let undone = |value: &Value| match value.kind() {
            ValueKind::Instruction(inner) => {
                (all.contains(&inner) && !made.contains_key(&inner)).then_some(inner)
            }
            _ => None,
        };
        let before = waiting.len();
        waiting.extend([first, second].iter().filter_map(undone).filter(|inner| *inner != id));
        if waiting.len() > before {
            // A cycle without a phi is unreachable.
            if waiting.len() > joins.len().saturating_mul(3) {
                return Err(unsupported(editor, id, "select of resource handles depends on its own result"));
            }
            continue;
        }
        editor.go_to(Position::Before(id)).map_err(invalid)?;
        let [first, second] = [first, second].map(|handle| number_of(editor, handle, &made));
        let chosen = editor.select(condition, first, second);
        made.insert(id, chosen);
        waiting.pop();
    }
    for id in phis {
        let Some(ValueKind::Instruction(phi)) = made.get(&id).map(|number| number.kind()) else { continue };
        for (block, handle) in editor.incoming(id) {
            let number = number_of(editor, handle, &made);
            editor.set_incoming(phi, block, number).map_err(invalid)?;
        }
    }
    Ok(made)
}
