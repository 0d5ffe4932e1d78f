// lib_6_6
// C 16
//   a 0 16 used float4
cbuffer C : register(b0) { float4 a; };
RWByteAddressBuffer O : register(u0);
[shader("raygeneration")] void main() { O.Store4(0, asuint(a)); }
