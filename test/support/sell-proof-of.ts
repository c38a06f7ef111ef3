import type { SellCase, SellProof, SellReason, SellReasonCode } from '../../src/services/evidence-bundle/sell-proof.ts'
import { ANY_MINT, ANY_OWNER } from './bundle-of.ts'

/** A sale by a fresh wallet that went through without loss. */
export function caseOf(own: Partial<SellCase> = {}): SellCase {
  return {
    leg: 'token',
    direction: 'sell',
    holder: 'fresh',
    owner: ANY_OWNER,
    sizePct: 100,
    amountRaw: '1000000',
    atOffsetSec: 0,
    ok: true,
    error: null,
    lossPct: 0,
    computeUnits: 4_000,
    logsTail: [],
    adapter: 'local',
    ...own,
  }
}

export function reasonOf(code: SellReasonCode, detail: string): SellReason {
  return { code, leg: 'token', detail }
}

/** A proof of a token that can be sold, with what a test wants to be otherwise. */
export function proofOf(own: Partial<SellProof> = {}): SellProof {
  return {
    mint: ANY_MINT,
    slot: 1_000,
    timeSec: 1_763_600_000,
    status: 'sellable',
    reasons: [],
    legs: { token: { status: 'sellable', adapter: 'local' }, pool: { status: 'sellable', adapter: 'node' } },
    cases: [caseOf(), caseOf({ leg: 'pool', adapter: 'node' })],
    sampledHolders: 5,
    frozenHolders: 0,
    gaps: [],
    accounts: [],
    programs: [],
    isReExecutable: false,
    script: null,
    ...own,
  }
}
