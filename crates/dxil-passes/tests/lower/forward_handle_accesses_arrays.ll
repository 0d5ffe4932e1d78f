; Handles in arrays of a function's own: the one that was put there, or one of those that were, chosen by the index.
; RUN: dxil-forward-handle-accesses handle-phis
target triple = "dxil-pc-shadermodel6.6-library"

; CHECK-LABEL: define void @chosen(
; CHECK: [[IS:%.*]] = icmp eq i32 %index, 0
; CHECK-NEXT: [[PLACE:%.*]] = select i1 [[IS]], i32 1, i32 2
; CHECK-NEXT: [[HANDLE:%.*]] = call target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_f32_1_0t(i32 0, i32 0, i32 4, i32 [[PLACE]], ptr null)
; CHECK-NEXT: call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_f32_1_0t(target("dx.RawBuffer", float, 1, 0) [[HANDLE]], i32 0)
; CHECK: call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_f32_1_0t(target("dx.RawBuffer", float, 1, 0) %second, i32 0)
define void @chosen(i32 %index) {
  %array = alloca [2 x target("dx.RawBuffer", float, 1, 0)]
  %first = call target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_f32_1_0t(i32 0, i32 0, i32 4, i32 1, ptr null)
  store target("dx.RawBuffer", float, 1, 0) %first, ptr %array
  %second = call target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_f32_1_0t(i32 0, i32 0, i32 4, i32 2, ptr null)
  %behind = getelementptr [2 x target("dx.RawBuffer", float, 1, 0)], ptr %array, i32 0, i32 1
  store target("dx.RawBuffer", float, 1, 0) %second, ptr %behind
  %place = getelementptr [2 x target("dx.RawBuffer", float, 1, 0)], ptr %array, i32 0, i32 %index
  %one = load target("dx.RawBuffer", float, 1, 0), ptr %place
  %address = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_f32_1_0t(target("dx.RawBuffer", float, 1, 0) %one, i32 0)
  store float 1.0, ptr %address
  %other = load target("dx.RawBuffer", float, 1, 0), ptr %behind
  %next = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_f32_1_0t(target("dx.RawBuffer", float, 1, 0) %other, i32 0)
  store float 2.0, ptr %next
  ret void
}

; All elements are one handle.
; CHECK-LABEL: define void @filled(
; CHECK-NOT: load target
; CHECK: call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_f32_1_0t(target("dx.RawBuffer", float, 1, 0) %only, i32 0)
define void @filled(i32 %index, i32 %count) {
entry:
  %array = alloca [2 x [2 x target("dx.RawBuffer", float, 1, 0)]]
  %only = call target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_f32_1_0t(i32 0, i32 9, i32 1, i32 0, ptr null)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr [2 x [2 x target("dx.RawBuffer", float, 1, 0)]], ptr %array, i32 0, i32 %i, i32 %i
  store target("dx.RawBuffer", float, 1, 0) %only, ptr %place
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %count
  br i1 %again, label %loop, label %exit
exit:
  %row = getelementptr [2 x [2 x target("dx.RawBuffer", float, 1, 0)]], ptr %array, i32 0, i32 %index
  %from = getelementptr [2 x target("dx.RawBuffer", float, 1, 0)], ptr %row, i32 0, i32 1
  %one = load target("dx.RawBuffer", float, 1, 0), ptr %from
  %address = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_f32_1_0t(target("dx.RawBuffer", float, 1, 0) %one, i32 0)
  store float 1.0, ptr %address
  ret void
}
