//! A profile as text and as JSON: what was executed by lines of HLSL where debug information has them, by blocks, and
//! by instructions.

use std::collections::HashMap;
use std::io::{self, Write};

use dxil_run::Program;
use dxil_run::profile::{Cost, Profile};
use located::Severity;
use serde::Serialize;

use super::shader::RunnableShader;
use crate::judging::{Finding, ModulePlaces, printable};
use crate::style::{self, grouped, paint};
use crate::table::table;

/// A profile that can be shown.
pub struct ProfileText {
    total: Cost,
    lines: Rows,
    blocks: Rows,
    instructions: Rows,
    top: usize,
}

/// Costs by name, the most expensive first.
type Rows = Vec<(String, Cost)>;

/// Costs by name.
#[derive(Default)]
struct Costs {
    rows: Vec<(String, Cost)>,
    known: HashMap<String, usize>,
}

impl Costs {
    fn add(&mut self, name: String, cost: Cost) {
        let next = self.rows.len();
        let index = *self.known.entry(name.clone()).or_insert(next);
        if index == next {
            self.rows.push((name, Cost::default()));
        }
        if let Some((_, sum)) = self.rows.get_mut(index) {
            sum.add(cost);
        }
    }

    /// The most expensive ones first; of equals, those that are first in the program.
    fn sorted(mut self) -> Vec<(String, Cost)> {
        self.rows.sort_by_key(|(_, cost)| std::cmp::Reverse((cost.steps, cost.bytes)));
        self.rows
    }
}

impl ProfileText {
    pub fn of(shader: &RunnableShader, program: &Program, profile: &Profile, top: usize) -> Self {
        let (mut places, by_origin) = (ModulePlaces::of(&shader.module), shader.places());
        let mut total = Cost::default();
        let [mut lines, mut blocks, mut instructions] = [(); 3].map(|()| Costs::default());
        let mut last = None;
        let mut found = Finding::new("", Severity::Error, String::new());
        for (pc, cost) in profile.iter() {
            total.add(cost);
            let origin = program.origin(pc);
            if last != origin {
                found = Finding::new("", Severity::Error, String::new());
                if let Some(place) = origin.and_then(|origin| by_origin.get(&origin)) {
                    places.describe(*place, &mut found);
                }
                last = origin;
            }
            let function = found.function.as_deref().unwrap_or_default();
            let block = found.block.as_deref().unwrap_or_default();
            if let Some(source) = &found.source {
                lines.add(source.shown(), cost);
            }
            blocks.add(format!("{function} {block}"), cost);
            instructions.add(
                format!("{function} {block}: {}", found.instruction.as_deref().unwrap_or_default()),
                cost,
            );
        }
        let (lines, blocks, instructions) = (lines.sorted(), blocks.sorted(), instructions.sorted());
        Self { total, lines, blocks, instructions, top }
    }
}

/// A part of a whole, in per cent.
fn share(part: u64, whole: u64) -> String {
    let whole = u128::from(whole.max(1));
    let tenths = (u128::from(part) * 1000 + whole / 2) / whole;
    format!("{}.{}%", tenths / 10, tenths % 10)
}

/// The profile as text.
pub fn write(out: &mut dyn Write, name: &str, profile: &ProfileText) -> io::Result<()> {
    let total = profile.total;
    writeln!(
        out,
        "{}: {} instructions executed by waves, {} of lanes active, {} bytes of memory traffic",
        paint(style::TITLE, format!("profile of {name}")),
        grouped(total.steps),
        share(total.active, total.lanes),
        grouped(total.bytes)
    )?;
    let ProfileText { lines, blocks, instructions, .. } = profile;
    for (what, rows) in [("line", lines), ("block", blocks), ("instruction", instructions)] {
        if rows.is_empty() {
            continue;
        }
        writeln!(out)?;
        let shown: Vec<Vec<String>> = rows
            .iter()
            .take(profile.top)
            .map(|(name, cost)| {
                let steps = grouped(cost.steps);
                let lanes = share(cost.active, cost.lanes);
                vec![steps, share(cost.steps, total.steps), lanes, grouped(cost.bytes), printable(name)]
            })
            .collect();
        out.write_all(table(&["steps", "share", "lanes", "bytes", what], &shown).as_bytes())?;
        if rows.len() > shown.len() {
            writeln!(out, "  ... and {} more (see --profile-top)", grouped_len(rows.len() - shown.len()))?;
        }
    }
    writeln!(out)
}

fn grouped_len(len: usize) -> String {
    grouped(len as u64)
}

/// The schema of [`ProfileObject`].
const SCHEMA: &str = "shader-tools.run.profile/1";

/// The execution profile of a shader. Each list contains the most expensive entries first.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Profile"))]
pub struct ProfileObject<'a> {
    /// The costs by basic block.
    blocks: Vec<CostByName<'a>>,
    /// The costs by instruction.
    instructions: Vec<CostByName<'a>>,
    /// The costs by HLSL line.
    lines: Vec<CostByName<'a>>,
    /// The name and version of the schema of a profile.
    schema: &'static str,
    /// The cost of the whole run.
    total: CostObject,
}

/// The cost of a line, block or instruction.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct CostByName<'a> {
    cost: CostObject,
    /// The line, block or instruction.
    name: &'a str,
}

/// The cost of executed instructions.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Cost"))]
struct CostObject {
    /// The number of active lanes, summed over all executed instructions.
    active: u64,
    /// The number of bytes read from and written to resources.
    bytes: u64,
    /// The number of lanes, summed over all executed instructions.
    lanes: u64,
    /// The number of executed instructions, summed over all waves.
    steps: u64,
}

impl ProfileText {
    /// The profile in JSON.
    pub fn object<'p>(&'p self) -> ProfileObject<'p> {
        let top = |rows: &'p Rows| {
            let rows = rows.iter().take(self.top);
            rows.map(|(name, cost)| CostByName { cost: (*cost).into(), name }).collect()
        };
        ProfileObject {
            blocks: top(&self.blocks),
            instructions: top(&self.instructions),
            lines: top(&self.lines),
            schema: SCHEMA,
            total: self.total.into(),
        }
    }
}

impl From<Cost> for CostObject {
    fn from(cost: Cost) -> Self {
        let Cost { steps, active, lanes, bytes, .. } = cost;
        Self { active, bytes, lanes, steps }
    }
}
