// The edges of a picture: reads a texture, writes another one of the same size.
Texture2D<float4> picture : register(t0);
RWTexture2D<float4> edges : register(u0);

float luminance(uint2 texel) { return dot(picture.Load(uint3(texel, 0)).rgb, float3(0.2126, 0.7152, 0.0722)); }

[numthreads(8, 8, 1)] void CSMain(uint3 thread : SV_DispatchThreadID) {
  uint2 size;
  picture.GetDimensions(size.x, size.y);
  uint2 next = min(thread.xy + 1, size - 1);
  float here = luminance(thread.xy);
  float right = luminance(uint2(next.x, thread.y)), below = luminance(uint2(thread.x, next.y));
  float edge = saturate(4 * (abs(here - right) + abs(here - below)));
  edges[thread.xy] = float4(edge, edge, edge, 1);
}
