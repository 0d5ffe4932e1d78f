source_filename = "instructions"
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64"
target triple = "dxilv1.6-unknown-shadermodel6.6-compute"

declare i32 @callee(i32, ptr)

declare void @vararg(ptr, ...)

define void @integers(i32 %a, i32 %b, i1 %c, <4 x i32> %v) {
  %1 = add nuw nsw i32 %a, %b
  %2 = sub nuw i32 %1, %b
  %3 = mul nsw i32 %2, 7
  %4 = udiv exact i32 %3, 3
  %5 = sdiv exact i32 %4, -3
  %6 = urem i32 %5, 5
  %7 = srem i32 %6, 5
  %8 = shl nuw nsw i32 %7, 1
  %9 = lshr exact i32 %8, 1
  %10 = ashr exact i32 %9, 1
  %11 = and i32 %10, 255
  %12 = or disjoint i32 %11, 256
  %13 = xor i32 %12, -1
  %14 = trunc nuw nsw i32 %13 to i8
  %15 = zext nneg i8 %14 to i32
  %16 = sext i8 %14 to i64
  %17 = uitofp nneg i32 %15 to float
  %18 = sitofp i32 %15 to double
  %19 = icmp samesign ult i32 %15, %a
  %20 = icmp eq i32 %15, %a
  %21 = select i1 %19, i32 %15, i32 %a
  %22 = freeze i32 %21
  %23 = add <4 x i32> %v, splat (i32 4)
  %24 = icmp sge <4 x i32> %23, <i32 1, i32 2, i32 3, i32 4>
  %25 = select <4 x i1> %24, <4 x i32> %23, <4 x i32> zeroinitializer
  %26 = extractelement <4 x i32> %25, i64 0
  %27 = insertelement <4 x i32> poison, i32 %26, i64 1
  %28 = shufflevector <4 x i32> %27, <4 x i32> poison, <2 x i32> <i32 0, i32 poison>
  %29 = shufflevector <4 x i32> %27, <4 x i32> %v, <4 x i32> zeroinitializer
  %30 = shufflevector <4 x i32> %27, <4 x i32> %v, <4 x i32> poison
  %31 = fptoui float %17 to i32
  %32 = fptosi double %18 to i16
  %33 = bitcast float %17 to i32
  %34 = fptrunc double %18 to half
  %35 = fpext half %34 to float
  %36 = trunc <4 x i32> %v to <4 x i8>
  ret void
}

define float @floats(float %x, float %y, half %h, bfloat %b, <2 x float> %v) {
  %1 = fneg float %x
  %2 = fneg fast float %1
  %3 = fadd fast float %2, %y
  %4 = fsub reassoc nsz float %3, %y
  %5 = fmul contract float %4, 5.000000e-01
  %6 = fdiv arcp float %5, 0x3FB99999A0000000
  %7 = frem afn float %6, 3.000000e+00
  %8 = fcmp nnan oeq float %7, %x
  %9 = fcmp true float %7, %x
  %10 = select nnan nsz i1 %8, float %7, float %x
  %11 = fadd half %h, 0xH3C00
  %12 = fadd bfloat %b, 0xR3F80
  %13 = fadd fast <2 x float> %v, splat (float 1.000000e+00)
  %14 = extractelement <2 x float> %13, i32 0
  %15 = fptrunc nnan float %14 to half
  %16 = fpext ninf half %15 to double
  %17 = call fast float @root(float %10)
  br label %next

next:                                             ; preds = %0
  %18 = phi nnan float [ %17, %0 ]
  ret float %18
}

define void @memory(ptr %p, ptr addrspace(3) %q, i32 %i, ptr addrspace(5) %r) {
  %1 = alloca i32, align 4
  %2 = alloca [4 x float], i32 2, align 16
  %3 = alloca i8, i64 8, align 1
  %4 = load i32, ptr %1, align 4
  store i32 %4, ptr %p, align 4
  %5 = load volatile float, ptr addrspace(3) %q, align 4
  store volatile float %5, ptr addrspace(3) %q, align 4
  %6 = load atomic i32, ptr %p monotonic, align 4
  %7 = load atomic volatile i32, ptr %p syncscope("agent") acquire, align 4
  store atomic i32 %6, ptr %p syncscope("singlethread") release, align 4
  store atomic volatile i32 %6, ptr %p seq_cst, align 8
  %8 = cmpxchg ptr %p, i32 1, i32 2 acq_rel monotonic, align 4
  %9 = cmpxchg weak volatile ptr %p, i32 1, i32 2 syncscope("workgroup") seq_cst seq_cst, align 8
  %10 = extractvalue { i32, i1 } %8, 0
  %11 = insertvalue { i32, i1 } %8, i32 5, 0
  %12 = atomicrmw add ptr %p, i32 1 seq_cst, align 4
  %13 = atomicrmw volatile umax ptr addrspace(3) %q, i32 1 syncscope("agent") monotonic, align 4
  %14 = atomicrmw xchg ptr %p, float 1.000000e+00 monotonic, align 4
  %15 = atomicrmw fadd ptr %p, float 1.000000e+00 monotonic, align 4
  %16 = atomicrmw fmin ptr %p, float 1.000000e+00 monotonic, align 4
  %17 = atomicrmw uinc_wrap ptr %p, i32 1 monotonic, align 4
  %18 = atomicrmw usub_sat ptr %p, i32 1 monotonic, align 4
  %19 = atomicrmw fmaximum ptr %p, float 1.000000e+00 monotonic, align 4
  %20 = atomicrmw usub_cond ptr %p, i32 1 monotonic, align 4
  fence acquire
  fence syncscope("singlethread") seq_cst
  %21 = getelementptr i8, ptr %p, i32 %i
  %22 = getelementptr inbounds nuw [4 x float], ptr %2, i32 0, i32 %i
  %23 = getelementptr nusw nuw { i32, [2 x i16] }, ptr %p, i64 1, i32 1, i64 1
  %24 = getelementptr inbounds i8, ptr %p, <2 x i32> <i32 1, i32 2>
  %25 = ptrtoint ptr %p to i32
  %26 = inttoptr i32 %25 to ptr addrspace(3)
  %27 = addrspacecast ptr addrspace(3) %26 to ptr
  %28 = ptrtoaddr ptr %p to i32
  ret void
}

define i32 @flow(i32 %x, i1 %c) {
entry:
  br i1 %c, label %left, label %right

left:                                             ; preds = %entry
  switch i32 %x, label %out [
    i32 0, label %right
    i32 -1, label %out
    i32 7, label %right
  ]

right:                                            ; preds = %left, %left, %entry
  %0 = phi i32 [ 0, %entry ], [ 1, %left ], [ 1, %left ]
  %1 = call i32 @callee(i32 %0, ptr null)
  %2 = tail call i32 @callee(i32 noundef %1, ptr noundef null) #0
  %3 = notail call fastcc i32 @callee(i32 %1, ptr undef)
  call void (ptr, ...) @vararg(ptr poison, i32 %3, double 1.000000e+00)
  br label %out

out:                                              ; preds = %right, %left, %left
  %p = phi ptr [ null, %right ], [ undef, %left ], [ undef, %left ]
  unreachable
}

define i32 @musttail(i32 %x, ptr %p) {
  %r = musttail call i32 @callee(i32 %x, ptr %p)
  ret i32 %r
}

define void @va(ptr %p) {
  %1 = va_arg ptr %p, i32
  ret void
}

declare float @root(float)

attributes #0 = { convergent nounwind }
