//! A whole listing, section after section: which there are, in which order, and what stands between them.

use std::fmt::Write as _;

use dx_container::enums::{TessellatorDomain, TessellatorOutputPrimitive, TessellatorPartitioning};
use dx_container::flags::FeatureFlags;
use dx_container::parts::View;
use dx_container::parts::class_linkage::ClassLinkage;
use dx_container::parts::feature_info::FeatureInfo;
use dx_container::parts::level9::Level9;
use dx_container::parts::rdef::Rdef;
use dx_container::parts::signature::Signature;
use dx_container::parts::statistics::{Counters, Statistics};
use dx_container::reader::Payload;
use dx_container::{Container, FourCc, ProgramVersion};
use located::{Error, Place};

use super::page::{self, Page};
use super::row::{self, Role};
use super::table::Table;
use super::tables::{COLUMNS, NO_ROWS, RULE, TITLE_END, has_precision};
use super::{bindings, buffers, features, interfaces};
use crate::custom_data::CustomDataClass;
use crate::d3d9;
use crate::declarations::GlobalFlags;
use crate::error::{ProgramErrorKind, Result};
use crate::program::{PartStatements, Statement, part_of};
use crate::statistics::Count;
use crate::text::{self, Shown};

/// What stands in the place of a compiler where RDEF does not name one.
const DISASSEMBLER: &str = "Microsoft (R) D3D Shader Disassembler";

/// Prints the listing of a container: tables in comments, the program, and its size.
///
/// # Errors
///
/// Fails with `dxbc.no-program` if there is no part SHEX or SHDR, or if that part is invalid; nothing is printed then.
/// Errors in other parts are comments of the listing.
pub fn print(out: &mut String, container: &Container<'_>) -> Result<()> {
    print_with(out, container, Shown::default())
}

/// Like [`print()`], but prints what `shown` selects; without tables if `shown` names a function.
///
/// # Errors
///
/// As [`print()`].
pub fn print_with(out: &mut String, container: &Container<'_>, shown: Shown) -> Result<()> {
    let part = part_of(container);
    let part = part.ok_or_else(|| Error::new(ProgramErrorKind::NoProgram, Place::default()))?;
    let payload = container.payload(&part);
    if shown.function.is_some() {
        return text::print_part_with(out, payload, shown);
    }
    let program = Overview::of(payload)?;
    let counters = match container.view(FourCc::STAT) {
        Some(Ok(Statistics::Counters(counters))) => counters,
        _ => program.counters,
    };
    let page = Page::new(out, container.bytes().len());
    let mut listing = Listing { container, program: &program, counters: &counters, page };
    listing.preamble();
    let out = listing.page.finish();
    if let Some(part) = container.part(FourCc::AON9) {
        level9(out, container.payload(&part), shown);
    }
    text::print_part_with(out, payload, shown)?;
    let _ = writeln!(out, "// Approximately {} instruction slots used", counters.common.instruction_count);
    Ok(())
}

/// The program for feature level 9, and how its constants map.
fn level9(out: &mut String, payload: Payload<'_>, shown: Shown) {
    let mut page = Page::new(out, payload.bytes.len());
    page.blank();
    let part = match Level9::parse(payload) {
        Ok(part) => part,
        Err(error) => {
            let error = page::name(error.to_string().as_bytes());
            page.line(format_args!("Part {} cannot be read: {error}", payload.name));
            page.blank();
            page.finish();
            return;
        }
    };
    // A program that cannot be read has no title, so that nobody takes the other one for it.
    let mut program = String::new();
    let offset = payload.offset + part.program_offset as u64;
    let printed = d3d9::listing::print_with(&mut program, part.program, offset, shown);
    d3d9::level9::print(&mut page, &part);
    match printed {
        Ok(()) => {
            page.line(d3d9::level9::PROGRAM);
            page.blank();
            page.finish().push_str(&program);
        }
        Err(error) => {
            let error = page::name(error.to_string().as_bytes());
            page.line(format_args!("The program of part {} cannot be read: {error}", payload.name));
            page.blank();
            page.finish();
        }
    }
}

/// What the tables depend on in a program, which is too large to be held.
struct Overview {
    version: ProgramVersion,
    flags: GlobalFlags,
    /// Whether it has messages of debugging aids.
    messages: bool,
    counters: Counters,
}

impl Overview {
    fn of(payload: Payload<'_>) -> Result<Self> {
        let statements = PartStatements::of(payload)?;
        let version = statements.version();
        let (mut flags, mut messages, mut count) = (GlobalFlags::default(), false, Count::of(version));
        for statement in statements {
            let (statement, _) = statement?;
            count.add(&statement);
            match statement {
                Statement::Instruction(instruction) => flags.0 |= GlobalFlags::declared(&instruction).0,
                Statement::CustomData(data) => messages |= data.class == CustomDataClass::SHADER_MESSAGE,
            }
        }
        Ok(Self { version, flags, messages, counters: count.finish() })
    }
}

struct Listing<'c, 'a, 'o> {
    container: &'c Container<'a>,
    program: &'c Overview,
    /// What the compiler counted, or else what there is to count.
    counters: &'c Counters,
    page: Page<'o>,
}

impl<'a> Listing<'_, 'a, '_> {
    fn preamble(&mut self) {
        let rdef: Option<Rdef<'a>> = self.view(FourCc::RDEF);
        let creator = rdef.as_ref().map_or(DISASSEMBLER.to_owned(), |rdef| page::name(rdef.creator));
        self.page.blank();
        self.page.line(format_args!("Generated by {creator}"));
        self.page.blank();
        self.features();
        if let Some(rdef) = rdef {
            buffers::print(&mut self.page, &rdef);
            bindings::print(&mut self.page, &rdef);
            self.page.blank();
        }
        self.signatures();
        self.stage();
        if let Some(linkage) = self.view::<ClassLinkage<'a>>(FourCc::IFCE) {
            interfaces::print(&mut self.page, &linkage);
        }
        if self.container.part(FourCc::XNAS).is_some() {
            self.page.blank();
            self.page.line("Part XNAS, a program of shader model 2, is not disassembled.");
            self.page.blank();
        }
    }

    /// A part, if it is there; one that cannot be read is a line of the listing.
    fn view<V: View<'a>>(&mut self, name: FourCc) -> Option<V> {
        match self.container.view(name)? {
            Ok(view) => Some(view),
            Err(error) => {
                self.unreadable(name, &error);
                None
            }
        }
    }

    fn unreadable(&mut self, name: FourCc, error: &dx_container::ContainerError) {
        let error = page::name(error.to_string().as_bytes());
        self.page.blank();
        self.page.line(format_args!("Part {name} cannot be read: {error}"));
    }

    fn features(&mut self) {
        let info: Option<FeatureInfo<'a>> = self.view(FourCc::SFI0);
        let is_model_5 = self.program.version.major() >= 5;
        let features = info.filter(|_| is_model_5).map_or(FeatureFlags::empty(), |info| info.flags);
        let early_depth = is_model_5 && self.program.flags.contains(GlobalFlags::FORCE_EARLY_DEPTH_STENCIL);
        features::print(&mut self.page, features, early_depth, self.program.messages);
    }

    fn signatures(&mut self) {
        let mut found = Vec::new();
        for part in self.container.parts() {
            let Some((table, form)) = Table::of(part.name) else { continue };
            match Signature::parse(self.container.payload(part)) {
                Ok(signature) => found.push((table, form, part.name, signature.to_buf())),
                Err(error) => self.unreadable(part.name, &error),
            }
        }
        let version = self.program.version;
        let has_precision = self.program.flags.contains(GlobalFlags::ENABLE_MINIMUM_PRECISION)
            || found.iter().flat_map(|part| &part.3.elements).any(has_precision);
        for title in Table::ALL {
            let tables = found.iter().filter(|part| part.0 == title);
            for (nth, (table, form, name, signature)) in tables.enumerate() {
                let is_expected = nth == 0 && *form == table.form(Some(version), has_precision);
                let attribute = if is_expected { String::new() } else { format!(" @{name}") };
                self.page.blank();
                self.page.line(format_args!("{}{TITLE_END}{attribute}", table.title()));
                self.page.blank();
                self.page.line(COLUMNS);
                self.page.line(RULE);
                let elements = &signature.elements;
                if elements.is_empty() {
                    self.page.line(format_args!("{NO_ROWS}{}", table.title()));
                    continue;
                }
                let streams = elements.iter().any(|element| element.stream != 0);
                let role = Role::of(*table, Some(version.kind()));
                for element in elements {
                    if self.page.is_full() {
                        return;
                    }
                    self.page.line(row::print(element, role, streams));
                }
                self.page.blank();
            }
        }
    }

    /// What only some stages have.
    fn stage(&mut self) {
        let counted = self.counters.model_5.unwrap_or_default();
        let control_points = counted.control_points;
        let domain = match counted.tessellator_domain {
            TessellatorDomain::ISO_LINE => "Isoline",
            TessellatorDomain::TRI => "Triangle",
            TessellatorDomain::QUAD => "Quadrilateral",
            _ => "",
        };
        if !domain.is_empty() {
            self.page.line("Tessellation Domain   # of control points");
            self.page.line("-------------------- --------------------");
            self.page.line(format_args!("{domain:<20} {control_points:>20}"));
            self.page.blank();
        }
        let output = match counted.hs_output_primitive {
            TessellatorOutputPrimitive::POINT => "Point",
            TessellatorOutputPrimitive::LINE => "Line",
            TessellatorOutputPrimitive::TRIANGLE_CW => "Clockwise Triangles",
            TessellatorOutputPrimitive::TRIANGLE_CCW => "Counter-Clockwise Triangles",
            _ => "",
        };
        let partitioning = match counted.hs_partitioning {
            TessellatorPartitioning::INTEGER => "Integer",
            TessellatorPartitioning::POW2 => "Integer Power of 2",
            TessellatorPartitioning::FRACTIONAL_ODD => "Odd Fractional",
            TessellatorPartitioning::FRACTIONAL_EVEN => "Even Fractional",
            _ => "",
        };
        if !output.is_empty() {
            self.page.line("Tessellation Output Primitive  Partitioning Type ");
            self.page.line("------------------------------ ------------------");
            self.page.line(format_args!("{output:<30} {partitioning:<18}"));
            self.page.blank();
        }
        if self.counters.common.sample_frequency != 0 {
            self.page.line("Pixel Shader runs at sample frequency");
            self.page.blank();
        }
    }
}
