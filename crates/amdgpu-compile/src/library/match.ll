; The lanes that are active and have the value that a lane has.
define $M @$NAME($T %value) {
entry:
  %active = call $M @llvm.amdgcn.ballot.$M(i1 true)
  br label %loop

loop:
  %left = phi $M [ %active, %entry ], [ %next, %loop ]
  %found = phi $M [ 0, %entry ], [ %result, %loop ]
  %lane = call $M @llvm.cttz.$M($M %left, i1 true)
  %index = $LANE
  %other = call $T @llvm.amdgcn.readlane.$S($T %value, i32 %index)
  %is.equal = $COMPARE
  %same = call $M @llvm.amdgcn.ballot.$M(i1 %is.equal)
  %result = select i1 %is.equal, $M %same, $M %found
  %below = sub $M %left, 1
  %next = and $M %left, %below
  %is.last = icmp eq $M %next, 0
  br i1 %is.last, label %done, label %loop

done:
  ret $M %result
}

declare $M @llvm.amdgcn.ballot.$M(i1)
declare $M @llvm.cttz.$M($M, i1)
declare $T @llvm.amdgcn.readlane.$S($T, i32)
