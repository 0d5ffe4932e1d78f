//! The table of resources and where they are bound. Separate because buffers have a table of their own: `buffers.rs`.

use dx_container::enums::{ResourceClass, ResourceKind};

use super::component::component;
use super::page::{Name, Page, left, right};
use super::resource::{Resource, of_class};
use super::shader::Shader;

/// What stands for a class: as a type, before its numbers, before its registers.
const CLASSES: [(ResourceClass, &str, &str, &str); 4] = [
    (ResourceClass::CBUFFER, "cbuffer", "CB", "cb"),
    (ResourceClass::SAMPLER, "sampler", "S", "s"),
    (ResourceClass::SRV, "texture", "T", "t"),
    (ResourceClass::UAV, "UAV", "U", "u"),
];

/// Writes the table.
pub(super) fn print(page: &mut Page, shader: &Shader<'_>) {
    page.lines(&[
        "",
        " Resource Bindings:",
        "",
        " Name                                 Type  Format         Dim      ID      HLSL Bind  Count",
        " ------------------------------ ---------- ------- ----------- ------- -------------- ------",
    ]);
    for (class, ty, number_prefix, register_prefix) in CLASSES {
        for resource in of_class(shader, class) {
            let space = match resource.space {
                0 => String::new(),
                space => format!(",space{space}"),
            };
            page.line(format_args!(
                " {}{}{}{}{}{}{}",
                left(Name(resource.name), 31),
                right(ty, 10),
                right(format(&resource), 8),
                right(dimension(&resource), 12),
                right(format_args!("{number_prefix}{}", resource.id), 8),
                right(format_args!("{register_prefix}{}{space}", resource.lower_bound), 15),
                match resource.count {
                    u32::MAX => right("unbounded", 6),
                    count => right(count, 6),
                }
            ));
        }
    }
    page.blank();
}

fn format(resource: &Resource<'_>) -> &'static str {
    match resource.kind {
        ResourceKind::CBUFFER | ResourceKind::SAMPLER => "NA",
        ResourceKind::RAW_BUFFER => "byte",
        ResourceKind::STRUCTURED_BUFFER => "struct",
        _ => component(resource.component).binding,
    }
}

fn dimension(resource: &Resource<'_>) -> String {
    let name = match (resource.kind, resource.class) {
        (_, ResourceClass::CBUFFER | ResourceClass::SAMPLER) => "NA",
        (ResourceKind::RAW_BUFFER | ResourceKind::STRUCTURED_BUFFER, ResourceClass::SRV) => "r/o",
        (ResourceKind::RAW_BUFFER | ResourceKind::STRUCTURED_BUFFER, _) if resource.has_counter => "r/w+cnt",
        (ResourceKind::RAW_BUFFER | ResourceKind::STRUCTURED_BUFFER, _) => "r/w",
        (ResourceKind::TEXTURE_1D, _) => "1d",
        (ResourceKind::TEXTURE_2D, _) => "2d",
        (ResourceKind::TEXTURE_2D_MS, _) => "2dMS",
        (ResourceKind::TEXTURE_3D, _) => "3d",
        (ResourceKind::TEXTURE_CUBE, _) => "cube",
        (ResourceKind::TEXTURE_1D_ARRAY, _) => "1darray",
        (ResourceKind::TEXTURE_2D_ARRAY, _) => "2darray",
        (ResourceKind::TEXTURE_2D_MS_ARRAY, _) => "2darrayMS",
        (ResourceKind::TEXTURE_CUBE_ARRAY, _) => "cubearray",
        (ResourceKind::TYPED_BUFFER, _) => "buf",
        (ResourceKind::CBUFFER, _) => "cbuffer",
        (ResourceKind::SAMPLER, _) => "sampler",
        (ResourceKind::TBUFFER, _) => "tbuffer",
        (ResourceKind::RT_ACCELERATION_STRUCTURE, _) => "ras",
        (ResourceKind::FEEDBACK_TEXTURE_2D, _) => "fbtex2d",
        (ResourceKind::FEEDBACK_TEXTURE_2D_ARRAY, _) => "fbtex2darray",
        _ => "invalid",
    };
    match resource.kind {
        ResourceKind::TEXTURE_2D_MS | ResourceKind::TEXTURE_2D_MS_ARRAY if resource.samples != 0 => {
            format!("{name}{}", resource.samples)
        }
        _ => name.to_owned(),
    }
}
