import type { Instruction } from '../../chain/solana/instructions.ts'
import { NATIVE_MINT, TOKEN_PROGRAM } from '../../chain/solana/program-ids.ts'
import type { AuthorityChange, Intent, Payment, RunFacts } from './manifest.ts'
import type { Step, Steps } from './read-steps.ts'

/** Every way a transaction can go beyond what was asked for; shown to the caller as `details.rule`. */
export type ManifestRule =
  | 'fee_payer'
  | 'signer'
  | 'lookup_table'
  | 'program'
  | 'instruction'
  | 'recipient'
  | 'unpaid'
  | 'nonce'
  | 'priority_fee'
  | 'call'
  | 'authority'
  | 'created_account'
  | 'closed_account'
  | 'altered_account'
  | 'lamports'
  | 'tokens'
  | 'share'

export type Breach = { readonly rule: ManifestRule; readonly detail: string }

/** The first rule that the content of the message breaks, before it is run. */
export function judgeMessage(message: Steps, hasLookups: boolean, intent: Intent): Breach | null {
  const { feePayer, signers, priorityLamports, steps } = message
  if (feePayer !== (intent.sponsor?.address ?? intent.payer)) return breach('fee_payer', `${feePayer} pays the fee`)
  const stranger = signers.find((signer) => !intent.signers.includes(signer))
  if (stranger !== undefined) return breach('signer', `${stranger} would have to sign`)
  if (hasLookups && !intent.mayUseLookupTables) return breach('lookup_table', 'accounts are hidden in lookup tables')
  if (intent.priorityLamports !== null && priorityLamports > intent.priorityLamports)
    return breach('priority_fee', `offers ${priorityLamports}, at most ${intent.priorityLamports} was asked`)
  let nonce: string | null = null
  for (const [at, step] of steps.entries()) {
    if (intent.programs?.has(step.programId) === false) return breach('program', `${step.programId} is called`)
    if (step.kind === 'odd' && !isAsked(step, intent.calls))
      return breach('instruction', `${step.name} is no part of this`)
    if (step.kind === 'advanceNonce') {
      if (at !== 0 || step.authority !== intent.payer) return breach('nonce', `${step.nonce} is advanced`)
      nonce = step.nonce
    }
    const unfit = judgeAccountStep(step, intent)
    if (unfit !== null) return unfit
  }
  if (nonce !== intent.nonce) return breach('nonce', `it lives by ${nonce ?? 'a blockhash'}`)
  const called = intent.calls === null ? null : judgeCalls(steps, intent.calls)
  if (called !== null) return called
  return intent.payments === null ? null : judgePayments(steps, intent.payments, intent)
}

/** Token accounts are made for the payer or for one who is paid, and what an account held comes back to the payer.
 *  Where it is not judged what comes to be, accounts may be made and ended on the way. */
function judgeAccountStep(step: Step, { payer, creates, closes, payments, ownAccounts }: Intent): Breach | null {
  if (step.kind === 'close' && step.to !== payer) return breach('recipient', `what ${step.account} holds to ${step.to}`)
  if (step.kind === 'initialize' && step.owner !== payer)
    return breach('created_account', `${step.account} of ${step.owner} comes to be`)
  if (creates === null) return null
  if (step.kind === 'open') {
    const isPaid = payments?.some(({ to, mint }) => to === step.account && mint !== null) ?? true
    return isPaid || creates.has(step.account)
      ? null
      : breach('created_account', `${step.account} of ${step.owner} comes to be`)
  }
  const isOwn = 'account' in step && ownAccounts.has(step.account)
  if (step.kind === 'fund' || step.kind === 'initialize')
    return isOwn && (step.kind === 'initialize' || step.program === TOKEN_PROGRAM)
      ? null
      : breach('created_account', `${step.account} comes to be`)
  if (step.kind !== 'close' || isOwn || closes.has(step.account)) return null
  return breach('closed_account', `${step.account} is closed`)
}

/** An instruction whose bytes may have been asked for as they are. */
type Call = Steps['steps'][number] & { readonly kind: 'call' | 'odd' }

function isAsked(step: Call, calls: Intent['calls']): boolean {
  return calls?.some((call) => isCall(call, step)) ?? false
}

function isCall({ programId, accounts, data }: Instruction, step: Call): boolean {
  return (
    programId === step.programId &&
    Buffer.compare(data, step.data) === 0 &&
    accounts.length === step.accounts.length &&
    accounts.every(({ address }, at) => address === step.accounts[at])
  )
}

/** Each call is one of those asked for, and each of those is made once. */
function judgeCalls(steps: Steps['steps'], calls: readonly Instruction[]): Breach | null {
  const due = [...calls]
  for (const step of steps) {
    if (step.kind !== 'call' && step.kind !== 'odd') continue
    const at = due.findIndex((call) => isCall(call, step))
    if (at < 0) return breach('call', `${step.programId} is called in another way`)
    due.splice(at, 1)
  }
  return due.length === 0 ? null : breach('call', `${due[0]!.programId} is not called`)
}

/** Every transfer goes to one who is to be paid, in full, or to an account of the payer's own; all of them are paid. */
function judgePayments(steps: Steps['steps'], payments: readonly Payment[], intent: Intent): Breach | null {
  const due = [...payments]
  for (const step of steps) {
    if (step.kind !== 'pay') continue
    const at = due.findIndex(
      ({ to, raw, mint }) => to === step.to && raw === step.raw && (mint !== null) === step.isToken,
    )
    if (at >= 0) due.splice(at, 1)
    else if (step.to !== intent.payer && !intent.ownAccounts.has(step.to))
      return breach('recipient', `${step.raw} to ${step.to}`)
  }
  const owed = due[0]
  return owed === undefined ? null : breach('unpaid', `${owed.raw} to ${owed.to}`)
}

/** The first rule that the run breaks by what it did. */
export function judgeRun(facts: RunFacts, programs: readonly string[], intent: Intent): Breach | null {
  const { payer } = intent
  const program = programs.find((one) => intent.programs?.has(one) === false)
  if (program !== undefined) return breach('program', `${program} is called`)
  const power = facts.authorities.find((change) => isLoss(change, payer))
  if (power !== undefined)
    return breach('authority', `${power.kind} of ${power.account} goes to ${power.after ?? 'no one'}`)
  const made = facts.created.find(({ account, owner }) => owner === payer && intent.creates?.has(account) === false)
  if (made !== undefined) return breach('created_account', `${made.account} comes to be`)
  const gone = facts.closed.find(({ account, owner }) => owner === payer && !intent.closes.has(account))
  if (gone !== undefined) return breach('closed_account', `${gone.account} is closed`)
  const altered = facts.altered.find(({ owner }) => owner === payer)
  if (altered !== undefined) return breach('altered_account', `${altered.account} gets other settings`)
  return judgeAmounts(facts, intent)
}

/** Whether the payer loses this power, or someone else gets one over what is the payer's. */
function isLoss({ before, after, holder }: AuthorityChange, payer: string): boolean {
  if (after === payer) return false
  return before === payer || (holder === payer && after !== null)
}

/** Lamports that went into accounts of programs which may make some for themselves. */
export function depositedWithin({ deposits }: RunFacts, allowed: Intent['deposits']): bigint {
  if (allowed === undefined) return 0n
  let sum = 0n
  for (const { program, lamports } of deposits) if (allowed.programs.has(program)) sum += lamports
  return sum < allowed.mostLamports ? sum : allowed.mostLamports
}

function judgeAmounts(facts: RunFacts, { payer, leastLamports, leastTokens, deposits }: Intent): Breach | null {
  const own = facts.owners.find(({ owner }) => owner === payer)
  const lamports = (own?.lamports ?? 0n) + depositedWithin(facts, deposits)
  if (lamports < leastLamports) return breach('lamports', `changes by ${lamports}, at least ${leastLamports} was asked`)
  const mints = new Set([...(own?.tokens.keys() ?? []), ...leastTokens.keys()])
  for (const mint of mints) {
    if (mint === NATIVE_MINT) continue
    const raw = own?.tokens.get(mint) ?? 0n
    const least = leastTokens.get(mint) ?? 0n
    if (raw < least) return breach('tokens', `${mint} changes by ${raw}, at least ${least} was asked`)
  }
  return null
}

export function breach(rule: ManifestRule, detail: string): Breach {
  return { rule, detail }
}
