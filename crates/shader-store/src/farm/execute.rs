//! Execution on a farm: a command that is run there, with one input, whose output is what it prints.

use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2::execution_client::ExecutionClient;
use bazel_remote_apis::build::bazel::remote::execution::v2::{ActionResult, ExecuteRequest, ExecuteResponse};
use bazel_remote_apis::google::longrunning::operation;
use prost::Message as _;
use tonic::{Response, Status};

use super::Farm;
use super::action::{self, Job};
use crate::error::Result;

/// How long a farm may take for a job: it may have to wait for its turn.
const PATIENCE: Duration = Duration::from_secs(600);

/// What a command came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Executed {
    /// Its exit status.
    pub status: i32,
    /// What it printed on standard output.
    pub stdout: Vec<u8>,
    /// What it printed on standard error.
    pub stderr: Vec<u8>,
}

impl Farm {
    /// Has the farm run a command, or say what it printed where it ran before.
    pub fn execute(&self, job: &Job<'_>) -> Result<Executed> {
        let (digest, blobs) = action::of_job(job);
        self.connection.upload(blobs)?;
        let request = ExecuteRequest {
            instance_name: self.connection.instance().to_owned(),
            action_digest: Some(digest),
            inline_stdout: true,
            inline_stderr: true,
            ..ExecuteRequest::default()
        };
        let answer = self.connection.call_within(PATIENCE, "Execute", |channel| {
            let mut request = self.connection.request(request.clone());
            request.set_timeout(PATIENCE);
            async move {
                let mut stream = ExecutionClient::new(channel).execute(request).await?.into_inner();
                while let Some(operation) = stream.message().await? {
                    match operation.result {
                        Some(operation::Result::Error(status)) => {
                            return Err(Status::new(status.code.into(), status.message));
                        }
                        Some(operation::Result::Response(any)) => {
                            let response = ExecuteResponse::decode(any.value.as_slice());
                            let refused = |_| Status::data_loss("response of the server is malformed");
                            return Ok(Response::new(response.map_err(refused)?));
                        }
                        None => {}
                    }
                }
                Err(Status::unavailable("server closed the connection before the command had finished"))
            }
        });
        let response = answer.map_err(|status| self.connection.failed("Execute", &status))?;
        if let Some(status) = response.status.filter(|status| status.code != 0) {
            return Err(self.connection.refused("to run a command", &status.message));
        }
        let Some(ActionResult { exit_code, stdout_raw, stdout_digest, stderr_raw, .. }) = response.result
        else {
            return Err(self.connection.refused("to run a command", "response has no result"));
        };
        let stdout = match stdout_digest.filter(|digest| stdout_raw.is_empty() && digest.size_bytes > 0) {
            Some(digest) => {
                let read = self.connection.read(&digest)?;
                read.ok_or_else(|| {
                    self.connection.refused("to return the output of a command", "output is missing")
                })?
            }
            None => stdout_raw,
        };
        Ok(Executed { status: exit_code, stdout, stderr: stderr_raw })
    }
}
