import { NATIVE_MINT, TOKEN_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { MapBundle } from '../../src/services/bubble-map/map-bundle.ts'
import type { ObservedTransaction, ObservedWallet, TokenEvidence } from '../../src/services/evidence-bundle/evidence.ts'

/** Wallets of the made-up team. */
export const TEAM = 60

/** Recorded inputs as large as they get: 500 listed holders, 800 transactions of the token, 240 traced wallets with the
 *  trails of their money, and a launch that 90 wallets bought, 60 of them one team's. The same at every run. */
export function mapInputs(holders = 500): MapBundle {
  const random = mulberry(20_261_120)
  const wallets = new Map<string, ObservedWallet>()
  const transactions: ObservedTransaction[] = []
  const launchSlot = 400_000_000
  const launchSec = 1_795_000_000
  const dev = address('dev')
  const exchanges = [
    '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9',
    '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
    'H8sMJSCQxfKiFTCfDR3DUMLPwcRbM61LGFJ8N4dK3WjS',
  ]
  const know = (one: string, role: ObservedWallet['roles'][number], more: Partial<ObservedWallet> = {}): void => {
    const before = wallets.get(one)
    wallets.set(one, {
      address: one,
      roles: [role],
      traced: true,
      firstSeenSec: launchSec - 900_000,
      firstSeenSlot: launchSlot - 2_000_000,
      signatureCount: 40,
      isBusy: false,
      funding: null,
      identity: { entity: null, entityType: 'wallet', source: null, isContract: false },
      partial: false,
      ...before,
      ...more,
    })
  }
  const act = (slot: number, more: Partial<ObservedTransaction>): ObservedTransaction => {
    const made: ObservedTransaction = {
      signature: address(`signature ${transactions.length}`) + address(`tail ${transactions.length}`),
      slot,
      timeSec: launchSec + Math.floor((slot - launchSlot) * 0.4),
      indexInBlock: null,
      version: 0,
      feePayer: dev,
      signers: [],
      lookupTables: [],
      nonce: null,
      computeUnitLimit: 181_000 + Math.floor(random() * 80_000),
      computeUnitPrice: `${20_000 + Math.floor(random() * 90_000)}`,
      priorityFeeLamports: null,
      programs: [address('program')],
      tips: [],
      solMoves: [],
      trades: [],
      tokenMoves: [],
      ...more,
    }
    transactions.push(made)
    return made
  }
  const pay = (from: string, to: string, lamports: number, sec: number): void => {
    const slot = launchSlot + Math.floor((sec - launchSec) / 0.4)
    const { signature } = act(slot, { timeSec: sec, feePayer: from, solMoves: [{ from, to, lamports: `${lamports}` }] })
    const funding = { from, lamports: `${lamports}`, timeSec: sec, slot, signature }
    if (!wallets.has(from)) know(from, 'funder', { firstSeenSec: sec })
    know(to, 'funder', { funding, firstSeenSec: sec, firstSeenSlot: slot })
  }
  const buy = (wallet: string, slot: number, place: number | null, more: Partial<ObservedTransaction> = {}): void => {
    const trade = {
      wallet,
      side: 'buy' as const,
      dex: 'pumpfun' as const,
      pool: address('pool'),
      baseRaw: '1000000000',
      quoteRaw: '300000000',
      quoteMint: NATIVE_MINT,
      baseReserveRaw: '1',
      quoteReserveRaw: '1',
    }
    act(slot, { feePayer: wallet, trades: [trade], indexInBlock: place, ...more })
    know(wallet, 'buyer', wallets.get(wallet))
  }

  const creation = act(launchSlot, { indexInBlock: 0 })
  know(dev, 'dev')
  const people = Array.from({ length: holders }, (_, i) => address(`holder ${i}`))
  pay(exchanges[0]!, address('root'), 9e11, launchSec - 20_000)
  people.slice(0, 240).forEach((person, i) => {
    if (i >= TEAM) {
      pay(exchanges[i % 3]!, person, 3e8 + Math.floor(random() * 4e9), launchSec - Math.floor(random() * 2e6))
      return
    }
    pay(address('root'), address(`relay ${i}`), 3e9, launchSec - 15_000 + i * 20)
    pay(address(`relay ${i}`), person, 2e9 + i * 1e6, launchSec - 7_000 + i * 20)
    // Paid and paid on, and nothing else: a relay that lives for other things joins no one.
    know(address(`relay ${i}`), 'funder', { signatureCount: 2 })
  })
  know(address('root'), 'funder', { signatureCount: TEAM + 1 })
  people.slice(0, 90).forEach((person, i) => {
    buy(person, launchSlot, i + 1, i < TEAM ? {} : { computeUnitPrice: `${2_000_003 + i * 7_919}` })
  })
  people.slice(90).forEach((person, i) => {
    buy(person, launchSlot + 10 + i * 97, null)
  })
  for (let i = 0; transactions.length < 1_200; i++) buy(people[(i * 7) % holders]!, launchSlot + 60_000 + i * 31, null)
  for (const person of people) if (!wallets.has(person)) know(person, 'holder', { traced: false })

  const largest = people.map((owner, i) => ({ owner, amountRaw: `${Math.floor(9e14 / (i + 3))}`, accounts: 1 }))
  const evidence: TokenEvidence = {
    mint: address('mint'),
    slot: launchSlot + 100_000,
    slotMs: 400,
    timeSec: launchSec + 40_000,
    ledgerStartSec: null,
    mintInfo: {
      tokenProgram: TOKEN_PROGRAM,
      supplyRaw: '1000000000000000000',
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
      account: { address: address('mint'), owner: TOKEN_PROGRAM, lamports: '1', sha256: '', dataBase64: null, slot: 1 },
    },
    holders: {
      method: 'program-accounts',
      exact: true,
      capped: false,
      ownerCount: 30_000,
      supplyRaw: '1000000000000000000',
      sha256: '0'.repeat(64),
      concentration: { holders: 30_000, gini: 0.9, hhi: 0.02, nakamoto: 40, top10Share: 0.4 },
      largest,
    },
    pools: [],
    launch: {
      status: 'found',
      dev,
      otherPayer: null,
      createdAtSec: launchSec,
      creationSignature: creation.signature,
      launchSlot,
      launchedOn: 'pumpfun',
      buyers: [],
      windowSlots: 2,
      bundlers: people.slice(0, TEAM),
      snipers: people.slice(TEAM, 90),
      insiders: people.slice(0, TEAM),
      fresh: people.slice(0, TEAM),
      links: [],
      complete: true,
      capped: false,
    },
    transactions,
    history: {
      complete: true,
      earlyCount: 600,
      recentCount: 200,
      knownCount: 800,
      earlyToSlot: null,
      recentFromSlot: null,
    },
    wallets: [...wallets.values()],
    tables: [],
    gaps: [],
  }
  return {
    format: 'mintglass-bundle-1',
    mint: evidence.mint,
    generatedAtMs: 1_795_040_000_000,
    rules: 'bench',
    evidence: { value: evidence, source: 'bench', asOfMs: null, slot: null, gap: null, configured: true },
  }
}

function address(name: string): string {
  const bytes = new Uint8Array(32).fill(5)
  new TextEncoder().encodeInto(name, bytes)
  return encodeBase58(bytes)
}

function mulberry(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
