//! `reflect`: what an engine asks of a shader, as a page for people or as JSON.

use std::io::Write;

use dx_bytecode::d3d9::Declarations;
use dx_container::D3d9Version;
use dx_container::enums::ShaderKind;
use dx_reflect::Reflection;

use crate::error::Error;
use crate::globals::Globals;
use crate::json;
use crate::loading::direct3d9::{self, Direct3d9};
use crate::loading::loaded_shader::LoadedShader;
use crate::reflecting::{document, page, read};
use crate::run::{Format, Run};
use crate::selection::chosen::Inputs;
use crate::selection::input::Input;
use crate::selection::wanted::Wanted;
use crate::status::Status;
use crate::style::{DIM, TITLE, paint};

/// Show bindings, constant buffers, signatures and exports.
///
/// The output format is the same for DXBC and DXIL.
///
/// For a Direct3D 9 program, `reflect` shows the inputs, the samplers, the named constants and the constant buffers.
/// The program can be a file, or the part Aon9 of a container.
///
/// If the bitcode of the DXIL program is broken, `reflect` shows the data of the other parts and prints a note. If
/// another part that `reflect` needs is broken, `reflect` reports an error. Use `inspect` for such a file.
///
/// Input: containers, PDBs, LLVM assembly, bitcode and Direct3D 9 programs.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Reflect {
    #[command(flatten)]
    inputs: Inputs,

    /// Print JSON (schema shader-tools.reflect/1, docs/schemas/reflect.schema.json).
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools reflect examples/particles_cs.dxil
  shader-tools reflect --json examples/ > bindings.json

More: docs/inspect.md";

const SCHEMA: &str = "shader-tools.reflect/1";

#[test]
fn schema_is_fresh() {
    json::schema::check::<json::schema::Files<document::File<'static>>>(SCHEMA);
}

impl Reflect {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = if self.json { Format::Json(SCHEMA) } else { Format::Pages };
        let mut run = Run::new(&self.inputs, Wanted::ALL_PROGRAMS_OR_ASSEMBLY, globals, format);
        run.each(
            |input, bytes, out, _| {
                if D3d9Version::begins(bytes) {
                    return self.write_direct3d9(input, bytes, out);
                }
                let file = LoadedShader::open_or_assemble(bytes)?;
                let reflection = read(&file)?;
                let container = file.container()?;
                let level9 = direct3d9::of_container(&file, &container)?;
                if self.json {
                    let level9 = level9.as_ref();
                    let level9 =
                        level9.map(|(part, declared)| Direct3d9::new(declared, Some(&part.mappings)));
                    let name = input.name();
                    let object = document::File::new(name, file.assembled_from, &reflection, level9);
                    return Ok(json::write(out, &object)?);
                }
                page::write(out, &input.name().to_string(), file.assembled_from, &reflection)?;
                if let Some((part, declared)) = level9 {
                    let version = declared.version;
                    writeln!(out, "\n{} {}", paint(TITLE, "Direct3D 9 program"), paint(DIM, version))?;
                    direct3d9::write_lines(out, &declared, false)?;
                    direct3d9::write_mappings(out, &part.mappings)?;
                    direct3d9::write_tables(out, &declared)?;
                }
                Ok(())
            },
            |_, ()| {},
        );
        run.status()
    }
}

impl Reflect {
    /// Reflects a Direct3D 9 program that is a file.
    fn write_direct3d9(&self, input: &Input, bytes: &[u8], out: &mut dyn Write) -> Result<(), Error> {
        let declared = Declarations::read(bytes, 0)?;
        if self.json {
            let stage = if declared.version.is_vertex() { ShaderKind::VERTEX } else { ShaderKind::PIXEL };
            let mut reflection = Reflection::default();
            reflection.stage = Some(stage);
            let program = Direct3d9::new(&declared, None);
            let object = document::File::new(input.name(), None, &reflection, Some(program));
            return Ok(json::write(out, &object)?);
        }
        writeln!(out, "{}\n", paint(TITLE, input.name()))?;
        direct3d9::write_lines(out, &declared, true)?;
        direct3d9::write_tables(out, &declared)?;
        Ok(())
    }
}
