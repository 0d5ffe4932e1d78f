//! Samplers of pipeline documents as descriptors.

use dxil_run::resources::{AddressMode, Comparison, Filter, Reduction, Sampler};

use crate::descriptor::{self, Clamp};

/// The words of a sampler.
pub(super) fn words(sampler: &Sampler) -> Result<Vec<u32>, String> {
    let clamp = |mode: AddressMode| match mode {
        AddressMode::Wrap => Clamp::Wrap,
        AddressMode::Mirror => Clamp::Mirror,
        AddressMode::Clamp => Clamp::LastTexel,
        AddressMode::Border => Clamp::Border,
        AddressMode::MirrorOnce => Clamp::MirrorOnceLastTexel,
    };
    let border = match sampler.border {
        [0.0, 0.0, 0.0, 0.0] => 0,
        [0.0, 0.0, 0.0, 1.0] => 1,
        [1.0, 1.0, 1.0, 1.0] => 2,
        _ => return Err("borders of other colours than black and white have no descriptor here".to_owned()),
    };
    if sampler.reduction != Reduction::Average {
        return Err("filters that reduce have no descriptor here".to_owned());
    }
    let comparison = match sampler.comparison {
        None | Some(Comparison::Never) => 0,
        Some(Comparison::Less) => 1,
        Some(Comparison::Equal) => 2,
        Some(Comparison::LessEqual) => 3,
        Some(Comparison::Greater) => 4,
        Some(Comparison::NotEqual) => 5,
        Some(Comparison::GreaterEqual) => 6,
        Some(Comparison::Always) => 7,
    };
    let words = descriptor::Sampler {
        clamp: sampler.address.map(clamp),
        comparison,
        unnormalized: false,
        lod: [sampler.min_lod, sampler.max_lod],
        bias: sampler.lod_bias,
        linear: [sampler.mag, sampler.min, sampler.mip].map(|filter| filter == Filter::Linear),
        border,
        reduction: 0,
    };
    Ok(words.words().to_vec())
}
