// cs_6_6
// T 40
//   $Element 0 40 used S
//     .m 0 float3x1[2]
//     .r 24 row_major float1x3[1]
//     .t 36 float
struct S { float3x1 m[2]; row_major float1x3 r[1]; float t; };
StructuredBuffer<S> T : register(t0);
RWByteAddressBuffer O : register(u9);
[numthreads(8,1,1)] void main(uint i : SV_DispatchThreadID, uint g : SV_GroupThreadID) { O.Store(i * 4, asuint(T[i].m[1][2][0] + T[i].t)); }
