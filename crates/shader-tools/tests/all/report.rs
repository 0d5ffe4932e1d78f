//! `report` and `stat` over whole trees: the numbers on the page are those of `ls` and `stat`, a page is no larger
//! than it must be, and nothing that comes from a shader is markup. Separate from the cases because a page is
//! compressed, and about all files at once.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use testkit::{Completion, Failed, Test, corpus, note, skipped, tests};

use crate::json_schema::Schema;

pub(crate) const TESTS: &[Test] = tests![
    pages_have_the_numbers_of_lists,
    the_page_of_the_corpus_is_small_and_has_the_numbers_of_lists,
    names_and_sources_are_no_markup,
    a_report_of_nothing_says_so,
    broken_files_are_rows,
    stored_counters_are_those_of_the_programs
];

fn run(arguments: &[&str], paths: &[&Path]) -> Result<Output, Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shader-tools"));
    command
        .current_dir(corpus::root())
        .args(arguments)
        .args(paths)
        .env_remove("SHADER_STORE")
        .env("NO_COLOR", "1");
    let output = command.output()?;
    assert!(output.status.code().is_some_and(|code| code < 4), "{arguments:?}: {:?}", output.status);
    Ok(output)
}

fn document(arguments: &[&str], paths: &[&Path]) -> Result<Value, Failed> {
    Ok(serde_json::from_slice(&run(arguments, paths)?.stdout)?)
}

/// A page and what is in it.
struct Page {
    text: String,
    data: Value,
    views: Vec<String>,
}

impl Page {
    /// The page of the shaders in a folder that `options` choose.
    fn of(folder: &Path, options: &[&str]) -> Result<Self, Failed> {
        let arguments = [&["report", "-o", "-"], options].concat();
        let text = String::from_utf8(run(&arguments, &[folder])?.stdout)?;
        let inside = |begin: &str| {
            let (_, behind) = text.split_once(begin).ok_or("the page has no such script")?;
            let (inside, _) = behind.split_once("</script>").ok_or("the script has an end")?;
            Ok::<_, Failed>(inside.to_owned())
        };
        let data = serde_json::from_str(&inside("<script type=\"application/json\" id=\"data\">")?)?;
        let views = inside("<script type=\"text/plain\" id=\"views\">\n")?;
        Ok(Self { views: views.lines().map(str::to_owned).collect(), data, text })
    }

    fn files(&self) -> &[Value] {
        self.data["files"].as_array().map_or(&[], Vec::as_slice)
    }

    /// The data and the views follow their schemas.
    fn check_schemas(&self) -> Result<(), Failed> {
        let mut members = BTreeSet::new();
        Schema::read("report").check_document(&self.data, &mut members)?;
        let schema = Schema::read("report-view");
        for index in (0..self.views.len()).filter(|index| !self.views[*index].is_empty()) {
            schema.check_document(&self.view(index)?, &mut members)?;
        }
        Ok(())
    }

    /// What the page shows of one shader.
    fn view(&self, index: usize) -> Result<Value, Failed> {
        use base64::prelude::{BASE64_STANDARD, Engine as _};
        let bytes = BASE64_STANDARD.decode(&self.views[index])?;
        let mut text = String::new();
        flate2::read::ZlibDecoder::new(bytes.as_slice()).read_to_string(&mut text)?;
        Ok(serde_json::from_str(&text)?)
    }
}

/// Compares the page of the shaders that `options` choose with `ls` and `stat`. Returns the number of shaders and the
/// size of the page.
fn compare(folder: &Path, options: &[&str]) -> Result<(usize, usize), Failed> {
    let page = Page::of(folder, options)?;
    page.check_schemas()?;
    let list = document(&[&["ls", "--json"], options].concat(), &[folder])?;
    let list: Vec<&Value> =
        list["files"].as_array().ok_or("a list")?.iter().filter(|it| it.get("error").is_none()).collect();
    let of_page: Vec<&Value> = page.files().iter().map(|file| &file["ls"]).collect();
    assert_eq!(of_page, list);
    let counted = document(&[&["stat", "--json"], options].concat(), &[folder])?;
    for (file, counted) in page.files().iter().zip(counted["files"].as_array().ok_or("a list")?) {
        let names = ["mix", "branches", "samples", "stack", "groupShared", "counters"];
        for name in names.into_iter().chain(["liveRegisters", "liveInLongVectors"]) {
            assert_eq!(file["stat"].get(name), counted.get(name), "{name} of {}", counted["file"]);
        }
    }
    assert_eq!(page.views.len(), list.len());
    let judged = document(&[&["validate", "--json"], options].concat(), &[folder])?;
    let judged = judged["files"].as_array().ok_or("a list")?;
    for (index, file) in page.files().iter().enumerate() {
        let name = &file["ls"]["file"];
        let own = judged.iter().find(|it| it["file"] == *name).ok_or("a verdict")?;
        assert_eq!([&file["errors"], &file["warnings"]], [&own["errors"], &own["warnings"]], "{name}");
        if index % 16 == 0 {
            let view = page.view(index)?;
            assert_eq!(view["findings"], own["findings"], "{name}");
            assert!(view["listing"].as_str().is_some_and(|text| text.len() > 20), "{name}");
            assert!(view["flow"].as_str().is_some_and(|text| text.starts_with("<svg ")), "{name}");
        }
    }
    Ok((list.len(), page.text.len()))
}

fn pages_have_the_numbers_of_lists() -> Result<(), Failed> {
    let (files, size) = compare(&corpus::root().join("examples"), &["--exclude", "*.ll"])?;
    assert!(files >= 10 && size < 300_000, "{files} {size}");
    Ok(())
}

fn the_page_of_the_corpus_is_small_and_has_the_numbers_of_lists() -> Result<Completion, Failed> {
    if corpus::inputs("dxc", "dxil").is_none() {
        return Ok(skipped("real shaders of DXC (dxc/)"));
    }
    let folder = corpus::subfolder("dxc").ok_or("the folder of its files")?;
    let (files, size) = compare(&folder, &["--exclude", "*.ll"])?;
    note!("{files} shaders, a page of {size} bytes");
    corpus::at_least("shaders in the report", files, [1, 619])?;
    assert!(!corpus::is_known() || size < 5_000_000, "{size} bytes");
    Ok(Completion::Completed)
}

/// A source that ends the script, and a name that is an element.
fn names_and_sources_are_no_markup() -> Result<(), Failed> {
    const HOSTILE: &str = "</script><img src=x onerror=alert(1)>";
    let folder = tempfile::tempdir()?;
    let root = corpus::root();
    let listing = String::from_utf8(
        run(&["dis", "--part", "ILDB"], &[&root.join("examples/triangle_ps_debug.dxil")])?.stdout,
    )?;
    // The source stands in the metadata, and the entry has a name.
    let changed = listing.replace("PSMain", "</script><img src=x onerror=alert(1)>").replace("// ", HOSTILE);
    let changed = changed.replace("@</script><img src=x onerror=alert(1)>", &format!("@\"{HOSTILE}\""));
    assert!(changed.contains(HOSTILE));
    fs::write(folder.path().join("<img src=x onerror=alert(2)>.ll"), &changed)?;
    let file = folder.path().join("<img src=x onerror=alert(2)>.dxil");
    fs::copy(root.join("examples/triangle_ps.dxil"), &file)?;
    let assembled = folder.path().join("debug.dxil");
    let made = run(&["as", "-o"], &[&assembled, &folder.path().join("<img src=x onerror=alert(2)>.ll")])?;
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let page = Page::of(folder.path(), &[])?;
    assert_eq!(page.files().len(), 3, "the listing, and two containers");
    // Our own elements, and none of a shader's.
    assert_eq!(page.text.matches("</script>").count(), 3, "what ends scripts");
    assert!(!page.text.contains("<img"));
    let view = page.view(1)?;
    assert!(view.to_string().contains("onerror"), "the listing and the source have it");
    assert!(!view["flow"].as_str().ok_or("a picture")?.contains("<img"));
    Ok(())
}

fn a_report_of_nothing_says_so() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let output = run(&["report", "-o", "-"], &[folder.path()])?;
    let text = String::from_utf8(output.stdout)?;
    assert!(text.contains("No readable shader was found."), "{text}");
    assert!(!output.status.success() && !output.stderr.is_empty());
    Ok(())
}

/// Files that are cut are listed with their error, and the others all the same.
fn broken_files_are_rows() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let bytes = fs::read(corpus::root().join("examples/triangle_ps.dxil"))?;
    fs::write(folder.path().join("a.dxil"), &bytes)?;
    fs::write(folder.path().join("b.dxil"), &bytes[..50])?;
    let output = run(&["report", "-o", "-"], &[folder.path()])?;
    assert_eq!(output.status.code(), Some(3));
    let page = Page::of(folder.path(), &[])?;
    assert_eq!(page.files().len(), 1);
    let failed = page.data["failed"].as_array().ok_or("a list")?;
    assert!(matches!(failed.as_slice(), [one] if one["error"]["code"].is_string()), "{failed:?}");
    let counted = document(&["stat", "--json"], &[folder.path()])?;
    assert!(counted["files"][1]["error"]["code"].is_string(), "{counted}");
    let text = String::from_utf8(run(&["stat"], &[folder.path()])?.stderr)?;
    assert!(text.lines().any(|line| line.contains("b.dxil: ")), "{text}");
    Ok(())
}

/// `dx.counters` and fxc's STAT agree with the programs that compilers made.
fn stored_counters_are_those_of_the_programs() -> Result<(), Failed> {
    let mut folders = vec![corpus::root().join("examples")];
    folders.extend(["dxc", "fxc"].iter().filter_map(|name| corpus::subfolder(name)));
    let (mut same, mut different) = (0, Vec::new());
    for folder in folders {
        for file in document(&["stat", "--json"], &[&folder])?["files"].as_array().ok_or("a list")? {
            match file["counters"]["state"].as_str() {
                Some("same") => same += 1,
                Some("different") => different.push(file["file"].clone()),
                _ => {}
            }
        }
    }
    note!("{same} programs with the counters that are stored, {} with others", different.len());
    corpus::at_least("programs with the stored counters", same, [15, 727])?;
    // Of a hull shader older compilers count one phase, and some count moves otherwise.
    assert!(different.len() * 10 <= same, "{different:?}");
    Ok(())
}
