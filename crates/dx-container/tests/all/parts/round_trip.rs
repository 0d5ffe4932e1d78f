//! The round trip of a part, and names for random parts. Separate because the tests of RDAT need them too.

use bstr::BString;
use dx_container::FourCc;
use dx_container::parts::{Owned, PartBuf};
use dx_container::reader::Payload;
use proptest::prelude::*;

/// Writes `part` as a part called `name` and reads it back: the same meaning, in the canonical layout.
pub(crate) fn check<P: PartBuf + std::fmt::Debug>(name: FourCc, part: P) {
    let bytes = part.arrange(None).unwrap();
    let read = Owned::<P>::read(Payload::new(name, &bytes)).unwrap();
    assert_eq!(read.meaning, part, "{name}");
    assert!(read.layout.is_none(), "{name}: canonical");
    assert_eq!(read.write().unwrap(), bytes, "{name}");
}

/// Names as files have them: any bytes but NUL, often the same.
pub(crate) fn any_name() -> impl Strategy<Value = BString> {
    prop_oneof![
        prop::sample::select(vec!["", "A", "TEXCOORD", "SV_Position"]).prop_map(BString::from),
        prop::collection::vec(1_u8.., 0..12).prop_map(BString::from),
    ]
}
