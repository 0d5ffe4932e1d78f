//! The rows of `tables/ops/modern.toml`: what operations are in LLVM IR of today. Separate because its terms are a
//! small language, which is parsed and checked here, once: names of arguments become numbers, intrinsics and
//! instructions are those that there are.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use toml::{Table, Value};

use super::ops::strings;
use super::{STAMP, number, rows, text};

/// What a row knows of its operation.
struct Operation<'t> {
    opcode: i64,
    arguments: Vec<&'t str>,
}

/// Binary instructions, and their names in `BinaryOp`.
const BINARY: [(&str, &str); 16] = [
    ("add", "Add"),
    ("sub", "Sub"),
    ("mul", "Mul"),
    ("udiv", "UDiv"),
    ("urem", "URem"),
    ("shl", "Shl"),
    ("lshr", "LShr"),
    ("ashr", "AShr"),
    ("and", "And"),
    ("or", "Or"),
    ("xor", "Xor"),
    ("fadd", "Add"),
    ("fsub", "Sub"),
    ("fmul", "Mul"),
    ("fdiv", "SDiv"),
    ("sdiv", "SDiv"),
];

/// Casts, and their names in `CastOp`.
const CASTS: [(&str, &str); 6] = [
    ("trunc", "Trunc"),
    ("zext", "ZExt"),
    ("sext", "SExt"),
    ("fptrunc", "FpTrunc"),
    ("fpext", "FpExt"),
    ("bitcast", "Bitcast"),
];

/// Comparisons, and their names in `Predicate`.
const COMPARISONS: [(&str, &str); 3] = [("icmp.eq", "IntEq"), ("icmp.slt", "IntSlt"), ("icmp.ult", "IntUlt")];

/// Kinds of resources, and their names in `Family`.
const FAMILIES: [(&str, &str); 6] = [
    ("buffer", "Buffer"),
    ("typed", "Typed"),
    ("raw", "Raw"),
    ("structured", "Structured"),
    ("texture", "Texture"),
    ("multisampled", "Multisampled"),
];

/// Numbers by their names in terms, and those in `OverloadKind`.
const KINDS: [(&str, &str); 6] =
    [("i16", "I16"), ("i32", "I32"), ("i64", "I64"), ("half", "F16"), ("float", "F32"), ("double", "F64")];

pub(super) fn correspondences(
    table: &Table,
    operations: &[Table],
    intrinsics: &Table,
) -> Result<String, String> {
    let mut by_name = BTreeMap::new();
    for file in operations {
        for row in rows(file, "operation")? {
            let arguments = strings(row, "arguments")?.into_iter().filter_map(|it| it.split_once(": "));
            let arguments = arguments.map(|(name, _)| name).collect();
            by_name.insert(text(row, "name")?, Operation { opcode: number(row, "opcode")?, arguments });
        }
    }
    let mut known = BTreeMap::new();
    for list in ["intrinsic", "newer_intrinsic"] {
        for row in rows(intrinsics, list)? {
            known.insert(text(row, "name")?, strings(row, "parameters")?.len());
        }
    }
    let operation = |name: &str| by_name.get(name).ok_or_else(|| format!("unknown operation {name}"));
    let mut out = format!(
        "// {STAMP}\n//! What operations are in LLVM IR of today: `tables/ops/modern.toml`.\n\n\
         use dxil_ir::{{BinaryOp as B, CastOp as C, Predicate as P}};\n\n\
         use crate::ops::correspondence::{{Condition as W, Construct, Correspondence, Family, Form as F, Term as T}};\n\
         use crate::ops::{{Opcode, OverloadKind as K}};\n\n"
    );
    let mut sorted = Vec::new();
    for row in rows(table, "correspondence")? {
        let name = text(row, "operation")?;
        let of = operation(name)?;
        sorted.push((of.opcode, row, of, name));
    }
    sorted.sort_by_key(|(opcode, ..)| *opcode);
    let _ = writeln!(
        out,
        "/// The rows by opcode; those of one in the order in which they are tried.\npub(crate) static CORRESPONDENCES: [Correspondence; {}] = [",
        sorted.len()
    );
    for (opcode, row, of, name) in sorted {
        let failed = |message: String| format!("{name}: {message}");
        let construct = |key: &str| match row.get(key).and_then(Value::as_str) {
            None => Ok(None),
            Some(words) => Parser { left: words, of, known: &known, locals: Vec::new() }
                .construct()
                .map(Some)
                .map_err(|message| format!("{name}, {key}: {message}")),
        };
        let llvm22 = construct("llvm22")?;
        let llvm23 = construct("llvm23")?.or_else(|| llvm22.clone());
        let main = construct("main")?.or_else(|| llvm23.clone());
        let shown =
            |construct: Option<String>| construct.map_or("None".to_owned(), |it| format!("Some({it})"));
        let when = strings(row, "when")?.into_iter().map(|words| condition(words, of));
        let when = when.collect::<Result<Vec<_>, _>>().map_err(failed)?;
        let _ = writeln!(
            out,
            "    Correspondence {{ opcode: Opcode({opcode}), when: &[{}], llvm22: {}, llvm23: {}, main: {}, generic: {} }},",
            when.join(", "),
            shown(llvm22),
            shown(llvm23),
            shown(main),
            shown(construct("generic")?),
        );
    }
    out.push_str("];\n");
    Ok(out)
}

/// A condition as a row spells it.
fn condition(words: &str, of: &Operation<'_>) -> Result<String, String> {
    let unknown = || format!("unknown condition `{words}`");
    if let Some((name, "undef")) = words.split_once(" is ") {
        return Ok(format!("W::Undef({})", of.argument(name)?));
    }
    if let Some((family, name)) = words.split_once(" of ") {
        return Ok(format!("W::Resource(Family::{}, {})", word(&FAMILIES, family)?, of.argument(name)?));
    }
    let (name, value) = words.split_once(" = ").ok_or_else(unknown)?;
    let value: i64 = value.parse().map_err(|_| unknown())?;
    Ok(match name {
        "bits" => format!("W::Bits({value})"),
        "fields" => format!("W::Members({value})"),
        _ => format!("W::Equals({}, {value})", of.argument(name)?),
    })
}

impl Operation<'_> {
    fn argument(&self, name: &str) -> Result<usize, String> {
        let index = self.arguments.iter().position(|argument| *argument == name);
        index.ok_or_else(|| format!("there is no argument `{name}`"))
    }
}

/// The name in the program for a word of the table.
fn word<'t>(words: &[(&str, &'t str)], wanted: &str) -> Result<&'t str, String> {
    let found = words.iter().find(|(known, _)| *known == wanted).map(|(_, name)| *name);
    found.ok_or_else(|| format!("unknown word `{wanted}`"))
}

/// A construct that is being read.
struct Parser<'a, 't> {
    left: &'a str,
    of: &'a Operation<'t>,
    /// Intrinsics, and how many arguments they take.
    known: &'a BTreeMap<&'a str, usize>,
    locals: Vec<(&'a str, String)>,
}

impl<'a> Parser<'a, '_> {
    fn construct(mut self) -> Result<String, String> {
        while let Some((name, rest)) = self.left.split_once(" = ")
            && name.bytes().all(|byte| byte.is_ascii_lowercase())
        {
            self.left = rest;
            let term = self.term()?;
            self.expect(";")?;
            self.locals.push((name, term));
        }
        let (form, terms) = if self.eat("{") {
            (
                "F::Members".to_owned(),
                self.list("}", |parser| {
                    if parser.eat("none") {
                        Ok("None".to_owned())
                    } else {
                        Ok(format!("Some({})", parser.term()?))
                    }
                })?,
            )
        } else {
            let form = self.form()?;
            (form, vec![format!("Some({})", self.term()?)])
        };
        if !self.left.is_empty() {
            return Err(format!("not expected: `{}`", self.left));
        }
        let locals: Vec<_> = self.locals.into_iter().map(|(_, term)| term).collect();
        Ok(format!(
            "&Construct {{ locals: &[{}], form: {form}, terms: &[{}] }}",
            locals.join(", "),
            terms.join(", ")
        ))
    }

    fn form(&mut self) -> Result<String, String> {
        for (words, form) in [
            ("fields ", "F::Fields"),
            ("lanes ", "F::Lanes"),
            ("first ", "F::First"),
            ("loaded used ", "F::LoadedUsed"),
            ("loaded vector ", "F::LoadedVector"),
        ] {
            if self.eat(words) {
                return Ok(form.to_owned());
            }
        }
        for (words, form) in [
            ("texel ", "F::Texel"),
            ("loaded typed ", "F::LoadedTyped"),
            ("loaded masked ", "F::LoadedMasked"),
        ] {
            if self.eat(words) {
                let name = self.name();
                let argument = self.of.argument(name)?;
                return Ok(format!("{form}({argument})"));
            }
        }
        Ok("F::Whole".to_owned())
    }

    fn term(&mut self) -> Result<String, String> {
        let name = self.name();
        if name.is_empty() {
            return Err(format!("a term is expected: `{}`", self.left));
        }
        if name == "undef" {
            return Ok("T::Undef".to_owned());
        }
        if name.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
            let kind = if name.contains('.') { "Float" } else { "Integer" };
            return Ok(format!("T::{kind}({name})"));
        }
        if !self.eat("(") {
            return match self.locals.iter().position(|(local, _)| *local == name) {
                Some(index) => Ok(format!("T::Local({index})")),
                None => Ok(format!("T::Argument({})", self.of.argument(name)?)),
            };
        }
        self.applied(name)
    }

    /// What stands behind the parenthesis of a term, and what it makes of it.
    fn applied(&mut self, name: &str) -> Result<String, String> {
        match name {
            "handle" | "offset" => {
                let [argument] = self.arguments()?[..] else { return Err(format!("{name} takes one")) };
                let kind = if name == "handle" { "Handle" } else { "Offset" };
                return Ok(format!("T::{kind}({argument})"));
            }
            "coordinates" | "offsets" | "gradients" | "element" | "masked" => {
                let arguments = self.arguments()?;
                let [of, rest @ ..] = &arguments[..] else { return Err(format!("{name} takes some")) };
                let mut kind = name.to_owned();
                kind[..1].make_ascii_uppercase();
                return Ok(format!("T::{kind}({of}, &{rest:?})"));
            }
            "lane" => {
                let of = self.term()?;
                self.expect(",")?;
                let lane = self.name();
                self.expect(")")?;
                return Ok(format!("T::Lane(&{of}, {lane})"));
            }
            _ => {}
        }
        let terms = self.list(")", Self::term)?;
        let (shown, count) = (terms.join(", "), terms.len());
        let takes = |expected: usize| {
            let message = || format!("{name} takes {expected}, not {count}");
            (count == expected).then_some(()).ok_or_else(message)
        };
        if name.starts_with("llvm.") {
            takes(*self.known.get(name).ok_or_else(|| format!("unknown intrinsic {name}"))?)?;
            return Ok(format!("T::Intrinsic({name:?}, &[{shown}])"));
        }
        if let Ok(op) = word(&BINARY, name) {
            takes(2)?;
            return Ok(format!("T::Binary(B::{op}, &[{shown}])"));
        }
        if let Ok(predicate) = word(&COMPARISONS, name) {
            takes(2)?;
            return Ok(format!("T::Compare(P::{predicate}, &[{shown}])"));
        }
        if name == "select" {
            takes(3)?;
            return Ok(format!("T::Select(&[{shown}])"));
        }
        takes(1)?;
        if name == "freeze" {
            return Ok(format!("T::Freeze(&{shown})"));
        }
        let (cast, kind) = name.split_once('.').ok_or_else(|| format!("unknown word `{name}`"))?;
        let kind = word(&KINDS, kind)?;
        Ok(match cast {
            "as" => format!("T::As(K::{kind}, &{shown})"),
            _ => format!("T::Cast(C::{}, K::{kind}, &{shown})", word(&CASTS, cast)?),
        })
    }

    /// Names of arguments up to the closing parenthesis.
    fn arguments(&mut self) -> Result<Vec<usize>, String> {
        self.list(")", |parser| {
            let name = parser.name();
            parser.of.argument(name)
        })
    }

    fn list<R>(
        &mut self,
        end: &str,
        mut item: impl FnMut(&mut Self) -> Result<R, String>,
    ) -> Result<Vec<R>, String> {
        let mut items = Vec::new();
        while !self.eat(end) {
            if !items.is_empty() {
                self.expect(",")?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// A word: a name, or a number.
    fn name(&mut self) -> &'a str {
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
        let end = self.left.find(|letter| !is_part(letter)).unwrap_or(self.left.len());
        let (name, rest) = self.left.split_at(end);
        self.left = rest.trim_start_matches(' ');
        name
    }

    fn eat(&mut self, words: &str) -> bool {
        let Some(rest) = self.left.strip_prefix(words) else { return false };
        self.left = rest.trim_start();
        true
    }

    fn expect(&mut self, words: &str) -> Result<(), String> {
        if self.eat(words) { Ok(()) } else { Err(format!("`{words}` is expected: `{}`", self.left)) }
    }
}
