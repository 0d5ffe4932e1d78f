//! Numbers in patterns: `[[#%X,NAME:VALUE+1]]`. Separate because what they are is computed, not looked for.

use std::collections::HashMap;

use crate::limits;

/// The format of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Format {
    /// `u`, `d`, `x` or `X`.
    kind: char,
    /// At least so many digits.
    digits: usize,
    /// True if hexadecimal numbers begin with 0x.
    has_prefix: bool,
}

impl Format {
    const PLAIN: Self = Self { kind: 'u', digits: 0, has_prefix: false };

    /// The expression that matches any number in this format.
    pub(crate) fn expression(self) -> String {
        let (set, sign, nonzero) = match self.kind {
            'x' => ("[0-9a-f]", "", "[1-9a-f]"),
            'X' => ("[0-9A-F]", "", "[1-9A-F]"),
            'd' => ("[0-9]", "-?", "[1-9]"),
            _ => ("[0-9]", "", "[1-9]"),
        };
        let prefix = if self.has_prefix { "0x" } else { "" };
        match self.digits {
            0 => format!("{sign}{prefix}{set}+"),
            digits => format!("{sign}{prefix}(?:{nonzero}{set}*)?{set}{{{digits}}}"),
        }
    }

    /// A number in this format.
    fn write(self, number: i128) -> Result<String, String> {
        if number < 0 && self.kind != 'd' {
            return Err(format!(
                "value is {number}, but format %{} only supports values of at least 0",
                self.kind
            ));
        }
        let size = number.unsigned_abs();
        let digits = match self.kind {
            'x' => format!("{size:x}"),
            'X' => format!("{size:X}"),
            _ => size.to_string(),
        };
        let sign = if number < 0 { "-" } else { "" };
        let prefix = if self.has_prefix { "0x" } else { "" };
        Ok(format!("{sign}{prefix}{digits:0>width$}", width = self.digits))
    }

    /// The number that a text in this format is.
    pub(crate) fn read(self, text: &str) -> Result<i128, String> {
        let (is_negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let digits = if self.has_prefix { digits.strip_prefix("0x").unwrap_or(digits) } else { digits };
        let radix = if matches!(self.kind, 'x' | 'X') { 16 } else { 10 };
        let number =
            i128::from_str_radix(digits, radix).map_err(|_| format!("number {text} is too large"))?;
        Ok(if is_negative { -number } else { number })
    }
}

/// A number that a pattern has.
#[derive(Debug, Clone)]
pub(crate) struct Number {
    format: Option<Format>,
    /// The variable that it is put into.
    pub name: Option<String>,
    /// The required value; `None` for any value.
    value: Option<Expression>,
}

#[derive(Debug, Clone)]
enum Expression {
    Constant(i128),
    Variable(String),
    Call(Function, Vec<Expression>),
}

#[derive(Debug, Clone, Copy)]
enum Function {
    Add,
    Sub,
    Mul,
    Div,
    Min,
    Max,
}

/// The values that variables have, and the formats that they were read in.
pub(crate) type Values = HashMap<String, (i128, Format)>;

impl Number {
    /// Reads what is between `[[#` and `]]`.
    pub(crate) fn parse(source: &str, line: usize) -> Result<Self, String> {
        let mut rest = source.trim();
        let mut format = None;
        if let Some(written) = rest.strip_prefix('%') {
            let (written, behind) = written.split_once(',').unwrap_or((written, ""));
            format = Some(parse_format(written.trim())?);
            rest = behind.trim();
        }
        let mut name = None;
        if let Some((before, behind)) = rest.split_once(':') {
            let before = before.trim();
            if !is_name(before) {
                return Err(format!("\"{before}\" is not the name of a variable"));
            }
            name = Some(before.to_owned());
            rest = behind.trim();
        }
        rest = rest.strip_prefix("==").unwrap_or(rest).trim();
        if rest.is_empty() {
            return Ok(Self { format, name, value: None });
        }
        let mut parser = Parser { rest, line, operations: 0 };
        let value = parser.sum()?;
        if !parser.rest.is_empty() {
            return Err(format!("unexpected \"{}\" after the expression", parser.rest));
        }
        Ok(Self { format, name, value: Some(value) })
    }

    /// The explicit format, or the format of the first variable in the expression.
    pub(crate) fn format(&self, values: &Values) -> Format {
        let inherited = || self.value.as_ref().and_then(|value| value.format(values));
        self.format.or_else(inherited).unwrap_or(Format::PLAIN)
    }

    /// The required value in its format; `None` for any value.
    pub(crate) fn text(&self, values: &Values) -> Result<Option<String>, String> {
        let Some(value) = &self.value else { return Ok(None) };
        self.format(values).write(value.compute(values)?).map(Some)
    }
}

fn is_name(text: &str) -> bool {
    let rest = text.strip_prefix('$').unwrap_or(text);
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    rest.chars().all(is_letter) && rest.starts_with(|letter: char| !letter.is_ascii_digit())
}

fn parse_format(written: &str) -> Result<Format, String> {
    let wrong = || format!("%{written} is not a numeric format, expected one such as %u, %d, %x or %.8X");
    let (has_prefix, rest) = match written.strip_prefix('#') {
        Some(rest) => (true, rest),
        None => (false, written),
    };
    let (digits, kind) = match rest.strip_prefix('.') {
        Some(rest) => {
            let end = rest.find(|letter: char| !letter.is_ascii_digit()).ok_or_else(wrong)?;
            let (digits, kind) = rest.split_at_checked(end).ok_or_else(wrong)?;
            (digits.parse().ok().filter(|digits| *digits <= limits::DIGITS).ok_or_else(wrong)?, kind)
        }
        None => (0, rest),
    };
    // A precision alone is one of plain numbers.
    let kind = match kind {
        "u" | "" => 'u',
        "d" => 'd',
        "x" => 'x',
        "X" => 'X',
        _ => return Err(wrong()),
    };
    if has_prefix && matches!(kind, 'u' | 'd') {
        return Err(wrong());
    }
    Ok(Format { kind, digits, has_prefix })
}

struct Parser<'t> {
    rest: &'t str,
    line: usize,
    /// The parentheses, calls and operators so far: a bound for the depth of the expression.
    operations: u32,
}

impl Parser<'_> {
    fn count_operation(&mut self) -> Result<(), String> {
        self.operations += 1;
        match self.operations <= limits::EXPRESSION_OPERATIONS {
            true => Ok(()),
            false => Err(format!("an expression has more than {} operations", limits::EXPRESSION_OPERATIONS)),
        }
    }

    fn sum(&mut self) -> Result<Expression, String> {
        self.count_operation()?;
        let mut sum = self.operand()?;
        loop {
            self.rest = self.rest.trim_start();
            let (function, rest) = if let Some(rest) = self.rest.strip_prefix('+') {
                (Function::Add, rest)
            } else if let Some(rest) = self.rest.strip_prefix('-') {
                (Function::Sub, rest)
            } else {
                return Ok(sum);
            };
            self.rest = rest;
            self.count_operation()?;
            sum = Expression::Call(function, vec![sum, self.operand()?]);
        }
    }

    fn takes(&mut self, word: &str) -> bool {
        self.rest = self.rest.trim_start();
        let Some(rest) = self.rest.strip_prefix(word) else { return false };
        self.rest = rest;
        true
    }

    fn operand(&mut self) -> Result<Expression, String> {
        if self.takes("(") {
            let inner = self.sum()?;
            return if self.takes(")") { Ok(inner) } else { Err("a parenthesis is not closed".to_owned()) };
        }
        if self.takes("@LINE") {
            return Ok(Expression::Constant(i128::try_from(self.line).unwrap_or(i128::MAX)));
        }
        let is_negative = self.takes("-");
        self.rest = self.rest.trim_start();
        let end = self
            .rest
            .find(|letter: char| !(letter.is_ascii_alphanumeric() || matches!(letter, '_' | '$')))
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        if word.starts_with(|letter: char| letter.is_ascii_digit()) {
            let (digits, radix) = match word.strip_prefix("0x") {
                Some(digits) => (digits, 16),
                None => (word, 10),
            };
            let number =
                i128::from_str_radix(digits, radix).map_err(|_| format!("{word} is not a number"))?;
            return Ok(Expression::Constant(if is_negative { -number } else { number }));
        }
        if is_negative || !is_name(word) {
            return Err(format!("\"{word}{}\" is not an operand", self.rest));
        }
        if self.takes("(") { self.call(word) } else { Ok(Expression::Variable(word.to_owned())) }
    }

    fn call(&mut self, name: &str) -> Result<Expression, String> {
        let function = match name {
            "add" => Function::Add,
            "sub" => Function::Sub,
            "mul" => Function::Mul,
            "div" => Function::Div,
            "min" => Function::Min,
            "max" => Function::Max,
            _ => return Err(format!("unknown function {name}")),
        };
        let first = self.sum()?;
        if !self.takes(",") {
            return Err(format!("{name} requires two operands"));
        }
        let second = self.sum()?;
        if !self.takes(")") {
            return Err(format!("{name} requires two operands"));
        }
        Ok(Expression::Call(function, vec![first, second]))
    }
}

impl Expression {
    fn compute(&self, values: &Values) -> Result<i128, String> {
        match self {
            Self::Constant(number) => Ok(*number),
            Self::Variable(name) => {
                values.get(name).map(|value| value.0).ok_or_else(|| format!("unknown variable {name}"))
            }
            Self::Call(function, operands) => {
                let [first, second] = operands.as_slice() else { return Err("two operands".to_owned()) };
                let (first, second) = (first.compute(values)?, second.compute(values)?);
                let result = match function {
                    Function::Add => first.checked_add(second),
                    Function::Sub => first.checked_sub(second),
                    Function::Mul => first.checked_mul(second),
                    Function::Div => first.checked_div(second),
                    Function::Min => Some(first.min(second)),
                    Function::Max => Some(first.max(second)),
                };
                result.ok_or_else(|| "the expression overflows 128 bits, or divides by zero".to_owned())
            }
        }
    }

    /// The format of the first variable that has one of its own.
    fn format(&self, values: &Values) -> Option<Format> {
        match self {
            Self::Constant(_) => None,
            Self::Variable(name) => values.get(name).map(|value| value.1),
            Self::Call(_, operands) => operands.iter().find_map(|operand| operand.format(values)),
        }
    }
}
