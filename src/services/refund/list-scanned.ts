import { RECLAIM_CLASSES } from '../../chain/solana/reclaimable/find-reclaimable.ts'
import type { Reclaimable } from '../../chain/solana/reclaimable/reclaimable.ts'
import type { ScannedAccount } from '../../contract/refund.ts'
import { exactInteger } from '../../contract/trading.ts'
import type { ScannedHolding } from '../recovery/scan-wallet.ts'
import { excessOf, type ScanReadings } from './read-for-scan.ts'

/** Every account of a scan with what it gives: token accounts, then mints and multisigs that hold too much, then the
 *  classes of other programs. */
export function listScanned(readings: ScanReadings): readonly ScannedAccount[] {
  const { wallet, sources, reclaimable, dust } = readings
  const dustAccounts = new Set(dust.isAvailable ? dust.rows.map(({ account }) => account) : [])
  const bySource = new Map(sources.map((source) => [source.account, excessOf(readings, source)]))
  const tokens = wallet.holdings.map((holding): ScannedAccount => {
    const { account, mint, tokenProgram, lamports, verdict } = holding
    const kind = kindOf(holding, dustAccounts)
    const excess = bySource.get(account)
    return {
      account,
      kind,
      mint,
      program: tokenProgram,
      lamports: exactInteger(lamports),
      returns_lamports: kind === 'kept' ? 0 : exactInteger(lamports),
      excess_lamports: excess === undefined ? null : exactInteger(excess),
      why: verdict.why === '' || kind !== 'kept' ? null : verdict.why,
    }
  })
  const held = sources.flatMap((source): ScannedAccount[] => {
    const excess = bySource.get(source.account)!
    if (source.kind === 'token' || excess === 0n) return []
    const { account, tokenProgram, lamports } = source
    return [
      {
        account,
        kind: source.kind,
        mint: null,
        program: tokenProgram,
        lamports: exactInteger(lamports),
        returns_lamports: 0,
        excess_lamports: exactInteger(excess),
        why: null,
      },
    ]
  })
  const others = RECLAIM_CLASSES.flatMap(({ kind, program }) => {
    const found = reclaimable[kind]!
    return found.isAvailable ? found.rows.map((one) => showReclaimable(one, kind, program)) : []
  })
  return [...tokens, ...held, ...others]
}

function kindOf({ account, verdict }: ScannedHolding, dust: ReadonlySet<string>): string {
  if (verdict.class === 'empty' || verdict.class === 'wsol') return verdict.class
  return dust.has(account) ? 'dust' : 'kept'
}

const WAITING: Readonly<Record<Reclaimable['state'], string | null>> = {
  ready: null,
  cooling: 'cools down',
  active: 'in use: it has to be switched off first',
}

function showReclaimable({ account, lamports, state }: Reclaimable, kind: string, program: string): ScannedAccount {
  return {
    account,
    kind,
    mint: null,
    program,
    lamports: exactInteger(lamports),
    returns_lamports: state === 'ready' ? exactInteger(lamports) : 0,
    excess_lamports: null,
    why: WAITING[state],
  }
}
