//! A store in an object store: S3, Google Cloud Storage, Azure Blob Storage, and anything that is read by HTTP, all by
//! opendal. Separate, and behind the feature `cloud`, because that takes longer to build than all else here.
//!
//! The object `v1/ab/cdef…` is the value of the key `abcdef…`, as in a folder. Objects are written as a whole. What
//! goes, and when, is the business of the service: all of these have rules for that. Calls that fail are tried again by
//! opendal, with pauses that grow, and none takes longer than its timeout.

use std::sync::Arc;
use std::time::Duration;

use opendal::layers::{RetryLayer, TimeoutLayer};
use opendal::{ErrorKind, Operator};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use crate::error::{Result, StoreError};
use crate::folder::object_name;
use crate::key::Key;
use crate::limits::{CALLS_AT_ONCE, MAX_ARTEFACT, MAX_TRIES, REMOTE_TIMEOUT};
use crate::tier::Tier;
use crate::value::Sealed;

/// A store in an object store.
pub struct Cloud {
    name: String,
    operator: Operator,
    runtime: Runtime,
}

impl Cloud {
    /// Opens the store that a URL names, such as `s3://bucket/folder?region=eu-west-1`; opendal's documentation has the
    /// options of each service. Nothing is asked of the service yet.
    pub fn open(url: &str) -> Result<Self> {
        let operator = Operator::from_uri(url);
        let refused = |error: opendal::Error| StoreError::Location {
            text: without_options(url).to_owned(),
            reason: one_line(&error.to_string()),
        };
        Self::over(operator.map_err(refused)?, without_options(url))
    }

    /// The same over an operator that somebody made; `name` is what it is called in messages.
    pub fn over(operator: Operator, name: &str) -> Result<Self> {
        let name = name.to_owned();
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(2).enable_all().build();
        let failed = |cause| StoreError::Io { doing: "start threads to access", place: name.clone(), cause };
        let runtime = runtime.map_err(failed)?;
        // The timeout is that of one try: it lies within what is tried again.
        let timeout = TimeoutLayer::new().with_timeout(REMOTE_TIMEOUT).with_io_timeout(REMOTE_TIMEOUT);
        let retry =
            RetryLayer::new().with_max_times(MAX_TRIES - 1).with_min_delay(Duration::from_millis(100));
        Ok(Self { operator: operator.layer(timeout).layer(retry), name, runtime })
    }

    fn failed(&self, error: &opendal::Error) -> StoreError {
        match error.kind() {
            ErrorKind::Unsupported | ErrorKind::PermissionDenied => StoreError::Remote {
                place: self.name.clone(),
                reason: format!("refuses: {}", one_line(error.message())),
            },
            _ => StoreError::Remote {
                place: self.name.clone(),
                reason: format!("failed: {}", one_line(&error.to_string())),
            },
        }
    }

    /// Calls `ask` for all of `items`, some at once; the answers in their order.
    fn each<I: Send + 'static, T: Send + 'static, F>(
        &self,
        items: Vec<I>,
        ask: impl Fn(Operator, I) -> F,
    ) -> Result<Vec<T>>
    where
        F: Future<Output = opendal::Result<T>> + Send + 'static,
    {
        let at_once = Arc::new(tokio::sync::Semaphore::new(CALLS_AT_ONCE));
        self.runtime.block_on(async {
            let (mut tasks, count) = (JoinSet::new(), items.len());
            for (index, item) in items.into_iter().enumerate() {
                let (future, at_once) = (ask(self.operator.clone(), item), Arc::clone(&at_once));
                tasks.spawn(async move {
                    let _turn = at_once.acquire().await;
                    (index, future.await)
                });
            }
            let mut answers = Vec::with_capacity(count);
            while let Some(done) = tasks.join_next().await {
                let (index, answer) = done.map_err(|_| StoreError::Remote {
                    place: self.name.clone(),
                    reason: "the thread of the request ended".to_owned(),
                })?;
                answers.push((index, answer.map_err(|error| self.failed(&error))?));
            }
            answers.sort_by_key(|(index, _)| *index);
            Ok(answers.into_iter().map(|(_, answer)| answer).collect())
        })
    }
}

/// The size of an object, if there is one.
async fn size(operator: &Operator, path: &str) -> opendal::Result<Option<u64>> {
    match operator.stat(path).await {
        Ok(metadata) => Ok(Some(metadata.content_length())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

impl Tier for Cloud {
    fn name(&self) -> &str {
        &self.name
    }

    fn get(&self, key: &Key) -> Result<Option<Sealed>> {
        let path = object_name(key);
        let found = self.runtime.block_on(async {
            // Asked first: an object may be of any size.
            let Some(size) = size(&self.operator, &path).await? else { return Ok(None) };
            if size > MAX_ARTEFACT as u64 {
                return Ok(None);
            }
            match self.operator.read_with(&path).range(0..size).await {
                Ok(bytes) => Ok(Some(Sealed(bytes.to_vec()))),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error),
            }
        });
        found.map_err(|error| self.failed(&error))
    }

    fn put(&self, values: &[(Key, Sealed)]) -> Result<()> {
        let objects = values.iter().map(|(key, Sealed(bytes))| (object_name(key), bytes.clone())).collect();
        let written = self.each(objects, |operator, (path, bytes): (String, Vec<u8>)| async move {
            operator.write(&path, bytes).await.map(drop)
        });
        written.map(drop)
    }

    fn has(&self, keys: &[Key]) -> Result<Vec<bool>> {
        let paths: Vec<String> = keys.iter().map(object_name).collect();
        self.each(
            paths,
            |operator, path| async move { size(&operator, &path).await.map(|found| found.is_some()) },
        )
    }
}

/// A URL as it is shown: options may be secrets.
fn without_options(url: &str) -> &str {
    url.split('?').next().unwrap_or_default()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
