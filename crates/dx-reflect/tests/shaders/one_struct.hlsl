// ps_6_6
// c 32
//   c 0 32 used S
//     .a 0 float4
//     .b 16 float4
struct S { float4 a; float4 b; };
ConstantBuffer<S> c : register(b0);
float4 main(uint i : I, float f : F) : SV_Target { return c.b; }
