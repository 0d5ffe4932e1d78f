//! `verify`: compares the digests of containers with their bytes.

use std::collections::BTreeMap;

use dx_container::{Container, DigestState};
use serde::Serialize;

use crate::digest_state::{NAMES, expected, name, rank};
use crate::globals::Globals;
use crate::json;
use crate::layout::{write_hanging, write_paragraph};
use crate::loading::loaded_shader::LoadedShader;
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::file_name::FileName;
use crate::selection::wanted::Wanted;
use crate::status::Status;
use crate::style::{self, counted, grouped, paint};

/// Check the digests of containers.
///
/// `verify` lists the files whose digest is not valid, and prints a summary. The state of a digest is valid, unsigned,
/// wrong, preview, bypass or valid-debug.
///
/// For a PDB, `verify` checks the digest of the container in the PDB. Compilers do not sign this container, so it is
/// usually unsigned.
///
/// Exit status: 1 if a digest is wrong. With --strict, the exit status is also 1 for any other state except valid.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Verify {
    #[command(flatten)]
    inputs: Inputs,

    /// Also exit with 1 if a digest is unsigned, preview, bypass or valid-debug.
    #[arg(long)]
    strict: bool,

    /// List valid files too.
    #[arg(short, long)]
    verbose: bool,

    /// Print JSON (schema shader-tools.verify/1).
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools verify examples/
  shader-tools verify --strict examples/scan_cs.dxil || echo 'not signed'

More: docs/digest.md";

const SCHEMA: &str = "shader-tools.verify/1";

/// The digest of a container.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct File {
    #[serde(flatten)]
    file: FileName,
    /// The stored digest: 32 hexadecimal digits.
    digest: String,
    /// The state of the digest.
    #[cfg_attr(test, schemars(extend("enum" = crate::digest_state::NAMES)))]
    state: &'static str,
    /// The correct digest; only if the state is `wrong`.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    /// True if the file is a PDB that contains the container; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pdb: bool,
}

#[test]
fn schema_is_fresh() {
    json::schema::check::<json::schema::Files<File>>(SCHEMA);
}

impl Verify {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = Format::json_if(self.json, SCHEMA);
        let mut run = Run::new(&self.inputs, Wanted::SHADERS, globals, format).without_trailing();
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        run.each(
            |input, bytes, out, outcome: &mut Outcome<Option<DigestState>>| {
                let shader = LoadedShader::open(bytes)?;
                let container = shader.container()?;
                let state = container.digest_state();
                outcome.value = Some(state);
                if matches!(state, DigestState::Wrong(_)) || self.strict && state != DigestState::Valid {
                    outcome.status = Status::Findings;
                }
                let file = input.name();
                if self.json {
                    let file = File {
                        file,
                        digest: container.digest().to_string(),
                        state: name(state),
                        expected: expected(state),
                        pdb: shader.pdb.is_some(),
                    };
                    json::write(out, &file)?;
                } else if state != DigestState::Valid || self.verbose {
                    let in_pdb = if shader.pdb.is_some() { " (container in a PDB)" } else { "" };
                    write_hanging(out, &format!("{file}: {}{in_pdb}", describe(&container, state)))?;
                }
                Ok(())
            },
            |_, state| {
                if let Some(state) = state {
                    *counts.entry(rank(state)).or_default() += 1;
                }
            },
        );
        if !self.json {
            let (total, unreadable) = (run.files(), run.failures());
            let found = counts.iter().map(|(&rank, &count)| {
                format!("{} {}", grouped(count as u64), NAMES.get(rank).unwrap_or(&""))
            });
            let unreadable = (unreadable > 0).then(|| format!("{} unreadable", grouped(unreadable as u64)));
            let found: Vec<String> = found.chain(unreadable).collect();
            let files = counted(total, "file");
            let summary = if found.is_empty() { files } else { format!("{files}: {}", found.join(", ")) };
            run.print(|out| write_paragraph(out, 0, &summary));
        }
        run.status()
    }
}

/// The state in words, with the digests where they differ.
fn describe(container: &Container<'_>, state: DigestState) -> String {
    match state {
        DigestState::Valid | DigestState::ValidDebug => paint(style::GOOD, name(state)),
        DigestState::Wrong(expected) => {
            format!("{}: {}, expected {expected}", paint(style::BAD, name(state)), container.digest())
        }
        _ => paint(style::NOTE, name(state)),
    }
}
