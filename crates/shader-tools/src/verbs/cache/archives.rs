//! `cache export` and `import`: a store as one file, to be carried elsewhere.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::PathBuf;

use shader_store::archive::{Reader, Writer};
use shader_store::{Key, Sealed, Shelf, StoreError};

use crate::caching::artefact_cache;
use crate::caching::store_option::{StoreOption, refuse, say_notices};
use crate::error::Error;
use crate::output::write_file_with;
use crate::selection::input::display;
use crate::status::Status;
use crate::streams;
use crate::style::counted;

/// Write all artefacts of a store to a file.
///
/// Two stores with the same artefacts produce identical files.
#[derive(Debug, clap::Args)]
#[command(after_help = EXPORT_EXAMPLES)]
pub struct Export {
    #[command(flatten)]
    store: StoreOption,

    /// Output file (-: standard output).
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

const EXPORT_EXAMPLES: &str = "\
EXAMPLES
  shader-tools cache export --store out/s.redb -o out/all.archive

More: docs/cache.md";

/// Add artefacts from files of `cache export` to a store.
///
/// `cache import` checks each artefact. If a file is truncated, `cache import` adds the complete artefacts of the file.
///
/// Exit status: 1 if a file is damaged.
#[derive(Debug, clap::Args)]
#[command(after_help = IMPORT_EXAMPLES)]
pub struct Import {
    /// Files that `cache export` wrote, or - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    store: StoreOption,
}

const IMPORT_EXAMPLES: &str = "\
EXAMPLES
  shader-tools cache import out/all.archive --store out/t.redb

More: docs/cache.md";

/// Values are written when there are so many of them, or so many bytes.
const BATCH: usize = 256;
const BATCH_BYTES: usize = 16 << 20;

impl Export {
    pub fn run(&self) -> Status {
        let exported = self.store.open_listed().and_then(|store| {
            let shelf = store.shelves().next();
            let shelf = shelf.ok_or_else(|| Error::Bug("this store cannot list its contents".to_owned()))?;
            let mut told = (0, 0);
            if self.output.as_os_str() == "-" {
                told = write(shelf, BufWriter::new(streams::raw()))??;
            } else {
                let mut failed = None;
                write_file_with(&self.output, |file| match write(shelf, BufWriter::new(file))? {
                    Ok(counts) => {
                        told = counts;
                        Ok(true)
                    }
                    Err(error) => {
                        failed = Some(error);
                        Ok(false)
                    }
                })?;
                failed.map_or(Ok(()), Err)?;
            }
            say_notices(&store);
            Ok(told)
        });
        match exported {
            Ok((count, damaged)) => {
                let left = if damaged > 0 { format!(", {damaged} damaged omitted") } else { String::new() };
                streams::print_message(format!("{} exported{left}", counted(count, "artefact")));
                if damaged > 0 { Status::Findings } else { Status::Fine }
            }
            Err(error) => refuse(&error),
        }
    }
}

/// Writes an archive; how many values are in it, and how many are damaged.
fn write(shelf: &dyn Shelf, out: impl Write) -> io::Result<Result<(usize, usize), StoreError>> {
    let entries = match shelf.list() {
        Ok(entries) => entries,
        Err(error) => return Ok(Err(error)),
    };
    let (mut writer, mut count, mut damaged) = (Writer::new(out)?, 0, 0);
    for entry in entries {
        match shelf.get(&entry.key) {
            Ok(Some(sealed)) if sealed.open(&entry.key).is_ok() => {
                writer.add(&entry.key, &sealed)?;
                count += 1;
            }
            Ok(Some(_)) => damaged += 1,
            // Another process removed it meanwhile.
            Ok(None) => {}
            Err(error) => return Ok(Err(error)),
        }
    }
    writer.finish()?;
    Ok(Ok((count, damaged)))
}

impl Import {
    pub fn run(&self) -> Status {
        let store = match self.store.open() {
            Ok(store) => store,
            Err(error) => return refuse(&error),
        };
        let mut status = Status::Fine;
        for path in &self.files {
            let mut batch = Batch { values: Vec::new(), bytes: 0, kept: 0, damaged: 0, is_refused: false };
            let result = open(path).and_then(|from| batch.read(from, &store));
            batch.keep(&store);
            let name = display(path);
            if let Err(error) = result {
                streams::print_message(error.render(Some(&name), None));
                status = status.max(error.status());
            }
            let damaged = match batch.damaged {
                0 => String::new(),
                damaged => format!(", {damaged} damaged omitted"),
            };
            streams::print_message(format!("{name}: {} imported{damaged}", counted(batch.kept, "artefact")));
            if batch.damaged > 0 {
                status = status.max(Status::Findings);
            }
            if batch.is_refused {
                status = status.max(Status::Unreadable);
            }
        }
        store.take_notices().into_iter().for_each(|notice| artefact_cache::note(&notice.text));
        status
    }
}

fn open(path: &PathBuf) -> Result<Box<dyn Read>, Error> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(|cause| Error::Io { doing: "read", cause })?;
    Ok(Box::new(BufReader::new(file)))
}

/// Values that wait to be written.
struct Batch {
    values: Vec<(Key, Sealed)>,
    bytes: usize,
    kept: usize,
    damaged: usize,
    /// The store takes no more.
    is_refused: bool,
}

impl Batch {
    fn read(&mut self, from: impl Read, store: &shader_store::Store) -> Result<(), Error> {
        let mut reader = Reader::new(from)?;
        while let Some((key, sealed)) = reader.next()? {
            if sealed.open(&key).is_err() {
                self.damaged += 1;
                continue;
            }
            self.bytes += sealed.0.len();
            self.values.push((key, sealed));
            if self.values.len() >= BATCH || self.bytes >= BATCH_BYTES {
                self.keep(store);
            }
        }
        Ok(())
    }

    fn keep(&mut self, store: &shader_store::Store) {
        if self.values.is_empty() {
            return;
        }
        match store.put_sealed(&self.values) {
            true => self.kept += self.values.len(),
            false => self.is_refused = true,
        }
        self.values.clear();
        self.bytes = 0;
    }
}
