// ps_6_0
// C 48
//   a 0 12 used min16float3
//   b 12 4 used min16int
//   c 16 8 unused min16uint2
//   d 32 16 unused min16float4
cbuffer C : register(b0) { min16float3 a; min16int b; min16uint2 c; min16float4 d; };
float4 main(uint i : I, float f : F) : SV_Target { return a.z + b; }
