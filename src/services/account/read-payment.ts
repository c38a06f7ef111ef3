import {
  COMPUTE_BUDGET_PROGRAM,
  LIGHTHOUSE_PROGRAM,
  MEMO_PROGRAM,
  MEMO_V1_PROGRAM,
  SYSTEM_PROGRAM,
} from '../../chain/solana/program-ids.ts'
import type { ChainInstruction, ChainTransaction } from '../../chain/solana/transaction.ts'
import { BRANDING } from '../../config/accounts.ts'

/** What a transaction says of a payment for a license, beyond what it moved. */
export type Payment = {
  /** What the license wallet gained by it. */
  readonly gainedLamports: bigint
  /** Who sent how much there by transfers at top level. */
  readonly sentBy: ReadonlyMap<string, bigint>
  /** Keys that its memos name. */
  readonly memoKeyIds: readonly number[]
  /** It does nothing but transfer: what else the license wallet may earn by it was not meant for a license. */
  readonly isPlain: boolean
}

/** Transfers, and what wallets put around them: budget, memo, checks of the outcome. */
const PLAIN_PROGRAMS: readonly string[] = [
  SYSTEM_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  MEMO_PROGRAM,
  MEMO_V1_PROGRAM,
  LIGHTHOUSE_PROGRAM,
]
const MEMO_PROGRAMS: readonly string[] = [MEMO_PROGRAM, MEMO_V1_PROGRAM]
const MEMO_MAX_BYTES = 64
/** Of the system program: `u32` 2, then `u64` lamports. */
const TRANSFER = 2
const TRANSFER_BYTES = 12

/** The memo that names a key. */
export function memoOfKey(keyId: number): string {
  return `${BRANDING.memoPrefix}${keyId}`
}

export function readPayment(transaction: ChainTransaction, licenseWallet: string): Payment {
  const { instructions, accountKeys, preBalances, postBalances } = transaction
  const sentBy = new Map<string, bigint>()
  const memoKeyIds = new Set<number>()
  for (const instruction of instructions) {
    const transfer = readTransfer(instruction)
    if (transfer?.to === licenseWallet) sentBy.set(transfer.from, (sentBy.get(transfer.from) ?? 0n) + transfer.lamports)
    const keyId = MEMO_PROGRAMS.includes(instruction.programId) ? keyOfMemo(instruction.data) : null
    if (keyId !== null) memoKeyIds.add(keyId)
  }
  const at = accountKeys.indexOf(licenseWallet)
  return {
    gainedLamports: at < 0 ? 0n : (postBalances[at] ?? 0n) - (preBalances[at] ?? 0n),
    sentBy,
    memoKeyIds: [...memoKeyIds],
    isPlain: instructions.every(({ programId }) => PLAIN_PROGRAMS.includes(programId)),
  }
}

function readTransfer({ programId, accounts, data }: ChainInstruction) {
  const [from, to] = accounts
  if (programId !== SYSTEM_PROGRAM || data.length < TRANSFER_BYTES || from === undefined || to === undefined)
    return null
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return view.getUint32(0, true) === TRANSFER ? { from, to, lamports: view.getBigUint64(4, true) } : null
}

function keyOfMemo(data: Uint8Array): number | null {
  if (data.length > MEMO_MAX_BYTES) return null
  const text = Buffer.from(data).toString('utf8').trim()
  if (!text.startsWith(BRANDING.memoPrefix)) return null
  const digits = text.slice(BRANDING.memoPrefix.length)
  const keyId = /^[1-9]\d{0,15}$/.test(digits) ? Number(digits) : Number.NaN
  return Number.isSafeInteger(keyId) ? keyId : null
}
