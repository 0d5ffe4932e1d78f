//! Random edits of modern modules, which come from text: each step leaves a module that verifies, and what comes of it is the
//! same again once it was printed and read.

use dxil_ir::edit::Editor;
use testkit::corpus::{files, subfolder};
use testkit::edits::{self, Counts};
use testkit::random::Random;
use testkit::{Completion, Test, note, skipped, tests, times};

pub(crate) const TESTS: &[Test] = tests![modern_modules_stay_valid];

/// Modules of either folder that are edited in each run.
const MODULES: usize = 40;

fn modern_modules_stay_valid() -> Completion {
    let mut counts = Counts::default();
    let (mut count, mut refused, mut seed) = (0, 0, 1);
    for folder in ["lower", "lower-O0"] {
        let Some(folder) = subfolder(folder) else { return skipped("modern modules") };
        let all = files(&folder);
        for path in all.iter().step_by(usize::max(all.len() / times(MODULES), 1)) {
            let text = std::fs::read(path).unwrap();
            if text.len() > 60_000 {
                continue;
            }
            let what = path.display().to_string();
            // What the text is refused for is the business of other tests.
            let Some(mut module) =
                dxil_text::parse(&text).ok().filter(|module| dxil_ir::verify(module).is_valid())
            else {
                refused += 1;
                continue;
            };
            seed += 1;
            let done = edits::edit(&mut module, &mut Random(seed), 40, &mut counts, &what);
            // A phi of a block that nothing leads to has no entries, which text cannot say.
            for function in module.bodies().map(|(id, ..)| id).collect::<Vec<_>>() {
                Editor::new(&mut module, function).unwrap().remove_unreachable_blocks();
            }
            let mut printed = String::new();
            dxil_text::print(&module, &mut printed)
                .unwrap_or_else(|error| panic!("{what}: {done:?}: {error}"));
            let read = match dxil_text::parse(printed.as_bytes()) {
                Ok(read) => read,
                Err(errors) => panic!("{what}: {done:?}: {}", errors.shown("printed", printed.as_bytes())),
            };
            let difference = module.difference(&read);
            assert!(difference.is_none(), "{what}: {done:?}: {difference:?}");
            count += 1;
        }
    }
    note!("{count} modules edited, {refused} refused as text");
    assert!(count > MODULES / 2, "{count} modules edited, {refused} refused");
    Completion::Completed
}
