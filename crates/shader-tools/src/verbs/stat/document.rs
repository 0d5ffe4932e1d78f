//! The documents of `stat --json` and `stat --base --json`.

use serde::Serialize;

use super::page::Total;
use super::rows::Row;
use crate::loading::shader_facts::Shader;
use crate::selection::file_name::FileName;
use crate::statistics::{CountersObject, MixObject, StatisticsObject};

/// The schema of the document.
pub(super) const SCHEMA: &str = "shader-tools.stat/1";

/// The quantities that `--max-growth` limits.
pub(super) const WHAT: [&str; 2] = ["bytes", "instructions"];

/// The statistics of a shader. A member that does not apply to the shader is absent.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct File<'a> {
    #[serde(flatten)]
    file: FileName,
    /// The number of conditional branches and switches.
    #[serde(skip_serializing_if = "Option::is_none")]
    branches: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counters: Option<CountersObject<'a>>,
    /// The size of group-shared memory in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    group_shared: Option<u64>,
    /// The number of instructions, without calls of debug intrinsics.
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<u64>,
    /// The language of the program: `dxil`, `dxbc`, `d3d9`, or `llvm` for modern LLVM IR; `null` without a program.
    language: Option<&'static str>,
    /// The number of live registers that belong to vectors with more than four elements; absent if the number is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    live_in_long_vectors: Option<u64>,
    /// An estimate of the maximum number of live registers; absent if the estimate would need too much time.
    #[serde(skip_serializing_if = "Option::is_none")]
    live_registers: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mix: Option<MixObject<'a>>,
    /// The profile, such as `ps_6_6`.
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<String>,
    /// The number of resource bindings; absent for modern LLVM IR.
    #[serde(skip_serializing_if = "Option::is_none")]
    resources: Option<usize>,
    /// The number of instructions of the class `sample`.
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<u64>,
    /// The size of the file in bytes.
    size: u64,
    /// The number of bytes of local memory that each lane needs, in the function with the largest local memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    stack: Option<u64>,
}

/// The last member of a document without `--base`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Totals<'a> {
    total: AllFiles<'a>,
}

/// The totals of all shaders.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct AllFiles<'a> {
    /// The number of shaders.
    files: usize,
    /// The total number of instructions.
    instructions: u64,
    mix: MixObject<'a>,
    /// The total size in bytes.
    size: u64,
}

/// A file that is changed, new or removed.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Comparison {
    #[serde(flatten)]
    pub file: FileName,
    /// The values of the old build; `null` for a new file.
    pub before: Option<Side>,
    /// The values of the new build; `null` for a removed file.
    pub after: Option<Side>,
}

/// The values of a file in one build.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct Side {
    /// The number of conditional branches and switches.
    #[serde(skip_serializing_if = "Option::is_none")]
    branches: Option<u64>,
    /// The size of group-shared memory in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    group_shared: Option<u64>,
    /// The number of instructions, without calls of debug intrinsics.
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<u64>,
    /// The number of live registers that belong to vectors with more than four elements; absent if the number is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    live_in_long_vectors: Option<u64>,
    /// An estimate of the maximum number of live registers; absent if the estimate would need too much time.
    #[serde(skip_serializing_if = "Option::is_none")]
    live_registers: Option<u64>,
    /// The number of resource bindings; absent for modern LLVM IR.
    #[serde(skip_serializing_if = "Option::is_none")]
    resources: Option<usize>,
    /// The number of instructions of the class `sample`.
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<u64>,
    /// The size of the file in bytes.
    size: u64,
    /// The number of bytes of local memory that each lane needs, in the function with the largest local memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    stack: Option<u64>,
}

/// The last members of a document with `--base`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Growth {
    pub(super) total: BothBuilds,
    /// The file sizes and instruction counts that grew by more than `--max-growth` allows.
    pub(super) exceeded: Vec<Excess>,
}

/// The totals of both builds.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct BothBuilds {
    /// The number of changed files.
    pub(super) changed: usize,
    /// The number of files that only the old build contains.
    pub(super) gone: usize,
    /// The total number of instructions.
    pub(super) instructions: Change,
    /// The number of files that only the new build contains.
    pub(super) new: usize,
    /// The total size in bytes.
    pub(super) size: Change,
    /// The number of unchanged files.
    pub(super) unchanged: usize,
    /// The number of unreadable files.
    pub(super) unreadable: usize,
}

/// A value in both builds.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Change {
    /// The value in the new build.
    pub(super) after: u64,
    /// The value in the old build.
    pub(super) before: u64,
}

/// A value that grew by more than `--max-growth` allows.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Excess {
    /// The value in the new build.
    pub(super) after: u64,
    /// The value in the old build.
    pub(super) before: u64,
    /// The file; `all files` for the sum of all files.
    pub(super) file: String,
    /// The quantity that grew.
    #[cfg_attr(test, schemars(extend("enum" = WHAT)))]
    pub(super) what: &'static str,
}

impl<'a> File<'a> {
    /// The object of `row`.
    pub(super) fn new(row: &'a Row) -> Self {
        let Row { shader, statistics } = row;
        let counts = statistics.as_ref().map(StatisticsObject::new);
        let Side {
            branches,
            group_shared,
            instructions,
            live_in_long_vectors,
            live_registers,
            resources,
            samples,
            size,
            stack,
        } = Side::of(shader, counts.as_ref());
        let (counters, mix) = counts.map(|counts| (counts.counters, counts.mix)).unzip();
        Self {
            file: shader.file.clone(),
            branches,
            counters,
            group_shared,
            instructions,
            language: shader.language,
            live_in_long_vectors,
            live_registers,
            mix,
            profile: shader.profile.map(|profile| profile.to_string()),
            resources,
            samples,
            size,
            stack,
        }
    }
}

impl Side {
    /// The values of `row`.
    pub(super) fn new(row: &Row) -> Self {
        Self::of(&row.shader, row.statistics.as_ref().map(StatisticsObject::new).as_ref())
    }

    fn of(shader: &Shader, counts: Option<&StatisticsObject<'_>>) -> Self {
        Self {
            branches: counts.map(|counts| counts.branches),
            group_shared: counts.map(|counts| counts.group_shared),
            instructions: shader.instructions,
            live_in_long_vectors: counts.and_then(|counts| counts.live_in_long_vectors),
            live_registers: counts.and_then(|counts| counts.live_registers),
            resources: shader.resources,
            samples: counts.map(|counts| counts.samples),
            size: shader.size,
            stack: counts.map(|counts| counts.stack),
        }
    }
}

impl<'a> Totals<'a> {
    /// The member of `total`.
    pub(super) fn new(total: &'a Total) -> Self {
        let Total { files, bytes, instructions, mix } = total;
        let (files, instructions) = (*files, *instructions);
        Self { total: AllFiles { files, instructions, mix: MixObject(mix), size: *bytes } }
    }
}

impl From<(u64, u64)> for Change {
    fn from((before, after): (u64, u64)) -> Self {
        Self { after, before }
    }
}

#[test]
fn schema_is_fresh() {
    use crate::json::FileOrError;
    use crate::json::schema::{Files, check};

    #[derive(Serialize, schemars::JsonSchema)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "only the schema is used")]
    enum Document {
        Statistics(Statistics),
        Builds(Builds),
    }

    /// The statistics of shaders.
    #[derive(Serialize, schemars::JsonSchema)]
    #[schemars(inline)]
    struct Statistics {
        #[serde(flatten)]
        files: Files<File<'static>>,
        #[serde(flatten)]
        totals: Totals<'static>,
    }

    /// Two builds compared (`--base`).
    #[derive(Serialize, schemars::JsonSchema)]
    #[schemars(inline)]
    struct Builds {
        /// The files that are changed, new, removed or unreadable.
        compared: Vec<FileOrError<'static, Comparison>>,
        #[serde(flatten)]
        growth: Growth,
    }
    check::<Document>(SCHEMA);
}
