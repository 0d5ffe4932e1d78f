//! A valid compute shader of any size, built instruction by instruction: benches measure it, and tests look at what it
//! takes in memory.

use dxil_ir::Flags;
use dxil_ir::builder::{Build as _, BuildControlFlow as _, BuildError, FunctionBuilder};
use dxil_ir::{Alignment, BinaryOp, Module, Predicate, TypeId, Value};

/// What the shader is made of: functions that the hardware has.
struct Operations {
    create_handle: Value,
    thread_id: Value,
    load: Value,
    store: Value,
    unary: Value,
}

/// A compute shader of about so many instructions: loads, arithmetic, and branches with phis, as in a kernel that was
/// unrolled.
pub fn compute_shader(instructions: usize) -> Result<Module, BuildError> {
    let mut module = Module::dxil();
    let operations = declare(&mut module);
    let (void, i1, i8, i32) =
        (module.types.void(), module.types.int(1), module.types.int(8), module.types.int(32));
    let float = module.types.float();
    let groupshared = module.types.array(float, 256);
    let undefined = module.undef(groupshared);
    let shared = module.add_variable("shared", groupshared, 3, Some(undefined));
    let main = module.types.function(void, &[]);
    let main = module.define_function("main", main);
    let mut b = FunctionBuilder::new(&mut module, main)?;
    let constants: Vec<Value> = (0..256).map(|number| b.int(i32, number)).collect();
    let constant = |index: usize| constants.get(index % constants.len()).copied().unwrap_or(constants[0]);
    let (uav, no, three, all) = (b.int(i8, 1), b.int(i1, 0), b.int(i8, 7), b.int(i8, 15));
    let (read, written) = (constant(0), constant(1));
    let input = b.call(operations.create_handle, &[constant(57), uav, read, read, no])?;
    let output = b.call(operations.create_handle, &[constant(57), uav, written, written, no])?;
    let thread = b.call(operations.thread_id, &[constant(93), constant(0)])?;
    let (undefined_int, undefined_float) = (b.undef(i32), b.undef(float));
    let mut sum = b.float(1.5);
    let mut before = b.block();
    let mut round = 0;
    while b.body().instructions.len() < instructions {
        round += 1;
        let offset = b.binary(BinaryOp::Mul, thread, constant(round));
        let index = b.binary(BinaryOp::Add, offset, constant(round / 7));
        let loaded = b.call(operations.load, &[constant(68), input, index, undefined_int])?;
        let (x, y) = (b.extract_value(loaded, &[0])?, b.extract_value(loaded, &[1])?);
        let product = b.binary_with(BinaryOp::Mul, Flags::UNSAFE_ALGEBRA, x, y);
        let added = b.binary_with(BinaryOp::Add, Flags::UNSAFE_ALGEBRA, product, sum);
        let root = b.call(operations.unary, &[constant(24), added])?;
        let difference = b.binary_with(BinaryOp::Sub, Flags::UNSAFE_ALGEBRA, root, x);
        let address = b.element_pointer(true, groupshared, shared.into(), &[constant(0), constant(round)])?;
        b.store(difference, address, Alignment::bytes(4));
        if round % 4 != 0 {
            sum = difference;
            continue;
        }
        let (then, join) = (b.add_block(), b.add_block());
        let condition = b.compare(Predicate::FloatOlt, difference, sum);
        b.branch_if(condition, then, join);
        b.switch_to(then);
        let again = b.load(float, address, Alignment::bytes(4));
        let scaled = b.binary_with(BinaryOp::Mul, Flags::UNSAFE_ALGEBRA, again, root);
        b.call(
            operations.store,
            &[constant(69), output, index, undefined_int, scaled, added, product, undefined_float, three],
        )?;
        b.branch(join);
        b.switch_to(join);
        let phi = b.phi(float);
        b.add_incoming(phi, difference, before);
        b.add_incoming(phi, scaled, then);
        sum = phi.into();
        before = join;
    }
    b.call(operations.store, &[constant(69), output, thread, undefined_int, sum, sum, sum, sum, all])?;
    b.ret(None);
    drop(b);
    describe(&mut module, main.into(), i32);
    Ok(module)
}

fn declare(module: &mut Module) -> Operations {
    let (void, i1, i8, i32) =
        (module.types.void(), module.types.int(1), module.types.int(8), module.types.int(32));
    let (float, bytes) = (module.types.float(), module.types.pointer(i8, 0));
    let handle = module.types.structure("dx.types.Handle", &[bytes]);
    let result = module.types.structure("dx.types.ResRet.f32", &[float, float, float, float, i32]);
    let mut declare = |name: &str, result: TypeId, parameters: &[TypeId]| -> Value {
        let ty = module.types.function(result, parameters);
        module.declare_function(name, ty).into()
    };
    Operations {
        create_handle: declare("dx.op.createHandle", handle, &[i32, i8, i32, i32, i1]),
        thread_id: declare("dx.op.threadId.i32", i32, &[i32, i32]),
        load: declare("dx.op.bufferLoad.f32", result, &[i32, handle, i32, i32]),
        store: declare(
            "dx.op.bufferStore.f32",
            void,
            &[i32, handle, i32, i32, float, float, float, float, i8],
        ),
        unary: declare("dx.op.unary.f32", float, &[i32, float]),
    }
}

/// The metadata without which it is no shader: versions, two raw buffers, the threads of a group.
fn describe(module: &mut Module, main: Value, i32: TypeId) {
    let (i1, i64, words) =
        (module.types.int(1), module.types.int(64), module.types.structure("Words", &[i32]));
    let number = |module: &mut Module, ty: TypeId, number: i64| {
        let number = module.int(ty, number);
        Some(module.value_as_metadata(number))
    };
    let list = |module: &mut Module, numbers: &[i64]| {
        let numbers: Vec<_> = numbers.iter().map(|value| number(module, i32, *value)).collect();
        module.tuple(&numbers)
    };
    let versions = [("dx.version", [1, 0]), ("dx.valver", [1, 8])];
    for (name, version) in versions {
        let version = list(module, &version);
        module.add_named_metadata(name, &[version]);
    }
    let kind = module.metadata_string("cs");
    let model = [Some(kind), number(module, i32, 6), number(module, i32, 0)];
    let model = module.tuple(&model);
    module.add_named_metadata("dx.shaderModel", &[model]);
    let variable = module.types.pointer(words, 0);
    let variable = module.undef(variable);
    let variable = module.value_as_metadata(variable);
    let (no_name, raw_buffer) = (module.metadata_string(""), 11);
    let buffers = [0, 1].map(|id| {
        let [id, space, count, kind] = [id, 0, 1, raw_buffer].map(|value| number(module, i32, value));
        let no = number(module, i1, 0);
        Some(module.tuple(&[id, Some(variable), Some(no_name), space, id, count, kind, no, no, no, None]))
    });
    let uavs = module.tuple(&buffers);
    let resources = module.tuple(&[None, Some(uavs), None, None]);
    module.add_named_metadata("dx.resources", &[resources]);
    let threads = list(module, &[64, 1, 1]);
    let (flags, raw_buffers, thread_group) = (0, 16, 4);
    let properties = [
        number(module, i32, flags),
        number(module, i64, raw_buffers),
        number(module, i32, thread_group),
        Some(threads),
    ];
    let properties = module.tuple(&properties);
    let (function, name) = (module.value_as_metadata(main), module.metadata_string("main"));
    let entry = module.tuple(&[Some(function), Some(name), None, Some(resources), Some(properties)]);
    module.add_named_metadata("dx.entryPoints", &[entry]);
}
