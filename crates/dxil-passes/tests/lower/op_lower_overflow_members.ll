; An insertvalue into the result of an operation keeps the structure of the operation, if only members are used.
; RUN: dxil-op-lower
target triple = "dxil-pc-shadermodel6.3-library"

; CHECK-LABEL: define i32 @inserted
; CHECK: [[SUM:%.*]] = call %dx.types.i32c @dx.op.binaryWithCarryOrBorrow.i32(i32 44, i32 %a, i32 %b)
; CHECK: [[OTHER:%.*]] = insertvalue %dx.types.i32c [[SUM]], i32 %b, 0
; CHECK: insertvalue %dx.types.i32c [[OTHER]], i1 true, 1
; CHECK: [[CARRY:%.*]] = extractvalue %dx.types.i32c [[SUM]], 1
; CHECK-NEXT: select i1 [[CARRY]], i32 %b, i32 %a
; CHECK-NOT: { i32, i1 }
define i32 @inserted(i32 %a, i32 %b) {
  %sum = call { i32, i1 } @llvm.uadd.with.overflow(i32 %a, i32 %b)
  %other = insertvalue { i32, i1 } %sum, i32 %b, 0
  %both = insertvalue { i32, i1 } %other, i1 true, 1
  %x = extractvalue { i32, i1 } %both, 0
  %carry = extractvalue { i32, i1 } %other, 1
  %y = select i1 %carry, i32 %x, i32 %a
  ret i32 %y
}
