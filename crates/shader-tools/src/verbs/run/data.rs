//! Values on the command line and in text that comes out: formats such as `f32x4`, numbers of JSON, constant buffers by
//! the names of their variables.

use dx_container::enums::{VariableClass, VariableType};
use dx_reflect::{ConstantBuffer, Member, Reflection, Type};
use dxil::half;
use dxil_run::resources::format::Component;
use dxil_run::{Format, Scalar};
use serde_json::Value;

/// The format that a text names: `f32`, `u8x4`, `unorm8x4`.
pub fn format(text: &str) -> Option<Format> {
    let (component, components) = match text.rsplit_once('x') {
        Some((component, components)) => (component, components.parse().ok()?),
        None => (text, 1),
    };
    if !(1..=4).contains(&components) {
        return None;
    }
    let digits = component.find(|digit: char| digit.is_ascii_digit())?;
    let (kind, bits) = component.split_at(digits);
    let bits: u32 = bits.parse().ok()?;
    let component = match (kind, bits) {
        ("f", 16) => Component::F16,
        ("f", 32) => Component::F32,
        ("i", 8 | 16 | 32) => Component::Signed(bits),
        ("u", 8 | 16 | 32) => Component::Unsigned(bits),
        ("snorm", 8 | 16) => Component::SignedNormalized(bits),
        ("unorm", 8 | 16) => Component::UnsignedNormalized(bits),
        _ => return None,
    };
    Some(Format { component, components })
}

/// What formats may be called.
pub const FORMATS: &str = "f16, f32, i8, i16, i32, u8, u16, u32, snorm8, snorm16, unorm8 or unorm16, with x2, x3 or x4 for several \
     components";

/// Elements as text, one a line.
pub fn to_text(bytes: &[u8], format: Format) -> String {
    let width = component_bytes(format.component);
    let element = width * (format.components as usize);
    let mut text = String::new();
    for element in bytes.chunks(element.max(1)) {
        let values: Vec<String> =
            element.chunks(width).map(|bytes| component(bytes, format.component)).collect();
        text.push_str(&values.join(" "));
        text.push('\n');
    }
    text
}

/// Bytes of a component.
pub fn component_bytes(component: Component) -> usize {
    (Format { component, components: 1 }.bytes()) as usize
}

fn component(bytes: &[u8], component: Component) -> String {
    let bits = bytes.iter().rev().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte));
    let signed = |width: u32| (bits << (32 - width)).cast_signed() >> (32 - width);
    match component {
        Component::F16 => format!("{:?}", half::to_single(bits)),
        Component::F32 => format!("{:?}", f32::from_bits(bits)),
        Component::Signed(width) => signed(width).to_string(),
        Component::SignedNormalized(width) => {
            let most = f64::from((1_u32 << (width - 1)) - 1);
            format!("{:?}", (f64::from(signed(width)) / most).max(-1.0))
        }
        Component::UnsignedNormalized(width) => {
            let most = f64::from(u32::MAX >> (32 - width));
            format!("{:?}", f64::from(bits) / most)
        }
        _ => bits.to_string(),
    }
}

/// The bits of a scalar that a text is.
pub fn scalar(text: &str, scalar: Scalar) -> Result<u64, String> {
    let text = text.trim();
    let none = || format!("{text:?} is not {}", describe(scalar));
    match scalar {
        Scalar::F64 => text.parse().map(f64::to_bits).map_err(|_| none()),
        Scalar::F32 => text.parse().map(|value: f32| u64::from(value.to_bits())).map_err(|_| none()),
        Scalar::F16 => text.parse().map(|value: f32| u64::from(half::from_single(value))).map_err(|_| none()),
        Scalar::I1 if text == "true" || text == "1" => Ok(1),
        Scalar::I1 if text == "false" || text == "0" => Ok(0),
        Scalar::I1 => Err(none()),
        _ => {
            let bits = scalar.bits();
            let number = match text.strip_prefix("0x") {
                Some(digits) => i128::from_str_radix(digits, 16),
                None => text.parse(),
            };
            let number = number.ok().filter(|number| (-(1 << (bits - 1))..1_i128 << bits).contains(number));
            let wrapped = number.map(|number| number.rem_euclid(1 << bits));
            wrapped.and_then(|number| u64::try_from(number).ok()).ok_or_else(none)
        }
    }
}

fn describe(scalar: Scalar) -> String {
    match scalar {
        Scalar::I1 => "true or false".to_owned(),
        scalar if scalar.is_float() => format!("a {}-bit float", scalar.bits()),
        scalar => format!("a {}-bit integer", scalar.bits()),
    }
}

/// A scalar as text.
pub fn scalar_text(bits: u64, scalar: Scalar) -> String {
    let low = u32::try_from(bits & 0xffff_ffff).unwrap_or(0);
    match scalar {
        Scalar::F64 => format!("{:?}", f64::from_bits(bits)),
        Scalar::F32 => format!("{:?}", f32::from_bits(low)),
        Scalar::F16 => format!("{:?}", half::to_single(low)),
        Scalar::I1 => (bits != 0).to_string(),
        scalar => {
            let unused = 64 - scalar.bits();
            ((bits << unused).cast_signed() >> unused).to_string()
        }
    }
}

/// The bytes of a list of numbers: integers of 32 bits, and floats of 32 bits where a number has a point or an
/// exponent; or all of them in the format that is given.
pub fn list(values: &[Value], format: Option<Format>) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(values.len().saturating_mul(4));
    for value in values {
        match value {
            Value::Array(values) => bytes.extend(list(values, format)?),
            value => {
                let is_float = value.as_number().is_some_and(serde_json::Number::is_f64);
                let guessed = if is_float { Component::F32 } else { Component::Signed(32) };
                number(value, format.map_or(guessed, |format| format.component), &mut bytes)?;
            }
        }
    }
    Ok(bytes)
}

/// Adds the bytes of a number.
fn number(value: &Value, component: Component, bytes: &mut Vec<u8>) -> Result<(), String> {
    let given = value;
    let float = || {
        let value = value.as_f64().or_else(|| value.as_str()?.parse().ok());
        value.ok_or_else(|| format!("expected a number, found {given}"))
    };
    #[expect(clippy::cast_possible_truncation, reason = "numbers are rounded to what is stored")]
    match component {
        Component::F16 => {
            let bits = half::from_single(float()? as f32);
            bytes.extend(bits.to_le_bytes().into_iter().take(2));
        }
        Component::F32 => bytes.extend((float()? as f32).to_le_bytes()),
        Component::Signed(width) | Component::Unsigned(width) => {
            let (least, most) = (-(1_i128 << (width - 1)), 1_i128 << width);
            let number = match value {
                Value::Bool(is) => Some(i128::from(*is)),
                value => value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from)),
            };
            let number = number.filter(|number| (least..most).contains(number));
            let number = number.ok_or_else(|| format!("{value} is not an integer of {width} bits"))?;
            bytes.extend(number.to_le_bytes().into_iter().take(component_bytes(component)));
        }
        Component::SignedNormalized(width) => {
            let most = f64::from((1_u32 << (width - 1)) - 1);
            let stored = (float()?.clamp(-1.0, 1.0) * most).round() as i32;
            bytes.extend(stored.to_le_bytes().into_iter().take(component_bytes(component)));
        }
        Component::UnsignedNormalized(width) => {
            let most = f64::from(u32::MAX >> (32 - width));
            #[expect(clippy::cast_sign_loss, reason = "it was clamped to what has no sign")]
            let stored = (float()?.clamp(0.0, 1.0) * most).round() as u32;
            bytes.extend(stored.to_le_bytes().into_iter().take(component_bytes(component)));
        }
        _ => return Err("numbers cannot be converted to this format".to_owned()),
    }
    Ok(())
}

/// The bytes of a constant buffer whose variables an object names.
pub fn variables(
    values: &serde_json::Map<String, Value>,
    buffer: &ConstantBuffer,
    reflection: &Reflection,
) -> Result<Vec<u8>, String> {
    let size = (buffer.size as usize).min(1 << 16);
    let mut bytes = vec![0; size];
    // DXIL has what HLSL calls a ConstantBuffer<T> as one variable, which is the structure.
    let only = buffer.variables.first().filter(|_| buffer.variables.len() == 1);
    for (name, value) in values {
        let variable = buffer.variables.iter().find(|variable| variable.name == name.as_bytes());
        match (variable, only) {
            (Some(variable), _) => {
                write(value, (variable.offset, variable.type_index), reflection, &mut bytes, 0)?
            }
            (None, Some(only)) if is_member(reflection, only.type_index, name) => {
                let object = Value::Object([(name.clone(), value.clone())].into_iter().collect());
                write(&object, (only.offset, only.type_index), reflection, &mut bytes, 0)?;
            }
            _ => {
                let names: Vec<String> =
                    buffer.variables.iter().map(|variable| variable.name.to_string()).collect();
                return Err(match names.is_empty() {
                    true => format!(
                        "the shader has no reflection data that names variables: bind the {size} bytes as a list of numbers"
                    ),
                    false => format!("no variable is named {name}, expected {}", names.join(", ")),
                });
            }
        }
    }
    Ok(bytes)
}

fn is_member(reflection: &Reflection, index: u32, name: &str) -> bool {
    let ty = usize::try_from(index).ok().and_then(|index| reflection.types.get(index));
    ty.is_some_and(|ty| member_named(reflection, ty, name).is_some())
}

/// A member of a structure, or a bit field in the integer that a member is.
enum Named<'r> {
    Member(&'r Member),
    BitField { integer: &'r Member, first: u32, width: u32 },
}

/// The member of a structure by its name. Integers with bit fields have no names.
fn member_named<'r>(reflection: &'r Reflection, ty: &'r Type, name: &str) -> Option<Named<'r>> {
    let type_at = |index: u32| reflection.types.get(usize::try_from(index).ok()?);
    let is_named = |member: &Member| member.name == name.as_bytes();
    if let Some(member) = ty.members.iter().find(|member| is_named(member) && !member.name.is_empty()) {
        return Some(Named::Member(member));
    }
    ty.members.iter().find_map(|integer| {
        let fields = &type_at(integer.type_index).filter(|ty| ty.class == VariableClass::SCALAR)?.members;
        let field = fields.iter().find(|field| is_named(field) && !field.name.is_empty())?;
        Some(Named::BitField { integer, first: field.offset, width: type_at(field.type_index)?.columns })
    })
}

/// Writes a bit field of the integer at an offset.
fn write_bits(
    value: &Value,
    offset: u32,
    (first, width): (u32, u32),
    bytes: &mut [u8],
) -> Result<(), String> {
    let wrong = || format!("{value} is not an integer of {width} bits");
    let number = match value {
        Value::Bool(is) => Some(i128::from(*is)),
        value => value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from)),
    };
    if !(1..=64).contains(&width) || first > 64 - width {
        return Err(wrong());
    }
    let range = -(1_i128 << (width - 1))..1_i128 << width;
    let number = number.filter(|number| range.contains(number)).ok_or_else(wrong)?;
    let bits = u64::try_from(number.rem_euclid(1 << width)).map_err(|_| wrong())?;
    for bit in 0..width {
        let at = first + bit;
        let byte = offset.saturating_add(at / 8) as usize;
        let byte = bytes.get_mut(byte).ok_or_else(wrong)?;
        let mask = 1_u8 << (at % 8);
        *byte = if bits >> bit & 1 == 1 { *byte | mask } else { *byte & !mask };
    }
    Ok(())
}

/// The component of the scalars of a type; `None` for structures and for types that no format stores.
fn component_of(ty: &Type) -> Option<Component> {
    Some(match ty.kind {
        VariableType::FLOAT => Component::F32,
        VariableType::INT => Component::Signed(32),
        VariableType::UINT | VariableType::BOOL => Component::Unsigned(32),
        VariableType::FLOAT16 => Component::F16,
        VariableType::INT16 => Component::Signed(16),
        VariableType::UINT16 => Component::Unsigned(16),
        _ => return None,
    })
}

/// The bytes of a structured buffer: a list of its elements. Numbers are converted to the type of the element; a
/// structure is an object with the names of its members, or the numbers of all members in order.
pub fn elements(
    values: &[Value],
    buffer: &ConstantBuffer,
    reflection: &Reflection,
) -> Result<Vec<u8>, String> {
    let element = buffer.variables.first();
    let ty = element.and_then(|element| reflection.types.get(usize::try_from(element.type_index).ok()?));
    if let Some(component) = ty.and_then(component_of) {
        return list(values, Some(Format { component, components: 1 }));
    }
    let (Some(element), true) = (element, values.iter().any(Value::is_object)) else {
        return list(values, None);
    };
    let size = (buffer.size as usize).min(1 << 16);
    let mut bytes = Vec::new();
    for value in values {
        let mut written = vec![0; size];
        write(value, (0, element.type_index), reflection, &mut written, 0)?;
        bytes.extend(written);
    }
    Ok(bytes)
}

/// Structures in each other, of which a file may have any number.
const DEPTH: u32 = 32;

/// Writes a value of a type at an offset.
fn write(
    value: &Value,
    (offset, index): (u32, u32),
    reflection: &Reflection,
    bytes: &mut [u8],
    depth: u32,
) -> Result<(), String> {
    let ty = usize::try_from(index).ok().and_then(|index| reflection.types.get(index));
    let ty = ty.filter(|_| depth < DEPTH).ok_or("the type of the variable is unknown")?;
    let expected = || format!("{value} is not a value of type {}", ty.spelled());
    if ty.class == VariableClass::STRUCT && ty.elements == 0 {
        for (name, value) in value.as_object().ok_or_else(expected)? {
            let member = match member_named(reflection, ty, name) {
                Some(Named::Member(member)) => member,
                Some(Named::BitField { integer, first, width }) => {
                    write_bits(value, offset.saturating_add(integer.offset), (first, width), bytes)?;
                    continue;
                }
                None => return Err(format!("{} has no member {name}", ty.spelled())),
            };
            write(
                value,
                (offset.saturating_add(member.offset), member.type_index),
                reflection,
                bytes,
                depth + 1,
            )?;
        }
        return Ok(());
    }
    let component = component_of(ty)
        .ok_or_else(|| format!("variables of type {} cannot be set by name", ty.spelled()))?;
    let is_vector = matches!(ty.class, VariableClass::SCALAR | VariableClass::VECTOR);
    if !is_vector || ty.elements != 0 {
        return Err(format!(
            "{} is an array or a matrix: write a JSON list for the whole buffer",
            ty.spelled()
        ));
    }
    let values = match value {
        Value::Array(values) => values.as_slice(),
        value => std::slice::from_ref(value),
    };
    if u32::try_from(values.len()) != Ok(ty.columns.max(1)) {
        return Err(expected());
    }
    let mut written = Vec::new();
    values.iter().try_for_each(|value| number(value, component, &mut written))?;
    let start = offset as usize;
    let to = bytes.get_mut(start..).and_then(|rest| rest.get_mut(..written.len())).ok_or_else(expected)?;
    to.copy_from_slice(&written);
    Ok(())
}
