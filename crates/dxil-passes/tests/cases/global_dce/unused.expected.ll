; global_dce 6

@used = internal global [2 x i32] zeroinitializer
@initialized = internal global i32* @indirect
@indirect = internal global i32 3

declare void @called(i32)

define void @main() {
  %p = load i32*, i32** @initialized
  %x = load i32, i32* getelementptr ([2 x i32], [2 x i32]* @used, i32 0, i32 1)
  call void @called(i32 %x)
  ret void
}

!dx.resources = !{!0}
!dx.functions = !{!2}

!0 = !{!1, null}
!1 = !{i32 0, null, !"name"}
!2 = !{null, void ()* @main, i32 7}
