//! Functions of random control flow, in assembly: any block may lead to any other, so that loops have several entries
//! and ways out, and phis go in circles.

use std::fmt::Write as _;

use crate::random::Random;

/// How many variables the functions have.
const VARIABLES: usize = 3;

/// A function of random blocks: each takes what its predecessors leave in the variables, computes, and leads anywhere.
/// Ways back cost fuel, so that it ends.
pub struct Generator {
    random: Random,
    blocks: usize,
    /// The ways to each block, by the label and the number of the block that they leave.
    ways: Vec<Vec<(String, usize)>>,
    exits: Vec<(String, usize)>,
    /// The instructions of each block behind its phis.
    bodies: Vec<String>,
}

impl Generator {
    /// The function of a seed: `f` of two words.
    pub fn function(seed: u64) -> String {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let blocks = 3 + random.below(8);
        let mut generator =
            Self { random, blocks, ways: vec![Vec::new(); blocks], exits: Vec::new(), bodies: Vec::new() };
        for block in 0..blocks {
            let body = generator.body(block);
            generator.bodies.push(body);
        }
        generator.text()
    }

    fn any_variable(&mut self, names: &[String]) -> String {
        match self.random.below(5) {
            0 => format!("{}", self.random.below(7)),
            1 => ["%x", "%y"][self.random.below(2)].to_owned(),
            _ => names[self.random.below(names.len())].clone(),
        }
    }

    fn body(&mut self, block: usize) -> String {
        let mut text = String::new();
        let mut names: Vec<String> = (0..VARIABLES).map(|variable| format!("%v{block}_{variable}")).collect();
        for step in 0..1 + self.random.below(5) {
            let (a, b) = (self.any_variable(&names), self.any_variable(&names));
            let name = format!("%s{block}_{step}");
            match self.random.below(6) {
                0 => {
                    let other = self.any_variable(&names);
                    writeln!(text, "  {name}c = icmp slt i32 {a}, {b}").unwrap();
                    writeln!(text, "  {name} = select i1 {name}c, i32 {other}, i32 {b}").unwrap();
                }
                op => {
                    let op = ["add", "sub", "xor", "mul", "and"][op - 1];
                    writeln!(text, "  {name} = {op} i32 {a}, {b}").unwrap();
                }
            }
            let variable = self.random.below(VARIABLES);
            names[variable] = name;
        }
        // Swaps, so that phis go in circles.
        if self.random.below(3) == 0 {
            names.rotate_left(1);
        }
        for (variable, name) in names.iter().enumerate() {
            writeln!(text, "  %e{block}_{variable} = or i32 {name}, 0").unwrap();
        }
        let targets: Vec<usize> =
            (0..1 + self.random.below(4)).map(|_| self.random.below(self.blocks + 1)).collect();
        let mut label = format!("b{block}");
        if targets.iter().any(|target| *target <= block) {
            writeln!(text, "  %g{block} = sub i32 %f{block}, 1").unwrap();
            writeln!(text, "  %empty{block} = icmp eq i32 %g{block}, 0").unwrap();
            writeln!(text, "  br i1 %empty{block}, label %exit, label %t{block}\nt{block}:").unwrap();
            self.exits.push((label, block));
            label = format!("t{block}");
        } else {
            writeln!(text, "  %g{block} = or i32 %f{block}, 0").unwrap();
        }
        let lead = |target: usize, ways: &mut Vec<Vec<(String, usize)>>, exits: &mut Vec<(String, usize)>| {
            let list = if target == ways.len() { exits } else { &mut ways[target] };
            list.push((label.clone(), block));
            if target == self.blocks { "exit".to_owned() } else { format!("b{target}") }
        };
        let variable = names[self.random.below(VARIABLES)].clone();
        let targets: Vec<String> =
            targets.into_iter().map(|target| lead(target, &mut self.ways, &mut self.exits)).collect();
        match targets.as_slice() {
            [one] => writeln!(text, "  br label %{one}").unwrap(),
            [one, other] => {
                writeln!(text, "  %c{block}b = and i32 {variable}, 1").unwrap();
                writeln!(text, "  %c{block} = icmp ne i32 %c{block}b, 0").unwrap();
                writeln!(text, "  br i1 %c{block}, label %{one}, label %{other}").unwrap();
            }
            [default, cases @ ..] => {
                writeln!(text, "  %c{block} = and i32 {variable}, 3").unwrap();
                writeln!(text, "  switch i32 %c{block}, label %{default} [").unwrap();
                for (case, target) in cases.iter().enumerate() {
                    writeln!(text, "    i32 {case}, label %{target}").unwrap();
                }
                writeln!(text, "  ]").unwrap();
            }
            [] => unreachable!("there is a target"),
        }
        text
    }

    fn text(&self) -> String {
        let mut text = "define i32 @f(i32 %x, i32 %y) {\nentry:\n  br label %b0\n".to_owned();
        let phi =
            |name: String, list: &[(String, usize)], of: &dyn Fn(usize) -> String, first: Option<&str>| {
                let mut entries: Vec<String> =
                    list.iter().map(|(label, block)| format!("[ {}, %{label} ]", of(*block))).collect();
                entries.extend(first.map(|value| format!("[ {value}, %entry ]")));
                format!("  {name} = phi i32 {}\n", entries.join(", "))
            };
        for (block, body) in self.bodies.iter().enumerate() {
            let ways = &self.ways[block];
            let is_first = block == 0;
            if ways.is_empty() && !is_first {
                // Nothing leads here: what phis would take.
                writeln!(text, "b{block}:").unwrap();
                for variable in 0..VARIABLES {
                    writeln!(text, "  %v{block}_{variable} = add i32 %x, {variable}").unwrap();
                }
                writeln!(text, "  %f{block} = add i32 %y, 3").unwrap();
            } else {
                writeln!(text, "b{block}:").unwrap();
                for variable in 0..VARIABLES {
                    let first = is_first.then_some(["%x", "%y", "5"][variable]);
                    let of = |block| format!("%e{block}_{variable}");
                    text += &phi(format!("%v{block}_{variable}"), ways, &of, first);
                }
                text +=
                    &phi(format!("%f{block}"), ways, &|block| format!("%g{block}"), is_first.then_some("12"));
            }
            text += body;
        }
        writeln!(text, "exit:").unwrap();
        if self.exits.is_empty() {
            return text + "  ret i32 0\n}\n";
        }
        for variable in 0..VARIABLES {
            let of = |block| format!("%e{block}_{variable}");
            text += &phi(format!("%r{variable}"), &self.exits, &of, None);
        }
        text + "  %r01 = mul i32 %r0, 31\n  %r02 = add i32 %r01, %r1\n  %r03 = mul i32 %r02, 31\n  %r04 = add i32 %r03, %r2\n  ret i32 %r04\n}\n"
    }
}
