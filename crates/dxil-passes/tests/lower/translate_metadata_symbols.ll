; RUN: dxil-translate-metadata
; By itself the pass has a variable for each resource, as LLVM's has: of a structure that is named as in HLSL.

target triple = "dxil-pc-shadermodel6.6-compute"

; CHECK-DAG: %"RWStructuredBuffer<int32_t[2]>" = type { [2 x i32] }
; CHECK-DAG: %CBuffer.Scale = type { { float, [3 x <2 x float>] } }
; CHECK-DAG: @Values = external constant [4 x %"RWStructuredBuffer<int32_t[2]>"]
; CHECK-DAG: @Scale = external constant %CBuffer.Scale
; CHECK-DAG: @[[BYTES:[0-9]+]] = external constant %ByteAddressBuffer
; CHECK-DAG: !{i32 0, ptr @Values, !"Values", i32 0, i32 1, i32 4,
; CHECK-DAG: !{i32 0, ptr @[[BYTES]], !"", i32 0, i32 0, i32 1,

%Scale = type <{ float, target("dx.Padding", 12), <{ [2 x <{ <2 x float>, target("dx.Padding", 8) }>], <2 x float> }> }>

@Scale.str = private constant [6 x i8] c"Scale\00"
@Values.str = private constant [7 x i8] c"Values\00"

define void @main() {
  %scale = call target("dx.CBuffer", %Scale) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, ptr @Scale.str)
  %values = call target("dx.RawBuffer", [2 x i32], 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 1, i32 4, i32 2, ptr @Values.str)
  %bytes = call target("dx.RawBuffer", i8, 0, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, ptr null)
  ret void
}
