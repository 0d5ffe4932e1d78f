; RUN: dxil-flatten-arrays
; Optimizers drop GEPs whose indices are zero, so an access at the beginning of a node record does not name the member.
; The pointee of the record is the type of the call's result in dxil.upgrade.parameters.
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxilv1.8-pc-shadermodel6.8-library"

%dx.types.NodeRecordHandle = type { ptr }
%struct.Floats = type { [2 x float], i32 }
%struct.Nested = type { { float, half }, i32, i64 }
%struct.Rows = type { [64 x [4 x i32]], [64 x [4 x i32]] }

declare ptr addrspace(6) @dx.op.getNodeRecordPtr.struct.Floats(i32, %dx.types.NodeRecordHandle, i32)
declare ptr addrspace(6) @dx.op.getNodeRecordPtr.struct.Nested(i32, %dx.types.NodeRecordHandle, i32)
declare ptr addrspace(6) @dx.op.getNodeRecordPtr.struct.Rows(i32, %dx.types.NodeRecordHandle, i32)

; CHECK-LABEL: @load_first(
; CHECK: [[P:%.*]] = getelementptr inbounds %struct.Floats, ptr addrspace(6) %record, i32 0, i32 0, i32 0
; CHECK: [[F:%.*]] = load float, ptr addrspace(6) [[P]], align 4
; CHECK: bitcast float [[F]] to i32
define i32 @load_first(%dx.types.NodeRecordHandle %handle) {
  %record = call ptr addrspace(6) @dx.op.getNodeRecordPtr.struct.Floats(i32 239, %dx.types.NodeRecordHandle %handle, i32 0)
  %value = load i32, ptr addrspace(6) %record, align 4
  ret i32 %value
}

; CHECK-LABEL: @store_first(
; CHECK: [[F:%.*]] = bitcast i32 %value to float
; CHECK: store float [[F]], ptr addrspace(6) {{.*}}, align 4
define void @store_first(%dx.types.NodeRecordHandle %handle, i32 %value) {
  %record = call ptr addrspace(6) @dx.op.getNodeRecordPtr.struct.Nested(i32 239, %dx.types.NodeRecordHandle %handle, i32 0)
  store i32 %value, ptr addrspace(6) %record, align 4
  ret void
}

; CHECK-LABEL: @exchange_first(
; CHECK: [[P:%.*]] = getelementptr inbounds %struct.Floats, ptr addrspace(6) %record, i32 0, i32 0, i32 0
; CHECK: atomicrmw xchg ptr addrspace(6) [[P]], i32 %value
define i32 @exchange_first(%dx.types.NodeRecordHandle %handle, i32 %value) {
  %record = call ptr addrspace(6) @dx.op.getNodeRecordPtr.struct.Floats(i32 239, %dx.types.NodeRecordHandle %handle, i32 0)
  %old = atomicrmw xchg ptr addrspace(6) %record, i32 %value monotonic
  ret i32 %old
}

; CHECK-LABEL: @compare_first(
; CHECK: [[P:%.*]] = getelementptr inbounds %struct.Nested, ptr addrspace(6) %record, i32 0, i32 0, i32 0
; CHECK: cmpxchg ptr addrspace(6) [[P]], i32 %expected, i32 %value
define i32 @compare_first(%dx.types.NodeRecordHandle %handle, i32 %expected, i32 %value) {
  %record = call ptr addrspace(6) @dx.op.getNodeRecordPtr.struct.Nested(i32 239, %dx.types.NodeRecordHandle %handle, i32 0)
  %pair = cmpxchg ptr addrspace(6) %record, i32 %expected, i32 %value monotonic monotonic
  %old = extractvalue { i32, i1 } %pair, 0
  ret i32 %old
}

; CHECK-LABEL: @short(
; CHECK: [[P:%.*]] = getelementptr inbounds %struct.Nested, ptr addrspace(6) %record, i32 0, i32 0, i32 1
; CHECK: load half, ptr addrspace(6) [[P]], align 2
define i16 @short(%dx.types.NodeRecordHandle %handle) {
  %record = call ptr addrspace(6) @dx.op.getNodeRecordPtr.struct.Nested(i32 239, %dx.types.NodeRecordHandle %handle, i32 0)
  %address = getelementptr i8, ptr addrspace(6) %record, i32 4
  %value = load i16, ptr addrspace(6) %address, align 2
  ret i16 %value
}

; CHECK-LABEL: @row(
; CHECK: getelementptr inbounds %struct.Rows, ptr addrspace(6) %record, i32 0, i32 1, i32 %thread, i32 1
; CHECK: load i32
define i32 @row(%dx.types.NodeRecordHandle %handle, i32 %thread) {
  %record = call ptr addrspace(6) @dx.op.getNodeRecordPtr.struct.Rows(i32 239, %dx.types.NodeRecordHandle %handle, i32 0)
  %bytes = shl nsw i32 %thread, 4
  %second = getelementptr i8, ptr addrspace(6) %record, i32 1028
  %address = getelementptr i8, ptr addrspace(6) %second, i32 %bytes
  %value = load i32, ptr addrspace(6) %address, align 4
  ret i32 %value
}

; CHECK-LABEL: @column(
; CHECK: getelementptr inbounds %struct.Rows, ptr addrspace(6) %record, i32 0, i32 0, i32 %thread, i32 0
; CHECK: load i32
define i32 @column(%dx.types.NodeRecordHandle %handle, i32 %thread) {
  %record = call ptr addrspace(6) @dx.op.getNodeRecordPtr.struct.Rows(i32 239, %dx.types.NodeRecordHandle %handle, i32 0)
  %address = getelementptr inbounds [4 x i32], ptr addrspace(6) %record, i32 %thread
  %value = load i32, ptr addrspace(6) %address, align 4
  ret i32 %value
}

!dxil.upgrade.parameters = !{!0, !1, !2}
!0 = !{ptr @dx.op.getNodeRecordPtr.struct.Floats, i32 -1, %struct.Floats undef}
!1 = !{ptr @dx.op.getNodeRecordPtr.struct.Nested, i32 -1, %struct.Nested undef}
!2 = !{ptr @dx.op.getNodeRecordPtr.struct.Rows, i32 -1, %struct.Rows undef}
