// ps_6_0
// C 28
//   a 0 12 used float3
//   b 16 8 used float2
//   c 24 4 used float
cbuffer C : register(b0) { float3 a; float2 b; float c; };
float4 main(uint i : I, float f : F) : SV_Target { return a.x + b.y + c; }
