// ps_6_0
// C 32
//   a 0 8 used float2
//   b 8 8 used float2
//   c 16 12 used float3
//   d 28 4 unused float
cbuffer C : register(b0) { float2 a; float2 b; float3 c; float d; };
float4 main(uint i : I, float f : F) : SV_Target { return float4(a + b, c.xy); }
