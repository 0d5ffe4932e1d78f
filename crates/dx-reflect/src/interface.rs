//! Checks that the outputs of one stage match the inputs of the next. The rules are those by which Direct3D rejects a
//! pipeline (its messages `SHADER_LINKAGE_…`), and those that leave values undefined. Separate from the model because
//! it compares two of them.
//!
//! System values that the pipeline generates need no output. Components are compared by register and mask, as in
//! hardware; outputs of a mesh shader by semantic alone, because they come from two signatures.

use std::collections::HashMap;
use std::fmt::{self, Display};

use dx_container::enums::{
    ComponentType, InterpolationMode, SemanticKind, ShaderKind, SystemValue, TessellatorDomain,
};

use crate::Reflection;
use crate::signature::Element;

/// A mismatch between two stages.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The violated rule.
    pub rule: Rule,
    /// The input element of the second stage, such as `TEXCOORD1`, if the finding is about one.
    pub element: Option<String>,
    /// The message, without the name of the element.
    pub message: String,
}

/// The rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// The second stage can follow the first.
    Order,
    /// Both files have the signatures to compare.
    Signature,
    /// Each input has an output with its semantic.
    Semantic,
    /// Output and input have the same register.
    Register,
    /// Output and input have the same component type.
    ComponentType,
    /// The output has every component of the input.
    Mask,
    /// Components that are always read are written.
    Written,
    /// Output and input are the same system value.
    SystemValue,
    /// Output and input have the same minimum precision.
    MinPrecision,
    /// The interpolation mode is valid for the component type.
    Interpolation,
    /// Hull and domain shader have the same tessellator domain.
    Domain,
    /// The hull shader outputs as many control points as the domain shader reads.
    ControlPoints,
    /// Amplification and mesh shader have the same payload size.
    Payload,
}

impl Rule {
    /// The stable name of the rule, for scripts.
    pub fn code(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Signature => "signature",
            Self::Semantic => "semantic",
            Self::Register => "register",
            Self::ComponentType => "component-type",
            Self::Mask => "mask",
            Self::Written => "written",
            Self::SystemValue => "system-value",
            Self::MinPrecision => "min-precision",
            Self::Interpolation => "interpolation",
            Self::Domain => "domain",
            Self::ControlPoints => "control-points",
            Self::Payload => "payload",
        }
    }
}

/// Displays the finding in one line.
impl Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.element {
            Some(element) => write!(f, "{element}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// The pairs of stages in which the second can follow the first.
const ORDER: [(ShaderKind, ShaderKind); 9] = [
    (ShaderKind::VERTEX, ShaderKind::HULL),
    (ShaderKind::VERTEX, ShaderKind::GEOMETRY),
    (ShaderKind::VERTEX, ShaderKind::PIXEL),
    (ShaderKind::HULL, ShaderKind::DOMAIN),
    (ShaderKind::DOMAIN, ShaderKind::GEOMETRY),
    (ShaderKind::DOMAIN, ShaderKind::PIXEL),
    (ShaderKind::GEOMETRY, ShaderKind::PIXEL),
    (ShaderKind::MESH, ShaderKind::PIXEL),
    (ShaderKind::AMPLIFICATION, ShaderKind::MESH),
];

/// Checks the outputs of `producer` against the inputs of `consumer`, the stage after it. Of a geometry shader, the
/// outputs of `stream` are checked.
pub fn check(producer: &Reflection, consumer: &Reflection, stream: u32) -> Vec<Finding> {
    let (Some(from), Some(to)) = (producer.stage, consumer.stage) else {
        let which = if producer.stage.is_none() { "first" } else { "second" };
        return vec![finding(
            Rule::Order,
            format!("stage of the {which} file is unknown: no part states the stage"),
        )];
    };
    if !ORDER.contains(&(from, to)) {
        let message = format!("{} cannot follow {} in a pipeline", stage_in_words(to), stage_in_words(from));
        return vec![finding(Rule::Order, message)];
    }
    let mut findings = Vec::new();
    if to == ShaderKind::MESH {
        check_payload(producer, consumer, &mut findings);
        return findings;
    }
    let outputs = producer.signatures.output.as_deref();
    if outputs.is_none() {
        findings.push(finding(Rule::Signature, "the first file has no output signature".to_owned()));
    }
    let inputs = consumer.signatures.input.as_deref();
    if inputs.is_none() {
        findings.push(finding(Rule::Signature, "the second file has no input signature".to_owned()));
    }
    if let (Some(outputs), Some(inputs)) = (outputs, inputs) {
        let of_stream =
            outputs.iter().filter(|output| from != ShaderKind::GEOMETRY || output.stream == stream);
        let primitive = producer.signatures.primitive.iter().flatten();
        let linkage = Linkage { from, to, by_register: from != ShaderKind::MESH };
        linkage.check(of_stream.chain(primitive), inputs, "", &mut findings);
    }
    if to == ShaderKind::DOMAIN {
        check_patch(producer, consumer, &mut findings);
    }
    findings
}

fn finding(rule: Rule, message: String) -> Finding {
    Finding { rule, element: None, message }
}

/// `RayGeneration` as `a ray generation shader`.
fn stage_in_words(stage: ShaderKind) -> String {
    if stage == ShaderKind::LIBRARY {
        return "a library".to_owned();
    }
    let mut words = String::new();
    for c in stage.to_string().chars() {
        if c.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(c.to_lowercase());
    }
    let article = if words.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {words} shader")
}

/// The runtime compares the sizes that the compiler stored. A mesh shader that never reads its payload has to declare
/// it all the same: without it, its size is 0, and the pipeline is refused.
///
/// Source: the mesh shader specification ("Mesh Payload"), and DXC's `DxilPIXMeshShaderOutputInstrumentation.cpp`,
/// which gives such a mesh shader a payload for that reason.
fn check_payload(producer: &Reflection, consumer: &Reflection, findings: &mut Vec<Finding>) {
    if let (Some(sent), Some(taken)) = (producer.payload_size, consumer.payload_size)
        && sent != taken
    {
        let takes = match taken {
            0 => "declares no payload, which is required even if unused".to_owned(),
            taken => format!("expects {taken} bytes"),
        };
        let message =
            format!("amplification shader sends a payload of {sent} bytes, but the mesh shader {takes}");
        findings.push(finding(Rule::Payload, message));
    }
}

/// Checks the data that a hull shader passes to a domain shader once per patch.
fn check_patch(producer: &Reflection, consumer: &Reflection, findings: &mut Vec<Finding>) {
    let outputs = producer.signatures.patch_constant.as_deref();
    let inputs = consumer.signatures.patch_constant.as_deref();
    match (outputs, inputs) {
        (Some(outputs), Some(inputs)) => {
            let linkage = Linkage { from: ShaderKind::HULL, to: ShaderKind::DOMAIN, by_register: true };
            linkage.check(outputs.iter(), inputs, "patch constant ", findings);
        }
        (None, Some([_, ..])) => {
            let message = "the first file has no patch constant signature".to_owned();
            findings.push(finding(Rule::Signature, message));
        }
        _ => {}
    }
    let (Some(hull), Some(domain)) = (producer.tessellation, consumer.tessellation) else { return };
    let is_known = |domain: TessellatorDomain| domain != TessellatorDomain::UNDEFINED;
    if hull.domain != domain.domain && is_known(hull.domain) && is_known(domain.domain) {
        let message =
            format!("hull shader has domain {}, but the domain shader has {}", hull.domain, domain.domain);
        findings.push(finding(Rule::Domain, message));
    }
    if let (Some(sent), Some(taken)) = (hull.output_control_points, domain.input_control_points)
        && sent != taken
    {
        let message =
            format!("hull shader outputs {sent} control points, but the domain shader expects {taken}");
        findings.push(finding(Rule::ControlPoints, message));
    }
}

/// A pair of signatures to compare.
struct Linkage {
    from: ShaderKind,
    to: ShaderKind,
    /// Whether registers must be equal.
    by_register: bool,
}

impl Linkage {
    fn check<'e>(
        &self,
        outputs: impl Iterator<Item = &'e Element>,
        inputs: &[Element],
        what: &str,
        findings: &mut Vec<Finding>,
    ) {
        let mut by_semantic: HashMap<(Vec<u8>, u32), &Element> = HashMap::new();
        for output in outputs {
            by_semantic.entry(semantic(output)).or_insert(output);
        }
        for input in inputs {
            let name = format!("{what}{}{}", input.semantic, input.index);
            let mut add = |rule, message| {
                findings.push(Finding { rule, element: Some(name.clone()), message });
            };
            match by_semantic.get(&semantic(input)) {
                Some(output) => self.check_element(output, input, &mut add),
                None if self.is_made_by_pipeline(input) => {}
                None => {
                    let unread = if input.exclusive_mask == Some(0) {
                        " (declared, but not read on every path)"
                    } else {
                        ""
                    };
                    add(Rule::Semantic, format!("{} has no output with this semantic{unread}", self.a()));
                }
            }
            self.check_interpolation(input, &mut add);
        }
    }

    fn check_element(&self, output: &Element, input: &Element, add: &mut impl FnMut(Rule, String)) {
        if let (Some(sent), Some(taken)) = (output.system_value, input.system_value)
            && sent != taken
        {
            add(
                Rule::SystemValue,
                format!(
                    "{} writes system value {sent}, but the {} reads system value {taken}",
                    self.a(),
                    self.b()
                ),
            );
        }
        let is_known = |kind| kind != ComponentType::UNKNOWN;
        let (sent, taken) = (output.component_type, input.component_type);
        if sent != taken && is_known(sent) && is_known(taken) {
            add(
                Rule::ComponentType,
                format!("{} writes {sent}, but the {} reads {taken}", self.a(), self.b()),
            );
        }
        if let (Some(sent), Some(taken)) = (output.min_precision, input.min_precision)
            && sent != taken
        {
            let message =
                format!("{} writes minimum precision {sent}, but the {} reads {taken}", self.a(), self.b());
            add(Rule::MinPrecision, message);
        }
        if !self.by_register {
            let (sent, taken) = (output.mask.count_ones(), input.mask.count_ones());
            if sent < taken {
                let message =
                    format!("{} writes {sent} components, but the {} reads {taken}", self.a(), self.b());
                add(Rule::Mask, message);
            }
            return;
        }
        if let (Some(sent), Some(taken)) = (output.register, input.register)
            && sent != taken
        {
            let message =
                format!("{} writes register {sent}, but the {} reads register {taken}", self.a(), self.b());
            add(Rule::Register, message);
        }
        let missing = input.mask & !output.mask;
        if missing != 0 {
            let message = format!(
                "{} writes components {}, but the {} reads {}: {} is missing",
                self.a(),
                components(output.mask),
                self.b(),
                components(input.mask),
                components(missing)
            );
            add(Rule::Mask, message);
        }
        if let (Some(never), Some(always)) = (output.exclusive_mask, input.exclusive_mask)
            && never & always & output.mask & input.mask != 0
        {
            let unwritten = components(never & always & output.mask & input.mask);
            let message = format!(
                "{} never writes component {unwritten}, which the {} always reads",
                self.a(),
                self.b()
            );
            add(Rule::Written, message);
        }
    }

    /// Integer inputs of a pixel shader cannot be interpolated.
    fn check_interpolation(&self, input: &Element, add: &mut impl FnMut(Rule, String)) {
        let is_integer = matches!(
            input.component_type,
            ComponentType::U_INT32
                | ComponentType::S_INT32
                | ComponentType::U_INT16
                | ComponentType::S_INT16
                | ComponentType::U_INT64
                | ComponentType::S_INT64
        );
        let mode = input.interpolation.filter(|&mode| mode != InterpolationMode::UNDEFINED);
        if let Some(mode) = mode.filter(|&mode| mode != InterpolationMode::CONSTANT)
            && self.to == ShaderKind::PIXEL
            && is_integer
        {
            let kind = input.component_type;
            add(
                Rule::Interpolation,
                format!("pixel shader input of type {kind} has interpolation mode {mode}, expected Constant"),
            );
        }
    }

    fn a(&self) -> String {
        words(self.from)
    }

    fn b(&self) -> String {
        words(self.to)
    }

    /// True for system values that the second stage gets from the pipeline where no stage writes them.
    fn is_made_by_pipeline(&self, input: &Element) -> bool {
        let value = input.system_value.unwrap_or_default();
        let kind = input.kind.unwrap_or_default();
        let any_of = |values: &[SystemValue], kinds: &[SemanticKind]| {
            values.contains(&value) || kinds.contains(&kind) || {
                // FXC's files have neither for values that lie in no register.
                let name = input.semantic.to_ascii_lowercase();
                let name = name.strip_prefix(b"sv_").unwrap_or_default();
                kinds.iter().any(|kind| kind.to_string().to_ascii_lowercase().as_bytes() == name)
            }
        };
        // A geometry shader hides the primitive's number from the stages after it, behind a mesh shader nothing makes
        // one.
        if ![ShaderKind::GEOMETRY, ShaderKind::MESH].contains(&self.from)
            && any_of(&[SystemValue::PRIMITIVE_ID], &[SemanticKind::PRIMITIVE_ID])
        {
            return true;
        }
        match self.to {
            ShaderKind::PIXEL => any_of(PIXEL_VALUES, PIXEL_KINDS),
            ShaderKind::HULL => any_of(&[], &[SemanticKind::OUTPUT_CONTROL_POINT_ID, SemanticKind::VIEW_ID]),
            ShaderKind::DOMAIN => any_of(&[], &[SemanticKind::DOMAIN_LOCATION, SemanticKind::VIEW_ID]),
            ShaderKind::GEOMETRY => any_of(&[], &[SemanticKind::GS_INSTANCE_ID, SemanticKind::VIEW_ID]),
            _ => false,
        }
    }
}

/// What the rasterizer gives a pixel shader; of the indices it gives zero where none is written.
const PIXEL_VALUES: &[SystemValue] = &[
    SystemValue::POSITION,
    SystemValue::IS_FRONT_FACE,
    SystemValue::SAMPLE_INDEX,
    SystemValue::COVERAGE,
    SystemValue::INNER_COVERAGE,
    SystemValue::BARYCENTRICS,
    SystemValue::SHADING_RATE,
    SystemValue::RENDER_TARGET_ARRAY_INDEX,
    SystemValue::VIEW_PORT_ARRAY_INDEX,
];

const PIXEL_KINDS: &[SemanticKind] = &[
    SemanticKind::POSITION,
    SemanticKind::IS_FRONT_FACE,
    SemanticKind::SAMPLE_INDEX,
    SemanticKind::COVERAGE,
    SemanticKind::INNER_COVERAGE,
    SemanticKind::BARYCENTRICS,
    SemanticKind::SHADING_RATE,
    SemanticKind::RENDER_TARGET_ARRAY_INDEX,
    SemanticKind::VIEW_PORT_ARRAY_INDEX,
    SemanticKind::VIEW_ID,
];

/// What outputs and inputs are matched by.
fn semantic(element: &Element) -> (Vec<u8>, u32) {
    (element.semantic.to_ascii_lowercase(), element.index)
}

fn words(stage: ShaderKind) -> String {
    let words = stage_in_words(stage);
    words.split_once(' ').map_or(words.clone(), |(_, words)| words.to_owned())
}

/// A mask as letters.
fn components(mask: u8) -> String {
    "xyzw".chars().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1).map(|(_, letter)| letter).collect()
}
