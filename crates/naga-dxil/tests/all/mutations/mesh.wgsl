enable wgpu_mesh_shader;

struct Payload { mask: vec4<f32>, visible: bool }
struct Vertex { @builtin(position) position: vec4<f32>, @location(0) color: vec4<f32> }
struct Primitive { @builtin(triangle_indices) indices: vec3<u32>, @builtin(cull_primitive) cull: bool }
struct Mesh {
    @builtin(vertices) vertices: array<Vertex, 3>,
    @builtin(primitives) primitives: array<Primitive, 1>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}

var<task_payload> payload: Payload;
var<workgroup> mesh: Mesh;

@task @payload(payload) @workgroup_size(1)
fn cull() -> @builtin(mesh_task_size) vec3<u32> {
    payload.mask = vec4<f32>(1.0, 1.0, 0.0, 1.0);
    payload.visible = true;
    return vec3<u32>(1u, 1u, 1u);
}

@mesh(mesh) @payload(payload) @workgroup_size(1)
fn triangle(@builtin(local_invocation_index) index: u32) {
    mesh.vertex_count = 3u;
    mesh.primitive_count = 1u;
    for (var i = 0u; i < 3u; i++) {
        mesh.vertices[i].position = vec4<f32>(f32(i), f32(i & 1u), 0.0, 1.0);
        mesh.vertices[i].color = payload.mask;
    }
    mesh.primitives[0].indices = vec3<u32>(0u, 1u, 2u);
    mesh.primitives[0].cull = payload.visible;
}
