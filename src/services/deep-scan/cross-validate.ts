import { type CrossValidation, PROVIDER_NAMES } from '../../contract/deep-scan.ts'
import type { SecurityFacts } from '../../upstreams/capabilities.ts'
import type { MintEvidence } from '../evidence-bundle/evidence.ts'
import type { InputBundle } from '../evidence-bundle/input-bundle.ts'

type Comparison = {
  readonly fact: string
  readonly ofChain: (mint: MintEvidence) => string | null
  readonly said: (facts: SecurityFacts) => string | null
}

const yesNo = (value: boolean | null): string | null => (value === null ? null : value ? 'yes' : 'no')

/** What is compared: facts that the chain states on its own. */
const COMPARISONS: readonly Comparison[] = [
  { fact: 'mintable', ofChain: (mint) => yesNo(mint.mintAuthority !== null), said: (facts) => yesNo(facts.mintable) },
  {
    fact: 'freezable',
    ofChain: (mint) => yesNo(mint.freezeAuthority !== null),
    said: (facts) => yesNo(facts.freezable),
  },
  {
    fact: 'transfer_fee',
    ofChain: (mint) => yesNo((mint.extensions.transferFeeBps ?? 0) > 0),
    said: ({ transferFeePct, scheduledTransferFeePct }) =>
      transferFeePct === null ? null : yesNo(transferFeePct > 0 || (scheduledTransferFeePct ?? 0) > 0),
  },
  {
    fact: 'transfer_hook',
    ofChain: (mint) => yesNo(mint.extensions.transferHookProgram !== null),
    said: (facts) => yesNo(facts.hook),
  },
  {
    fact: 'default_frozen',
    ofChain: (mint) => yesNo(mint.extensions.defaultFrozen),
    said: (facts) => yesNo(facts.defaultFrozen),
  },
  {
    fact: 'non_transferable',
    ofChain: (mint) => yesNo(mint.extensions.nonTransferable),
    said: (facts) => yesNo(facts.nonTransferable),
  },
  {
    fact: 'permanent_delegate',
    ofChain: (mint) => yesNo(mint.extensions.permanentDelegate !== null),
    said: (facts) => yesNo(facts.permanentDelegate),
  },
  {
    fact: 'metadata_mutable',
    ofChain: (mint) => yesNo(mint.metadataMutable),
    said: (facts) => yesNo(facts.metadataMutable),
  },
]

/** The chain's own facts beside what each provider says of them. The chain wins: nothing here changes a layer. */
export function crossValidate(bundle: InputBundle): CrossValidation {
  const mint = bundle.evidence.value?.mintInfo ?? null
  const facts: CrossValidation['facts'] = []
  let compared = 0
  let conflicts = 0
  for (const { fact, ofChain, said } of COMPARISONS) {
    const chain = mint === null ? null : ofChain(mint)
    const opinions: Record<string, string | null> = {}
    for (const name of PROVIDER_NAMES) {
      const report = bundle.providers[name].value
      if (report !== null) opinions[name] = said(report.facts)
    }
    const spoken = Object.entries(opinions).filter(([, opinion]) => opinion !== null)
    // One voice alone agrees with no one.
    if (spoken.length + (chain === null ? 0 : 1) < 2) continue
    const against = spoken.filter(([, opinion]) => opinion !== (chain ?? spoken[0]![1]))
    compared++
    if (against.length > 0) conflicts++
    facts.push({
      fact,
      chain,
      said: opinions,
      agree: against.length === 0,
      detail:
        against.length === 0
          ? `all say ${chain ?? spoken[0]![1]}`
          : `the chain says ${chain ?? 'nothing'}, ${against.map(([name, opinion]) => `${name} says ${opinion}`).join(', ')}`,
    })
  }
  return { agreement: compared === 0 ? null : round4((compared - conflicts) / compared), conflicts, facts }
}

function round4(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
