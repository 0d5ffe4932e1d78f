//! `dxil-pretty-printer`: the resources of a module, shown as LLVM's pass shows them. Separate because only its tests
//! ask for this form; `dis` prints tables in DXC's.

use std::fmt::Write as _;

use dx_container::enums::{ElementType, ResourceKind};
use dxil::shader::{ResourceProperties, ResourceRange, Resources, Shader};
use dxil_ir::Module;
use dxil_passes::PassError;
use dxil_passes::lower::run_passes;

/// What a row says besides where the resource is bound.
struct Row<'r> {
    range: &'r ResourceRange,
    class: &'static str,
    prefix: &'static str,
    format: String,
    dimension: String,
}

/// The table of a module's resources.
pub(super) fn printed(module: &Module) -> Result<String, PassError> {
    Ok(of(&run_passes(module.clone(), &["dxil-translate-metadata"])?))
}

/// The table of the resources in the metadata of a module.
pub(super) fn of(module: &Module) -> String {
    let shader = Shader::read(module).unwrap_or_default();
    let mut text = String::from(";\n; Resource Bindings:\n;\n");
    put(&mut text, ["Name", "Type", "Format", "Dim", "ID", "HLSL Bind", "Count"]);
    let dashes = [30, 10, 7, 11, 7, 14, 9].map(|width| "-".repeat(width));
    put(&mut text, [0, 1, 2, 3, 4, 5, 6].map(|column: usize| dashes[column].as_str()));
    for row in shader.resources.as_ref().map_or_else(Vec::new, rows) {
        let name = row.range.name.to_string();
        let id = format!("{}{}", row.prefix.to_uppercase(), row.range.id);
        let space = match row.range.space {
            0 => String::new(),
            space => format!(",space{space}"),
        };
        let place = format!("{}{}{space}", row.prefix, row.range.lower_bound);
        let count = match row.range.size {
            ResourceRange::UNBOUNDED => "unbounded".to_owned(),
            count => count.to_string(),
        };
        put(&mut text, [&name, row.class, &row.format, &row.dimension, &id, &place, &count]);
    }
    text.push_str(";\n");
    text
}

fn put(text: &mut String, columns: [&str; 7]) {
    let [name, class, format, dimension, id, place, count] = columns;
    let _ =
        writeln!(text, "; {name:<30} {class:>10} {format:>7} {dimension:>11} {id:>7} {place:>14} {count:>9}");
}

fn rows(resources: &Resources) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for srv in resources.srvs.iter().flatten() {
        let format = format_of(srv.shape, srv.properties.as_ref());
        let dimension = dimension(srv.shape, false, false);
        rows.push(Row { range: &srv.range, class: "texture", prefix: "t", format, dimension });
    }
    for uav in resources.uavs.iter().flatten() {
        let format = format_of(uav.shape, uav.properties.as_ref());
        let dimension = dimension(uav.shape, true, uav.has_counter);
        rows.push(Row { range: &uav.range, class: "UAV", prefix: "u", format, dimension });
    }
    let none = || "NA".to_owned();
    for cbuffer in resources.cbuffers.iter().flatten() {
        rows.push(Row {
            range: &cbuffer.range,
            class: "cbuffer",
            prefix: "cb",
            format: none(),
            dimension: none(),
        });
    }
    for sampler in resources.samplers.iter().flatten() {
        rows.push(Row {
            range: &sampler.range,
            class: "sampler",
            prefix: "s",
            format: none(),
            dimension: none(),
        });
    }
    rows
}

fn format_of(kind: ResourceKind, properties: Option<&ResourceProperties>) -> String {
    match kind {
        ResourceKind::STRUCTURED_BUFFER => "struct".to_owned(),
        ResourceKind::RAW_BUFFER => "byte".to_owned(),
        _ => match properties.and_then(ResourceProperties::element_type).copied() {
            Some(ElementType::I16) => "i16",
            Some(ElementType::U16) => "u16",
            Some(ElementType::I32) => "i32",
            Some(ElementType::U32) => "u32",
            Some(ElementType::I64) => "i64",
            Some(ElementType::U64) => "u64",
            Some(ElementType::F16) => "f16",
            Some(ElementType::F64) => "f64",
            _ => "f32",
        }
        .to_owned(),
    }
}

fn dimension(kind: ResourceKind, is_uav: bool, has_counter: bool) -> String {
    match kind {
        ResourceKind::STRUCTURED_BUFFER | ResourceKind::RAW_BUFFER => match (is_uav, has_counter) {
            (false, _) => "r/o",
            (true, true) => "r/w+cnt",
            (true, false) => "r/w",
        },
        ResourceKind::TEXTURE_1D => "1d",
        ResourceKind::TEXTURE_2D => "2d",
        ResourceKind::TEXTURE_3D => "3d",
        ResourceKind::TEXTURE_CUBE => "cube",
        ResourceKind::TEXTURE_1D_ARRAY => "1darray",
        ResourceKind::TEXTURE_2D_ARRAY => "2darray",
        ResourceKind::TEXTURE_CUBE_ARRAY => "cubearray",
        _ => "buf",
    }
    .to_owned()
}
