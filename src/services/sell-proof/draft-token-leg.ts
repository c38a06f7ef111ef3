import assert from 'node:assert/strict'
import { joinWithoutSignatures } from '../../chain/solana/compile-message.ts'
import { type Instruction, setComputeUnitLimit, transferTokensChecked } from '../../chain/solana/instructions.ts'
import { compileMessage, whyTooLarge } from '../../chain/solana/message-format.ts'
import { associatedTokenAddress } from '../../chain/solana/pda.ts'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '../../chain/solana/program-ids.ts'
import { RUNTIME_PROGRAMS } from '../../chain/solana/runtime-programs.ts'
import { extraMetasAddress, resolveHookAccounts } from '../../chain/solana/transfer-hook.ts'
import type { ExecutionAccount, ExecutionInput } from '../../workers/tasks.ts'
import type { SellDirection, SellHolder } from '../evidence-bundle/sell-proof.ts'
import { type Clone, toExecutionAccounts } from '../execution/clone-accounts.ts'
import { OFFSETS_SEC, proofClocks } from './proof-clocks.ts'
import type { SampledHolder } from './sample-holders.ts'
import { tokenAccountBytes } from './token-account-bytes.ts'
import { readFeeSchedules } from './transfer-fee.ts'

/** What the token leg is made of: everything in it was read, but for the wallets that are made up. */
export type TokenLegView = {
  readonly mint: string
  readonly decimals: number
  readonly tokenProgram: string
  readonly hookProgram: string | null
  readonly permanentDelegate: string | null
  readonly clone: Clone
  /** The deepest pool's own account; null makes one up. */
  readonly vault: { readonly address: string; readonly owner: string; readonly amountRaw: bigint } | null
  readonly old: SampledHolder | null
  readonly frozen: SampledHolder | null
  readonly typicalRaw: bigint
  readonly slotMs: number
}

/** A case before it was run. `run` and `step` locate its transaction. */
export type CaseDraft = {
  readonly direction: SellDirection
  readonly holder: SellHolder
  readonly owner: string
  readonly sizePct: number
  readonly amountRaw: bigint
  readonly atOffsetSec: number
  /** Token account in which the amount should arrive. */
  readonly destination: string
  readonly run: number
  readonly step: number
}

export type TokenLegPlan = {
  /** Without the cloned programs. */
  readonly input: Omit<ExecutionInput, 'programs'>
  readonly drafts: readonly CaseDraft[]
  /** Addresses of `input.accounts` that no node knows. */
  readonly madeUp: ReadonlySet<string>
  /** Every address the transactions name. */
  readonly named: ReadonlySet<string>
}
export type PlanOutcome =
  | { readonly ok: true; readonly plan: TokenLegPlan }
  /** Accounts that must be in the clone as well. */
  | { readonly ok: false; readonly wanted: readonly string[] }
  | { readonly ok: false; readonly fault: string }

const COMPUTE_UNITS = 1_400_000
const ZERO_HASH = '11111111111111111111111111111111'
const PAYER_LAMPORTS = 10_000_000_000n
const WALLET_LAMPORTS = 1_000_000_000n
/** Wallets that no one ever saw: the keys of the texts `mintglass sell proof payer` (and so on), which a test
 *  derives. */
export const MADE_UP = {
  payer: '4NrKywuZkH5WTzTzQxF7P4TzNTJQtaoY4h8RnDWZV56c',
  wallet: '9ZSWYwxmHJvwBcU6N99BHmtYfQM2WndtDveEPxynnPbw',
  vault: 'q47pVGh2tY4B1FtKhYFFYtK9ZtE2EXzEYvhgovUdDpb',
} as const

export type Party = { readonly owner: string; readonly account: string }
type Step = { readonly wire: number; readonly clock: number }
export type Draft = {
  readonly view: TokenLegView
  readonly payer: string
  readonly fresh: Party
  readonly wires: Uint8Array[]
  readonly runs: { steps: Step[] }[]
  readonly drafts: CaseDraft[]
  readonly madeUp: Map<string, ExecutionAccount>
  readonly named: Set<string>
  readonly wanted: Set<string>
  readonly byText: Map<string, number>
  fault: string | null
}

export function openDraft(view: TokenLegView): Draft {
  const { payer, wallet: owner } = MADE_UP
  // Its token account is made by the real instruction, so that it begins as the mint wants it to.
  const fresh = { owner, account: associatedTokenAddress(owner, view.mint, view.tokenProgram) }
  const draft: Draft = {
    view,
    payer,
    fresh,
    wires: [],
    runs: [],
    drafts: [],
    madeUp: new Map(),
    named: new Set(),
    wanted: new Set(),
    byText: new Map(),
    fault: null,
  }
  makeUp(draft, payer, SYSTEM_PROGRAM, PAYER_LAMPORTS, new Uint8Array(0))
  makeUp(draft, owner, SYSTEM_PROGRAM, WALLET_LAMPORTS, new Uint8Array(0))
  return draft
}

function makeUp(draft: Draft, address: string, owner: string, lamports: bigint, data: Uint8Array): void {
  draft.madeUp.set(address, { address, owner, lamports, data })
}

/** The pool's own account, or one that is made up with what the purchases need. */
export function vaultOf(draft: Draft): Party {
  const { vault, mint, tokenProgram, typicalRaw, clone } = draft.view
  if (vault !== null) return { owner: vault.owner, account: vault.address }
  const owner = MADE_UP.vault
  const account = associatedTokenAddress(owner, mint, tokenProgram)
  const data = accountBytes(draft.view, owner, typicalRaw * 4n)
  makeUp(draft, owner, SYSTEM_PROGRAM, WALLET_LAMPORTS, new Uint8Array(0))
  makeUp(draft, account, tokenProgram, BigInt((data.length + 128) * clone.lamportsPerByte), data)
  return { owner, account }
}

function accountBytes(view: TokenLegView, owner: string, amountRaw: bigint): Uint8Array {
  const mintData = view.clone.accounts.get(view.mint)!.data
  return tokenAccountBytes({
    mint: view.mint,
    mintData,
    isExtended: view.tokenProgram === TOKEN_2022_PROGRAM,
    owner,
    amountRaw,
  })
}

export type Transfer = {
  readonly from: Party
  readonly to: Party
  readonly authority: string
  readonly amountRaw: bigint
}

/** Adds a transfer with what the mint's hook wants; the number of its wire. */
export function addTransfer(draft: Draft, { from, to, authority, amountRaw }: Transfer): number {
  const { mint, decimals, tokenProgram } = draft.view
  const move = { from: from.account, to: to.account, mint, authority, amountRaw, decimals, tokenProgram }
  const extraAccounts = hookAccountsOf(draft, { from, to, authority, amountRaw })
  return addWire(draft, [setComputeUnitLimit(COMPUTE_UNITS), transferTokensChecked({ ...move, extraAccounts })])
}

/** The extra accounts of the mint's hook. Data that was not read yet is noted as wanted; a list that cannot be followed
 *  is left to the token program, which refuses it as well. */
export function hookAccountsOf(draft: Draft, { from, to, authority, amountRaw }: Transfer) {
  const { view } = draft
  const { hookProgram: program, mint } = view
  if (program === null) return []
  const list = extraMetasAddress(mint, program)
  const dataOf = (address: string): Uint8Array | null | undefined => {
    const made = draft.madeUp.get(address)
    if (made !== undefined) return made.data
    const party = [from, to].find(({ account }) => account === address)
    const read = view.clone.accounts.get(address)
    // The account of the new wallet: not made yet, but what it will say is known.
    if (party !== undefined && !read) return accountBytes(view, party.owner, amountRaw)
    return read === undefined ? undefined : (read?.data ?? null)
  }
  const metas = dataOf(list)
  if (metas === undefined || view.clone.accounts.get(program) === undefined) {
    draft.wanted.add(list).add(program)
    return []
  }
  const transfer = { source: from.account, mint, destination: to.account, authority, amountRaw }
  const resolved = resolveHookAccounts({ ...transfer, program, metas }, dataOf)
  if (!resolved.done) {
    if ('wanted' in resolved) draft.wanted.add(resolved.wanted)
    return [program, list].map((address) => ({ address, isSigner: false, isWritable: false }))
  }
  for (const { address } of resolved.accounts) if (dataOf(address) === undefined) draft.wanted.add(address)
  return resolved.accounts
}

/** Equal transactions are kept once: a run may use them at any time. */
export function addWire(draft: Draft, instructions: readonly Instruction[]): number {
  const message = compileMessage('legacy', { payer: draft.payer, blockhash: ZERO_HASH, instructions })
  if (whyTooLarge(message) !== null) {
    draft.fault ??= 'the hook wants more accounts than a transaction can name'
    return 0
  }
  const wire = joinWithoutSignatures(message)
  const text = Buffer.from(wire).toString('latin1')
  const known = draft.byText.get(text)
  if (known !== undefined) return known
  for (const { programId, accounts } of instructions) {
    draft.named.add(programId)
    for (const { address } of accounts) draft.named.add(address)
  }
  draft.byText.set(text, draft.wires.length)
  return draft.wires.push(wire) - 1
}

export function at(wire: number, clock: number): Step {
  return { wire, clock }
}

/** The case is the last step; those before prepare it. */
export function addCase(
  draft: Draft,
  steps: Step[],
  row: Omit<CaseDraft, 'atOffsetSec' | 'destination' | 'run' | 'step'>,
  to: Party,
): void {
  const last = steps.at(-1)
  assert(last !== undefined, 'a run without steps')
  const atOffsetSec = OFFSETS_SEC[last.clock]!
  draft.drafts.push({ ...row, atOffsetSec, destination: to.account, run: draft.runs.length, step: steps.length - 1 })
  draft.runs.push({ steps })
}

/** Done when everything the transactions name is in the clone or made up. */
export function finish(draft: Draft): PlanOutcome {
  const { view, madeUp, named, wires, runs, drafts } = draft
  named.add(draft.payer)
  const missing = [...named, ...draft.wanted].filter(
    (address) =>
      !madeUp.has(address) &&
      !view.clone.accounts.has(address) &&
      address !== draft.fresh.account &&
      !RUNTIME_PROGRAMS.has(address),
  )
  if (draft.wanted.size > 0 && missing.length > 0) return { ok: false, wanted: missing }
  if (draft.fault !== null) return { ok: false, fault: draft.fault }
  if (missing.length > 0) return { ok: false, wanted: missing }
  const cloned = toExecutionAccounts(view.clone).filter(({ address }) => named.has(address) && !madeUp.has(address))
  const announced = readFeeSchedules(extensionsOf(view))
  const input = {
    accounts: [...cloned, ...madeUp.values()],
    lamportsPerByte: view.clone.lamportsPerByte,
    clocks: proofClocks(
      view.clone.clock,
      { slotMs: view.slotMs, epochSlots: view.clone.epochSlots },
      announced?.newer.epoch ?? null,
    ),
    wires,
    runs,
  }
  return { ok: true, plan: { input, drafts, madeUp: new Set(madeUp.keys()), named } }
}

/** Bytes in which extensions may be looked for: none for a classic mint. */
export function extensionsOf({ tokenProgram, clone, mint }: TokenLegView): Uint8Array {
  return tokenProgram === TOKEN_2022_PROGRAM ? clone.accounts.get(mint)!.data : new Uint8Array(0)
}
