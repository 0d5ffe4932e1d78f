// cs_6_6
// C 224
//   a 0 64 unused float4[4]
//   b 64 160 used float4[10]
cbuffer C : register(b0) { float4 a[4]; float4 b[10]; };
RWByteAddressBuffer O : register(u9);
[numthreads(8,1,1)] void main(uint i : SV_DispatchThreadID, uint g : SV_GroupThreadID) { O.Store(i * 4, asuint(b[g + 1].x)); }
