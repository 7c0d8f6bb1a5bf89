; ModuleID = 'Before'
source_filename = "Before"
target triple = "x86_64-pc-linux-gnu"

define i32 @__tvm_ffi_add(ptr %self_handle, ptr %args, i32 %num_args, ptr %result) {
prologue:
  %0 = alloca i32, align 4
  br label %start

start:                                            ; preds = %prologue
  store i32 0, ptr %0, align 4
  br label %return

return:                                           ; preds = %start
  %1 = load i32, ptr %0, align 4
  ret i32 %1
}

define weak i32 @__tvm_ffi_main(ptr %0, ptr %1, i32 %2, ptr %3) {
entry:
  %4 = call i32 @__tvm_ffi_add(ptr %0, ptr %1, i32 %2, ptr %3)
  ret i32 %4
}

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
