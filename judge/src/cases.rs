//! What is judged: a shader and a pipeline each.

use std::path::{Path, PathBuf};

use run_pipeline::{Pipeline, Stage};

/// A shader, the pipeline that it is run in, and over which inputs.
pub struct Case {
    pub name: String,
    pub shader: PathBuf,
    pub pipeline: PathBuf,
    /// How many random inputs; none for those that the pipeline has.
    pub inputs: Option<u64>,
}

/// Random inputs of each linked shader, and of each build of the particles: 200 altogether.
const LINKED_INPUTS: u64 = 20;
const PARTICLES_INPUTS: u64 = 20;
/// Builds of the particles that differ in their program, not in their container alone.
const PARTICLES: [&str; 2] = ["examples/particles_cs.dxil", "tests/corpus/variants/particles_cs_6_7.dxil"];

/// All cases. `corpus` is what `SHADER_CORPUS` names.
pub fn all(root: &Path, corpus: &Path) -> Result<Vec<Case>, String> {
    let linked = pipelines(&root.join("tests/corpus/link"))?;
    let of = |folder: &str, pipeline: &PathBuf, extension: &str, inputs| {
        let stem = pipeline.file_stem().unwrap_or_default().display();
        let shader = pipeline.with_extension(extension);
        Case { name: format!("{folder}/{stem}"), shader, pipeline: pipeline.clone(), inputs }
    };
    let mut cases: Vec<Case> =
        linked.iter().map(|pipeline| of("link", pipeline, "linked.dxil", None)).collect();
    let run = pipelines(&corpus.join("run"))?;
    cases.extend(
        run.iter()
            .filter(|path| has_one_compute_shader(path))
            .map(|pipeline| of("run", pipeline, "dxil", None)),
    );
    cases.extend(linked.iter().map(|pipeline| of("random", pipeline, "linked.dxil", Some(LINKED_INPUTS))));
    cases.extend(PARTICLES.iter().map(|shader| {
        let shader = root.join(shader);
        let name = format!("random/{}", shader.file_stem().unwrap_or_default().display());
        let pipeline = root.join("judge/pipelines/particles.yaml");
        Case { name, shader, pipeline, inputs: Some(PARTICLES_INPUTS) }
    }));
    Ok(cases)
}

/// Reads a pipeline.
pub fn read(file: &Path) -> Result<Pipeline, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Pipeline::parse(&text).map_err(|error| error.kind().to_string())
}

/// Whether it has; also where it cannot be read, so that somebody says so.
fn has_one_compute_shader(file: &Path) -> bool {
    let Ok(pipeline) = read(file) else { return true };
    let shaders = pipeline.only().map(|pass| pass.shaders.as_slice());
    matches!(shaders, Some([shader]) if shader.stage == Stage::Compute)
}

fn pipelines(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "yaml"));
    files.sort();
    Ok(files)
}
