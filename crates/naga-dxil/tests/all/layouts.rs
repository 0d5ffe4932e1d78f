//! Types in uniform and storage buffers: each scalar is read from and written to the offset of the WGSL rules, with
//! constant and variable indices, as components, vectors and whole structures.

use libtest_mimic::Trial;

use crate::harness::{Shader, case};
use crate::host_types::{F16, F32, F64, I16, I32, I64, Leaf, Member, SCALARS, Scalar, Type, U16, U32, U64};

/// The first binding of the buffers of scalars.
const SCALAR_BINDINGS: u32 = 10;
/// The contents of padding.
const PADDING: u8 = 0xcc;
const MODES: [Mode; 6] = [
    Mode { vectors: false, is_dynamic: false, whole: Whole::No },
    Mode { vectors: false, is_dynamic: true, whole: Whole::No },
    Mode { vectors: true, is_dynamic: false, whole: Whole::No },
    Mode { vectors: true, is_dynamic: true, whole: Whole::No },
    Mode { vectors: false, is_dynamic: false, whole: Whole::Value },
    Mode { vectors: false, is_dynamic: true, whole: Whole::Variable },
];

/// The expressions with which a variable is read or written.
#[derive(Debug, Clone, Copy)]
struct Mode {
    vectors: bool,
    is_dynamic: bool,
    whole: Whole,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whole {
    No,
    /// The variable is loaded at once, and the parts are parts of a value.
    Value,
    /// The variable is copied from or to a variable of the function.
    Variable,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Space {
    Uniform,
    Storage,
}

pub(crate) fn cases() -> Vec<Trial> {
    let mut cases = Vec::new();
    let mut add = |name: &str, ty: &Type| {
        if let Some(uniform) = surrounded(ty, Space::Uniform) {
            let name = format!("layouts/uniform/{name}");
            cases.push(case(name, move || read(&uniform, Space::Uniform)));
        }
        let storage = surrounded(ty, Space::Storage).unwrap();
        let written = storage.clone();
        cases.push(case(format!("layouts/storage/{name}/read"), move || read(&storage, Space::Storage)));
        cases.push(case(format!("layouts/storage/{name}/written"), move || write(&written)));
    };
    for scalar in SCALARS {
        add(scalar.name, &Type::Scalar(*scalar));
        for count in 2..=4 {
            let ty = Type::Vector(count, *scalar);
            add(&ty.name(), &ty);
        }
    }
    for scalar in [F32, F16] {
        for columns in 2..=4 {
            for rows in 2..=4 {
                let ty = Type::Matrix(columns, rows, scalar);
                add(&ty.name(), &ty);
            }
        }
    }
    for (name, ty) in structures() {
        add(name, &ty);
    }
    cases
}

/// A structure with the type between scalars, and with an array of the type.
fn surrounded(ty: &Type, space: Space) -> Option<Type> {
    let between = || Member::new("value", ty.clone());
    // Arrays in uniform buffers have strides that are divisible by 16.
    let element = match space {
        Space::Uniform if !ty.stride().is_multiple_of(16) => {
            let size = ty.size().div_ceil(16) * 16;
            let wrapped = Member { size: Some(size), align: Some(16), ..between() };
            Type::Struct("Wrapped", vec![wrapped])
        }
        _ => ty.clone(),
    };
    let is_aligned = |ty: &Type| matches!(ty, Type::Array(..) | Type::Struct(..));
    let (align, last) = match space {
        // Structures and arrays in uniform buffers are aligned to 16 bytes, and members after a structure, too.
        Space::Uniform => (is_aligned(ty).then_some(16), Some(16)),
        // naga does not propagate @align of members to the alignment of the structure.
        Space::Storage if matches!(ty, Type::Struct("Attributes", _)) => (Some(ty.align()), Some(ty.align())),
        Space::Storage => (None, None),
    };
    let align_of = |ty: &Type, least: Option<u32>| least.map(|least| least.max(ty.align()));
    let head = Member::new("head", Type::Scalar(U32));
    let value = Member { align: align_of(ty, align), ..between() };
    let tail = Member { align: align.map(|_| 16), ..Member::new("tail", Type::Scalar(F32)) };
    let values = element.array(3);
    let values = Member { align: align_of(&values, last), ..Member::new("values", values) };
    let last = Member { align: last, ..Member::new("last", Type::Scalar(I32)) };
    let structure = Type::Struct("Surrounded", vec![head, value, tail, values, last]);
    let is_legal = space == Space::Storage || is_uniform(ty);
    is_legal.then_some(structure)
}

/// True if the type keeps the rules of uniform buffers inside.
fn is_uniform(ty: &Type) -> bool {
    match ty {
        Type::Array(base, _) => base.stride().is_multiple_of(16) && is_uniform(base),
        Type::Struct("Packed", _) => false,
        Type::Struct(_, members) => members.iter().all(|member| is_uniform(&member.ty)),
        _ => true,
    }
}

fn structures() -> Vec<(&'static str, Type)> {
    let scalar = Type::Scalar;
    let member = Member::new;
    let vector_then_scalar =
        |of: Scalar| Type::Struct("Inner", vec![member("v", Type::Vector(3, of)), member("s", scalar(of))]);
    let inner = || {
        Type::Struct(
            "Inner",
            vec![
                member("a", Type::Vector(3, F32)),
                member("b", scalar(F32)),
                member("c", Type::Vector(2, I32)),
                member("m", Type::Matrix(3, 2, F32)),
            ],
        )
    };
    let attributes = Type::Struct(
        "Attributes",
        vec![
            Member { align: Some(16), ..member("a", scalar(F32)) },
            Member { size: Some(20), ..member("b", scalar(U32)) },
            Member { align: Some(32), size: Some(64), ..member("c", Type::Vector(3, F32)) },
            member("d", scalar(I32)),
        ],
    );
    let mixed = Type::Struct(
        "Mixed",
        vec![
            member("a", scalar(F16)),
            member("b", scalar(F32)),
            member("c", Type::Vector(3, F16)),
            member("d", scalar(F16)),
            member("e", scalar(U16)),
            member("f", Type::Vector(3, F32)),
            member("g", scalar(I16)),
            member("h", Type::Matrix(2, 3, F16)),
        ],
    );
    let wide = Type::Struct(
        "Wide",
        vec![
            member("a", scalar(U32)),
            member("b", scalar(U64)),
            member("c", Type::Vector(3, I64)),
            member("d", scalar(F64)),
            member("e", Type::Vector(2, F64)),
            member("f", scalar(F32)),
        ],
    );
    let nested = Type::Struct(
        "Nested",
        vec![
            Member { align: Some(16), ..member("first", inner()) },
            Member { align: Some(16), ..member("list", inner().array(2)) },
            Member { align: Some(16), ..member("end", scalar(U32)) },
        ],
    );
    let packed = Type::Struct(
        "Packed",
        vec![
            member("a", scalar(F32).array(3)),
            member("b", inner()),
            member("c", Type::Vector(2, F32).array(2)),
            member("d", scalar(F32)),
        ],
    );
    vec![
        ("vec3_then_scalar", vector_then_scalar(F32)),
        ("vec3_then_scalar_f16", vector_then_scalar(F16)),
        ("vec3_then_scalar_u64", vector_then_scalar(U64)),
        ("align_and_size", attributes),
        ("mixed_16_bit", mixed),
        ("mixed_64_bit", wide),
        ("nested", nested),
        ("packed", packed),
        ("array_of_array", Type::Vector(4, F32).array(2).array(2)),
        ("array_of_array_of_scalar", scalar(F32).array(3).array(2)),
        ("array_of_matrix", Type::Matrix(4, 3, F32).array(2)),
        ("array_of_matrix_with_two_rows", Type::Matrix(2, 2, F32).array(2)),
        ("array_of_struct", inner().array(2)),
    ]
}

/// The shader models of a case.
fn models(leaves: &[Leaf]) -> &'static [(u32, u32)] {
    match leaves.iter().any(|leaf| leaf.scalar.width == 2) {
        true => &[(6, 2), (6, 6)],
        false => &[(6, 0), (6, 6)],
    }
}

/// The scalar types of leaves, each once.
fn scalars_of(leaves: &[Leaf]) -> Vec<Scalar> {
    SCALARS.iter().copied().filter(|scalar| leaves.iter().any(|leaf| leaf.scalar == *scalar)).collect()
}

fn extensions(leaves: &[Leaf]) -> String {
    let has = |list: &[Scalar]| leaves.iter().any(|leaf| list.contains(&leaf.scalar));
    let mut text = String::new();
    if has(&[F16]) {
        text += "enable f16;\n";
    }
    if has(&[I16, U16]) {
        text += "enable wgpu_int16;\n";
    }
    text
}

/// The declarations of the type, of the variable index 0, and of a buffer for each scalar type.
fn preamble(ty: &Type, leaves: &[Leaf], access: &str) -> String {
    let mut text = extensions(leaves) + &ty.declarations().concat();
    text += "@group(0) @binding(9) var<storage> zero_buffer: u32;\n";
    for scalar in scalars_of(leaves) {
        let (name, binding) = (scalar.name, SCALAR_BINDINGS + scalar.index());
        text +=
            &format!("@group(0) @binding({binding}) var<storage, {access}> scalars_{name}: array<{name}>;\n");
    }
    text
}

/// Reads all scalars in all modes, and writes them to the buffers of scalars.
fn read(ty: &Type, space: Space) {
    let leaves = ty.leaves(false);
    let mut source = preamble(ty, &leaves, "read_write");
    source += match space {
        Space::Uniform => "@group(0) @binding(0) var<uniform> data: Surrounded;\n",
        Space::Storage => "@group(0) @binding(0) var<storage> data: Surrounded;\n",
    };
    source += "@compute @workgroup_size(1) fn main() {\n  let zero = zero_buffer;\n";
    let mut counts = [0; 16];
    for (number, mode) in MODES.iter().enumerate() {
        let variable = match mode.whole {
            Whole::No => "data".to_owned(),
            Whole::Value => format!("value{number}"),
            Whole::Variable => format!("variable{number}"),
        };
        match mode.whole {
            Whole::No => {}
            Whole::Value => source += &format!("  let {variable} = data;\n"),
            Whole::Variable => source += &format!("  var {variable} = data;\n"),
        }
        for (index, leaf) in ty.leaves(mode.vectors).iter().enumerate() {
            let access = leaf.access(&variable, mode.is_dynamic);
            let name = leaf.scalar.name;
            source += &format!("  let leaf{number}_{index} = {access};\n");
            for component in 0..leaf.components {
                let at = &mut counts[leaf.scalar.index() as usize];
                let part = if leaf.components == 1 { String::new() } else { format!("[{component}]") };
                source += &format!("  scalars_{name}[{at}] = leaf{number}_{index}{part};\n");
                *at += 1;
            }
        }
    }
    source += "}\n";

    let mut data = vec![PADDING; ty.size() as usize];
    fill(&mut data, &leaves);
    let mut shader = Shader::new(source).models(models(&leaves)).read_only(9, [0; 4]);
    shader = match space {
        Space::Uniform => shader.uniform(0, data),
        Space::Storage => shader.read_only(0, data),
    };
    for scalar in scalars_of(&leaves) {
        let expected = scalar_bytes(&leaves, scalar).repeat(MODES.len());
        shader = shader.output(SCALAR_BINDINGS + scalar.index(), expected);
    }
    shader.check();
}

/// Writes all scalars in each mode to a buffer. Padding keeps its contents.
fn write(ty: &Type) {
    let leaves = ty.leaves(false);
    let modes = || MODES.iter().enumerate().filter(|(_, mode)| mode.whole != Whole::Value);
    let mut source = preamble(ty, &leaves, "read");
    for (number, _) in modes() {
        source +=
            &format!("@group(0) @binding({number}) var<storage, read_write> data{number}: Surrounded;\n");
    }
    source += "@compute @workgroup_size(1) fn main() {\n  let zero = zero_buffer;\n";
    for (number, mode) in modes() {
        let variable = match mode.whole {
            Whole::Variable => format!("variable{number}"),
            _ => format!("data{number}"),
        };
        if mode.whole == Whole::Variable {
            source += &format!("  var {variable}: Surrounded;\n");
        }
        let mut counts = [0; 16];
        for leaf in ty.leaves(mode.vectors) {
            let name = leaf.scalar.name;
            let at = &mut counts[leaf.scalar.index() as usize];
            let values: Vec<String> = (0..leaf.components)
                .map(|component| format!("scalars_{name}[{}]", *at + component))
                .collect();
            *at += leaf.components;
            let value = match values.as_slice() {
                [value] => value.clone(),
                values => format!("vec{}<{name}>({})", values.len(), values.join(", ")),
            };
            source += &format!("  {} = {value};\n", leaf.access(&variable, mode.is_dynamic));
        }
        if mode.whole == Whole::Variable {
            source += &format!("  data{number} = {variable};\n");
        }
    }
    source += "}\n";

    let before = vec![PADDING; ty.size() as usize];
    let mut expected = before.clone();
    fill(&mut expected, &leaves);
    let mut shader = Shader::new(source).models(models(&leaves)).read_only(9, [0; 4]);
    for (number, _) in modes() {
        shader = shader.storage(number as u32, before.clone(), expected.clone());
    }
    for scalar in scalars_of(&leaves) {
        shader = shader.read_only(SCALAR_BINDINGS + scalar.index(), scalar_bytes(&leaves, scalar));
    }
    shader.check();
}

/// The values of the leaves with this scalar type, in order.
fn scalar_bytes(leaves: &[Leaf], scalar: Scalar) -> Vec<u8> {
    let own = leaves.iter().enumerate().filter(|(_, leaf)| leaf.scalar == scalar);
    own.flat_map(|(number, _)| scalar.sample(number)).collect()
}

/// Writes the value of each leaf at its offset.
fn fill(data: &mut [u8], leaves: &[Leaf]) {
    for (number, leaf) in leaves.iter().enumerate() {
        let (start, width) = (leaf.offset as usize, leaf.scalar.width as usize);
        data[start..start + width].copy_from_slice(&leaf.scalar.sample(number));
    }
}
