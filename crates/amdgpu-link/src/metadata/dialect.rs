//! The dialects of PAL metadata: 2.x has registers by number, in `.registers`; 3.x has the fields of registers by name,
//! in `.graphics_registers`, and more of what a stage needs in `.hardware_stages`. Separate because nothing else knows
//! the difference: what is read and set is named here, once for both.

use super::merge_rules::Rule;
use super::tree::{Tree, Value, map, number, register, unexpected};
use crate::error::Result;
use crate::registers::{Bits, Register, RegisterName, UserData};
use crate::state::{PipelineState, Stages};
use crate::target::Target;

/// Key of the registers in 2.x.
pub(crate) const NUMBERED: &str = ".registers";

/// Key of the registers in 3.x.
const NAMED: &str = ".graphics_registers";

/// Key of what a stage needs, a map for each stage.
pub(crate) const STAGES: &str = ".hardware_stages";

/// Key of a stage's user data registers in 3.x.
const REGISTER_MAP: &str = ".user_data_reg_map";

/// Maximum number of user data registers of a stage, which is also what a count of 0 means.
const MAX_USER_SGPRS: u32 = 32;

/// The dialect of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// 2.x: registers by number, in `.registers`.
    Registers,
    /// 3.x: registers as maps of named fields.
    Named,
}

/// A hardware stage, and its registers in 2.x.
#[derive(Debug)]
pub(crate) struct HardwareStage {
    /// Its key in `.hardware_stages`.
    pub(crate) key: &'static str,
    rsrc1: RegisterName,
    rsrc2: RegisterName,
    /// The first of its user data registers.
    user_data: RegisterName,
    /// The bit of a wave size of 32, where the stage has a choice.
    wave32: Option<(RegisterName, Bits)>,
}

impl HardwareStage {
    /// Vertex shader before a hull shader, not merged with it.
    pub(crate) const LS: Self = Self {
        key: ".ls",
        rsrc1: Register::SPI_SHADER_PGM_RSRC1_LS,
        rsrc2: Register::SPI_SHADER_PGM_RSRC2_LS,
        user_data: Register::SPI_SHADER_USER_DATA_LS_0,
        wave32: None,
    };
    /// Hull shader, or both.
    pub(crate) const HS: Self = Self {
        key: ".hs",
        rsrc1: Register::SPI_SHADER_PGM_RSRC1_HS,
        rsrc2: Register::SPI_SHADER_PGM_RSRC2_HS,
        user_data: Register::SPI_SHADER_USER_DATA_HS_0,
        wave32: Some((Register::VGT_SHADER_STAGES_EN, Bits::STAGES_EN_HS_W32_EN)),
    };
    /// Vertex shader before a geometry shader, not merged with it.
    pub(crate) const ES: Self = Self {
        key: ".es",
        rsrc1: Register::SPI_SHADER_PGM_RSRC1_ES,
        rsrc2: Register::SPI_SHADER_PGM_RSRC2_ES,
        user_data: Register::SPI_SHADER_USER_DATA_ES_0,
        wave32: None,
    };
    /// Geometry shader, both, or a primitive shader.
    pub(crate) const GS: Self = Self {
        key: ".gs",
        rsrc1: Register::SPI_SHADER_PGM_RSRC1_GS,
        rsrc2: Register::SPI_SHADER_PGM_RSRC2_GS,
        user_data: Register::SPI_SHADER_USER_DATA_GS_0,
        wave32: Some((Register::VGT_SHADER_STAGES_EN, Bits::STAGES_EN_GS_W32_EN)),
    };
    /// The last stage before rasterization, where it is no primitive shader.
    pub(crate) const VS: Self = Self {
        key: ".vs",
        rsrc1: Register::SPI_SHADER_PGM_RSRC1_VS,
        rsrc2: Register::SPI_SHADER_PGM_RSRC2_VS,
        user_data: Register::SPI_SHADER_USER_DATA_VS_0,
        wave32: Some((Register::VGT_SHADER_STAGES_EN, Bits::STAGES_EN_VS_W32_EN)),
    };
    /// Fragment shader.
    pub(crate) const PS: Self = Self {
        key: ".ps",
        rsrc1: Register::SPI_SHADER_PGM_RSRC1_PS,
        rsrc2: Register::SPI_SHADER_PGM_RSRC2_PS,
        user_data: Register::SPI_SHADER_USER_DATA_PS_0,
        wave32: Some((Register::SPI_PS_IN_CONTROL, Bits::PS_IN_CONTROL_PS_W32_EN)),
    };

    /// Its map in `.hardware_stages`.
    fn fields<'m, 'a>(&self, pipeline: &'m Value<'a>) -> Option<&'m Value<'a>> {
        pipeline.get(STAGES)?.get(self.key)
    }
}

/// Keys of the stages that have user data registers.
const STAGES_WITH_USER_DATA: [&str; 7] = [".ls", ".hs", ".es", ".gs", ".vs", ".ps", ".cs"];

/// The spelling of a field's value in 3.x.
#[derive(Debug)]
enum Spelling {
    Number,
    Truth,
    /// By a word for each number of 2.x.
    Words(&'static [(u32, &'static str)]),
}

/// A register of 2.x or a field of it, and the field of 3.x that says the same.
#[derive(Debug)]
pub(crate) struct Setting {
    register: RegisterName,
    bits: Bits,
    /// Whether the other bits of the register are 0 when it is set.
    whole: bool,
    /// Keys from `.graphics_registers` on; empty where drivers of 3.x set it themselves.
    path: &'static [&'static str],
    spelling: Spelling,
}

impl Setting {
    /// The clipper's control register.
    pub(crate) const CLIP_CONTROL: Self = Self {
        register: Register::PA_CL_CLIP_CNTL,
        bits: Bits::ALL,
        whole: true,
        path: &[],
        spelling: Spelling::Number,
    };
    /// Whether the fragment shader may discard pixels.
    pub(crate) const KILL_ENABLE: Self = Self {
        register: Register::DB_SHADER_CONTROL,
        bits: Bits::DB_SHADER_KILL_ENABLE,
        whole: false,
        path: &[".db_shader_control", ".kill_enable"],
        spelling: Spelling::Truth,
    };
    /// Whether the fragment shader exports a sample mask.
    pub(crate) const MASK_EXPORT_ENABLE: Self = Self {
        register: Register::DB_SHADER_CONTROL,
        bits: Bits::DB_SHADER_MASK_EXPORT_ENABLE,
        whole: false,
        path: &[".db_shader_control", ".mask_export_enable"],
        spelling: Spelling::Truth,
    };
    /// Whether alpha to coverage is off.
    pub(crate) const ALPHA_TO_MASK_DISABLE: Self = Self {
        register: Register::DB_SHADER_CONTROL,
        bits: Bits::DB_SHADER_ALPHA_TO_MASK_DISABLE,
        whole: false,
        path: &[".db_shader_control", ".alpha_to_mask_disable"],
        spelling: Spelling::Truth,
    };
    /// Wave break region size.
    pub(crate) const WAVE_BREAK_REGION_SIZE: Self = Self {
        register: Register::PA_SC_SHADER_CONTROL,
        bits: Bits::SC_WAVE_BREAK_REGION_SIZE,
        whole: true,
        path: &[".pa_sc_shader_control", ".wave_break_region_size"],
        spelling: Spelling::Number,
    };
    /// The coverage that the fragment shader sees.
    pub(crate) const COVERAGE_TO_SHADER_SELECT: Self = Self {
        register: Register::PA_SC_AA_CONFIG,
        bits: Bits::AA_COVERAGE_TO_SHADER_SELECT,
        whole: true,
        path: &[".aa_coverage_to_shader_select"],
        spelling: Spelling::Words(&[(0, "InputCoverage"), (1, "InputInnerCoverage")]),
    };

    /// The primitives that leave the geometry engine; gfx11 has their register elsewhere.
    pub(crate) const fn output_primitive(target: Target) -> Self {
        Self {
            register: if target.major >= 11 {
                Register::VGT_GS_OUT_PRIM_TYPE_GFX11
            } else {
                Register::VGT_GS_OUT_PRIM_TYPE
            },
            bits: Bits::GS_OUTPRIM_TYPE,
            whole: true,
            path: &[".vgt_gs_out_prim_type", ".outprim_type"],
            spelling: Spelling::Words(&[
                (0, "PointList"),
                (1, "LineStrip"),
                (2, "TriStrip"),
                (4, "RectList"),
            ]),
        }
    }
}

/// The change that a setting made.
#[derive(Debug)]
pub(crate) struct Change {
    /// The register or the keys of the field.
    pub(crate) key: String,
    /// The old value; `None` where there was none.
    pub(crate) from: Option<String>,
    /// The new value.
    pub(crate) to: String,
}

impl Version {
    /// The dialect of a pipeline without a version, as compilers without a front end write it, by its registers.
    pub(super) fn of_pipeline(pipeline: &Value<'_>) -> Self {
        let has_named = [NAMED, ".compute_registers"].iter().any(|key| pipeline.get(key).is_some());
        if has_named { Self::Named } else { Self::Registers }
    }

    /// The dialect with a major number.
    pub(super) fn of_major(major: u32) -> Option<Self> {
        match major {
            2 => Some(Self::Registers),
            3 => Some(Self::Named),
            _ => None,
        }
    }

    /// Its major number.
    pub fn major(self) -> u32 {
        match self {
            Self::Registers => 2,
            Self::Named => 3,
        }
    }

    /// The number that is written where no input has one: drivers want one.
    pub(crate) fn numbers(self) -> [u32; 2] {
        match self {
            Self::Registers => [2, 6],
            Self::Named => [3, 0],
        }
    }

    /// Whether a pipeline of this spill threshold spills. Documents of 3.x that began as 2.x have the older number for
    /// "nothing"; user data is far smaller than either.
    pub fn spills(self, threshold: u32) -> bool {
        threshold < self.no_spill_threshold()
    }

    /// The spill threshold of a pipeline that spills nothing.
    pub fn no_spill_threshold(self) -> u32 {
        match self {
            Self::Registers => u32::MAX,
            Self::Named => 0xffff,
        }
    }

    /// The merge rule for elements of lists whose key has none.
    pub(super) fn rule_of_elements(self) -> Rule {
        match self {
            Self::Registers => Rule::Or,
            Self::Named => Rule::First,
        }
    }

    /// Whether the document has this stage.
    pub(crate) fn has_stage(self, pipeline: &Value<'_>, stage: &HardwareStage) -> bool {
        match self {
            Self::Registers => {
                pipeline.get(NUMBERED).is_some_and(|map| map.at(stage.rsrc1.number()).is_some())
            }
            Self::Named => stage.fields(pipeline).is_some(),
        }
    }

    /// Whether waves of a stage have 32 lanes.
    pub(crate) fn is_wave32(
        self,
        pipeline: &Value<'_>,
        stage: &HardwareStage,
        target: Target,
    ) -> Result<bool> {
        if target.major < 10 {
            return Ok(false);
        }
        match self {
            Self::Registers => {
                let Some((name, bits)) = stage.wave32 else { return Ok(false) };
                Ok(bits.of(register(pipeline.get(NUMBERED), name)?.unwrap_or_default()) != 0)
            }
            Self::Named => {
                let fields = stage.fields(pipeline);
                Ok(fields.map_or(Ok(None), |fields| number(fields, ".wavefront_size"))? == Some(32))
            }
        }
    }

    /// The contents of a stage's user data registers, in their order.
    pub(crate) fn user_sgprs(
        self,
        pipeline: &Value<'_>,
        stage: &HardwareStage,
        target: Target,
    ) -> Result<Vec<Option<UserData>>> {
        let count = |count: u32| if count == 0 { MAX_USER_SGPRS } else { count.min(MAX_USER_SGPRS) };
        let held = |value: Option<&Value<'_>>| value.and_then(Tree::number).map(UserData);
        match self {
            Self::Registers => {
                // gfx9 has the registers of the stage that the geometry shader is merged with.
                let is_merged = target.major == 9 && stage.key == HardwareStage::GS.key;
                let stage = if is_merged { &HardwareStage::ES } else { stage };
                let registers = pipeline.get(NUMBERED);
                let rsrc2 = register(registers, stage.rsrc2)?.unwrap_or_default();
                let first = stage.user_data.number();
                let count = count(Bits::RSRC2_USER_SGPR.of(rsrc2));
                Ok((first..first + count)
                    .map(|number| held(registers.and_then(|map| map.at(number))))
                    .collect())
            }
            Self::Named => {
                let fields = stage.fields(pipeline);
                let said = fields.map_or(Ok(None), |fields| number(fields, ".user_sgprs"))?;
                let map = fields.and_then(|fields| fields.get(REGISTER_MAP)).and_then(Tree::elements);
                let values = map.unwrap_or_default().iter().map(|value| held(Some(value)));
                let count = usize::try_from(count(said.unwrap_or_default())).unwrap_or_default();
                Ok(values.chain(std::iter::repeat(None)).take(count).collect())
            }
        }
    }

    /// Whether any user data register, of whatever stage, has contents that `wanted` accepts.
    pub(super) fn any_user_data(
        self,
        pipeline: &Value<'_>,
        target: Target,
        wanted: impl Fn(UserData) -> bool,
    ) -> bool {
        let is_wanted = |value: &Value<'_>| value.number().map(UserData).is_some_and(&wanted);
        match self {
            Self::Registers => {
                let registers = pipeline.get(NUMBERED).and_then(Tree::entries).unwrap_or_default();
                registers.iter().any(|(number, value)| {
                    is_wanted(value) && number.number().is_some_and(|number| is_user_data(number, target))
                })
            }
            Self::Named => {
                let stages = pipeline.get(STAGES).and_then(Tree::entries).unwrap_or_default();
                let maps = stages.iter().filter_map(|(_, fields)| fields.get(REGISTER_MAP)?.elements());
                maps.flatten().any(is_wanted)
            }
        }
    }

    /// Passes every user data register of all stages to `each`, with its name.
    pub(super) fn each_user_data<'a>(
        self,
        pipeline: &mut Value<'a>,
        target: Target,
        mut each: impl FnMut(&mut Value<'a>, &dyn Fn() -> String) -> Result<()>,
    ) -> Result<()> {
        match self {
            Self::Registers => {
                let Some(Value::Map(registers)) = pipeline.get_mut(NUMBERED) else { return Ok(()) };
                for (number, value) in registers.iter_mut() {
                    let Some(number) = number.number().filter(|number| is_user_data(*number, target)) else {
                        continue;
                    };
                    let register = || Register::of(number, target.generation()?);
                    each(value, &|| {
                        register().map_or_else(
                            || format!("register {number:#x}"),
                            |register| register.name().to_owned(),
                        )
                    })?;
                }
            }
            Self::Named => {
                let Some(Value::Map(stages)) = pipeline.get_mut(STAGES) else { return Ok(()) };
                let known = |stage: &Value<'_>| {
                    stage.text().is_some_and(|name| STAGES_WITH_USER_DATA.contains(&name))
                };
                for (stage, fields) in stages.iter_mut().filter(|(stage, _)| known(stage)) {
                    let Some(map) = fields.get_mut(REGISTER_MAP).and_then(Tree::elements_mut) else {
                        continue;
                    };
                    if u32::try_from(map.len()).map_or(true, |len| len > MAX_USER_SGPRS) {
                        let found = Value::Array(std::mem::take(map));
                        let key = format!("{} > {REGISTER_MAP}", stage.in_words());
                        return Err(unexpected(&key, &found, "a list of at most 32 values"));
                    }
                    for (index, value) in map.iter_mut().enumerate() {
                        each(value, &|| format!("{} > {REGISTER_MAP} > {index}", stage.in_words()))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a flag is set; not where the document does not have it.
    pub(crate) fn is_set(self, pipeline: &Value<'_>, flag: &Setting) -> Result<bool> {
        match self {
            Self::Registers => {
                let value = register(pipeline.get(NUMBERED), flag.register)?;
                Ok(flag.bits.of(value.unwrap_or_default()) != 0)
            }
            Self::Named => {
                let map = pipeline.get(NAMED);
                let field = map.and_then(|map| flag.path.iter().try_fold(map, |map, key| map.get(key)));
                let (Some(field), Some(key)) = (field, flag.path.last()) else { return Ok(false) };
                field.truth().ok_or_else(|| unexpected(key, field, "true or false"))
            }
        }
    }

    /// Whether the document has the register, in 3.x the fields of the register, that a setting is in.
    pub(crate) fn has_register(self, pipeline: &Value<'_>, setting: &Setting) -> bool {
        match self {
            Self::Registers => {
                pipeline.get(NUMBERED).is_some_and(|map| map.at(setting.register.number()).is_some())
            }
            Self::Named => {
                let group = setting.path.first().and_then(|group| pipeline.get(NAMED)?.get(group));
                group.is_some()
            }
        }
    }

    /// Sets a value; nothing where drivers do that themselves, or the document says so already.
    pub(crate) fn put(
        self,
        pipeline: &mut Value<'_>,
        setting: &Setting,
        value: u32,
    ) -> Result<Option<Change>> {
        match self {
            Self::Registers => {
                let old = register(pipeline.get(NUMBERED), setting.register)?;
                let rest = old.filter(|_| !setting.whole).unwrap_or_default();
                let new = setting.bits.put(rest, value);
                if old == Some(new) {
                    return Ok(None);
                }
                pipeline.map_at(NUMBERED)?.set_at(setting.register.number(), new);
                let (key, from) = (setting.register.name().to_owned(), old.map(|old| format!("{old:#x}")));
                Ok(Some(Change { key, from, to: format!("{new:#x}") }))
            }
            Self::Named => {
                let Some((field, groups)) = setting.path.split_last() else { return Ok(None) };
                let mut slot = pipeline.map_at(NAMED)?;
                for group in groups {
                    slot = slot.map_at(group)?;
                }
                let new = setting.spelling.value(value);
                if slot.get(field) == Some(&new) {
                    return Ok(None);
                }
                let from = slot.get(field).map(Tree::in_words);
                let to = new.in_words();
                slot.set(field, new);
                Ok(Some(Change { key: setting.path.join(" > "), from, to }))
            }
        }
    }

    /// Whether alpha to coverage is to be turned off; `None` to leave it as it is.
    pub(crate) fn alpha_to_mask_disable(
        self,
        state: &PipelineState,
        stages: Stages,
        mask_export: bool,
    ) -> Option<bool> {
        let wanted = state.color.alpha_to_coverage;
        match self {
            Self::Registers => wanted.then_some(mask_export),
            Self::Named if !stages.contains(Stages::FRAGMENT) => None,
            Self::Named if state.options.sample_mask_export_overrides_alpha_to_coverage => {
                Some(!wanted || mask_export)
            }
            Self::Named => wanted.then_some(false),
        }
    }

    /// Sets the formats of colour exports, four bits each.
    pub(crate) fn set_color_formats(self, pipeline: &mut Value<'_>, formats: u32) -> Result<()> {
        const FIELDS: [&str; 8] = [
            ".col_0_export_format",
            ".col_1_export_format",
            ".col_2_export_format",
            ".col_3_export_format",
            ".col_4_export_format",
            ".col_5_export_format",
            ".col_6_export_format",
            ".col_7_export_format",
        ];
        match self {
            Self::Registers => {
                let number = Register::SPI_SHADER_COL_FORMAT.number();
                pipeline.map_at(NUMBERED)?.set_at(number, formats);
            }
            Self::Named => {
                let fields = pipeline.map_at(NAMED)?.map_at(".spi_shader_col_format")?;
                for (shift, field) in (0..).step_by(4).zip(FIELDS) {
                    fields.set(field, Value::from(formats >> shift & 0xf));
                }
            }
        }
        Ok(())
    }

    /// The entry of a pipeline that says how many vector registers the glue code of a stage takes; none where the count
    /// in the stage's map is enough.
    pub(crate) fn vgprs<'a>(
        self,
        stage: &HardwareStage,
        count: u32,
        wave32: bool,
    ) -> Option<(&'static str, Value<'a>)> {
        match self {
            Self::Registers => {
                let granule = if wave32 { 8 } else { 4 };
                let granules = count.div_ceil(granule).saturating_sub(1);
                Some(numbered(&[(stage.rsrc1, Bits::RSRC1_VGPRS.put(0, granules))]))
            }
            Self::Named => None,
        }
    }

    /// The entry of a pipeline with the registers of a fragment shader that does nothing, as LLVM writes them: waves
    /// have 32 lanes, and because the hardware wants one input to be enabled, that is the sample's perspective weights.
    pub(crate) fn null_fragment<'a>(self) -> (&'static str, Value<'a>) {
        match self {
            Self::Registers => {
                let input = Bits::PS_INPUT_PERSP_SAMPLE_ENA.mask();
                numbered(&[
                    (Register::SPI_SHADER_PGM_RSRC1_PS, null_fragment_rsrc1()),
                    (Register::SPI_SHADER_PGM_RSRC2_PS, 0),
                    (Register::SPI_PS_INPUT_ENA, input),
                    (Register::SPI_PS_INPUT_ADDR, input),
                    (Register::SPI_PS_IN_CONTROL, Bits::PS_IN_CONTROL_PS_W32_EN.mask()),
                ])
            }
            Self::Named => {
                let input = || map([(".persp_sample_ena", Value::Boolean(true))]);
                (NAMED, map([(".spi_ps_input_addr", input()), (".spi_ps_input_ena", input())]))
            }
        }
    }
}

/// Denormals of halves and doubles are kept.
const FLOAT_MODE: u32 = 0xf0;

fn null_fragment_rsrc1() -> u32 {
    let mode = Bits::RSRC1_FLOAT_MODE.put(0, FLOAT_MODE);
    mode | Bits::RSRC1_DX10_CLAMP.mask() | Bits::RSRC1_MEM_ORDERED.mask()
}

/// Registers of 2.x, as an entry of a pipeline.
fn numbered<'a>(registers: &[(RegisterName, u32)]) -> (&'static str, Value<'a>) {
    let entry = |(name, value): &(RegisterName, u32)| (name.number().into(), (*value).into());
    (NUMBERED, Value::Map(registers.iter().map(entry).collect()))
}

/// The first user data register of each stage that has some, and how many there are, in 2.x.
fn ranges(target: Target) -> &'static [(RegisterName, u32)] {
    const PS: RegisterName = Register::SPI_SHADER_USER_DATA_PS_0;
    const VS: RegisterName = Register::SPI_SHADER_USER_DATA_VS_0;
    const GS: RegisterName = Register::SPI_SHADER_USER_DATA_GS_0;
    const ES: RegisterName = Register::SPI_SHADER_USER_DATA_ES_0;
    const HS: RegisterName = Register::SPI_SHADER_USER_DATA_HS_0;
    const LS: RegisterName = Register::SPI_SHADER_USER_DATA_LS_0;
    const CS: RegisterName = Register::COMPUTE_USER_DATA_0;
    match target.major {
        0..=8 => &[(CS, 16), (PS, 16), (VS, 16), (GS, 16), (ES, 16), (HS, 16), (LS, 16)],
        9 => &[(CS, 16), (PS, 32), (VS, 32), (ES, 32), (HS, 32)],
        _ => &[(CS, 16), (PS, 32), (VS, 32), (GS, 32), (HS, 32)],
    }
}

/// Whether it is a user data register of a stage that the target has.
fn is_user_data(number: u32, target: Target) -> bool {
    ranges(target).iter().any(|(first, count)| number.wrapping_sub(first.number()) < *count)
}

impl Spelling {
    /// The value of 3.x for a number of 2.x.
    fn value(&self, number: u32) -> Value<'static> {
        match self {
            Self::Number => number.into(),
            Self::Truth => Value::Boolean(number != 0),
            Self::Words(words) => {
                let word = words.iter().find(|(known, _)| *known == number);
                word.map_or(Value::Nil, |(_, word)| (*word).into())
            }
        }
    }
}
