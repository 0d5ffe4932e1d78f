//! Actions: what a farm knows a result by. Separate because their bytes are a format: machines that compute other bytes
//! for a key do not find each other's results.

use bazel_remote_apis::build::bazel::remote::execution::v2::{Action, Command, Digest, Directory, FileNode};
use prost::Message as _;

use super::blobs::Blob;
use crate::key::Key;

/// The name of the output file of an action that stands for a key: the sealed value.
pub(super) const ARTEFACT: &str = "artefact";

/// The name of the input in the folder that a job runs in.
pub(super) const INPUT: &str = "input";

/// A command to be run on a farm.
#[derive(Debug, Clone, Copy)]
pub struct Job<'a> {
    /// The command: a program that the farm's workers have, and its arguments, of which `input` names the input.
    pub arguments: &'a [String],
    /// The bytes of the file `input`.
    pub input: &'a [u8],
}

/// The action that stands for a key.
pub(super) struct KeyAction {
    command: Blob,
    action: Blob,
}

impl KeyAction {
    pub(super) fn of(key: &Key) -> Self {
        let command = Command {
            arguments: vec!["shader-store".to_owned(), "v1".to_owned(), key.to_string()],
            output_paths: vec![ARTEFACT.to_owned()],
            ..Command::default()
        };
        let command = Blob::of(command.encode_to_vec());
        let root = Blob::of(Directory::default().encode_to_vec());
        let action = action(&command, &root);
        Self { command, action }
    }

    pub(super) fn digest(&self) -> Digest {
        self.action.digest.clone()
    }

    /// What a farm wants to have of an action, beside the empty folder.
    pub(super) fn blobs(self) -> [Blob; 2] {
        [self.command, self.action]
    }
}

/// The action that executes a job, and all that it needs.
pub(super) fn of_job(job: &Job<'_>) -> (Digest, Vec<Blob>) {
    let command = Command { arguments: job.arguments.to_vec(), ..Command::default() };
    let command = Blob::of(command.encode_to_vec());
    let input = Blob::of(job.input.to_vec());
    let file = FileNode { name: INPUT.to_owned(), digest: Some(input.digest.clone()), ..FileNode::default() };
    let root = Blob::of(Directory { files: vec![file], ..Directory::default() }.encode_to_vec());
    let action = action(&command, &root);
    (action.digest.clone(), vec![command, input, root, action])
}

fn action(command: &Blob, root: &Blob) -> Blob {
    let action = Action {
        command_digest: Some(command.digest.clone()),
        input_root_digest: Some(root.digest.clone()),
        ..Action::default()
    };
    Blob::of(action.encode_to_vec())
}
