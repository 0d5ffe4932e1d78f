// ps_6_6
// C 444
//   a 0 36 used float1x1[3]
//   b 48 60 used float3x1[4]
//   c 112 108 used row_major float1x3[7]
//   d 224 116 used float1x4[2]
//   ok 352 88 used float2x2[3]
//   tail 440 4 used float
// T 28
//   $Element 0 28 used S
//     .r 0 float3x1[2]
//     .t 24 float
cbuffer C : register(b0) {
  float1x1 a[3]; float3x1 b[4]; row_major float1x3 c[7]; float1x4 d[2]; float2x2 ok[3]; float tail;
};
struct S { float3x1 r[2]; float t; };
StructuredBuffer<S> T : register(t0);
float4 main(uint i : I) : SV_Target {
  return a[i][0][0] + b[i][0][0] + c[i][0][0] + d[i][0][0] + ok[i][0][0] + tail + T[i].r[1][0][0] + T[i].t;
}
