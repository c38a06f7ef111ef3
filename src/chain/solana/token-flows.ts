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
  for (let at = 0; at < group.length; at++) {
    const instruction = group[at]!
    if (!isTokenProgram(instruction.programId)) continue
    if (isBatch(instruction)) for (const one of unbatched(instruction)) noteOne(accounts, one)
    else noteOne(accounts, instruction)
  }
}

function noteOne(accounts: Map<string, SeenTokenAccount>, instruction: ChainInstruction): void {
  const made = madeAccount(instruction)
  if (made !== null && !accounts.has(made.address)) accounts.set(made.address, made)
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

/** Whether `readTransfers` may find one, by the first byte alone. */
export function mayTransfer(instruction: ChainInstruction): boolean {
  if (!isTokenProgram(instruction.programId)) return false
  const code = instruction.data[0]
  const isTransfer = code === TRANSFER || code === TRANSFER_CHECKED || code === TRANSFER_FEE_EXTENSION
  return isTransfer || isBatch(instruction)
}

/** The transfers that an instruction of either token program makes: none, one, or those of a batch. */
export function readTransfers(instruction: ChainInstruction): readonly TokenTransfer[] {
  if (!isTokenProgram(instruction.programId)) return NO_TRANSFERS
  if (isBatch(instruction)) return unbatched(instruction).flatMap((one) => readTransfer(one) ?? [])
  const transfer = readTransfer(instruction)
  return transfer === null ? NO_TRANSFERS : [transfer]
}

function readTransfer(instruction: ChainInstruction): TokenTransfer | null {
  const { data } = instruction
  const code = data[0]
  const isWithFee = code === TRANSFER_FEE_EXTENSION && data[1] === TRANSFER_CHECKED_WITH_FEE
  if (code !== TRANSFER && code !== TRANSFER_CHECKED && !isWithFee) return null
  const amountAt = isWithFee ? 2 : 1
  const toIndex = code === TRANSFER ? 1 : 2
  const { accounts } = instruction
  const from = accounts[0]
  const to = accounts[toIndex]
  if (from === undefined || to === undefined || data.length < amountAt + 8) return null
  return { from, to, amountRaw: readU64(data, amountAt), authority: accounts[toIndex + 1] ?? null }
}

function madeAccount(instruction: ChainInstruction) {
  const { data } = instruction
  const code = data[0]
  if (code !== INITIALIZE_ACCOUNT && code !== INITIALIZE_ACCOUNT_2 && code !== INITIALIZE_ACCOUNT_3) return null
  const { accounts } = instruction
  const address = accounts[0]
  const mint = accounts[1]
  if (address === undefined || mint === undefined) return null
  if (code !== INITIALIZE_ACCOUNT)
    return data.length < 33 ? null : { address, mint, owner: encodeBase58(data.subarray(1, 33)) }
  const owner = accounts[2]
  return owner === undefined ? null : { address, mint, owner }
}

function isTokenProgram(programId: string): boolean {
  return programId === TOKEN_PROGRAM || programId === TOKEN_2022_PROGRAM
}
