//! Operators on matrices: all shapes, and both float types.

use libtest_mimic::Trial;

use crate::harness::{Shader, case};
use crate::tables::{Half, Value};

/// A matrix, column by column.
type Columns = Vec<Vec<f64>>;

fn matrix(columns: usize, rows: usize, first: f64) -> Columns {
    // Small integers, so that all sums and products are exact in halves.
    (0..columns)
        .map(|column| (0..rows).map(|row| first + (column * 2 + row * 3) as f64 % 5.0).collect())
        .collect()
}

fn product(a: &Columns, b: &Columns) -> Columns {
    b.iter()
        .map(|column| {
            (0..a[0].len())
                .map(|row| a.iter().zip(column).map(|(values, factor)| values[row] * factor).sum())
                .collect()
        })
        .collect()
}

fn combined(a: &Columns, b: &Columns, f: fn(f64, f64) -> f64) -> Columns {
    let column = |(a, b): (&Vec<f64>, &Vec<f64>)| a.iter().zip(b).map(|(a, b)| f(*a, *b)).collect();
    a.iter().zip(b).map(column).collect()
}

fn transposed(a: &Columns) -> Columns {
    (0..a[0].len()).map(|row| a.iter().map(|column| column[row]).collect()).collect()
}

fn determinant(a: &Columns) -> f64 {
    if a.len() == 1 {
        return a[0][0];
    }
    let minor = |row: usize| -> Columns {
        let others = |column: &Vec<f64>| {
            column.iter().enumerate().filter(|(at, _)| *at != row).map(|(_, x)| *x).collect()
        };
        a[1..].iter().map(others).collect()
    };
    (0..a.len()).map(|row| if row % 2 == 0 { a[0][row] } else { -a[0][row] } * determinant(&minor(row))).sum()
}

pub(crate) fn cases() -> Vec<Trial> {
    let mut cases = Vec::new();
    for scalar in ["f32", "f16", "f64"] {
        for columns in 2..=4 {
            for rows in 2..=4 {
                let name = format!("matrices/{scalar}/{columns}x{rows}");
                cases.push(case(name, move || operators(scalar, columns, rows)));
                if scalar == "f32" {
                    let name = format!("matrices/inside_memory/{columns}x{rows}");
                    cases.push(case(name, move || memory(columns, rows)));
                }
            }
        }
    }
    cases
}

/// The expressions on a matrix, vectors and scalars, with their results as lists of scalars.
fn operators(scalar: &str, columns: usize, rows: usize) {
    let (a, b) = (matrix(columns, rows, 1.0), matrix(columns, rows, -2.0));
    let (x, y) = (matrix(1, columns, 1.0), matrix(1, rows, 2.0));
    let mut expressions: Vec<(String, Columns)> = vec![
        ("a + b".into(), combined(&a, &b, |a, b| a + b)),
        ("a - b".into(), combined(&a, &b, |a, b| a - b)),
        ("a * s".into(), combined(&a, &a, |a, _| a * 3.0)),
        ("s * a".into(), combined(&a, &a, |a, _| a * 3.0)),
        ("a * x".into(), product(&a, &x)),
        // A vector from the left is a row.
        ("y * a".into(), transposed(&product(&transposed(&y), &a))),
        ("transpose(a)".into(), transposed(&a)),
    ];
    for others in 2..=4 {
        let factor = matrix(others, columns, 1.0);
        let text: Vec<String> = factor.concat().iter().map(f64::to_string).collect();
        let ty = format!("mat{others}x{columns}<{scalar}>");
        expressions.push((format!("a * {ty}({})", text.join(", ")), product(&a, &factor)));
    }
    if columns == rows {
        expressions.push(("determinant(a)".into(), vec![vec![determinant(&a)]]));
    }
    let extension = if scalar == "f16" { "enable f16;\n" } else { "" };
    let mut source = format!(
        "{extension}@group(0) @binding(0) var<storage> numbers: array<{scalar}>;
        @group(0) @binding(1) var<storage, read_write> results: array<{scalar}>;
        @compute @workgroup_size(1) fn main() {{
        var a: mat{columns}x{rows}<{scalar}>; var b = a; var x: vec{columns}<{scalar}>; var y: vec{rows}<{scalar}>;
        let s = {scalar}(numbers[0]);\n"
    );
    let mut numbers = vec![3.0];
    let mut load = |name: &str, values: &Columns| {
        let is_vector = values.len() == 1;
        for (column, list) in values.iter().enumerate() {
            for (row, value) in list.iter().enumerate() {
                let column = if is_vector { String::new() } else { format!("[{column}]") };
                source += &format!("{name}{column}[{row}] = numbers[{}];\n", numbers.len());
                numbers.push(*value);
            }
        }
    };
    load("a", &a);
    load("b", &b);
    load("x", &x);
    load("y", &y);
    let mut expected = Vec::new();
    for (number, (expression, results)) in expressions.iter().enumerate() {
        source += &format!("let r{number} = {expression};\n");
        for (column, list) in results.iter().enumerate() {
            for (row, value) in list.iter().enumerate() {
                let part = match (results.len(), list.len()) {
                    (1, 1) => String::new(),
                    (1, _) => format!("[{row}]"),
                    _ => format!("[{column}][{row}]"),
                };
                source += &format!("results[{}] = r{number}{part};\n", expected.len());
                expected.push(*value);
            }
        }
    }
    source += "}\n";
    let bytes = |numbers: &[f64]| -> Vec<u8> {
        match scalar {
            "f16" => numbers.iter().flat_map(|number| Value::bytes(Half(*number))).collect(),
            "f32" => numbers.iter().flat_map(|number| Value::bytes(*number as f32)).collect(),
            _ => numbers.iter().flat_map(|number| Value::bytes(*number)).collect(),
        }
    };
    let models: &[(u32, u32)] = if scalar == "f16" { &[(6, 2), (6, 6)] } else { &[(6, 0), (6, 6)] };
    let width = bytes(&[0.0]).len();
    // A sum of products may be a negative zero or a positive one.
    let expected = bytes(&expected);
    Shader::new(source)
        .models(models)
        .read_only(0, bytes(&numbers))
        .output(1, expected)
        .floats(width)
        .check();
}

/// Products of matrices in uniform and storage buffers, with rows padded, and a result in a structure.
fn memory(columns: usize, rows: usize) {
    let ty = format!("mat{columns}x{rows}<f32>");
    let source = format!(
        "struct S {{ before: f32, m: {ty}, after: f32 }}
        @group(0) @binding(0) var<uniform> u: S;
        @group(0) @binding(1) var<storage, read_write> s: S;
        @group(0) @binding(2) var<storage> index: u32;
        @compute @workgroup_size(1) fn main() {{
            s.m = u.m * 2.0 + s.m;
            s.m[index] += vec{rows}(u.before);
            s.m[index - 1u][index] *= u.after;
            s.after = u.m[index][0] + u.m[0][index];
            s.before = s.m[1][1];
        }}"
    );
    // The distance of columns is 8 bytes for two rows and 16 bytes for more.
    let stride = if rows == 2 { 2 } else { 4 };
    let start = stride;
    let length = start + columns * stride + stride;
    let laid_out = |before: f32, m: &Columns, after: f32| -> Vec<f32> {
        let mut floats = vec![0.0; length];
        floats[0] = before;
        for (column, list) in m.iter().enumerate() {
            for (row, value) in list.iter().enumerate() {
                floats[start + column * stride + row] = *value as f32;
            }
        }
        floats[start + columns * stride] = after;
        floats
    };
    let (u, s) = (matrix(columns, rows, 1.0), matrix(columns, rows, 10.0));
    let mut after = combined(&u, &s, |u, s| u * 2.0 + s);
    after[1].iter_mut().for_each(|value| *value += 7.0);
    after[0][1] *= 5.0;
    let result = laid_out(after[1][1] as f32, &after, (u[1][0] + u[0][1]) as f32);
    let bytes = |floats: Vec<f32>| crate::harness::Bytes::bytes(&floats);
    Shader::new(source)
        .uniform(0, bytes(laid_out(7.0, &u, 5.0)))
        .storage(1, bytes(laid_out(1.0, &s, 2.0)), bytes(result))
        .read_only(2, 1_u32.to_le_bytes())
        .check();
}
