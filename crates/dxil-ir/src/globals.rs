//! What has a name in the module: variables, functions, aliases.

use crate::arena::id;
use bstr::BString;

use super::debug_records::{DebugRecord, DebugValue};
use super::{
    Alignment, AttributeListId, Body, ComdatId, DllStorage, Linkage, MetadataId, ThreadLocal, TypeId,
    UnnamedAddress, Value, Visibility,
};

id! {
    /// A variable, a function or an alias.
    pub struct GlobalId, "global"
}

/// A variable, a function or an alias.
#[derive(Debug, Clone)]
pub struct Global {
    /// Its name; empty for none.
    pub name: BString,
    /// The type of its address: a pointer.
    pub ty: TypeId,
    /// What it is the address of.
    pub value_type: TypeId,
    /// How it is bound to others of its name.
    pub linkage: Linkage,
    /// How it is seen from outside.
    pub visibility: Visibility,
    /// Whether it comes from or goes to a DLL.
    pub dll_storage: DllStorage,
    /// Whether its address is significant.
    pub unnamed_address: UnnamedAddress,
    /// Whether it is known to be in the same linkage unit; modern only.
    pub is_dso_local: bool,
    /// Metadata attached to it: kind and node. Of a function that is defined, its body has it; modern only.
    pub metadata: Vec<(u32, MetadataId)>,
    /// How it is aligned.
    pub alignment: Alignment,
    /// The section it lies in; empty for none.
    pub section: BString,
    /// The group of sections it belongs to.
    pub comdat: Option<ComdatId>,
    /// What it is.
    pub kind: GlobalKind,
}

/// What a global is.
#[derive(Debug, Clone)]
pub enum GlobalKind {
    /// A variable.
    Variable(Variable),
    /// A function.
    Function(Box<Function>),
    /// Another name.
    Alias(Alias),
}

/// A variable.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Whether it never changes.
    pub is_constant: bool,
    /// What it holds at first; `None` for a declaration.
    pub initializer: Option<Value>,
    /// Whether it is one a thread.
    pub thread_local: ThreadLocal,
    /// Whether something else than its initializer sets it.
    pub is_externally_initialized: bool,
}

impl Default for Variable {
    /// A declaration of one that all threads share.
    fn default() -> Self {
        Self {
            is_constant: false,
            initializer: None,
            thread_local: ThreadLocal::Not,
            is_externally_initialized: false,
        }
    }
}

/// A function.
#[derive(Debug, Clone, Default)]
pub struct Function {
    /// The number of its calling convention.
    pub calling_convention: u32,
    /// The attributes of it, its parameters and what it gives.
    pub attributes: Option<AttributeListId>,
    /// The garbage collector it is compiled for; empty for none.
    pub garbage_collector: BString,
    /// Data before its code.
    pub prologue: Option<Value>,
    /// Data before its entry.
    pub prefix: Option<Value>,
    /// What handles its exceptions.
    pub personality: Option<Value>,
    /// What it consists of; `None` for a declaration.
    pub body: Option<Body>,
}

/// Another name.
#[derive(Debug, Clone)]
pub struct Alias {
    /// For what.
    pub aliasee: Value,
    /// Whether it is one a thread.
    pub thread_local: ThreadLocal,
}

impl Global {
    /// Whether it has no content here.
    pub fn is_declaration(&self) -> bool {
        match &self.kind {
            GlobalKind::Variable(variable) => variable.initializer.is_none(),
            GlobalKind::Function(function) => function.body.is_none(),
            GlobalKind::Alias(_) => false,
        }
    }

    /// The function that it is.
    pub fn function(&self) -> Option<&Function> {
        match &self.kind {
            GlobalKind::Function(function) => Some(function),
            GlobalKind::Variable(_) | GlobalKind::Alias(_) => None,
        }
    }

    /// The same, to be changed.
    pub fn function_mut(&mut self) -> Option<&mut Function> {
        match &mut self.kind {
            GlobalKind::Function(function) => Some(function),
            GlobalKind::Variable(_) | GlobalKind::Alias(_) => None,
        }
    }

    /// A copy of it that, where it is a function with a body, is a declaration: external, with no data around its code.
    pub(super) fn declared(&self) -> Self {
        let GlobalKind::Function(function) = &self.kind else { return self.clone() };
        let is_defined = function.body.is_some();
        let kept = |value: Option<Value>| value.filter(|_| !is_defined);
        let function = Function {
            calling_convention: function.calling_convention,
            attributes: function.attributes,
            garbage_collector: function.garbage_collector.clone(),
            prologue: kept(function.prologue),
            prefix: kept(function.prefix),
            personality: kept(function.personality),
            body: None,
        };
        Self {
            name: self.name.clone(),
            ty: self.ty,
            value_type: self.value_type,
            linkage: if is_defined { Linkage::External } else { self.linkage },
            visibility: self.visibility,
            dll_storage: self.dll_storage,
            unnamed_address: self.unnamed_address,
            is_dso_local: self.is_dso_local,
            metadata: self.metadata.clone(),
            alignment: self.alignment,
            section: self.section.clone(),
            comdat: self.comdat,
            kind: GlobalKind::Function(Box::new(function)),
        }
    }

    /// What the function that it is consists of.
    pub fn body(&self) -> Option<&Body> {
        self.function()?.body.as_ref()
    }

    /// The same, to be changed.
    pub fn body_mut(&mut self) -> Option<&mut Body> {
        self.function_mut()?.body.as_mut()
    }

    /// Calls `visit` with everything that it refers to; what stands in a body is not among it.
    pub(crate) fn each_value_mut(&mut self, visit: &mut impl FnMut(&mut Value)) {
        match &mut self.kind {
            GlobalKind::Variable(variable) => variable.initializer.iter_mut().for_each(visit),
            GlobalKind::Alias(alias) => visit(&mut alias.aliasee),
            GlobalKind::Function(function) => {
                let Function { prologue, prefix, personality, .. } = &mut **function;
                [prologue, prefix, personality].into_iter().flatten().for_each(visit);
            }
        }
    }

    /// Calls `visit` with everything that it refers to, what stands in its body among it.
    pub(crate) fn each_value(&self, mut visit: impl FnMut(Value)) {
        match &self.kind {
            GlobalKind::Variable(variable) => variable.initializer.iter().copied().for_each(visit),
            GlobalKind::Alias(alias) => visit(alias.aliasee),
            GlobalKind::Function(function) => {
                let Function { prologue, prefix, personality, body, .. } = &**function;
                [prologue, prefix, personality].into_iter().flatten().copied().for_each(&mut visit);
                if let Some(body) = body {
                    let instructions = body.instructions.values();
                    instructions.for_each(|instruction| instruction.op.each_operand(&body.lists, &mut visit));
                    body.local_metadata.iter().copied().for_each(&mut visit);
                    for value in body.debug_records.iter().flat_map(DebugRecord::values) {
                        match value {
                            DebugValue::Value(value) => visit(*value),
                            DebugValue::List(values) => values.iter().copied().for_each(&mut visit),
                            DebugValue::Gone(_) | DebugValue::Node(_) => {}
                        }
                    }
                }
            }
        }
    }

    /// What it is another name for.
    pub fn aliasee(&self) -> Option<Value> {
        match &self.kind {
            GlobalKind::Alias(alias) => Some(alias.aliasee),
            GlobalKind::Variable(_) | GlobalKind::Function(_) => None,
        }
    }

    /// The variable that it is.
    pub fn variable(&self) -> Option<&Variable> {
        match &self.kind {
            GlobalKind::Variable(variable) => Some(variable),
            GlobalKind::Function(_) | GlobalKind::Alias(_) => None,
        }
    }
}
