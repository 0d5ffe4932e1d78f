// ps_6_0
// C 44
//   a 0 28 used float3[2]
//   b 28 4 used float
//   c 32 12 unused float3
cbuffer C : register(b0) { float3 a[2]; float b; float3 c; };
float4 main(uint i : I, float f : F) : SV_Target { return a[1].x + b; }
