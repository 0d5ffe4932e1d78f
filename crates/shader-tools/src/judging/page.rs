//! Findings for people, as compilers print theirs: what is wrong, the instruction, the source line it was compiled
//! from.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use located::Severity;
use unicode_width::UnicodeWidthChar as _;

use crate::judging::finding::{Finding, Judgement, SourcePlace, TextPlace};
use crate::judging::short;
use crate::layout::{floor_char_boundary, hanging, width, wrapped};
use crate::message_format::is_short;
use crate::style::{self, counted, paint};
use dx_container::fields::is_printable;

/// Findings of one rule that are shown of a file; the others are counted. One more is shown rather than counted.
const SHOWN: usize = 3;

/// What was found of the file called `name`; nothing where nothing was. `all` shows every repetition of a rule.
pub fn write(out: &mut dyn Write, name: &str, judgement: &Judgement, all: bool) -> io::Result<()> {
    if judgement.findings.is_empty() && judgement.unchecked.is_none() && judgement.left_out() == 0 {
        return Ok(());
    }
    if is_short() {
        return short::write(out, name, judgement);
    }
    let heading = if name == "-" { "standard input" } else { name };
    writeln!(out, "{}", paint(style::TITLE, heading))?;
    let mut count = HashMap::<&str, usize>::new();
    judgement.findings.iter().for_each(|finding| *count.entry(finding.rule).or_default() += 1);
    let mut seen = HashMap::<&str, usize>::new();
    for finding in &judgement.findings {
        let of_rule = count.get(finding.rule).copied().unwrap_or_default();
        let nth = seen.entry(finding.rule).or_default();
        *nth += 1;
        if all || of_rule <= SHOWN + 1 || *nth <= SHOWN {
            write_finding(out, finding)?;
        }
        if !all && of_rule > SHOWN + 1 && *nth == SHOWN {
            let more = style::grouped((of_rule - SHOWN) as u64);
            writeln!(
                out,
                "{}\n",
                paint(style::DIM, format!("... and {more} more of {} (--all shows them)", finding.rule))
            )?;
        }
    }
    if let Some(file) = &judgement.debug_file {
        writeln!(out, "{}: source lines come from {file}\n", paint(style::NOTE, "note"))?;
    }
    if let more @ 1.. = judgement.left_out() {
        writeln!(
            out,
            "... and {}, which exceed the limit for stored findings\n",
            counted(more, "more finding")
        )?;
    }
    match judgement.unchecked {
        Some(unchecked) => {
            out.write_all(hanging(&format!("{}: {unchecked}", paint(style::NOTE, "note"))).as_bytes())
        }
        None => Ok(()),
    }
}

fn write_finding(out: &mut dyn Write, finding: &Finding) -> io::Result<()> {
    let style = if finding.severity == Severity::Error { style::BAD } else { style::NOTE };
    let head = format!("{}[{}]", finding.severity.name(), finding.rule);
    // Mangled names begin with an invisible character.
    let message = printable(&finding.message.replace('\u{1}', ""));
    out.write_all(hanging(&format!("{}: {message}", paint(style, head))).as_bytes())?;
    let text_line = finding.line.as_ref().map(|line| line.line);
    let source_line = finding.source.as_ref().map(|source| source.line);
    let numbers = [text_line, source_line.and_then(|line| usize::try_from(line).ok())];
    let digits = numbers.iter().flatten().map(|number| number.to_string().len()).max().unwrap_or(1);
    let gutter = Gutter { digits };
    let place = printable(&finding.location());
    if !place.is_empty() {
        gutter.place(out, "-->", &place)?;
    }
    match &finding.line {
        Some(TextPlace { column: Some(column), text: Some(text), .. }) => {
            gutter.marked(out, text_line, text, *column)?;
        }
        Some(TextPlace { text: Some(text), .. }) => gutter.excerpt(out, text_line, &printable(text))?,
        _ => {
            if let Some(excerpt) = excerpt(finding) {
                gutter.excerpt(out, text_line, &excerpt)?;
            }
        }
    }
    if let Some(source) = &finding.source {
        gutter.source(out, source)?;
    }
    if let Some(hint) = &finding.hint {
        gutter.help(out, hint)?;
    }
    writeln!(out)
}

/// Blanks before those of an instruction.
const CONTINUED: usize = 4;
/// What stands for a tab.
const TAB: usize = 4;

/// What stands on the left of excerpts: numbers of lines.
#[derive(Debug, Clone, Copy)]
struct Gutter {
    digits: usize,
}

impl Gutter {
    /// Columns of an excerpt.
    fn room(self) -> usize {
        width().saturating_sub(self.digits + 3).max(20)
    }

    fn place(self, out: &mut dyn Write, arrow: &str, place: &str) -> io::Result<()> {
        let room = width().saturating_sub(self.digits + 4);
        let digits = self.digits;
        for (index, line) in wrapped(place, room).iter().enumerate() {
            match index {
                0 => writeln!(out, "{:digits$}{} {line}", "", paint(style::GUTTER, arrow))?,
                _ => writeln!(out, "{:digits$}    {line}", "")?,
            }
        }
        Ok(())
    }

    fn help(self, out: &mut dyn Write, hint: &str) -> io::Result<()> {
        let (digits, mark) = (self.digits, paint(style::GUTTER, "="));
        for (index, line) in wrapped(hint, self.room() - "help: ".len()).iter().enumerate() {
            match index {
                0 => writeln!(out, "{:digits$} {mark} help: {line}", "")?,
                _ => writeln!(out, "{:digits$}         {line}", "")?,
            }
        }
        Ok(())
    }

    fn line(self, out: &mut dyn Write, number: Option<String>, text: &str) -> io::Result<()> {
        let bar = format!("{:>digits$} |", number.unwrap_or_default(), digits = self.digits);
        let blank = if text.is_empty() { "" } else { " " };
        writeln!(out, "{}{blank}{text}", paint(style::GUTTER, bar))
    }

    /// An instruction, or bytes: in several lines where they do not fit one.
    fn excerpt(self, out: &mut dyn Write, line: Option<usize>, text: &str) -> io::Result<()> {
        self.line(out, None, "")?;
        for (index, text) in wrapped(text, self.room() - CONTINUED).iter().enumerate() {
            match index {
                0 => self.line(out, line.map(|line| line.to_string()), text)?,
                _ => self.line(out, None, &format!("{:CONTINUED$}{text}", ""))?,
            }
        }
        Ok(())
    }

    fn source(self, out: &mut dyn Write, source: &SourcePlace) -> io::Result<()> {
        let SourcePlace { file, line, column, text } = source;
        self.line(out, None, "")?;
        let mut place =
            file.as_ref().map_or_else(|| "line ".to_owned(), |file| format!("{}:", printable(file)));
        let _ = write!(place, "{line}");
        if *column > 0 {
            let _ = write!(place, ":{column}");
        }
        self.place(out, ":::", &place)?;
        let Some(text) = text else { return Ok(()) };
        let column = usize::try_from(*column).unwrap_or_default();
        self.marked(out, usize::try_from(*line).ok(), text, column)
    }

    /// A line with a mark below its byte `column`, counted from 1: where it is too long, what is around that.
    fn marked(self, out: &mut dyn Write, line: Option<usize>, text: &str, column: usize) -> io::Result<()> {
        self.line(out, None, "")?;
        let (text, mark) = window(text, column, self.room());
        self.line(out, line.map(|line| line.to_string()), &text)?;
        match mark {
            Some(mark) => self.line(out, None, &format!("{:mark$}{}", "", paint(style::BAD, "^"))),
            None => Ok(()),
        }
    }
}

/// As much of a line as fits `room`, and the column on the screen of its byte `column`.
fn window(text: &str, column: usize, room: usize) -> (String, Option<usize>) {
    let at_byte = column.checked_sub(1).filter(|byte| *byte <= text.len());
    let mark =
        at_byte.map(|byte| shown_width(text.get(..floor_char_boundary(text, byte)).unwrap_or_default()));
    let shown = printable(text.trim_end());
    if shown_width(&shown) <= room {
        return (shown, mark);
    }
    const CUT: &str = "...";
    // What stands before the mark says more than what follows.
    let from = mark.map_or(0, |mark| (mark + CUT.len() + room / 4).saturating_sub(room));
    let (mut line, mut width, mut at) = (String::new(), 0, 0);
    if from > 0 {
        line.push_str(CUT);
        width = CUT.len();
    }
    let mut start = None;
    for c in shown.chars() {
        let wide = c.width().unwrap_or_default();
        if at >= from {
            start.get_or_insert(at);
            if width + wide + CUT.len() > room {
                line.push_str(CUT);
                break;
            }
            line.push(c);
            width += wide;
        }
        at += wide;
    }
    let left = if from > 0 { CUT.len() } else { 0 };
    let mark = mark.map(|mark| (mark + left).saturating_sub(start.unwrap_or_default()));
    (line, mark.filter(|mark| *mark < room))
}

/// Text without control characters, which a terminal would obey.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => shown.extend(std::iter::repeat_n(' ', TAB)),
            c if !is_printable(c) => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown
}

/// Columns that text takes once it is printable.
fn shown_width(text: &str) -> usize {
    let width = |c: char| match c {
        '\t' => TAB,
        c if !is_printable(c) => c.escape_default().count(),
        c => c.width().unwrap_or_default(),
    };
    text.chars().map(width).sum()
}

/// The excerpt at the place: an instruction, or the first bytes.
fn excerpt(finding: &Finding) -> Option<String> {
    if let Some(instruction) = &finding.instruction {
        // A name that the message has says nothing more.
        let is_name = finding.function.is_none() && finding.part.is_none();
        let is_repeated = is_name && finding.message.contains(instruction);
        return Some(instruction.clone()).filter(|_| !is_repeated);
    }
    if finding.shown_bytes.is_empty() {
        return None;
    }
    let (_, len) = finding.bytes.unwrap_or_default();
    let mut bytes: Vec<String> = finding.shown_bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    if len > finding.shown_bytes.len() as u64 {
        bytes.push("...".to_owned());
    }
    Some(bytes.join(" "))
}

#[cfg(test)]
mod tests {
    use super::window;

    #[test]
    fn long_lines_are_cut_around_their_mark() {
        let line = format!("{}x = y;{}", "a ".repeat(50), " b".repeat(50));
        for (column, room) in [(1, 40), (101, 40), (105, 77), (207, 40), (60, 20)] {
            let (shown, mark) = window(&line, column, room);
            assert!(shown.len() <= room, "{shown:?}");
            let marked = mark.and_then(|mark| shown.chars().nth(mark));
            assert_eq!(marked, line.chars().nth(column - 1), "{shown:?} {mark:?}");
        }
        assert_eq!(window("short", 0, 40), ("short".to_owned(), None));
        assert_eq!(window("short", 99, 40), ("short".to_owned(), None));
    }

    #[test]
    fn marks_stand_below_what_they_mean() {
        assert_eq!(window("\tx = 1;", 2, 40), ("    x = 1;".to_owned(), Some(4)));
        assert_eq!(window("\u{4e16}\u{754c} x", 8, 40).1, Some(5));
        assert_eq!(window("a\u{1b}[2J", 3, 40), ("a\\u{1b}[2J".to_owned(), Some(7)));
    }
}
