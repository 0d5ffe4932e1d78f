//! What the page shows of one shader when it is asked for: listing, sources, control flow, findings. Separate because
//! it is compressed, and bounded in size.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde::Serialize;

use crate::error::Error;
use crate::json::{self, Mapped, in_utf8};
use crate::judging::{Finding, FindingObject, Judgement, finding_objects};
use crate::loading::loaded_shader::{LoadedShader, Source};
use crate::loading::recorded_sources::{Place, Recorded};

/// Bytes of a listing, and of all sources; what is beyond is said.
const MOST: usize = 1 << 20;

/// A shader as its page shows it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct View<'a> {
    /// The listing of the program.
    listing: String,
    /// The source files.
    sources: Vec<SourceText>,
    /// The control flow graphs, as SVG.
    flow: String,
    findings: Mapped<'a, Finding, FindingObject<'a>>,
}

/// A source file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SourceText {
    /// The name of the file.
    name: String,
    /// The text of the file.
    text: String,
}

#[test]
fn schema_is_fresh() {
    json::schema::check_value::<View<'static>>("report-view");
}

impl<'a> View<'a> {
    pub(super) fn of(bytes: &[u8], listing: String, flow: String, judgement: &'a Judgement) -> Self {
        let mut left = MOST;
        let sources = sources(bytes).into_iter().map(|(name, text)| {
            let text = bounded(text, left);
            left = left.saturating_sub(text.len());
            SourceText { name, text }
        });
        let sources = sources.collect();
        Self { listing: bounded(listing, MOST), sources, flow, findings: finding_objects(judgement) }
    }

    /// As a stream of zlib.
    pub(super) fn compressed(&self) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        // Writing to a `Vec` does not fail.
        let _ = json::write(&mut encoder, self);
        encoder.finish().unwrap_or_default()
    }
}

/// A text, cut at the end of a line where it is too long.
fn bounded(mut text: String, most: usize) -> String {
    if text.len() <= most {
        return text;
    }
    let end = text
        .get(..crate::layout::floor_char_boundary(&text, most))
        .and_then(|text| text.rfind('\n'))
        .unwrap_or(0);
    let left = text.get(end..).unwrap_or_default().lines().count();
    text.truncate(end);
    text + &format!("\n… {left} more lines are not shown\n")
}

/// The sources that a file carries, by name; none where they cannot be read.
fn sources(bytes: &[u8]) -> Vec<(String, String)> {
    let mut all = Vec::new();
    if Source::of(bytes).is_some() {
        return all;
    }
    let place = Place::of(bytes);
    let Ok(file) = LoadedShader::open(place.bytes) else { return all };
    let Ok(container) = file.container() else { return all };
    if let Ok(Some(recorded)) = Recorded::in_parts_or_module(&file, &container) {
        let _: Result<(), Error> = recorded.each_source(|name, text| {
            all.push((in_utf8(name).into_owned(), in_utf8(text).replace("\r\n", "\n")));
            Ok(())
        });
    }
    all
}
