; RUN: dxil-legalize
target triple = "dxil-pc-shadermodel6.5-library"

; CHECK-LABEL: define float @lanes
; CHECK: extractelement <2 x float> %v, i32 1
; CHECK: extractelement <2 x float> %v, i32 %n
define float @lanes(<2 x float> %v, i32 %n) {
  %a = extractelement <2 x float> %v, i64 1
  %b = extractelement <2 x float> %v, i32 %n
  %c = fadd float %a, %b
  ret float %c
}

; CHECK-LABEL: define float @negates
; CHECK: fsub nnan float -0.000000e+00, %x
define float @negates(float %x) {
  %y = fneg nnan float %x
  ret float %y
}

; What is chosen where nothing is known of it, as of a lane that was put at a place that is not known.
; CHECK-LABEL: define i32 @chooses
; CHECK: select i1 %c, i32 %x, i32 0
; CHECK: add i32 %y, 0
define i32 @chooses(i1 %c, i32 %x) {
  %y = select i1 %c, i32 %x, i32 undef
  %z = add i32 %y, poison
  ret i32 %z
}

; CHECK-LABEL: define i32 @freezes
; CHECK-NEXT: ret i32 %x
define i32 @freezes(i32 %x) {
  %y = freeze i32 %x
  ret i32 %y
}

; CHECK-LABEL: define i32 @words
; CHECK-NOT: bitcast
; CHECK: trunc i64 %x to i32
; CHECK: lshr i64 %x, 32
define i32 @words(i64 %x) {
  %both = bitcast i64 %x to <2 x i32>
  %low = extractelement <2 x i32> %both, i32 0
  %high = extractelement <2 x i32> %both, i32 1
  %sum = add i32 %low, %high
  ret i32 %sum
}

; CHECK-LABEL: define i32 @elements
; CHECK: [[E:%.*]] = getelementptr inbounds nuw [2 x i32], ptr %memory, i32 0, i32 0
; CHECK: load i32, ptr [[E]]
; CHECK: load [2 x i32], ptr %memory
define i32 @elements() {
  %memory = alloca [2 x i32], align 4
  %first = load i32, ptr %memory, align 4
  %all = load [2 x i32], ptr %memory, align 4
  ret i32 %first
}
