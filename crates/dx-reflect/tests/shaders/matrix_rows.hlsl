// ps_6_0
// C 68
//   a 0 32 used row_major float2x4
//   b 32 36 unused row_major float3x1
cbuffer C : register(b0) { row_major float2x4 a; row_major float3x1 b; };
float4 main(uint i : I, float f : F) : SV_Target { return a[1]; }
