//! What is said of a resource where code uses it: the constant of type `%dx.types.ResourceProperties` that
//! `annotateHandle` takes from shader model 6.6 on, and that annotations of fields hold.

use dx_container::enums::{ElementType, ResourceClass, ResourceKind, SamplerFeedbackType};

use dxil_ir::constants::ConstantKind;
use dxil_ir::{Module, Value, ValueKind};

/// What is said of a resource where code uses it: two words, bits that nobody knows and all. What the second word means
/// depends on the kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct HandleProperties {
    /// The words. Of the first one, byte 0 is the kind; bits 8 to 11 the alignment, 12 UAV, 13 rasterizer ordered, 14
    /// globally coherent, 15 comparison sampler or counter, 16 reorder coherent.
    pub words: [u32; 2],
}

impl HandleProperties {
    /// In the first word: it is written.
    pub const UAV: u32 = 1 << 12;
    /// In the first word: pixels take their turns (ROV).
    pub const RASTERIZER_ORDERED: u32 = 1 << 13;
    /// In the first word: all threads see what one of them writes.
    pub const GLOBALLY_COHERENT: u32 = 1 << 14;
    /// In the first word: it is a sampler that compares, or a structured buffer with a counter.
    pub const COMPARISON_OR_COUNTER: u32 = 1 << 15;
    /// In the first word: threads that were reordered see what is written.
    pub const REORDER_COHERENT: u32 = 1 << 16;

    /// A raw buffer (`ByteAddressBuffer`).
    pub fn raw_buffer() -> Self {
        Self { words: [ResourceKind::RAW_BUFFER.0, 0] }
    }

    /// A structured buffer whose elements have `stride` bytes and are aligned to `1 << alignment_log2` bytes; 0 if the
    /// alignment is unknown.
    pub fn structured_buffer(stride: u32, alignment_log2: u32) -> Self {
        Self { words: [ResourceKind::STRUCTURED_BUFFER.0 | (alignment_log2 & 0xf) << 8, stride] }
    }

    /// A texture or typed buffer with 1 to 4 components per element.
    pub fn typed(kind: ResourceKind, element: ElementType, components: u32) -> Self {
        Self { words: [kind.0, element.0 | components << 8] }
    }

    /// A constant buffer of `bytes` bytes.
    pub fn cbuffer(bytes: u32) -> Self {
        Self { words: [ResourceKind::CBUFFER.0, bytes] }
    }

    /// A sampler, with a comparison or without.
    pub fn sampler(is_comparison: bool) -> Self {
        let flags = if is_comparison { Self::COMPARISON_OR_COUNTER } else { 0 };
        Self { words: [ResourceKind::SAMPLER.0 | flags, 0] }
    }

    /// A ray tracing acceleration structure.
    pub fn acceleration_structure() -> Self {
        Self { words: [ResourceKind::RT_ACCELERATION_STRUCTURE.0, 0] }
    }

    /// A feedback texture, which is a UAV.
    pub fn feedback_texture(kind: ResourceKind, feedback: SamplerFeedbackType) -> Self {
        Self { words: [kind.0 | Self::UAV, feedback.0] }
    }

    /// These properties with flags of the first word, such as [`UAV`](Self::UAV).
    pub fn with(self, flags: u32) -> Self {
        Self { words: [self.words[0] | flags, self.words[1]] }
    }

    /// The properties of a multisampled texture with this number of samples per texel; 0 if it is unknown.
    pub fn with_samples(self, samples: u32) -> Self {
        Self { words: [self.words[0], self.words[1] | samples << 16] }
    }

    /// What a constant says; `None` where it is no structure of two integers.
    pub fn of(module: &Module, constant: Value) -> Option<Self> {
        let ValueKind::Constant(id) = constant.kind() else { return None };
        let constant = module.constants.get(id)?;
        let [_, _] = module.types.members(constant.ty)? else { return None };
        match &constant.kind {
            ConstantKind::Null => Some(Self::default()),
            ConstantKind::Aggregate(values) => {
                let [first, second] = **values else { return None };
                Some(Self { words: [word(module, first)?, word(module, second)?] })
            }
            _ => None,
        }
    }

    /// The constant that says it. Adds the type where the module does not have it.
    pub fn constant(self, module: &mut Module) -> Value {
        let i32 = module.types.int(32);
        let ty = module.types.structure("dx.types.ResourceProperties", &[i32, i32]);
        let kind = match self.words {
            [0, 0] => ConstantKind::Null,
            words => ConstantKind::Aggregate(words.map(|word| module.int(i32, word.into())).into()),
        };
        module.constant(ty, kind)
    }

    /// What it is; texture buffers are typed buffers here.
    pub fn kind(self) -> ResourceKind {
        ResourceKind(self.words[0] & 0xff)
    }

    /// Its class: of what is neither a constant buffer nor a sampler, whether it is written says it.
    pub fn class(self) -> ResourceClass {
        match self.kind() {
            ResourceKind::CBUFFER => ResourceClass::CBUFFER,
            ResourceKind::SAMPLER => ResourceClass::SAMPLER,
            _ if self.has(Self::UAV) => ResourceClass::UAV,
            _ => ResourceClass::SRV,
        }
    }

    /// Whether it is written.
    pub fn is_uav(self) -> bool {
        self.has(Self::UAV)
    }

    /// What it is aligned to, as a power of two; 0 where nothing is known.
    pub fn alignment_log2(self) -> u32 {
        self.words[0] >> 8 & 0xf
    }

    /// Whether pixels take their turns (ROV).
    pub fn is_rasterizer_ordered(self) -> bool {
        self.has(Self::RASTERIZER_ORDERED)
    }

    /// Whether all threads see what one of them writes.
    pub fn is_globally_coherent(self) -> bool {
        self.has(Self::GLOBALLY_COHERENT)
    }

    /// Whether what is written is seen by threads that were reordered.
    pub fn is_reorder_coherent(self) -> bool {
        self.has(Self::REORDER_COHERENT)
    }

    /// Whether it is a sampler that compares.
    pub fn is_comparison(self) -> bool {
        self.kind() == ResourceKind::SAMPLER && self.has(Self::COMPARISON_OR_COUNTER)
    }

    /// Whether it is a structured buffer with a counter.
    pub fn has_counter(self) -> bool {
        self.kind() == ResourceKind::STRUCTURED_BUFFER && self.has(Self::COMPARISON_OR_COUNTER)
    }

    /// Of a texture or a typed buffer: what the components of an element are.
    pub fn element_type(self) -> ElementType {
        ElementType(self.words[1] & 0xff)
    }

    /// Of a texture or a typed buffer: how many components an element has.
    pub fn components(self) -> u32 {
        self.words[1] >> 8 & 0xff
    }

    /// Of a multisampled texture: samples a texel; 0 where the program does not say.
    pub fn sample_count(self) -> u32 {
        self.words[1] >> 16 & 0xff
    }

    /// Of a structured buffer: the size of an element, in bytes.
    pub fn stride(self) -> u32 {
        self.words[1]
    }

    /// Of a constant buffer: how many bytes of it are used.
    pub fn cbuffer_size(self) -> u32 {
        self.words[1]
    }

    /// Of a feedback texture: what it records.
    pub fn sampler_feedback(self) -> SamplerFeedbackType {
        SamplerFeedbackType(self.words[1])
    }

    fn has(self, bit: u32) -> bool {
        self.words[0] & bit != 0
    }
}

/// An integer as a word, whatever its sign.
fn word(module: &Module, value: Value) -> Option<u32> {
    let ValueKind::Constant(id) = value.kind() else { return None };
    match module.constants.get(id)?.kind {
        ConstantKind::Integer(number) => {
            let [a, b, c, d, ..] = number.to_le_bytes();
            Some(u32::from_le_bytes([a, b, c, d]))
        }
        ConstantKind::Null => Some(0),
        _ => None,
    }
}
