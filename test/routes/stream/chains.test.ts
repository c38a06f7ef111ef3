import assert from 'node:assert/strict'
import { test } from 'node:test'
import { successOf } from '../../support/reply-check.ts'
import { tapeServers } from '../../support/tape-servers.ts'

const success = successOf('GET /api/v2/stream/chains')
const servers = tapeServers()
const chains = async (server = servers.following) => success(await server.get('/api/v2/stream/chains', { key: null }))

test('without a key: Solana is served, a few seconds behind, and its cursors are those of the trade route', async () => {
  const { count, chains: rows, generatedAt } = await chains()
  assert.deepEqual([count, rows.length], [1, 1])
  const [row] = rows
  assert.deepEqual([row.chain, row.name, row.serving, row.reason, row.lost], ['solana', 'Solana', true, null, []])
  assert(row.lagMs >= 0 && row.lagMs <= 60_000)
  assert(row.windowSecs > 2 * 86_400)
  assert.equal(row.coverage.to, generatedAt - row.lagMs)
  assert(row.coverage.fromBlock < row.coverage.toBlock && row.coverage.from < row.coverage.to)
  const { tape } = servers.following.ctx.store
  assert.equal(tape.checkCursor(row.headCursor).status, 'ok')
  assert.equal(tape.checkCursor(row.tailCursor).status, 'ok')
})

test('how the swaps of the last hour were read: shares of all their volume, of which a fraction is decoded', async () => {
  const [row] = (await chains()).chains
  const { swaps } = row
  assert(swaps.from >= row.coverage.to - 3_660_000 && swaps.to <= row.coverage.to && swaps.blocks > 0)
  assert(swaps.named.trades > 0 && swaps.named.volumeUSD > 0)
  const kinds = [swaps.named, swaps.generic, swaps.unknown, swaps.undecoded]
  assert(Math.abs(kinds.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-9)
  assert(Math.abs(swaps.decodedShare - (1 - swaps.undecoded.share)) < 1e-9)
  assert(swaps.decodedShare > 0.95, `${swaps.decodedShare} of the sandbox's volume`)
})

test('a server with a node that has read nothing yet follows and says so; others list nothing', async () => {
  const [row] = (await chains(servers.waiting)).chains
  assert.deepEqual(
    [row.serving, row.reason, row.coverage, row.swaps],
    [false, 'no block has been read yet', null, null],
  )
  for (const server of [servers.provider, servers.bare]) assert.deepEqual((await chains(server)).chains, [])
})
