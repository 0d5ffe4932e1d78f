; RUN: dxil-cbuffer-access dxil-resource-access
; clang 23 reads a ConstantBuffer<T> through the address of the first byte.
target datalayout = "e-m:e-ve-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-pc-shadermodel6.6-compute"

%Constants = type <{ <4 x float>, i32 }>

; CHECK-LABEL: @main(
; CHECK: [[ROW:%.*]] = call {{.*}} @llvm.dx.resource.load.cbufferrow.4.{{.*}}, i32 1)
; CHECK: extractvalue {{.*}} [[ROW]], 0
define i32 @main() {
  %h = call target("dx.CBuffer", %Constants) @llvm.dx.resource.handlefrombinding.tdx.CBuffer_s_Constantsst(i32 0, i32 0, i32 1, i32 0, ptr null)
  %p = call ptr addrspace(2) @llvm.dx.resource.getbasepointer.p2.tdx.CBuffer_s_Constantsst(target("dx.CBuffer", %Constants) %h)
  %address = getelementptr inbounds i8, ptr addrspace(2) %p, i32 16
  %value = load i32, ptr addrspace(2) %address, align 4
  ret i32 %value
}

declare target("dx.CBuffer", %Constants) @llvm.dx.resource.handlefrombinding.tdx.CBuffer_s_Constantsst(i32, i32, i32, i32, ptr)
declare ptr addrspace(2) @llvm.dx.resource.getbasepointer.p2.tdx.CBuffer_s_Constantsst(target("dx.CBuffer", %Constants))
