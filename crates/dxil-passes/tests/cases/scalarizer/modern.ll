; RUN: scalarizer
source_filename = "modern"
; Opaque pointers, padding behind three lanes, lanes that are poison, and records of variables.

target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64"

@shared = external addrspace(3) global [8 x <3 x float>], align 16

declare void @take(<3 x float>)

define float @main(i32 %i, ptr %p, <3 x float> %v, <8 x i1> %bits) {
  %stack = alloca [4 x <3 x float>], align 16
  %odd = alloca { i32, <3 x float> }
  %1 = getelementptr inbounds nuw <3 x float>, ptr %stack, i32 %i
  store <3 x float> %v, ptr %1, align 16
  store <3 x float> %v, ptr %stack
  %2 = getelementptr [4 x <3 x float>], ptr %stack, i32 0, i32 2, i32 %i
  %3 = load float, ptr %2
  %4 = getelementptr float, ptr %1, i32 2
  %5 = load float, ptr %4
  %6 = getelementptr [8 x <3 x float>], ptr addrspace(3) @shared, i32 0, i32 %i
  %7 = load <3 x float>, ptr addrspace(3) %6, align 16
  %8 = load <3 x float>, ptr addrspace(3) @shared
  %9 = fadd nnan ninf <3 x float> %7, %8
  %10 = fneg nsz <3 x float> %9
  %11 = freeze <3 x float> %10
  %12 = insertelement <3 x float> poison, float %3, i32 0
  %13 = insertelement <3 x float> %12, float undef, i32 1
  %14 = fadd <3 x float> %13, %11
  %15 = shufflevector <3 x float> %14, <3 x float> %12, <3 x i32> <i32 4, i32 poison, i32 0>
  call void @take(<3 x float> %15)
  store <8 x i1> %bits, ptr %p
  %16 = getelementptr inbounds { i32, <3 x float> }, ptr %odd, i32 0, i32 1
  store <3 x float> %14, ptr %16
  %17 = select nnan i1 true, <3 x float> %14, <3 x float> %15
  %18 = extractelement <3 x float> %17, i32 2
  %19 = fadd float %5, %18
  ret float %19
}
