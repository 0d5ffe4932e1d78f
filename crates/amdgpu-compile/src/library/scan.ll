; What a lane makes of the values of lanes that are active, in their order: of those that %taken has a bit for.
define $T @$NAME($T %value, $M %taken) {
entry:
  %active = call $M @llvm.amdgcn.ballot.$M(i1 true)
  br label %loop

loop:
  %left = phi $M [ %active, %entry ], [ %next, %loop ]
  %sum = phi $T [ $IDENTITY, %entry ], [ %result, %loop ]
  %lane = call $M @llvm.cttz.$M($M %left, i1 true)
  %index = $LANE
  %other = call $T @llvm.amdgcn.readlane.$S($T %value, i32 %index)
  %both = $OPERATION
  %bit = shl $M 1, %lane
  %hit = and $M %taken, %bit
  %is.taken = icmp ne $M %hit, 0
  %result = select i1 %is.taken, $T %both, $T %sum
  %below = sub $M %left, 1
  %next = and $M %left, %below
  %is.last = icmp eq $M %next, 0
  br i1 %is.last, label %done, label %loop

done:
  ret $T %result
}

declare $M @llvm.amdgcn.ballot.$M(i1)
declare $M @llvm.cttz.$M($M, i1)
declare $T @llvm.amdgcn.readlane.$S($T, i32)
$DECLARE
