//! A build farm of one process: what it is given it holds in memory, and it fails as it is told.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2::action_cache_server::{
    ActionCache, ActionCacheServer,
};
use bazel_remote_apis::build::bazel::remote::execution::v2::content_addressable_storage_server::{
    ContentAddressableStorage, ContentAddressableStorageServer,
};
use bazel_remote_apis::build::bazel::remote::execution::v2::execution_server::{Execution, ExecutionServer};
use bazel_remote_apis::build::bazel::remote::execution::v2::{
    Action, ActionResult, BatchReadBlobsRequest, BatchReadBlobsResponse, BatchUpdateBlobsRequest,
    BatchUpdateBlobsResponse, Command, Digest, Directory, ExecuteRequest, ExecuteResponse,
    FindMissingBlobsRequest, FindMissingBlobsResponse, GetActionResultRequest, GetChunkMappingRequest,
    GetChunkMappingResponse, GetTreeRequest, GetTreeResponse, RegisterChunkMappingRequest,
    RegisterChunkMappingResponse, SpliceBlobRequest, SpliceBlobResponse, SplitBlobRequest, SplitBlobResponse,
    UpdateActionResultRequest, WaitExecutionRequest, batch_read_blobs_response, batch_update_blobs_response,
};
use bazel_remote_apis::google::bytestream::byte_stream_server::{ByteStream, ByteStreamServer};
use bazel_remote_apis::google::bytestream::{
    QueryWriteStatusRequest, QueryWriteStatusResponse, ReadRequest, ReadResponse, WriteRequest, WriteResponse,
};
use bazel_remote_apis::google::longrunning::{Operation, operation};
use bazel_remote_apis::google::protobuf::Any;
use bazel_remote_apis::google::rpc;
use prost::Message as _;
use sha2::{Digest as _, Sha256};
use tokio::runtime::Runtime;
use tonic::codegen::tokio_stream::{Iter, iter};
use tonic::transport::server::TcpIncoming;
use tonic::{Code, Request, Response, Status, Streaming, async_trait};

/// What goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    /// Each answer takes so long.
    Slow(Duration),
    /// So many answers are "unavailable".
    Unavailable(usize),
    Denied,
    /// Nothing is taken.
    ReadOnly,
    /// Bytes are not those that were given.
    WrongBytes,
    /// Another blob than the one that is asked for.
    OtherBlob,
    /// Results are taken, and streams and batches end in the middle.
    Dies,
}

pub(crate) struct State {
    blobs: HashMap<String, Vec<u8>>,
    results: HashMap<String, ActionResult>,
    fault: Fault,
    /// Whether files are given with results.
    pub(crate) inlines: bool,
    pub(crate) uploads: usize,
    pub(crate) streamed: usize,
    pub(crate) executed: usize,
    /// Requests that had the header.
    pub(crate) headers: usize,
}

#[derive(Clone)]
struct Service(Arc<Mutex<State>>);

pub(crate) struct Server {
    service: Service,
    address: SocketAddr,
    /// Ends the server when it is dropped.
    _runtime: Runtime,
}

impl Server {
    pub(crate) fn start() -> Self {
        let state = State {
            blobs: HashMap::new(),
            results: HashMap::new(),
            fault: Fault::None,
            inlines: true,
            uploads: 0,
            streamed: 0,
            executed: 0,
            headers: 0,
        };
        let service = Service(Arc::new(Mutex::new(state)));
        let runtime = Runtime::new().expect("threads");
        let (serving, address) = {
            let _within = runtime.enter();
            let incoming = TcpIncoming::bind(([127, 0, 0, 1], 0).into()).expect("a port");
            let address = incoming.local_addr().expect("it has one");
            let router = tonic::transport::Server::builder()
                .add_service(ActionCacheServer::new(service.clone()))
                .add_service(ContentAddressableStorageServer::new(service.clone()))
                .add_service(ExecutionServer::new(service.clone()))
                .add_service(ByteStreamServer::new(service.clone()));
            (router.serve_with_incoming(incoming), address)
        };
        runtime.spawn(serving);
        Self { service, address, _runtime: runtime }
    }

    pub(crate) fn url(&self) -> String {
        format!("grpc://{}/main", self.address)
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.service.state()
    }

    pub(crate) fn set(&self, fault: Fault) {
        self.state().fault = fault;
    }

    pub(crate) fn forget_blobs(&self) {
        self.state().blobs.clear();
    }
}

impl Service {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no thread panicked")
    }

    /// Does what is to go wrong before anything else; then the state.
    async fn begin<T>(&self, request: &Request<T>, is_write: bool) -> Result<MutexGuard<'_, State>, Status> {
        let fault = {
            let mut state = self.state();
            state.headers +=
                usize::from(request.metadata().get("x-test").is_some_and(|value| value == "yes"));
            if let Fault::Unavailable(count @ 1..) = state.fault {
                state.fault = Fault::Unavailable(count - 1);
                return Err(Status::unavailable("try again"));
            }
            state.fault
        };
        match fault {
            Fault::Slow(time) => tokio::time::sleep(time).await,
            Fault::Denied => return Err(Status::permission_denied("not you")),
            Fault::ReadOnly if is_write => return Err(Status::permission_denied("nothing is taken")),
            _ => {}
        }
        Ok(self.state())
    }
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn digest(bytes: &[u8]) -> Digest {
    Digest { hash: hash(bytes), size_bytes: bytes.len() as i64 }
}

fn rpc_status(code: Code) -> rpc::Status {
    rpc::Status { code: code as i32, ..rpc::Status::default() }
}

impl State {
    /// A blob, or what is given for it.
    fn give(&self, hash: &str) -> Option<Vec<u8>> {
        let mut bytes = self.blobs.get(hash)?.clone();
        match self.fault {
            Fault::WrongBytes if !bytes.is_empty() => {
                let middle = bytes.len() / 2;
                bytes[middle] ^= 0x40;
            }
            Fault::OtherBlob => bytes = self.blobs.iter().find(|(name, _)| *name != hash)?.1.clone(),
            _ => {}
        }
        Some(bytes)
    }

    fn message<M: prost::Message + Default>(&self, digest: Option<&Digest>) -> Result<M, Status> {
        let bytes = digest.and_then(|digest| self.blobs.get(&digest.hash));
        let bytes = bytes.ok_or_else(|| Status::failed_precondition("a blob is missing"))?;
        M::decode(bytes.as_slice()).map_err(|_| Status::invalid_argument("no such message"))
    }

    /// Runs the one command that there is.
    fn execute(&mut self, action: &Digest) -> Result<ActionResult, Status> {
        if let Some(known) = self.results.get(&action.hash) {
            return Ok(known.clone());
        }
        self.executed += 1;
        let action_message: Action = self.message(Some(action))?;
        let command: Command = self.message(action_message.command_digest.as_ref())?;
        let root: Directory = self.message(action_message.input_root_digest.as_ref())?;
        let words: Vec<&str> = command.arguments.iter().map(String::as_str).collect();
        let result = match words.as_slice() {
            ["reverse", name] => {
                let file = root.files.iter().find(|file| file.name == *name);
                let digest = file.and_then(|file| file.digest.as_ref());
                let input = digest.and_then(|digest| self.blobs.get(&digest.hash));
                let input = input.ok_or_else(|| Status::failed_precondition("no input"))?;
                let output: Vec<u8> = input.iter().rev().copied().collect();
                let named = self::digest(&output);
                let stdout_raw = if output.len() < 1000 { output.clone() } else { Vec::new() };
                self.blobs.insert(named.hash.clone(), output);
                ActionResult { stdout_raw, stdout_digest: Some(named), ..ActionResult::default() }
            }
            _ => {
                let stderr_raw = format!("{}: not found", words.first().unwrap_or(&"")).into_bytes();
                return Ok(ActionResult { exit_code: 127, stderr_raw, ..ActionResult::default() });
            }
        };
        self.results.insert(action.hash.clone(), result.clone());
        Ok(result)
    }
}

#[async_trait]
impl ActionCache for Service {
    async fn get_action_result(
        &self,
        request: Request<GetActionResultRequest>,
    ) -> Result<Response<ActionResult>, Status> {
        let state = self.begin(&request, false).await?;
        let request = request.into_inner();
        assert_eq!(request.instance_name, "main");
        if state.fault == Fault::Dies {
            return Err(Status::unavailable("the connection was closed"));
        }
        let hash = request.action_digest.expect("an action").hash;
        let mut result = state.results.get(&hash).cloned().ok_or_else(|| Status::not_found("no result"))?;
        for file in &mut result.output_files {
            let name = file.digest.as_ref().expect("a digest");
            if state.inlines && name.size_bytes < 1 << 20 && request.inline_output_files.contains(&file.path)
            {
                file.contents = state.give(&name.hash).unwrap_or_default();
            }
        }
        Ok(Response::new(result))
    }

    async fn update_action_result(
        &self,
        request: Request<UpdateActionResultRequest>,
    ) -> Result<Response<ActionResult>, Status> {
        let mut state = self.begin(&request, true).await?;
        let request = request.into_inner();
        let (action, result) =
            (request.action_digest.expect("an action"), request.action_result.expect("a result"));
        // As real ones do.
        let files = result.output_files.iter().map(|file| file.digest.as_ref().expect("a digest"));
        for named in files.chain([&action]) {
            if !state.blobs.contains_key(&named.hash) {
                return Err(Status::failed_precondition("a result names what is not there"));
            }
        }
        state.results.insert(action.hash, result.clone());
        Ok(Response::new(result))
    }
}

#[async_trait]
impl ContentAddressableStorage for Service {
    async fn find_missing_blobs(
        &self,
        request: Request<FindMissingBlobsRequest>,
    ) -> Result<Response<FindMissingBlobsResponse>, Status> {
        let state = self.begin(&request, false).await?;
        let digests = request.into_inner().blob_digests.into_iter();
        let missing_blob_digests = digests.filter(|named| !state.blobs.contains_key(&named.hash)).collect();
        Ok(Response::new(FindMissingBlobsResponse { missing_blob_digests }))
    }

    async fn batch_update_blobs(
        &self,
        request: Request<BatchUpdateBlobsRequest>,
    ) -> Result<Response<BatchUpdateBlobsResponse>, Status> {
        let mut state = self.begin(&request, true).await?;
        let requests = request.into_inner().requests;
        let half = requests.len() / 2;
        let mut responses = Vec::new();
        for (index, blob) in requests.into_iter().enumerate() {
            if state.fault == Fault::Dies && index >= half {
                return Err(Status::unavailable("the connection was closed"));
            }
            let named = blob.digest.expect("a digest");
            let is_right = named == digest(&blob.data);
            if is_right {
                state.uploads += 1;
                state.blobs.insert(named.hash.clone(), blob.data);
            }
            let status = if is_right { None } else { Some(rpc_status(Code::InvalidArgument)) };
            responses.push(batch_update_blobs_response::Response { digest: Some(named), status });
        }
        Ok(Response::new(BatchUpdateBlobsResponse { responses }))
    }

    async fn batch_read_blobs(
        &self,
        request: Request<BatchReadBlobsRequest>,
    ) -> Result<Response<BatchReadBlobsResponse>, Status> {
        let state = self.begin(&request, false).await?;
        let read = |named: Digest| {
            let data = state.give(&named.hash);
            let status = data.is_none().then(|| rpc_status(Code::NotFound));
            let data = data.unwrap_or_default();
            batch_read_blobs_response::Response { digest: Some(named), data, status, compressor: 0 }
        };
        let responses = request.into_inner().digests.into_iter().map(read).collect();
        Ok(Response::new(BatchReadBlobsResponse { responses }))
    }

    type GetTreeStream = Iter<std::vec::IntoIter<Result<GetTreeResponse, Status>>>;

    async fn get_tree(&self, _: Request<GetTreeRequest>) -> Result<Response<Self::GetTreeStream>, Status> {
        Err(Status::unimplemented("nobody asks for trees"))
    }

    async fn split_blob(&self, _: Request<SplitBlobRequest>) -> Result<Response<SplitBlobResponse>, Status> {
        Err(Status::unimplemented("nobody splits"))
    }

    type GetChunkMappingStream = Iter<std::vec::IntoIter<Result<GetChunkMappingResponse, Status>>>;

    async fn get_chunk_mapping(
        &self,
        _: Request<GetChunkMappingRequest>,
    ) -> Result<Response<Self::GetChunkMappingStream>, Status> {
        Err(Status::unimplemented("nobody asks for chunks"))
    }

    async fn splice_blob(
        &self,
        _: Request<SpliceBlobRequest>,
    ) -> Result<Response<SpliceBlobResponse>, Status> {
        Err(Status::unimplemented("nobody splices"))
    }

    async fn register_chunk_mapping(
        &self,
        _: Request<Streaming<RegisterChunkMappingRequest>>,
    ) -> Result<Response<RegisterChunkMappingResponse>, Status> {
        Err(Status::unimplemented("nobody has chunks"))
    }
}

#[async_trait]
impl ByteStream for Service {
    type ReadStream = Iter<std::vec::IntoIter<Result<ReadResponse, Status>>>;

    async fn read(&self, request: Request<ReadRequest>) -> Result<Response<Self::ReadStream>, Status> {
        let mut state = self.begin(&request, false).await?;
        state.streamed += 1;
        let name = request.into_inner().resource_name;
        let hash = name.rsplit('/').nth(1).expect("a hash");
        assert!(name.starts_with("main/blobs/"), "{name}");
        let bytes = state.give(hash).ok_or_else(|| Status::not_found("no such blob"))?;
        let pieces = bytes.chunks(100_000).map(|piece| Ok(ReadResponse { data: piece.to_vec() }));
        Ok(Response::new(iter(pieces.collect::<Vec<_>>())))
    }

    async fn write(
        &self,
        request: Request<Streaming<WriteRequest>>,
    ) -> Result<Response<WriteResponse>, Status> {
        drop(self.begin(&request, true).await?);
        let mut stream = request.into_inner();
        let (mut bytes, mut name, mut is_finished) = (Vec::new(), String::new(), false);
        while let Some(piece) = stream.message().await? {
            if name.is_empty() {
                name = piece.resource_name;
            }
            assert_eq!(piece.write_offset, bytes.len() as i64);
            bytes.extend(piece.data);
            is_finished |= piece.finish_write;
        }
        let wanted = name.rsplit('/').nth(1).expect("a hash").to_owned();
        assert!(is_finished && name.starts_with("main/uploads/"), "{name}");
        if hash(&bytes) != wanted {
            return Err(Status::invalid_argument("another digest"));
        }
        let committed_size = bytes.len() as i64;
        let mut state = self.state();
        state.streamed += 1;
        state.uploads += 1;
        state.blobs.insert(wanted, bytes);
        Ok(Response::new(WriteResponse { committed_size }))
    }

    async fn query_write_status(
        &self,
        _: Request<QueryWriteStatusRequest>,
    ) -> Result<Response<QueryWriteStatusResponse>, Status> {
        Err(Status::unimplemented("nobody asks"))
    }
}

#[async_trait]
impl Execution for Service {
    type ExecuteStream = Iter<std::vec::IntoIter<Result<Operation, Status>>>;

    async fn execute(
        &self,
        request: Request<ExecuteRequest>,
    ) -> Result<Response<Self::ExecuteStream>, Status> {
        let mut state = self.begin(&request, true).await?;
        let action = request.into_inner().action_digest.expect("an action");
        let result = state.execute(&action)?;
        let response = ExecuteResponse { result: Some(result), ..ExecuteResponse::default() };
        let any = Any { type_url: String::new(), value: response.encode_to_vec() };
        let done =
            Operation { done: true, result: Some(operation::Result::Response(any)), ..Operation::default() };
        Ok(Response::new(iter(vec![Ok(Operation::default()), Ok(done)])))
    }

    type WaitExecutionStream = Iter<std::vec::IntoIter<Result<Operation, Status>>>;

    async fn wait_execution(
        &self,
        _: Request<WaitExecutionRequest>,
    ) -> Result<Response<Self::WaitExecutionStream>, Status> {
        Err(Status::unimplemented("nobody waits"))
    }
}
