//! A function by itself: called with values, it gives values, lane by lane.

use crate::dispatch::{Dispatch, Outcome};
use crate::instruction::{Register, Scalar};
use crate::lanes::{self, place};
use crate::observer::Observer;
use crate::program::Program;
use crate::runner::Runner;
use crate::wave::Wave;

impl Program {
    /// What each scalar of the parameters is.
    pub fn parameters(&self) -> impl ExactSizeIterator<Item = Scalar> {
        self.entry.parameters.iter().map(|(scalar, _)| *scalar)
    }

    /// What each scalar of the result is.
    pub fn results(&self) -> impl ExactSizeIterator<Item = Scalar> {
        self.entry.results.iter().map(|(scalar, _)| *scalar)
    }
}

impl Dispatch<'_> {
    /// Calls the function with the values of its parameters, scalar by scalar, in each lane of the group: the lane's
    /// values, by their bits. Gives the results likewise, and what came of the run.
    pub fn call<O: Observer>(&self, arguments: &[Vec<u64>], observer: &mut O) -> (Vec<Vec<u64>>, Outcome) {
        let mut runner = self.runner();
        runner.arguments = arguments.to_vec();
        let stop = self.run_group(&mut runner, 0, observer).err();
        let results = runner.results(arguments.len());
        let (findings, steps, bytes) = (runner.findings, runner.steps, runner.bytes);
        (results, Outcome { findings, steps, bytes, stop })
    }
}

impl Runner<'_> {
    /// Puts the values of parameters where the function takes them.
    pub(crate) fn pass_arguments(&mut self) {
        let parameters = &self.program().entry.parameters;
        for (lane, values) in (0_u32..).zip(&self.arguments) {
            let wave = self
                .waves
                .iter_mut()
                .find(|wave| lane.checked_sub(wave.first_thread).is_some_and(|index| index < wave.size));
            let Some(wave) = wave else { return };
            let (block, lane) = place(lane - wave.first_thread);
            for ((scalar, register), value) in parameters.iter().zip(values) {
                for (part, word) in (0..scalar.registers()).zip([lanes::low(*value), lanes::high(*value)]) {
                    wave.set_lane(Register(register.0 + part), (block, lane), word);
                }
            }
        }
    }

    /// What the function gave in the first lanes.
    fn results(&self, lanes: usize) -> Vec<Vec<u64>> {
        let results = &self.program().entry.results;
        let of_lane = |wave: &Wave, index: u32| {
            let (block, lane) = place(index);
            let value = |scalar: &Scalar, register: &Register| {
                let word = |part| u64::from(lanes::get(wave.read(Register(register.0 + part), block), lane));
                if scalar.registers() == 2 { word(1) << 32 | word(0) } else { word(0) }
            };
            results.iter().map(|(scalar, register)| value(scalar, register)).collect()
        };
        let all = self.waves.iter().flat_map(|wave| (0..wave.size).map(move |index| of_lane(wave, index)));
        all.take(lanes).collect()
    }
}
