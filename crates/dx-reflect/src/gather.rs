//! The sources of the reflection: the parts that are read, and the part whose value is used if two contradict.

use dx_container::enums::{RdefStage, ShaderKind};
use dx_container::parts::View;
use dx_container::parts::compiler_version::CompilerVersion;
use dx_container::parts::feature_info::FeatureInfo;
use dx_container::parts::program::ProgramPart;
use dx_container::parts::psv::{Psv, Version};
use dx_container::parts::rdat::Rdat;
use dx_container::parts::rdef::Rdef;
use dx_container::parts::root_signature::RootSignature;
use dx_container::parts::shader_hash::ShaderHash;
use dx_container::parts::statistics::{CommonCounters, Counters, Statistics};
use dx_container::{Container, FourCc, ProgramVersion, Result};
use dxil_ir::Module;

use crate::constant_buffer::{self};
use crate::copies::Copies;
use crate::disagreement::Disagreements;
use crate::error::ReflectionError;
use crate::library::Library;
use crate::program;
use crate::reflection::{Hash, Language, Reflection};
use crate::resource::Resources;
use crate::root_signature::RootSignatureSummary;
use crate::signature::Signatures;
use crate::subobject::{self};

impl Reflection {
    /// Reflects `container`.
    ///
    /// Fails if a part that is needed cannot be read; the error names the part. Other parts may be invalid.
    pub fn of(container: &Container<'_>) -> std::result::Result<Self, ReflectionError> {
        Self::gather(container, true).map(|(reflection, _)| reflection)
    }

    /// The same without what takes longest: the names of resources and the layout of buffers that only the reflection
    /// of a DXIL program has (STAT). Gives the module of the program, too, which was read for this.
    pub fn with_module(
        container: &Container<'_>,
    ) -> std::result::Result<(Self, Option<Module>), ReflectionError> {
        Self::gather(container, false)
    }

    fn gather(
        container: &Container<'_>,
        with_layouts: bool,
    ) -> std::result::Result<(Self, Option<Module>), ReflectionError> {
        let mut copies = Copies::new(container.bytes().len());
        let mut disagreements = Disagreements::default();
        let rdef: Option<Rdef<'_>> = view(container, FourCc::RDEF)?;
        let psv: Option<Psv<'_>> = view(container, FourCc::PSV0)?;
        let rdat: Option<Rdat<'_>> = view(container, FourCc::RDAT)?;

        let mut reflection = Self::default();
        reflection.add_program(container)?;
        reflection.add_stage(rdef.as_ref(), psv.as_ref(), &mut disagreements);
        let is_counted = |counters: &Counters| counters.common != CommonCounters::default();
        match view(container, FourCc::STAT)? {
            // An assembler counts nothing and says so with zeros.
            Some(Statistics::Counters(counters)) if is_counted(&counters) => {
                reflection.add_counters(&counters);
            }
            _ => {}
        }
        let mut declared = match reflection.language {
            Some(Language::Dxbc) => program::declared(container)?,
            _ => None,
        };
        if let Some((part, declared)) = &mut declared {
            reflection.add_declarations(*part, declared, &mut disagreements);
        }
        if let Some(psv) = &psv {
            reflection.add_runtime_info(&psv.info);
            if psv.info.version >= Version::V3 {
                reflection.entry = copies.name(FourCc::PSV0, psv.info.entry_name)?;
            }
        }
        let is_mesh = reflection.stage == Some(ShaderKind::MESH);
        reflection.signatures =
            Signatures::gather(container, psv.as_ref(), is_mesh, &mut copies, &mut disagreements)?;

        let mut resources = Resources::default();
        if let Some(rdef) = &rdef {
            reflection.creator = Some(copies.text(FourCc::RDEF, rdef.creator)?);
            reflection.compile_flags = Some(rdef.flags);
            resources.add_rdef(rdef, &mut copies)?;
            (reflection.constant_buffers, reflection.types) = constant_buffer::gather(rdef, &mut copies)?;
        }
        if let Some((part, declared)) = declared {
            resources.add_declared(part, &declared.resources, &mut disagreements)?;
            resources.compare_sizes(part, &reflection.constant_buffers, &mut disagreements);
        }
        if let Some(psv) = &psv {
            resources.add_psv(psv, &mut disagreements);
        }
        if let Some(rdat) = &rdat {
            let places = resources.add_rdat(rdat, &mut copies, &mut disagreements)?;
            let library = Library::gather(rdat, &places, &mut copies)?;
            (reflection.functions, reflection.nodes) = (library.functions, library.nodes);
            reflection.subobjects = subobject::gather(rdat, &mut copies)?;
        }
        reflection.add_small_parts(container)?;
        let mut module = None;
        if reflection.language == Some(Language::Dxil) {
            let program = reflection.add_program_entry(container, &mut copies, &mut disagreements)?;
            if with_layouts {
                reflection.add_bitcode(
                    container,
                    program,
                    &mut resources,
                    &mut copies,
                    &mut disagreements,
                )?;
            } else if let Some(program) = program {
                resources.add_bitcode(&program, &mut copies, &mut disagreements)?;
                module = Some(program.into_module());
            }
        }
        reflection.resources = resources.list;
        reflection.disagreements = disagreements.0;
        Ok((reflection, module))
    }

    /// The profile as compilers spell it, such as `ps_6_8`.
    pub fn profile(&self) -> Option<ProgramVersion> {
        let ((major, minor), stage) = (self.model?, self.stage?);
        Some(ProgramVersion(stage.0 << 16 | (major & 0xf) << 4 | minor & 0xf))
    }

    fn add_program(&mut self, container: &Container<'_>) -> Result<()> {
        let has = |name: FourCc| container.part(name).is_some();
        let dxil = [FourCc::DXIL, FourCc::ILDB].into_iter().find(|&name| has(name));
        if let Some(name) = dxil {
            self.language = Some(Language::Dxil);
            let header = view::<ProgramPart<'_>>(container, name)?.map(|program| program.header);
            self.dxil_version = header.map(|header| (header.dxil_major, header.dxil_minor));
        } else if has(FourCc::SHEX) || has(FourCc::SHDR) {
            self.language = Some(Language::Dxbc);
        }
        let version = container.program_version();
        self.stage = version.map(ProgramVersion::kind);
        self.model = version.map(|version| (version.major(), version.minor()));
        Ok(())
    }

    /// The stage by other parts, where the program does not tell it or they tell another.
    fn add_stage(
        &mut self,
        rdef: Option<&Rdef<'_>>,
        psv: Option<&Psv<'_>>,
        disagreements: &mut Disagreements,
    ) {
        let program = match self.language {
            Some(Language::Dxil) => FourCc::DXIL,
            Some(Language::Dxbc) => FourCc::SHEX,
            None => FourCc::RDEF,
        };
        let by_rdef = rdef.and_then(|rdef| stage_of(rdef.stage)).map(|stage| (FourCc::RDEF, stage));
        let by_psv = psv.filter(|psv| psv.info.version >= Version::V1);
        let by_psv = by_psv.map(|psv| (FourCc::PSV0, psv.info.stage));
        for (part, stage) in [by_rdef, by_psv].into_iter().flatten() {
            match self.stage {
                None => self.stage = Some(stage),
                Some(kept) if kept != stage => {
                    disagreements.add(|| "stage".to_owned(), (program, kept), (part, stage));
                }
                Some(_) => {}
            }
        }
        if let Some(rdef) = rdef {
            let (major, minor) = rdef.model;
            self.model = self.model.or(Some((major.into(), minor.into())));
        }
    }

    fn add_small_parts(&mut self, container: &Container<'_>) -> Result<()> {
        use dx_container::flags::HashFlags;
        let features: Option<FeatureInfo<'_>> = view(container, FourCc::SFI0)?;
        self.features = features.map(|features| features.flags);
        let hash: Option<ShaderHash<'_>> = view(container, FourCc::HASH)?;
        self.hash = hash.map(|hash| Hash {
            digest: hash.digest,
            includes_source: hash.flags.contains(HashFlags::INCLUDES_SOURCE),
        });
        let compiler: Option<CompilerVersion<'_>> = view(container, FourCc::VERS)?;
        self.compiler = compiler.map(|compiler| compiler.to_buf());
        let root_signature: Option<RootSignature<'_>> = view(container, FourCc::RTS0)?;
        self.root_signature = root_signature.as_ref().map(RootSignatureSummary::of);
        Ok(())
    }
}

fn view<'a, V: View<'a>>(container: &Container<'a>, name: FourCc) -> Result<Option<V>> {
    container.view(name).transpose()
}

fn stage_of(stage: RdefStage) -> Option<ShaderKind> {
    Some(match stage {
        RdefStage::PIXEL => ShaderKind::PIXEL,
        RdefStage::VERTEX => ShaderKind::VERTEX,
        RdefStage::GEOMETRY => ShaderKind::GEOMETRY,
        RdefStage::HULL => ShaderKind::HULL,
        RdefStage::DOMAIN => ShaderKind::DOMAIN,
        RdefStage::COMPUTE => ShaderKind::COMPUTE,
        _ => return None,
    })
}
