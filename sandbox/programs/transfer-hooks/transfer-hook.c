/* Transfer hooks of the sandbox: what Token-2022 calls on every transfer of a mint that names one. Each kind is a
 * program of its own, built from this file with -DKIND=n by build-transfer-hooks.sh; the names are in
 * transfer-hook-programs.ts:
 *
 *   1 reject            refuses every transfer
 *   2 reject above      refuses amounts above the limit of the configuration (u64)
 *   3 reject after      refuses from the time of the configuration on (i64, unix seconds)
 *   4 allow list        refuses sources whose owner is not in the configuration (u64 count, keys of 32 bytes)
 *   5 count             accepts, and counts in the configuration (u64)
 *
 * Interface: data is the discriminator of "spl-transfer-hook-interface:execute" and the amount (u64); accounts are
 * source, mint, destination, authority, the list of extra accounts, and the configuration, which that list names.
 *
 * No data section and no function calls besides system calls, so that the object links to a single segment. */

typedef unsigned char u8;
typedef unsigned long long u64;
typedef long long i64;
#define INLINE static inline __attribute__((always_inline))

#define EXECUTE 0x1a66fb4bc5652569ULL

/* Custom errors. */
#define CLOSED 7001
#define TOO_MUCH 7002
#define TOO_LATE 7003
#define NOT_LISTED 7004
#define NO_CONFIGURATION 7090
#define UNKNOWN_INSTRUCTION 7099

/* Room the loader leaves behind each account's data for growth. */
#define GROWTH_BYTES 10240
#define NOT_A_DUPLICATE 0xff
#define SOURCE 0
#define CONFIGURATION 5
#define MAX_ACCOUNTS 16
#define TOKEN_OWNER_OFFSET 32

extern u64 sol_get_clock_sysvar(u8 *clock);

#define HEAP 0x300000000ULL
/* Data of each account. */
#define DATA ((u8 **)HEAP)
#define LENGTHS ((u64 *)(HEAP + 0x100))
#define CLOCK ((u8 *)(HEAP + 0x200))
#define CLOCK_TIME_OFFSET 32

INLINE int is_same_key(const u8 *one, const u8 *other) {
  const u64 *a = (const u64 *)one, *b = (const u64 *)other;
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3];
}

/* Reads the loader's input up to the instruction data. */
INLINE const u8 *read_accounts(u8 *input, u64 *count) {
  u64 n = *count = *(u64 *)input;
  u8 *at = input + 8;
  for (u64 i = 0; i < n; i++) {
    if (*at != NOT_A_DUPLICATE) {
      if (i < MAX_ACCOUNTS) {
        DATA[i] = DATA[*at];
        LENGTHS[i] = LENGTHS[*at];
      }
      at += 8;
      continue;
    }
    u64 length = *(u64 *)(at + 80);
    if (i < MAX_ACCOUNTS) {
      DATA[i] = at + 88;
      LENGTHS[i] = length;
    }
    at += 88 + length + GROWTH_BYTES;
    at = (u8 *)(((u64)at + 7) & ~7ULL);
    at += 8;
  }
  return at;
}

u64 entrypoint(u8 *input) {
  u64 count;
  const u8 *at = read_accounts(input, &count);
  u64 length = *(u64 *)at;
  const u8 *data = at + 8;
  if (length < 16 || *(u64 *)data != EXECUTE) return UNKNOWN_INSTRUCTION;
#if KIND == 1
  return CLOSED;
#else
  if (count <= CONFIGURATION || LENGTHS[CONFIGURATION] < 8) return NO_CONFIGURATION;
  u64 *configuration = (u64 *)DATA[CONFIGURATION];
#if KIND == 2
  return *(u64 *)(data + 8) > configuration[0] ? TOO_MUCH : 0;
#elif KIND == 3
  u64 result = sol_get_clock_sysvar(CLOCK);
  if (result) return result;
  return *(i64 *)(CLOCK + CLOCK_TIME_OFFSET) >= (i64)configuration[0] ? TOO_LATE : 0;
#elif KIND == 4
  if (LENGTHS[SOURCE] < 64) return NOT_LISTED;
  const u8 *owner = DATA[SOURCE] + TOKEN_OWNER_OFFSET;
  u64 keys = configuration[0];
  if (keys > (LENGTHS[CONFIGURATION] - 8) / 32) return NO_CONFIGURATION;
  for (u64 i = 0; i < keys; i++)
    if (is_same_key((u8 *)(configuration + 1) + 32 * i, owner)) return 0;
  return NOT_LISTED;
#elif KIND == 5
  configuration[0]++;
  return 0;
#else
#error "KIND must be 1 to 5"
#endif
#endif
}
