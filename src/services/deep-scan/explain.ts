import { counted } from '../../contract/counted.ts'
import type { DeepScanReport } from '../../contract/deep-scan.ts'
import type { Gathered, InputBundle } from '../evidence-bundle/input-bundle.ts'

type Rows = NonNullable<DeepScanReport['explain']>

/** Source, age and slot of every input, and what is missing from it. */
export function explainInputs(bundle: InputBundle): Rows {
  const row = (input: string, { source, asOfMs, slot, gap, value }: Gathered<unknown>, note: string | null = null) => ({
    input,
    source,
    asOf: asOfMs === null ? null : Math.round(asOfMs),
    slot,
    note: gap ?? (value === null ? 'asked, and there is nothing' : note),
  })
  const evidence = bundle.evidence.value
  const rows: Rows = [
    row('evidence', bundle.evidence, evidence && coverageOf(evidence)),
    row('dev', bundle.dev),
    row('snipers', bundle.snipers),
    row('market', bundle.market),
    row('sellProof', bundle.sellProof, sellNote(bundle)),
    row('rugcheck', bundle.providers.rugcheck),
    row('goplus', bundle.providers.goplus),
  ]
  for (const { part, reason } of evidence?.gaps ?? [])
    rows.push({ input: `evidence.${part}`, source: 'chain', asOf: null, slot: null, note: reason })
  return rows
}

function coverageOf(evidence: NonNullable<InputBundle['evidence']['value']>): string {
  const { history, wallets, holders } = evidence
  const traced = wallets.filter((wallet) => wallet.traced).length
  const held = holders === null ? 'holders unread' : `${counted(holders.ownerCount, 'holder')} by ${holders.method}`
  const all = history.complete ? 'all' : 'the first and newest'
  return `${held}; ${all} of ${counted(history.knownCount, 'transaction')}; ${counted(traced, 'wallet')} traced; slot time ${evidence.slotMs} ms`
}

function sellNote({ sellProof }: InputBundle): string | null {
  const proof = sellProof.value
  if (proof === null) return null
  return `token leg ${proof.legs.token.adapter ?? 'not run'}, pool leg ${proof.legs.pool.adapter ?? 'not run'}, ${counted(proof.cases.length, 'run')}`
}
