//! Building modules: what a front end calls for every type, constant and instruction that it emits. Separate from what
//! modules are, because reading one needs none of it.
//!
//! A [`FunctionBuilder`] adds instructions behind the last one of the block it stands at and says what type each gives.
//! It looks at operands only as far as it must to say that; whether they are allowed is the affair of
//! [`verify`](super::verify()).
//!
//! # A compute shader from nothing
//!
//! Each thread writes its number to a buffer.
//!
//! ```
//! use dxil_ir::builder::{Build as _, BuildControlFlow as _, BuildError, FunctionBuilder};
//! use dxil_ir::{BinaryOp, GlobalId, Module, TypeId, Value};
//!
//! fn compute_shader() -> Result<Module, BuildError> {
//!     let mut module = Module::dxil();
//!     let (void, i1, i8, i32) = (module.types.void(), module.types.int(1), module.types.int(8), module.types.int(32));
//!     let i8_pointer = module.types.pointer(i8, 0);
//!     let handle = module.types.structure("dx.types.Handle", &[i8_pointer]);
//!
//!     // What the hardware does is done by calls of functions with names that everyone knows.
//!     let mut operation = |name: &str, result: TypeId, parameters: &[TypeId]| {
//!         let ty = module.types.function(result, parameters);
//!         module.declare_function(name, ty)
//!     };
//!     let thread_id = operation("dx.op.threadId.i32", i32, &[i32, i32]);
//!     let create_handle = operation("dx.op.createHandle", handle, &[i32, i8, i32, i32, i1]);
//!     let store = operation("dx.op.bufferStore.i32", void, &[i32, handle, i32, i32, i32, i32, i32, i32, i8]);
//!
//!     let main_type = module.types.function(void, &[]);
//!     let main = module.define_function("main", main_type);
//!     let mut build = FunctionBuilder::new(&mut module, main)?;
//!     let (zero, one) = (build.int(i32, 0), build.int(i32, 1));
//!     let opcode = build.int(i32, 57);
//!     let (uav, no) = (build.int(i8, 1), build.int(i1, 0));
//!     let buffer = build.call(create_handle, &[opcode, uav, zero, zero, no])?;
//!     let opcode = build.int(i32, 93);
//!     let thread = build.call(thread_id, &[opcode, zero])?;
//!     let four = build.int(i32, 4);
//!     let offset = build.binary(BinaryOp::Mul, thread, four);
//!     let opcode = build.int(i32, 69);
//!     let (nothing, mask) = (build.undef(i32), build.int(i8, 1));
//!     build.call(store, &[opcode, buffer, offset, nothing, thread, nothing, nothing, nothing, mask])?;
//!     build.ret(None);
//!     drop(build);
//!
//!     // The rest of what a driver asks stands in metadata.
//!     let number = |module: &mut Module, number| {
//!         let value = module.int(i32, number);
//!         Some(module.value_as_metadata(value))
//!     };
//!     let (major, minor) = (number(&mut module, 1), number(&mut module, 0));
//!     let version = module.tuple(&[major, minor]);
//!     module.add_named_metadata("dx.version", &[version]);
//!     let (kind, major) = (module.metadata_string("cs"), number(&mut module, 6));
//!     let model = module.tuple(&[Some(kind), major, minor]);
//!     module.add_named_metadata("dx.shaderModel", &[model]);
//!     let (function, name) = (module.value_as_metadata(main.into()), module.metadata_string("main"));
//!     let entry = module.tuple(&[Some(function), Some(name), None, None, None]);
//!     module.add_named_metadata("dx.entryPoints", &[entry]);
//!     Ok(module)
//! }
//!
//! let module = compute_shader()?;
//! assert!(dxil_ir::verify(&module).is_valid());
//! let bitcode = dxil_ir::bitcode::write(&module).expect("LLVM 3.7 has all of it");
//! let read = dxil_ir::bitcode::read(&bitcode, 0).expect("it is as LLVM writes it");
//! assert_eq!(read.bodies().count(), 1);
//! # Ok::<(), BuildError>(())
//! ```

mod error;
mod instructions;
mod module;
mod structured;

use std::collections::HashMap;

use super::function::DebugLocation;
use super::{
    BlockId, Body, DebugLocationId, Global, GlobalId, Instruction, InstructionId, Module, Op, TypeId, Value,
    ValueKind,
};

pub use error::BuildError;
pub(crate) use instructions::Parts;
pub use instructions::{Build, BuildControlFlow};
pub use structured::{If, Loop, Switch};

/// Builds the body of a function, block by block: [`Build`] has the instructions. The module has the body back when the
/// builder is dropped.
#[derive(Debug)]
pub struct FunctionBuilder<'m> {
    module: &'m mut Module,
    function: GlobalId,
    function_type: TypeId,
    body: Body,
    block: BlockId,
    location: Option<DebugLocationId>,
    /// Instructions that are inserted before all others of the entry block when the builder is dropped.
    prologue: Vec<InstructionId>,
    builds_prologue: bool,
    /// Which of the body's values that are used as metadata each is.
    local_metadata: HashMap<Value, u32>,
    /// Open constructs of structured control flow with their numbers, the innermost last.
    open: Vec<(u32, &'static str)>,
    /// The number of constructs that were opened.
    constructs: u32,
}

impl Drop for FunctionBuilder<'_> {
    fn drop(&mut self) {
        self.insert_prologue();
        if let Some(function) = self.module.globals.get_mut(self.function).and_then(Global::function_mut) {
            function.body = Some(std::mem::take(&mut self.body));
        }
    }
}

impl<'m> FunctionBuilder<'m> {
    /// A builder that goes on where the body of `function` ends; a declaration becomes a definition, and a body without
    /// blocks gets the one where it begins.
    ///
    /// # Errors
    ///
    /// The global is no function.
    pub fn new(module: &'m mut Module, function: GlobalId) -> Result<Self, BuildError> {
        let error = BuildError::NotFunction { what: "the global that receives a body" };
        let global = module.globals.get_mut(function).ok_or_else(|| error.clone())?;
        let function_type = global.value_type;
        let mut body = global.function_mut().ok_or(error)?.body.take().unwrap_or_default();
        let block = body.layout.last().copied().unwrap_or_else(|| body.add_block());
        let local_metadata = body.local_metadata.iter().copied().zip(0..).collect();
        Ok(Self {
            module,
            function,
            function_type,
            body,
            block,
            location: None,
            prologue: Vec::new(),
            builds_prologue: false,
            local_metadata,
            open: Vec::new(),
            constructs: 0,
        })
    }

    /// What there is so far.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// The block that what follows goes to: at first the last one of the function.
    pub fn block(&self) -> BlockId {
        self.block
    }

    /// Adds a block behind the last one.
    pub fn add_block(&mut self) -> BlockId {
        self.body.add_block()
    }

    /// What follows goes to this block.
    pub fn switch_to(&mut self, block: BlockId) {
        self.block = block;
    }

    /// The function that receives the body.
    pub fn function(&self) -> GlobalId {
        self.function
    }

    /// With `true`, appends the following instructions to a prologue instead of the current block, until a call with
    /// `false`. Returns the setting before the call. When the builder is dropped, it inserts the prologue before all
    /// other instructions of the entry block, so its values dominate all uses. [`body`](Self::body) does not have the
    /// prologue before. The operands must be constants, arguments, or values of the prologue.
    pub fn build_prologue(&mut self, is_on: bool) -> bool {
        std::mem::replace(&mut self.builds_prologue, is_on)
    }

    fn insert_prologue(&mut self) {
        let Body { blocks, lists, layout, .. } = &mut self.body;
        let entry = layout.first().and_then(|entry| blocks.get_mut(*entry));
        if let Some(entry) = entry.filter(|_| !self.prologue.is_empty()) {
            let rest = lists.instructions.get(entry.instructions).to_vec();
            entry.instructions = lists.instructions.list(self.prologue.drain(..).chain(rest));
        }
    }
}

impl Parts for FunctionBuilder<'_> {
    fn parts(&mut self) -> (&mut Module, &mut Body) {
        (self.module, &mut self.body)
    }
}

impl Build for FunctionBuilder<'_> {
    fn type_of(&self, value: Value) -> Result<TypeId, BuildError> {
        let ty = self.module.type_of(Some((&self.body, self.function_type)), value);
        ty.ok_or(BuildError::Missing { what: "a value" })
    }

    fn set_location(&mut self, location: Option<DebugLocation>) {
        self.location = location.map(|location| self.body.intern_location(location));
    }

    fn add(&mut self, op: Op, ty: TypeId) -> InstructionId {
        let instruction = Instruction { location: self.location.into(), ..Instruction::new(op, ty) };
        if self.builds_prologue {
            let id = self.body.instructions.push(instruction);
            self.prologue.push(id);
            return id;
        }
        self.body.add_instruction(self.block, instruction)
    }

    fn as_metadata(&mut self, value: Value) -> Value {
        if matches!(value.kind(), ValueKind::Constant(_) | ValueKind::Global(_)) {
            return self.module.value_as_metadata(value).into();
        }
        let next = u32::try_from(self.body.local_metadata.len()).unwrap_or(Value::MAX);
        let index = *self.local_metadata.entry(value).or_insert(next);
        if index == next {
            self.body.local_metadata.push(value);
        }
        Value::new(ValueKind::LocalMetadata(index))
    }
}

impl BuildControlFlow for FunctionBuilder<'_> {
    fn add_incoming(&mut self, phi: InstructionId, value: Value, block: BlockId) {
        let Body { instructions, lists, .. } = &mut self.body;
        if let Some(Op::Phi(values, blocks)) =
            instructions.get_mut(phi).map(|instruction| &mut instruction.op)
        {
            lists.values.push(values, value);
            lists.blocks.push(blocks, block);
        }
    }
}
