; RUN: dce
; Operations that read at most go by the table, though their functions are declared without a word; others stay.

%dx.types.Handle = type { i8* }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }

declare i32 @dx.op.threadId.i32(i32, i32)

declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)

declare %dx.types.ResRet.f32 @dx.op.bufferLoad.f32(i32, %dx.types.Handle, i32, i32)

declare i32 @dx.op.atomicBinOp.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32)

declare i1 @dx.op.waveIsFirstLane(i32)

declare i32 @dx.op.unknownOperation.i32(i32)

declare i32 @mine(i32)

define void @main() {
  %handle = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %thread = call i32 @dx.op.threadId.i32(i32 93, i32 0)
  %loaded = call %dx.types.ResRet.f32 @dx.op.bufferLoad.f32(i32 68, %dx.types.Handle %handle, i32 %thread, i32 undef)
  %first = extractvalue %dx.types.ResRet.f32 %loaded, 0
  %old = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %handle, i32 0, i32 0, i32 undef, i32 undef, i32 1)
  %is = call i1 @dx.op.waveIsFirstLane(i32 110)
  %unknown = call i32 @dx.op.unknownOperation.i32(i32 9999)
  %own = call i32 @mine(i32 1)
  ret void
}
