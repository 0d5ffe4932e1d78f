//! Random programs on vectors, compared with the programs that compute the same with the elements of the vectors.

use std::fmt::Write as _;

use testkit::random::Random;
use testkit::times;

use crate::vectors::call;

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![random_programs_agree_with_scalars];

/// The number of elements of the vectors of a random program.
const ELEMENTS: usize = 5;

/// A random program of two forms: one computes with vectors, one with the elements of the vectors.
struct Forms {
    vectors: String,
    scalars: String,
    values: usize,
}

impl Forms {
    /// Adds an instruction on a vector, and the instruction of each element; `%v` are operands in both.
    fn each(&mut self, vector: &str, scalar: impl Fn(usize) -> String) {
        let value = self.values;
        writeln!(self.vectors, "  %v{value} = {vector}").expect("text grows");
        for element in 0..ELEMENTS {
            writeln!(self.scalars, "  %v{value}e{element} = {}", scalar(element)).expect("text grows");
        }
        self.values += 1;
    }

    fn add(&mut self, random: &mut Random) {
        const N: usize = ELEMENTS;
        let mut any = || random.below(self.values);
        let (a, b, c) = (any(), any(), any());
        let at = random.below(N);
        let shuffle: Vec<usize> = (0..N).map(|_| random.below(2 * N)).collect();
        match random.below(9) {
            0 => {
                let op = ["add", "sub", "mul", "xor", "and", "or", "udiv", "srem"][random.below(8)];
                // Divisors are odd.
                let divisor = self.values;
                self.each(
                    &format!("or <{N} x i32> %v{b}, {}", splat("1")),
                    |e| format!("or i32 %v{b}e{e}, 1"),
                );
                self.each(
                    &format!("{op} <{N} x i32> %v{a}, %v{divisor}"),
                    |e| format!("{op} i32 %v{a}e{e}, %v{divisor}e{e}"),
                );
            }
            1 => {
                let predicate = ["ult", "sgt", "eq", "sle"][random.below(4)];
                let value = self.values;
                writeln!(self.vectors, "  %c{value} = icmp {predicate} <{N} x i32> %v{a}, %v{b}").expect("text grows");
                for e in 0..N {
                    writeln!(self.scalars, "  %c{value}e{e} = icmp {predicate} i32 %v{a}e{e}, %v{b}e{e}").expect("text grows");
                }
                self.each(
                    &format!("select <{N} x i1> %c{value}, <{N} x i32> %v{b}, <{N} x i32> %v{c}"),
                    |e| format!("select i1 %c{value}e{e}, i32 %v{b}e{e}, i32 %v{c}e{e}"),
                );
            }
            2 => {
                let mask = shuffle.iter().map(|index| format!("i32 {index}")).collect::<Vec<_>>().join(", ");
                self.each(
                    &format!("shufflevector <{N} x i32> %v{a}, <{N} x i32> %v{b}, <{N} x i32> <{mask}>"),
                    |e| {
                        let (from, index) = if shuffle[e] < N { (a, shuffle[e]) } else { (b, shuffle[e] - N) };
                        format!("add i32 %v{from}e{index}, 0")
                    },
                );
            }
            3 => {
                // IMax, IMin, UMax and UMin.
                let op = [37, 38, 39, 40][random.below(4)];
                self.each(
                    &format!("call <{N} x i32> @dx.op.binary.v{N}i32(i32 {op}, <{N} x i32> %v{a}, <{N} x i32> %v{b})"),
                    |e| format!("call i32 @dx.op.binary.i32(i32 {op}, i32 %v{a}e{e}, i32 %v{b}e{e})"),
                );
            }
            4 => self.each(
                &format!("call <{N} x i32> @dx.op.tertiary.v{N}i32(i32 48, <{N} x i32> %v{a}, <{N} x i32> %v{b}, <{N} x i32> %v{c})"),
                |e| format!("call i32 @dx.op.tertiary.i32(i32 48, i32 %v{a}e{e}, i32 %v{b}e{e}, i32 %v{c}e{e})"),
            ),
            5 => {
                // An index that differs from lane to lane: the element is chosen by comparisons in the other form.
                let value = self.values;
                writeln!(self.vectors, "  %s{value} = extractelement <{N} x i32> %v{a}, i32 %index").expect("text grows");
                writeln!(self.scalars, "  %s{value}.0 = add i32 %v{a}e0, 0").expect("text grows");
                for e in 1..N {
                    writeln!(self.scalars, "  %s{value}.{e} = select i1 %is{e}, i32 %v{a}e{e}, i32 %s{value}.{}", e - 1).expect("text grows");
                }
                self.each(
                    &format!("insertelement <{N} x i32> %v{b}, i32 %s{value}, i32 {at}"),
                    |e| if e == at { format!("add i32 %s{value}.{}, 0", N - 1) } else { format!("add i32 %v{b}e{e}, 0") },
                );
            }
            6 => {
                let value = self.values;
                writeln!(self.vectors, "  %s{value} = extractelement <{N} x i32> %v{a}, i32 {at}").expect("text grows");
                self.each(
                    &format!("insertelement <{N} x i32> %v{b}, i32 %s{value}, i32 %index"),
                    |e| format!("select i1 %is{e}, i32 %v{a}e{at}, i32 %v{b}e{e}"),
                );
            }
            7 => self.each(
                &format!("call <{N} x i32> @dx.op.waveActiveOp.v{N}i32(i32 119, <{N} x i32> %v{a}, i8 2, i8 0)"),
                |e| format!("call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %v{a}e{e}, i8 2, i8 0)"),
            ),
            _ => {
                // A diamond with a phi, whose condition differs from lane to lane.
                let value = self.values;
                writeln!(self.vectors, "  %c{value} = icmp ult i32 %index, {at}\n  br i1 %c{value}, label %t{value}, label %f{value}\nt{value}:\n  %t{value}v = sub <{N} x i32> %v{a}, %v{b}\n  br label %j{value}\nf{value}:\n  br label %j{value}\nj{value}:").expect("text grows");
                write!(self.scalars, "  %c{value} = icmp ult i32 %index, {at}\n  br i1 %c{value}, label %t{value}, label %f{value}\nt{value}:\n").expect("text grows");
                for e in 0..N {
                    writeln!(self.scalars, "  %t{value}v{e} = sub i32 %v{a}e{e}, %v{b}e{e}").expect("text grows");
                }
                write!(self.scalars, "  br label %j{value}\nf{value}:\n  br label %j{value}\nj{value}:\n").expect("text grows");
                self.each(
                    &format!("phi <{N} x i32> [ %t{value}v, %t{value} ], [ %v{c}, %f{value} ]"),
                    |e| format!("phi i32 [ %t{value}v{e}, %t{value} ], [ %v{c}e{e}, %f{value} ]"),
                );
            }
        }
    }
}

fn splat(value: &str) -> String {
    format!("<{}>", vec![format!("i32 {value}"); ELEMENTS].join(", "))
}

fn random_programs_agree_with_scalars() {
    const N: usize = ELEMENTS;
    let mut random = Random(0x5eed);
    for _ in 0..times(60) {
        let mut forms = Forms { vectors: String::new(), scalars: String::new(), values: 2 };
        for number in 0..2 {
            for e in 0..N {
                writeln!(forms.scalars, "  %v{number}e{e} = extractelement <{N} x i32> %v{number}, i32 {e}")
                    .expect("text grows");
            }
        }
        for e in 1..N {
            writeln!(forms.scalars, "  %is{e} = icmp eq i32 %index, {e}").expect("text grows");
        }
        writeln!(forms.scalars, "  %is0 = icmp eq i32 %index, 0").expect("text grows");
        for _ in 0..40 {
            forms.add(&mut random);
        }
        let last = forms.values - 1;
        writeln!(forms.vectors, "  ret <{N} x i32> %v{last}").expect("text grows");
        for e in 0..N {
            let from = if e == 0 { "undef".to_owned() } else { format!("%out{}", e - 1) };
            writeln!(
                forms.scalars,
                "  %out{e} = insertelement <{N} x i32> {from}, i32 %v{last}e{e}, i32 {e}"
            )
            .expect("text grows");
        }
        writeln!(forms.scalars, "  ret <{N} x i32> %out{}", N - 1).expect("text grows");
        let mut lane = || {
            let mut values: Vec<u64> = (0..2 * N).map(|_| random.word().into()).collect();
            values.push(random.below(N) as u64);
            values
        };
        let lanes: Vec<Vec<u64>> = (0..7).map(|_| lane()).collect();
        let run = |body: &str| {
            let declarations = testkit::generate::declarations(body);
            let source = format!(
                "{declarations}define <{N} x i32> @f(<{N} x i32> %v0, <{N} x i32> %v1, i32 %index) {{\nentry:\n{body}}}\n"
            );
            call(&source, &lanes)
        };
        assert_eq!(run(&forms.vectors), run(&forms.scalars), "{}", forms.vectors);
    }
}
