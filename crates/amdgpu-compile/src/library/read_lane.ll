; The value of the lane that each lane names: lanes that name the same are served together.
define $T @$NAME($T %value, i32 %index) {
entry:
  %active = call $M @llvm.amdgcn.ballot.$M(i1 true)
  br label %loop

loop:
  %left = phi $M [ %active, %entry ], [ %next, %loop ]
  %found = phi $T [ %value, %entry ], [ %result, %loop ]
  %asking = call $M @llvm.cttz.$M($M %left, i1 true)
  %asking.lane = $ASKING
  %named = call i32 @llvm.amdgcn.readlane.i32(i32 %index, i32 %asking.lane)
  %other = call $T @llvm.amdgcn.readlane.$S($T %value, i32 %named)
  %is.named = icmp eq i32 %index, %named
  %served = call $M @llvm.amdgcn.ballot.$M(i1 %is.named)
  %result = select i1 %is.named, $T %other, $T %found
  %others = xor $M %served, -1
  %next = and $M %left, %others
  %is.last = icmp eq $M %next, 0
  br i1 %is.last, label %done, label %loop

done:
  ret $T %result
}

declare $M @llvm.amdgcn.ballot.$M(i1)
declare $M @llvm.cttz.$M($M, i1)
declare i32 @llvm.amdgcn.readlane.i32(i32, i32)
$DECLARE
