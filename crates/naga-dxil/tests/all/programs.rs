//! Random programs: functions with loops, switches, early returns, pointers and arrays. An interpreter of their syntax
//! trees computes the expected results.

use libtest_mimic::Trial;
use testkit::random::Random;

use crate::harness::{Bytes, Shader, case};

const PROGRAMS: usize = 20;
const THREADS: u32 = 8;
/// The scalar variables of a function. The first ones are parameters.
const VARIABLES: usize = 4;
const PARAMETERS: usize = 2;
/// The length of the array that all functions share.
const LENGTH: u32 = 5;
/// The iterations after which every loop ends.
const ITERATIONS: u32 = 6;

#[derive(Debug, Clone)]
enum Expression {
    Constant(u32),
    Variable(usize),
    /// An element of the private array. A remainder brings the index into bounds, except for the largest remainder.
    Element(Box<Expression>),
    /// A component of a vector of variables. The index may be out of bounds.
    Component(Box<Expression>),
    Table(Box<Expression>),
    Binary(&'static str, Box<Expression>, Box<Expression>),
    Select(Box<Condition>, Box<Expression>, Box<Expression>),
}

#[derive(Debug, Clone)]
struct Condition(&'static str, Expression, Expression);

#[derive(Debug, Clone)]
enum Statement {
    Assign(usize, Expression),
    Store(Expression, Expression),
    /// A component of the private vector.
    Insert(Expression, Expression),
    If(Condition, Vec<Statement>, Vec<Statement>),
    /// The selector, the cases with their selectors, and the position of the default case in the list.
    Switch(Expression, Vec<(Vec<u32>, Vec<Statement>)>, usize),
    /// The body, the continuing block and its condition to break. The number names the counter.
    Loop(usize, Vec<Statement>, Vec<Statement>, Option<Condition>),
    While(usize, Condition, Vec<Statement>),
    For(usize, Vec<Statement>),
    Break,
    Continue,
    Return(Expression),
    /// The result of a function with a lower number becomes the value of a variable.
    Call(usize, usize, Vec<Expression>),
    /// Adds to a variable through a pointer.
    AddThrough(usize, Expression),
}

/// The tables of constants: WGSL, and here.
const TABLE: [u32; 7] = [3, 1, 4, 1, 5, 9, 2];

struct Generator {
    random: Random,
    /// The number of functions that may be called.
    callees: usize,
    counters: usize,
    budget: usize,
}

impl Generator {
    fn below(&mut self, count: usize) -> usize {
        self.random.below(count)
    }

    fn expression(&mut self, depth: usize) -> Expression {
        let choice = if depth == 0 { self.below(3) } else { self.below(9) };
        let inner = |generator: &mut Self| Box::new(generator.expression(depth.saturating_sub(1)));
        match choice {
            0 => Expression::Constant(self.below(12) as u32),
            1 | 2 => Expression::Variable(self.below(VARIABLES)),
            3 => Expression::Element(inner(self)),
            4 => Expression::Component(inner(self)),
            5 => Expression::Table(inner(self)),
            6 | 7 => {
                let operator = ["+", "-", "*", "^", "&", "|", "/", "%", "<<", ">>"][self.below(10)];
                Expression::Binary(operator, inner(self), inner(self))
            }
            _ => Expression::Select(Box::new(self.condition()), inner(self), inner(self)),
        }
    }

    fn condition(&mut self) -> Condition {
        let operator = ["<", "<=", "==", "!=", ">"][self.below(5)];
        Condition(operator, self.expression(1), self.expression(1))
    }

    /// `is_loop`: `break` and `continue` are allowed. `is_switch`: `break` is allowed.
    fn block(&mut self, depth: usize, is_loop: bool, is_switch: bool) -> Vec<Statement> {
        let count = 1 + self.below(3);
        let mut statements = Vec::new();
        for _ in 0..count {
            statements.push(self.statement(depth));
        }
        match self.below(8) {
            0 | 1 if is_loop || is_switch => statements.push(Statement::Break),
            2 if is_loop => statements.push(Statement::Continue),
            3 => statements.push(Statement::Return(self.expression(1))),
            _ => {}
        }
        statements
    }

    /// Jumps in the block are inside an if or a case, so later statements are reachable.
    fn nested(&mut self, depth: usize, is_loop: bool, is_switch: bool) -> Vec<Statement> {
        let mut body = self.block(depth, false, false);
        if self.below(2) == 0 {
            let jump = self.block(0, is_loop, is_switch);
            let other = if self.below(2) == 0 { Vec::new() } else { self.block(0, is_loop, is_switch) };
            body.insert(self.below(body.len()), Statement::If(self.condition(), jump, other));
        }
        body.retain({
            let last = body.len();
            let mut at = 0;
            move |statement| {
                at += 1;
                at == last || !matches!(statement, Statement::Return(_))
            }
        });
        body
    }

    fn statement(&mut self, depth: usize) -> Statement {
        self.budget = self.budget.saturating_sub(1);
        let is_simple = depth == 0 || self.budget == 0;
        let choice = if is_simple { self.below(7) } else { self.below(14) };
        match choice {
            0..3 => Statement::Assign(self.below(VARIABLES), self.expression(2)),
            3 => Statement::Store(self.expression(1), self.expression(2)),
            4 => Statement::Insert(self.expression(1), self.expression(2)),
            5 => Statement::AddThrough(self.below(VARIABLES), self.expression(1)),
            6 if self.callees > 0 => {
                let callee = self.below(self.callees);
                let arguments = (0..PARAMETERS).map(|_| self.expression(1)).collect();
                Statement::Call(self.below(VARIABLES), callee, arguments)
            }
            6 => Statement::Assign(self.below(VARIABLES), self.expression(1)),
            7..9 => {
                let (accept, reject) =
                    (self.block(depth - 1, false, false), self.block(depth - 1, false, false));
                Statement::If(self.condition(), accept, if self.below(3) == 0 { Vec::new() } else { reject })
            }
            _ => self.construct(depth, choice),
        }
    }

    fn construct(&mut self, depth: usize, choice: usize) -> Statement {
        if choice < 11 {
            let count = 1 + self.below(3);
            let mut selectors = (0..9).collect::<Vec<u32>>();
            let mut cases = Vec::new();
            for _ in 0..count {
                let own =
                    (0..1 + self.below(2)).map(|_| selectors.remove(self.below(selectors.len()))).collect();
                cases.push((own, self.nested(depth - 1, false, true)));
            }
            let default = self.below(count);
            return Statement::Switch(self.expression(1), cases, default);
        }
        self.counters += 1;
        let counter = self.counters;
        let mut body = self.nested(depth - 1, true, true);
        if self.below(2) == 0 {
            // A switch inside of the loop, of which a case continues the loop.
            let cases = vec![
                (vec![1, 2], self.block(0, true, true)),
                (vec![0], self.block(0, true, true)),
                (vec![5], self.block(0, false, true)),
            ];
            body.insert(0, Statement::Switch(self.expression(1), cases, self.below(3)));
        }
        match choice {
            11 => {
                let mut continuing = vec![Statement::Assign(self.below(VARIABLES), self.expression(1))];
                if self.below(2) == 0 {
                    let assignment = vec![Statement::Assign(self.below(VARIABLES), self.expression(1))];
                    continuing.push(Statement::If(self.condition(), assignment, Vec::new()));
                }
                let break_if = if self.below(3) == 0 { None } else { Some(self.condition()) };
                Statement::Loop(counter, body, continuing, break_if)
            }
            12 => Statement::While(counter, self.condition(), body),
            _ => Statement::For(counter, body),
        }
    }

    fn function(&mut self, callees: usize) -> Vec<Statement> {
        self.callees = callees;
        self.budget = 14;
        let mut body = self.nested(3, false, false);
        body.extend(self.nested(3, false, false));
        let count = body.len();
        let mut at = 0;
        body.retain(|statement| {
            at += 1;
            at == count || !matches!(statement, Statement::Return(_))
        });
        body
    }
}

mod text {
    use super::{Condition, Expression, ITERATIONS, LENGTH, Statement, TABLE};

    impl Expression {
        pub(super) fn text(&self) -> String {
            match self {
                Self::Constant(number) => format!("{number}u"),
                Self::Variable(index) => format!("v{index}"),
                Self::Element(index) => format!("list[({} + zero) % {}u]", index.text(), LENGTH + 1),
                Self::Component(index) => format!("vec3<u32>(v0, v1, v2)[({} + zero) % 4u]", index.text()),
                Self::Table(index) => format!("table[({} + zero) % {}u]", index.text(), TABLE.len() + 1),
                Self::Binary(operator, a, b) => match *operator {
                    "<<" | ">>" => format!("(({}) {operator} (({}) & 31u))", a.text(), b.text()),
                    // naga rejects a constant division by zero and a constant index out of bounds.
                    "/" | "%" => format!("(({}) {operator} (({}) + zero))", a.text(), b.text()),
                    _ => format!("(({}) {operator} ({}))", a.text(), b.text()),
                },
                Self::Select(condition, a, b) => {
                    format!("select({}, {}, {})", b.text(), a.text(), condition.text())
                }
            }
        }
    }

    impl Condition {
        pub(super) fn text(&self) -> String {
            format!("({}) {} ({})", self.1.text(), self.0, self.2.text())
        }
    }

    pub(super) fn block(statements: &[Statement]) -> String {
        let lines: String = statements.iter().map(|statement| statement.text() + "\n").collect();
        format!("{{\n{lines}}}")
    }

    impl Statement {
        fn text(&self) -> String {
            match self {
                Self::Assign(variable, value) => format!("v{variable} = {};", value.text()),
                Self::Store(index, value) => {
                    format!("list[({} + zero) % {}u] = {};", index.text(), LENGTH + 1, value.text())
                }
                Self::Insert(index, value) => {
                    format!("vector[({} + zero) % 5u] = {};", index.text(), value.text())
                }
                Self::If(condition, accept, reject) => {
                    let otherwise =
                        if reject.is_empty() { String::new() } else { format!(" else {}", block(reject)) };
                    format!("if {} {}{otherwise}", condition.text(), block(accept))
                }
                Self::Switch(selector, cases, default) => {
                    let mut text = format!("switch {} {{\n", selector.text());
                    for (at, (selectors, body)) in cases.iter().enumerate() {
                        let mut list: Vec<String> =
                            selectors.iter().map(|number| format!("{number}u")).collect();
                        if at == *default {
                            list.insert(list.len() / 2, "default".into());
                        }
                        text += &format!("case {}: {}\n", list.join(", "), block(body));
                    }
                    text + "}"
                }
                Self::Loop(counter, body, continuing, break_if) => {
                    let mut text = format!("var c{counter} = 0u;\nloop {{\n");
                    text += &format!("if c{counter} >= {ITERATIONS}u {{ break; }}\n{}\n", block(body));
                    text += &format!("continuing {{\nc{counter} += 1u;\n");
                    for statement in continuing {
                        text += &(statement.text() + "\n");
                    }
                    if let Some(condition) = break_if {
                        text += &format!("break if {};\n", condition.text());
                    }
                    text + "}\n}"
                }
                Self::While(counter, condition, body) => format!(
                    "var c{counter} = 0u;\nwhile c{counter} < {ITERATIONS}u && ({}) {{\nc{counter} += 1u;\n{}\n}}",
                    condition.text(),
                    block(body)
                ),
                Self::For(counter, body) => {
                    format!(
                        "for (var c{counter} = 0u; c{counter} < {ITERATIONS}u; c{counter}++) {}",
                        block(body)
                    )
                }
                Self::Break => "break;".into(),
                Self::Continue => "continue;".into(),
                Self::Return(value) => format!("return {};", value.text()),
                Self::Call(result, callee, arguments) => {
                    let arguments: Vec<String> = arguments.iter().map(Expression::text).collect();
                    format!("v{result} = f{callee}({});", arguments.join(", "))
                }
                Self::AddThrough(variable, value) => format!("add_to(&v{variable}, {});", value.text()),
            }
        }
    }
}

/// The memory of a thread.
struct Machine<'p> {
    functions: &'p [Vec<Statement>],
    list: [u32; LENGTH as usize],
    vector: [u32; 4],
    /// The statements that may be executed before the program is too long.
    fuel: u32,
}

/// The next statement after a block.
#[derive(Debug, PartialEq, Eq)]
enum Flow {
    Next,
    Break,
    Continue,
    Return(u32),
}

/// The index after a remainder, which may be the length of the array, and the policy "restrict".
fn clamped(index: u32, length: u32) -> usize {
    (index % (length + 1)).min(length - 1) as usize
}

type Variables = [u32; VARIABLES];

impl Machine<'_> {
    fn value(&self, variables: &Variables, expression: &Expression) -> u32 {
        let value = |inner: &Expression| self.value(variables, inner);
        match expression {
            Expression::Constant(number) => *number,
            Expression::Variable(index) => variables[*index],
            Expression::Element(index) => self.list[clamped(value(index), LENGTH)],
            Expression::Component(index) => variables[clamped(value(index), 3)],
            Expression::Table(index) => TABLE[clamped(value(index), TABLE.len() as u32)],
            Expression::Binary(operator, a, b) => {
                let (a, b) = (value(a), value(b));
                match *operator {
                    "+" => a.wrapping_add(b),
                    "-" => a.wrapping_sub(b),
                    "*" => a.wrapping_mul(b),
                    "^" => a ^ b,
                    "&" => a & b,
                    "|" => a | b,
                    "/" => a.checked_div(b).unwrap_or(a),
                    "%" => a.checked_rem(b).unwrap_or(0),
                    "<<" => a << (b & 31),
                    ">>" => a >> (b & 31),
                    other => panic!("{other}"),
                }
            }
            Expression::Select(condition, a, b) => {
                if self.holds(variables, condition) {
                    value(a)
                } else {
                    value(b)
                }
            }
        }
    }

    fn holds(&self, variables: &Variables, Condition(operator, a, b): &Condition) -> bool {
        let (a, b) = (self.value(variables, a), self.value(variables, b));
        match *operator {
            "<" => a < b,
            "<=" => a <= b,
            "==" => a == b,
            "!=" => a != b,
            _ => a > b,
        }
    }

    fn call(&mut self, function: usize, arguments: [u32; PARAMETERS]) -> u32 {
        let mut variables = [arguments[0], arguments[1], 0, 7];
        let functions = self.functions;
        match self.block(&mut variables, &functions[function]) {
            Flow::Return(value) => value,
            _ => variables.into_iter().fold(0, |sum, value| sum.wrapping_mul(31).wrapping_add(value)),
        }
    }

    fn block(&mut self, variables: &mut Variables, statements: &[Statement]) -> Flow {
        for statement in statements {
            let flow = self.statement(variables, statement);
            if flow != Flow::Next {
                return flow;
            }
        }
        Flow::Next
    }

    fn statement(&mut self, variables: &mut Variables, statement: &Statement) -> Flow {
        self.fuel = self.fuel.saturating_sub(1);
        if self.fuel == 0 {
            return Flow::Return(0);
        }
        match statement {
            Statement::Assign(variable, value) => variables[*variable] = self.value(variables, value),
            Statement::Store(index, value) => {
                let index = clamped(self.value(variables, index), LENGTH);
                self.list[index] = self.value(variables, value);
            }
            Statement::Insert(index, value) => {
                let index = clamped(self.value(variables, index), 4);
                self.vector[index] = self.value(variables, value);
            }
            Statement::If(condition, accept, reject) => {
                let taken = if self.holds(variables, condition) { accept } else { reject };
                return self.block(variables, taken);
            }
            Statement::Switch(selector, cases, default) => {
                let selector = self.value(variables, selector);
                let case = cases.iter().find(|(selectors, _)| selectors.contains(&selector));
                let (_, body) = case.unwrap_or(&cases[*default]);
                let flow = self.block(variables, body);
                return if flow == Flow::Break { Flow::Next } else { flow };
            }
            Statement::Loop(_, body, continuing, break_if) => {
                for _ in 0..ITERATIONS {
                    match self.block(variables, body) {
                        Flow::Break => break,
                        Flow::Return(value) => return Flow::Return(value),
                        Flow::Next | Flow::Continue => {}
                    }
                    assert_eq!(self.block(variables, continuing), Flow::Next);
                    if break_if.as_ref().is_some_and(|condition| self.holds(variables, condition)) {
                        break;
                    }
                }
            }
            Statement::While(_, condition, body) => {
                let mut rest = ITERATIONS;
                while rest > 0 && self.holds(variables, condition) {
                    rest -= 1;
                    match self.block(variables, body) {
                        Flow::Break => break,
                        Flow::Return(value) => return Flow::Return(value),
                        Flow::Next | Flow::Continue => {}
                    }
                }
            }
            Statement::For(_, body) => {
                for _ in 0..ITERATIONS {
                    match self.block(variables, body) {
                        Flow::Break => break,
                        Flow::Return(value) => return Flow::Return(value),
                        Flow::Next | Flow::Continue => {}
                    }
                }
            }
            Statement::Break => return Flow::Break,
            Statement::Continue => return Flow::Continue,
            Statement::Return(value) => return Flow::Return(self.value(variables, value)),
            Statement::Call(result, callee, arguments) => {
                let arguments = [0, 1].map(|at| self.value(variables, &arguments[at]));
                variables[*result] = self.call(*callee, arguments);
            }
            Statement::AddThrough(variable, value) => {
                variables[*variable] = variables[*variable].wrapping_add(self.value(variables, value));
            }
        }
        Flow::Next
    }
}

/// The program with this seed as WGSL, and its functions.
fn program(seed: u64) -> (String, Vec<Vec<Statement>>) {
    let mut generator = Generator {
        random: Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
        callees: 0,
        counters: 0,
        budget: 0,
    };
    let mut functions = Vec::new();
    let table: Vec<String> = TABLE.iter().map(|number| format!("{number}u")).collect();
    let mut source = format!(
        "const table = array<u32, {}>({});
        var<private> list: array<u32, {LENGTH}>;
        var<private> vector: vec4<u32>;
        var<private> zero: u32;
        @group(0) @binding(0) var<storage, read_write> results: array<u32>;
        fn add_to(target_variable: ptr<function, u32>, value: u32) {{ *target_variable += value; }}\n",
        TABLE.len(),
        table.join(", "),
    );
    for number in 0..3 {
        let body = generator.function(number);
        let end = match body.last() {
            Some(Statement::Return(_)) => "",
            _ => "return ((v0 * 31u + v1) * 31u + v2) * 31u + v3;\n",
        };
        source += &format!(
            "fn f{number}(p0: u32, p1: u32) -> u32 {{
            var v0 = p0; var v1 = p1; var v2: u32; var v3 = 7u;
            {}
            {end}}}\n",
            text::block(&body).trim_start_matches('{').trim_end_matches('}'),
        );
        functions.push(body);
    }
    source += &format!(
        "@compute @workgroup_size({THREADS})
        fn main(@builtin(local_invocation_index) i: u32) {{
            results[i * 4u] = f2(i, i * 5u + 1u);
            results[i * 4u + 1u] = f1(i + 2u, 3u);
            var sum = 0u;
            for (var at = 0u; at < {LENGTH}u; at++) {{ sum = sum * 7u + list[at]; }}
            results[i * 4u + 2u] = sum;
            results[i * 4u + 3u] = dot(vector, vec4<u32>(1u, 10u, 100u, 1000u));
        }}\n"
    );
    (source, functions)
}

fn check(seed: u64) {
    let (source, functions) = program(seed);
    let mut expected = Vec::new();
    for thread in 0..THREADS {
        let mut machine =
            Machine { functions: &functions, list: [0; LENGTH as usize], vector: [0; 4], fuel: 1_000_000 };
        expected.push(machine.call(2, [thread, thread * 5 + 1]));
        expected.push(machine.call(1, [thread + 2, 3]));
        assert!(machine.fuel > 0, "the program is too long");
        expected.push(machine.list.iter().fold(0_u32, |sum, value| sum.wrapping_mul(7).wrapping_add(*value)));
        let weights = [1_u32, 10, 100, 1000];
        let products = machine.vector.iter().zip(weights).map(|(value, weight)| value.wrapping_mul(weight));
        expected.push(products.fold(0, u32::wrapping_add));
    }
    Shader::new(source).output(0, expected.bytes()).check();
}

pub(crate) fn cases() -> Vec<Trial> {
    (0..testkit::times(PROGRAMS) as u64)
        .map(|seed| case(format!("programs/{seed}"), move || check(seed)))
        .collect()
}
