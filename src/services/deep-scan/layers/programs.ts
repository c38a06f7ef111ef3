import { knownAddress } from '../../../chain/solana/labels.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../chain/solana/program-ids.ts'
import type { Check } from '../../../contract/check.ts'
import { counted } from '../../../contract/counted.ts'
import {
  type CheckRule,
  failed,
  type Layer,
  type LayerInputs,
  passed,
  STATE_MAX_PENALTY,
  unasked,
} from '../../checks/layer.ts'
import type { TokenEvidence } from '../../evidence-bundle/evidence.ts'

const RULES = {
  hook: {
    id: 'unknown_hook',
    label: 'An unknown program sits in every transfer',
    severity: 'medium',
    scored: true,
    threshold: 'transfer-hook program that no published list names',
    source: 'Token-2022 transfer hook; its code can be changed while it has an authority',
  },
  bundler: {
    id: 'private_launcher',
    label: 'A private program bought at the launch',
    severity: 'medium',
    scored: true,
    threshold:
      'three or more wallets bought in the launch window through one program that no published list names and no one used later',
    source: 'top-level programs of the launch window; launch bundlers ship their own (field notes 7)',
  },
} as const satisfies Record<string, CheckRule>

/** Which programs stand between a holder and a sale. */
export const layer: Layer = {
  name: 'programs',
  needs: ['evidence'],
  deadlineMs: 20_000,
  behavioural: false,
  maxPenalty: STATE_MAX_PENALTY,
  rules: Object.values(RULES),
  judge({ bundle }: LayerInputs): readonly Check[] {
    const evidence = bundle.evidence.value
    if (evidence === null) return Object.values(RULES).map((rule) => unasked(rule, 'nothing was read'))
    return [hookCheck(evidence), launcherCheck(evidence)]
  },
}

function hookCheck({ mintInfo }: TokenEvidence): Check {
  if (mintInfo === null) return unasked(RULES.hook, 'no mint was read')
  const hook = mintInfo.extensions.transferHookProgram
  if (hook === null) {
    const standard = mintInfo.tokenProgram === TOKEN_PROGRAM || mintInfo.tokenProgram === TOKEN_2022_PROGRAM
    return standard ? passed(RULES.hook, `plain ${mintInfo.tokenProgram}`) : failed(RULES.hook, mintInfo.tokenProgram)
  }
  const known = knownAddress(hook)
  const what = [{ what: hook, signature: null, slot: mintInfo.account.slot, value: known?.label ?? null }]
  return known === null
    ? failed(RULES.hook, `${hook} runs at every transfer`, what)
    : passed(RULES.hook, `${known.label} runs at every transfer`, what)
}

function launcherCheck({ launch, transactions }: TokenEvidence): Check {
  const launchSlot = launch?.launchSlot ?? null
  if (launch === null || launchSlot === null) return unasked(RULES.bundler, 'its launch was not found')
  const until = launchSlot + launch.windowSlots
  const early = new Map<string, { wallets: Set<string>; signature: string; slot: number }>()
  const later = new Set<string>()
  for (const { programs, trades, slot, signature } of transactions) {
    const buyers = trades.filter(({ side }) => side === 'buy').map(({ wallet }) => wallet)
    if (buyers.length === 0) continue
    for (const program of programs) {
      if (knownAddress(program) !== null) continue
      if (slot > until) later.add(program)
      else {
        const seen = early.get(program) ?? { wallets: new Set<string>(), signature, slot }
        for (const buyer of buyers) seen.wallets.add(buyer)
        early.set(program, seen)
      }
    }
  }
  const own = [...early].filter(([program, { wallets }]) => wallets.size >= 3 && !later.has(program)).sort()
  const what = own.map(([program, { wallets, signature, slot }]) => ({
    what: program,
    signature,
    slot,
    value: `${wallets.size} wallets`,
  }))
  return own.length > 0
    ? failed(RULES.bundler, `${counted(own.length, 'program')} that no one else used`, what)
    : passed(RULES.bundler, 'buyers of the launch window used published programs, or programs others use too')
}
