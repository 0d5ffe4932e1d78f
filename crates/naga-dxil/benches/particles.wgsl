// A compute shader of one hundred lines: particles with forces, collisions and a group-wide reduction.
struct Particle {
    position: vec3<f32>,
    mass: f32,
    velocity: vec3<f32>,
    age: f32,
    color: vec4<f32>,
}

struct Parameters {
    view: mat4x4<f32>,
    gravity: vec3<f32>,
    step: f32,
    bounds: vec3<f32>,
    count: u32,
    attractors: array<vec4<f32>, 4>,
}

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(2) var<storage, read_write> energies: array<f32>;
@group(0) @binding(3) var field: texture_3d<f32>;
@group(0) @binding(4) var field_sampler: sampler;

var<workgroup> shared_energy: array<f32, 64>;

fn hash(n: u32) -> f32 {
    var x = n * 747796405u + 2891336453u;
    x = ((x >> ((x >> 28u) + 4u)) ^ x) * 277803737u;
    return f32((x >> 22u) ^ x) / 4294967296.0;
}

fn attraction(position: vec3<f32>) -> vec3<f32> {
    var force = vec3<f32>(0.0);
    for (var i = 0u; i < 4u; i += 1u) {
        let attractor = parameters.attractors[i];
        let offset = attractor.xyz - position;
        let distance2 = max(dot(offset, offset), 0.01);
        force += attractor.w * offset * inverseSqrt(distance2) / distance2;
    }
    return force;
}

fn collide(particle: ptr<function, Particle>) {
    let limit = parameters.bounds;
    for (var axis = 0u; axis < 3u; axis += 1u) {
        if abs((*particle).position[axis]) > limit[axis] {
            (*particle).position[axis] = clamp((*particle).position[axis], -limit[axis], limit[axis]);
            (*particle).velocity[axis] *= -0.5;
        }
    }
}

fn respawn(index: u32) -> Particle {
    var particle: Particle;
    particle.position = vec3<f32>(hash(index), hash(index + 1u), hash(index + 2u)) * 2.0 - 1.0;
    particle.mass = 0.5 + hash(index + 3u);
    particle.color = vec4<f32>(1.0, 0.5, 0.25, 1.0);
    return particle;
}

fn shade(speed: f32, age: f32) -> vec4<f32> {
    let heat = smoothstep(0.0, 4.0, speed);
    let base = mix(vec3<f32>(0.1, 0.3, 0.9), vec3<f32>(1.0, 0.6, 0.1), heat);
    switch u32(age) {
        case 0u: { return vec4<f32>(base, 1.0); }
        case 1u, 2u: { return vec4<f32>(base * 0.8, 0.9); }
        default: { return vec4<f32>(base * exp(-age * 0.1), 0.8); }
    }
}

@compute @workgroup_size(64)
fn simulate(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    let index = min(id.x, parameters.count - 1u);
    var particle = particles[index];
    if particle.age > 10.0 {
        particle = respawn(index);
    }
    let local_position = (parameters.view * vec4<f32>(particle.position, 1.0)).xyz;
    let wind = textureSampleLevel(field, field_sampler, local_position * 0.5 + 0.5, 0.0).xyz;
    let force = parameters.gravity + attraction(particle.position) + wind;
    particle.velocity += force * (parameters.step / particle.mass);
    particle.position += particle.velocity * parameters.step;
    particle.age += parameters.step;
    collide(&particle);
    let speed = length(particle.velocity);
    particle.color = shade(speed, particle.age);
    particles[index] = particle;

    shared_energy[local] = 0.5 * particle.mass * speed * speed;
    workgroupBarrier();
    for (var width = 32u; width > 0u; width /= 2u) {
        if local < width { shared_energy[local] += shared_energy[local + width]; }
        workgroupBarrier();
    }
    if local == 0u { energies[group.x] = shared_energy[0]; }
}
