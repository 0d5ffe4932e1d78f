// ps_6_0
// C 44
//   a 0 36 used float[3]
//   b 36 4 used float
//   c 40 4 unused float
cbuffer C : register(b0) { float a[3]; float b; float c; };
float4 main(uint i : I, float f : F) : SV_Target { return a[1] + b; }
