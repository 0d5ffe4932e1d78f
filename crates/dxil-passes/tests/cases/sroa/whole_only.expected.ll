; sroa 1 mem2reg 3

%texture = type { <4 x float>, i32 }
%dx.types.Handle = type { i8* }

@resource = external constant %texture

declare %dx.types.Handle @handle(%texture)

define i32 @main(i32 %x) {
  %loaded = load %texture, %texture* @resource
  %h = call %dx.types.Handle @handle(%texture %loaded)
  ret i32 %x
}
