import { randomBytes } from 'node:crypto'
import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment, Table } from '../environment.ts'
import type { Advance, AdvancesTable } from '../recovery-rows.ts'

type RiskKey = [string, string]

/** Of all wallets together, among the rows of each: no address is empty. */
const ALL_WALLETS = ''
/** Days whose risks are forgotten at once: each is looked at when the next one begins. */
const FORGOTTEN_PER_WRITE = 1_000
/** Ids are in the order of time: milliseconds in base 36 and random digits. */
const TIME_CHARS = 9

export function openAdvances(env: Environment): AdvancesTable & { readonly tables: readonly Table[] } {
  /** `[UTC day, wallet]` to lamports at risk; those of all wallets under the empty one. */
  const risks: Table<RiskKey> = env.table('recoveryRisks.v1')
  const rows: Table<string> = env.table('recoveryAdvances.v1')
  /** `[UTC day, name]` to the id of the one advance that is open under it. */
  const opened: Table<RiskKey> = env.table('recoveryOpen.v1')

  const read = (id: string): Advance | undefined => {
    const bytes = rows.get(id)
    return bytes === undefined ? undefined : withTime(decodeDurable<Advance>(bytes))
  }
  const openId = (key: RiskKey): string | undefined => {
    const bytes = opened.get(key)
    return bytes === undefined ? undefined : decodeDurable<string>(bytes)
  }
  const riskOf = (key: RiskKey): bigint => {
    const bytes = risks.get(key)
    return bytes === undefined ? 0n : BigInt(decodeDurable<string>(bytes))
  }
  const setRisk = (key: RiskKey, lamports: bigint): void => {
    if (lamports > 0n) risks.put(key, encodeDurable(String(lamports)))
    else risks.remove(key)
  }

  function forgetOtherDays(day: string): void {
    for (const table of [risks, opened]) {
      const old = Array.from(table.getKeys({ end: [day, ''], limit: FORGOTTEN_PER_WRITE }))
      for (const key of old) table.remove(key)
    }
  }

  return {
    tables: [risks, rows, opened] as unknown as Table[],
    advance: ({ day, wallet, lamports, dayCap, walletCap, caps = [], openAs, atMs }) =>
      env.write(() => {
        forgetOtherDays(day)
        const [ofAll, ofWallet] = [riskOf([day, ALL_WALLETS]) + lamports, riskOf([day, wallet]) + lamports]
        if (ofAll > dayCap || ofWallet > walletCap) return null
        if (caps.some(({ name, cap }) => riskOf([day, name]) + lamports > cap)) return null
        if (openAs !== undefined && openId([day, openAs]) !== undefined) return null
        setRisk([day, ALL_WALLETS], ofAll)
        setRisk([day, wallet], ofWallet)
        const id = timeText(atMs) + randomBytes(8).toString('hex')
        for (const { name } of caps) setRisk([day, name], riskOf([day, name]) + lamports)
        if (openAs !== undefined) opened.put([day, openAs], encodeDurable(id))
        const countsIn = caps.map(({ name }) => name)
        const row: Advance = { id, day, wallet, lamports: String(lamports), signed: [], atMs, countsIn }
        rows.put(id, encodeDurable(openAs === undefined ? row : { ...row, openAs }))
        return id
      }),
    openAdvance(day, openAs) {
      const id = openId([day, openAs])
      return id === undefined ? undefined : read(id)
    },
    keepSigned: (id, signed, lastValidBlockHeight) =>
      env.write(() => {
        const row = read(id)
        const life = lastValidBlockHeight === undefined ? {} : { lastValidBlockHeight }
        if (row !== undefined) rows.put(id, encodeDurable({ ...row, signed, ...life }))
      }),
    advancesBefore: (beforeMs, limit) =>
      Array.from(rows.getRange({ end: timeText(beforeMs), limit }), ({ value }) =>
        withTime(decodeDurable<Advance>(value)),
      ),
    settleAdvance: (id, backLamports) =>
      env.write(() => {
        const row = read(id)
        if (row === undefined) return
        rows.remove(id)
        const { day, wallet, countsIn = [], openAs } = row
        if (openAs !== undefined && openId([day, openAs]) === id) opened.remove([day, openAs])
        for (const key of [ALL_WALLETS, wallet, ...countsIn]) setRisk([day, key], riskOf([day, key]) - backLamports)
      }),
    atRisk: (day) => riskOf([day, ALL_WALLETS]),
  }
}

/** Rows from before the time was written down have it in their ids. */
function withTime(row: Omit<Advance, 'atMs'> & { readonly atMs?: number }): Advance {
  return { ...row, atMs: row.atMs ?? Number.parseInt(row.id.slice(0, TIME_CHARS), 36) }
}

function timeText(ms: number): string {
  return Math.max(0, Math.trunc(ms)).toString(36).padStart(TIME_CHARS, '0')
}
