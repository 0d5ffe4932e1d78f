// The inclusive prefix sums of each group's 64 values: group-shared memory, barriers and a constant buffer.
cbuffer Constants : register(b0) { uint count; };
StructuredBuffer<uint> values : register(t0);
RWStructuredBuffer<uint> sums : register(u0);
groupshared uint shared_sums[64];

[numthreads(64, 1, 1)] void CSMain(uint3 thread : SV_DispatchThreadID, uint lane : SV_GroupIndex) {
  shared_sums[lane] = thread.x < count ? values[thread.x] : 0;
  GroupMemoryBarrierWithGroupSync();
  for (uint distance = 1; distance < 64; distance *= 2) {
    uint before = lane >= distance ? shared_sums[lane - distance] : 0;
    GroupMemoryBarrierWithGroupSync();
    shared_sums[lane] += before;
    GroupMemoryBarrierWithGroupSync();
  }
  if (thread.x < count) sums[thread.x] = shared_sums[lane];
}
