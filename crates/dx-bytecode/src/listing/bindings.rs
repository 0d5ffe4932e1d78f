//! `Resource Bindings`: a row for each resource, sampler and buffer that the shader binds.

use bstr::BStr;
use dx_container::enums::{ResourceDimension, ResourceReturnType, ShaderInputType};
use dx_container::flags::ShaderInputFlags;
use dx_container::parts::rdef::{Binding, Rdef};

use super::page::{self, Page};

type ViewBinding<'a> = Binding<&'a BStr, &'a [u8]>;

const TITLE: &str = "Resource Bindings:";
const COLUMNS: [&str; 2] = [
    "Name                                 Type  Format         Dim      HLSL Bind  Count",
    "------------------------------ ---------- ------- ----------- -------------- ------",
];
/// From shader model 5.1 on, where instructions name a binding by its number.
const COLUMNS_WITH_ID: [&str; 2] = [
    "Name                                 Type  Format         Dim      ID      HLSL Bind  Count",
    "------------------------------ ---------- ------- ----------- ------- -------------- ------",
];

pub(super) fn print(page: &mut Page<'_>, rdef: &Rdef<'_>) {
    if rdef.bindings.is_empty() {
        return;
    }
    let has_ids = rdef.model >= (5, 1);
    page.blank();
    page.line(TITLE);
    page.blank();
    for line in if has_ids { COLUMNS_WITH_ID } else { COLUMNS } {
        page.line(line);
    }
    for binding in &rdef.bindings {
        if page.is_full() {
            return;
        }
        page.line(row(binding, has_ids));
    }
    page.blank();
}

fn row(binding: &ViewBinding<'_>, has_ids: bool) -> String {
    let name = page::name(binding.name);
    let (kind, format, dimension) = (kind(binding), format(binding), dimension(binding));
    let (prefix, id_prefix) = match binding.kind {
        ShaderInputType::CBUFFER => ("cb", "CB"),
        ShaderInputType::SAMPLER => ("s", "S"),
        ShaderInputType::TBUFFER
        | ShaderInputType::TEXTURE
        | ShaderInputType::STRUCTURED
        | ShaderInputType::BYTE_ADDRESS => ("t", "T"),
        _ => ("u", "U"),
    };
    let mut bind = format!("{prefix}{}", binding.bind_point);
    let mut count = binding.bind_count.to_string();
    let mut id = String::new();
    if has_ids {
        if binding.space != 0 {
            bind = format!("{bind},space{}", binding.space);
        }
        if binding.bind_count == 0 {
            count = "unbounded".to_owned();
        }
        id = format!(" {:>7}", format!("{id_prefix}{}", binding.id));
    }
    format!("{name:<30} {kind:>10} {format:>7} {dimension:>11}{id} {bind:>14} {count:>6} ")
}

fn kind(binding: &ViewBinding<'_>) -> &'static str {
    match binding.kind {
        ShaderInputType::CBUFFER => "cbuffer",
        ShaderInputType::TBUFFER => "tbuffer",
        ShaderInputType::SAMPLER if binding.flags.contains(ShaderInputFlags::COMPARISON_SAMPLER) => {
            "sampler_c"
        }
        ShaderInputType::SAMPLER => "sampler",
        ShaderInputType::TEXTURE | ShaderInputType::STRUCTURED | ShaderInputType::BYTE_ADDRESS => "texture",
        _ => "UAV",
    }
}

fn format(binding: &ViewBinding<'_>) -> String {
    let word = match binding.kind {
        ShaderInputType::BYTE_ADDRESS | ShaderInputType::UAV_RW_BYTE_ADDRESS => return "byte".to_owned(),
        kind if access(kind).is_some() => return "struct".to_owned(),
        _ => match binding.return_type {
            ResourceReturnType::UNORM => "unorm",
            ResourceReturnType::SNORM => "snorm",
            ResourceReturnType::SINT => "sint",
            ResourceReturnType::UINT => "uint",
            ResourceReturnType::FLOAT => "float",
            ResourceReturnType::MIXED => "mixed",
            ResourceReturnType::DOUBLE => "double",
            ResourceReturnType::CONTINUED => "<continued>",
            _ => "NA",
        },
    };
    let components = (binding.flags.bits() >> 2 & 3) + 1;
    if components == 1 { word.to_owned() } else { format!("{word}{components}") }
}

fn dimension(binding: &ViewBinding<'_>) -> String {
    if let Some(access) = access(binding.kind) {
        return access.to_owned();
    }
    let word = match binding.dimension {
        ResourceDimension::BUFFER => "buf",
        ResourceDimension::TEXTURE_1D => "1d",
        ResourceDimension::TEXTURE_1D_ARRAY => "1darray",
        ResourceDimension::TEXTURE_2D => "2d",
        ResourceDimension::TEXTURE_2D_ARRAY => "2darray",
        ResourceDimension::TEXTURE_2D_MS => "2dMS",
        ResourceDimension::TEXTURE_2D_MS_ARRAY => "2darrayMS",
        ResourceDimension::TEXTURE_3D => "3d",
        ResourceDimension::TEXTURE_CUBE => "cube",
        ResourceDimension::TEXTURE_CUBE_ARRAY => "cubearray",
        _ => "NA",
    };
    let multisampled = [ResourceDimension::TEXTURE_2D_MS, ResourceDimension::TEXTURE_2D_MS_ARRAY];
    match binding.samples {
        0 | u32::MAX => word.to_owned(),
        samples if multisampled.contains(&binding.dimension) => format!("{word}{samples}"),
        _ => word.to_owned(),
    }
}

/// What stands in the place of a dimension for buffers that have none.
fn access(kind: ShaderInputType) -> Option<&'static str> {
    Some(match kind {
        ShaderInputType::STRUCTURED | ShaderInputType::BYTE_ADDRESS => "r/o",
        ShaderInputType::UAV_RW_STRUCTURED | ShaderInputType::UAV_RW_BYTE_ADDRESS => "r/w",
        ShaderInputType::UAV_RW_STRUCTURED_WITH_COUNTER => "r/w+cnt",
        ShaderInputType::UAV_APPEND_STRUCTURED => "append",
        ShaderInputType::UAV_CONSUME_STRUCTURED => "consume",
        _ => return None,
    })
}
