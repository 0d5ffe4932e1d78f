// ps_6_0
// C 16
//   a 0 12 used float3x1
//   b 12 4 used float
cbuffer C : register(b0) { float3x1 a; float b; };
float4 main(uint i : I, float f : F) : SV_Target { return a[0][0] + b; }
