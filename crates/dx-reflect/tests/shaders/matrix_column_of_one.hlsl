// ps_6_0
// C 32
//   a 0 4 unused float
//   b 16 12 used float3x1[1]
//   c 28 4 used float
cbuffer C : register(b0) { float a; float3x1 b[1]; float c; };
float4 main(uint i : I, float f : F) : SV_Target { return b[0][2][0] + c; }
