//! PRIV: private data of the application. Compilers write it last, and do not pad it.

use crate::error::Result;
use crate::fields::Show;
use crate::part::{NoArrangement, PartBuf, View};
use crate::reader::Reader;

/// The view of part PRIV, which borrows the file.
#[derive(Debug, Clone, Copy)]
pub struct PrivateData<'a> {
    /// All of it.
    pub data: &'a [u8],
}

impl<'a> View<'a> for PrivateData<'a> {
    type Buf = PrivateDataBuf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        Ok(Self { data: r.rest("Data", Show::Plain) })
    }

    fn to_buf(&self) -> PrivateDataBuf {
        PrivateDataBuf { data: self.data.to_vec() }
    }
}

/// The owned form of part PRIV.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PrivateDataBuf {
    /// All of it.
    pub data: Vec<u8>,
}

impl PartBuf for PrivateDataBuf {
    type View<'a> = PrivateData<'a>;
    type Arrangement = NoArrangement;

    fn arrange(&self, _: Option<&NoArrangement>) -> Result<Vec<u8>> {
        Ok(self.data.clone())
    }
}
