import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Context } from '../../../src/context.ts'
import { gatherEvidence } from '../../../src/services/evidence/gather-evidence.ts'
import type { TokenEvidence } from '../../../src/services/evidence-bundle/evidence.ts'
import { getTokenIntel } from '../../../src/services/tokens/intel.ts'
import { NO_ADDRESS, publishedTokens, strangerAddress } from '../../support/published-tokens.ts'
import { askNode, enumerateHolders } from '../../support/read-chain.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import { withEvidenceContext } from './evidence-context.ts'

/** Evidence gathered from the embedded chain, agents off, held against what the chain says when it is asked plainly,
 *  and against the world's own truth. */

type TrueToken = {
  readonly mint: string
  readonly archetype: string
  readonly dev: string
  readonly bundlers: readonly string[]
  readonly launchSlot: number | null
  readonly pools: readonly string[]
  readonly recipe?: {
    readonly name: string
    readonly insiders: readonly string[]
    readonly relays: readonly string[]
    readonly collector: string | null
  }
}
type Payment = { readonly from: string; readonly to: string; readonly lamports: string | number; readonly kind: string }

let sandbox: StartedSandbox
let tokens: readonly TrueToken[]
let payments: readonly Payment[]

before(async () => {
  sandbox = await sharedSandbox()
  const truth = await sandbox.control<{ tokens: TrueToken[]; funding: Payment[] }>('GET', '/truth')
  tokens = truth.tokens
  payments = truth.funding
})
after(() => sandbox?.stop())

async function gathered(ctx: Context, mint: string): Promise<TokenEvidence> {
  const outcome = await gatherEvidence(ctx, mint, undefined, { deadlineScale: Number.POSITIVE_INFINITY })
  assert(outcome.ok, JSON.stringify(outcome))
  assert.deepEqual(outcome.value.gaps, [])
  assert.equal(outcome.cache?.degraded, false)
  return outcome.value
}

const launched = () => tokens.filter(({ launchSlot, archetype }) => launchSlot !== null && archetype === 'bundled')

test('where the team’s first money came from is what the world paid, hop by hop', async () => {
  const firstPayer = new Map<string, string>()
  for (const { from, to } of payments) if (!firstPayer.has(to)) firstPayer.set(to, from)
  let followed = 0
  await withEvidenceContext(sandbox, async (ctx) => {
    for (const truth of launched().slice(0, 7)) {
      const { wallets, transactions } = await gathered(ctx, truth.mint)
      const walletOf = new Map(wallets.map((wallet) => [wallet.address, wallet]))
      const signatures = new Map(transactions.map((transaction) => [transaction.signature, transaction]))
      for (const member of [truth.dev, ...truth.bundlers, ...(truth.recipe?.insiders ?? [])]) {
        const chain: string[] = []
        for (let at = member, hop = 0; hop < 4; hop++) {
          const payer = firstPayer.get(at)
          if (payer === undefined) break
          const wallet = walletOf.get(at)
          assert(wallet, `${truth.recipe?.name}: ${at} is missing`)
          if (!wallet.traced) break
          assert.equal(wallet.funding?.from, payer, `${truth.recipe?.name} ${at} at hop ${hop}`)
          const moves = signatures.get(wallet.funding.signature)?.solMoves ?? []
          assert(
            moves.some(
              ({ from, to, lamports }) => from === payer && to === at && lamports === wallet.funding!.lamports,
            ),
            'the payment is among the transactions',
          )
          assert(walletOf.has(payer), 'who paid is among the wallets')
          chain.push(payer)
          at = payer
        }
        followed += chain.length
      }
    }
  })
  assert(followed > 100, `${followed} hops`)
})

test('the history is whole: every trade of the token is there, in the order of the chain', async () => {
  await withEvidenceContext(sandbox, async (ctx) => {
    for (const truth of launched().slice(0, 6)) {
      const evidence = await gathered(ctx, truth.mint)
      assert.equal(evidence.history.complete, true)
      assert.equal(evidence.launch?.launchSlot, truth.launchSlot)
      const own = new Map<string, { slot: number }>()
      for (const address of [truth.mint, ...truth.pools])
        for (const row of await askNode(sandbox.urls['rpc']!, 'getSignaturesForAddress', [address, { limit: 1000 }]))
          if (row.err === null) own.set(row.signature, row)
      const seen = new Map(evidence.transactions.map((transaction) => [transaction.signature, transaction]))
      for (const [signature, { slot }] of own) assert.equal(seen.get(signature)?.slot, slot, signature)
      assert.equal(evidence.history.earlyCount + evidence.history.recentCount, own.size)

      const { signatures } = await askNode(sandbox.urls['rpc']!, 'getBlock', [
        truth.launchSlot,
        { transactionDetails: 'signatures', rewards: false, maxSupportedTransactionVersion: 1 },
      ])
      const ofLaunch = evidence.transactions.filter(({ slot }) => slot === truth.launchSlot)
      assert.deepEqual(
        ofLaunch.map(({ signature }) => signature),
        signatures.filter((signature: string) => seen.has(signature)),
      )
      assert.deepEqual(
        ofLaunch.map(({ indexInBlock }) => indexInBlock),
        ofLaunch.map(({ signature }) => signatures.indexOf(signature)),
      )
    }
  })
})

test('holders, shares and launch are those of intel and of the whole chain', async () => {
  const holdersOf = await enumerateHolders(sandbox.urls['rpc']!)
  const published = await publishedTokens(sandbox)
  const sample = ['bluechip', 'bundled', 'stablecoin', 'fresh_launch', 'no_pool', 'honeypot'].map((archetype) => {
    const found = published.find((token) => token.archetype === archetype && holdersOf.has(token.mint))
    assert(found, archetype)
    return found.mint
  })
  await withEvidenceContext(sandbox, async (ctx) => {
    for (const mint of sample) {
      const { holders, launch, mintInfo, wallets } = await gathered(ctx, mint)
      const all = holdersOf.get(mint)!
      assert(holders !== null && mintInfo !== null)
      assert.deepEqual([holders.ownerCount, holders.exact], [all.length, true])
      assert.deepEqual(
        holders.largest,
        all.slice(0, 500).map(({ owner, amountRaw, accounts }) => ({ owner, amountRaw: `${amountRaw}`, accounts })),
      )
      assert.deepEqual(
        wallets.map(({ address }) => address),
        wallets.map(({ address }) => address).sort(),
      )
      const intel = await getTokenIntel(ctx, mint, { flagsTaxonomy: 'normalized', explain: false })
      assert(intel.ok)
      const { gini, nakamoto } = intel.value.distribution
      assert.deepEqual([holders.concentration?.gini, holders.concentration?.nakamoto], [gini, nakamoto])
      assert.equal(launch?.launchSlot ?? null, intel.value.launch?.slot ?? null)
      assert.equal(mintInfo.supplyRaw, (await askNode(sandbox.urls['rpc']!, 'getTokenSupply', [mint])).value.amount)
    }
  })
})

test('who got tokens without buying them is shown with who sent them', async () => {
  const truth = tokens.find(({ recipe }) => recipe?.name === 'staged-holders')
  assert(truth)
  const holding = (await enumerateHolders(sandbox.urls['rpc']!)).get(truth.mint)!
  await withEvidenceContext(sandbox, async (ctx) => {
    const { transactions } = await gathered(ctx, truth.mint)
    const bought = new Set(transactions.flatMap(({ trades }) => trades.map(({ wallet }) => wallet)))
    const staged = truth.recipe!.insiders.filter(
      (wallet) => !bought.has(wallet) && holding.some(({ owner }) => owner === wallet),
    )
    assert(staged.length >= 3, 'the recipe stages holders')
    const team = new Set([truth.dev, ...truth.recipe!.insiders])
    for (const wallet of staged) {
      const moves = transactions.flatMap(({ tokenMoves }) => tokenMoves.filter(({ to }) => to === wallet))
      assert(moves.length > 0, `${wallet} got its tokens from nobody`)
      for (const { from } of moves) assert(team.has(from))
    }
  })
})

test('what the team earned is followed to where it is gathered', async () => {
  const truth = tokens.find(({ recipe }) => recipe?.name === 'collector-exit')
  assert(truth?.recipe?.collector)
  const { collector, insiders } = truth.recipe
  await withEvidenceContext(sandbox, async (ctx) => {
    const { transactions, wallets } = await gathered(ctx, truth.mint)
    const payers = new Set(
      transactions.flatMap(({ solMoves }) => solMoves.filter(({ to }) => to === collector).map(({ from }) => from)),
    )
    assert(insiders.filter((wallet) => payers.has(wallet)).length >= 2, [...payers].join(' '))
    assert.equal(wallets.find(({ address }) => address === collector)?.traced, true)
  })
})

test('the same chain gives the same evidence, byte for byte', async () => {
  const mints = launched().slice(0, 3)
  const read = () =>
    withEvidenceContext(sandbox, async (ctx) => {
      const texts: string[] = []
      // The clock moves on while slots pass; everything else stays.
      for (const { mint } of mints) {
        const { slot, slotMs, timeSec, mintInfo, ...rest } = await gathered(ctx, mint)
        const account = { ...mintInfo!.account, slot: 0 }
        assert(slot > 0 && slotMs > 0 && timeSec > 0)
        texts.push(JSON.stringify({ ...rest, mintInfo: { ...mintInfo, account } }))
      }
      return texts
    })
  assert.deepEqual(await read(), await read())
})

test('an address without a mint, and text that is no address, give evidence of nothing', async () => {
  await withEvidenceContext(sandbox, async (ctx) => {
    for (const mint of [strangerAddress(1), NO_ADDRESS]) {
      const evidence = await gathered(ctx, mint)
      assert.equal(evidence.mintInfo, null)
      assert.deepEqual([evidence.pools, evidence.wallets, evidence.transactions], [[], [], []])
      assert(evidence.slot > 0)
    }
  })
})

test('within two minutes the same evidence is handed out, without a call', async () => {
  await withEvidenceContext(sandbox, async (ctx) => {
    const { mint } = launched()[0]!
    assert.equal(await gathered(ctx, mint), await gathered(ctx, mint))
  })
})
