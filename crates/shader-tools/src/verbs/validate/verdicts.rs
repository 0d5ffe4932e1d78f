//! Verdicts that are kept: files without a finding are not checked again. Separate because a verdict is no file that
//! somebody asked for, and findings are never kept: what is shown of them depends on debug information elsewhere.

use shader_store::Artefact;

use crate::caching::artefact_cache::{Counted, Kept, note};
use crate::error::Error;
use crate::globals::Globals;
use crate::judging::Judgement;

/// What is kept of a file without findings.
const VALID: &[u8] = b"valid\n";

/// Options that change what is shown, and no verdict.
const SHOWN: [&str; 12] = [
    "files",
    "json",
    "sarif",
    "all",
    "pdb",
    "cached",
    "output",
    "strict",
    "ignore",
    "baseline",
    "write_baseline",
    "quiet",
];

/// The verdicts, where they are asked for and there is a store.
pub struct Verdicts(Option<Kept>);

impl Verdicts {
    /// The store that the variable names.
    pub fn open(is_asked: bool, globals: &Globals) -> Self {
        let record = |given: &crate::caching::explicit_options::ExplicitOptions| {
            given.record("verdict of validate", &SHOWN, &["root_signature"])
        };
        let kept = if is_asked { Kept::open(globals, record, Counted::All) } else { None };
        if is_asked
            && kept.is_none()
            && globals.held.is_none()
            && std::env::var_os(crate::caching::artefact_cache::VARIABLE).is_none()
        {
            note("--cached requires a store in the variable SHADER_STORE: checking all files");
        }
        Self(kept)
    }

    /// The judgement of these bytes: none where they were judged to be valid before.
    pub fn judge(
        &self,
        bytes: &[u8],
        judge: impl FnOnce(&[u8]) -> Result<Judgement, Error>,
    ) -> Result<Judgement, Error> {
        let Some(kept) = &self.0 else { return judge(bytes) };
        let key = kept.key_of(bytes);
        if kept.get(&key).is_some_and(|verdict| verdict.bytes == VALID) {
            return Ok(Judgement::default());
        }
        let judgement = judge(bytes)?;
        // A file of which something was left out is told so each time.
        if judgement.findings.is_empty() && judgement.errors == 0 && judgement.unchecked.is_none() {
            kept.put(key, Artefact { bytes: VALID.to_vec(), notes: Vec::new() });
        }
        Ok(judgement)
    }
}
