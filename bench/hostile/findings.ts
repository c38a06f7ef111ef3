import type { WrongFact } from './facts.ts'

/** What was seen under one kind of lie. Kinds before it may still show: caches and tapes remember. */
export type KindRow = {
  readonly kind: string
  requests: number
  orders: number
  lies: number
  answered: number
  refused: number
  facts: WrongFact[]
  /** Wrong facts that were first seen under another kind: a cache remembers. */
  lingering: number
  errors: string[]
  deaths: string[]
  hangs: string[]
  money: string[]
  longestMs: number
  longestRoute: string
  /** Until balances and prices were answered again. */
  backMs: number
}

export type Findings = {
  readonly rows: KindRow[]
  /** Of whole lives: tapes, memory, what stood 30 s later, streams. */
  readonly missed: string[]
  readonly notes: string[]
  /** The kind under which a wrong fact was first seen. */
  readonly firstUnder: Map<string, string>
  /** The present life, from 1. */
  life: number
  /** Whatever is found is printed when it happens: a run that is stopped has said all that it saw. */
  say(line: string): void
}
export type Seen = 'errors' | 'deaths' | 'hangs' | 'money'

export const GOALS = { turnMs: 250, rightWithinMs: 30_000, memoryGrowth: 0.1 } as const

export function emptyRow(kind: string): KindRow {
  return {
    kind,
    requests: 0,
    orders: 0,
    lies: 0,
    answered: 0,
    refused: 0,
    facts: [],
    lingering: 0,
    errors: [],
    deaths: [],
    hangs: [],
    money: [],
    longestMs: 0,
    longestRoute: '',
    backMs: 0,
  }
}

export function createFindings(say: (line: string) => void): Findings {
  return { rows: [], missed: [], notes: [], firstUnder: new Map(), life: 1, say }
}

/** A miss of the whole life. */
export function noteMiss(findings: Findings, what: string): void {
  const line = `life ${findings.life}: ${what}`
  findings.missed.push(line)
  findings.say(`  MISSED ${line}`)
}

export function noteOf(findings: Findings, what: string): void {
  const line = `life ${findings.life}: ${what}`
  findings.notes.push(line)
  findings.say(`  note   ${line}`)
}

/** `details`: what helps to find the cause and is printed once only, not in the table at the end. */
export function noteSeen(
  findings: Findings,
  row: KindRow,
  seen: { readonly as: Seen; readonly what: string; readonly details?: string },
): void {
  const { as, what, details = '' } = seen
  row[as].push(what)
  const printed = details === '' ? what : `${what}\n${indented(details)}`
  findings.say(`  FOUND  life ${findings.life}, ${row.kind}: ${as}: ${printed}`)
}

export function indented(text: string): string {
  return text.replace(/^/gm, '           ')
}

/** Puts wrong facts down to the kind that they were first seen under, on whichever route. */
export function noteFacts(findings: Findings, row: KindRow, facts: readonly WrongFact[], details: string): void {
  const { firstUnder, life, say } = findings
  for (const fact of facts) {
    const name = `${fact.field.split('/').at(-1)} ${fact.value} ${fact.rule}`
    const first = firstUnder.get(name) ?? row.kind
    firstUnder.set(name, first)
    if (first !== row.kind) {
      row.lingering++
      continue
    }
    row.facts.push(fact)
    say(
      `  FOUND  life ${life}, ${row.kind}: wrong: ${fact.route} ${fact.field} = ${fact.value} (${fact.rule})\n${indented(details)}`,
    )
  }
}

export function isMissed(row: KindRow): boolean {
  const { facts, errors, deaths, hangs, money, longestMs, backMs } = row
  const seen = facts.length + errors.length + deaths.length + hangs.length + money.length
  return seen > 0 || longestMs > GOALS.turnMs || backMs > GOALS.rightWithinMs
}

/** One line for each wrong fact, route and rule once. */
export function factLines({ facts }: KindRow): string[] {
  const groups = new Map<string, { first: WrongFact; count: number }>()
  for (const fact of facts) {
    const name = `${fact.route} ${fact.field.replace(/\/[1-9A-HJ-NP-Za-km-z]{32,44}|\/\d+/g, '/*')} ${fact.rule}`
    const group = groups.get(name)
    if (group === undefined) groups.set(name, { first: fact, count: 1 })
    else group.count++
  }
  return [...groups.values()].map(
    ({ first, count }) => `${count} x ${first.route} ${first.field} = ${first.value} (${first.rule})`,
  )
}
