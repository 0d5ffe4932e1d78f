//! Runs the tables of `test_shader_instructions` in vkd3d-proton's `tests/d3d12_shaders.c` on converted shaders, and
//! prints a table: the number of the row, the shader, and `equal` or the difference.
//!
//! `cargo run -p dxbc-to-dxil --example instructions -- d3d12_shaders.c`
//!
//! A row has a pixel shader, three vectors of a constant buffer, and the expected vector. Floats may differ by two
//! units in the last place, as in the test.

#![allow(clippy::print_stdout, reason = "the table is the output")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::indexing_slicing,
    reason = "C converts numbers in the same way, and the file is trusted"
)]

use std::collections::HashMap;
use std::error::Error;

use dx_container::Container;
use dx_container::FourCc;
use dx_container::enums::ResourceClass;
use dx_container::parts::program::ProgramPart;
use dxbc_to_dxil::{Options, Source, convert};
use dxil_draw::{DrawStage, Number, run_alone};
use dxil_ir::bitcode;
use dxil_run::resources::{ALL_MAPPED, Buffer, Descriptor, Memory};
use dxil_run::{Bound, EntrySelector, FindingKind, PrepareOptions, Program, Resources, RunOptions};

type Failed = Box<dyn Error>;

fn main() -> Result<(), Failed> {
    let path = std::env::args_os().nth(1).ok_or("the argument FILE is missing")?;
    let text = std::fs::read_to_string(path)?;
    let start = text.find("void test_shader_instructions(void)").ok_or("the file has no such test")?;
    let function = &text[start..];
    let function = &function[..function.find("\n}").ok_or("the test does not end")?];
    let source = without_sources(function);
    let shaders = shaders(&source)?;
    for (name, is_float) in [("tests", true), ("uint_tests", false)] {
        let head = format!("{name}[] =");
        let at = source.match_indices(&head).map(|(at, _)| at);
        // The name of one table is the end of the name of the other.
        let at = at.into_iter().find(|at| !source[..*at].ends_with('_')).ok_or("a table is missing")?;
        let mut parser = Parser::new(&source[at + head.len()..]);
        let Node::List(rows) = parser.node()? else { return Err("a table is not a list".into()) };
        for (number, row) in rows.iter().enumerate() {
            let (shader, verdict) = verdict(row, &shaders, is_float)?;
            println!("{name}\t{number}\t{shader}\t{verdict}");
        }
    }
    Ok(())
}

/// The text without the HLSL sources, which are excluded from compilation, and without comments.
fn without_sources(text: &str) -> String {
    let mut is_source = false;
    let mut kept = String::new();
    for line in text.lines() {
        match line.trim() {
            "#if 0" => is_source = true,
            "#endif" => is_source = false,
            _ if is_source => {}
            _ => kept.extend([line.split("//").next().unwrap_or_default(), "\n"]),
        }
    }
    while let (Some(start), Some(end)) = (kept.find("/*"), kept.find("*/")) {
        kept.replace_range(start..end + 2, " ");
    }
    kept
}

/// The containers by the names of their descriptions.
fn shaders(source: &str) -> Result<HashMap<String, Vec<u8>>, Failed> {
    let mut codes = HashMap::new();
    for piece in source.split("static const DWORD ").skip(1) {
        let (name, rest) = piece.split_once("[]").ok_or("an array without a length")?;
        let words = rest.split_once('{').and_then(|(_, rest)| rest.split_once('}')).ok_or("an array")?.0;
        let words = words.split(',').map(str::trim).filter(|word| !word.is_empty());
        let words = words.map(|word| u32::from_str_radix(word.trim_start_matches("0x"), 16));
        let words = words.collect::<Result<Vec<_>, _>>()?;
        codes.insert(name.to_owned(), words.into_iter().flat_map(u32::to_le_bytes).collect::<Vec<u8>>());
    }
    let mut shaders = HashMap::new();
    for piece in source.split("struct named_shader ").skip(1) {
        let Some((name, rest)) = piece.split_once('=') else { continue };
        let Some((_, code)) = rest.split_once(", ") else { continue };
        let code = code.split(',').next().unwrap_or_default();
        if let Some(bytes) = codes.get(code) {
            shaders.insert(name.trim().to_owned(), bytes.clone());
        }
    }
    Ok(shaders)
}

/// A C initializer.
#[derive(Debug, Clone)]
enum Node {
    List(Vec<Node>),
    /// A member of a union by its name.
    Member(String, Box<Node>),
    Number(Literal),
    /// The address of a shader, or another name.
    Name(String),
}

#[derive(Debug, Clone, Copy)]
enum Literal {
    Int(i64),
    Float(f64),
}

struct Parser<'t> {
    rest: &'t str,
}

impl<'t> Parser<'t> {
    fn new(rest: &'t str) -> Self {
        Self { rest }
    }

    fn eat(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn node(&mut self) -> Result<Node, Failed> {
        if self.eat("{") {
            let mut nodes = Vec::new();
            while !self.eat("}") {
                nodes.push(self.node()?);
                self.eat(",");
            }
            return Ok(Node::List(nodes));
        }
        if self.eat("&") {
            return Ok(Node::Name(self.word().to_owned()));
        }
        if self.eat(".") {
            let name = self.word().to_owned();
            self.eat("=");
            return Ok(Node::Member(name, Box::new(self.node()?)));
        }
        Ok(match self.sum()? {
            Some(number) => Node::Number(number),
            None => Node::Name(self.word().to_owned()),
        })
    }

    fn word(&mut self) -> &'t str {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn sum(&mut self) -> Result<Option<Literal>, Failed> {
        let Some(mut value) = self.product()? else { return Ok(None) };
        loop {
            let is_sum = self.eat("+");
            if !is_sum && !self.eat("-") {
                return Ok(Some(value));
            }
            let other = self.product()?.ok_or("an operand is missing")?;
            value = match (value, other) {
                (Literal::Int(one), Literal::Int(other)) => {
                    Literal::Int(if is_sum { one + other } else { one - other })
                }
                (one, other) => {
                    let other = other.float();
                    Literal::Float(one.float() + if is_sum { other } else { -other })
                }
            };
        }
    }

    fn product(&mut self) -> Result<Option<Literal>, Failed> {
        let Some(mut value) = self.unary()? else { return Ok(None) };
        loop {
            let is_product = self.eat("*");
            if !is_product && !self.eat("/") {
                return Ok(Some(value));
            }
            let other = self.unary()?.ok_or("an operand is missing")?.float();
            value = Literal::Float(if is_product { value.float() * other } else { value.float() / other });
        }
    }

    fn unary(&mut self) -> Result<Option<Literal>, Failed> {
        if self.eat("-") {
            return Ok(self.unary()?.map(|number| match number {
                Literal::Int(number) => Literal::Int(-number),
                Literal::Float(number) => Literal::Float(-number),
            }));
        }
        if self.eat("~") {
            return Ok(self.unary()?.map(|number| match number {
                Literal::Int(number) => Literal::Int(i64::from(!(number as u32))),
                number @ Literal::Float(_) => number,
            }));
        }
        if self.eat("(") {
            let value = self.sum()?;
            self.eat(")");
            return Ok(value);
        }
        let word_start = self.rest.trim_start();
        if !word_start.starts_with(|c: char| c.is_ascii_digit()) {
            let known = [
                ("INFINITY", Literal::Float(f64::INFINITY)),
                ("NAN", Literal::Float(f64::NAN)),
                ("M_PI", Literal::Float(std::f64::consts::PI)),
                ("INT_MAX", Literal::Int(i32::MAX.into())),
                ("INT_MIN", Literal::Int(i32::MIN.into())),
            ];
            let found = known.into_iter().find(|(name, _)| self.eat(name));
            return Ok(found.map(|(_, number)| number));
        }
        let is_hex = word_start.starts_with("0x");
        let end = word_start.char_indices().find(|(at, c)| {
            let is_sign = "+-".contains(*c) && !is_hex && word_start[..*at].ends_with(['e', 'E']);
            !c.is_alphanumeric() && *c != '.' && !is_sign
        });
        let (word, rest) = word_start.split_at(end.map_or(word_start.len(), |(at, _)| at));
        self.rest = rest;
        let parsed = match word.strip_prefix("0x") {
            Some(digits) => Literal::Int(i64::from_str_radix(digits.trim_end_matches(['u', 'U']), 16)?),
            None if word.contains(['.', 'e']) => Literal::Float(word.trim_end_matches('f').parse()?),
            None => Literal::Int(word.trim_end_matches(['u', 'U']).parse()?),
        };
        Ok(Some(parsed))
    }
}

impl Literal {
    fn float(self) -> f64 {
        match self {
            Self::Int(number) => number as f64,
            Self::Float(number) => number,
        }
    }
}

/// The shader of a row, and `equal` or the difference.
fn verdict(
    row: &Node,
    shaders: &HashMap<String, Vec<u8>>,
    is_float: bool,
) -> Result<(String, String), Failed> {
    let Node::List(members) = row else { return Err("a row is not a list".into()) };
    let [Node::Name(name), input, output, ..] = members.as_slice() else { return Err("a row".into()) };
    let code = shaders.get(name).ok_or_else(|| format!("the shader {name} is missing"))?;
    let kind = if is_float { Kind::Float } else { Kind::Int };
    let mut bytes = vec![0; 48];
    let (kind, vectors) = union(input, kind);
    // The members of the anonymous structure of a union have one more list.
    let vectors = match vectors {
        [Node::List(inner)] if inner.iter().all(|node| matches!(node, Node::List(_))) => inner.as_slice(),
        vectors => vectors,
    };
    let vectors: Vec<&Node> = match vectors.iter().all(|node| matches!(node, Node::Number(_))) {
        true => vec![input],
        false => vectors.iter().collect(),
    };
    for (vector, place) in vectors.iter().zip(bytes.chunks_mut(16)) {
        let words = words(vector, kind);
        for (byte, word) in place.iter_mut().zip(words.into_iter().flat_map(u32::to_le_bytes)) {
            *byte = word;
        }
    }
    let (kind, expected) = union(output, if is_float { Kind::Float } else { Kind::Int });
    let expected = match expected {
        [vector @ Node::List(_)] => words(vector, kind),
        _ => words(output_list(output), kind),
    };
    let found = match run(code, &bytes) {
        Ok(found) => found,
        Err(error) => return Ok((name.clone(), format!("error: {error}"))),
    };
    let is_equal = |(found, expected): (&u32, &u32)| match is_float {
        true => is_close(f32::from_bits(*found), f32::from_bits(*expected)),
        false => found == expected,
    };
    let shown = |words: &[u32]| {
        let shown = words.iter().map(|word| match is_float {
            true => format!("{:?}", f32::from_bits(*word)),
            false => format!("{word:#x}"),
        });
        shown.collect::<Vec<_>>().join(" ")
    };
    Ok((
        name.clone(),
        match found.iter().zip(&expected).all(is_equal) {
            true => "equal".to_owned(),
            false => format!("{} instead of {}", shown(&found), shown(&expected)),
        },
    ))
}

/// The type of the numbers of a union.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Int,
    Float,
    Double,
}

/// The member of a union that is initialized, and its list.
fn union(node: &Node, first: Kind) -> (Kind, &[Node]) {
    match node {
        Node::List(nodes) => match nodes.as_slice() {
            [Node::Member(name, value)] => {
                let kind = match name.as_str() {
                    "f" => Kind::Float,
                    "d" => Kind::Double,
                    _ => Kind::Int,
                };
                match &**value {
                    Node::List(inner) if inner.iter().all(|node| matches!(node, Node::List(_))) => {
                        (kind, inner)
                    }
                    _ => (kind, std::slice::from_ref(&**value)),
                }
            }
            nodes => (first, nodes),
        },
        _ => (first, &[]),
    }
}

fn output_list(node: &Node) -> &Node {
    match node {
        Node::List(nodes) => match nodes.as_slice() {
            [Node::Member(_, value)] => value,
            [only @ Node::List(_)] => only,
            _ => node,
        },
        node => node,
    }
}

/// The words of a vector.
fn words(node: &Node, kind: Kind) -> Vec<u32> {
    let Node::List(nodes) = node else { return vec![0; 4] };
    let numbers = nodes.iter().filter_map(|node| match node {
        Node::Number(number) => Some(*number),
        _ => None,
    });
    let mut words: Vec<u32> = numbers
        .flat_map(|number| match kind {
            Kind::Float => vec![(number.float() as f32).to_bits()],
            Kind::Double => {
                let bits = number.float().to_bits();
                vec![bits as u32, (bits >> 32) as u32]
            }
            Kind::Int => vec![match number {
                Literal::Int(number) => number as u32,
                Literal::Float(number) => number as i64 as u32,
            }],
        })
        .collect();
    words.resize(4, 0);
    words
}

/// True for two NaNs, or two numbers that differ by at most two units in the last place.
fn is_close(one: f32, other: f32) -> bool {
    if one.is_nan() || other.is_nan() {
        return one.is_nan() && other.is_nan();
    }
    let ordered = |value: f32| {
        let bits = value.to_bits().cast_signed();
        i64::from(if bits < 0 { i32::MIN.wrapping_sub(bits) } else { bits })
    };
    ordered(one).abs_diff(ordered(other)) <= 2
}

/// The words of render target 0 of a converted pixel shader.
fn run(code: &[u8], constants: &[u8]) -> Result<Vec<u32>, Failed> {
    let source = Source::read(&Container::parse(code)?)?;
    let bytes = convert(&source, &Options::default())?.container()?;
    let container = Container::parse(&bytes)?;
    let part: ProgramPart<'_> = container.view(FourCc::DXIL).ok_or("the container has no program")??;
    let module = bitcode::read(part.bitcode, 0)?;
    let shader = dxil::shader::Shader::read(&module)?;
    let selector = EntrySelector::Stage(dx_container::enums::ShaderKind::PIXEL, None);
    let program = Program::prepare(&module, &shader, selector, PrepareOptions::default())?;
    let mut resources = Resources::default();
    resources.add(Memory::new(constants));
    let mut bound = Bound::new(&program, &resources);
    let bytes = constants.len() as u64;
    let buffer =
        Buffer { memory: 0, offset: 0, bytes, stride: 0, format: None, counter: None, mapped: ALL_MAPPED };
    bound.bind(&program, ResourceClass::CBUFFER, 0, 0, Descriptor::Buffer(buffer));
    let scalars: usize = dxil_draw::input_rows(&program).iter().map(|row| row.columns).sum();
    let lanes = vec![vec![0.0; scalars]; 4];
    let stage = DrawStage { program: &program, bound: &bound };
    let (lanes, outcome) = run_alone(stage, &lanes, RunOptions::default())?;
    // The quotient by zero is a part of the tables.
    let mut findings = outcome.findings.iter().filter(|(_, kind, _)| *kind != FindingKind::DivisionByZero);
    if let Some((_, kind, finding)) = findings.next() {
        return Err(format!("{kind:?}: {finding:?}").into());
    }
    let lane = lanes.first().ok_or("no lane ran")?;
    let words = lane.outputs.iter().flat_map(|output| &output.numbers);
    Ok(words.map(|number| bits(*number)).collect())
}

fn bits(number: Number) -> u32 {
    match number {
        Number::Float(number) => number.to_bits(),
        Number::Unsigned(number) => number,
        Number::Signed(number) => number.cast_unsigned(),
        Number::Unwritten => 0,
    }
}
