// cs_6_6
// t 20
//   t 0 20 used S
//     .a 0 float4
//     .b 16 float
struct S { float4 a; float b; };
TextureBuffer<S> t : register(t0);
RWByteAddressBuffer O : register(u9);
[numthreads(8,1,1)] void main(uint i : SV_DispatchThreadID, uint g : SV_GroupThreadID) { O.Store(i * 4, asuint(t.b)); }
