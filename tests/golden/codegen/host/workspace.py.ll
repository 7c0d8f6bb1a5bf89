; ModuleID = 'Before'
source_filename = "Before"
target triple = "x86_64-pc-linux-gnu"

define i32 @__tvm_ffi_main(ptr %self_handle, ptr %args, i32 %num_args, ptr %result) {
prologue:
  %0 = alloca i32, align 4
  br label %start

start:                                            ; preds = %prologue
  %W_ptr = call ptr @TVMBackendAllocWorkspace(i32 1, i32 0, i64 4096, i32 2, i32 32)
  %1 = icmp eq ptr %W_ptr, null
  br i1 %1, label %then, label %after

after:                                            ; preds = %start
  %2 = sext i32 %num_args to i64
  %3 = add i64 0, %2
  %4 = mul i64 %3, 4
  %5 = getelementptr i8, ptr %W_ptr, i64 %4
  store float 2.500000e-01, ptr %5, align 1
  %6 = call i32 @TVMBackendFreeWorkspace(i32 1, i32 0, ptr %W_ptr)
  %7 = icmp ne i32 %6, 0
  br i1 %7, label %then1, label %after2

after2:                                           ; preds = %after
  store i32 0, ptr %0, align 4
  br label %return

then1:                                            ; preds = %after
  store i32 -1, ptr %0, align 4
  br label %return

then:                                             ; preds = %start
  store i32 -1, ptr %0, align 4
  br label %return

return:                                           ; preds = %after2, %then1, %then
  %8 = load i32, ptr %0, align 4
  ret i32 %8
}

declare ptr @TVMBackendAllocWorkspace(i32, i32, i64, i32, i32)

declare i32 @TVMBackendFreeWorkspace(i32, i32, ptr)

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
