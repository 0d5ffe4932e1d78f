; Bits that are in two words are refused.
; FAIL: dxil-resource-access
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxil-pc-shadermodel6.6-compute"

; CHECK: 24-bit access to a resource crosses a dword boundary in function f > %x = load
define i24 @f(target("dx.RawBuffer", { i32, i32 }, 1, 0) %buffer, i32 %i) {
  %p = call ptr @llvm.dx.resource.getpointer.p0.a(target("dx.RawBuffer", { i32, i32 }, 1, 0) %buffer, i32 %i)
  %q = getelementptr i8, ptr %p, i32 3
  %x = load i24, ptr %q
  ret i24 %x
}

declare ptr @llvm.dx.resource.getpointer.p0.a(target("dx.RawBuffer", { i32, i32 }, 1, 0), i32)
