//! Signature tables read from a listing's comments, and which part each of them is.

use bstr::BString;
use dx_container::enums::{MinPrecision, ShaderKind};
use dx_container::parts::signature::{self, Arrangement, Element, SignatureBuf, Strings};
use dx_container::parts::{Layout, Owned};
use dx_container::{FourCc, ProgramVersion};
use located::{Error, Place};

use super::row::{self, Role};
use super::table::{PARTS, Table};
use crate::limits::MAX_ERRORS;
use crate::text::{self, AssemblyError, AssemblyErrorKind};

pub(super) const COLUMNS: &str = "Name                 Index   Mask Register SysValue  Format   Used";
pub(super) const RULE: &str = "-------------------- ----- ------ -------- -------- ------- ------";
/// Behind a table's title.
pub(super) const TITLE_END: &str = " signature:";
/// Before the title where a table has no rows.
pub(super) const NO_ROWS: &str = "no ";

/// The signature parts that the tables in a listing's comments describe, in the order of compilers.
///
/// A text without tables has none.
///
/// # Errors
///
/// Every row that makes no sense, up to [`MAX_ERRORS`] of them.
pub fn signatures(text: &str) -> Result<Vec<(FourCc, Owned<SignatureBuf>)>, Vec<AssemblyError>> {
    let Head { version, has_precision } = Head::of(text);
    let stage = version.map(ProgramVersion::kind);
    let mut reader = Reader { stage, found: Vec::new(), state: State::Outside, errors: Vec::new() };
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        reader.line(line, offset);
        offset += line.len();
        if reader.errors.len() >= MAX_ERRORS {
            break;
        }
    }
    if !reader.errors.is_empty() {
        return Err(reader.errors);
    }
    let has_precision =
        has_precision || reader.found.iter().flat_map(|found| &found.elements).any(self::has_precision);
    let mut parts: Vec<_> = reader
        .found
        .into_iter()
        .map(|Found { table, part, elements }| {
            let part = part.unwrap_or_else(|| table.part(table.form(version, has_precision)));
            let meaning = SignatureBuf { form: signature::Form::of(part), elements };
            let arrangement = Arrangement { strings: Strings::Shared, filler: Some(FXC_FILLER) };
            (table.position(stage), part, Owned { meaning, layout: Some(Layout::Known(arrangement)) })
        })
        .collect();
    parts.sort_by_key(|part| part.0);
    Ok(parts.into_iter().map(|(_, part, signature)| (part, signature)).collect())
}

/// FXC fills with this byte, in whichever form.
const FXC_FILLER: u8 = 0xab;

/// What the program below the tables says that they depend on.
struct Head {
    version: Option<ProgramVersion>,
    has_precision: bool,
}

impl Head {
    fn of(text: &str) -> Self {
        let is_program = |line: &&str| !line.is_empty() && !line.starts_with("//");
        let mut lines = text.lines().map(str::trim_ascii).filter(is_program).map(text::without_numbering);
        // A line that is no version is the program parser's to complain about.
        let version = lines.next().and_then(|line| text::parse(line).ok());
        Self {
            version: version.map(|program| program.version),
            has_precision: lines.any(|line| line.starts_with(GLOBAL_FLAGS) && line.contains(PRECISION_FLAG)),
        }
    }
}

const GLOBAL_FLAGS: &str = "dcl_globalFlags";
const PRECISION_FLAG: &str = "enableMinimumPrecision";

/// A table that was read.
struct Found {
    table: Table,
    /// The part that the title names.
    part: Option<FourCc>,
    elements: Vec<Element<BString>>,
}

/// Whether only the full form can say an element.
pub(super) fn has_precision(element: &Element<BString>) -> bool {
    element.min_precision != MinPrecision::DEFAULT
}

/// Where in a table a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Outside,
    /// Behind the title.
    Title,
    /// Behind the rule under the columns.
    Rows,
}

struct Reader {
    stage: Option<ShaderKind>,
    found: Vec<Found>,
    state: State,
    errors: Vec<AssemblyError>,
}

impl Reader {
    fn line(&mut self, line: &str, offset: usize) {
        let Some(comment) = line.trim_ascii_start().strip_prefix("//") else {
            self.state = State::Outside;
            return;
        };
        // What follows the spaces is where it was in the line.
        let comment_at = offset + line.len() - comment.len();
        let text = comment.trim_ascii_start();
        let at = comment_at + comment.len() - text.len();
        let text = text.trim_ascii_end();
        if let Some((title, attribute)) = text.split_once(TITLE_END)
            && let Some(table) = Table::ALL.into_iter().find(|table| table.title() == title)
        {
            self.title(table, attribute, at, text);
        } else if let Some(table) = self.found.last().map(|found| found.table) {
            self.inside(table, text, at);
        }
    }

    fn title(&mut self, table: Table, attribute: &str, at: usize, text: &str) {
        self.state = State::Title;
        let part = attribute.trim_ascii().strip_prefix('@').map(|name| {
            PARTS.iter().map(|row| (row.0, row.2)).find(|row| row.0 == table && row.1.to_string() == name)
        });
        let part = match part {
            None if attribute.trim_ascii().is_empty() => None,
            Some(Some((_, part))) => Some(part),
            _ => {
                self.fail(
                    "end of line or the name of a part such as @ISG1",
                    attribute.trim_ascii(),
                    at,
                    text,
                );
                None
            }
        };
        // Where a container has two, the second has its name behind it.
        if part.is_none() && self.found.iter().any(|found| found.table == table) {
            self.fail("at most one table for each signature", text, at, text);
        }
        self.found.push(Found { table, part, elements: Vec::new() });
    }

    fn inside(&mut self, table: Table, text: &str, at: usize) {
        match (self.state, text) {
            (State::Outside, _) | (State::Title, "") => {}
            (State::Rows, "") => self.state = State::Outside,
            (_, text) if text.strip_prefix(NO_ROWS).is_some_and(|title| title == table.title()) => {
                self.state = State::Outside;
            }
            (State::Title, text) if text.starts_with("Name ") => {}
            (State::Title, text) if text.starts_with("---") => self.state = State::Rows,
            (State::Title, _) => self.fail(
                "the header of the table: Name, Index, Mask, Register, SysValue, Format, Used",
                text,
                at,
                text,
            ),
            (State::Rows, _) => match row::read(text, Role::of(table, self.stage)) {
                Ok(element) => self.found.last_mut().map_or((), |found| found.elements.push(element)),
                Err((expected, found)) => self.fail(expected, found, at, text),
            },
        }
    }

    /// Notes a fault at `found`, a piece of `text`, which lies at `at`.
    fn fail(&mut self, expected: &str, found: &str, at: usize, text: &str) {
        const SHOWN: usize = 24;
        let within = if found.is_empty() { text.len() } else { text.find(found).unwrap_or_default() };
        let bytes = |count: usize| count as u64;
        let place = Place { offset: bytes(at + within), len: bytes(found.len()), bit: 0 };
        let found = found.chars().take(SHOWN).collect();
        let kind = AssemblyErrorKind::Expected { expected: expected.to_owned(), found };
        self.errors.push(Error::new(kind, place));
    }
}
