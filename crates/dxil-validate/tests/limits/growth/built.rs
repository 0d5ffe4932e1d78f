//! Shapes that are built, because they lie deep in themselves, or share what texts repeat.

use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::constants::ConstantKind;
use dxil_ir::{Alignment, CastOp, Module, TypeId, Value, ValueKind};

use super::shape::Shape;

pub(crate) const SHAPES: &[Shape] = &[
    ("arrays in arrays, and who has one", 4000, arrays),
    ("constants in constants, and who uses one", 4000, constants),
    ("an address of many numbers, and who uses it", 2000, addresses),
    ("functions of one type with many parameters", 1000, parameters),
    ("branches with one list of hints", 2000, hints),
    ("phis and selects of handles", 4000, handles),
    ("metadata of a kind with a long name", 2000, kinds),
    ("records that are given away", 1000, records),
];

/// A library with one function, called `main`, which `code` writes.
fn library(code: impl FnOnce(&mut FunctionBuilder<'_>)) -> Module {
    let mut module = Module::dxil();
    describe(&mut module);
    let void = module.types.void();
    let ty = module.types.function(void, &[]);
    let main = module.define_function("main", ty);
    let mut b = FunctionBuilder::new(&mut module, main).unwrap();
    code(&mut b);
    b.ret(None);
    drop(b);
    module
}

/// The metadata without which it is no library.
fn describe(module: &mut Module) {
    let i32 = module.types.int(32);
    let numbers = |module: &mut Module, numbers: [i64; 2]| {
        numbers.map(|number| {
            let number = module.int(i32, number);
            Some(module.value_as_metadata(number))
        })
    };
    let ([major, minor], version) = (numbers(module, [6, 8]), numbers(module, [1, 8]));
    let version = module.tuple(&version);
    module.add_named_metadata("dx.version", &[version]);
    module.add_named_metadata("dx.valver", &[version]);
    let kind = module.metadata_string("lib");
    let model = module.tuple(&[Some(kind), major, minor]);
    module.add_named_metadata("dx.shaderModel", &[model]);
    let name = module.metadata_string("");
    let entry = module.tuple(&[None, Some(name), None, None, None]);
    module.add_named_metadata("dx.entryPoints", &[entry]);
}

fn arrays(count: usize) -> Module {
    library(|b| {
        let mut ty = b.module().types.int(32);
        for _ in 0..count {
            ty = b.module().types.array(ty, 1);
        }
        for _ in 0..count {
            b.alloca(ty, Alignment::bytes(4));
        }
    })
}

fn constants(count: usize) -> Module {
    library(|b| {
        let types = [32, 8].map(|bits| b.module().types.int(bits));
        let zero = b.int(types[0], 0);
        let variable = b.module().add_variable("shared", types[0], 3, Some(zero));
        let pointers = types.map(|ty| b.module().types.pointer(ty, 3));
        let mut value = Value::from(variable);
        for index in 1..=2 * count {
            let ty = if index % 2 == 0 { pointers[0] } else { pointers[1] };
            value = b.module().constant(ty, ConstantKind::Cast(CastOp::Bitcast, value));
        }
        for _ in 0..count {
            b.store(zero, value, Alignment::bytes(4));
            b.cast(CastOp::Bitcast, value, pointers[1]);
        }
    })
}

/// Structures that each hold the next one, and an address right at their bottom.
fn addresses(count: usize) -> Module {
    library(|b| {
        let i32 = b.module().types.int(32);
        let mut ty = i32;
        for index in 0..count {
            ty = b.module().types.structure(&format!("s{index}"), &[ty]);
        }
        let undefined = b.undef(ty);
        let variable = b.module().add_variable("shared", ty, 3, Some(undefined));
        let zero = b.int(i32, 0);
        let mut operands = vec![Value::from(variable)];
        operands.resize(count + 2, zero);
        let pointer = b.module().types.pointer(i32, 3);
        let kind = ConstantKind::ElementPointer {
            flags: dxil_ir::Flags::INBOUNDS,
            in_range: None,
            source: ty,
            operands: operands.into_boxed_slice(),
        };
        let address = b.module().constant(pointer, kind);
        for _ in 0..count {
            b.store(zero, address, Alignment::bytes(4));
        }
    })
}

fn parameters(count: usize) -> Module {
    let mut module = library(|_| ());
    let (void, float) = (module.types.void(), module.types.float());
    let ty = module.types.function(void, &vec![float; count]);
    for index in 0..count {
        let function = module.define_function(&format!("f{index}"), ty);
        let mut b = FunctionBuilder::new(&mut module, function).unwrap();
        b.ret(None);
    }
    module
}

fn hints(count: usize) -> Module {
    library(|b| {
        let (i1, i32) = (b.module().types.int(1), b.module().types.int(32));
        let condition = b.int(i1, 1);
        let numbers: Vec<_> = (0..count)
            .map(|_| {
                let number = b.module().int(i32, 1);
                Some(b.module().value_as_metadata(number))
            })
            .collect();
        let list = b.module().tuple(&numbers);
        for _ in 0..count {
            let (then, join) = (b.add_block(), b.add_block());
            let branch = b.branch_if(condition, then, join);
            b.attach(branch, "dx.controlflow.hints", list);
            b.switch_to(then);
            b.branch(join);
            b.switch_to(join);
        }
    })
}

fn kinds(count: usize) -> Module {
    library(|b| {
        let i32 = b.module().types.int(32);
        let list = b.module().tuple(&[]);
        let name = "k".repeat(16 * count);
        for _ in 0..count {
            let alloca = b.alloca(i32, Alignment::bytes(4));
            let ValueKind::Instruction(id) = alloca.kind() else { panic!() };
            b.attach(id, &name, list);
        }
    })
}

fn handle_type(b: &mut FunctionBuilder<'_>, name: &str) -> TypeId {
    let i8 = b.module().types.int(8);
    let bytes = b.module().types.pointer(i8, 0);
    b.module().types.structure(name, &[bytes])
}

fn handles(count: usize) -> Module {
    library(|b| {
        let (i1, i32, float) = (b.module().types.int(1), b.module().types.int(32), b.module().types.float());
        let condition = b.int(i1, 1);
        let handle = handle_type(b, "dx.types.Handle");
        let result = b.module().types.structure("dx.types.CBufRet.f32", &[float; 4]);
        let variable = b.module().add_variable("shared", handle, 0, None);
        let create = b.module().types.function(handle, &[i32, handle]);
        let create = b.module().declare_function("dx.op.createHandleForLib.dx.types.Handle", create);
        let load = b.module().types.function(result, &[i32, handle, i32]);
        let load = b.module().declare_function("dx.op.cbufferLoadLegacy.f32", load);
        let (opcode, create_opcode, zero) = (b.int(i32, 59), b.int(i32, 160), b.int(i32, 0));
        let resource = b.load(handle, variable.into(), Alignment::bytes(4));
        let mut value = b.call(create, &[create_opcode, resource]).unwrap();
        for _ in 0..count {
            let (then, join) = (b.add_block(), b.add_block());
            value = b.select(condition, value, value);
            b.branch(then);
            b.switch_to(then);
            b.branch(join);
            b.switch_to(join);
            let phi = b.phi(handle);
            b.add_incoming(phi, value, then);
            value = phi.into();
            b.call(load, &[opcode, value, zero]).unwrap();
        }
    })
}

/// A record that is given away in as many blocks as it is used in, none of which lies behind another.
fn records(count: usize) -> Module {
    library(|b| {
        let (void, i32) = (b.module().types.void(), b.module().types.int(32));
        let record = handle_type(b, "dx.types.NodeRecordHandle");
        let node = handle_type(b, "dx.types.NodeHandle");
        let i1 = b.module().types.int(1);
        let allocate = b.module().types.function(record, &[i32, node, i32, i1]);
        let allocate = b.module().declare_function("dx.op.allocateNodeOutputRecords", allocate);
        let complete = b.module().types.function(void, &[i32, record]);
        let complete = b.module().declare_function("dx.op.outputComplete", complete);
        let no_node = b.undef(node);
        let (one, yes) = (b.int(i32, 1), b.int(i1, 1));
        let (opcode, complete_opcode) = (b.int(i32, 238), b.int(i32, 241));
        let given = b.call(allocate, &[opcode, no_node, one, yes]).unwrap();
        let end = b.add_block();
        let blocks: Vec<_> = (0..count).map(|_| b.add_block()).collect();
        let cases: Vec<_> = (0..count).map(|index| b.int(i32, index as i64)).zip(blocks.clone()).collect();
        b.switch(one, end, &cases);
        for block in blocks {
            b.switch_to(block);
            b.call(complete, &[complete_opcode, given]).unwrap();
            b.call(complete, &[complete_opcode, given]).unwrap();
            b.branch(end);
        }
        b.switch_to(end);
    })
}
