//! Ray queries: DXIL's inline ray tracing. Separate from other statements because a query is an object with a state,
//! which a tracker checks: Direct3D leaves calls in another order undefined.

use dxil::emit::Operand;
use dxil::ops::{Opcode, OverloadKind};
use dxil_ir::builder::Build as _;
use dxil_ir::{Alignment, BinaryOp, Predicate, Value};
use naga::{Expression, Handle, RayFlag, RayQueryFunction, RayQueryIntersection};

use crate::error::{Fault, Result};
use crate::lower::frame::Lowered;
use crate::lower::lowering::{Lower, Values};
use crate::lower::places::{Place, RayQuery, Root};

/// The query was initialized with a valid ray.
const INITIALIZED: i32 = 1;
/// The query has proceeded to a candidate at least once.
const PROCEEDED: i32 = 2;
/// The traversal has ended.
const FINISHED: i32 = 4;

/// Candidates of DXIL.
const TRIANGLE_CANDIDATE: i32 = 0;
const PROCEDURAL_CANDIDATE: i32 = 1;

/// Flags of which a ray has at most one of each set. Source: Direct3D's specification of ray flags.
const EXCLUSIVE: [RayFlag; 3] = [
    RayFlag::SKIP_TRIANGLES.union(RayFlag::SKIP_AABBS),
    RayFlag::SKIP_TRIANGLES.union(RayFlag::CULL_BACK_FACING).union(RayFlag::CULL_FRONT_FACING),
    RayFlag::FORCE_OPAQUE
        .union(RayFlag::FORCE_NO_OPAQUE)
        .union(RayFlag::CULL_OPAQUE)
        .union(RayFlag::CULL_NO_OPAQUE),
];

/// The members of `RayIntersection` in naga.
mod member {
    pub(super) const KIND: u32 = 0;
    pub(super) const T: u32 = 1;
    pub(super) const BARYCENTRICS: u32 = 7;
    pub(super) const FRONT_FACE: u32 = 8;
    pub(super) const OBJECT_TO_WORLD: u32 = 9;
    pub(super) const WORLD_TO_OBJECT: u32 = 10;
}

/// The operations that return members of an intersection.
struct Operations {
    /// The operations of the members 2 to 6: instance ID, instance index, contribution, geometry, primitive.
    numbers: [Opcode; 5],
    t: Opcode,
    barycentrics: Opcode,
    front_face: Opcode,
    /// The operations of the last two members.
    transforms: [Opcode; 2],
}

const COMMITTED: Operations = Operations {
    numbers: [
        Opcode::RAY_QUERY_COMMITTED_INSTANCE_ID,
        Opcode::RAY_QUERY_COMMITTED_INSTANCE_INDEX,
        Opcode::RAY_QUERY_COMMITTED_INSTANCE_CONTRIBUTION_TO_HIT_GROUP_INDEX,
        Opcode::RAY_QUERY_COMMITTED_GEOMETRY_INDEX,
        Opcode::RAY_QUERY_COMMITTED_PRIMITIVE_INDEX,
    ],
    t: Opcode::RAY_QUERY_COMMITTED_RAY_T,
    barycentrics: Opcode::RAY_QUERY_COMMITTED_TRIANGLE_BARYCENTRICS,
    front_face: Opcode::RAY_QUERY_COMMITTED_TRIANGLE_FRONT_FACE,
    transforms: [
        Opcode::RAY_QUERY_COMMITTED_OBJECT_TO_WORLD3X4,
        Opcode::RAY_QUERY_COMMITTED_WORLD_TO_OBJECT3X4,
    ],
};

const CANDIDATE: Operations = Operations {
    numbers: [
        Opcode::RAY_QUERY_CANDIDATE_INSTANCE_ID,
        Opcode::RAY_QUERY_CANDIDATE_INSTANCE_INDEX,
        Opcode::RAY_QUERY_CANDIDATE_INSTANCE_CONTRIBUTION_TO_HIT_GROUP_INDEX,
        Opcode::RAY_QUERY_CANDIDATE_GEOMETRY_INDEX,
        Opcode::RAY_QUERY_CANDIDATE_PRIMITIVE_INDEX,
    ],
    t: Opcode::RAY_QUERY_CANDIDATE_TRIANGLE_RAY_T,
    barycentrics: Opcode::RAY_QUERY_CANDIDATE_TRIANGLE_BARYCENTRICS,
    front_face: Opcode::RAY_QUERY_CANDIDATE_TRIANGLE_FRONT_FACE,
    transforms: [
        Opcode::RAY_QUERY_CANDIDATE_OBJECT_TO_WORLD3X4,
        Opcode::RAY_QUERY_CANDIDATE_WORLD_TO_OBJECT3X4,
    ],
};

impl Lower<'_, '_> {
    /// Allocates the query of a variable.
    pub(super) fn allocate_ray_query(&mut self) -> Result<RayQuery> {
        let query = self.emit.in_prologue(|emit| emit.op(Opcode::ALLOCATE_RAY_QUERY, None, [0]))?;
        let i32 = self.emit.scalar(OverloadKind::I32);
        let tracker = self.emit.local(i32);
        let nothing = self.emit.value(0);
        self.emit.store(nothing, tracker, Alignment::bytes(4));
        Ok(RayQuery { query, tracker })
    }

    fn ray_query(&mut self, expression: Handle<Expression>) -> Result<RayQuery> {
        match self.place(expression)? {
            Place { root: Root::RayQuery(query), .. } => Ok(query),
            _ => Err(Fault::malformed("a ray query that is not a local variable")),
        }
    }

    pub(super) fn ray_query_function(
        &mut self,
        query: Handle<Expression>,
        function: &RayQueryFunction,
    ) -> Result<()> {
        let query = self.ray_query(query)?;
        match *function {
            RayQueryFunction::Initialize { acceleration_structure, descriptor } => {
                let structure = self.place(acceleration_structure)?;
                let structure = self.resource_handle(&structure)?;
                let ray = self.values(descriptor)?;
                self.initialize(query, structure, &ray)
            }
            RayQueryFunction::Proceed { result } => self.proceed(query, result),
            RayQueryFunction::GenerateIntersection { hit_t } => {
                let hit = self.scalar(hit_t)?;
                self.generate_intersection(query, hit)
            }
            RayQueryFunction::ConfirmIntersection => self.if_state(query, (PROCEEDED, FINISHED), |lower| {
                let kind = lower.query(query, Opcode::RAY_QUERY_CANDIDATE_TYPE)?;
                let is_triangle = lower.is_equal(kind, TRIANGLE_CANDIDATE);
                lower.if_tracked(is_triangle, |lower| {
                    lower.emit.op(Opcode::RAY_QUERY_COMMIT_NON_OPAQUE_TRIANGLE_HIT, None, [query.query])?;
                    Ok(())
                })
            }),
            RayQueryFunction::Terminate => self.if_state(query, (INITIALIZED, 0), |lower| {
                lower.emit.op(Opcode::RAY_QUERY_ABORT, None, [query.query])?;
                Ok(())
            }),
        }
    }

    fn is_tracked(&self) -> bool {
        self.subject.options.bindings.ray_query_initialization_tracking
    }

    /// Emits code that is executed if the condition is true; always if queries are not tracked.
    fn if_tracked(&mut self, condition: Value, emit: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        match self.is_tracked() {
            true => self.if_true(condition, emit),
            false => emit(self),
        }
    }

    fn if_true(&mut self, condition: Value, emit: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let construct = self.begin_if(condition)?;
        emit(self)?;
        self.end_if(construct)
    }

    /// Emits code that is executed if the tracker has all bits of `set` and none of `unset`.
    fn if_state(
        &mut self,
        query: RayQuery,
        (set, unset): (i32, i32),
        emit: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let i32 = self.emit.scalar(OverloadKind::I32);
        let state = self.emit.load(i32, query.tracker, Alignment::bytes(4));
        let mask = self.emit.value(set | unset);
        let bits = self.emit.binary(BinaryOp::And, state, mask);
        let condition = self.is_equal(bits, set);
        self.if_tracked(condition, emit)
    }

    fn is_equal(&mut self, value: Value, number: i32) -> Value {
        let number = self.emit.value(number);
        self.emit.compare(Predicate::IntEq, value, number)
    }

    /// Sets bits of the tracker.
    fn track(&mut self, query: RayQuery, bits: Value) {
        let i32 = self.emit.scalar(OverloadKind::I32);
        let state = self.emit.load(i32, query.tracker, Alignment::bytes(4));
        let state = self.emit.binary(BinaryOp::Or, state, bits);
        self.emit.store(state, query.tracker, Alignment::bytes(4));
    }

    /// Calls an operation whose argument is the query.
    fn query(&mut self, query: RayQuery, opcode: Opcode) -> Result<Value> {
        Ok(self.emit.op(opcode, None, [query.query])?)
    }

    /// Traces a ray: flags, mask, least and greatest distance, origin, direction.
    fn initialize(&mut self, query: RayQuery, structure: dxil::emit::Handle, ray: &[Value]) -> Result<()> {
        let &[flags, mask, t_min, t_max, x, y, z, dx, dy, dz] = ray else {
            return Err(Fault::malformed("a ray of another type"));
        };
        let is_valid = match self.is_tracked() {
            true => self.is_valid_ray(flags, [t_min, t_max], &[x, y, z, dx, dy, dz]),
            false => flags,
        };
        self.if_tracked(is_valid, |lower| {
            let bit = lower.emit.value(INITIALIZED);
            lower.track(query, bit);
            let arguments = [query.query, structure.value, flags, mask, x, y, z, t_min, dx, dy, dz, t_max];
            lower.emit.op(Opcode::RAY_QUERY_TRACE_RAY_INLINE, None, arguments)?;
            Ok(())
        })
    }

    /// A condition: the distances are in order, nothing is a NaN, and flags do not exclude each other.
    fn is_valid_ray(&mut self, flags: Value, [t_min, t_max]: [Value; 2], others: &[Value]) -> Value {
        let emit = &mut self.emit;
        let zero = emit.float(0.0);
        let mut is_valid = emit.compare(Predicate::FloatOge, t_min, zero);
        let is_ordered = emit.compare(Predicate::FloatOle, t_min, t_max);
        is_valid = emit.binary(BinaryOp::And, is_valid, is_ordered);
        for value in others {
            let is_number = emit.compare(Predicate::FloatOrd, *value, *value);
            is_valid = emit.binary(BinaryOp::And, is_valid, is_number);
        }
        let (nothing, one) = (emit.value(0), emit.value(1));
        for set in EXCLUSIVE {
            let set = emit.value(set.bits());
            let found = emit.binary(BinaryOp::And, flags, set);
            // At most one bit is set.
            let less = emit.binary(BinaryOp::Sub, found, one);
            let rest = emit.binary(BinaryOp::And, found, less);
            let is_single = emit.compare(Predicate::IntEq, rest, nothing);
            is_valid = emit.binary(BinaryOp::And, is_valid, is_single);
        }
        is_valid
    }

    fn proceed(&mut self, query: RayQuery, result: Handle<Expression>) -> Result<()> {
        let i1 = self.emit.scalar(OverloadKind::I1);
        let found = self.emit.local(i1);
        let no = self.emit.int(i1, 0);
        self.emit.store(no, found, Alignment::bytes(1));
        self.if_state(query, (INITIALIZED, FINISHED), |lower| {
            let has_candidate = lower.query(query, Opcode::RAY_QUERY_PROCEED)?;
            lower.emit.store(has_candidate, found, Alignment::bytes(1));
            let (goes_on, ends) = (lower.emit.value(PROCEEDED), lower.emit.value(PROCEEDED | FINISHED));
            let bits = lower.emit.select(has_candidate, goes_on, ends);
            lower.track(query, bits);
            Ok(())
        })?;
        let found = self.emit.load(i1, found, Alignment::bytes(1));
        self.frame.define(result, Lowered::Values(vec![found].into()));
        Ok(())
    }

    fn generate_intersection(&mut self, query: RayQuery, hit: Value) -> Result<()> {
        self.if_state(query, (PROCEEDED, FINISHED), |lower| {
            let mut is_valid = hit;
            if lower.is_tracked() {
                let kind = lower.query(query, Opcode::RAY_QUERY_CANDIDATE_TYPE)?;
                let first = lower.query(query, Opcode::RAY_QUERY_RAY_T_MIN)?;
                let last = lower.query(query, Opcode::RAY_QUERY_COMMITTED_RAY_T)?;
                is_valid = lower.is_equal(kind, PROCEDURAL_CANDIDATE);
                for (a, b) in [(first, hit), (hit, last)] {
                    let is_ordered = lower.emit.compare(Predicate::FloatOle, a, b);
                    is_valid = lower.emit.binary(BinaryOp::And, is_valid, is_ordered);
                }
            }
            lower.if_tracked(is_valid, |lower| {
                let arguments = [query.query, hit];
                lower.emit.op(Opcode::RAY_QUERY_COMMIT_PROCEDURAL_PRIMITIVE_HIT, None, arguments)?;
                Ok(())
            })
        })
    }

    /// The committed intersection, or the candidate; zeros if the query has none.
    pub(super) fn ray_intersection(
        &mut self,
        query: Handle<Expression>,
        is_committed: bool,
    ) -> Result<Values> {
        let query = self.ray_query(query)?;
        let ty = self.subject.module.special_types.ray_intersection;
        let ty = ty.ok_or_else(|| Fault::malformed("an intersection without a type"))?;
        let ty = self.types.of(ty)?;
        let memory = self.local(ty, |_| false)?;
        self.clear(&memory)?;
        let place = memory.place(ty);
        match is_committed {
            true => self.if_state(query, (FINISHED, 0), |lower| lower.store_committed(query, &place))?,
            false => {
                self.if_state(query, (PROCEEDED, FINISHED), |lower| lower.store_candidate(query, &place))?
            }
        }
        self.load(&place)
    }

    fn store_committed(&mut self, query: RayQuery, place: &Place) -> Result<()> {
        let kind = self.query(query, Opcode::RAY_QUERY_COMMITTED_STATUS)?;
        self.store_member(place, member::KIND, &[kind])?;
        let nothing = self.emit.value(RayQueryIntersection::None as u32);
        let is_hit = self.emit.compare(Predicate::IntNe, kind, nothing);
        self.if_true(is_hit, |lower| {
            let t = lower.query(query, COMMITTED.t)?;
            lower.store_member(place, member::T, &[t])?;
            let is_triangle = lower.is_equal(kind, RayQueryIntersection::Triangle as i32);
            lower.if_true(is_triangle, |lower| lower.store_triangle(query, place, &COMMITTED))?;
            lower.store_common(query, place, &COMMITTED)
        })
    }

    fn store_candidate(&mut self, query: RayQuery, place: &Place) -> Result<()> {
        let candidate = self.query(query, Opcode::RAY_QUERY_CANDIDATE_TYPE)?;
        let is_triangle = self.is_equal(candidate, TRIANGLE_CANDIDATE);
        let kinds = [RayQueryIntersection::Triangle, RayQueryIntersection::Aabb];
        let [triangle, aabb] = kinds.map(|kind| self.emit.value(kind as u32));
        let kind = self.emit.select(is_triangle, triangle, aabb);
        self.store_member(place, member::KIND, &[kind])?;
        self.if_true(is_triangle, |lower| {
            let t = lower.query(query, CANDIDATE.t)?;
            lower.store_member(place, member::T, &[t])?;
            lower.store_triangle(query, place, &CANDIDATE)
        })?;
        self.store_common(query, place, &CANDIDATE)
    }

    fn store_triangle(&mut self, query: RayQuery, place: &Place, of: &Operations) -> Result<()> {
        let mut barycentrics = Vec::with_capacity(2);
        for component in 0..2 {
            let arguments = [Operand::from(query.query), Operand::Int(component)];
            barycentrics.push(self.emit.op(of.barycentrics, OverloadKind::F32, arguments)?);
        }
        self.store_member(place, member::BARYCENTRICS, &barycentrics)?;
        let front_face = self.query(query, of.front_face)?;
        self.store_member(place, member::FRONT_FACE, &[front_face])
    }

    fn store_common(&mut self, query: RayQuery, place: &Place, of: &Operations) -> Result<()> {
        for (opcode, member) in of.numbers.into_iter().zip(2..) {
            let number = self.query(query, opcode)?;
            self.store_member(place, member, &[number])?;
        }
        let members = [member::OBJECT_TO_WORLD, member::WORLD_TO_OBJECT];
        for (opcode, member) in of.transforms.into_iter().zip(members) {
            let mut columns = Vec::with_capacity(12);
            for column in 0..4 {
                for row in 0..3 {
                    let arguments = [query.query.into(), Operand::Int(row), Operand::Int(column)];
                    columns.push(self.emit.op(opcode, OverloadKind::F32, arguments)?);
                }
            }
            self.store_member(place, member, &columns)?;
        }
        Ok(())
    }

    fn store_member(&mut self, place: &Place, member: u32, values: &[Value]) -> Result<()> {
        let part = self.part(place, member)?;
        self.store(&part, values)
    }
}
