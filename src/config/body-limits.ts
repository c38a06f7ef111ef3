const KIB = 1024
const MIB = 1024 * KIB

/** Request bodies: how large, how many values, how many at once, how slow. */
export const BODY_LIMITS = {
  /** Account routes and others that need no key or only a session: the longest honest body is a list of domains. */
  accountBytes: 16 * KIB,
  /** Routes with a key that say nothing else. The longest honest ones: a webhook of 300 addresses (15 KiB), a swap with
   *  its whole quote (20 KiB). */
  keyedBytes: 64 * KIB,
  /** `/api/v1/close`: `RECOVERY.selectedTokensMax` mints are 235 KiB. */
  recoveryCloseBytes: 256 * KIB,
  /** Closing an order or a position: its entry of the list may be handed over whole, with all its fills. */
  orderEntryBytes: 256 * KIB,
  /** What goes on to a node or service (spec 8: 5 MB). */
  proxyBytes: 5 * MIB,

  /** Longer ones are parsed on a compute thread. */
  onLoopBytes: 256 * KIB,
  /** Commas, colons and opening brackets of a JSON body that is parsed on the loop. Time goes by values, not by bytes:
   *  64 KiB of numbers read digit by digit took 12 to 19 ms, 6,000 of them at most 3 (Node 22, November 2026). */
  onLoopValues: 6_000,
  /** Of routes whose bodies may pass `keyedBytes`; they read no numbers digit by digit. 256 KiB of objects that each
   *  have another member took 11 to 18 ms, so many values at most 4. */
  onLoopValuesOfLong: 20_000,
  /** The same on a compute thread, by what is read: `rpc` may hold 25 calls for a thousand assets each, twice over. */
  inWorkerValues: { rpc: 50_000, send: 6_000, status: 6_000, simulate: 6_000, tokenInfo: 6_000 },
  /** Bytes that remain, as JSON, of a body that was read on a compute thread and whose call the loop writes. */
  handedOnBytes: 512 * KIB,
  /** Bodies on compute threads at once, and waiting for that; with and without a key apart. */
  inWorkerAtOnce: 1,
  inWorkerWaiting: 16,

  /** Bytes of bodies under way, and of one key's or one client address's. */
  keyed: { bytes: 64 * MIB, bytesEach: 2 * MIB },
  keyless: { bytes: 4 * MIB, bytesEach: 256 * KIB },
  /** Bodies that go on to a node, held until the request is answered: of callers with a key, and of those without. */
  relayed: { bytes: 64 * MIB, bytesEach: 10 * MIB },
  openProxies: { bytes: 32 * MIB, bytesEach: 10 * MIB },

  /** Pieces of one body that arrive in one turn of the loop: so many, and one more for so many bytes. Each costs about
   *  a microsecond, however small it is, and one read of a socket holds 80,000 chunks of one byte. */
  piecesInTurn: 256,
  bytesOfPiece: 512,

  /** A body has so long and its length at this rate: 64 KiB have 5.1 s, 5 MiB have 15 s. */
  graceMs: 5_000,
  slowestBytesPerSec: 512 * KIB,
} as const
