//! What a pixel shader is given: attributes of the primitive's vertices, interpolated by instructions of the processor,
//! and what the rasterizer knows of the pixel, which is in registers.

use dx_container::enums::{InterpolationMode, SemanticKind};
use dx_container::names::NamedValue as _;
use dxil::ops::ArgumentName;
use dxil::shader::SignatureElement;
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, CastOp, Predicate, Type, Value};

use crate::entry::PixelArgument;
use crate::error::Result;
use crate::translation::{Call, Translation};

/// What `interp.mov` reads: the attribute of the first vertex.
const FIRST_VERTEX: u32 = 2;

impl Translation<'_, '_> {
    /// `loadInput`.
    pub(crate) fn load_input(&mut self, call: &Call<'_>) -> Result<()> {
        let number = |name: ArgumentName| -> Result<u32> {
            let number = self.constant(call, name)?;
            u32::try_from(number)
                .map_err(|_| call.refused(format!("operand {name} is {number}, expected at least 0")))
        };
        let (id, row, column) = (
            number(ArgumentName::inputSigId)?,
            number(ArgumentName::rowIndex)?,
            number(ArgumentName::colIndex)?,
        );
        let pixel = self.pixel.ok_or_else(|| call.refused("compute shaders have no inputs"))?;
        let element = pixel.inputs.iter().find(|element| element.id == id);
        let element = element.ok_or_else(|| {
            call.refused(format!(
                "operand inputSigId is {id}, but the input signature does not have this element"
            ))
        })?;
        let value = match element.semantic {
            SemanticKind::ARBITRARY => self.attribute(call, element, row, column)?,
            SemanticKind::POSITION => {
                let position = [PixelArgument::X, PixelArgument::Y, PixelArgument::Z, PixelArgument::W];
                let argument = usize::try_from(column).ok().and_then(|column| position.get(column));
                let argument =
                    argument.ok_or_else(|| call.refused("operand colIndex for SV_Position is not 0 to 3"))?;
                self.inputs.pixel(*argument)
            }
            SemanticKind::IS_FRONT_FACE => self.is_front()?,
            other => {
                let name = other.name().unwrap_or("?");
                return Err(call.refused(format!(
                    "{name} needs a parameter slot or pipeline state, which relocatable \
                                          shaders do not have"
                )));
            }
        };
        let ty = self.ty(call.id.into())?;
        let value = match (self.kind_of(self.ty(value)?)?, self.kind_of(ty)?) {
            (Type::Float, Type::Half) => self.editor.cast(CastOp::FpTrunc, value, ty),
            (Type::Float, Type::Integer(16)) => {
                let word = self.i(32);
                let whole = self.bitcast(value, word)?;
                self.editor.cast(CastOp::Trunc, whole, ty)
            }
            _ => self.bitcast(value, ty)?,
        };
        self.give(call, value)
    }

    /// A component of an attribute.
    fn attribute(
        &mut self,
        call: &Call<'_>,
        element: &SignatureElement,
        row: u32,
        column: u32,
    ) -> Result<Value> {
        let first = u32::try_from(element.start_row).ok().and_then(|first| first.checked_add(row));
        let channel = u32::try_from(element.start_column).ok().and_then(|first| first.checked_add(column));
        let (Some(slot @ ..32), Some(channel @ ..4)) = (first, channel) else {
            return Err(call.refused("the signature element is not in a register"));
        };
        let places = match element.interpolation {
            InterpolationMode::UNDEFINED | InterpolationMode::LINEAR => {
                Some(PixelArgument::PerspectiveCenter)
            }
            InterpolationMode::LINEAR_CENTROID => Some(PixelArgument::PerspectiveCentroid),
            InterpolationMode::LINEAR_NOPERSPECTIVE => Some(PixelArgument::LinearCenter),
            InterpolationMode::LINEAR_NOPERSPECTIVE_CENTROID => Some(PixelArgument::LinearCentroid),
            InterpolationMode::CONSTANT => None,
            _ => return Err(call.refused("the interpolation mode `sample` requires per-sample shading")),
        };
        let (channel, slot, mask) =
            (self.word(channel), self.word(slot), self.inputs.pixel(PixelArgument::PrimitiveMask));
        let float = self.float();
        let Some(places) = places else {
            let which = self.word(FIRST_VERTEX);
            return self.call("llvm.amdgcn.interp.mov", float, &[which, channel, slot, mask]);
        };
        let place = self.inputs.pixel(places);
        let (i, j) = (self.lane(place, 0)?, self.lane(place, 1)?);
        let first = self.call("llvm.amdgcn.interp.p1", float, &[i, channel, slot, mask])?;
        self.call("llvm.amdgcn.interp.p2", float, &[first, j, channel, slot, mask])
    }

    /// Whether the front of the primitive is seen: all bits, or none.
    fn is_front(&mut self) -> Result<Value> {
        let (given, zero, word) = (self.inputs.pixel(PixelArgument::FrontFace), self.word(0), self.i(32));
        let is_front = self.compare(Predicate::IntNe, given, zero);
        Ok(self.editor.cast(CastOp::SExt, is_front, word))
    }

    /// `coverage`: the samples of the pixel that the primitive covers.
    pub(crate) fn coverage(&mut self, call: &Call<'_>) -> Result<()> {
        if self.pixel.is_none() {
            return Err(call.refused("only pixel shaders can use this operation"));
        }
        self.give(call, self.inputs.pixel(PixelArgument::Coverage))
    }

    /// `discard`: lanes go on, for the derivatives of others.
    pub(crate) fn discard(&mut self, call: &Call<'_>) -> Result<()> {
        let condition = call.argument(ArgumentName::condition)?;
        let all = self.truth(true);
        let stays = self.binary(BinaryOp::Xor, condition, all);
        self.call_void("llvm.amdgcn.wqm.demote", &[stays])?;
        self.discards = true;
        self.done(call)
    }

    /// `isHelperLane`.
    pub(crate) fn is_helper(&mut self, call: &Call<'_>) -> Result<()> {
        let truth = self.i(1);
        let live = self.call("llvm.amdgcn.live.mask", truth, &[])?;
        let all = self.truth(true);
        let helper = self.binary(BinaryOp::Xor, live, all);
        self.give(call, helper)
    }
}
