// lib_6_3
// C 32
//   a 0 16 unused float4
//   b 16 16 used float4
cbuffer C : register(b0) { float4 a; float4 b; };
RWByteAddressBuffer O : register(u0);
[shader("raygeneration")] void main() { O.Store4(0, asuint(b)); }
