//! The errors of functions and types that DXIL does not have, and of calls that naga's validator rejects.

use naga::MathFunction as Fun;

use super::*;

/// A function, the types of its arguments and the error.
type Row = (Fun, &'static [(Scalar, Shape)], &'static str);

fn error_of(call: &Call) -> String {
    call.shader().expect_err("the call is an error").to_string()
}

/// The transcendental functions of 64-bit floats name the function and the type.
#[test]
fn transcendental_functions_of_doubles_are_errors() {
    let functions = [
        Fun::Cos,
        Fun::Cosh,
        Fun::Sin,
        Fun::Sinh,
        Fun::Tan,
        Fun::Tanh,
        Fun::Acos,
        Fun::Asin,
        Fun::Atan,
        Fun::Atan2,
        Fun::Asinh,
        Fun::Acosh,
        Fun::Atanh,
        Fun::Exp,
        Fun::Exp2,
        Fun::Log,
        Fun::Log2,
        Fun::Pow,
    ];
    for fun in functions {
        let arguments = vec![(Scalar::F64, Shape::Vector(2)); fun.argument_count()];
        let expected = format!("DXIL has no operation for {fun:?} of f64; convert the argument to f32");
        assert_eq!(error_of(&Call::new(fun, &arguments, &[Scalar::F64; 2])), expected);
    }
}

#[test]
fn wrong_arguments_are_errors() {
    const FLOAT: (Scalar, Shape) = (Scalar::F32, Shape::Scalar);
    const MATRIX: (Scalar, Shape) = (Scalar::F32, Shape::Matrix { columns: 2, rows: 3 });
    let rows: [Row; 6] = [
        (Fun::Abs, &[], "Abs has no overload for (); validate the naga module"),
        (Fun::Fma, &[FLOAT; 2], "Fma has no overload for (f32, f32); validate the naga module"),
        (Fun::Inverse, &[MATRIX], "Inverse has no overload for (mat2x3<f32>); validate the naga module"),
        (
            Fun::Cross,
            &[(Scalar::F32, Shape::Vector(2)); 2],
            "Cross has no overload for (vec2<f32>, vec2<f32>); validate the naga module",
        ),
        (
            Fun::Min,
            &[(Scalar::F32, Shape::Vector(2)), (Scalar::F32, Shape::Vector(3))],
            "a value with 2 components has no component 2; validate the naga module",
        ),
        (
            Fun::Outer,
            &[(Scalar::F32, Shape::Vector(2)), (Scalar::F32, Shape::Vector(3))],
            "outer product of vectors with 2 and 3 components; multiply the first vector by each component of the \
             second one",
        ),
    ];
    for (fun, arguments, expected) in rows {
        assert_eq!(error_of(&Call::new(fun, arguments, &[])), expected);
    }
}
