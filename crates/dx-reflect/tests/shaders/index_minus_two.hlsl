// cs_6_0
// C 96
//   a 0 16 unused float4
//   b 16 64 used float4[4]
//   c 80 16 unused float4
cbuffer C : register(b0) { float4 a; float4 b[4]; float4 c; };
RWByteAddressBuffer O : register(u9);
[numthreads(8,1,1)] void main(uint i : SV_DispatchThreadID, uint g : SV_GroupThreadID) { O.Store(i * 4, asuint(b[i - 2].x)); }
