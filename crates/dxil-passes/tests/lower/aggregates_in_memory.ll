; Structures that functions take and give are taken apart and put together in memory.
; RUN: aggregates-in-memory
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxil-pc-shadermodel6.3-library"

%Pair = type { [2 x float], i32 }
%dx.types.CBufRet.i32 = type { i32, i32, i32, i32 }
%dx.types.Handle = type { ptr }

; CHECK-LABEL: define float @given
; CHECK: [[MEMORY:%.*]] = alloca %Pair, align 4
; CHECK: [[PAIR:%.*]] = call %Pair @make()
; CHECK-NEXT: store %Pair [[PAIR]], ptr [[MEMORY]], align 4
; CHECK: [[ADDRESS:%.*]] = getelementptr inbounds %Pair, ptr [[MEMORY]], i32 0, i32 0, i32 1
; CHECK-NEXT: load float, ptr [[ADDRESS]], align 4
; CHECK: [[OTHER:%.*]] = getelementptr inbounds %Pair, ptr [[MEMORY]], i32 0, i32 0, i32 0
; CHECK-NOT: extractvalue
; CHECK: ret float
define float @given() {
  %pair = call %Pair @make()
  %a = extractvalue %Pair %pair, 0, 1
  %b = extractvalue %Pair %pair, 0, 0
  %c = fadd float %a, %b
  ret float %c
}

; A member that is put in again, and one that is nothing.
; CHECK-LABEL: define %Pair @taken
; CHECK-DAG: [[FOR_CALL:%.*]] = alloca %Pair
; CHECK-NOT: insertvalue
; CHECK: store [2 x float] zeroinitializer, ptr
; CHECK: store float %x, ptr
; CHECK: [[WHOLE:%.*]] = load %Pair, ptr
; CHECK: call void @take(%Pair [[WHOLE]])
; CHECK: store i32 %n, ptr
; CHECK: [[RETURNED:%.*]] = load %Pair, ptr
; CHECK: ret %Pair [[RETURNED]]
define %Pair @taken(float %x, i32 %n) {
  %array = insertvalue %Pair poison, [2 x float] zeroinitializer, 0
  %pair = insertvalue %Pair %array, float %x, 0, 1
  call void @take(%Pair %pair)
  %all = insertvalue %Pair %pair, i32 %n, 1
  ret %Pair %all
}

; Of what an operation gives, members are taken out.
; CHECK-LABEL: define i32 @operation
; CHECK-NOT: alloca
; CHECK: extractvalue %dx.types.CBufRet.i32
define i32 @operation(%dx.types.Handle %h) {
  %row = call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %h, i32 0)
  %x = extractvalue %dx.types.CBufRet.i32 %row, 1
  ret i32 %x
}

declare %Pair @make()
declare void @take(%Pair)
declare %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32, %dx.types.Handle, i32)
