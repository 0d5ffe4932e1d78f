//! The page: static text, data and views as text of scripts that are not run, and our own script and style, which the
//! page allows by their digests and nothing else. Separate from what is known of shaders.

use std::fmt::Write as _;
use std::io::{self, Write};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::entry::{Entry, EntryObject, Failure};
use crate::graph::escaped;
use crate::json;
use crate::style::{counted, grouped};

const SCRIPT: &str = include_str!("report.js");
const STYLE: &str = include_str!("report.css");

/// Bytes of compressed views; there is no room for more than this in a page that a browser opens readily.
const MOST_VIEWS: usize = 64 << 20;
/// Rows of the table for browsers that run no scripts.
const MOST_ROWS: usize = 1000;

const SCHEMA: &str = "shader-tools.report/1";

/// The last members of the document.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Rest<'a> {
    /// The files that could not be read.
    failed: &'a [Failure],
    /// The number of shaders without details.
    without_view: usize,
}

#[test]
fn schema_is_fresh() {
    /// The shaders of a report.
    #[derive(Serialize, schemars::JsonSchema)]
    struct Document {
        /// The shaders.
        files: Vec<EntryObject<'static>>,
        #[serde(flatten)]
        rest: Rest<'static>,
    }
    json::schema::check::<Document>(SCHEMA);
}

/// A page that grows shader by shader.
pub(super) struct Page {
    title: String,
    entries: Vec<Entry>,
    failures: Vec<Failure>,
    /// In base 64, a line each.
    views: String,
    /// Shaders without a view.
    without_view: usize,
    /// Rows for browsers that run no scripts.
    rows: String,
    bytes: u64,
    instructions: u64,
    /// Files with errors, and with warnings only.
    found: (usize, usize),
}

impl Page {
    pub(super) fn new(title: String) -> Self {
        Self {
            title,
            entries: Vec::new(),
            failures: Vec::new(),
            views: String::new(),
            without_view: 0,
            rows: String::new(),
            bytes: 0,
            instructions: 0,
            found: (0, 0),
        }
    }

    pub(super) fn has_shaders(&self) -> bool {
        !self.entries.is_empty()
    }

    pub(super) fn add(&mut self, entry: Entry, view: &[u8]) {
        let shader = &entry.shader;
        self.bytes += shader.size;
        self.instructions += shader.instructions.unwrap_or(0);
        match entry.findings {
            (0, 0) => {}
            (0, _) => self.found.1 += 1,
            _ => self.found.0 += 1,
        }
        if self.entries.len() < MOST_ROWS {
            let profile = shader.profile.map_or(String::new(), |profile| profile.to_string());
            let instructions = shader.instructions.map_or_else(|| "?".to_owned(), grouped);
            let (file, size) = (escaped(&shader.file.to_string()), grouped(shader.size));
            let _ = writeln!(
                self.rows,
                "<tr><td>{file}<td>{profile}<td class=n>{size}<td class=n>{instructions}"
            );
        }
        self.entries.push(entry);
        if self.views.len() + view.len() < MOST_VIEWS {
            BASE64_STANDARD.encode_string(view, &mut self.views);
        } else {
            self.without_view += 1;
        }
        self.views.push('\n');
    }

    pub(super) fn add_failure(&mut self, failure: Failure) {
        self.failures.push(failure);
    }

    /// The whole page.
    pub(super) fn finish(self) -> String {
        let title = escaped(&self.title);
        let mut data = Vec::new();
        // Writing to a `Vec` does not fail.
        let _ = self.write_data(&mut data);
        let data = harmless(&String::from_utf8_lossy(&data));
        let (script, style) = (digest(SCRIPT), digest(STYLE));
        let version = env!("CARGO_PKG_VERSION");
        let (summary, rows, views) = (self.summary(), self.static_table(), &self.views);
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src blob: data:; \
             script-src 'sha256-{script}'; style-src 'sha256-{style}'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"generator\" content=\"shader-tools {version}\">\n\
             <link rel=\"icon\" href=\"data:,\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
             <header><h1><a href=\"#/\">{title}</a></h1><p id=\"summary\">{summary}</p></header>\n\
             <main id=\"main\" tabindex=\"-1\"></main>\n<noscript>\n{rows}</noscript>\n\
             <script type=\"application/json\" id=\"data\">{data}</script>\n\
             <script type=\"text/plain\" \
                            id=\"views\">\n{views}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
        )
    }

    fn write_data(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut document = json::Object::document(out, SCHEMA)?;
        document.lines("files", self.entries.iter().map(EntryObject::new))?;
        document.members(&Rest { failed: &self.failures, without_view: self.without_view })?;
        document.end()
    }

    fn summary(&self) -> String {
        if self.entries.is_empty() {
            return "No readable shader was found.".to_owned();
        }
        let (bytes, instructions) = (grouped(self.bytes), grouped(self.instructions));
        let shaders = counted(self.entries.len(), "shader");
        let mut text = format!("{shaders}, {bytes} bytes, {instructions} instructions");
        if self.found.0 > 0 {
            text += &format!(", {} invalid", grouped(self.found.0 as u64));
        }
        if self.found.1 > 0 {
            text += &format!(", {} with warnings", grouped(self.found.1 as u64));
        }
        if !self.failures.is_empty() {
            text += &format!(", {} could not be read", counted(self.failures.len(), "file"));
        }
        text
    }

    /// What is left of the page where no script is run.
    fn static_table(&self) -> String {
        let mut text = "<p>Without JavaScript, this page only shows a table of shaders. Enable JavaScript \
                        for sorting, maps, listings, sources and control flow graphs.</p>\n"
            .to_owned();
        if !self.rows.is_empty() {
            let head = "<th>file<th>profile<th>bytes<th>instructions";
            let _ = writeln!(text, "<table><thead><tr>{head}<tbody>\n{}</table>", self.rows);
        }
        let more = self.entries.len().saturating_sub(MOST_ROWS);
        if more > 0 {
            let _ = writeln!(text, "<p>{} not shown</p>", counted(more, "more shader"));
        }
        text
    }
}

/// JSON in which nothing ends a script or begins markup.
fn harmless(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for letter in json.chars() {
        match letter {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => _ = write!(out, "\\u{:04x}", u32::from(letter)),
            letter => out.push(letter),
        }
    }
    out
}

/// The digest by which a page allows a script or a style.
fn digest(text: &str) -> String {
    BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::{digest, harmless};

    #[test]
    fn digests_are_those_of_browsers() {
        assert_eq!(digest(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    }

    #[test]
    fn nothing_ends_the_script() {
        assert_eq!(harmless("\"</script>&\u{2028}\""), "\"\\u003c/script\\u003e\\u0026\\u2028\"");
    }
}
