//! A store in the cache of a build farm, by the Remote Execution API (version 2): NativeLink, Buildbarn, BuildGrid,
//! bazel-remote, BuildBuddy and others serve it. Separate, and behind the feature `farm`, because gRPC takes long to
//! build.
//!
//! A key is an action that nobody executes: its command is `shader-store v1 KEY`, its input an empty folder, so that it
//! has a digest that follows from the key. The result of the action has one file, `artefact`, which is the sealed value
//! in the content-addressable storage. The digests of a farm are SHA-256; what is believed is the value's own.
//!
//! A result counts only while its file is there. Calls that fail in a way that may pass are tried again with pauses
//! that grow; none takes longer than its timeout.

mod action;
mod blobs;
mod connection;
mod execute;

use bazel_remote_apis::build::bazel::remote::execution::v2::action_cache_client::ActionCacheClient;
use bazel_remote_apis::build::bazel::remote::execution::v2::{
    ActionResult, Digest, GetActionResultRequest, OutputFile, UpdateActionResultRequest,
};
use tonic::Code;

use self::action::{ARTEFACT, KeyAction};
use self::blobs::Blob;
use self::connection::Connection;
use crate::error::{Result, StoreError};
use crate::key::Key;
use crate::tier::Tier;
use crate::value::Sealed;

pub use self::action::Job;
pub use self::execute::Executed;

/// A store in the cache of a build farm.
pub struct Farm {
    connection: Connection,
}

impl Farm {
    /// Opens the store that a URL names: `grpc://HOST:PORT/INSTANCE`, or `grpcs://` with TLS. Options are
    /// `timeout=SECONDS` for one call, and `header=NAME:VALUE` for each header that the service wants to see. Nothing
    /// is asked of the service yet.
    pub fn open(url: &str) -> Result<Self> {
        Ok(Self { connection: Connection::open(url)? })
    }

    /// The result of an action, where there is one.
    fn result(&self, digest: &Digest) -> Result<Option<ActionResult>> {
        let request = GetActionResultRequest {
            instance_name: self.connection.instance().to_owned(),
            action_digest: Some(digest.clone()),
            inline_output_files: vec![ARTEFACT.to_owned()],
            ..GetActionResultRequest::default()
        };
        let answer = self.connection.call("GetActionResult", |channel| {
            let request = self.connection.request(request.clone());
            async move { ActionCacheClient::new(channel).get_action_result(request).await }
        });
        match answer {
            Ok(result) => Ok(Some(result)),
            Err(status) if status.code() == Code::NotFound => Ok(None),
            Err(status) => Err(self.connection.failed("GetActionResult", &status)),
        }
    }

    /// The file of the value in a result.
    fn artefact(&self, key: &Key) -> Result<Option<OutputFile>> {
        let result = self.result(&KeyAction::of(key).digest())?;
        Ok(result.and_then(|result| result.output_files.into_iter().find(|file| file.path == ARTEFACT)))
    }

    fn update(&self, action: Digest, result: ActionResult) -> Result<()> {
        let request = UpdateActionResultRequest {
            instance_name: self.connection.instance().to_owned(),
            action_digest: Some(action),
            action_result: Some(result),
            ..UpdateActionResultRequest::default()
        };
        let answer = self.connection.call("UpdateActionResult", |channel| {
            let request = self.connection.request(request.clone());
            async move { ActionCacheClient::new(channel).update_action_result(request).await }
        });
        match answer {
            Ok(_) => Ok(()),
            Err(status) if matches!(status.code(), Code::PermissionDenied | Code::Unimplemented) => {
                Err(StoreError::ReadOnly { place: self.connection.name().to_owned() })
            }
            Err(status) => Err(self.connection.failed("UpdateActionResult", &status)),
        }
    }
}

impl Tier for Farm {
    fn name(&self) -> &str {
        self.connection.name()
    }

    fn get(&self, key: &Key) -> Result<Option<Sealed>> {
        let Some(OutputFile { digest: Some(digest), contents, .. }) = self.artefact(key)? else {
            return Ok(None);
        };
        if !contents.is_empty() {
            return Ok(Some(Sealed(contents)));
        }
        Ok(self.connection.read(&digest)?.map(Sealed))
    }

    fn put(&self, values: &[(Key, Sealed)]) -> Result<()> {
        let mut blobs = vec![Blob::of(Vec::new())];
        let mut results = Vec::with_capacity(values.len());
        for (key, Sealed(bytes)) in values {
            let (action, artefact) = (KeyAction::of(key), Blob::of(bytes.clone()));
            let file = OutputFile {
                path: ARTEFACT.to_owned(),
                digest: Some(artefact.digest.clone()),
                ..OutputFile::default()
            };
            let result = ActionResult { output_files: vec![file], ..ActionResult::default() };
            results.push((action.digest(), result));
            blobs.push(artefact);
            blobs.extend(action.blobs());
        }
        // First what results name: there is never a result without its file.
        self.connection.upload(blobs)?;
        results.into_iter().try_for_each(|(action, result)| self.update(action, result))
    }

    fn has(&self, keys: &[Key]) -> Result<Vec<bool>> {
        let files = keys.iter().map(|key| self.artefact(key)).collect::<Result<Vec<_>>>()?;
        let digests: Vec<Digest> = files.iter().flatten().filter_map(|file| file.digest.clone()).collect();
        let missing = self.connection.missing(&digests)?;
        let is_there = |file: &Option<OutputFile>| {
            let digest = file.as_ref().and_then(|file| file.digest.as_ref());
            digest.is_some_and(|digest| !missing.contains(digest))
        };
        Ok(files.iter().map(is_there).collect())
    }
}
