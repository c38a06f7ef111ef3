import { readU64 } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './program-ids.ts'
import { isBatch, unbatched } from './token-batch.ts'
import type { ChainInstruction, ChainTransaction, TokenBalance } from './transaction.ts'

/** A token account as a transaction shows it. */
export type SeenTokenAccount = {
  readonly mint: string
  readonly owner: string
}
export type TokenFlow = {
  readonly from: string
  readonly to: string
  readonly amountRaw: bigint
  /** Who signed for the owner it came from, where that was someone else: a delegate, or the issuer. */
  readonly authority?: string
}

/** Instructions of both token programs, by their first byte. */
const INITIALIZE_ACCOUNT = 1
const TRANSFER = 3
const CLOSE_ACCOUNT = 9
const TRANSFER_CHECKED = 12
const INITIALIZE_ACCOUNT_2 = 16
const INITIALIZE_ACCOUNT_3 = 18
const TRANSFER_FEE_EXTENSION = 26
const TRANSFER_CHECKED_WITH_FEE = 1

/** Token accounts of a transaction by address: those whose balances are recorded, and those it made itself (one that is
 *  made and closed again has no balance on record). The owner is the one before the transaction, where there was
 *  one. */
export function tokenAccountsOf(transaction: ChainTransaction): ReadonlyMap<string, SeenTokenAccount> {
  // Several readers ask for those of one transaction in turn.
  if (last?.transaction !== transaction) last = { transaction, accounts: readTokenAccounts(transaction) }
  return last.accounts
}

/** Of the transaction that was looked at last. */
let last: {
  readonly transaction: ChainTransaction
  readonly accounts: ReadonlyMap<string, SeenTokenAccount>
} | null = null

function readTokenAccounts(transaction: ChainTransaction): ReadonlyMap<string, SeenTokenAccount> {
  const accounts = new Map<string, SeenTokenAccount>()
  const note = ({ accountIndex, mint, owner }: TokenBalance): void => {
    const address = transaction.accountKeys[accountIndex]
    if (address !== undefined && owner !== null && !accounts.has(address)) accounts.set(address, { mint, owner })
  }
  transaction.preTokenBalances.forEach(note)
  transaction.postTokenBalances.forEach(note)
  noteMade(accounts, transaction.instructions)
  for (const group of transaction.innerInstructions) noteMade(accounts, group)
  return accounts
}

function noteMade(accounts: Map<string, SeenTokenAccount>, group: readonly ChainInstruction[]): void {
  for (const instruction of group) {
    if (!isTokenProgram(instruction.programId)) continue
    for (const one of unbatched(instruction)) {
      const made = madeAccount(one)
      if (made !== null && !accounts.has(made.address)) accounts.set(made.address, made)
    }
  }
}

/** Units of `mint` that went from one owner to another, in the order they went, one entry for each pair and who signed
 *  for the giver: by transfer instructions at any depth that `isCounted` (top-level index, inner index or -1), and by handing a whole account
 *  over. Amounts are what the sender gave, transfer fees included. */
export function tokenFlows(
  transaction: ChainTransaction,
  mint: string,
  accounts: ReadonlyMap<string, SeenTokenAccount>,
  isCounted: (top: number, inner: number) => boolean,
): readonly TokenFlow[] {
  const flows = new Map<string, TokenFlow>()
  const add = (from: string, to: string, amountRaw: bigint, signedBy = from): void => {
    if (from === to || amountRaw === 0n) return
    const key = `${from} ${to} ${signedBy}`
    const sumRaw = (flows.get(key)?.amountRaw ?? 0n) + amountRaw
    flows.set(key, { from, to, amountRaw: sumRaw, ...(signedBy === from ? {} : { authority: signedBy }) })
  }
  const follow = (instruction: ChainInstruction, top: number, inner: number): void => {
    for (const transfer of readTransfers(instruction)) {
      if (!isCounted(top, inner)) return
      const from = accounts.get(transfer.from)
      const to = accounts.get(transfer.to)
      if (from?.mint === mint && to?.mint === mint)
        add(from.owner, to.owner, transfer.amountRaw, transfer.authority ?? from.owner)
    }
  }
  for (const [top, instruction] of transaction.instructions.entries()) {
    follow(instruction, top, -1)
    for (const [inner, call] of (transaction.innerInstructions[top] ?? []).entries()) follow(call, top, inner)
  }
  for (const { from, to, amountRaw } of handedOver(transaction, mint)) add(from, to, amountRaw)
  return [...flows.values()]
}

/** Token accounts that the transaction closed, with who got what lay in them. */
export function closedAccounts(
  transaction: ChainTransaction,
): readonly { readonly account: string; readonly destination: string }[] {
  return [transaction.instructions, ...transaction.innerInstructions]
    .flat()
    .flatMap(unbatched)
    .flatMap(({ programId, accounts, data }) => {
      const [account, destination] = accounts
      const isClose = isTokenProgram(programId) && data[0] === CLOSE_ACCOUNT
      return isClose && account !== undefined && destination !== undefined ? [{ account, destination }] : []
    })
}

/** Accounts whose owner the transaction changed: what was in them before and still is went along. */
function handedOver(transaction: ChainTransaction, mint: string): readonly TokenFlow[] {
  const before = new Map(transaction.preTokenBalances.map((balance) => [balance.accountIndex, balance]))
  return transaction.postTokenBalances.flatMap((after) => {
    const old = before.get(after.accountIndex)
    if (after.mint !== mint || old === undefined || old.owner === null || after.owner === null) return []
    if (old.owner === after.owner) return []
    const amountRaw = old.amountRaw < after.amountRaw ? old.amountRaw : after.amountRaw
    return [{ from: old.owner, to: after.owner, amountRaw }]
  })
}

/** Between token accounts, not between their owners. */
export type TokenTransfer = {
  readonly from: string
  readonly to: string
  readonly amountRaw: bigint
  /** Owner or delegate of the source, or the mint's permanent delegate; a multisig stands for its signers. Null where
   *  a record does not name it. */
  readonly authority: string | null
}

const NO_TRANSFERS: readonly TokenTransfer[] = []

/** The transfers that an instruction of either token program makes: none, one, or those of a batch. */
export function readTransfers(instruction: ChainInstruction): readonly TokenTransfer[] {
  if (!isTokenProgram(instruction.programId)) return NO_TRANSFERS
  if (isBatch(instruction)) return unbatched(instruction).flatMap((one) => readTransfer(one) ?? [])
  const transfer = readTransfer(instruction)
  return transfer === null ? NO_TRANSFERS : [transfer]
}

function readTransfer({ programId, accounts, data }: ChainInstruction): TokenTransfer | null {
  if (!isTokenProgram(programId)) return null
  const shape = transferShape(data)
  const from = accounts[0]
  const to = shape === null ? undefined : accounts[shape.toIndex]
  if (shape === null || from === undefined || to === undefined || data.length < shape.amountAt + 8) return null
  return { from, to, amountRaw: readU64(data, shape.amountAt), authority: accounts[shape.toIndex + 1] ?? null }
}

function transferShape(data: Uint8Array): { readonly toIndex: number; readonly amountAt: number } | null {
  if (data[0] === TRANSFER) return { toIndex: 1, amountAt: 1 }
  if (data[0] === TRANSFER_CHECKED) return { toIndex: 2, amountAt: 1 }
  if (data[0] === TRANSFER_FEE_EXTENSION && data[1] === TRANSFER_CHECKED_WITH_FEE) return { toIndex: 2, amountAt: 2 }
  return null
}

function madeAccount({ programId, accounts, data }: ChainInstruction) {
  const [address, mint, third] = accounts
  if (!isTokenProgram(programId) || address === undefined || mint === undefined) return null
  if (data[0] === INITIALIZE_ACCOUNT) return third === undefined ? null : { address, mint, owner: third }
  if (data[0] !== INITIALIZE_ACCOUNT_2 && data[0] !== INITIALIZE_ACCOUNT_3) return null
  return data.length < 33 ? null : { address, mint, owner: encodeBase58(data.subarray(1, 33)) }
}

function isTokenProgram(programId: string): boolean {
  return programId === TOKEN_PROGRAM || programId === TOKEN_2022_PROGRAM
}
