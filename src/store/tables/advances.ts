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

  const read = (id: string): Advance | undefined => {
    const bytes = rows.get(id)
    return bytes === undefined ? undefined : decodeDurable<Advance>(bytes)
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
    const old = Array.from(risks.getKeys({ end: [day, ''], limit: FORGOTTEN_PER_WRITE }))
    for (const key of old) risks.remove(key)
  }

  return {
    tables: [risks, rows] as unknown as Table[],
    advance: ({ day, wallet, lamports, dayCap, walletCap, atMs }) =>
      env.write(() => {
        forgetOtherDays(day)
        const [ofAll, ofWallet] = [riskOf([day, ALL_WALLETS]) + lamports, riskOf([day, wallet]) + lamports]
        if (ofAll > dayCap || ofWallet > walletCap) return null
        setRisk([day, ALL_WALLETS], ofAll)
        setRisk([day, wallet], ofWallet)
        const id = timeText(atMs) + randomBytes(8).toString('hex')
        rows.put(id, encodeDurable({ id, day, wallet, lamports: String(lamports), signed: [] } satisfies Advance))
        return id
      }),
    keepSigned: (id, signed) =>
      env.write(() => {
        const row = read(id)
        if (row !== undefined) rows.put(id, encodeDurable({ ...row, signed }))
      }),
    advancesBefore: (beforeMs, limit) =>
      Array.from(rows.getRange({ end: timeText(beforeMs), limit }), ({ value }) => decodeDurable<Advance>(value)),
    settleAdvance: (id, backLamports) =>
      env.write(() => {
        const row = read(id)
        if (row === undefined) return
        rows.remove(id)
        const { day, wallet } = row
        for (const key of [ALL_WALLETS, wallet]) setRisk([day, key], riskOf([day, key]) - backLamports)
      }),
    atRisk: (day) => riskOf([day, ALL_WALLETS]),
  }
}

function timeText(ms: number): string {
  return Math.max(0, Math.trunc(ms)).toString(36).padStart(TIME_CHARS, '0')
}
