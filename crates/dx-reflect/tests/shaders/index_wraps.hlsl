// cs_6_6
// Cb 96
//   first 0 16 unused float4
//   arr 16 64 used float4[4]
//   last 80 16 unused float4
// O 16
//   $Element 0 16 used float4
cbuffer Cb : register(b0) { float4 first; float4 arr[4]; float4 last; };
RWStructuredBuffer<float4> O : register(u0);
[numthreads(4,1,1)] void main(uint i : SV_DispatchThreadID) { O[i] = arr[i - 2]; }
