// ps_6_0
// C 20
//   a 0 4 used float
//   b 16 4 unused float[1]
cbuffer C : register(b0) { float a; float b[1]; };
float4 main(uint i : I, float f : F) : SV_Target { return a; }
