//! The JSON documents that the program prints, checked against their schemas in `docs/schemas/`. Separate from the
//! cases, which compare documents with stored output.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use bstr::ByteSlice as _;
use serde_json::Value;
use testkit::corpus::{self, root};
use testkit::{Failed, Limits, Test, note, tests};

use crate::json_schema::Schema;

pub(crate) const TESTS: &[Test] = tests![
    documents_of_cases_follow_their_schemas,
    documents_of_verbs_follow_their_schemas within Limits::seconds(300, "runs 18 verbs on every file of the corpus"),
    documents_of_stores_follow_their_schemas,
    the_rules_follow_their_schema,
    every_schema_is_of_a_document,
];

/// The arguments of verbs that print a document about many files.
const VERBS: [&[&str]; 18] = [
    &["reflect", "--json"],
    &["inspect", "--json"],
    &["validate", "--json"],
    &["validate", "--sarif"],
    &["ls", "--json"],
    &["ls", "--json", "--group-by", "profile"],
    &["stat", "--json"],
    &["size", "--json", "--functions"],
    &["verify", "--json"],
    &["parts", "list", "--json"],
    &["pdb", "list", "--json"],
    &["pdb", "find", "--json", "--in", "examples"],
    &["scan", "--json"],
    &["roundtrip", "--json", "--through", "container"],
    &["roundtrip", "--json", "--through", "bitcode"],
    &["upgrade", "--json"],
    &["find", "--json", "--string", "e"],
    &["amd", "inspect", "--json", "--code"],
];

/// The schemas of documents that no case and no verb of [`VERBS`] prints: other tests check them.
const ELSEWHERE: [&str; 6] = ["cache-build", "cache-stats", "cache-verify", "report", "report-view", "rules"];

/// `validate --rules --json` prints the rules that `validate --rules` lists.
fn the_rules_follow_their_schema() -> Result<(), Failed> {
    let print =
        |arguments: &[&str]| Command::new(env!("CARGO_BIN_EXE_shader-tools")).args(arguments).output();
    let (document, list) = (print(&["validate", "--rules", "--json"])?, print(&["validate", "--rules"])?);
    Schemas::default().check_text(&document.stdout)?;
    let document: Value = serde_json::from_slice(&document.stdout)?;
    let rules = document["rules"].as_array().ok_or("the rules are a list")?;
    let listed: Vec<&str> =
        list.stdout.to_str()?.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let named: Vec<&str> = rules.iter().filter_map(|rule| rule["rule"].as_str()).collect();
    assert!(named.len() >= 300 && named == listed, "{} rules, {} listed", named.len(), listed.len());
    Ok(())
}

/// The schemas, and the members of documents that were checked.
#[derive(Default)]
struct Schemas {
    read: BTreeMap<String, (Schema, BTreeSet<String>)>,
    documents: usize,
}

impl Schemas {
    /// Checks a document by the schema that it names.
    fn check(&mut self, document: &Value) -> Result<(), String> {
        let name = match document.get("schema").and_then(Value::as_str) {
            Some(name) => name.strip_prefix("shader-tools.").and_then(|name| name.split('/').next()),
            None if document.get("$schema").is_some() => Some("sarif"),
            None => Some("pdb-index"),
        };
        let name = name.ok_or("the document does not name its schema")?;
        let entry = self.read.entry(name.to_owned());
        let (schema, seen) = entry.or_insert_with(|| (Schema::read(name), BTreeSet::new()));
        self.documents += 1;
        schema.check_document(document, seen)
    }

    /// Checks the documents in `text`, each of which begins a line.
    fn check_text(&mut self, mut text: &[u8]) -> Result<(), String> {
        const BEGINS: [&[u8]; 3] = [b"{\"schema\":\"shader-tools.", b"{\"$schema\":", b"{\"hash\":\""];
        while !text.is_empty() {
            if BEGINS.iter().any(|begin| text.starts_with(begin)) {
                let mut values = serde_json::Deserializer::from_slice(text).into_iter::<Value>();
                let document = values.next().ok_or("no document")?.map_err(|error| error.to_string())?;
                let end = values.byte_offset();
                self.check(&document)?;
                text = &text[end..];
            }
            let line = text.find_byte(b'\n').map_or(text.len(), |end| end + 1);
            text = &text[line..];
        }
        Ok(())
    }

    fn note(&self) {
        for (name, (schema, seen)) in &self.read {
            note!("{name}: {} of {} members of the schema occur", seen.len(), schema.members());
        }
    }
}

/// Checks the stored output of all cases, which the cases compare with the output of the program.
fn cases(schemas: &mut Schemas) -> Result<(), Failed> {
    for path in corpus::files_with(&root().join("tests/cases"), "stdout") {
        schemas.check_text(&fs::read(&path)?).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

fn documents_of_cases_follow_their_schemas() -> Result<(), Failed> {
    let mut schemas = Schemas::default();
    cases(&mut schemas)?;
    schemas.note();
    assert!(schemas.documents >= 250, "{} documents", schemas.documents);
    Ok(())
}

/// Runs a verb on files; returns the document.
fn run(arguments: &[&str], files: &[PathBuf]) -> Result<Vec<u8>, Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shader-tools"));
    command.current_dir(root()).args(arguments).args(files);
    let output = command.env_remove("SHADER_STORE").env("NO_COLOR", "1").output()?;
    let status = output.status;
    assert!(matches!(status.code(), Some(0..=3)), "{arguments:?}: {status}: {}", output.stderr.as_bstr());
    Ok(output.stdout)
}

fn documents_of_verbs_follow_their_schemas() -> Result<(), Failed> {
    let mut schemas = Schemas::default();
    let files = corpus::paths();
    for arguments in VERBS {
        for files in files.chunks(200) {
            let about = |error: &dyn std::fmt::Display| format!("{arguments:?}: {error}");
            let document = serde_json::from_slice(&run(arguments, files)?).map_err(|error| about(&error))?;
            schemas.check(&document).map_err(|error| about(&error))?;
        }
    }
    schemas.note();
    assert!(schemas.documents >= VERBS.len(), "{} documents", schemas.documents);
    Ok(())
}

fn documents_of_stores_follow_their_schemas() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let store = folder.path().join("store.redb");
    let store = store.to_str().ok_or("the path is UTF-8")?;
    let example = [PathBuf::from("examples/scan_cs.dxil")];
    let build = ["cache", "build", "--json", "--recipe", "reflect --json", "--store", store];
    let runs: [(&[&str], &[PathBuf]); 3] = [
        (&build, &example),
        (&["cache", "stats", "--json", "--store", store], &[]),
        (&["cache", "verify", "--json", "--store", store], &[]),
    ];
    let mut schemas = Schemas::default();
    for (arguments, files) in runs {
        schemas.check(&serde_json::from_slice(&run(arguments, files)?)?)?;
    }
    assert_eq!(schemas.read.len(), runs.len());
    Ok(())
}

/// The schemas that the source names have a file, and the cases contain a document for each file.
fn every_schema_is_of_a_document() -> Result<(), Failed> {
    let stored = corpus::files(&root().join("docs/schemas"));
    let name = |path: &PathBuf| Some(path.file_name()?.to_str()?.strip_suffix(".schema.json")?.to_owned());
    let stored: BTreeSet<String> = stored.iter().filter_map(name).collect();
    let mut named = BTreeSet::new();
    for path in corpus::files(&root().join("crates/shader-tools/src")) {
        let text = fs::read_to_string(&path)?;
        for (at, begin) in text.match_indices("\"shader-tools.") {
            let rest = &text[at + begin.len()..];
            if let Some((name, version)) = rest.split_once('/')
                && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
                && version.starts_with(|c: char| c.is_ascii_digit())
            {
                named.insert(name.to_owned());
            }
        }
    }
    assert!(named.is_subset(&stored), "without a schema: {:?}", named.difference(&stored));
    let mut schemas = Schemas::default();
    cases(&mut schemas)?;
    let elsewhere = ELSEWHERE.map(str::to_owned);
    let checked: BTreeSet<String> = schemas.read.into_keys().chain(elsewhere).collect();
    assert_eq!(checked, stored, "the schemas of documents, and the schemas in docs/schemas");
    let page = fs::read_to_string(root().join("docs/json.md"))?;
    for name in &stored {
        assert!(page.contains(&format!("(schemas/{name}.schema.json)")), "docs/json.md does not link {name}");
    }
    Ok(())
}
