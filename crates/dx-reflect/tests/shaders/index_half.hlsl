// ps_6_2 -enable-16bit-types
// C 56
//   a 0 8 unused float16_t4
//   b 16 34 used float16_t[3]
//   c 50 6 unused float16_t3
cbuffer C : register(b0) { float16_t4 a; float16_t b[3]; float16_t3 c; };
float4 main(uint i : I, float f : F) : SV_Target { return b[i - 1]; }
