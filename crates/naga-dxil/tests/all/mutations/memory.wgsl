struct Inner {
    a: vec3<f32>,
    b: f32,
    m: mat3x2<f32>,
}

struct Outer {
    inner: array<Inner, 3>,
    flags: vec4<u32>,
    nested: array<array<vec2<i32>, 2>, 4>,
}

@group(0) @binding(0) var<storage, read> source: Outer;
@group(0) @binding(1) var<storage, read_write> destination: array<Outer>;
@group(0) @binding(2) var<storage, read_write> counters: array<atomic<u32>, 4>;
@group(0) @binding(3) var<uniform> limits: vec4<u32>;

var<private> scratch: array<Inner, 2>;
var<workgroup> shared_values: array<vec4<u32>, 16>;
var<workgroup> total: atomic<i32>;

const TABLE = array<f32, 5>(1.0, 2.0, 4.0, 8.0, 16.0);

fn pick(values: ptr<function, array<vec2<i32>, 2>>, index: u32) -> i32 {
    for (var i = 0u; i < 4u; i++) {
        if i == index { return (*values)[i & 1u].y; }
        if i > limits.x { continue; }
        (*values)[i % 2u][i / 2u] += i32(i);
    }
    return (*values)[index].x;
}

@compute @workgroup_size(4, 2, 2)
fn copy(@builtin(local_invocation_index) local: u32, @builtin(num_workgroups) groups: vec3<u32>) {
    var outer = source;
    var row = outer.nested[local & 3u];
    outer.nested[1][0].x = pick(&row, local);
    scratch[local & 1u] = outer.inner[local % 3u];
    scratch[0].m[local % 3u] *= TABLE[local % 5u];
    shared_values[local] = outer.flags << vec4<u32>(local);
    atomicAdd(&total, i32(groups.x));
    workgroupBarrier();
    switch local {
        case 0u: { outer.flags = shared_values[15u - local]; }
        case 1u, 2u, default: { outer.flags.z = atomicMax(&counters[local & 3u], local); }
    }
    let result = atomicCompareExchangeWeak(&counters[0], 3u, local);
    if result.exchanged { outer.inner[2] = scratch[1]; }
    destination[local] = outer;
}
