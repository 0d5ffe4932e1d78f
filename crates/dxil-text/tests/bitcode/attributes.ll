; Every form of an attribute in bitcode: flags, integers, strings, types, ranges and lists of ranges.
source_filename = "attributes"
%T = type { i32, i64 }

declare nonnull align 8 dereferenceable(4) ptr @pointers(ptr noalias captures(none) readonly align 16 %a, ptr captures(address, read_provenance) writeonly dereferenceable_or_null(8) %b, ptr captures(ret: address, provenance) returned %c)
declare void @types(ptr byval(%T) align 4, ptr sret(%T), ptr byref(i32))
declare range(i32 0, 5) i32 @ranges(i8 range(i8 -3, 4), i64 range(i64 -9223372036854775808, 0), ptr initializes((-4, 0), (8, 16)))
declare noundef zeroext i8 @values(float nofpclass(nan inf), double nofpclass(pzero nsub), i8 inreg signext, ptr dead_on_unwind writable, ptr dead_on_return)
declare noalias ptr @allocator(i64, i64) allockind("alloc,zeroed,aligned") allocsize(0, 1) "alloc-family"="malloc"
declare noalias ptr @one_size(i64) allocsize(0)
declare void @effects() memory(argmem: read, inaccessiblemem: write, errnomem: none)
declare void @all_effects() memory(readwrite, inaccessiblemem: none, target_mem0: read, target_mem1: write)
declare void @no_effects() memory(none)
declare void @tables() uwtable(sync) alignstack(16) "flag" "key"="value"
declare void @all_tables() uwtable vscale_range(2, 8)
declare void @open_range() vscale_range(1, 0)

define void @calls(ptr %p) #0 {
  call void @types(ptr byval(%T) align 4 %p, ptr sret(%T) %p, ptr byref(i32) %p) #1
  call void asm "", "=*m"(ptr elementtype(%T) %p)
  call void @no_effects() #2
  ret void
}

attributes #0 = { alwaysinline convergent mustprogress nofree norecurse nosync nounwind willreturn "denormal-fp-math"="preserve-sign,ieee" }
attributes #1 = { noinline memory(read) }
attributes #2 = { nomerge }
