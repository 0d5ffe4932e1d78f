; RUN: constant-operands
target triple = "dxil-pc-shadermodel6.5-pixel"

; Which operation of a function it is depends on a condition.
; CHECK-LABEL: define float @opcode
; CHECK: br i1 {{.*}}, label %[[FIRST:.*]], label %[[SECOND:.*]]
; CHECK: [[A:%.*]] = call float @dx.op.unary.f32(i32 12, float %x)
; CHECK: [[B:%.*]] = call float @dx.op.unary.f32(i32 13, float %x)
; CHECK: [[RESULT:%.*]] = phi float [ [[A]], {{.*}} ], [ [[B]], {{.*}} ]
; CHECK: ret float [[RESULT]]
define float @opcode(i1 %c, float %x) {
  %which = select i1 %c, i32 12, i32 13
  %y = call float @dx.op.unary.f32(i32 %which, float %x)
  ret float %y
}

; A mask by where control comes from, in a loop; the stores have no result.
; CHECK-LABEL: define void @mask
; CHECK: loop:
; CHECK: [[MASK:%.*]] = phi i8 [ 1, %entry ], [ 3, %next ], [ 7, %other ]
; CHECK: icmp eq i8 [[MASK]], 1
; CHECK: call void @dx.op.rawBufferStore.i32({{.*}}, i8 1, i32 4)
; CHECK: icmp eq i8 [[MASK]], 3
; CHECK: call void @dx.op.rawBufferStore.i32({{.*}}, i8 3, i32 4)
; CHECK: call void @dx.op.rawBufferStore.i32({{.*}}, i8 7, i32 4)
; CHECK-NOT: call
; CHECK: ret void
define void @mask(i1 %c, i1 %d, %dx.types.Handle %h, i32 %i) {
entry:
  br label %loop

loop:
  %m = phi i8 [ 1, %entry ], [ 3, %next ], [ 7, %other ]
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %h, i32 %i, i32 0, i32 %i, i32 %i, i32 %i, i32 undef, i8 %m, i32 4)
  br i1 %c, label %next, label %end

next:
  br i1 %d, label %loop, label %other

other:
  br label %loop

end:
  ret void
}

; A column that is computed of a condition.
; CHECK-LABEL: define float @column
; CHECK: call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 undef)
; CHECK: call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 1, i32 undef)
; CHECK-NOT: call
; CHECK: ret float
define float @column(i1 %c) {
  %k = zext i1 %c to i8
  %x = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 %k, i32 undef)
  ret float %x
}

; Two operands, each of two numbers.
; CHECK-LABEL: define float @two
; CHECK-COUNT-4: call float @dx.op.loadInput.f32(i32 4, i32 {{[01]}}, i32 %row, i8 {{[12]}}, i32 undef)
; CHECK-NOT: call
; CHECK: ret float
define float @two(i1 %c, i1 %d, i32 %row) {
  %e = zext i1 %d to i32
  %k = select i1 %c, i8 1, i8 2
  %x = call float @dx.op.loadInput.f32(i32 4, i32 %e, i32 %row, i8 %k, i32 undef)
  ret float %x
}

; Of a table, as optimizers make it of a switch; of one of bytes, which are in words.
; CHECK-LABEL: define i32 @table
; CHECK-DAG: call i32 @dx.op.unaryBits.i32(i32 31, i32 %x)
; CHECK-DAG: call i32 @dx.op.unaryBits.i32(i32 32, i32 %x)
; CHECK-DAG: call i32 @dx.op.unaryBits.i32(i32 33, i32 %x)
; CHECK: ret i32
@operations = internal constant [4 x i32] [i32 32, i32 33, i32 31, i32 32]
define i32 @table(i32 %i, i32 %x) {
  %address = getelementptr inbounds [4 x i32], ptr @operations, i32 0, i32 %i
  %which = load i32, ptr %address
  %y = call i32 @dx.op.unaryBits.i32(i32 %which, i32 %x)
  ret i32 %y
}

; CHECK-LABEL: define float @bytes
; CHECK-COUNT-4: call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 {{[0123]}}, i32 undef)
; CHECK-NOT: call
; CHECK: ret float
@columns = internal constant [1 x i32] [i32 33554691]
define float @bytes(i32 %i) {
  %words = getelementptr inbounds [1 x i32], ptr @columns, i32 0, i32 0
  %word = load i32, ptr %words
  %shift = shl i32 %i, 3
  %part = lshr i32 %word, %shift
  %column = trunc i32 %part to i8
  %x = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 %column, i32 undef)
  ret float %x
}

; A table that is one word.
; CHECK-LABEL: define float @word
; CHECK-COUNT-3: call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 {{[012]}}, i32 undef)
; CHECK-NOT: call
; CHECK: ret float
define float @word(i32 %index) {
  %shift = shl i32 %index, 3
  %part = lshr i32 131328, %shift
  %column = trunc i32 %part to i8
  %x = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 %column, i32 undef)
  ret float %x
}

; What reads other lanes is left alone.
; CHECK-LABEL: define i32 @wave
; CHECK: call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %x, i8 %op, i8 0)
define i32 @wave(i1 %c, i32 %x) {
  %op = select i1 %c, i8 0, i8 2
  %y = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %x, i8 %op, i8 0)
  ret i32 %y
}

; Nothing is known of it.
; CHECK-LABEL: define float @unknown
; CHECK-NEXT: call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 %k, i32 undef)
define float @unknown(i8 %k) {
  %x = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 %k, i32 undef)
  ret float %x
}

%dx.types.Handle = type { ptr }

; Bits of a word that are no part of a table, and operations that other lanes must get to, are left alone.
; CHECK-LABEL: define float @bits
; CHECK: call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 %column, i32 undef)
; CHECK-NOT: call
; CHECK: ret float
define float @bits(i32 %shift) {
  %part = lshr i32 131328, %shift
  %column = trunc i32 %part to i8
  %x = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 %column, i32 undef)
  ret float %x
}

; CHECK-LABEL: define float @slope
; CHECK: call float @dx.op.unary.f32(i32 %which, float %x)
; CHECK: ret float
define float @slope(i1 %c, float %x) {
  %which = select i1 %c, i32 83, i32 84
  %y = call float @dx.op.unary.f32(i32 %which, float %x)
  ret float %y
}

declare float @dx.op.unary.f32(i32, float)
declare i32 @dx.op.unaryBits.i32(i32, i32)
declare void @dx.op.rawBufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8, i32)
declare float @dx.op.loadInput.f32(i32, i32, i32, i8, i32)
declare i32 @dx.op.waveActiveOp.i32(i32, i32, i8, i8)
