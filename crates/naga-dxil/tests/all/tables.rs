//! Tables of calls: an expression, the values of its arguments and the expected results. A table is a shader that loads
//! the arguments from buffers, and also has them as constants, so that passes fold the expression.

use dxil::half;

use crate::harness::{Bytes, Shader};

/// A type of arguments and results.
pub(crate) trait Value: Copy + Send + 'static {
    const NAME: &'static str;
    /// The type in buffers.
    const STORED: &'static str = Self::NAME;
    /// The width in buffers, in bytes.
    const WIDTH: usize;
    const IS_FLOAT: bool = false;

    fn bytes(self) -> Vec<u8>;

    /// The expression of a constant that naga does not fold, if the value has one.
    fn unfolded(self) -> Option<String> {
        None
    }
}

/// A 16-bit float, in the precision of a double.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub(crate) struct Half(pub(crate) f64);

macro_rules! values {
    ($($ty:ty, $name:literal, $width:literal, $is_float:literal, $unfolded:expr;)*) => { $(
        impl Value for $ty {
            const NAME: &'static str = $name;
            const WIDTH: usize = $width;
            const IS_FLOAT: bool = $is_float;

            fn bytes(self) -> Vec<u8> {
                Bytes::bytes(&self)
            }

            fn unfolded(self) -> Option<String> {
                let unfolded: fn(Self) -> Option<String> = $unfolded;
                unfolded(self)
            }
        }
    )* };
}

values! {
    u32, "u32", 4, false, |value| Some(format!("no_bits | {value}u"));
    i32, "i32", 4, false, |value| Some(format!("bitcast<i32>(no_bits | {}u)", value.cast_unsigned()));
    f32, "f32", 4, true, |value| Some(format!("bitcast<f32>(no_bits | {}u)", value.to_bits()));
    u16, "u16", 2, false, |_| None;
    i16, "i16", 2, false, |_| None;
    u64, "u64", 8, false, |value| Some(format!("u64(no_bits) | {value}lu"));
    i64, "i64", 8, false, |value| Some(format!("bitcast<i64>(u64(no_bits) | {}lu)", value.cast_unsigned()));
    f64, "f64", 8, true, |_| None;
}

impl Value for Half {
    const NAME: &'static str = "f16";
    const WIDTH: usize = 2;
    const IS_FLOAT: bool = true;

    fn bytes(self) -> Vec<u8> {
        (half::from_double(self.0) as u16).to_le_bytes().into()
    }
}

impl Value for bool {
    const NAME: &'static str = "bool";
    const STORED: &'static str = "u32";
    const WIDTH: usize = 4;

    fn bytes(self) -> Vec<u8> {
        u32::from(self).to_le_bytes().into()
    }

    fn unfolded(self) -> Option<String> {
        Some(format!("(no_bits | {}u) != 0u", u32::from(self)))
    }
}

/// Arguments of the same type: an argument of each row.
#[derive(Debug, Clone)]
struct Argument {
    name: &'static str,
    stored: &'static str,
    bytes: Vec<u8>,
    /// The constants, if all values have them.
    unfolded: Option<Vec<String>>,
}

/// A table of calls of a function.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    expression: String,
    declarations: String,
    arguments: Vec<Argument>,
    result: Argument,
    result_width: Option<usize>,
    rows: usize,
    models: Vec<(u32, u32)>,
    /// The expression for vectors of three components, too.
    vectors: Option<String>,
}

impl Argument {
    fn new<T: Value>(values: &[T]) -> Self {
        let bytes = values.iter().flat_map(|value| Value::bytes(*value)).collect();
        let unfolded = values.iter().map(|value| value.unfolded()).collect();
        Self { name: T::NAME, stored: T::STORED, bytes, unfolded }
    }

    /// The expression that loads element `index` of a buffer.
    fn loaded(&self, buffer: usize, index: &str) -> String {
        match self.name {
            "bool" => format!("argument{buffer}[{index}] != 0u"),
            _ => format!("argument{buffer}[{index}]"),
        }
    }
}

impl Table {
    fn new<R: Value>(expression: &str, arguments: Vec<Argument>, results: &[R]) -> Self {
        let is_short = |argument: &Argument| argument.name.ends_with("16");
        let result = Argument::new(results);
        let is_native = arguments.iter().any(is_short) || is_short(&result);
        let oldest = if is_native { (6, 2) } else { (6, 0) };
        Self {
            expression: expression.into(),
            declarations: String::new(),
            arguments,
            result,
            result_width: R::IS_FLOAT.then_some(R::WIDTH),
            rows: results.len(),
            models: vec![oldest, (6, 6)],
            vectors: None,
        }
    }

    /// All values of `x`.
    pub(crate) fn unary<X: Value, R: Value>(expression: &str, xs: &[X], f: impl Fn(X) -> R) -> Self {
        let results: Vec<R> = xs.iter().map(|x| f(*x)).collect();
        Self::new(expression, vec![Argument::new(xs)], &results)
    }

    /// All pairs of `x` and `y`.
    pub(crate) fn binary<X: Value, Y: Value, R: Value>(
        expression: &str,
        (xs, ys): (&[X], &[Y]),
        f: impl Fn(X, Y) -> R,
    ) -> Self {
        let pairs: Vec<(X, Y)> = xs.iter().flat_map(|x| ys.iter().map(|y| (*x, *y))).collect();
        let (xs, ys): (Vec<X>, Vec<Y>) = pairs.iter().copied().unzip();
        let results: Vec<R> = pairs.into_iter().map(|(x, y)| f(x, y)).collect();
        Self::new(expression, vec![Argument::new(&xs), Argument::new(&ys)], &results)
    }

    /// All triples of `x`, `y` and `z`.
    pub(crate) fn ternary<X: Value, Y: Value, Z: Value, R: Value>(
        expression: &str,
        (xs, ys, zs): (&[X], &[Y], &[Z]),
        f: impl Fn(X, Y, Z) -> R,
    ) -> Self {
        let mut lists = (Vec::new(), Vec::new(), Vec::new());
        let mut results = Vec::new();
        for x in xs {
            for y in ys {
                for z in zs {
                    lists.0.push(*x);
                    lists.1.push(*y);
                    lists.2.push(*z);
                    results.push(f(*x, *y, *z));
                }
            }
        }
        let arguments = vec![Argument::new(&lists.0), Argument::new(&lists.1), Argument::new(&lists.2)];
        Self::new(expression, arguments, &results)
    }

    /// Applies the expression to vectors, too.
    pub(crate) fn with_vectors(self) -> Self {
        let expression = self.expression.clone();
        self.with_vectors_of(&expression)
    }

    /// Applies another expression to vectors.
    pub(crate) fn with_vectors_of(self, expression: &str) -> Self {
        Self { vectors: Some(expression.into()), ..self }
    }

    pub(crate) fn declarations(self, declarations: &str) -> Self {
        Self { declarations: declarations.into(), ..self }
    }

    fn source(&self) -> String {
        let names = ["x", "y", "z"];
        let uses = |names: &[&str]| {
            self.arguments.iter().chain([&self.result]).any(|each| names.contains(&each.name))
        };
        let mut source = String::new();
        if uses(&["f16"]) {
            source += "enable f16;\n";
        }
        if uses(&["i16", "u16"]) {
            source += "enable wgpu_int16;\n";
        }
        source += &self.declarations;
        for (at, argument) in self.arguments.iter().enumerate() {
            let stored = argument.stored;
            source += &format!("@group(0) @binding({at}) var<storage> argument{at}: array<{stored}>;\n");
        }
        let stored = self.result.stored;
        for (binding, name) in [(3, "loaded"), (4, "folded"), (5, "vectors")] {
            source +=
                &format!("@group(0) @binding({binding}) var<storage, read_write> {name}: array<{stored}>;\n");
        }
        let parameters = |of: &dyn Fn(&str) -> String| -> String {
            let list = self.arguments.iter().zip(names);
            list.map(|(argument, name)| format!("{name}: {}", of(argument.name)))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let (expression, result) = (&self.expression, self.result.name);
        let scalars = parameters(&|name| name.into());
        source += &format!("fn scalar({scalars}) -> {result} {{ return {expression}; }}\n");
        if let Some(expression) = &self.vectors {
            let vectors = parameters(&|name| format!("vec3<{name}>"));
            source += &format!("fn vector({vectors}) -> vec3<{result}> {{ return {expression}; }}\n");
        }
        let stores = |buffer: &str, index: &str, value: &str| match result {
            "bool" => format!("  {buffer}[{index}] = select(0u, 1u, {value});\n"),
            _ => format!("  {buffer}[{index}] = {value};\n"),
        };
        source += &format!(
            "@compute @workgroup_size({}) fn main(@builtin(local_invocation_index) i: u32) {{\n",
            self.rows
        );
        let list = |of: &dyn Fn(usize, &Argument) -> String| -> String {
            let arguments = self.arguments.iter().enumerate();
            arguments.map(|(at, argument)| of(at, argument)).collect::<Vec<_>>().join(", ")
        };
        let loaded = list(&|at, argument| argument.loaded(at, "i"));
        source += &stores("loaded", "i", &format!("scalar({loaded})"));
        if self.vectors.is_some() {
            // The components are the values of this row, the first row and this row.
            let loaded = list(&|at, argument| {
                let [own, first] = ["i", "0"].map(|index| argument.loaded(at, index));
                format!("vec3<{}>({own}, {first}, {own})", argument.name)
            });
            source += &format!("  let combined = vector({loaded});\n");
            for component in 0..3 {
                source +=
                    &stores("vectors", &format!("3u * i + {component}u"), &format!("combined[{component}]"));
            }
        }
        source += "  if i != 0u { return; }\n  var no_bits = 0u;\n";
        for row in self.folded_rows() {
            let constants = list(&|_, argument| argument.unfolded.as_ref().unwrap()[row].clone());
            source += &stores("folded", &format!("{row}"), &format!("scalar({constants})"));
        }
        source + "}\n"
    }

    /// The rows whose arguments are constants: all, or none if a type has no constants that naga does not fold.
    fn folded_rows(&self) -> std::ops::Range<usize> {
        let has_constants = self.arguments.iter().all(|argument| argument.unfolded.is_some());
        0..if has_constants { self.rows.min(64) } else { 0 }
    }

    /// Executes the table.
    pub(crate) fn check(&self) {
        let results = &self.result.bytes;
        let width = results.len() / self.rows;
        let mut shader = Shader::new(self.source()).models(&self.models);
        for (at, argument) in self.arguments.iter().enumerate() {
            shader = shader.read_only(at as u32, argument.bytes.clone());
        }
        let compared = |shader: Shader| match self.result_width {
            Some(width) => shader.floats(width),
            None => shader,
        };
        shader = compared(shader.output(3, results.clone()));
        let folded = self.folded_rows().len();
        if folded > 0 {
            shader = compared(shader.output(4, &results[..folded * width]));
        }
        if self.vectors.is_some() {
            let (rows, first) = (results.chunks(width), &results[..width]);
            let expected: Vec<u8> = rows.flat_map(|row| [row, first, row].concat()).collect();
            shader = compared(shader.output(5, expected));
        }
        shader.check();
    }
}
