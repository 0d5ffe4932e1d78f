// cs_6_0
// T 28
//   $Element 0 28 used S
//     .a 0 float
//     .b 4 float3
//     .c 16 float[3]
struct S { float a; float3 b; float c[3]; };
StructuredBuffer<S> T : register(t0);
RWByteAddressBuffer O : register(u9);
[numthreads(8,1,1)] void main(uint i : SV_DispatchThreadID, uint g : SV_GroupThreadID) { O.Store(i * 4, asuint(T[i].b.z + T[i].c[2])); }
