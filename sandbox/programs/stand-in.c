/* The script stand-in: an sBPF program that sits at the id of every emulated program and does what a script says. The
 * script comes as instruction data, written by the sandbox after it ran its own emulator of the real program:
 *
 *   magic u64 | id u32 | operations until the end
 *   1 log              length u16, text
 *   2 log data         length u16, bytes
 *   3 call             program, account count, (account, flags 1 = writable 2 = signer)..., length u16, data,
 *                      signer count, (seed count, (length u8, bytes)...)...
 *   4 write            account, offset u32, length u16, bytes
 *   5 move lamports    from, to, amount u64
 *   6 fail             code u64
 *   7 burn units       turns u32
 *   8 return data      length u16, bytes
 *
 * Accounts are positions in the instruction, integers little-endian. Scripts are ours and well formed: the magic is
 * random in each process and never leaves it, so nobody else can write one.
 *
 * Built by sandbox/programs/build-stand-in.sh. No data section and no function calls besides system calls, so that
 * the object links to a single segment. Scratch arrays lie on the heap, for the stack has 4 KB only. */

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
#define INLINE static inline __attribute__((always_inline))

/* Replaced by the process's own random value before the program is loaded. */
#define SCRIPT_MAGIC 0x315458424d53474dULL
/* An Anchor event that a program logs by calling itself: nothing to do but succeed. */
#define EVENT_SELF_CALL 0x1d9acb512ea545e4ULL
#define FAIL_UNKNOWN_OPERATION 98
#define FAIL_NOT_A_SCRIPT 99

/* Room the loader leaves behind each account's data for growth. */
#define GROWTH_BYTES 10240
#define NOT_A_DUPLICATE 0xff

extern void sol_log_(const u8 *text, u64 length);
extern void sol_log_data(const void *slices, u64 count);
extern u64 sol_invoke_signed_c(const void *instruction, const void *accounts, u64 account_count, const void *signers,
                               u64 signer_count);
extern void sol_memcpy_(u8 *to, const u8 *from, u64 length);
extern void sol_set_return_data(const u8 *bytes, u64 length);

/* Shapes that the C call interface of the runtime reads. */
typedef struct {
  u64 key, lamports, data_length, data, owner, rent_epoch;
  u8 is_signer, is_writable, is_executable, padding[5];
} Account;
typedef struct {
  u64 key;
  u8 is_writable, is_signer, padding[6];
} Meta;
typedef struct {
  u64 program, metas, meta_count, data, data_length;
} Instruction;
typedef struct {
  u64 bytes, length;
} Slice;

#define HEAP 0x300000000ULL
#define ACCOUNTS ((Account *)HEAP)                  /* 256 of 56 bytes: to 0x3800 */
#define INSTRUCTION ((Instruction *)(HEAP + 0x4000))
#define METAS ((Meta *)(HEAP + 0x4040))             /* 256 of 16 bytes: to 0x5040 */
#define SEEDS ((Slice *)(HEAP + 0x5400))            /* 128 of 16 bytes */
#define SIGNERS ((Slice *)(HEAP + 0x5c00))          /* 32 of 16 bytes */
#define LOG_SLICE ((Slice *)(HEAP + 0x5e00))

INLINE u64 read_int(const u8 *at, int bytes) {
  u64 value = 0;
  for (int i = 0; i < bytes; i++) value |= (u64)at[i] << (8 * i);
  return value;
}

/* Reads the loader's input up to the instruction data. */
INLINE const u8 *read_accounts(u8 *input, u64 *count) {
  u64 n = *count = *(u64 *)input;
  u8 *at = input + 8;
  for (u64 i = 0; i < n; i++) {
    Account *account = ACCOUNTS + i;
    if (*at != NOT_A_DUPLICATE) {
      *account = ACCOUNTS[*at];
      at += 8;
      continue;
    }
    account->is_signer = at[1];
    account->is_writable = at[2];
    account->is_executable = at[3];
    account->key = (u64)(at + 8);
    account->owner = (u64)(at + 40);
    account->lamports = (u64)(at + 72);
    account->data_length = *(u64 *)(at + 80);
    account->data = (u64)(at + 88);
    at += 88 + account->data_length + GROWTH_BYTES;
    at = (u8 *)(((u64)at + 7) & ~7ULL);
    account->rent_epoch = *(u64 *)at;
    at += 8;
  }
  return at;
}

/* Performs one call, its error in `result`; returns where the next operation starts. */
INLINE const u8 *call(const u8 *at, u64 account_count, u64 *result) {
  INSTRUCTION->program = ACCOUNTS[at[0]].key;
  u64 metas = at[1];
  at += 2;
  INSTRUCTION->metas = (u64)METAS;
  INSTRUCTION->meta_count = metas;
  for (u64 i = 0; i < metas; i++, at += 2) {
    METAS[i].key = ACCOUNTS[at[0]].key;
    METAS[i].is_writable = at[1] & 1;
    METAS[i].is_signer = (at[1] >> 1) & 1;
  }
  INSTRUCTION->data_length = read_int(at, 2);
  INSTRUCTION->data = (u64)(at + 2);
  at += 2 + INSTRUCTION->data_length;
  u64 signers = *at++;
  Slice *seed = SEEDS;
  for (u64 i = 0; i < signers; i++) {
    u64 seeds = *at++;
    SIGNERS[i].bytes = (u64)seed;
    SIGNERS[i].length = seeds;
    for (u64 j = 0; j < seeds; j++, seed++) {
      seed->length = *at++;
      seed->bytes = (u64)at;
      at += seed->length;
    }
  }
  *result = sol_invoke_signed_c(INSTRUCTION, ACCOUNTS, account_count, SIGNERS, signers);
  return at;
}

u64 entrypoint(u8 *input) {
  u64 account_count;
  const u8 *at = read_accounts(input, &account_count);
  u64 length = *(u64 *)at;
  at += 8;
  const u8 *end = at + length;
  if (length >= 8 && *(u64 *)at == EVENT_SELF_CALL) return 0;
  if (length < 12 || *(u64 *)at != SCRIPT_MAGIC) return FAIL_NOT_A_SCRIPT;
  at += 12;
  while (at < end) {
    u8 operation = *at++;
    if (operation == 1) {
      u64 bytes = read_int(at, 2);
      sol_log_(at + 2, bytes);
      at += 2 + bytes;
    } else if (operation == 2) {
      u64 bytes = read_int(at, 2);
      LOG_SLICE->bytes = (u64)(at + 2);
      LOG_SLICE->length = bytes;
      sol_log_data(LOG_SLICE, 1);
      at += 2 + bytes;
    } else if (operation == 3) {
      u64 result;
      at = call(at, account_count, &result);
      if (result) return result;
    } else if (operation == 4) {
      u64 bytes = read_int(at + 5, 2);
      sol_memcpy_((u8 *)ACCOUNTS[at[0]].data + read_int(at + 1, 4), at + 7, bytes);
      at += 7 + bytes;
    } else if (operation == 5) {
      u64 amount = read_int(at + 2, 8);
      *(u64 *)ACCOUNTS[at[0]].lamports -= amount;
      *(u64 *)ACCOUNTS[at[1]].lamports += amount;
      at += 10;
    } else if (operation == 6) {
      return read_int(at, 8);
    } else if (operation == 7) {
      u64 turns = read_int(at, 4);
      volatile u64 sink = 0;
      for (u64 i = 0; i < turns; i++) sink = i;
      at += 4;
    } else if (operation == 8) {
      u64 bytes = read_int(at, 2);
      sol_set_return_data(at + 2, bytes);
      at += 2 + bytes;
    } else {
      return FAIL_UNKNOWN_OPERATION;
    }
  }
  return 0;
}
