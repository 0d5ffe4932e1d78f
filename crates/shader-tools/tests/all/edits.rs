//! Many edits of many shaders, each with `edit`, and what holds of all of them. Separate from what is edited, which is
//! another thing in each test.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dx_container::Container;
use rayon::prelude::*;
use serde_json::Value;
use tempfile::TempDir;
use testkit::Failed;
use testkit::corpus::{self, Shader};

use crate::searching::{document, run};

/// Shaders of compilers, no more than `most`, from all folders: those that `is_wanted` takes. Programs that were broken
/// on purpose cannot be edited: what follows from them cannot be derived.
pub(crate) fn shaders(most: usize, is_wanted: impl Fn(&Container<'_>) -> bool) -> Vec<&'static Shader> {
    let wanted = |shader: &&Shader| {
        let container = Container::parse(&shader.bytes);
        let is_broken = shader.path.components().any(|folder| folder.as_os_str() == "dxc-invalid");
        shader.honest
            && !is_broken
            && shader.pdb.is_none()
            && container.is_ok_and(|container| is_wanted(&container))
    };
    let all: Vec<&Shader> = corpus::shaders().iter().filter(wanted).collect();
    let count = all.len().min(most);
    (0..count).map(|index| all[index * all.len() / count]).collect()
}

/// An edit of a shader.
pub(crate) struct Edit {
    pub(crate) shader: &'static Shader,
    /// What stands behind `edit`.
    pub(crate) arguments: [String; 2],
    /// Parts that it may change.
    pub(crate) parts: Vec<String>,
}

/// What `diff` and `validate` say of an edit that was made.
pub(crate) struct Edited {
    pub(crate) edit: Edit,
    /// The file that was written.
    pub(crate) bytes: Vec<u8>,
    /// The objects of `diff --json`.
    pub(crate) differences: Vec<Value>,
    /// The findings of `validate --json` before and after.
    pub(crate) findings: [Vec<Value>; 2],
}

impl Edited {
    /// For messages.
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.edit.shader.path.display(), self.edit.arguments[1])
    }

    /// That the verdict is what it was, and by the same findings.
    pub(crate) fn is_judged_alike(&self) -> bool {
        self.findings[0] == self.findings[1]
    }
}

/// Makes the edits, each of which has to succeed, and looks at what came of them: of each shader no part but those that
/// the edit names has changed, and nothing around the parts.
pub(crate) fn make(edits: Vec<Edit>) -> Result<Vec<Edited>, Failed> {
    let folders = [tempfile::tempdir()?, tempfile::tempdir()?];
    let path = |folder: &TempDir, index: usize| folder.path().join(format!("{index:05}.bin"));
    edits.par_iter().enumerate().try_for_each(|(index, edit)| {
        let [before, after] = [&folders[0], &folders[1]].map(|folder| path(folder, index));
        let made = std::fs::write(&before, &edit.shader.bytes).map_err(Failed::from);
        let made = made.and_then(|()| one(edit, &before, &after));
        made.map_err(|error| format!("{} {:?}: {error:?}", edit.shader.path.display(), edit.arguments))
    })?;
    let [before, after] = [folders[0].path(), folders[1].path()];
    let mut differences = by_name(&document(&["diff", "--json"], &[before, after])?, "b", "differences")?;
    let validate =
        |folder: &Path| by_name(&document(&["validate", "--json"], &[folder])?, "file", "findings");
    let [mut old, mut new] = [validate(before)?, validate(after)?];
    let edited = edits.into_iter().enumerate().map(|(index, edit)| {
        let name = format!("{index:05}.bin");
        let take = |of: &mut BTreeMap<String, Vec<Value>>| of.remove(&name).ok_or("a file of each name");
        let [differences, old, new] = [take(&mut differences)?, take(&mut old)?, take(&mut new)?];
        let bytes = std::fs::read(path(&folders[1], index))?;
        Ok(Edited { edit, bytes, differences, findings: [old, new] })
    });
    edited.collect()
}

/// Makes one edit, and compares all that it must not change.
fn one(edit: &Edit, before: &Path, after: &Path) -> Result<(), Failed> {
    let [option, value] = &edit.arguments;
    let output = run(&["edit", "--no-validate", "-j", "1", option, value, "-o"], &[after, before])?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let edited = std::fs::read(after)?;
    let [old, new] = [Container::parse(&edit.shader.bytes)?, Container::parse(&edited)?];
    assert_eq!(old.parts().len(), new.parts().len());
    for (index, (old_part, new_part)) in old.parts().iter().zip(new.parts()).enumerate() {
        let name = old_part.name.to_string();
        assert_eq!(old_part.name, new_part.name);
        let is_same = old_part.data == new_part.data || edit.parts.contains(&name);
        if !is_same || old.gap(index) != new.gap(index) {
            return Err(format!("{name} was changed, too").into());
        }
    }
    if old.trailing() != new.trailing() || old.parts().is_empty() {
        return Err("what follows the parts was changed".into());
    }
    Ok(())
}

/// A list of each file of a document, by the name of the file without its folder.
fn by_name(document: &Value, key: &str, list: &str) -> Result<BTreeMap<String, Vec<Value>>, Failed> {
    let files = document["files"].as_array().ok_or("a list of files")?;
    let named = files.iter().map(|file| {
        let path = PathBuf::from(file[key].as_str().unwrap_or_default());
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // An error is a finding, too: what cannot be read is to be told in the same way.
        let found = file[list].as_array().cloned().unwrap_or_else(|| vec![file["error"].clone()]);
        (name, found)
    });
    Ok(named.collect())
}
