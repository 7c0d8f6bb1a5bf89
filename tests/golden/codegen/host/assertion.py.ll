; ModuleID = 'Before'
source_filename = "Before"
target triple = "x86_64-pc-linux-gnu"

@text = private constant [10 x i8] c"TypeError\00"
@text.1 = private constant [15 x i8] c"expected \22two\22\00"
@text.2 = private constant [11 x i8] c" arguments\00"
@text.3 = private constant [13 x i8] c"no arguments\00"

define i32 @__tvm_ffi_main(ptr %self_handle, ptr %args, i32 %num_args, ptr %result) {
prologue:
  %0 = alloca i32, align 4
  br label %start

start:                                            ; preds = %prologue
  %1 = icmp eq i32 %num_args, 2
  br i1 %1, label %holds, label %fails

fails:                                            ; preds = %start
  call void @__tvm_set_raised_2(ptr @text, ptr @text.1, ptr @text.2)
  store i32 -1, ptr %0, align 4
  br label %return

holds:                                            ; preds = %start
  %2 = icmp eq ptr %args, null
  %3 = xor i1 %2, true
  br i1 %3, label %holds1, label %fails2

fails2:                                           ; preds = %holds
  call void @__tvm_set_raised_1(ptr @text, ptr @text.3)
  store i32 -1, ptr %0, align 4
  br label %return

holds1:                                           ; preds = %holds
  store i32 0, ptr %0, align 4
  br label %return

return:                                           ; preds = %holds1, %fails2, %fails
  %4 = load i32, ptr %0, align 4
  ret i32 %4
}

; Function Attrs: cold noinline
define private void @__tvm_set_raised_2(ptr %0, ptr %1, ptr %2) #0 {
entry:
  %parts = alloca [2 x ptr], align 8
  %3 = getelementptr [2 x ptr], ptr %parts, i64 0, i64 0
  store ptr %1, ptr %3, align 8
  %4 = getelementptr [2 x ptr], ptr %parts, i64 0, i64 1
  store ptr %2, ptr %4, align 8
  call void @TVMFFIErrorSetRaisedFromCStrParts(ptr %0, ptr %parts, i32 2)
  ret void
}

declare void @TVMFFIErrorSetRaisedFromCStrParts(ptr, ptr, i32)

; Function Attrs: cold noinline
define private void @__tvm_set_raised_1(ptr %0, ptr %1) #0 {
entry:
  %parts = alloca [1 x ptr], align 8
  %2 = getelementptr [1 x ptr], ptr %parts, i64 0, i64 0
  store ptr %1, ptr %2, align 8
  call void @TVMFFIErrorSetRaisedFromCStrParts(ptr %0, ptr %parts, i32 1)
  ret void
}

attributes #0 = { cold noinline }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
