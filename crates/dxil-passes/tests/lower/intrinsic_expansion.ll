; RUN: dxil-intrinsic-expansion
target triple = "dxil-pc-shadermodel6.2-library"

; CHECK-LABEL: define <2 x half> @vectors
; CHECK: [[S:%.*]] = fmul <2 x half> {{.*}}, %x
; CHECK: call <2 x half> @llvm.exp2.v2f16(<2 x half> [[S]])
define <2 x half> @vectors(<2 x half> %x) {
  %y = call <2 x half> @llvm.exp.v2f16(<2 x half> %x)
  ret <2 x half> %y
}

; A class that few bits say.
; CHECK-LABEL: define i1 @classes
; CHECK: [[B:%.*]] = bitcast half %x to i16
; CHECK-NEXT: [[E:%.*]] = and i16 [[B]], 31744
; CHECK-NEXT: [[H:%.*]] = icmp eq i16 [[E]], 31744
; CHECK-NEXT: [[M:%.*]] = and i16 [[B]], 1023
; CHECK-NEXT: [[N:%.*]] = icmp ne i16 [[M]], 0
; CHECK-NEXT: [[R:%.*]] = and i1 [[H]], [[N]]
; CHECK-NEXT: [[Z:%.*]] = bitcast half %x to i16
; CHECK-NEXT: icmp eq i16 [[Z]], -32768
define i1 @classes(half %x) {
  %nan = call i1 @llvm.is.fpclass.f16(half %x, i32 3)
  %zero = call i1 @llvm.is.fpclass.f16(half %x, i32 32)
  %both = or i1 %nan, %zero
  ret i1 %both
}

; Sums begin with their start, unless it is zero.
; CHECK-LABEL: define float @sums
; CHECK: [[A:%.*]] = extractelement <2 x float> %x, i64 0
; CHECK-NEXT: [[B:%.*]] = extractelement <2 x float> %x, i64 1
; CHECK-NEXT: fadd float [[A]], [[B]]
; CHECK: fadd float {{%.*}}, %start
define float @sums(<2 x float> %x, float %start) {
  %a = call float @llvm.vector.reduce.fadd.v2f32(float -0.0, <2 x float> %x)
  %b = call float @llvm.vector.reduce.fadd.v2f32(float %start, <2 x float> %x)
  %c = fmul float %a, %b
  ret float %c
}

; Three numbers of 64 bits are two writes of words.
; CHECK-LABEL: define void @writes
; CHECK: shufflevector <3 x i32> {{%.*}}, <3 x i32> {{%.*}}, <6 x i32> <i32 0, i32 3, i32 1, i32 4, i32 2, i32 5>
; CHECK: call void @llvm.dx.resource.store.rawbuffer{{.*}}, i32 0, i32 8, <4 x i32>
; CHECK: call void @llvm.dx.resource.store.rawbuffer{{.*}}, i32 0, i32 24, <2 x i32>
define void @writes(target("dx.RawBuffer", i64, 1, 0) %buffer, <3 x i64> %x) {
  call void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_i64_1_0t.v3i64(target("dx.RawBuffer", i64, 1, 0) %buffer, i32 0, i32 8, <3 x i64> %x)
  ret void
}

declare <2 x half> @llvm.exp.v2f16(<2 x half>)
declare i1 @llvm.is.fpclass.f16(half, i32)
declare float @llvm.vector.reduce.fadd.v2f32(float, <2 x float>)
declare void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_i64_1_0t.v3i64(target("dx.RawBuffer", i64, 1, 0), i32, i32, <3 x i64>)

; Inputs and outputs are read and written column by column.
; CHECK-LABEL: define void @columns
; CHECK: [[A:%.*]] = call float @llvm.dx.load.input.f32(i32 4, i32 1, i32 %row, i8 1, i32 poison)
; CHECK-NEXT: [[B:%.*]] = call float @llvm.dx.load.input.f32(i32 4, i32 1, i32 %row, i8 2, i32 poison)
; CHECK: call void @llvm.dx.store.output.f32(i32 4, i32 2, i32 0, i8 0, i32 poison, float {{.*}})
; CHECK: call void @llvm.dx.store.output.f32(i32 4, i32 2, i32 0, i8 1, i32 poison, float {{.*}})
define void @columns(i32 %row) {
  %both = call <2 x float> @llvm.dx.load.input.v2f32(i32 1, i32 %row, i8 1, i32 poison)
  call void @llvm.dx.store.output.v2f32(i32 2, i32 0, i8 0, <2 x float> %both)
  ret void
}
