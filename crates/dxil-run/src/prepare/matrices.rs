//! Operations on matrices that a single thread holds: the components of their operands, and accesses to group-shared
//! memory, which become loads, stores and atomic operations of each component.

use az::SaturatingAs as _;
use dx_container::enums::{ElementType, MatrixScope};
use dxil::ops::{ArgumentName, Call, Opcode};
use dxil_ir::{InstructionId, TypeId, Value};

use super::function_state::FunctionState;
use super::preparation::Preparation;
use super::types;
use crate::components::{Component, Layout, Matrix, Shape};
use crate::error::{Result, RunErrorKind};
use crate::instruction::{Access, Atomic, Instruction, List, Register, Scalar};
use crate::lanes;
use crate::operations::matrices;

impl Preparation<'_> {
    /// Returns the shape of an operation on matrices; `None` for other operations.
    ///
    /// # Errors
    ///
    /// Several threads hold the matrix, the layout is invalid, or the operands of the operation do not match.
    pub(super) fn shape(
        &self,
        state: &FunctionState<'_>,
        id: InstructionId,
        call: &Call<'_>,
    ) -> Result<Option<Shape>> {
        let opcode = call.operation().opcode;
        if matrices::operation(opcode, Scalar::I32).is_none() {
            return Ok(None);
        }
        let result = self.type_of(state, Value::from(id))?;
        let argument = |name: ArgumentName| call.argument(name);
        let types = call.arguments().iter().map(|argument| self.type_of(state, *argument));
        let types: Vec<TypeId> = types.collect::<Result<_>>()?;
        let matrix = std::iter::once(result).chain(types).find(|ty| self.is_matrix(*ty));
        let matrix = match matrix {
            Some(ty) => Some(self.matrix(ty, call)?),
            None => None,
        };
        let none = Matrix { component: Component::I32, rows: 0, columns: 0 };
        let matrix = matrix.unwrap_or(none);
        let input = |name| argument(name).map(|vector| self.vector(state, vector));
        let layout = match argument(ArgumentName::layout) {
            Some(_) => self.layout(call)?,
            None => Layout::Rows,
        };
        let shape = Shape { matrix, input: matrix.component, output: matrix.component, layout };
        Ok(Some(match opcode {
            Opcode::LIN_ALG_MATVEC_MUL | Opcode::LIN_ALG_MATVEC_MUL_ADD => {
                let interpretation = match opcode {
                    Opcode::LIN_ALG_MATVEC_MUL => ArgumentName::interpretation,
                    _ => ArgumentName::inputInterpretation,
                };
                let is_signed = self.constant_argument(call, ArgumentName::isOutputSigned)? != 0;
                let (scalar, count) = vector_type(self.module, result)?;
                let output = Component::from_scalar(scalar, is_signed);
                let component = self.interpretation(call, interpretation)?;
                let vector = input(ArgumentName::inputVector).transpose()?;
                self.check_vector(call, (component, matrix.columns), vector)?;
                self.check_vector(call, (output, matrix.rows), Some((scalar, count)))?;
                if let Some(bias) = input(ArgumentName::biasVector).transpose()? {
                    self.check_vector(call, (output, matrix.rows), Some(bias))?;
                }
                Shape { input: component, output, ..shape }
            }
            Opcode::LIN_ALG_MATRIX_OUTER_PRODUCT => {
                let one = input(ArgumentName::vectorA).transpose()?;
                let other = input(ArgumentName::vectorB).transpose()?;
                let scalar = one.map_or(Scalar::I32, |(scalar, _)| scalar);
                // Vectors of other elements are converted.
                let component = match matrix.component {
                    component if component.is_packed() && scalar == Scalar::I32 => component,
                    component if component.scalar() == scalar => component,
                    component => Component::from_scalar(scalar, !component.is_unsigned()),
                };
                self.check_vector(call, (component, matrix.rows), one)?;
                self.check_vector(call, (component, matrix.columns), other)?;
                Shape { input: component, ..shape }
            }
            Opcode::LIN_ALG_CONVERT => {
                let from = self.interpretation(call, ArgumentName::inputInterpretation)?;
                let to = self.interpretation(call, ArgumentName::outputInterpretation)?;
                let vector = input(ArgumentName::inputVector).transpose()?;
                self.check_elements(call, from, vector)?;
                self.check_elements(call, to, Some(vector_type(self.module, result)?))?;
                Shape { input: from, output: to, ..shape }
            }
            Opcode::LIN_ALG_FILL_MATRIX => {
                let value =
                    argument(ArgumentName::value).map(|value| self.type_of(state, value)).transpose()?;
                let scalar = value.and_then(|ty| types::scalar(self.module, ty)).unwrap_or(Scalar::I32);
                let is_signed = !matrix.component.is_unsigned();
                Shape { input: Component::from_scalar(scalar, is_signed), ..shape }
            }
            Opcode::LIN_ALG_VECTOR_ACCUMULATE_TO_DESCRIPTOR => {
                let (scalar, count) = input(ArgumentName::vector).transpose()?.unwrap_or((Scalar::I32, 0));
                let component = Component::from_scalar(scalar, true);
                Shape { matrix: Matrix { component, rows: 1, columns: count }, ..shape }
            }
            _ => shape,
        }))
    }

    /// Returns true if a type is a matrix of a thread or of several threads.
    fn is_matrix(&self, ty: TypeId) -> bool {
        const PREFIX: &[u8] = b"dx.types.LinAlgMatrix";
        let name = self.module.types.named(ty).map(|named| &named.name);
        self.shapes.matrices.contains_key(&ty) || name.is_some_and(|name| name.starts_with(PREFIX))
    }

    fn matrix(&self, ty: TypeId, call: &Call<'_>) -> Result<Matrix> {
        let name = call.operation().name;
        if let Some(matrix) = self.shapes.matrices.get(&ty) {
            return Ok(*matrix);
        }
        let function = call.function_name();
        Err(match self.shapes.scopes.get(&ty) {
            Some(&MatrixScope::THREAD) => {
                RunErrorKind::invalid(format!("{name} has a matrix without a valid component type"))
            }
            Some(scope) => RunErrorKind::unsupported(format!(
                "the operation {name} ({function}) on a matrix with the scope {scope}"
            )),
            None => RunErrorKind::invalid(format!("{name} has a matrix without an entry in !dx.targetTypes")),
        })
    }

    /// The scalar and the number of elements of a vector.
    fn vector(&self, state: &FunctionState<'_>, vector: Value) -> Result<(Scalar, u32)> {
        vector_type(self.module, self.type_of(state, vector)?)
    }

    fn constant_argument(&self, call: &Call<'_>, name: ArgumentName) -> Result<u32> {
        let value = call.argument(name).and_then(|value| self.module.signed_integer(value));
        let value = value.ok_or_else(|| {
            RunErrorKind::unsupported(format!(
                "{} with an operand {name} that is not a constant",
                call.operation().name
            ))
        })?;
        Ok(lanes::low(value.cast_unsigned()))
    }

    fn interpretation(&self, call: &Call<'_>, name: ArgumentName) -> Result<Component> {
        let component = Component::from_element(ElementType(self.constant_argument(call, name)?));
        component
            .ok_or_else(|| RunErrorKind::invalid(format!("{} has an invalid {name}", call.operation().name)))
    }

    fn layout(&self, call: &Call<'_>) -> Result<Layout> {
        let layout = Layout::from_argument(self.constant_argument(call, ArgumentName::layout)?);
        layout
            .ok_or_else(|| RunErrorKind::invalid(format!("{} has an invalid layout", call.operation().name)))
    }

    /// Checks that a vector has elements that hold components of a type.
    fn check_elements(
        &self,
        call: &Call<'_>,
        component: Component,
        vector: Option<(Scalar, u32)>,
    ) -> Result<()> {
        let expected = if component.is_packed() { Scalar::I32 } else { component.scalar() };
        match vector {
            Some((scalar, _)) if scalar == expected => Ok(()),
            _ => Err(RunErrorKind::invalid(format!(
                "{} has a vector whose elements do not hold the component type",
                call.operation().name
            ))),
        }
    }

    /// Checks that a vector holds so many components of a type.
    fn check_vector(
        &self,
        call: &Call<'_>,
        (component, count): (Component, u32),
        vector: Option<(Scalar, u32)>,
    ) -> Result<()> {
        self.check_elements(call, component, vector)?;
        let in_element = if component.is_packed() { 32 / component.bits() } else { 1 };
        match vector {
            Some((_, elements)) if elements == count.div_ceil(in_element) => Ok(()),
            _ => Err(RunErrorKind::invalid(format!(
                "{} has a vector whose length does not match the matrix",
                call.operation().name
            ))),
        }
    }

    /// Prepares an access of a matrix to group-shared memory.
    pub(super) fn matrix_memory(
        &mut self,
        state: &mut FunctionState<'_>,
        id: InstructionId,
        call: &Call<'_>,
        Shape { matrix, layout, .. }: Shape,
    ) -> Result<()> {
        let opcode = call.operation().opcode;
        let missing = || RunErrorKind::invalid("operation has the wrong number of operands");
        let pointer = call.argument(ArgumentName::memory).ok_or_else(missing)?;
        let component = match opcode {
            Opcode::LIN_ALG_MATRIX_ACCUMULATE_TO_MEMORY => {
                self.interpretation(call, ArgumentName::targetType)?
            }
            _ => matrix.component,
        };
        let operand = match opcode {
            Opcode::LIN_ALG_MATRIX_LOAD_FROM_MEMORY => Value::from(id),
            _ => call.argument(ArgumentName::matrix).ok_or_else(missing)?,
        };
        let registers = self.value(state, operand)?;
        let registers = self.program.list(registers).to_vec();
        let access = self.access(state, pointer, matrix.component.scalar())?;
        let [offset, stride] = [ArgumentName::offset, ArgumentName::stride].map(|name| call.argument(name));
        let offset = self.word(state, offset.ok_or_else(missing)?)?;
        let stride = match layout.stride(matrix) {
            Some(stride) => self.constants.register(Some(stride)),
            None => self.word(state, stride.ok_or_else(missing)?)?,
        };
        let size = component.bytes();
        let first = self.register();
        self.program.code.push(Instruction::Address {
            to: first,
            base: access.address,
            index: offset,
            scale: size,
        });
        let width = matrix.component.scalar().registers() as usize;
        let mut rows: Vec<(u32, Register)> = Vec::new();
        for ((row, column), registers) in matrix.positions().zip(registers.chunks(width)) {
            let (major, minor) = layout.position(row, column);
            let known = rows.iter().rev().find(|(number, _)| *number == major).map(|(_, address)| *address);
            let address = known.unwrap_or_else(|| {
                let address = self.register();
                let scale = size.wrapping_mul(major);
                self.program.code.push(Instruction::Address {
                    to: address,
                    base: first,
                    index: stride,
                    scale,
                });
                rows.push((major, address));
                address
            });
            let access =
                Access { address, offset: minor.wrapping_mul(size), scalar: component.scalar(), ..access };
            let list = self.list(registers.iter().copied());
            self.access_component(opcode, (matrix.component, component), list, access);
        }
        Ok(())
    }

    fn access_component(
        &mut self,
        opcode: Opcode,
        (from, to): (Component, Component),
        registers: List,
        access: Access,
    ) {
        let instruction = match opcode {
            Opcode::LIN_ALG_MATRIX_LOAD_FROM_MEMORY => Instruction::Load(registers, access),
            Opcode::LIN_ALG_MATRIX_STORE_TO_MEMORY => Instruction::Store(registers, access),
            _ => {
                let none = self.list(vec![Register::NONE; access.scalar.registers() as usize]);
                Instruction::Atomic(Atomic::Accumulate { from, to }, none, registers, access)
            }
        };
        self.program.code.push(instruction);
    }
}

/// The scalar and the number of elements of a vector type.
fn vector_type(module: &dxil_ir::Module, ty: TypeId) -> Result<(Scalar, u32)> {
    let found = match module.types.get(ty) {
        Some(dxil_ir::Type::Vector(element, count)) => {
            types::scalar(module, *element).map(|scalar| (scalar, (*count).saturating_as::<u32>()))
        }
        _ => None,
    };
    found.ok_or_else(|| RunErrorKind::invalid("operand of an operation on matrices is not a vector"))
}
