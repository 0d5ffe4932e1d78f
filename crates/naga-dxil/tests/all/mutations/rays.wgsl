enable wgpu_ray_query;

@group(0) @binding(0) var scene: acceleration_structure;
@group(0) @binding(1) var<storage, read_write> hits: array<vec4<f32>>;

@compute @workgroup_size(8)
fn trace(@builtin(global_invocation_id) id: vec3<u32>) {
    var query: ray_query;
    let direction = normalize(vec3<f32>(vec2<f32>(id.xy) - 4.0, 8.0));
    rayQueryInitialize(&query, scene, RayDesc(0u, 0xffu, 0.1, 100.0, vec3<f32>(0.0), direction));
    while rayQueryProceed(&query) {
        let candidate = rayQueryGetCandidateIntersection(&query);
        if candidate.kind == RAY_QUERY_INTERSECTION_TRIANGLE { rayQueryConfirmIntersection(&query); }
    }
    let hit = rayQueryGetCommittedIntersection(&query);
    hits[id.x] = vec4<f32>(hit.barycentrics, hit.t, f32(hit.primitive_index));
}
