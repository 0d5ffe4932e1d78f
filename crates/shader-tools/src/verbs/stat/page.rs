//! Statistics as pages: of one program, of many with their totals.

use az::SaturatingAs as _;

use super::rows::{Counted, Row};
use crate::layout::hanging;
use crate::statistics::class::{Class, Mix};
use crate::statistics::{Statistics, StoredCounters};
use crate::style::{BAD, TITLE, counted, grouped, paint};
use crate::table::{numbers_and_names, table};

/// The sums over all files.
#[derive(Debug, Default)]
pub(super) struct Total {
    pub files: usize,
    pub bytes: u64,
    pub instructions: u64,
    pub mix: Mix,
}

impl Total {
    pub(super) fn of(rows: &[Counted]) -> Self {
        let mut total = Self::default();
        for Row { shader, statistics } in rows.iter().filter_map(|counted| counted.row.as_ref().ok()) {
            total.files += 1;
            total.bytes += shader.size;
            total.instructions += shader.instructions.unwrap_or(0);
            if let Some(statistics) = statistics {
                total.mix.iter_mut().zip(statistics.mix).for_each(|(total, count)| *total += count);
            }
        }
        total
    }
}

/// The page about all files; of several those with most instructions, if no more than `top` are wanted.
pub(super) fn page(rows: &[Counted], top: Option<usize>) -> String {
    match rows {
        // What is wrong has been said.
        rows if rows.iter().all(|counted| counted.row.is_err()) => String::new(),
        [Counted { row: Ok(row), .. }] => one(row),
        _ => many(rows, top),
    }
}

fn one(row: &Row) -> String {
    let Row { shader, statistics } = row;
    let title = paint(TITLE, &shader.file);
    let mut text = hanging(&format!("{title}, {} bytes", grouped(shader.size)));
    let profile = shader.profile.map_or_else(|| "unknown".to_owned(), |profile| profile.to_string());
    let instructions = shader.instructions.map_or_else(|| "unknown".to_owned(), grouped);
    let mut pairs = vec![("profile", profile), ("instructions", instructions)];
    if let Some(statistics) = statistics {
        pairs.push(("branches", grouped(statistics.branches)));
        pairs.push(("samples", grouped(statistics.of_class(Class::Sample))));
    }
    let registers =
        if shader.registers.is_empty() { String::new() } else { format!(": {}", shader.registers) };
    let resources = shader.resources.map_or_else(|| "unknown".to_owned(), |count| grouped(count as u64));
    pairs.push(("resources", resources + &registers));
    if let Some(statistics) = statistics {
        pairs.push(("group shared", format!("{} bytes", grouped(statistics.group_shared))));
        pairs.push(("stack", format!("{} bytes per lane", grouped(statistics.stack))));
        pairs.push(("live", live(statistics)));
        pairs.push(("counters", counters(&statistics.counters)));
    } else {
        pairs.push(("program", "the container has no program".to_owned()));
    }
    let mut out = Vec::new();
    // Nothing goes wrong with memory as the sink.
    let _ = crate::layout::write_pairs(&mut out, &pairs);
    text.push('\n');
    text += &String::from_utf8_lossy(&out);
    if let Some(statistics) = statistics {
        text += &format!("\n{}\n{}", paint(TITLE, "Instructions"), mix_table(&statistics.mix));
        if let StoredCounters::Different(all) = &statistics.counters {
            let rows: Vec<Vec<String>> = all
                .iter()
                .map(|(name, stored, counted)| vec![name.clone(), grouped(*stored), grouped(*counted)])
                .collect();
            text += &format!(
                "\n{}\n{}",
                paint(TITLE, "Counters"),
                table(&["counter", "stored", "counted"], &rows)
            );
        }
    }
    text
}

fn live(statistics: &Statistics) -> String {
    match statistics.live {
        Some(live) => {
            let registers = counted(live.words.saturating_as::<usize>(), "register");
            let vectors = match live.in_long_vectors {
                0 => String::new(),
                words => format!(", {} of them in vectors of more than 4 elements", grouped(words)),
            };
            format!("{registers} at most (an estimate){vectors}")
        }
        None => "not estimated (too many values)".to_owned(),
    }
}

fn counters(counters: &StoredCounters) -> String {
    match counters {
        StoredCounters::None => "none stored".to_owned(),
        StoredCounters::Same(count) => format!("{count} in STAT, equal to the program"),
        StoredCounters::Different(all) => {
            paint(BAD, format!("{} in STAT differ from the program", counted(all.len(), "counter")))
        }
    }
}

/// The classes that there are, those first that have most.
fn mix_table(mix: &Mix) -> String {
    let all: u64 = mix.iter().sum();
    let mut classes: Vec<(Class, u64)> =
        Class::ALL.into_iter().zip(mix.iter().copied()).filter(|(_, count)| *count > 0).collect();
    classes.sort_by_key(|(class, count)| (std::cmp::Reverse(*count), *class));
    let rows: Vec<Vec<String>> = classes
        .into_iter()
        .map(|(class, count)| {
            let share = count as f64 * 100.0 / all.max(1) as f64;
            vec![class.name().to_owned(), grouped(count), format!("{share:.1}%"), class.title().to_owned()]
        })
        .collect();
    table(&["class", "count", "share", "what"], &rows)
}

/// Headings of the numbers of a file.
const HEADINGS: [&str; 7] = ["bytes", "instr", "branches", "samples", "live", "shared", "stack"];

fn many(rows: &[Counted], top: Option<usize>) -> String {
    // The run reports the files that could not be read.
    let mut shown: Vec<&Counted> = rows.iter().filter(|counted| counted.row.is_ok()).collect();
    let readable = shown.len();
    if let Some(top) = top {
        shown.sort_by_key(|counted| std::cmp::Reverse(counted.instructions()));
        shown.truncate(top);
    }
    let lines: Vec<(Vec<String>, String)> = shown
        .iter()
        .filter_map(|counted| Some((line(counted.row.as_ref().ok()?), counted.file.to_string())))
        .collect();
    let mut text = numbers_and_names(&HEADINGS, "file", &lines);
    if shown.len() < readable {
        text += &format!("{} not shown\n", counted(readable - shown.len(), "more file"));
    }
    let total = Total::of(rows);
    let (bytes, instructions) = (grouped(total.bytes), grouped(total.instructions));
    text += &format!("\n{}, {bytes} bytes, {instructions} instructions\n", counted(total.files, "shader"));
    if total.instructions > 0 {
        text += &mix_table(&total.mix);
    }
    text
}

/// The numbers of a file.
fn line(row: &Row) -> Vec<String> {
    let number = |number: Option<u64>| number.map_or_else(|| "?".to_owned(), grouped);
    let mut cells = vec![grouped(row.shader.size), number(row.shader.instructions)];
    match &row.statistics {
        Some(it) => {
            cells.extend([
                grouped(it.branches),
                grouped(it.of_class(Class::Sample)),
                number(it.live.map(|live| live.words)),
            ]);
            cells.extend([grouped(it.group_shared), grouped(it.stack)]);
        }
        None => cells.extend(["-"; 5].map(str::to_owned)),
    }
    cells
}
