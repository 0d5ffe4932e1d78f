// ps_6_6
// C 36
//   a 0 28 used row_major float1x3[2]
//   b 28 4 unused float
//   c 32 4 used float
cbuffer C : register(b0) { row_major float1x3 a[2]; float b; float c; };
float4 main(uint i : I, float f : F) : SV_Target { return a[i][0][1] + c; }
