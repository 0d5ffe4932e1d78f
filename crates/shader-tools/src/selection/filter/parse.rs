//! Reading expressions. Mistakes say what was expected, and where.

use std::ops::Range;

use super::error::{FilterError, HELP};
use super::fields::{self, FIELDS, FUNCTIONS, FieldKind, HEADINGS, STAGES};
use super::words::{Word, words};
use super::{Comparison, Field, Filter, Predicate, Wanted};
use crate::byte_size::parse_size;
use crate::operations::{NamedOperation, near};

type Result<T> = std::result::Result<T, FilterError>;

/// How deep expressions nest: nobody writes more, and reading goes as deep.
const DEPTH: usize = 200;

/// Reads an expression.
pub fn parse(text: &str) -> Result<Filter> {
    let mut parser = Parser { words: words(text)?, at: 0, depth: 0 };
    let filter = parser.any()?;
    let (word, place) = parser.next();
    match word {
        Word::End => Ok(filter),
        _ => Err(FilterError::at(place, "expected `and`, `or` or the end of the expression").with_help(HELP)),
    }
}

struct Parser {
    words: Vec<(Word, Range<usize>)>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> (&Word, Range<usize>) {
        let last = self.words.last();
        let found = self.words.get(self.at).or(last);
        found.map_or((&Word::End, 0..0), |(word, place)| (word, place.clone()))
    }

    fn next(&mut self) -> (Word, Range<usize>) {
        let (word, place) = self.peek();
        let word = word.clone();
        self.at += 1;
        (word, place)
    }

    /// Whether the next word is a keyword or a sign, which is passed then.
    fn eat(&mut self, keyword: &str, sign: &str) -> bool {
        let is_it = match self.peek().0 {
            Word::Plain(word) => word.eq_ignore_ascii_case(keyword),
            Word::Sign(found) => *found == sign,
            Word::Quoted(_) | Word::End => false,
        };
        self.at += usize::from(is_it);
        is_it
    }

    fn any(&mut self) -> Result<Filter> {
        let mut filter = self.all()?;
        while self.eat("or", "||") {
            filter = Filter::Or(filter.into(), self.all()?.into());
        }
        Ok(filter)
    }

    fn all(&mut self) -> Result<Filter> {
        let mut filter = self.one()?;
        while self.eat("and", "&&") {
            filter = Filter::And(filter.into(), self.one()?.into());
        }
        Ok(filter)
    }

    fn one(&mut self) -> Result<Filter> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(FilterError::at(
                self.peek().1,
                format!(
                    "conditions are nested more than {DEPTH} \
                                                               levels deep"
                ),
            ));
        }
        let filter = if self.eat("not", "!") {
            Filter::Not(self.one()?.into())
        } else if self.eat("(", "(") {
            let inner = self.any()?;
            self.expect(")", "`)`")?;
            inner
        } else {
            self.condition()?
        };
        self.depth -= 1;
        Ok(filter)
    }

    fn expect(&mut self, sign: &str, what: &str) -> Result<()> {
        let place = self.peek().1;
        if self.eat(sign, sign) { Ok(()) } else { Err(FilterError::at(place, format!("expected {what}"))) }
    }

    fn condition(&mut self) -> Result<Filter> {
        let (word, place) = self.next();
        let Word::Plain(name) = word else {
            return Err(FilterError::at(place, "expected a condition").with_help(HELP));
        };
        if self.eat("(", "(") {
            return self.predicate(&name, place);
        }
        let heading = HEADINGS.iter().find(|(heading, _)| heading.eq_ignore_ascii_case(&name));
        let wanted = heading.map_or(name.as_str(), |(_, field)| field);
        let known = FIELDS.iter().find(|(_, field, ..)| field.eq_ignore_ascii_case(wanted));
        let Some((field, _, kind, _)) = known else {
            let names: Vec<_> = FIELDS.iter().map(|(_, name, ..)| *name).collect();
            let error = FilterError::at(place, format!("unknown field `{name}`"));
            return Err(error.with_help(suggestion(&name, &names, "fields are")));
        };
        self.comparison(*field, *kind)
    }

    fn comparison(&mut self, field: Field, kind: FieldKind) -> Result<Filter> {
        let (word, place) = self.next();
        let comparison = match word {
            Word::Sign("=" | "==") => Comparison::Equal,
            Word::Sign("!=") => Comparison::NotEqual,
            Word::Sign("<") => Comparison::Less,
            Word::Sign("<=") => Comparison::LessOrEqual,
            Word::Sign(">") => Comparison::Greater,
            Word::Sign(">=") => Comparison::GreaterOrEqual,
            Word::Sign("~") => Comparison::Like,
            _ => return Err(FilterError::at(place, "expected a comparison: =, !=, <, <=, >, >= or ~")),
        };
        let is_order = !matches!(comparison, Comparison::Equal | Comparison::NotEqual | Comparison::Like);
        let signs = match kind {
            FieldKind::Number | FieldKind::Model if comparison == Comparison::Like => {
                Some("=, !=, <, <=, > and >=")
            }
            FieldKind::Text | FieldKind::SmallText if is_order => Some("=, != and ~"),
            FieldKind::Stage | FieldKind::Words(_) if is_order || comparison == Comparison::Like => {
                Some("= and !=")
            }
            _ => None,
        };
        if let Some(signs) = signs {
            return Err(FilterError::at(place, format!("this field can only be compared by {signs}")));
        }
        let (word, place) = self.next();
        let (Word::Plain(text) | Word::Quoted(text)) = word else {
            return Err(FilterError::at(place, "expected a value"));
        };
        Ok(Filter::Compare(field, comparison, wanted(kind, &text, place)?))
    }

    fn predicate(&mut self, name: &str, place: Range<usize>) -> Result<Filter> {
        let known = FUNCTIONS.iter().find(|(function, ..)| function.eq_ignore_ascii_case(name));
        let Some((function, what, _)) = known else {
            let names: Vec<_> = FUNCTIONS.iter().map(|(name, ..)| *name).collect();
            let error = FilterError::at(place, format!("unknown function `{name}`"));
            return Err(error.with_help(suggestion(name, &names, "functions are")));
        };
        let (word, place) = self.next();
        let (Word::Plain(argument) | Word::Quoted(argument)) = word else {
            return Err(FilterError::at(place, format!("expected {what}")));
        };
        let predicate = match *function {
            "uses" => uses(&argument, place)?,
            "binds" => {
                let mut space = None;
                if self.eat(",", ",") {
                    space = Some(self.next());
                }
                register(&argument, place, space)?
            }
            "flag" => match fields::flag(&argument) {
                Some(bit) => Predicate::Flag(bit),
                None => {
                    let names: Vec<_> = fields::flags().collect();
                    let error = FilterError::at(place, format!("unknown flag `{argument}`"));
                    return Err(error.with_help(suggestion(&argument, &names, "flags are")));
                }
            },
            _ if argument.len() == 4 => Predicate::Part(argument),
            _ => return Err(FilterError::at(place, "expected a part name of four characters, such as PSV0")),
        };
        self.expect(")", "`)`")?;
        Ok(Filter::Has(predicate))
    }
}

/// Names like the one that is wrong, or else all of them.
fn suggestion(name: &str, names: &[&str], all: &str) -> String {
    match near(name, names.iter().copied()).as_slice() {
        [] => format!("{all} {}", names.join(", ")),
        near => format!("did you mean {}?", near.join(" or ")),
    }
}

fn wanted(kind: FieldKind, text: &str, place: Range<usize>) -> Result<Wanted> {
    match kind {
        FieldKind::Text => Ok(Wanted::Text(text.to_owned())),
        FieldKind::SmallText => Ok(Wanted::Text(text.to_ascii_lowercase())),
        FieldKind::Number => match parse_size(text) {
            Ok(number) => Ok(Wanted::Number(number)),
            Err(_) => Err(FilterError::at(place, "not a number: expected digits, such as 4096, 20k or 2M")),
        },
        FieldKind::Model => {
            let model = text
                .split_once(['.', '_'])
                .and_then(|(major, minor)| Some(fields::model(major.parse().ok()?, minor.parse().ok()?)));
            model
                .map(Wanted::Number)
                .ok_or_else(|| FilterError::at(place, "expected a shader model, such as 6.6"))
        }
        FieldKind::Stage => {
            let is_it = |(short, long): &&(&str, &str)| {
                short.eq_ignore_ascii_case(text) || long.eq_ignore_ascii_case(text)
            };
            let names: Vec<_> = STAGES.iter().map(|(short, _)| *short).collect();
            let error = || {
                let error = FilterError::at(place, format!("unknown stage `{text}`"));
                error.with_help(format!("stages are {}", names.join(", ")))
            };
            let (short, _) = STAGES.iter().find(is_it).ok_or_else(error)?;
            Ok(Wanted::Text((*short).to_owned()))
        }
        FieldKind::Words(known) => match known.iter().find(|word| word.eq_ignore_ascii_case(text)) {
            Some(word) => Ok(Wanted::Text((*word).to_owned())),
            None => Err(FilterError::at(place, format!("expected one of {}", known.join(", ")))),
        },
    }
}

fn uses(name: &str, place: Range<usize>) -> Result<Predicate> {
    NamedOperation::of(name).map(Predicate::Uses).map_err(|unknown| {
        let error = FilterError::at(place, format!("unknown operation `{name}`"));
        match unknown.near.as_slice() {
            [] => error.with_help(
                "use the DXIL, HLSL or assembly name of an operation: WaveActiveSum, dx.op.sample, sample_l",
            ),
            near => error.with_help(format!("did you mean {}?", near.join(" or "))),
        }
    })
}

fn register(name: &str, place: Range<usize>, space: Option<(Word, Range<usize>)>) -> Result<Predicate> {
    let expected = |place| FilterError::at(place, "expected a register, such as t0 or u3,space1");
    let mut letters = name.chars();
    let letter =
        letters.next().map(|letter| letter.to_ascii_lowercase()).filter(|letter| "tubs".contains(*letter));
    let (Some(letter), Ok(number)) = (letter, letters.as_str().parse()) else { return Err(expected(place)) };
    let space = match space {
        None => 0,
        Some((Word::Plain(word), place)) => {
            let digits = word.strip_prefix("space").unwrap_or(&word).parse();
            digits.map_err(|_| expected(place))?
        }
        Some((_, place)) => return Err(expected(place)),
    };
    Ok(Predicate::Binds(letter, number, space))
}
