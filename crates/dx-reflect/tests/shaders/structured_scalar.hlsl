// cs_6_0
// T 4
//   $Element 0 4 used uint
StructuredBuffer<uint> T : register(t0);
RWByteAddressBuffer O : register(u9);
[numthreads(8,1,1)] void main(uint i : SV_DispatchThreadID, uint g : SV_GroupThreadID) { O.Store(i * 4, T[i]); }
