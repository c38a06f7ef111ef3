import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { WHALES } from '../../../src/config/labels.ts'
import type { FeaturedReply, LeaderboardReply } from '../../../src/contract/whales.ts'
import { valueFeatured } from '../../../src/services/whales/value-featured.ts'
import type { LocalServer } from '../../support/local-server.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { bytesOfAddress, type PlantedAccount, plantedNode } from '../../support/planted-node.ts'
import { publishedTokens, strangerAddress } from '../../support/published-tokens.ts'
import { successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

/** A node in front of the sandbox shows accounts of wallets that a pack calls traders: whoever mints a token, and gives it
 *  a small pool, may send any number of it to anyone. */

const featured = successOf('GET /api/v2/whales/featured')
const ranked = successOf('GET /api/v2/leaderboard/featured')
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const MINTS_AT_ONCE = 4
const folder = mkdtempSync(join(tmpdir(), 'mintglass-thin-'))
const [creator, saver] = [strangerAddress(9_101), strangerAddress(9_102)]
const planted = new Map<string, PlantedAccount>()
let sandbox: StartedSandbox
let node: LocalServer
let server: OpenServer

before(async () => {
  sandbox = await sharedSandbox()
  const rows = [`${creator},trader,Creator,1`, `${saver},trader,Saver,1`]
  writeFileSync(join(folder, 'own.csv'), ['wallet,category,label,featured', ...rows].join('\n'))
  node = await plantedNode(sandbox.urls['rpc']!, planted)
  server = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node.url, LABEL_PACKS_DIR: folder })
})
after(async () => {
  await server?.stop()
  await node?.close()
  await sandbox?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function hold(wallet: string, mint: string, amountRaw: bigint): void {
  const bytes = Buffer.alloc(165)
  bytes.set(bytesOfAddress(mint), 0)
  bytes.set(bytesOfAddress(wallet), 32)
  bytes.writeBigUInt64LE(amountRaw, 64)
  bytes[108] = 1
  planted.set(strangerAddress(9_110 + planted.size), { owner: TOKEN_PROGRAM, bytes })
}

/** A token of a pool that is deep enough for its price to count. A few are asked for at a time: each is a search. */
async function tokenOfSmallPool(): Promise<string> {
  const mints = (await publishedTokens(sandbox)).filter(({ dex }) => dex === 'orca').map(({ mint }) => mint)
  for (let at = 0; at < mints.length; at += MINTS_AT_ONCE) {
    const reply = await server.post('/api/v2/tokens/prices', { mints: mints.slice(at, at + MINTS_AT_ONCE) })
    assert.equal(reply.status, 200, reply.text)
    const { prices } = reply.json as { prices: Record<string, { mint: string; liquidityUsd: number | null }> }
    const found = Object.values(prices).find(
      ({ liquidityUsd }) => (liquidityUsd ?? 0) > WHALES.leastLiquidityUsd && liquidityUsd! < 1_000_000,
    )
    if (found !== undefined) return found.mint
  }
  throw new Error('the world has no such pool')
}

async function valued() {
  for (let run = 0; run < 80; run++) await valueFeatured(server.ctx)
  server.clock.push(121_000)
  const list = featured(await server.get('/api/v2/whales/featured?category=trader')) as FeaturedReply
  const board = ranked(await server.get('/api/v2/leaderboard/featured?category=trader')) as LeaderboardReply
  return { list, board, of: (wallet: string) => list.whales.find((one) => one.wallet === wallet)! }
}

test('a wallet with more of a token than its pool could pay is worth its dollars, and ranks by them', async () => {
  hold(creator, await tokenOfSmallPool(), 10n ** 18n)
  hold(creator, USDC, 100_000_000n)
  hold(saver, USDC, 10n ** 15n)
  const { list, board, of } = await valued()
  const { netWorthUSD, assetCount, pricedAssets, thinAssets, topAssets } = of(creator)
  assert.deepEqual([netWorthUSD, assetCount, pricedAssets, thinAssets], [100, 2, 1, 1])
  assert.deepEqual(
    topAssets.map(({ valueUSD }) => valueUSD),
    [100],
  )
  // Dollars beyond any one pool of theirs count.
  assert.deepEqual([of(saver).netWorthUSD, of(saver).thinAssets], [1e9, undefined])
  assert.deepEqual(
    board.leaders.map(({ wallet, totalValue }) => [wallet, totalValue]),
    [
      [saver, 1e9],
      [creator, 100],
    ],
  )
  const says = ['1 holding worth more than there is in its pool']
  assert.deepEqual([list.missing, board.missing], [says, says])
})
