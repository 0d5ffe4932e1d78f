//! The first stage: indices say which vertices are drawn, each is fetched and shaded once for some thousand that are,
//! and primitives are assembled of them.

use hashbrown::HashMap;

use super::assembly::{Assembled, Assembler};
use super::draw_stage::DrawStage;
use super::stage_run::{StageRun, Steps};
use super::state::DrawState;
use super::vertices::Fetch;
use dxil_run::RunOptions;
use dxil_run::Stop;
use dxil_run::interpolation::Shaded;
use dxil_run::lanes::place;
use dxil_run::stage::StageLanes;

/// Vertices of which the shader is run together, and those before them that are known: as many as caches of hardware
/// hold, so that memory stays small.
const VERTICES: u32 = 1024;

/// The vertex shader of a draw, and where in the draw it is.
#[derive(Debug)]
pub(crate) struct VertexStage<'d, 'a> {
    state: &'d DrawState,
    fetch: &'d Fetch<'a>,
    wave_size: u32,
    pub(crate) stage: StageRun<'a>,
    assembler: Assembler<Shaded>,
    /// Whether primitives keep the vertices beside them.
    has_adjacency: bool,
    /// The vertices of the last batch.
    known: HashMap<u32, Shaded>,
    instance: u32,
    /// The next vertex of the instance, and the number of its next primitive.
    next: u32,
    id: u32,
}

impl<'d, 'a> VertexStage<'d, 'a> {
    pub(crate) fn new(
        stage: DrawStage<'a>,
        state: &'d DrawState,
        fetch: &'d Fetch<'a>,
        has_adjacency: bool,
        (wave_size, options): (u32, RunOptions),
    ) -> Self {
        Self {
            state,
            fetch,
            wave_size,
            stage: StageRun::new(stage, wave_size, options),
            assembler: Assembler::new(state.topology),
            has_adjacency,
            known: HashMap::new(),
            instance: 0,
            next: 0,
            id: 0,
        }
    }

    /// Begins the draw again, for the view of this number.
    pub(crate) fn begin_view(&mut self, view: u32) {
        (self.stage.view, self.instance, self.next, self.id) = (view, 0, 0, 0);
        self.known.clear();
    }

    /// The primitives of the next vertices; `None` where the draw is at its end.
    pub(crate) fn next(&mut self, steps: &Steps) -> Result<Option<Vec<Assembled>>, Stop> {
        let count = self.state.count;
        if self.instance >= count.instances || count.vertices == 0 {
            return Ok(None);
        }
        let end = self.next.saturating_add(VERTICES).min(count.vertices);
        let numbers: Vec<Option<u32>> = (self.next..end).map(|at| self.vertex_number(at)).collect();
        self.known = self.shade(&numbers, steps)?;
        let mut primitives = Vec::new();
        for number in numbers {
            let made = match number.and_then(|number| self.known.get(&number)) {
                Some(vertex) => self.assembler.push(vertex.clone()),
                None => self.assembler.cut(),
            };
            self.add(made, &mut primitives);
        }
        self.next = end;
        if end == count.vertices {
            let made = self.assembler.cut();
            self.add(made, &mut primitives);
            self.known.clear();
            (self.next, self.id, self.instance) = (0, 0, self.instance.saturating_add(1));
        }
        Ok(Some(primitives))
    }

    /// Adds a primitive, if one was made.
    fn add(&mut self, made: Option<Vec<Shaded>>, primitives: &mut Vec<Assembled>) {
        let Some(vertices) = made else { return };
        let vertices = if self.has_adjacency { vertices } else { self.state.topology.inner(vertices) };
        primitives.push(Assembled { vertices, id: self.id });
        self.id = self.id.wrapping_add(1);
    }

    /// The number of the vertex at a place in the draw; `None` for the end of a strip.
    fn vertex_number(&self, at: u32) -> Option<u32> {
        let Some(indices) = self.state.indices else { return Some(at) };
        let memory = self.stage.stage.bound.resources.memories.get(indices.memory)?;
        let byte = indices.offset.saturating_add(u64::from(at) * u64::from(indices.bytes));
        let is_inside = byte.saturating_add(indices.bytes.into()) <= memory.len();
        let index = if is_inside { memory.read(byte, indices.bytes) } else { 0 };
        // Also of lists, of which it ends a primitive that is not complete: the functional specification of Direct3D
        // 11.3, "Generating Multiple Strips" (8.12).
        (Some(index) != indices.cut).then_some(index)
    }

    /// The vertices of some numbers, each shaded once, and not again if it is known.
    fn shade(&mut self, numbers: &[Option<u32>], steps: &Steps) -> Result<HashMap<u32, Shaded>, Stop> {
        let mut shaded = HashMap::new();
        let mut open = Vec::new();
        for number in numbers.iter().flatten() {
            match self.known.get(number) {
                Some(vertex) => drop(shaded.insert(*number, vertex.clone())),
                None if !shaded.contains_key(number) => {
                    shaded.insert(*number, Shaded::default());
                    open.push(*number);
                }
                None => {}
            }
        }
        let (count, fetch, instance) = (self.state.count, self.fetch, self.instance);
        let DrawStage { program, bound } = self.stage.stage;
        for lanes in open.chunks(self.wave_size as usize) {
            let give = |stage: &mut StageLanes| {
                stage.reset(program.interface(), 1);
                stage.start = [count.first_vertex, count.first_instance];
                stage.fill_primitive_ids(instance);
                for (lane, number) in (0..).zip(lanes) {
                    let numbers = [*number, number.wrapping_add(count.first_vertex)];
                    let words = fetch.vertex(bound.resources, numbers, [instance, count.first_instance]);
                    for (scalar, word) in words.into_iter().enumerate() {
                        stage.inputs.set((0, scalar), place(lane), word);
                    }
                }
            };
            let take = |stage: &StageLanes| {
                let vertex = |(lane, number): (u32, &u32)| {
                    let scalars = stage.outputs.vertex(0, place(lane));
                    (*number, Shaded { scalars, number: *number, of: instance, from: None })
                };
                (0..).zip(lanes).map(vertex).collect::<Vec<_>>()
            };
            let given = self.stage.run(steps, lanes.iter().copied(), give, take)?;
            shaded.extend(given.into_iter().flatten());
        }
        Ok(shaded)
    }
}
