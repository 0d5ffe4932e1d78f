// ps_6_2 -enable-16bit-types
// C 40
//   a 0 22 used float16_t3x2
//   b 32 8 unused int16_t4[1]
cbuffer C : register(b0) { float16_t3x2 a; int16_t4 b[1]; };
float4 main(uint i : I, float f : F) : SV_Target { return a[2][1]; }
