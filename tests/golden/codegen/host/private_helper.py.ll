; ModuleID = 'Before'
source_filename = "Before"
target triple = "x86_64-pc-linux-gnu"

define private i32 @_internal_blocks(i32 %n) {
prologue:
  %0 = alloca i32, align 4
  br label %start

start:                                            ; preds = %prologue
  %1 = add i32 %n, 31
  %2 = ashr i32 %1, 5
  store i32 %2, ptr %0, align 4
  br label %return

return:                                           ; preds = %start
  %3 = load i32, ptr %0, align 4
  ret i32 %3
}

define i32 @__tvm_ffi_main(ptr %self_handle, ptr %args, i32 %num_args, ptr %result) {
prologue:
  %0 = alloca i32, align 4
  br label %start

start:                                            ; preds = %prologue
  %1 = getelementptr i8, ptr %result, i64 0
  store i32 1, ptr %1, align 1
  %2 = getelementptr i8, ptr %result, i64 4
  store i32 0, ptr %2, align 1
  %3 = getelementptr i8, ptr %result, i64 8
  store i64 0, ptr %3, align 1
  %4 = call i32 @_internal_blocks(i32 %num_args)
  %5 = sext i32 %4 to i64
  store i64 %5, ptr %3, align 1
  store i32 0, ptr %0, align 4
  br label %return

return:                                           ; preds = %start
  %6 = load i32, ptr %0, align 4
  ret i32 %6
}

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
