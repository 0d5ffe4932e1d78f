//! Small shaders of any stage, from nothing: signatures whose elements lie row below row, and code that reads and
//! writes them.

use dx_container::enums::{ElementType, InterpolationMode, SemanticKind, ShaderKind};
use dx_container::flags::ShaderFlags;
use dxil::Result;
use dxil::derive::DescribedModule;
use dxil::ops::BuildOperation as _;
use dxil::ops::{Opcode, Overload, OverloadKind};
use dxil::shader::{
    EntryPoint, EntryProperty, Shader, ShaderModel, SignatureElement, SignatureProperty, Signatures,
    ViewIdDependencies,
};
use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::{GlobalId, Module, Predicate, Value};

const F32: Overload = Overload::Scalar(OverloadKind::F32);

/// A shader, and what the code is made with.
pub struct Built {
    pub module: Module,
    pub shader: Shader,
    pub main: GlobalId,
}

/// An element of so many rows and columns, below those before it.
pub fn elements(sizes: &[(u32, u8)]) -> Option<Vec<SignatureElement>> {
    let mut row = 0;
    let element = |(id, (rows, columns)): (u32, &(u32, u8))| {
        let start_row = row;
        row += i32::try_from(*rows).unwrap();
        SignatureElement {
            id,
            name: "A".into(),
            element_type: ElementType::F32,
            semantic: SemanticKind::ARBITRARY,
            semantic_indices: None,
            interpolation: InterpolationMode::UNDEFINED,
            rows: *rows,
            columns: *columns,
            start_row,
            start_column: 0,
            properties: None,
            extra: Vec::new(),
        }
    };
    Some((0..).zip(sizes).map(element).collect())
}

impl Built {
    /// A shader whose inputs, outputs and patch constants have so many rows and columns, which does nothing yet.
    pub fn new(kind: ShaderKind, signatures: [&[(u32, u8)]; 3]) -> Self {
        let mut module = Module::dxil();
        let main = Self::function(&mut module, "main");
        let [inputs, outputs, patch_constants] = signatures.map(elements);
        let signatures = Signatures { inputs, outputs, patch_constants, extra: Vec::new() };
        let shader = Shader {
            model: ShaderModel::new(kind, 6, 6),
            validator_version: Some(dxil::shader::Version::new(1, 6)),
            entry_points: vec![EntryPoint {
                function: Some(main),
                name: "main".into(),
                signatures: Some(signatures),
                resources: None,
                properties: Some(vec![EntryProperty::ShaderFlags(ShaderFlags::VIEW_ID)].into()),
                extra: Vec::new(),
            }],
            ..Shader::default()
        };
        Self { module, shader, main }
    }

    /// A pixel shader: inputs and outputs of one row and column each.
    pub fn pixel(inputs: usize, outputs: usize) -> Self {
        Self::new(ShaderKind::PIXEL, [&vec![(1, 1); inputs], &vec![(1, 1); outputs], &[]])
    }

    /// A function that takes nothing and gives nothing.
    pub fn function(module: &mut Module, name: &str) -> GlobalId {
        let void = module.types.void();
        let ty = module.types.function(void, &[]);
        module.define_function(name, ty)
    }

    pub fn signatures(&mut self) -> &mut Signatures {
        self.shader.entry_points[0].signatures.as_mut().unwrap()
    }

    /// Puts an output into a stream.
    pub fn stream(&mut self, output: usize, stream: u32) {
        let element = &mut self.signatures().outputs.as_mut().unwrap()[output];
        element.properties = Some(vec![SignatureProperty::Stream(stream)].into());
    }

    /// Lets the entry do something.
    pub fn code(mut self, code: impl FnOnce(&mut Code<'_>)) -> Self {
        let main = self.main;
        self.code_of(main, code);
        self
    }

    /// Lets a function do something.
    pub fn code_of(&mut self, function: GlobalId, code: impl FnOnce(&mut Code<'_>)) {
        let build = FunctionBuilder::new(&mut self.module, function).unwrap();
        code(&mut Code { build });
    }

    pub fn program(&self) -> DescribedModule<'_> {
        DescribedModule::new(&self.module, &self.shader)
    }

    pub fn result(&self) -> Result<ViewIdDependencies> {
        self.program().view_id_dependencies().map(|state| state.expect("no compute shader"))
    }

    /// What each output of a stream depends on: inputs, and 1000 for SV_ViewID.
    pub fn outputs(&self, stream: usize) -> Vec<Vec<u32>> {
        let state = self.result().unwrap();
        let masks = &state.masks;
        let view_id = Some(&masks.view_id_outputs[stream]);
        table(&masks.input_to_outputs[stream], view_id, state.inputs, state.outputs[stream])
    }

    /// The same of the first column of each row, by the rows of inputs.
    pub fn rows(&self) -> Vec<Vec<u32>> {
        let row = |input: u32| if input == 1000 { input } else { input / 4 };
        self.outputs(0).into_iter().step_by(4).map(|inputs| inputs.into_iter().map(row).collect()).collect()
    }

    /// What each patch constant depends on.
    pub fn patch_constants(&self) -> Vec<Vec<u32>> {
        let state = self.result().unwrap();
        let masks = &state.masks;
        let view_id = Some(&masks.view_id_patch_or_primitive);
        table(&masks.input_to_patch, view_id, state.inputs, state.patch_constants)
    }

    /// On which patch constants each output depends.
    pub fn by_patch_constant(&self) -> Vec<Vec<u32>> {
        let state = self.result().unwrap();
        table(&state.masks.patch_to_outputs, None, state.patch_constants, state.outputs[0])
    }
}

fn table(words: &[u32], view_id: Option<&Vec<u32>>, inputs: u32, outputs: u32) -> Vec<Vec<u32>> {
    let bit = |words: &[u32], at: u32| words[at as usize / 32] >> (at % 32) & 1 != 0;
    let size = outputs.div_ceil(32) as usize;
    let of = |output: u32| {
        let inputs = (0..inputs).filter(move |input| bit(&words[*input as usize * size..], output));
        inputs.chain(view_id.filter(|view_id| bit(view_id, output)).map(|_| 1000)).collect()
    };
    (0..outputs).map(of).collect()
}

/// What code is made with.
pub struct Code<'m> {
    pub build: FunctionBuilder<'m>,
}

impl Code<'_> {
    pub fn int(&mut self, number: i64) -> Value {
        let i32 = self.build.module().types.int(32);
        self.build.int(i32, number)
    }

    /// Element, row and column as operations take them.
    fn place(&mut self, element: i64, row: Option<Value>, column: i64) -> Vec<Value> {
        let i8 = self.build.module().types.int(8);
        let (element, first) = (self.int(element), self.int(0));
        vec![element, row.unwrap_or(first), self.build.int(i8, column)]
    }

    fn undefined(&mut self) -> Value {
        let i32 = self.build.module().types.int(32);
        self.build.undef(i32)
    }

    /// An input.
    pub fn load(&mut self, element: i64, row: Option<Value>, column: i64) -> Value {
        let mut operands = self.place(element, row, column);
        operands.push(self.undefined());
        self.build.operation(Opcode::LOAD_INPUT, &[F32], &operands).unwrap()
    }

    /// The first component of an input.
    pub fn input(&mut self, element: i64) -> Value {
        self.load(element, None, 0)
    }

    /// The first component of an input as an integer.
    pub fn index(&mut self, element: i64) -> Value {
        let i32 = self.build.module().types.int(32);
        let input = self.input(element);
        self.build.cast(dxil_ir::CastOp::FpToSi, input, i32)
    }

    /// Whether an input is more than 0.
    pub fn test(&mut self, element: i64) -> Value {
        let input = self.input(element);
        self.is_more(input)
    }

    pub fn is_more(&mut self, value: Value) -> Value {
        let zero = self.build.float(0.0);
        self.build.compare(Predicate::FloatOgt, value, zero)
    }

    /// What another thread gave, or the input of a domain shader.
    pub fn control_point(&mut self, element: i64) -> Value {
        let mut operands = self.place(element, None, 0);
        operands.push(self.int(0));
        self.build.operation(Opcode::LOAD_OUTPUT_CONTROL_POINT, &[F32], &operands).unwrap()
    }

    pub fn patch_constant(&mut self, element: i64, column: i64) -> Value {
        let operands = self.place(element, None, column);
        self.build.operation(Opcode::LOAD_PATCH_CONSTANT, &[F32], &operands).unwrap()
    }

    /// SV_ViewID as a float.
    pub fn view_id(&mut self) -> Value {
        let i32 = Overload::Scalar(OverloadKind::I32);
        let id = self.build.operation(Opcode::VIEW_ID, &[i32], &[]).unwrap();
        let float = self.build.module().types.float();
        self.build.cast(dxil_ir::CastOp::UiToFp, id, float)
    }

    fn store_by(&mut self, opcode: Opcode, element: i64, row: Option<Value>, column: i64, value: Value) {
        let mut operands = self.place(element, row, column);
        operands.push(value);
        if matches!(opcode, Opcode::STORE_VERTEX_OUTPUT | Opcode::STORE_PRIMITIVE_OUTPUT) {
            operands.push(self.int(0));
        }
        self.build.operation(opcode, &[F32], &operands).unwrap();
    }

    pub fn store(&mut self, element: i64, row: Option<Value>, column: i64, value: Value) {
        self.store_by(Opcode::STORE_OUTPUT, element, row, column, value);
    }

    /// The first component of an output.
    pub fn output(&mut self, element: i64, value: Value) {
        self.store(element, None, 0, value);
    }

    pub fn vertex(&mut self, element: i64, value: Value) {
        self.store_by(Opcode::STORE_VERTEX_OUTPUT, element, None, 0, value);
    }

    pub fn primitive(&mut self, element: i64, value: Value) {
        self.store_by(Opcode::STORE_PRIMITIVE_OUTPUT, element, None, 0, value);
    }

    pub fn constant_of_patch(&mut self, element: i64, value: Value) {
        self.store_by(Opcode::STORE_PATCH_CONSTANT, element, None, 0, value);
    }

    /// `one` where the condition is true, or `other`: two blocks and a phi.
    pub fn choose(&mut self, condition: Value, one: Value, other: Value) -> Value {
        let build = &mut self.build;
        let blocks = [build.add_block(), build.add_block(), build.add_block()];
        build.branch_if(condition, blocks[0], blocks[1]);
        for block in &blocks[..2] {
            build.switch_to(*block);
            build.branch(blocks[2]);
        }
        build.switch_to(blocks[2]);
        let float = build.module().types.float();
        let phi = build.phi(float);
        build.add_incoming(phi, one, blocks[0]);
        build.add_incoming(phi, other, blocks[1]);
        phi.into()
    }
}
