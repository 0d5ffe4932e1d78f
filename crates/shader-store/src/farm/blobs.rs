//! Blobs: what lies in the content-addressable storage of a farm, in batches where they are small, and as streams.

use az::SaturatingAs as _;
use bazel_remote_apis::build::bazel::remote::execution::v2::content_addressable_storage_client::ContentAddressableStorageClient;
use bazel_remote_apis::build::bazel::remote::execution::v2::{
    BatchReadBlobsRequest, BatchUpdateBlobsRequest, Digest, FindMissingBlobsRequest,
    batch_update_blobs_request,
};
use bazel_remote_apis::google::bytestream::byte_stream_client::ByteStreamClient;
use bazel_remote_apis::google::bytestream::{ReadRequest, WriteRequest};
use sha2::{Digest as _, Sha256};
use tonic::Code;

use super::connection::Connection;
use crate::error::Result;
use crate::limits::MAX_ARTEFACT;

/// The most bytes of a batch, whatever a server takes: gRPC's own limit for a message is 4 MiB.
const MAX_BATCH: usize = 3 << 20;

/// Room for the digest and the lengths of a blob in a batch.
const AROUND: usize = 256;

/// The bytes of one piece of a stream.
const PIECE: usize = 1 << 20;

/// Bytes with the digest that a farm knows them by.
#[derive(Debug, Clone)]
pub(super) struct Blob {
    pub(super) digest: Digest,
    pub(super) bytes: Vec<u8>,
}

impl Blob {
    pub(super) fn of(bytes: Vec<u8>) -> Self {
        let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        let size_bytes = bytes.len().saturating_as::<i64>();
        Self { digest: Digest { hash, size_bytes }, bytes }
    }
}

impl Connection {
    /// Which of these are not there.
    pub(super) fn missing(&self, digests: &[Digest]) -> Result<Vec<Digest>> {
        let mut missing = Vec::new();
        // A digest is less than a hundred bytes.
        for some in digests.chunks(MAX_BATCH / AROUND) {
            let request = FindMissingBlobsRequest {
                instance_name: self.instance().to_owned(),
                blob_digests: some.to_vec(),
                ..FindMissingBlobsRequest::default()
            };
            let answer = self.call("FindMissingBlobs", |channel| {
                let request = self.request(request.clone());
                async move { ContentAddressableStorageClient::new(channel).find_missing_blobs(request).await }
            });
            let answer = answer.map_err(|status| self.failed("FindMissingBlobs", &status))?;
            missing.extend(answer.missing_blob_digests);
        }
        Ok(missing)
    }

    /// Uploads what is not there yet.
    pub(super) fn upload(&self, mut blobs: Vec<Blob>) -> Result<()> {
        blobs.sort_by(|a, b| a.digest.hash.cmp(&b.digest.hash));
        blobs.dedup_by(|a, b| a.digest == b.digest);
        let digests: Vec<Digest> = blobs.iter().map(|blob| blob.digest.clone()).collect();
        let missing = self.missing(&digests)?;
        blobs.retain(|blob| missing.contains(&blob.digest));
        let (mut batch, mut bytes) = (Vec::new(), 0);
        for blob in blobs {
            let needed = blob.bytes.len() + AROUND;
            if needed > MAX_BATCH {
                self.write(&blob)?;
                continue;
            }
            if bytes + needed > MAX_BATCH {
                self.update(std::mem::take(&mut batch))?;
                bytes = 0;
            }
            bytes += needed;
            batch.push(blob);
        }
        if batch.is_empty() { Ok(()) } else { self.update(batch) }
    }

    fn update(&self, batch: Vec<Blob>) -> Result<()> {
        let requests = batch.into_iter().map(|blob| batch_update_blobs_request::Request {
            digest: Some(blob.digest),
            data: blob.bytes,
            compressor: 0,
        });
        let request = BatchUpdateBlobsRequest {
            instance_name: self.instance().to_owned(),
            requests: requests.collect(),
            ..BatchUpdateBlobsRequest::default()
        };
        let answer = self.call("BatchUpdateBlobs", |channel| {
            let request = self.request(request.clone());
            async move { ContentAddressableStorageClient::new(channel).batch_update_blobs(request).await }
        });
        let answer = answer.map_err(|status| self.failed("BatchUpdateBlobs", &status))?;
        let refused =
            answer.responses.into_iter().filter_map(|one| one.status).find(|status| status.code != 0);
        match refused {
            Some(status) => Err(self.refused("a blob", &status.message)),
            None => Ok(()),
        }
    }

    /// Uploads one as a stream.
    fn write(&self, blob: &Blob) -> Result<()> {
        let Digest { hash, size_bytes } = &blob.digest;
        // What is written under one name is written once; the digest is as good a name as any.
        let upload = format!(
            "{}-{}-{}-{}-{}",
            part(hash, 0, 8),
            part(hash, 8, 12),
            part(hash, 12, 16),
            part(hash, 16, 20),
            part(hash, 20, 32)
        );
        let resource_name = self.resource(&format!("uploads/{upload}/blobs/{hash}/{size_bytes}"));
        let count = blob.bytes.chunks(PIECE).count();
        let pieces = blob.bytes.chunks(PIECE).enumerate().map(|(index, piece)| WriteRequest {
            resource_name: if index == 0 { resource_name.clone() } else { String::new() },
            write_offset: (index * PIECE).saturating_as::<i64>(),
            finish_write: index + 1 == count,
            data: piece.to_vec(),
        });
        let pieces: Vec<WriteRequest> = pieces.collect();
        let answer = self.call("ByteStream.Write", |channel| {
            let pieces = self.request(tokio_stream(pieces.clone()));
            async move { ByteStreamClient::new(channel).write(pieces).await }
        });
        let answer = answer.map_err(|status| self.failed("ByteStream.Write", &status))?;
        if answer.committed_size == *size_bytes {
            return Ok(());
        }
        Err(self.refused("a blob", &format!("accepted only {} of {size_bytes} bytes", answer.committed_size)))
    }

    /// The bytes of a blob, if it is there. They need not be those of the digest: values are checked elsewhere.
    pub(super) fn read(&self, digest: &Digest) -> Result<Option<Vec<u8>>> {
        let size = usize::try_from(digest.size_bytes).unwrap_or(usize::MAX);
        if size > MAX_ARTEFACT {
            return Ok(None);
        }
        if size + AROUND > MAX_BATCH {
            return self.read_stream(digest, size);
        }
        let request = BatchReadBlobsRequest {
            instance_name: self.instance().to_owned(),
            digests: vec![digest.clone()],
            ..BatchReadBlobsRequest::default()
        };
        let answer = self.call("BatchReadBlobs", |channel| {
            let request = self.request(request.clone());
            async move { ContentAddressableStorageClient::new(channel).batch_read_blobs(request).await }
        });
        let answer = answer.map_err(|status| self.failed("BatchReadBlobs", &status))?;
        let Some(first) = answer.responses.into_iter().next() else { return Ok(None) };
        match first.status {
            Some(status) if status.code == Code::NotFound as i32 => Ok(None),
            Some(status) if status.code != 0 => Err(self.refused("to read a blob", &status.message)),
            _ => Ok(Some(first.data)),
        }
    }

    fn read_stream(&self, digest: &Digest, size: usize) -> Result<Option<Vec<u8>>> {
        let resource_name = self.resource(&format!("blobs/{}/{}", digest.hash, digest.size_bytes));
        let request = ReadRequest { resource_name, ..ReadRequest::default() };
        let answer = self.call("ByteStream.Read", |channel| {
            let request = self.request(request.clone());
            async move {
                let mut stream = ByteStreamClient::new(channel).read(request).await?.into_inner();
                let mut bytes = Vec::new();
                while let Some(piece) = stream.message().await? {
                    bytes.extend(piece.data);
                    if bytes.len() > size {
                        return Err(tonic::Status::data_loss(
                            "server sent more bytes than the digest states",
                        ));
                    }
                }
                Ok(tonic::Response::new(bytes))
            }
        });
        match answer {
            Ok(bytes) => Ok(Some(bytes)),
            Err(status) if status.code() == Code::NotFound => Ok(None),
            Err(status) => Err(self.failed("ByteStream.Read", &status)),
        }
    }

    /// The name of a blob as a stream.
    fn resource(&self, path: &str) -> String {
        match self.instance() {
            "" => path.to_owned(),
            instance => format!("{instance}/{path}"),
        }
    }
}

fn part(hash: &str, from: usize, to: usize) -> &str {
    hash.get(from..to).unwrap_or_default()
}

fn tokio_stream<T: Send + 'static>(
    items: Vec<T>,
) -> impl tonic::codegen::tokio_stream::Stream<Item = T> + Send {
    tonic::codegen::tokio_stream::iter(items)
}
