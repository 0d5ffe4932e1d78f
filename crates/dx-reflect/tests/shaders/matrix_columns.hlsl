// ps_6_0
// C 60
//   a 0 56 used float2x4
//   b 56 4 used float
cbuffer C : register(b0) { float2x4 a; float b; };
float4 main(uint i : I, float f : F) : SV_Target { return a[1] + b; }
