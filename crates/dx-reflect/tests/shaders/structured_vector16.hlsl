// cs_6_2 -enable-16bit-types
// T 6
//   $Element 0 6 used float16_t3
StructuredBuffer<float16_t3> T : register(t0);
RWByteAddressBuffer O : register(u9);
[numthreads(8,1,1)] void main(uint i : SV_DispatchThreadID, uint g : SV_GroupThreadID) { O.Store(i * 4, asuint((float)T[i].z)); }
