//! Which globals the code of a function names, or what a variable holds at first does, be it through constants.
//! Separate because it looks at one module alone.

use dxil_ir::arena::IdSet;
use dxil_ir::{ConstantId, Global, GlobalId, Module, Op, SymbolReferences, Value, ValueKind};
use hashbrown::HashMap;

/// Which globals the globals of a module refer to.
#[derive(Debug)]
pub(crate) struct References {
    mentions: SymbolReferences,
    /// Those that were asked for before.
    known: HashMap<GlobalId, Vec<GlobalId>>,
}

impl References {
    pub(crate) fn of(module: &Module) -> Self {
        Self { mentions: SymbolReferences::of(module), known: HashMap::new() }
    }

    /// The globals that one refers to, each once, in the order of its code.
    pub(crate) fn by(&mut self, module: &Module, id: GlobalId) -> &[GlobalId] {
        let mentions = &self.mentions;
        self.known.entry(id).or_insert_with(|| {
            let (mut found, mut seen, mut constants) = (Vec::new(), IdSet::new(), IdSet::new());
            let mut note = |id: GlobalId| {
                if seen.insert(id) {
                    found.push(id);
                }
            };
            let Some(global) = module.globals.get(id) else { return Vec::new() };
            let held = global.variable().and_then(|variable| variable.initializer).or(global.aliasee());
            let named = mentions.by(id).iter().map(|mention| mention.value);
            for value in held.into_iter().chain(named) {
                each_global(module, value, &mut constants, &mut note);
            }
            found
        })
    }

    /// All globals that some of them refer to, and those to, and so on; they are among these.
    pub(crate) fn reached(
        &mut self,
        module: &Module,
        from: impl IntoIterator<Item = GlobalId>,
    ) -> IdSet<GlobalId> {
        let mut reached = IdSet::new();
        let mut waiting: Vec<GlobalId> = from.into_iter().collect();
        while let Some(id) = waiting.pop() {
            if reached.insert(id) {
                waiting.extend(self.by(module, id));
            }
        }
        reached
    }

    /// The globals that the code of these names itself.
    pub(crate) fn named_by(&self, module: &Module, globals: &IdSet<GlobalId>) -> IdSet<GlobalId> {
        let mut found = IdSet::new();
        for id in module.globals.keys().filter(|id| globals.contains(*id)) {
            for named in self.mentions.by(id).iter().filter_map(|mention| mention.global()) {
                found.insert(named);
            }
        }
        found
    }
}

/// Calls `note` with each global that a value is or consists of.
fn each_global(module: &Module, value: Value, seen: &mut IdSet<ConstantId>, note: &mut impl FnMut(GlobalId)) {
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        match value.kind() {
            ValueKind::Global(id) => note(id),
            ValueKind::Constant(id) if seen.insert(id) => {
                let operands = module.constants.get(id).map(|constant| constant.kind.operands());
                left.extend(operands.unwrap_or_default().iter().rev());
            }
            _ => {}
        }
    }
}

/// The line of the source in which a function calls another one, where it has debug information.
pub(super) fn line_of_call(module: &Module, caller: GlobalId, callee: GlobalId) -> Option<u32> {
    let body = module.globals.get(caller).and_then(Global::body)?;
    let is_call = |op: &Op| matches!(op, Op::Call { callee: called, .. } if *called == Value::from(callee));
    let (.., call) = body.in_order().find(|(.., instruction)| is_call(&instruction.op))?;
    call.location.expand().and_then(|id| body.location(id)).map(|location| location.line)
}
