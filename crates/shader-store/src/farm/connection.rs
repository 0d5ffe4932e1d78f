//! The connection to a farm: where it is, how long a call may take, and which calls are tried again.

use std::time::Duration;

use tokio::runtime::Runtime;
use tonic::metadata::{AsciiMetadataKey, AsciiMetadataValue};
use tonic::transport::{Channel, ClientTlsConfig, Endpoint};
use tonic::{Code, Request, Response, Status};

use crate::error::{Result, StoreError};
use crate::limits::{MAX_TRIES, REMOTE_TIMEOUT};

/// The pause before a call is tried again; doubled each time.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// A farm.
pub(super) struct Connection {
    name: String,
    instance: String,
    headers: Vec<(AsciiMetadataKey, AsciiMetadataValue)>,
    timeout: Duration,
    channel: Channel,
    runtime: Runtime,
}

impl Connection {
    pub(super) fn open(url: &str) -> Result<Self> {
        let (place, options) = url.split_once('?').unwrap_or((url, ""));
        // Headers may be secrets.
        let refused =
            |reason: &str| StoreError::Location { text: place.to_owned(), reason: reason.to_owned() };
        let (scheme, rest) =
            place.split_once("://").ok_or_else(|| refused("expected grpc://HOST:PORT/INSTANCE"))?;
        let (authority, instance) = rest.split_once('/').unwrap_or((rest, ""));
        if authority.is_empty() {
            return Err(refused("host is missing"));
        }
        let (mut timeout, mut headers) = (REMOTE_TIMEOUT, Vec::new());
        for option in options.split('&').filter(|option| !option.is_empty()) {
            match option.split_once('=') {
                Some(("timeout", seconds)) => {
                    let seconds =
                        seconds.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                    timeout =
                        seconds.ok_or_else(|| refused("expected a number of seconds after timeout="))?;
                }
                Some(("header", header)) => {
                    let pair = header.split_once(':').and_then(|(name, value)| {
                        Some((name.trim().parse().ok()?, value.trim().parse().ok()?))
                    });
                    headers.push(pair.ok_or_else(|| refused("expected NAME:VALUE after header="))?);
                }
                _ => return Err(refused("unknown option, expected timeout=SECONDS or header=NAME:VALUE")),
            }
        }
        let is_secure = scheme == "grpcs";
        let address = format!("{}://{authority}", if is_secure { "https" } else { "http" });
        let endpoint = Endpoint::from_shared(address).map_err(|_| refused("host is missing"))?;
        let mut endpoint = endpoint.connect_timeout(timeout).timeout(timeout);
        if is_secure {
            let tls = ClientTlsConfig::new().with_native_roots();
            endpoint = endpoint.tls_config(tls).map_err(|error| refused(&error.to_string()))?;
        }
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(2).enable_all().build();
        let runtime = runtime.map_err(|cause| StoreError::Io {
            doing: "start threads to access",
            place: place.to_owned(),
            cause,
        })?;
        let channel = {
            let _within = runtime.enter();
            endpoint.connect_lazy()
        };
        let (name, instance) = (place.to_owned(), instance.to_owned());
        Ok(Self { name, instance, headers, timeout, channel, runtime })
    }

    /// What it is called in messages.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The instance of the farm that is asked.
    pub(super) fn instance(&self) -> &str {
        &self.instance
    }

    /// A request with the headers.
    pub(super) fn request<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        for (name, value) in &self.headers {
            request.metadata_mut().insert(name.clone(), value.clone());
        }
        request
    }

    /// Calls the farm, and again where that may help.
    pub(super) fn call<T, F>(&self, what: &str, call: impl Fn(Channel) -> F) -> std::result::Result<T, Status>
    where
        F: Future<Output = std::result::Result<Response<T>, Status>>,
    {
        self.call_within(self.timeout, what, call)
    }

    /// The same with another timeout.
    pub(super) fn call_within<T, F>(
        &self,
        timeout: Duration,
        what: &str,
        call: impl Fn(Channel) -> F,
    ) -> std::result::Result<T, Status>
    where
        F: Future<Output = std::result::Result<Response<T>, Status>>,
    {
        self.runtime.block_on(async {
            let mut pause = FIRST_PAUSE;
            for _ in 1..MAX_TRIES {
                match within(timeout, what, call(self.channel.clone())).await {
                    Err(status) if may_pass(&status) => tokio::time::sleep(pause).await,
                    other => return other.map(Response::into_inner),
                }
                pause *= 2;
            }
            within(timeout, what, call(self.channel.clone())).await.map(Response::into_inner)
        })
    }

    /// The error of a call.
    pub(super) fn failed(&self, what: &str, status: &Status) -> StoreError {
        let said = match status.message() {
            "" => String::new(),
            text => format!(": {}", text.split_whitespace().collect::<Vec<_>>().join(" ")),
        };
        let reason = format!("answers {what} with \"{}\"{said}", status.code());
        StoreError::Remote { place: self.name.clone(), reason }
    }

    /// The error of an answer that says no.
    pub(super) fn refused(&self, what: &str, why: &str) -> StoreError {
        StoreError::Remote { place: self.name.clone(), reason: format!("refuses {what}: {why}") }
    }
}

async fn within<T>(
    timeout: Duration,
    what: &str,
    call: impl Future<Output = std::result::Result<Response<T>, Status>>,
) -> std::result::Result<Response<T>, Status> {
    let late =
        |_| Status::deadline_exceeded(format!("{what} took longer than {:.1} s", timeout.as_secs_f64()));
    tokio::time::timeout(timeout, call).await.map_err(late)?
}

/// Whether the same call may be answered in another way a little later.
fn may_pass(status: &Status) -> bool {
    matches!(
        status.code(),
        Code::Unavailable
            | Code::DeadlineExceeded
            | Code::ResourceExhausted
            | Code::Aborted
            | Code::Cancelled
    )
}
