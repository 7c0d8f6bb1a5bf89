; ModuleID = 'Before'
source_filename = "Before"
target triple = "x86_64-pc-linux-gnu"

define i32 @__tvm_ffi_main(ptr %self_handle, ptr %args, i32 %num_args, ptr %result) {
prologue:
  %0 = alloca i32, align 4
  br label %start

start:                                            ; preds = %prologue
  %x = call float @expf(float 2.000000e+00)
  %1 = call i32 @my_checksum(float %x, i32 %num_args)
  store i32 %1, ptr %0, align 4
  br label %return

return:                                           ; preds = %start
  %2 = load i32, ptr %0, align 4
  ret i32 %2
}

; Function Attrs: nounwind memory(none)
declare float @expf(float) #0

declare i32 @my_checksum(float, i32)

attributes #0 = { nounwind memory(none) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
