; scalarizer 22
source_filename = "modern"
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64"

@shared = external addrspace(3) global [8 x <3 x float>], align 16
@shared.v = external addrspace(3) global [32 x float], align 16

declare void @take(<3 x float>)

define float @main(i32 %i, ptr %p, <3 x float> %v, <8 x i1> %bits) {
  %stack = alloca [16 x float], align 16
  %odd = alloca { i32, <3 x float> }, align 16
  %1 = mul i32 %i, 4
  %2 = getelementptr inbounds [16 x float], ptr %stack, i32 0, i32 %1
  %3 = extractelement <3 x float> %v, i32 0
  store float %3, ptr %2, align 16
  %4 = add i32 %1, 1
  %5 = getelementptr inbounds [16 x float], ptr %stack, i32 0, i32 %4
  %6 = extractelement <3 x float> %v, i32 1
  store float %6, ptr %5, align 4
  %7 = add i32 %1, 2
  %8 = getelementptr inbounds [16 x float], ptr %stack, i32 0, i32 %7
  %9 = extractelement <3 x float> %v, i32 2
  store float %9, ptr %8, align 8
  %10 = getelementptr inbounds [16 x float], ptr %stack, i32 0, i32 0
  %11 = extractelement <3 x float> %v, i32 0
  store float %11, ptr %10, align 16
  %12 = getelementptr inbounds [16 x float], ptr %stack, i32 0, i32 1
  %13 = extractelement <3 x float> %v, i32 1
  store float %13, ptr %12, align 4
  %14 = getelementptr inbounds [16 x float], ptr %stack, i32 0, i32 2
  %15 = extractelement <3 x float> %v, i32 2
  store float %15, ptr %14, align 8
  %16 = add i32 %i, 8
  %17 = getelementptr [16 x float], ptr %stack, i32 0, i32 %16
  %18 = load float, ptr %17, align 4
  %19 = add i32 %1, 2
  %20 = getelementptr [16 x float], ptr %stack, i32 0, i32 %19
  %21 = load float, ptr %20, align 4
  %22 = mul i32 %i, 4
  %23 = getelementptr inbounds [32 x float], ptr addrspace(3) @shared.v, i32 0, i32 %22
  %24 = load float, ptr addrspace(3) %23, align 16
  %25 = add i32 %22, 1
  %26 = getelementptr inbounds [32 x float], ptr addrspace(3) @shared.v, i32 0, i32 %25
  %27 = load float, ptr addrspace(3) %26, align 4
  %28 = add i32 %22, 2
  %29 = getelementptr inbounds [32 x float], ptr addrspace(3) @shared.v, i32 0, i32 %28
  %30 = load float, ptr addrspace(3) %29, align 8
  %31 = getelementptr inbounds [32 x float], ptr addrspace(3) @shared.v, i32 0, i32 0
  %32 = load float, ptr addrspace(3) %31, align 16
  %33 = getelementptr inbounds [32 x float], ptr addrspace(3) @shared.v, i32 0, i32 1
  %34 = load float, ptr addrspace(3) %33, align 4
  %35 = getelementptr inbounds [32 x float], ptr addrspace(3) @shared.v, i32 0, i32 2
  %36 = load float, ptr addrspace(3) %35, align 8
  %37 = fadd nnan ninf float %24, %32
  %38 = fadd nnan ninf float %27, %34
  %39 = fadd nnan ninf float %30, %36
  %40 = fneg nsz float %37
  %41 = fneg nsz float %38
  %42 = fneg nsz float %39
  %43 = freeze float %40
  %44 = freeze float %41
  %45 = freeze float %42
  %46 = fadd float %18, %43
  %47 = fadd float undef, %44
  %48 = fadd float poison, %45
  %49 = insertelement <3 x float> poison, float %46, i64 2
  call void @take(<3 x float> %49)
  store <8 x i1> %bits, ptr %p, align 1
  %50 = getelementptr inbounds { i32, <3 x float> }, ptr %odd, i32 0, i32 1
  %51 = getelementptr inbounds <3 x float>, ptr %50, i32 0, i32 0
  store float %46, ptr %51, align 16
  %52 = getelementptr inbounds <3 x float>, ptr %50, i32 0, i32 1
  store float %47, ptr %52, align 4
  %53 = getelementptr inbounds <3 x float>, ptr %50, i32 0, i32 2
  store float %48, ptr %53, align 8
  %54 = select nnan i1 true, float %46, float poison
  %55 = select nnan i1 true, float %47, float poison
  %56 = select nnan i1 true, float %48, float %46
  %57 = fadd float %21, %56
  ret float %57
}
