#include "core/codegen/cuda_c/names.h"

#include "core/support/text_format.h"

#include <algorithm>
#include <iterator>

namespace tir::cuda_c {
namespace {

constexpr std::string_view Keywords[] = {
    "alignas",   "alignof",  "and",      "and_eq",    "asm",          "auto",          "bitand",
    "bitor",     "bool",     "break",    "case",      "catch",        "char",          "char16_t",
    "char32_t",  "class",    "compl",    "const",     "const_cast",   "constexpr",     "continue",
    "decltype",  "default",  "delete",   "do",        "double",       "dynamic_cast",  "else",
    "enum",      "explicit", "export",   "extern",    "false",        "float",         "for",
    "friend",    "goto",     "if",       "inline",    "int",          "long",          "mutable",
    "namespace", "new",      "noexcept", "not",       "not_eq",       "nullptr",       "operator",
    "or",        "or_eq",    "private",  "protected", "public",       "register",      "reinterpret_cast",
    "return",    "short",    "signed",   "sizeof",    "static",       "static_assert", "static_cast",
    "struct",    "switch",   "template", "this",      "thread_local", "throw",         "true",
    "try",       "typedef",  "typeid",   "typename",  "union",        "unsigned",      "using",
    "virtual",   "void",     "volatile", "wchar_t",   "while",        "xor",           "xor_eq",
};

/// Short names that CUDA and the prologue define. The lone underscore is reserved so that temporaries have a number
/// from the first one on.
constexpr std::string_view Defined[] = {
    "_",        "atomic",    "blockDim", "blockIdx", "char2",     "char3",     "char4", "double2", "double3",
    "double4",  "float2",    "float3",   "float4",   "gridDim",   "half",      "half2", "half4",   "int2",
    "int3",     "int4",      "int64_t",  "int8_t",   "longlong2", "longlong4", "max",   "min",     "short2",
    "short4",   "threadIdx", "uchar",    "uchar2",   "uchar4",    "uint",      "uint2", "uint3",   "uint4",
    "uint64_t", "ushort",    "ushort2",  "ushort4",  "warpSize",
};

/// Functions of CUDA's headers that generated code calls; those of other types have suffixes.
constexpr std::string_view CalledFunctions[] = {
    "abs",   "acos",  "acosh",  "asin",      "asinh",     "atan",      "atan2",   "atanh", "ceil", "copysign",
    "cos",   "cosh",  "erf",    "exp",       "exp10",     "exp2",      "fabs",    "floor", "fma",  "fmod",
    "hypot", "isinf", "isnan",  "isfinite",  "ldexp",     "log",       "log10",   "log1p", "log2", "max",
    "min",   "pow",   "printf", "nearbyint", "nextafter", "rint",      "round",   "rsqrt", "sin",  "sinh",
    "sqrt",  "tan",   "tanh",   "trunc",     "atomicAdd", "atomicCAS", "clock64",
};

/// Other functions and types of CUDA's headers.
constexpr std::string_view OtherFunctions[] = {
    "cbrt",
    "cospi",
    "cyl_bessel_i0",
    "cyl_bessel_i1",
    "dim3",
    "erfc",
    "erfcinv",
    "erfcx",
    "erfinv",
    "expm1",
    "fdim",
    "fdivide",
    "fmax",
    "fmin",
    "frexp",
    "ilogb",
    "j0",
    "j1",
    "jn",
    "labs",
    "lgamma",
    "llabs",
    "llmax",
    "llmin",
    "llrint",
    "llround",
    "logb",
    "lrint",
    "lround",
    "modf",
    "nan",
    "norm",
    "norm3d",
    "norm4d",
    "normcdf",
    "normcdfinv",
    "nvcuda",
    "rcbrt",
    "remainder",
    "remquo",
    "rhypot",
    "rnorm",
    "rnorm3d",
    "rnorm4d",
    "scalbln",
    "scalbn",
    "signbit",
    "sincos",
    "sincospi",
    "sinpi",
    "size_t",
    "std",
    "tgamma",
    "ullmax",
    "ullmin",
    "umax",
    "umin",
    "y0",
    "y1",
    "yn",
    "clock",
    "assert",
    "malloc",
    "free",
    "memcpy",
    "memset",
    "int16_t",
    "int32_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "hpow",
    "htan",
    "hatan",
    "herf",
    "CUtensorMap",
};

// clang-format off
/// Macros of the headers of C that nvcc includes by itself: they also replace names of variables.
constexpr std::string_view Macros[] = {
    "NULL",
    "ADJ_ESTERROR", "ADJ_FREQUENCY", "ADJ_MAXERROR", "ADJ_MICRO", "ADJ_NANO", "ADJ_OFFSET",
    "ADJ_OFFSET_SINGLESHOT", "ADJ_OFFSET_SS_READ", "ADJ_SETOFFSET", "ADJ_STATUS", "ADJ_TAI", "ADJ_TICK",
    "ADJ_TIMECONST", "AIO_PRIO_DELTA_MAX", "BC_BASE_MAX", "BC_DIM_MAX", "BC_SCALE_MAX", "BC_STRING_MAX",
    "BIG_ENDIAN", "BOOL_MAX", "BOOL_WIDTH", "BUFSIZ", "BYTE_ORDER", "CHARCLASS_NAME_MAX", "CHAR_BIT",
    "CHAR_MAX", "CHAR_MIN", "CHAR_WIDTH", "CLOCKS_PER_SEC", "CLOCK_BOOTTIME", "CLOCK_BOOTTIME_ALARM",
    "CLOCK_MONOTONIC", "CLOCK_MONOTONIC_COARSE", "CLOCK_MONOTONIC_RAW", "CLOCK_PROCESS_CPUTIME_ID",
    "CLOCK_REALTIME", "CLOCK_REALTIME_ALARM", "CLOCK_REALTIME_COARSE", "CLOCK_TAI", "CLOCK_THREAD_CPUTIME_ID",
    "COLL_WEIGHTS_MAX", "CU_UUID_HAS_BEEN_DEFINED", "DELAYTIMER_MAX", "EOF", "EXIT_FAILURE", "EXIT_SUCCESS",
    "EXPR_NEST_MAX", "FD_CLR", "FD_ISSET", "FD_SET", "FD_SETSIZE", "FD_ZERO", "FILENAME_MAX", "FOPEN_MAX",
    "FP_ILOGB0", "FP_ILOGBNAN", "FP_INFINITE", "FP_INT_DOWNWARD", "FP_INT_TONEAREST",
    "FP_INT_TONEARESTFROMZERO", "FP_INT_TOWARDZERO", "FP_INT_UPWARD", "FP_LLOGB0", "FP_LLOGBNAN", "FP_NAN",
    "FP_NORMAL", "FP_SUBNORMAL", "FP_ZERO", "HOST_NAME_MAX", "HUGE_VAL", "HUGE_VALF", "HUGE_VALL",
    "HUGE_VAL_F32", "HUGE_VAL_F32X", "HUGE_VAL_F64", "HUGE_VAL_F64X", "IF_DEVICE_OR_CUDACC", "INFINITY",
    "INT16_C", "INT16_MAX", "INT16_MIN", "INT16_WIDTH", "INT32_C", "INT32_MAX", "INT32_MIN", "INT32_WIDTH",
    "INT64_C", "INT64_MAX", "INT64_MIN", "INT64_WIDTH", "INT8_C", "INT8_MAX", "INT8_MIN", "INT8_WIDTH",
    "INTMAX_C", "INTMAX_MAX", "INTMAX_MIN", "INTMAX_WIDTH", "INTPTR_MAX", "INTPTR_MIN", "INTPTR_WIDTH",
    "INT_FAST16_MAX", "INT_FAST16_MIN", "INT_FAST16_WIDTH", "INT_FAST32_MAX", "INT_FAST32_MIN",
    "INT_FAST32_WIDTH", "INT_FAST64_MAX", "INT_FAST64_MIN", "INT_FAST64_WIDTH", "INT_FAST8_MAX",
    "INT_FAST8_MIN", "INT_FAST8_WIDTH", "INT_LEAST16_MAX", "INT_LEAST16_MIN", "INT_LEAST16_WIDTH",
    "INT_LEAST32_MAX", "INT_LEAST32_MIN", "INT_LEAST32_WIDTH", "INT_LEAST64_MAX", "INT_LEAST64_MIN",
    "INT_LEAST64_WIDTH", "INT_LEAST8_MAX", "INT_LEAST8_MIN", "INT_LEAST8_WIDTH", "INT_MAX", "INT_MIN",
    "INT_WIDTH", "IOV_MAX", "LINE_MAX", "LITTLE_ENDIAN", "LLONG_MAX", "LLONG_MIN", "LLONG_WIDTH",
    "LOGIN_NAME_MAX", "LONG_BIT", "LONG_LONG_MAX", "LONG_LONG_MIN", "LONG_MAX", "LONG_MIN", "LONG_WIDTH",
    "L_ctermid", "L_cuserid", "L_tmpnam", "MATH_ERREXCEPT", "MATH_ERRNO", "MAXFLOAT", "MAX_CANON",
    "MAX_INPUT", "MB_CUR_MAX", "MB_LEN_MAX", "MOD_CLKA", "MOD_CLKB", "MOD_ESTERROR", "MOD_FREQUENCY",
    "MOD_MAXERROR", "MOD_MICRO", "MOD_NANO", "MOD_OFFSET", "MOD_STATUS", "MOD_TAI", "MOD_TIMECONST",
    "MQ_PRIO_MAX", "M_1_PI", "M_1_PIf", "M_1_PIf32", "M_1_PIf32x", "M_1_PIf64", "M_1_PIf64x", "M_1_PIl",
    "M_2_PI", "M_2_PIf", "M_2_PIf32", "M_2_PIf32x", "M_2_PIf64", "M_2_PIf64x", "M_2_PIl", "M_2_SQRTPI",
    "M_2_SQRTPIf", "M_2_SQRTPIf32", "M_2_SQRTPIf32x", "M_2_SQRTPIf64", "M_2_SQRTPIf64x", "M_2_SQRTPIl", "M_E",
    "M_Ef", "M_Ef32", "M_Ef32x", "M_Ef64", "M_Ef64x", "M_El", "M_LN10", "M_LN10f", "M_LN10f32", "M_LN10f32x",
    "M_LN10f64", "M_LN10f64x", "M_LN10l", "M_LN2", "M_LN2f", "M_LN2f32", "M_LN2f32x", "M_LN2f64", "M_LN2f64x",
    "M_LN2l", "M_LOG10E", "M_LOG10Ef", "M_LOG10Ef32", "M_LOG10Ef32x", "M_LOG10Ef64", "M_LOG10Ef64x",
    "M_LOG10El", "M_LOG2E", "M_LOG2Ef", "M_LOG2Ef32", "M_LOG2Ef32x", "M_LOG2Ef64", "M_LOG2Ef64x", "M_LOG2El",
    "M_PI", "M_PI_2", "M_PI_2f", "M_PI_2f32", "M_PI_2f32x", "M_PI_2f64", "M_PI_2f64x", "M_PI_2l", "M_PI_4",
    "M_PI_4f", "M_PI_4f32", "M_PI_4f32x", "M_PI_4f64", "M_PI_4f64x", "M_PI_4l", "M_PIf", "M_PIf32",
    "M_PIf32x", "M_PIf64", "M_PIf64x", "M_PIl", "M_SQRT1_2", "M_SQRT1_2f", "M_SQRT1_2f32", "M_SQRT1_2f32x",
    "M_SQRT1_2f64", "M_SQRT1_2f64x", "M_SQRT1_2l", "M_SQRT2", "M_SQRT2f", "M_SQRT2f32", "M_SQRT2f32x",
    "M_SQRT2f64", "M_SQRT2f64x", "M_SQRT2l", "NAME_MAX", "NAN", "NFDBITS", "NGROUPS_MAX", "NL_ARGMAX",
    "NL_LANGMAX", "NL_MSGMAX", "NL_NMAX", "NL_SETMAX", "NL_TEXTMAX", "NV_ANY_TARGET", "NV_DISPATCH_TARGET",
    "NV_HAS_FEATURE_SM_100a", "NV_HAS_FEATURE_SM_101a", "NV_HAS_FEATURE_SM_90a", "NV_IF_ELSE_TARGET",
    "NV_IF_TARGET", "NV_IS_DEVICE", "NV_IS_EXACTLY_SM_100", "NV_IS_EXACTLY_SM_101", "NV_IS_EXACTLY_SM_103",
    "NV_IS_EXACTLY_SM_110", "NV_IS_EXACTLY_SM_120", "NV_IS_EXACTLY_SM_35", "NV_IS_EXACTLY_SM_37",
    "NV_IS_EXACTLY_SM_50", "NV_IS_EXACTLY_SM_52", "NV_IS_EXACTLY_SM_53", "NV_IS_EXACTLY_SM_60",
    "NV_IS_EXACTLY_SM_61", "NV_IS_EXACTLY_SM_62", "NV_IS_EXACTLY_SM_70", "NV_IS_EXACTLY_SM_72",
    "NV_IS_EXACTLY_SM_75", "NV_IS_EXACTLY_SM_80", "NV_IS_EXACTLY_SM_86", "NV_IS_EXACTLY_SM_87",
    "NV_IS_EXACTLY_SM_89", "NV_IS_EXACTLY_SM_90", "NV_IS_HOST", "NV_NO_TARGET", "NV_PROVIDES_SM_100",
    "NV_PROVIDES_SM_101", "NV_PROVIDES_SM_103", "NV_PROVIDES_SM_110", "NV_PROVIDES_SM_120",
    "NV_PROVIDES_SM_35", "NV_PROVIDES_SM_37", "NV_PROVIDES_SM_50", "NV_PROVIDES_SM_52", "NV_PROVIDES_SM_53",
    "NV_PROVIDES_SM_60", "NV_PROVIDES_SM_61", "NV_PROVIDES_SM_62", "NV_PROVIDES_SM_70", "NV_PROVIDES_SM_72",
    "NV_PROVIDES_SM_75", "NV_PROVIDES_SM_80", "NV_PROVIDES_SM_86", "NV_PROVIDES_SM_87", "NV_PROVIDES_SM_89",
    "NV_PROVIDES_SM_90", "NV_TARGET_MINIMUM_SM_INTEGER", "NV_TARGET_MINIMUM_SM_SELECTOR", "NZERO", "PATH_MAX",
    "PDP_ENDIAN", "PIPE_BUF", "PTHREAD_DESTRUCTOR_ITERATIONS", "PTHREAD_KEYS_MAX", "PTHREAD_STACK_MIN",
    "PTRDIFF_MAX", "PTRDIFF_MIN", "PTRDIFF_WIDTH", "P_tmpdir", "RAND_MAX", "RENAME_EXCHANGE",
    "RENAME_NOREPLACE", "RENAME_WHITEOUT", "RE_DUP_MAX", "RTSIG_MAX", "SCHAR_MAX", "SCHAR_MIN", "SCHAR_WIDTH",
    "SEEK_CUR", "SEEK_DATA", "SEEK_END", "SEEK_HOLE", "SEEK_SET", "SEM_VALUE_MAX", "SHRT_MAX", "SHRT_MIN",
    "SHRT_WIDTH", "SIG_ATOMIC_MAX", "SIG_ATOMIC_MIN", "SIG_ATOMIC_WIDTH", "SIZE_MAX", "SIZE_WIDTH", "SNAN",
    "SNANF", "SNANF32", "SNANF32X", "SNANF64", "SNANF64X", "SNANL", "SSIZE_MAX", "STA_CLK", "STA_CLOCKERR",
    "STA_DEL", "STA_FLL", "STA_FREQHOLD", "STA_INS", "STA_MODE", "STA_NANO", "STA_PLL", "STA_PPSERROR",
    "STA_PPSFREQ", "STA_PPSJITTER", "STA_PPSSIGNAL", "STA_PPSTIME", "STA_PPSWANDER", "STA_RONLY",
    "STA_UNSYNC", "TIMER_ABSTIME", "TIME_UTC", "TMP_MAX", "TTY_NAME_MAX", "UCHAR_MAX", "UCHAR_WIDTH",
    "UINT16_C", "UINT16_MAX", "UINT16_WIDTH", "UINT32_C", "UINT32_MAX", "UINT32_WIDTH", "UINT64_C",
    "UINT64_MAX", "UINT64_WIDTH", "UINT8_C", "UINT8_MAX", "UINT8_WIDTH", "UINTMAX_C", "UINTMAX_MAX",
    "UINTMAX_WIDTH", "UINTPTR_MAX", "UINTPTR_WIDTH", "UINT_FAST16_MAX", "UINT_FAST16_WIDTH",
    "UINT_FAST32_MAX", "UINT_FAST32_WIDTH", "UINT_FAST64_MAX", "UINT_FAST64_WIDTH", "UINT_FAST8_MAX",
    "UINT_FAST8_WIDTH", "UINT_LEAST16_MAX", "UINT_LEAST16_WIDTH", "UINT_LEAST32_MAX", "UINT_LEAST32_WIDTH",
    "UINT_LEAST64_MAX", "UINT_LEAST64_WIDTH", "UINT_LEAST8_MAX", "UINT_LEAST8_WIDTH", "UINT_MAX",
    "UINT_WIDTH", "ULLONG_MAX", "ULLONG_WIDTH", "ULONG_LONG_MAX", "ULONG_MAX", "ULONG_WIDTH", "USHRT_MAX",
    "USHRT_WIDTH", "WCHAR_MAX", "WCHAR_MIN", "WCHAR_WIDTH", "WCONTINUED", "WEXITED", "WEXITSTATUS",
    "WIFCONTINUED", "WIFEXITED", "WIFSIGNALED", "WIFSTOPPED", "WINT_MAX", "WINT_MIN", "WINT_WIDTH", "WNOHANG",
    "WNOWAIT", "WORD_BIT", "WSTOPPED", "WSTOPSIG", "WTERMSIG", "WUNTRACED", "XATTR_LIST_MAX",
    "XATTR_NAME_MAX", "XATTR_SIZE_MAX", "alloca", "assert_perror", "be16toh", "be32toh", "be64toh",
    "cudaArrayColorAttachment", "cudaArrayCubemap", "cudaArrayDefault", "cudaArrayDeferredMapping",
    "cudaArrayLayered", "cudaArraySparse", "cudaArraySparsePropertiesSingleMipTail",
    "cudaArraySurfaceLoadStore", "cudaArrayTextureGather", "cudaCpuDeviceId", "cudaDeviceBlockingSync",
    "cudaDeviceLmemResizeToMax", "cudaDeviceMapHost", "cudaDeviceMask", "cudaDeviceScheduleAuto",
    "cudaDeviceScheduleBlockingSync", "cudaDeviceScheduleMask", "cudaDeviceScheduleSpin",
    "cudaDeviceScheduleYield", "cudaDeviceSyncMemops", "cudaEventBlockingSync", "cudaEventDefault",
    "cudaEventDisableTiming", "cudaEventInterprocess", "cudaEventRecordDefault", "cudaEventRecordExternal",
    "cudaEventWaitDefault", "cudaEventWaitExternal", "cudaExternalMemoryDedicated",
    "cudaExternalSemaphoreSignalSkipNvSciBufMemSync", "cudaExternalSemaphoreWaitSkipNvSciBufMemSync",
    "cudaGraphKernelNodePortDefault", "cudaGraphKernelNodePortLaunchCompletion",
    "cudaGraphKernelNodePortProgrammatic", "cudaHostAllocDefault", "cudaHostAllocMapped",
    "cudaHostAllocPortable", "cudaHostAllocWriteCombined", "cudaHostRegisterDefault",
    "cudaHostRegisterIoMemory", "cudaHostRegisterMapped", "cudaHostRegisterPortable",
    "cudaHostRegisterReadOnly", "cudaInitDeviceFlagsAreValid", "cudaInvalidDeviceId",
    "cudaIpcMemLazyEnablePeerAccess", "cudaKernelNodeAttrID", "cudaKernelNodeAttrValue",
    "cudaKernelNodeAttributeAccessPolicyWindow", "cudaKernelNodeAttributeClusterDimension",
    "cudaKernelNodeAttributeClusterSchedulingPolicyPreference", "cudaKernelNodeAttributeCooperative",
    "cudaKernelNodeAttributeDeviceUpdatableKernelNode", "cudaKernelNodeAttributeMemSyncDomain",
    "cudaKernelNodeAttributeMemSyncDomainMap", "cudaKernelNodeAttributeNvlinkUtilCentricScheduling",
    "cudaKernelNodeAttributePreferredSharedMemoryCarveout", "cudaKernelNodeAttributePriority",
    "cudaMemAttachGlobal", "cudaMemAttachHost", "cudaMemAttachSingle", "cudaMemPoolCreateUsageHwDecompress",
    "cudaNvSciSyncAttrSignal", "cudaNvSciSyncAttrWait", "cudaOccupancyDefault",
    "cudaOccupancyDisableCachingOverride", "cudaPeerAccessDefault", "cudaStreamAttrID", "cudaStreamAttrValue",
    "cudaStreamAttributeAccessPolicyWindow", "cudaStreamAttributeMemSyncDomain",
    "cudaStreamAttributeMemSyncDomainMap", "cudaStreamAttributePriority",
    "cudaStreamAttributeSynchronizationPolicy", "cudaStreamDefault", "cudaStreamFireAndForget",
    "cudaStreamGraphFireAndForget", "cudaStreamGraphFireAndForgetAsSibling", "cudaStreamGraphTailLaunch",
    "cudaStreamLegacy", "cudaStreamNonBlocking", "cudaStreamPerThread", "cudaStreamTailLaunch",
    "cudaSurfaceType1D", "cudaSurfaceType1DLayered", "cudaSurfaceType2D", "cudaSurfaceType2DLayered",
    "cudaSurfaceType3D", "cudaSurfaceTypeCubemap", "cudaSurfaceTypeCubemapLayered", "cudaTextureType1D",
    "cudaTextureType1DLayered", "cudaTextureType2D", "cudaTextureType2DLayered", "cudaTextureType3D",
    "cudaTextureTypeCubemap", "cudaTextureTypeCubemapLayered", "htobe16", "htobe32", "htobe64", "htole16",
    "htole32", "htole64", "isalnum_l", "isalpha_l", "isascii", "isascii_l", "isblank_l", "iscntrl_l",
    "isdigit_l", "isgraph_l", "islower_l", "isprint_l", "ispunct_l", "isspace_l", "issubnormal", "isupper_l",
    "isxdigit_l", "le16toh", "le32toh", "le64toh", "math_errhandling", "offsetof", "stderr", "stdin",
    "stdout", "strdupa", "strndupa", "toascii", "toascii_l",
};

/// Functions, variables, and types of these headers and of CUDA for hosts, and the function that hosts start with.
constexpr std::string_view HostNames[] = {
    "CUuuid", "FILE", "MAJOR_VERSION", "MINOR_VERSION", "PATCH_LEVEL", "a64l", "abort", "aligned_alloc",
    "arc4random", "arc4random_buf", "arc4random_uniform", "asctime", "asctime_r", "asprintf", "atexit",
    "atof", "atoi", "atol", "bcmp", "bcopy", "blkcnt64_t", "blkcnt_t", "blksize_t", "bsearch", "bzero",
    "caddr_t", "calloc", "canonicalize", "canonicalize_file_name", "char1", "clearenv", "clearerr",
    "clearerr_unlocked", "clock_adjtime", "clock_getcpuclockid", "clock_getres", "clock_gettime",
    "clock_nanosleep", "clock_settime", "clock_t", "clockid_t", "comparison_fn_t", "cookie_close_function_t",
    "cookie_io_functions_t", "cookie_read_function_t", "cookie_seek_function_t", "cookie_write_function_t",
    "ctermid", "ctime", "ctime_r", "cuserid", "daddl", "daddr_t", "daylight", "ddivl", "dev_t", "dfmal",
    "difftime", "div", "div_t", "dmull", "double1", "double4_16a", "double4_32a", "double_t", "dprintf",
    "drand48", "drand48_r", "drem", "dsqrtl", "dsubl", "dysize", "ecvt", "ecvt_r", "erand48", "erand48_r",
    "exit", "explicit_bzero", "f32addf32x", "f32addf64", "f32addf64x", "f32divf32x", "f32divf64",
    "f32divf64x", "f32fmaf32x", "f32fmaf64", "f32fmaf64x", "f32mulf32x", "f32mulf64", "f32mulf64x",
    "f32sqrtf32x", "f32sqrtf64", "f32sqrtf64x", "f32subf32x", "f32subf64", "f32subf64x", "f32xaddf64",
    "f32xaddf64x", "f32xdivf64", "f32xdivf64x", "f32xfmaf64", "f32xfmaf64x", "f32xmulf64", "f32xmulf64x",
    "f32xsqrtf64", "f32xsqrtf64x", "f32xsubf64", "f32xsubf64x", "f64addf64x", "f64divf64x", "f64fmaf64x",
    "f64mulf64x", "f64sqrtf64x", "f64subf64x", "fadd", "fclose", "fcloseall", "fcvt", "fcvt_r", "fd_mask",
    "fd_set", "fdiv", "fdopen", "feof", "feof_unlocked", "ferror", "ferror_unlocked", "fflush",
    "fflush_unlocked", "ffma", "ffs", "ffsl", "fgetc", "fgetc_unlocked", "fgetpos", "fgetpos64", "fgets",
    "fgets_unlocked", "fileno", "fileno_unlocked", "finite", "float1", "float_t", "flockfile", "fmaximum",
    "fmaximum_mag", "fmaximum_mag_num", "fmaximum_num", "fmaxmag", "fmemopen", "fminimum", "fminimum_mag",
    "fminimum_mag_num", "fminimum_num", "fminmag", "fmul", "fopen", "fopen64", "fopencookie", "fpos64_t",
    "fpos_t", "fprintf", "fputc", "fputc_unlocked", "fputs", "fputs_unlocked", "fread", "fread_unlocked",
    "freopen", "freopen64", "fromfp", "fromfpx", "fsblkcnt64_t", "fsblkcnt_t", "fscanf", "fseek", "fseeko",
    "fseeko64", "fsetpos", "fsetpos64", "fsfilcnt64_t", "fsfilcnt_t", "fsid_t", "fsqrt", "fsub", "ftell",
    "ftello", "ftello64", "ftrylockfile", "funlockfile", "fwrite", "fwrite_unlocked", "gamma", "gcvt", "getc",
    "getc_unlocked", "getchar", "getchar_unlocked", "getdate", "getdate_err", "getdate_r", "getdelim",
    "getenv", "getline", "getloadavg", "getpayload", "getpt", "getsubopt", "getw", "gid_t", "gmtime",
    "gmtime_r", "grantpt", "id_t", "initstate", "initstate_r", "ino64_t", "ino_t", "int1", "int_fast16_t",
    "int_fast32_t", "int_fast64_t", "int_fast8_t", "int_least16_t", "int_least32_t", "int_least64_t",
    "int_least8_t", "intmax_t", "intptr_t", "isalnum", "isalpha", "isblank", "iscntrl", "isctype", "isdigit",
    "isgraph", "islower", "isprint", "ispunct", "isspace", "isupper", "isxdigit", "jrand48", "jrand48_r",
    "key_t", "l64a", "lcong48", "lcong48_r", "ldiv", "ldiv_t", "lgamma_r", "lgammaf32_r", "lgammaf32x_r",
    "lgammaf64_r", "lgammaf64x_r", "lgammaf_r", "lgammal_r", "libraryPropertyType", "lldiv", "lldiv_t",
    "llogb", "locale_t", "localtime", "localtime_r", "loff_t", "long1", "long2", "long3", "long4",
    "long4_16a", "long4_32a", "longlong1", "longlong3", "longlong4_16a", "longlong4_32a", "lrand48",
    "lrand48_r", "main", "max_align_t", "mblen", "mbstowcs", "mbtowc", "memccpy", "memcmp", "memfrob",
    "memmem", "memmove", "mempcpy", "mkdtemp", "mkostemp", "mkostemp64", "mkostemps", "mkostemps64",
    "mkstemp", "mkstemp64", "mkstemps", "mkstemps64", "mktemp", "mktime", "mode_t", "mrand48", "mrand48_r",
    "nanosleep", "nextdown", "nexttoward", "nextup", "nlink_t", "nrand48", "nrand48_r", "nullptr_t", "nv",
    "obstack_printf", "obstack_vprintf", "off64_t", "off_t", "on_exit", "open_memstream", "pclose", "perror",
    "pid_t", "popen", "posix_memalign", "posix_openpt", "pselect", "pthread_attr_t", "pthread_barrier_t",
    "pthread_barrierattr_t", "pthread_cond_t", "pthread_condattr_t", "pthread_key_t", "pthread_mutex_t",
    "pthread_mutexattr_t", "pthread_once_t", "pthread_rwlock_t", "pthread_rwlockattr_t", "pthread_spinlock_t",
    "pthread_t", "ptrdiff_t", "ptsname", "ptsname_r", "putc", "putc_unlocked", "putchar", "putchar_unlocked",
    "putenv", "puts", "putw", "qecvt", "qecvt_r", "qfcvt", "qfcvt_r", "qgcvt", "qsort", "qsort_r", "quad_t",
    "quick_exit", "rand", "rand_r", "random", "random_r", "realloc", "reallocarray", "realpath", "register_t",
    "remove", "rename", "renameat", "renameat2", "rewind", "roundeven", "rpmatch", "scalb", "scanf",
    "secure_getenv", "seed48", "seed48_r", "select", "setbuf", "setbuffer", "setenv", "setlinebuf",
    "setpayload", "setpayloadsig", "setstate", "setstate_r", "setvbuf", "short1", "short3", "sigabbrev_np",
    "sigdescr_np", "signgam", "significand", "sigset_t", "snprintf", "sprintf", "srand", "srand48",
    "srand48_r", "srandom", "srandom_r", "sscanf", "ssize_t", "stpcpy", "stpncpy", "strcasecmp",
    "strcasecmp_l", "strcat", "strcmp", "strcoll", "strcoll_l", "strcpy", "strcspn", "strdup", "strerror",
    "strerror_l", "strerror_r", "strerrordesc_np", "strerrorname_np", "strfromd", "strfromf", "strfromf32",
    "strfromf32x", "strfromf64", "strfromf64x", "strfroml", "strfry", "strftime", "strftime_l", "strlen",
    "strncasecmp", "strncasecmp_l", "strncat", "strncmp", "strncpy", "strndup", "strnlen", "strptime",
    "strptime_l", "strsep", "strsignal", "strspn", "strtod", "strtod_l", "strtof", "strtof32", "strtof32_l",
    "strtof32x", "strtof32x_l", "strtof64", "strtof64_l", "strtof64x", "strtof64x_l", "strtof_l", "strtok",
    "strtok_r", "strtol", "strtol_l", "strtold", "strtold_l", "strtoll_l", "strtoq", "strtoul", "strtoul_l",
    "strtoull_l", "strtouq", "strverscmp", "strxfrm", "strxfrm_l", "suseconds_t", "system", "tempnam", "time",
    "time_t", "timegm", "timelocal", "timer_create", "timer_delete", "timer_getoverrun", "timer_gettime",
    "timer_settime", "timer_t", "timespec_get", "timespec_getres", "timezone", "tmpfile", "tmpfile64",
    "tmpnam", "tmpnam_r", "tolower", "tolower_l", "totalorder", "totalordermag", "toupper", "toupper_l",
    "tzname", "tzset", "u_char", "u_int", "u_int16_t", "u_int32_t", "u_int64_t", "u_int8_t", "u_long",
    "u_quad_t", "u_short", "uchar1", "uchar3", "ufromfp", "ufromfpx", "uid_t", "uint1", "uint_fast16_t",
    "uint_fast32_t", "uint_fast64_t", "uint_fast8_t", "uint_least16_t", "uint_least32_t", "uint_least64_t",
    "uint_least8_t", "uintmax_t", "uintptr_t", "ulong", "ulong1", "ulong2", "ulong3", "ulong4", "ulong4_16a",
    "ulong4_32a", "ulonglong1", "ulonglong2", "ulonglong3", "ulonglong4", "ulonglong4_16a", "ulonglong4_32a",
    "ungetc", "unlockpt", "unsetenv", "useconds_t", "ushort1", "ushort3", "va_list", "valloc", "vasprintf",
    "vdprintf", "vfprintf", "vfscanf", "vprintf", "vscanf", "vsnprintf", "vsprintf", "vsscanf", "wcstombs",
    "wctomb",
};
// clang-format on

/// Beginnings of names that CUDA's headers and the prologue keep for themselves.
constexpr std::string_view Prefixes[] = {"CUDART", "CUDA_", "__",   "atomic",
                                         "make_",  "nv_",   "ptx_", "tvm_builtin_"};

bool isOneOf(std::span<const std::string_view> words, std::string_view name)
{
    return std::ranges::find(words, name) != words.end();
}

/// As cudaMalloc.
bool isOfCudaForHosts(std::string_view name)
{
    constexpr std::string_view Start = "cuda";
    return name.starts_with(Start) && name.size() > Start.size() && name[Start.size()] >= 'A' &&
           name[Start.size()] <= 'Z';
}

} // namespace

bool isDefinedByCuda(std::string_view name)
{
    static constexpr std::string_view Suffixes[] = {"", "f", "f32", "f32x", "f64", "f64x", "l"};
    const auto isFunction = [](std::string_view word) {
        return isOneOf(CalledFunctions, word) || isOneOf(OtherFunctions, word) || isOneOf(HostNames, word);
    };
    const auto isFunctionWith = [&](std::string_view suffix) {
        return name.ends_with(suffix) && isFunction(name.substr(0, name.size() - suffix.size()));
    };
    return isOneOf(Defined, name) || isOneOf(Macros, name) || isOfCudaForHosts(name) ||
           std::ranges::any_of(Suffixes, isFunctionWith) ||
           std::ranges::any_of(Prefixes, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

bool isKeyword(std::string_view name)
{
    return std::ranges::find(Keywords, name) != std::end(Keywords);
}

bool isQualifiedName(std::string_view name)
{
    for (size_t end = name.find("::"); end != name.npos; end = name.find("::")) {
        if (!isQualifiedName(name.substr(0, end)))
            return false;
        name.remove_prefix(end + 2);
    }
    return isIdentifier(name) && !isKeyword(name);
}

c_like::Names unusedNames()
{
    c_like::Names names({Keywords, Defined, Macros, CalledFunctions});
    for (const std::string_view function : CalledFunctions)
        names.reserve(std::string(function) + "f");
    return names;
}

} // namespace tir::cuda_c
