//! Matrices of linear algebra: what the module says of their types, and which go together.

use dx_container::enums::{ElementType, MatrixScope, MatrixUse, ResourceClass, ResourceKind};
use dxil::ops::{ArgumentName, Opcode};
use dxil::shader::TargetType;
use dxil_ir::{Type, TypeId};

use super::bounds;
use super::checked_call::CheckedCall;
use super::names::Kind;
use crate::names::List;
use crate::report::Report;
use crate::rule::Rule;

/// How matrices lie in memory: those of rows and columns, and those of outer products.
const ROWS_OR_COLUMNS: std::ops::RangeInclusive<u64> = 0..=1;
const OUTER_PRODUCT: std::ops::RangeInclusive<u64> = 4..=5;

/// The layouts that have a stride.
const ROW_OR_COLUMN_MAJOR: &str = "RowMajor (0) or ColumnMajor (1)";

type Scope = MatrixScope;

pub(super) fn check(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    use Opcode as O;
    if !(O::LIN_ALG_MATRIX_MULTIPLY_ACCUMULATE.0..=O::LIN_ALG_VECTOR_ACCUMULATE_TO_DESCRIPTOR.0)
        .contains(&checked.opcode().0)
        || checked.opcode() == O::LIN_ALG_MATRIX_QUERY_ACCUMULATOR_LAYOUT
    {
        return;
    }
    operands(checked, report);
    match checked.opcode() {
        O::LIN_ALG_MATRIX_LENGTH | O::LIN_ALG_MATRIX_GET_COORDINATE | O::LIN_ALG_MATRIX_GET_ELEMENT => {
            if let Some(matrix) = matrix(checked, ArgumentName::matrix) {
                shared(checked, "the matrix", matrix, report);
            }
        }
        O::LIN_ALG_FILL_MATRIX => {
            if let Some(result) = result(checked) {
                shared(checked, "the result", result, report);
            }
        }
        O::LIN_ALG_MATRIX_SET_ELEMENT => {
            if let (Some(result), Some(matrix)) = (result(checked), matrix(checked, ArgumentName::matrix)) {
                shared(checked, "the matrix", matrix, report);
                shared(checked, "the result", result, report);
            }
        }
        O::LIN_ALG_MATRIX_MULTIPLY => multiply(checked, false, report),
        O::LIN_ALG_MATRIX_MULTIPLY_ACCUMULATE => multiply(checked, true, report),
        O::LIN_ALG_MATRIX_ACCUMULATE => accumulate(checked, report),
        O::LIN_ALG_COPY_CONVERT_MATRIX => convert(checked, report),
        O::LIN_ALG_MATRIX_LOAD_FROM_DESCRIPTOR => load(checked, report),
        O::LIN_ALG_MATRIX_STORE_TO_DESCRIPTOR => store(checked, report),
        O::LIN_ALG_MATRIX_ACCUMULATE_TO_DESCRIPTOR => accumulate_to_memory(checked, report),
        O::LIN_ALG_MATVEC_MUL => vector(checked, ArgumentName::interpretation, report),
        O::LIN_ALG_MATVEC_MUL_ADD => {
            vector(checked, ArgumentName::inputInterpretation, report);
            bias(checked, report);
        }
        _ => {}
    }
}

/// What the module says of a type.
fn target<'m>(checked: &CheckedCall<'_, '_, 'm>, ty: TypeId) -> Option<&'m TargetType> {
    checked.site.context.targets.get(&ty).copied()
}

fn matrix<'m>(checked: &CheckedCall<'_, '_, 'm>, name: ArgumentName) -> Option<&'m TargetType> {
    target(checked, checked.site.type_of(checked.argument(name)?)?)
}

fn result<'m>(checked: &CheckedCall<'_, '_, 'm>) -> Option<&'m TargetType> {
    target(checked, checked.call.result_type())
}

/// What holds for the result and all arguments: they are defined, and the module says of matrices what they are.
fn operands(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    if checked.site.context.is_matrix(checked.call.result_type()) {
        of_type(checked, "the result", checked.call.result_type(), report);
    }
    for (row, argument) in checked.call.operation().arguments.iter().zip(checked.call.arguments()) {
        if checked.site.is_undef(*argument) {
            checked.find(
                report,
                Rule::INSTR_NO_READING_UNINITIALIZED,
                format_args!("{} is undefined", row.name),
            );
        }
        if let Some(ty) = checked.site.type_of(*argument).filter(|ty| checked.site.context.is_matrix(*ty)) {
            of_type(checked, row.name.as_str(), ty, report);
        }
    }
}

fn of_type(checked: &CheckedCall<'_, '_, '_>, what: &str, ty: TypeId, report: &mut Report) {
    let Some(target) = target(checked, ty) else {
        checked.find(
            report,
            Rule::INSTR_LINALG_METADATA_MISSING,
            format_args!("type of {what} has no well-formed entry in !dx.targetTypes"),
        );
        return;
    };
    if target.matrix_use != MatrixUse::ACCUMULATOR {
        let inner = if target.matrix_use == MatrixUse::A { target.columns } else { target.rows };
        let (least, most) =
            if target.scope == Scope::THREAD_GROUP { bounds::GROUP_MATRIX_K } else { bounds::MATRIX_K };
        if !(least..=most).contains(&inner) {
            checked.find(
                report,
                Rule::INSTR_LINALG_ILLEGAL_K_DIM,
                format_args!("K dimension of {what} is {inner}, expected {least} to {most}"),
            );
        }
    }
    element(checked, what, target.element_type, report);
}

fn element(checked: &CheckedCall<'_, '_, '_>, what: &str, element: ElementType, report: &mut Report) {
    use ElementType as E;
    let is_right = matches!(
        element,
        E::I8
            | E::I16
            | E::I32
            | E::I64
            | E::U8
            | E::U16
            | E::U32
            | E::U64
            | E::F8_E4M3FN
            | E::F8_E5M2
            | E::F16
            | E::F32
            | E::F64
            | E::BFLOAT16
    );
    if !is_right {
        checked.find(
            report,
            Rule::INSTR_LINALG_ILLEGAL_COMPONENT_TYPE,
            format_args!(
                "component type of {what} is {element}, which linear algebra operations do not support"
            ),
        );
    }
}

/// Held by a wave or a group, not by a thread.
fn shared(checked: &CheckedCall<'_, '_, '_>, what: &str, matrix: &TargetType, report: &mut Report) {
    if !matches!(matrix.scope, Scope::WAVE | Scope::THREAD_GROUP) {
        checked.find(
            report,
            Rule::INSTR_LINALG_MATRIX_SCOPE_MISMATCH2,
            format_args!("scope of {what} is {}, expected Wave or ThreadGroup", matrix.scope),
        );
    }
}

fn used_as(
    checked: &CheckedCall<'_, '_, '_>,
    what: &str,
    matrix: &TargetType,
    expected: MatrixUse,
    report: &mut Report,
) {
    if matrix.matrix_use != expected {
        checked.find(
            report,
            Rule::INSTR_LINALG_MATRIX_USE_MISMATCH,
            format_args!("use of {what} is {}, expected {expected}", matrix.matrix_use),
        );
    }
}

fn multiply(checked: &CheckedCall<'_, '_, '_>, adds: bool, report: &mut Report) {
    let (Some(result), Some(a), Some(b)) =
        (result(checked), matrix(checked, ArgumentName::matrixA), matrix(checked, ArgumentName::matrixB))
    else {
        return;
    };
    let c = matrix(checked, ArgumentName::matrixC);
    if adds && c.is_none() {
        return;
    }
    used_as(checked, "matrix A", a, MatrixUse::A, report);
    used_as(checked, "matrix B", b, MatrixUse::B, report);
    let sums = || c.map(|c| ("matrix C", c)).into_iter().chain([("the result", result)]);
    for (what, sum) in sums() {
        used_as(checked, what, sum, MatrixUse::ACCUMULATOR, report);
    }
    let all = [("matrix A", a), ("matrix B", b)].into_iter().chain(sums());
    for (what, matrix) in all.clone() {
        shared(checked, what, matrix, report);
    }
    if all.clone().any(|(_, matrix)| matrix.scope != a.scope) {
        let scopes = all.clone().map(|(what, matrix)| format!("{what} has {}", matrix.scope)).collect();
        let rule = if adds {
            Rule::INSTR_LINALG_MATRIX_SCOPE_MUST_MATCH4
        } else {
            Rule::INSTR_LINALG_MATRIX_SCOPE_MUST_MATCH3
        };
        checked.find(report, rule, format_args!("scopes of the matrices differ: {}", List(scopes)));
    }
    if a.columns != b.rows {
        checked.find(
            report,
            Rule::INSTR_LINALG_MATRIX_MATRIX_K_DIM_MUST_MATCH,
            format_args!("K dimensions differ: matrix A has {} columns, matrix B {} rows", a.columns, b.rows),
        );
    }
    for (what, sum) in sums() {
        if (sum.rows, sum.columns) != (a.rows, b.columns) {
            checked.find(
                report,
                Rule::INSTR_LINALG_MATRIX_MATRIX_RES_DIM_MUST_MATCH,
                format_args!(
                    "{what} is {}x{}, expected {}x{} (rows of A, columns of B)",
                    sum.rows, sum.columns, a.rows, b.columns
                ),
            );
        }
    }
}

fn parts(checked: &CheckedCall<'_, '_, '_>, one: (&str, [u32; 2]), other: [u32; 2], report: &mut Report) {
    if one.1 != other {
        let ([rows, columns], [other_rows, other_columns]) = (one.1, other);
        checked.find(
            report,
            Rule::INSTR_LINALG_MATRIX_2PARTS_MUST_MATCH,
            format_args!("{} is {rows}x{columns}, expected {other_rows}x{other_columns}", one.0),
        );
    }
}

fn same_scope(checked: &CheckedCall<'_, '_, '_>, one: &TargetType, other: &TargetType, report: &mut Report) {
    if one.scope != other.scope {
        checked.find(
            report,
            Rule::INSTR_LINALG_MATRIX_2PARTS_MUST_MATCH,
            format_args!("scope of the result is {}, but scope of the operand is {}", one.scope, other.scope),
        );
    }
}

fn accumulate(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    let left_type = checked.argument(ArgumentName::matrixLHS).and_then(|value| checked.site.type_of(value));
    if left_type != Some(checked.call.result_type()) {
        checked.find(
            report,
            Rule::INSTR_LINALG_MATRIX_NOT_EXACT_MATCH,
            format_args!("result and matrixLHS have different types"),
        );
    }
    let (Some(result), Some(_), Some(right)) =
        (result(checked), matrix(checked, ArgumentName::matrixLHS), matrix(checked, ArgumentName::matrixRHS))
    else {
        return;
    };
    used_as(checked, "the result", result, MatrixUse::ACCUMULATOR, report);
    if !matches!(right.matrix_use, MatrixUse::A | MatrixUse::B) {
        checked.find(
            report,
            Rule::INSTR_LINALG_MATRIX_USE_MISMATCH2,
            format_args!("use of matrixRHS is {}, expected A or B", right.matrix_use),
        );
    }
    same_scope(checked, result, right, report);
    shared(checked, ArgumentName::matrixRHS.as_str(), right, report);
    shared(checked, "the result", result, report);
    parts(
        checked,
        (ArgumentName::matrixRHS.as_str(), [right.rows, right.columns]),
        [result.rows, result.columns],
        report,
    );
}

fn convert(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    let (Some(to), Some(from)) = (result(checked), matrix(checked, ArgumentName::srcMatrix)) else { return };
    let is_transposed = checked.constant(ArgumentName::transpose, report) == Some(1);
    shared(checked, "the result", to, report);
    shared(checked, ArgumentName::srcMatrix.as_str(), from, report);
    same_scope(checked, to, from, report);
    let size = if is_transposed { [from.columns, from.rows] } else { [from.rows, from.columns] };
    parts(checked, ("the result", [to.rows, to.columns]), size, report);
}

/// What a matrix in memory is aligned to: a positive multiple.
fn aligned(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    let Some(align) = checked.constant(ArgumentName::align, report) else { return };
    if align == 0 {
        checked.find(
            report,
            Rule::INSTR_PARAM_MINIMUM_VALUE,
            format_args!(
                "align of {} is 0, expected a positive multiple of {}",
                checked.name(),
                bounds::MATRIX_ALIGNMENT
            ),
        );
    }
    let unit = bounds::MATRIX_ALIGNMENT;
    if align % unit != 0 {
        checked.find(
            report,
            Rule::INSTR_PARAM_MULTIPLE,
            format_args!("align of {} is {align}, expected a multiple of {unit}", checked.name()),
        );
    }
}

/// Without rows or columns there is no stride.
fn stride(checked: &CheckedCall<'_, '_, '_>, layout: u64, report: &mut Report) {
    if ROWS_OR_COLUMNS.contains(&layout) {
        return;
    }
    if let Some(stride) = checked.constant(ArgumentName::stride, report).filter(|stride| *stride != 0) {
        checked.find(
            report,
            Rule::INSTR_LINALG_MATRIX_LAYOUT_REQ_STRIDE,
            format_args!(
                "stride of {} is {stride} with layout {layout}, expected 0: only RowMajor and ColumnMajor \
                 have a stride",
                checked.name()
            ),
        );
    }
}

fn laid_out(
    checked: &CheckedCall<'_, '_, '_>,
    what: &str,
    (matrix, found): (&TargetType, u64),
    expected: &str,
    report: &mut Report,
) {
    checked.find(
        report,
        Rule::INSTR_LINALG_MATRIX_SCOPE_REQ_LAYOUT2,
        format_args!("layout of {what} is {found} with scope {}, expected {expected}", matrix.scope),
    );
}

fn bound(checked: &CheckedCall<'_, '_, '_>) -> Option<(ResourceClass, ResourceKind)> {
    checked.bound(ArgumentName::handle).map(|bound| (bound.class, bound.kind))
}

fn writable(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    if bound(checked) != Some((ResourceClass::UAV, ResourceKind::RAW_BUFFER)) {
        checked.find(
            report,
            Rule::INSTR_LINALG_MATRIX_REQUIRES_RW_BAB,
            format_args!(
                "{} writes to {}, which is {}, expected a RWByteAddressBuffer",
                checked.name(),
                checked.resource(ArgumentName::handle),
                Kind(checked.bound(ArgumentName::handle))
            ),
        );
    }
}

fn load(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    let Some(result) = result(checked) else { return };
    let Some(layout) = checked.constant(ArgumentName::layout, report) else { return };
    if result.scope != Scope::THREAD && !ROWS_OR_COLUMNS.contains(&layout) {
        laid_out(checked, "the result", (result, layout), ROW_OR_COLUMN_MAJOR, report);
    }
    stride(checked, layout, report);
    aligned(checked, report);
    if result.scope == Scope::THREAD && bound(checked) != Some((ResourceClass::SRV, ResourceKind::RAW_BUFFER))
    {
        checked.find(
            report,
            Rule::INSTR_LINALG_MATRIX_LOAD_THREAD_REQUIRES_BAB,
            format_args!(
                "{} loads a matrix with scope Thread from {}, which is {}, expected a ByteAddressBuffer",
                checked.name(),
                checked.resource(ArgumentName::handle),
                Kind(checked.bound(ArgumentName::handle))
            ),
        );
    }
}

fn store(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    let Some(matrix) = matrix(checked, ArgumentName::matrix) else { return };
    let Some(layout) = checked.constant(ArgumentName::layout, report) else { return };
    if !ROWS_OR_COLUMNS.contains(&layout) {
        checked.find(
            report,
            Rule::INSTR_LINALG_MATRIX_REQUIRES_LAYOUT2,
            format_args!("layout of {} is {layout}, expected {ROW_OR_COLUMN_MAJOR}", checked.name()),
        );
    }
    shared(checked, "the matrix", matrix, report);
    writable(checked, report);
    aligned(checked, report);
}

fn accumulate_to_memory(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    let Some(matrix) = matrix(checked, ArgumentName::matrix) else { return };
    let Some(layout) = checked.constant(ArgumentName::layout, report) else { return };
    let (allowed, words) = match matrix.scope {
        Scope::THREAD => (OUTER_PRODUCT, "an outer product layout (4 or 5)"),
        _ => (ROWS_OR_COLUMNS, ROW_OR_COLUMN_MAJOR),
    };
    if !allowed.contains(&layout) {
        laid_out(checked, "the matrix", (matrix, layout), words, report);
    }
    stride(checked, layout, report);
    used_as(checked, "the matrix", matrix, MatrixUse::ACCUMULATOR, report);
    writable(checked, report);
    aligned(checked, report);
}

/// The elements of a vector, and of what type they are.
fn elements<'m>(checked: &CheckedCall<'_, '_, 'm>, ty: Option<TypeId>) -> Option<(TypeId, u64)> {
    match checked.site.context.ty(ty?)? {
        Type::Vector(element, count) => Some((*element, *count)),
        _ => None,
    }
}

/// How many elements of a matrix one of a vector holds.
fn packed(element: ElementType) -> u32 {
    use ElementType as E;
    match element {
        E::I16 | E::I32 | E::I64 | E::U16 | E::U32 | E::U64 | E::F16 | E::F32 | E::F64 => 1,
        E::BFLOAT16 => 2,
        _ => 4,
    }
}

fn vector(checked: &CheckedCall<'_, '_, '_>, interpretation: ArgumentName, report: &mut Report) {
    let Some(matrix) = matrix(checked, ArgumentName::matrix) else { return };
    if matrix.scope != Scope::THREAD {
        checked.find(
            report,
            Rule::INSTR_LINALG_MATRIX_SCOPE_MISMATCH,
            format_args!("scope of the matrix is {}, expected Thread", matrix.scope),
        );
    }
    used_as(checked, "the matrix", matrix, MatrixUse::A, report);
    let kind =
        checked.constant(interpretation, report).and_then(|kind| u32::try_from(kind).ok()).map(ElementType);
    if let Some(kind) = kind {
        element(checked, ArgumentName::inputVector.as_str(), kind, report);
    }
    let expected = matrix.columns.div_ceil(packed(kind.unwrap_or(ElementType::INVALID)));
    let input = checked.argument(ArgumentName::inputVector).and_then(|value| checked.site.type_of(value));
    if let Some((_, found)) = elements(checked, input).filter(|(_, found)| *found != expected.into()) {
        checked.find(
            report,
            Rule::INSTR_LINALG_MATRIX_DIM_K_VEC_K_MISMATCH,
            format_args!(
                "inputVector has {found} elements, expected {expected} for a matrix with {} columns",
                matrix.columns
            ),
        );
    }
    let output = elements(checked, Some(checked.call.result_type()));
    if let Some((_, found)) = output.filter(|(_, found)| *found != matrix.rows.into()) {
        rows(checked, "the result", found, matrix, report);
    }
    let is_signed = checked.constant(ArgumentName::isOutputSigned, report);
    let is_float = output.is_some_and(|(element, _)| checked.site.context.module.types.is_float(element));
    if is_float && is_signed == Some(0) {
        checked.find(
            report,
            Rule::INSTR_LINALG_MATRIX_UNSIGNED_FLOAT_TYPE_NOT_ALLOWED,
            format_args!("isOutputSigned is false with a vector of floats, expected true"),
        );
    }
}

fn rows(checked: &CheckedCall<'_, '_, '_>, what: &str, found: u64, matrix: &TargetType, report: &mut Report) {
    checked.find(
        report,
        Rule::INSTR_LINALG_MATRIX_DIM_VECTOR_MISMATCH,
        format_args!("{what} has {found} elements, expected {}, the rows of the matrix", matrix.rows),
    );
}

fn bias(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    let Some(matrix) = matrix(checked, ArgumentName::matrix) else { return };
    let bias = checked.argument(ArgumentName::biasVector).and_then(|value| checked.site.type_of(value));
    let Some((element, found)) = elements(checked, bias) else { return };
    if found != matrix.rows.into() {
        rows(checked, ArgumentName::biasVector.as_str(), found, matrix, report);
    }
    if elements(checked, Some(checked.call.result_type())).is_some_and(|(output, _)| output != element) {
        checked.find(
            report,
            Rule::INSTR_LINALG_MATRIX_OUTPUT_BIAS_VEC_MISMATCH,
            format_args!("biasVector and the result have different element types"),
        );
    }
}
