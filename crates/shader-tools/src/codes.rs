//! The codes that messages print in brackets, and their explanations: rules of `validate`, rules of LLVM IR, and the
//! codes of errors, notes and findings in `tables/codes.toml`.

#[cfg(test)]
mod page;
pub mod row;

use dxil_ir::verify::Rule as IrRule;

use self::row::CodeRow;
use crate::error::Error;
use crate::generated::codes::CODES;
use crate::judging::rules;
use crate::suggestions::nearest;

/// The next step for a broken rule of LLVM IR.
const IR_HINT: &str = "Correct the module. For assembly, `validate` shows the line of each finding.";

/// A rule or code: name, requirement or condition, and next step.
#[derive(Debug, Clone, Copy)]
pub struct Explained {
    pub code: &'static str,
    pub sentence: &'static str,
    pub hint: &'static str,
}

/// All rules and codes. A code may occur twice, for example as a rule and as an error.
pub fn all() -> impl Iterator<Item = Explained> {
    let rules = rules::all().map(|rule| (rule.id, rule.sentence, rule.hint));
    let codes = CODES.iter().map(|row| (row.code, row.meaning, row.hint));
    let of_ir = IrRule::ALL.iter().map(|rule| (rule.row().id, rule.row().sentence, IR_HINT));
    rules.chain(codes).chain(of_ir).map(|(code, sentence, hint)| Explained { code, sentence, hint })
}

/// The rule or code of this name in any case.
pub fn find(code: &str) -> Option<Explained> {
    all().find(|explained| explained.code.eq_ignore_ascii_case(code))
}

/// The repository of this program, empty if the package does not name it.
pub const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// The URI of a page about a rule or code: docs/rules.md in the repository of this program. If the package does not
/// name the repository, the URI of the specification that contains the requirement of the rule.
pub fn page(code: &str) -> Option<String> {
    if !REPOSITORY.is_empty() {
        return Some(format!("{REPOSITORY}/blob/main/docs/rules.md#{}", anchor(code)));
    }
    let rule = rules::all().find(|rule| rule.id == code)?;
    Some(rule.specification().to_owned())
}

/// The anchor of the heading of a code in docs/rules.md, as GitHub builds it.
fn anchor(code: &str) -> String {
    code.chars().filter(|c| *c == '-' || *c == '_' || c.is_alphanumeric()).collect::<String>().to_lowercase()
}

/// The explanations of a rule or code in any case, without examples.
///
/// # Errors
///
/// [`Error::Usage`] with similar names if the code does not exist.
pub fn explanations(code: &str) -> Result<Vec<String>, Error> {
    let rule = rules::explanation(code);
    let codes = CODES.iter().filter(|row| row.code.eq_ignore_ascii_case(code)).map(CodeRow::explanation);
    let of_ir = IrRule::ALL.iter().filter(|rule| rule.row().id.eq_ignore_ascii_case(code)).map(|rule| {
        let row = rule.row();
        let mut text = rules::title(row.id, "error", row.sentence, IR_HINT);
        rules::add(&mut text, "family", format_args!("LLVM IR, of DXIL and of modern modules"));
        text
    });
    let found: Vec<String> = rule.into_iter().chain(codes).chain(of_ir).collect();
    if found.is_empty() { Err(unknown(code)) } else { Ok(found) }
}

fn unknown(code: &str) -> Error {
    let near = nearest(code, all().map(|explained| explained.code));
    let hint = match near.as_slice() {
        [] => "`validate --rules` lists the rules, docs/rules.md also lists the other codes".to_owned(),
        near => format!("did you mean {}?", near.join(" or ")),
    };
    Error::Usage(format!("unknown rule or code `{code}`: {hint}"))
}

impl CodeRow {
    fn explanation(&self) -> String {
        let mut text = rules::title(self.code, self.kind.name(), self.meaning, self.hint);
        rules::add(&mut text, "about", format_args!("{}", self.about));
        rules::add(&mut text, "cause", format_args!("{}", self.cause));
        text
    }
}
