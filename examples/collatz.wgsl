// Replaces each number by the number of steps of its Collatz sequence.
override limit: u32 = 1000u;

@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;

fn steps(start: u32) -> u32 {
    var n = start;
    var count = 0u;
    while n > 1u && count < limit {
        n = select(3u * n + 1u, n / 2u, n % 2u == 0u);
        count += 1u;
    }
    return count;
}

@compute @workgroup_size(64)
fn collatz(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < arrayLength(&numbers) {
        numbers[id.x] = steps(numbers[id.x]);
    }
}
