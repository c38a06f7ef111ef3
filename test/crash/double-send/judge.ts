import { decidedEnd, endOf, type Heard, isDecided, type Worked } from './work.ts'

/** What the chain says in the end. */
export type ChainFacts = {
  /** Signatures of transactions that went through and name this address, since the run began. */
  paid(address: string): readonly string[]
  /** What became of a signature. */
  fate(signature: string): 'succeeded' | 'failed' | 'absent'
  lamports(address: string): bigint
}
export type Known = ChainFacts & {
  /** What the ledger holds of a trade's signature; null for nothing. */
  ledger(signature: string): string | null
}
export type Rule =
  | 'once'
  | 'accounted'
  | 'replay'
  | 'mismatch'
  | 'truth'
  | 'own signature'
  | 'ledger'
  | 'decided'
  | 'healthy'
export type Violation = { readonly rule: Rule; readonly work: string; readonly says: string }
export type Judgement = { readonly violations: readonly Violation[]; readonly checks: Readonly<Record<string, number>> }

/** Holds everything that clients were told against the chain. Works with the same marker are twins: the same request
 *  under keys of their own. */
export function judge(worked: readonly Worked[], facts: Known, wallets: readonly string[]): Judgement {
  const violations: Violation[] = []
  const checks = { keys: worked.length, landed: 0, failed: 0, notLanded: 0, replays: 0, mismatches: 0, refused: 0 }
  const tell = (rule: Rule, { work }: Worked, says: string): void => {
    violations.push({ rule, work: `${work.kind} ${work.id} (${work.userRef}, ${work.idempotencyKey})`, says })
  }
  for (const one of worked) {
    judgeAnswers(one, facts, tell, checks)
  }
  judgeMoney(worked, facts, tell)
  const answered = new Set(worked.flatMap(({ heard }) => heard.map(({ signature }) => signature)))
  for (const wallet of wallets)
    for (const signature of facts.paid(wallet))
      if (!answered.has(signature))
        violations.push({ rule: 'accounted', work: wallet, says: `paid ${signature}, of which nobody was told` })
  return { violations, checks }
}

type Tell = (rule: Rule, worked: Worked, says: string) => void

function judgeAnswers(worked: Worked, facts: Known, tell: Tell, checks: Record<string, number>): void {
  const { work, heard } = worked
  const count = (name: string): void => {
    checks[name] = (checks[name] ?? 0) + 1
  }
  const decided = ([0, 1] as const).map((wish) => decidedEnd(worked, wish))
  if (decided[0] !== null && decided[1] !== null)
    tell('mismatch', worked, `both bodies were answered: ${brief(decided[0]!)} and ${brief(decided[1]!)}`)
  for (const one of heard) {
    const first = decided[one.wish]!
    const rival = decided[1 - one.wish]!
    const end = endOf(one)
    if (one.status >= 500 && one.code !== 'not_landed' && one.code !== 'upstream' && one.status !== 503)
      tell('healthy', worked, `answered ${brief(one)}`)
    if (work.kind === 'broadcast' && one.signature !== null && one.signature !== work.wishes[one.wish].ownSignature)
      tell('own signature', worked, `answered ${one.signature}`)
    if (isDecided(end)) checkTruth(worked, one, facts, tell)
    if (first !== null && one !== first && one.atMs > first.atMs) {
      count('replays')
      if (!isReplay(first, one)) tell('replay', worked, `first ${brief(first)}, then ${brief(one)}`)
    }
    // What was sent after the other body had been answered can have one answer only.
    if (rival !== null && one.sentAtMs > rival.atMs) {
      count('mismatches')
      if (end !== 'mismatch') tell('mismatch', worked, `answered ${brief(one)} after ${brief(rival)}`)
    }
  }
  const final = decided[0] ?? decided[1]
  if (final === null) {
    if (heard.at(-1) !== undefined && endOf(heard.at(-1)!) === 'free') count('refused')
    else tell('decided', worked, `${heard.length} answers, the last ${heard.length === 0 ? '' : brief(heard.at(-1)!)}`)
  } else count({ landed: 'landed', failed: 'failed', not_landed: 'notLanded' }[endOf(final!) as 'landed'])
}

/** What is kept comes back as it was. A failure that may be tried again is made again from the chain, and may take its
 *  time. */
function isReplay(first: Heard, again: Heard): boolean {
  if (endOf(first) === 'landed') return again.status === first.status && again.text === first.text
  if (again.code === 'pending') return first.code === 'price_moved'
  return again.code === first.code && again.signature === first.signature
}

function checkTruth(worked: Worked, heard: Heard, facts: Known, tell: Tell): void {
  if (heard.signature === null) {
    tell('truth', worked, `answered without a signature: ${brief(heard)}`)
    return
  }
  const fate = facts.fate(heard.signature)
  // A broadcast is answered when someone took it: that it is on its way is all that was said.
  const said = { landed: 'succeeded', failed: 'failed', not_landed: 'absent' }[endOf(heard) as 'landed' | 'failed']
  if (worked.work.kind !== 'broadcast' && fate !== said)
    tell('truth', worked, `${brief(heard)}, and on the chain it is ${fate}`)
  const isTrade = worked.work.kind === 'buy' || worked.work.kind === 'sell'
  const kept = isTrade ? facts.ledger(heard.signature) : null
  if (isTrade && kept !== LEDGER[fate]) tell('ledger', worked, `${heard.signature} is ${fate}, in the ledger ${kept}`)
}

const LEDGER = { succeeded: 'landed', failed: 'failed', absent: 'expired' } as const

function judgeMoney(worked: readonly Worked[], facts: Known, tell: Tell): void {
  const twins = new Map<string, { ones: Worked[]; wish: 0 | 1 }>()
  for (const one of worked)
    one.work.wishes.forEach(({ marker }, wish) => {
      const group = twins.get(marker) ?? { ones: [], wish: wish as 0 | 1 }
      group.ones.push(one)
      twins.set(marker, group)
    })
  for (const [marker, { ones, wish }] of twins) {
    const paid = facts.paid(marker)
    const first = ones[0]!
    if (paid.length > ones.length)
      tell('once', first, `${ones.length} keys moved money ${paid.length} times: ${paid.join(' ')}`)
    const { markerLamports, body } = first.work.wishes[wish]
    if (markerLamports !== null && facts.lamports(marker) !== markerLamports * BigInt(paid.length))
      tell('once', first, `${paid.length} payments of ${markerLamports} made ${facts.lamports(marker)}: ${body}`)
    const answered = ones.flatMap((one) => answeredSignatures(one, wish))
    if (new Set(answered).size < answered.length)
      tell('once', first, `keys were answered with one signature: ${answered}`)
    for (const signature of paid)
      if (!answered.includes(signature))
        tell('accounted', first, `${signature} went through, and no key answers for it`)
  }
  for (const one of worked) {
    const moved = one.work.wishes.map(({ marker }) => facts.paid(marker).length)
    const hasTwin = twins.get(one.work.wishes[0].marker)!.ones.length > 1
    if (!hasTwin && moved[0]! + moved[1]! > 1) tell('once', one, `moved money ${moved[0]} and ${moved[1]} times`)
  }
}

/** What this key was told went through, or was taken over. */
function answeredSignatures(worked: Worked, wish: 0 | 1): string[] {
  const own = worked.heard.filter((one) => one.wish === wish && endOf(one) === 'landed')
  return [...new Set(own.map(({ signature }) => signature!))]
}

function brief({ status, code, stage, signature, text }: Heard): string {
  return `${status} ${code ?? ''} ${stage ?? ''} ${signature ?? ''} ${text.slice(0, 160)}`
}
