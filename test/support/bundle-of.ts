import { RULES_VERSION } from '../../src/services/checks/rules-version.ts'
import type { MintEvidence, TokenEvidence } from '../../src/services/evidence-bundle/evidence.ts'
import type {
  DevEvidence,
  Gathered,
  InputBundle,
  MarketEvidence,
  SniperEvidence,
} from '../../src/services/evidence-bundle/input-bundle.ts'
import type { SellProof } from '../../src/services/evidence-bundle/sell-proof.ts'

export const ANY_MINT = 'So11111111111111111111111111111111111111112'
export const ANY_OWNER = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const NOW_MS = 1_763_600_000_000

export function gathered<T>(value: T | null, gap: string | null = null): Gathered<T> {
  return { value, source: 'test', asOfMs: gap === null ? NOW_MS : null, slot: 1_000, gap, configured: true }
}

export function mintOf(own: Partial<MintEvidence> = {}): MintEvidence {
  return {
    tokenProgram: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    supplyRaw: '1000000000000',
    decimals: 6,
    mintAuthority: null,
    freezeAuthority: null,
    extensions: {
      transferFeeBps: null,
      permanentDelegate: null,
      transferHookProgram: null,
      nonTransferable: false,
      defaultFrozen: false,
      pausableBy: null,
      paused: false,
    },
    metadataMutable: false,
    metadataAuthority: null,
    account: {
      address: ANY_MINT,
      owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      lamports: '1461600',
      sha256: '00',
      dataBase64: null,
      slot: 1_000,
    },
    ...own,
  }
}

/** Evidence of a token that no one holds and no one trades, with what a test wants to be otherwise. */
export function evidenceOf(own: Partial<TokenEvidence> = {}): TokenEvidence {
  return {
    mint: ANY_MINT,
    slot: 1_000,
    slotMs: 400,
    timeSec: NOW_MS / 1_000,
    ledgerStartSec: null,
    mintInfo: mintOf(),
    holders: null,
    pools: [],
    launch: null,
    transactions: [],
    history: {
      complete: true,
      earlyCount: 0,
      recentCount: 0,
      knownCount: 0,
      earlyToSlot: null,
      recentFromSlot: null,
    },
    wallets: [],
    tables: [],
    gaps: [],
    ...own,
  }
}

/** A bundle in which nothing was found and nothing failed. */
export function bundleOf(own: Partial<InputBundle> = {}): InputBundle {
  return {
    format: 'mintglass-bundle-1',
    mint: ANY_MINT,
    generatedAtMs: NOW_MS,
    rules: RULES_VERSION,
    late: [],
    settings: { whitelisted: false, regulatedStablecoin: null },
    evidence: gathered(evidenceOf()),
    dev: gathered<DevEvidence>(null),
    snipers: gathered<SniperEvidence>(null),
    market: gathered<MarketEvidence>(null),
    sellProof: gathered<SellProof>(null),
    providers: {
      rugcheck: { ...gathered<never>(null, 'not configured'), configured: false },
      goplus: { ...gathered<never>(null, 'not configured'), configured: false },
    },
    ...own,
  }
}
