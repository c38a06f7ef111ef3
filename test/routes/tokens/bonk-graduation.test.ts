import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bonkTrades, graduateOnBonk, launchOnBonk } from '../../../sandbox/world/dex-trades/bonk.ts'
import { cpmmTrades } from '../../../sandbox/world/dex-trades/raydium-cpmm.ts'
import { compileLegacyMessage, joinSignatures } from '../../../src/chain/solana/compile-message.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { NATIVE_MINT } from '../../../src/chain/solana/program-ids.ts'
import { ALICE, BOB, openDexChain, run, SOL } from '../../sandbox/programs/raydium-fixture.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { successOf } from '../../support/reply-check.ts'
import { serveChain } from '../../support/serve-chain.ts'

/** A token's life from LaunchLab's curve into the CPMM pool it graduates to, as a server with a node alone tells it. */

const pairsOf = successOf('POST /api/v2/tokens/pairs-batch')
const intelOf = successOf('GET /api/v2/tokens/{mint}/intel')
const scanOf = successOf('GET /api/v2/tokens/{mint}/deepscan')

const chain = openDexChain()
const MINT = keypairFromText('graduating bonk coin')
const { pool: CURVE, instruction } = launchOnBonk({
  mint: MINT.address,
  dev: ALICE.address,
  name: 'Graduating Coin',
  symbol: 'GRAD',
  uri: 'https://example.com/g.json',
  token2022: false,
})
const CURVE_REF = { address: CURVE, baseMint: MINT.address, quoteMint: NATIVE_MINT }
run(chain, [instruction], ALICE, [MINT])
const buyer = (sol: bigint) =>
  run(chain, [...bonkTrades.trade(chain, { pool: CURVE_REF, wallet: BOB.address, side: 'buy', amountRaw: sol })!], BOB)
buyer(3n * SOL)
// Beyond the window in which buyers count as the launch's.
for (let slot = 0; slot < 4; slot++) chain.advanceSlot(2_000)

const served = await serveChain(chain)
const servers: OpenServer[] = []
after(async () => {
  for (const server of servers) await server.stop()
  await served.close()
})

/** What a server without anything in its caches says. */
async function told() {
  const server = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: served.url })
  servers.push(server)
  const { pairs } = pairsOf(await server.post('/api/v2/tokens/pairs-batch', { mints: [MINT.address] }))
  const record = intelOf(await server.get(`/api/v2/tokens/${MINT.address}/intel`))
  const { layers } = scanOf(await server.get(`/api/v2/tokens/${MINT.address}/deepscan`))
  const lp = layers.lplock.checks.find(({ id }: { id: string }) => id === 'lp_unlocked')
  const noPool = layers.liquidity.checks.find(({ id }: { id: string }) => id === 'no_pool')
  const sold = layers.honeypot.checks.find(({ id }: { id: string }) => id === 'sell_proven')
  return { pair: pairs[MINT.address], record, lp, noPool, sold }
}

test('on its curve: launched by its creator on bonk, on_curve, the reserves kept by program', async () => {
  const { pair, record, lp, noPool, sold } = await told()
  assert.deepEqual([pair.dexId, pair.pairAddress], ['bonk', CURVE])
  const { launch, metadata, flags } = record
  assert.deepEqual([launch.dex, metadata.deployer, flags.includes('on_curve')], ['bonk', ALICE.address, true])
  assert.deepEqual([launch.buyers, launch.complete], [1, true])
  assert.match(lp.detail, /the bonk curve keeps its reserves by program/)
  assert.deepEqual([noPool.ok, sold.ok], [true, true])
  assert.match(noPool.detail, /^1 tradeable pool on chain/)
  assert(Math.abs(pair.liquidity.quote - 2.96) < 0.1, `${pair.liquidity.quote}`)
})

test('graduated: the pool is Raydium’s, its LP tokens are burned, and the launch is still the curve’s', async () => {
  buyer(99n * SOL)
  const graduation = graduateOnBonk(chain, MINT.address)!
  chain.advanceSlot(2_000)
  const { blockhash } = chain.latestBlockhash('processed')
  const message = compileLegacyMessage({ payer: graduation.payer, blockhash, instructions: graduation.instructions })
  const wire = joinSignatures(message, [new Uint8Array(64)])
  assert(chain.send(wire, { skipPreflight: true, trustUnsigned: true }).ok)
  const next = { address: graduation.pool, baseMint: MINT.address, quoteMint: NATIVE_MINT }
  chain.advanceSlot(2_000)
  run(chain, [...cpmmTrades.trade(chain, { pool: next, wallet: BOB.address, side: 'buy', amountRaw: SOL })!], BOB)

  const { pair, record, lp, noPool, sold } = await told()
  assert.deepEqual([pair.dexId, pair.pairAddress], ['raydium_cpmm', graduation.pool])
  const { launch, metadata, flags } = record
  assert.deepEqual([launch.dex, metadata.deployer], ['bonk', ALICE.address])
  assert.deepEqual([flags.includes('graduated'), flags.includes('on_curve')], [true, false])
  assert.match(noPool.detail, /^1 tradeable pool on chain/)
  assert.deepEqual([lp.ok, lp.severity], [true, 'high'])
  assert.match(lp.detail, new RegExp(`^100 % of the LP tokens of ${graduation.pool} are burned`))
  assert.equal(sold.ok, true)
})
