//! The run of `size --base`: measures pairs of files, and prints their comparisons and the totals. Separate because
//! everything else of `size` is about single files.

use std::io::{self, Write};
use std::path::Path;

use super::Size;
use super::comparison::{CSV_HEADINGS, Compared, Total};
use super::document::SCHEMA;
use super::measured::measure;
use super::sections::Sections;
use crate::comparing::pairs::{Pair, Pairs, pair};
use crate::csv;
use crate::error::{Error, FileError};
use crate::globals::Globals;
use crate::json::{self, FileOrError, SpooledLines};
use crate::run::{FileReport, Format, Outcome, Run};
use crate::selection::input::Input;
use crate::selection::wanted::Wanted;
use crate::status::Status;

/// The sizes of a pair, or the error of a file that could not be measured.
type PairResult = Result<Compared, FileError>;

/// The results of all pairs.
struct Results {
    /// The objects of the JSON document.
    objects: SpooledLines,
    /// The first error while the objects were written.
    written: io::Result<()>,
    total: Total,
}

impl Results {
    fn add_object(&mut self, object: &FileOrError<'_, super::document::Comparison>) {
        if self.written.is_ok() {
            self.written = self.objects.add(object);
        }
    }

    fn add_failure(&mut self, failure: &FileError) {
        self.total.unreadable += 1;
        self.add_object(&FileOrError::Failed(failure));
    }

    /// Writes the document.
    fn write_json(self, out: &mut dyn Write) -> io::Result<()> {
        self.written?;
        let mut document = json::Object::document(out, SCHEMA)?;
        document.spooled_lines("compared", self.objects)?;
        document.members(&self.total.object())?;
        document.end_document()
    }
}

impl Size {
    /// Compares the input with `base`.
    pub(super) fn compare(&self, base: &Path, globals: &Globals) -> Status {
        let format = if self.csv { Format::Raw } else { Format::Held };
        let mut run = Run::of_none(globals, format);
        let [new] = self.inputs.files.as_slice() else {
            let text = "--base requires exactly one input file or folder, found several".to_owned();
            return run.refuse(&Error::Usage(text));
        };
        let mut pairs = match pair(base, new, &self.inputs.selection.patterns, Wanted::PROGRAMS) {
            Ok(pairs) => pairs,
            Err(failed) => Pairs { all: Vec::new(), unread: vec![failed] },
        };
        let total = Total::new(!new.is_dir());
        let mut results = Results { objects: SpooledLines::new(), written: Ok(()), total };
        for failed in std::mem::take(&mut pairs.unread) {
            run.fail_with(&failed.name.to_string(), &failed.error);
            results.add_failure(&FileError::new(failed.name, &failed.error));
        }
        if self.csv && !pairs.all.is_empty() {
            run.print(|out| csv::write_row(out, CSV_HEADINGS));
        }
        run.inputs = pairs.inputs();
        run.each_unread(
            |input, out, outcome: &mut Outcome<Option<PairResult>>| {
                let Some(pair) = pairs.of(input) else { return Ok(()) };
                outcome.value = Some(self.compare_pair(pair, input, out, outcome)?);
                Ok(())
            },
            |input, result| match (pairs.of(input), result) {
                (Some(pair), Some(Ok(compared))) => {
                    if self.json && compared.is_changed() {
                        let too_large = compared.size_after().and_then(|size| self.is_too_large(size));
                        results.add_object(&FileOrError::File(compared.object(pair.name(), too_large)));
                    }
                    results.total.add(pair.name(), compared);
                }
                (_, Some(Err(failure))) => results.add_failure(&failure),
                // An internal error, which the run reports.
                (_, None) | (None, _) => results.total.unreadable += 1,
            },
        );
        for failure in run.failed_objects() {
            results.add_object(&FileOrError::Failed(&failure));
        }
        if self.json {
            run.print(|out| results.write_json(out));
        } else if !self.csv && !pairs.all.is_empty() {
            run.print(|out| out.write_all(results.total.page().as_bytes()));
        }
        run.status()
    }

    /// Measures both files of a pair; `input` is the newer of them.
    fn compare_pair(
        &self,
        pair: &Pair,
        input: &Input,
        out: &mut dyn Write,
        report: &mut FileReport,
    ) -> Result<PairResult, Error> {
        let mut sections = [None, None];
        for (file, sections) in [&pair.a, &pair.b].into_iter().zip(&mut sections) {
            let Some(file) = file else { continue };
            let (bytes, measured) = match file.read_needed(Wanted::PROGRAMS.needs()) {
                Ok(bytes) => {
                    let measured = measure(&bytes, self.functions);
                    (Some(bytes), measured)
                }
                Err(error) => (None, Err(error)),
            };
            match measured {
                Ok(measured) => {
                    for error in measured.errors() {
                        report.add(error, file, bytes.as_deref());
                    }
                    *sections = Some(Sections::of(&measured));
                }
                Err(error) => {
                    report.add(&error, file, bytes.as_deref());
                    return Ok(Err(FileError::new(file.name(), &error)));
                }
            }
        }
        let [before, after] = sections;
        let compared = Compared::new(before, after);
        if self.csv {
            compared.write_csv(out, &pair.name().text())?;
        }
        if let Some(size) = compared.size_after() {
            self.check_size(size, input, out, report)?;
        }
        Ok(Ok(compared))
    }
}
