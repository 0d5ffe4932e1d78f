//! The oracles of naga-dxil: executes the compute entry points of naga's snapshot inputs over random inputs, and
//! compares the memory with lavapipe, which executes naga's SPIR-V, and with dxil-run, which executes the DXIL that DXC
//! compiles from naga's HLSL.
//!
//! `judge naga FOLDER…` prints a row for each entry point. Each entry point is executed in a process of its own.

mod bounds;
mod entry;
mod inputs;
mod known;
mod observe;
mod oracles;
#[path = "../../crates/naga-dxil/examples/compile_folder/sources.rs"]
mod sources;

use std::path::{Path, PathBuf};

use naga::ShaderStage;

use crate::driver::Driver;
use crate::process;
use entry::Entry;

/// Prints a row for each compute entry point of the sources in the folders.
///
/// # Errors
///
/// A folder cannot be read.
pub fn all(folders: &[String], driver: &Driver) -> Result<(), String> {
    println!("# driver: {}, waves of {} lanes", driver.name(), driver.wave_size());
    for folder in folders {
        for path in sources::files(Path::new(folder)).map_err(|error| format!("{folder}: {error}"))? {
            let Some(Ok(source)) = sources::read(&path).map_err(|error| error.to_string())? else { continue };
            let entries = source.module.entry_points.iter();
            for entry in entries.filter(|entry| entry.stage == ShaderStage::Compute) {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let arguments = ["naga-entry".to_owned(), path.display().to_string(), entry.name.clone()];
                let cells = match process::run(&arguments) {
                    Ok(text) => text.trim_end().to_owned(),
                    Err(why) => format!("failed: {why}\t-\t-\t-"),
                };
                println!("{name}\t{}\t{cells}", entry.name);
            }
        }
    }
    Ok(())
}

/// Executes an entry point here, and prints its cells.
///
/// # Errors
///
/// The file cannot be read.
pub fn one(path: &str, name: &str, driver: &Driver) -> Result<(), String> {
    let path = PathBuf::from(path);
    let source = sources::read(&path).map_err(|error| error.to_string())?;
    let Some(Ok(source)) = source else { return Err("naga does not read the file".to_owned()) };
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    println!(
        "{}",
        Entry::new(&source, name).map_or_else(
            |why| format!("not run: {why}\t-\t-\t-"),
            |entry| { entry.cells(&format!("{file}/{name}"), driver) }
        )
    );
    Ok(())
}
