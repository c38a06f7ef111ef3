export type StoreErrorCode =
  | 'wrong_mode'
  | 'wrong_chain'
  | 'newer_schema'
  | 'locked'
  | 'corrupt'
  | 'not_writable'
  | 'disk_full'
  | 'failed'

/** What the operator reads when a store cannot be opened or written. The message names the path and what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode
  readonly path: string

  constructor(code: StoreErrorCode, path: string, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
    this.path = path
  }
}

/** Error numbers of the system (positive) and of LMDB (negative) that lmdb-js hands on. LMDB turns a short write,
 *  which is how a full disk often shows itself, into EIO. */
const CODES: Readonly<Record<string, StoreErrorCode>> = {
  '5': 'disk_full',
  '27': 'disk_full',
  '28': 'disk_full',
  '122': 'disk_full',
  '-30792': 'disk_full',
  '1': 'not_writable',
  '13': 'not_writable',
  '30': 'not_writable',
  EACCES: 'not_writable',
  EPERM: 'not_writable',
  EROFS: 'not_writable',
  ENOTDIR: 'not_writable',
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  '-30793': 'corrupt',
  '-30794': 'corrupt',
  '-30795': 'corrupt',
  '-30796': 'corrupt',
  '-30797': 'corrupt',
}

const ADVICE: Readonly<Record<StoreErrorCode, string>> = {
  wrong_mode: 'is of the other mode',
  wrong_chain: 'is of another chain',
  newer_schema: 'was written by a newer version',
  locked: 'cannot be authenticated',
  corrupt: 'is damaged: restore it from a backup',
  not_writable: 'cannot be written: check the owner and the permissions of the folder',
  disk_full: 'cannot be written: the disk or the quota is full, or a write failed; reads still work',
  failed: 'failed',
}

/** Wraps what lmdb-js or the file system threw. A failed commit carries its reason in a promise of its own, which must
 *  be awaited: nothing else handles its rejection. */
export async function toStoreError(error: unknown, path: string): Promise<StoreError> {
  if (error instanceof StoreError) return error
  const reason = await commitReason(error)
  return storeErrorOf(reason, path)
}

export function storeErrorOf(reason: unknown, path: string): StoreError {
  if (reason instanceof StoreError) return reason
  const { code: raw, message } = reason as { code?: unknown; message?: unknown }
  const code = CODES[String(raw)] ?? 'failed'
  return new StoreError(code, path, `store ${path} ${ADVICE[code]} (${String(message ?? reason)})`, { cause: reason })
}

async function commitReason(error: unknown): Promise<unknown> {
  const pending = (error as { commitError?: PromiseLike<never> } | null)?.commitError
  if (pending === undefined) return error
  try {
    await pending
    return error
  } catch (reason) {
    return reason
  }
}
