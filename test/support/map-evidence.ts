import { NATIVE_MINT, TOKEN_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import type { BubbleMapReport } from '../../src/contract/bubble-map.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { judgeBubbleMap } from '../../src/services/bubble-map/judge-bubble-map.ts'
import type {
  ObservedTrade,
  ObservedTransaction,
  ObservedWallet,
  TokenEvidence,
} from '../../src/services/evidence-bundle/evidence.ts'

/** Evidence written by hand: a token launched at slot 20,000,000 and second 10,000,000, one slot every half second. */
export const LAUNCH_SLOT = 20_000_000
export const LAUNCH_SEC = 10_000_000
export const NOW_SEC = 10_100_000
export const SUPPLY = 1_000_000_000n
export const BINANCE = '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9'
export const TIP_ACCOUNT = '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5'
export const DEV = wallet('dev')
export const MINT = wallet('mint')
const POOL = wallet('pool')
const CREATION = 'creation'

/** A stable address for a name. */
export function wallet(name: string): string {
  const bytes = new Uint8Array(32).fill(3)
  new TextEncoder().encodeInto(name, bytes)
  return encodeBase58(bytes)
}

export const slotSec = (slot: number): number => LAUNCH_SEC + Math.floor((slot - LAUNCH_SLOT) / 2)

export type Token = {
  /** Adds a transaction; the defaults are those of a lone trader with an estimated budget. */
  act(input: Partial<ObservedTransaction> & { slot: number; signature?: string }): ObservedTransaction
  buy(name: string, slot: number, more?: Partial<ObservedTransaction>): ObservedTransaction
  sell(name: string, slot: number, sol: number, more?: Partial<ObservedTransaction>): ObservedTransaction
  /** First money of a wallet, with its transaction. */
  fund(from: string, to: string, sol: number, sec: number): void
  /** Makes the wallet known without money, or changes what is known. */
  know(name: string, facts: Partial<ObservedWallet>): void
  hold(name: string, amount: bigint): void
  evidence(changes?: Partial<TokenEvidence>): TokenEvidence
}

let budgets = 0

/** A token with a launch by `dev` and no one else. */
export function token(): Token {
  const transactions: ObservedTransaction[] = []
  const wallets = new Map<string, ObservedWallet>()
  const holdings = new Map<string, bigint>()
  const places = new Map<number, number>()
  let count = 0

  const knowAddress = (address: string, facts: Partial<ObservedWallet>): void => {
    const before = wallets.get(address)
    wallets.set(address, {
      address,
      roles: [],
      traced: true,
      firstSeenSec: null,
      firstSeenSlot: null,
      signatureCount: 5,
      isBusy: false,
      funding: null,
      identity: null,
      partial: false,
      ...before,
      ...facts,
    })
  }
  const act: Token['act'] = ({ slot, ...more }) => {
    const place = places.get(slot) ?? 0
    places.set(slot, place + 1)
    const made: ObservedTransaction = {
      signature: `s${count++}`,
      slot,
      timeSec: slotSec(slot),
      indexInBlock: place,
      version: 0,
      feePayer: DEV,
      signers: [],
      lookupTables: [],
      nonce: null,
      // Two odd figures that no one else has.
      computeUnitLimit: 200_000 + ((budgets * 7_919) % 99_991),
      computeUnitPrice: `${10_007 + ((budgets++ * 104_729) % 60_013)}`,
      priorityFeeLamports: null,
      programs: [],
      tips: [],
      solMoves: [],
      trades: [],
      tokenMoves: [],
      ...more,
    }
    transactions.push(made)
    return made
  }
  const trade = (name: string, side: 'buy' | 'sell', lamports: string): ObservedTrade => ({
    wallet: wallet(name),
    side,
    dex: 'pumpfun',
    pool: POOL,
    baseRaw: '1000000',
    quoteRaw: lamports,
    quoteMint: NATIVE_MINT,
    baseReserveRaw: null,
    quoteReserveRaw: null,
  })
  act({ slot: LAUNCH_SLOT, signature: CREATION, feePayer: DEV })
  knowAddress(DEV, { roles: ['dev'], firstSeenSec: 1_000 })

  return {
    act,
    buy(name, slot, more = {}) {
      if (!wallets.has(wallet(name))) knowAddress(wallet(name), { roles: ['buyer'], firstSeenSec: 1_000 })
      if (!holdings.has(wallet(name))) holdings.set(wallet(name), 1_000_000n)
      return act({ slot, feePayer: wallet(name), trades: [trade(name, 'buy', '500000000')], ...more })
    },
    sell: (name, slot, sol, more = {}) =>
      act({ slot, feePayer: wallet(name), trades: [trade(name, 'sell', `${BigInt(Math.round(sol * 1e9))}`)], ...more }),
    fund(from, to, sol, sec) {
      const payer = from === BINANCE ? BINANCE : wallet(from)
      const lamports = `${BigInt(Math.round(sol * 1e9))}`
      const slot = LAUNCH_SLOT + Math.floor((sec - LAUNCH_SEC) * 2)
      const { signature } = act({
        slot,
        timeSec: sec,
        feePayer: payer,
        solMoves: [{ from: payer, to: wallet(to), lamports }],
      })
      const funding = { from: payer, lamports, timeSec: sec, slot, signature }
      if (!wallets.has(payer)) knowAddress(payer, { roles: ['funder'], firstSeenSec: sec, firstSeenSlot: slot })
      knowAddress(wallet(to), {
        roles: wallets.get(wallet(to))?.roles ?? ['funder'],
        funding,
        firstSeenSec: sec,
        firstSeenSlot: slot,
      })
    },
    know: (name, facts) => knowAddress(wallet(name), facts),
    hold: (name, amount) => void holdings.set(wallet(name), amount),
    evidence(changes = {}) {
      const buyers = transactions.flatMap(({ trades }) => trades.map((one) => one.wallet))
      for (const buyer of buyers) knowAddress(buyer, { roles: ['buyer'] })
      const held = [...holdings, [POOL, SUPPLY / 2n] as const]
      const largest = held
        .filter(([, amount]) => amount > 0n)
        .sort((a, b) => (a[1] === b[1] ? (a[0] < b[0] ? -1 : 1) : a[1] > b[1] ? -1 : 1))
        .map(([owner, amount]) => ({ owner, amountRaw: `${amount}`, accounts: 1 }))
      return {
        mint: MINT,
        slot: LAUNCH_SLOT + 200_000,
        slotMs: 500,
        timeSec: NOW_SEC,
        ledgerStartSec: null,
        mintInfo: mintInfo(),
        holders: {
          method: 'program-accounts',
          exact: true,
          capped: false,
          ownerCount: largest.length,
          supplyRaw: `${SUPPLY}`,
          sha256: '0'.repeat(64),
          concentration: { holders: largest.length - 1, gini: 0.5, hhi: 0.2, nakamoto: 2, top10Share: 0.5 },
          largest,
        },
        pools: [pool()],
        launch: {
          status: 'found',
          dev: DEV,
          otherPayer: null,
          createdAtSec: LAUNCH_SEC,
          creationSignature: CREATION,
          launchSlot: LAUNCH_SLOT,
          launchedOn: 'pumpfun',
          buyers: [],
          windowSlots: 2,
          bundlers: [],
          snipers: [],
          insiders: [],
          fresh: [],
          links: [],
          complete: true,
          capped: false,
        },
        transactions: [...transactions].sort(
          (a, b) => a.slot - b.slot || a.indexInBlock! - b.indexInBlock! || (a.signature < b.signature ? -1 : 1),
        ),
        history: {
          complete: true,
          earlyCount: 0,
          recentCount: 0,
          knownCount: 0,
          earlyToSlot: null,
          recentFromSlot: null,
        },
        wallets: [...wallets.values()].sort((a, b) => (a.address < b.address ? -1 : 1)),
        tables: [],
        gaps: [],
        ...changes,
      }
    },
  }
}

/** The map of evidence, with its groups as sorted names. */
export function mapOf(evidence: TokenEvidence): BubbleMapReport {
  return judgeBubbleMap({ value: evidence, gap: null }, { mint: MINT, generatedAtMs: 1_000, bundleSha256: null })
}

/** Whether wallets of these names are all in one cluster. */
export function areJoined(map: BubbleMapReport, names: readonly string[]): boolean {
  const addresses = names.map((name) => (name === 'dev' ? DEV : wallet(name)))
  return map.clusters.some(({ members }) => addresses.every((address) => members.includes(address)))
}

/** Buyers with nothing in common, far apart in the token's life. */
export function addCrowd(to: Token, count: number, prefix = 'crowd'): void {
  for (let i = 0; i < count; i++) to.buy(`${prefix}${i}`, LAUNCH_SLOT + 500 + i * 1_000)
}

function mintInfo(): TokenEvidence['mintInfo'] {
  return {
    tokenProgram: TOKEN_PROGRAM,
    supplyRaw: `${SUPPLY}`,
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
    metadataMutable: null,
    metadataAuthority: null,
    account: { address: MINT, owner: TOKEN_PROGRAM, lamports: '1', sha256: '', dataBase64: null, slot: 1 },
  }
}

function pool(): TokenEvidence['pools'][number] {
  return {
    dex: 'pumpfun',
    programId: '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
    address: POOL,
    baseMint: MINT,
    quoteMint: NATIVE_MINT,
    baseReserveRaw: '1',
    quoteReserveRaw: '1',
    realBaseReserveRaw: '1',
    realQuoteReserveRaw: '1',
    vaultOwners: [POOL],
    creator: DEV,
    curveProgressPct: null,
    curveComplete: false,
    tradeable: true,
    lp: null,
  }
}
