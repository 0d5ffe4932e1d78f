// ps_6_2 -enable-16bit-types
// C 66
//   a 0 54 used float16_t3x1[4]
//   b 64 2 unused float16_t[1]
cbuffer C : register(b0) { float16_t3x1 a[4]; float16_t b[1]; };
float4 main(uint i : I, float f : F) : SV_Target { return a[i][1][0]; }
