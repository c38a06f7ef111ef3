import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { tokenAccountsOf } from '../../../src/services/trade-plan/token-accounts.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { type LocalServer, startLocalServer } from '../../support/local-server.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { openTradeLab, type TradeLab, traded } from './trade-lab.ts'

/* A node that lies about a balance in one reply: what a part of the tokens is, is held against what lies there when the
 * sale is executed. */

const KEY = 'rt_test_seller'
const HELD = 1_000_000_000n

type Reply = { id: unknown; result?: { context: { slot: number }; value: ({ data: [string, string] } | null)[] } }

let lab: TradeLab
let node: LocalServer
let server: OpenServer
/** Changes the next reply that shows the account, and no other. */
let lie: { readonly account: string; readonly tell: (reply: Reply, at: number) => void } | null = null
let lies = 0
const keys = mkdtempSync(join(tmpdir(), 'mintglass-lying-'))

before(async () => {
  lab = await openTradeLab()
  const url = lab.sandbox.urls['rpc']!
  node = await startLocalServer(async ({ body }, response) => {
    const told = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const [asked, replies] = [JSON.parse(body), (await told.json()) as Reply | Reply[]]
    for (const { id, method, params } of [asked].flat()) {
      const at = method === 'getMultipleAccounts' && lie !== null ? params[0].indexOf(lie.account) : -1
      if (at < 0) continue
      lie!.tell([replies].flat().find((one) => one.id === id)!, at)
      lie = null
      lies++
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(replies))
  })
  writeFileSync(join(keys, 'wallet.key'), 'ab'.repeat(32), { mode: 0o600 })
  server = await openServer({
    MINTGLASS_MODE: 'live',
    SOLANA_RPC_URL: node.url,
    WALLET_KEY_FILE: join(keys, 'wallet.key'),
  })
  server.ctx.store.apiKeys.addVolatile(KEY, {
    label: KEY,
    tier: 'enterprise',
    scopes: ['read', 'trade', 'wallet'],
    limitPer10s: 1_000_000,
  })
})
after(async () => {
  await server?.stop()
  await node?.close()
  await lab?.stop()
  rmSync(keys, { recursive: true, force: true })
})

const post = (path: string, body: object, userRef: string): Promise<ApiReply> =>
  server.post(path, body, { key: null, headers: { Authorization: `Bearer ${KEY}`, 'X-User-Ref': userRef } })

const balanceOf = (raw: bigint) => (reply: Reply, at: number) => {
  const shown = reply.result!.value[at]!
  const data = Buffer.from(shown.data[0], 'base64')
  data.writeBigUInt64LE(raw, 64)
  shown.data[0] = data.toString('base64')
}
const slotOf = (slot: number) => (reply: Reply) => {
  reply.result!.context.slot = slot
}

test('two sales of a half sell a half and then a half of the rest, whatever a node says of the balance once', async () => {
  const { mint } = lab.coins.get('raydium_cpmm')!
  const kinds = {
    doubled: balanceOf(HELD * 2n),
    huge: balanceOf(2n ** 64n - 1n),
    'of no slot': slotOf(-5),
    'of a slot far ahead': slotOf(1e15),
    old: slotOf(1),
  }
  for (const [name, tell] of Object.entries(kinds))
    for (const extra of [{}, { manifest: false }]) {
      const userRef = `${name.replaceAll(' ', '-')}-${JSON.stringify(extra).length}`
      const made = await post('/v1/wallets', { user_ref: userRef }, userRef)
      const { address } = made.json.wallet
      await lab.sandbox.control('POST', '/airdrop', { address, lamports: 1_000_000_000 })
      await lab.giveTokens(address, mint, HELD)
      const account = tokenAccountsOf(address, mint, TOKEN_PROGRAM).standard
      let left = HELD
      for (const part of [1, 2]) {
        lie = { account, tell }
        const sell = () => post('/v1/trade/sell', { mint, percent: 50, ...extra }, userRef)
        let reply = await sell()
        // Refused is as good, where nothing was sold: without the lie it goes through.
        if (reply.status !== 200) {
          assert.equal((await lab.holdings(address)).tokens(mint), left, reply.text)
          server.clock.push(5_000)
          reply = await sell()
        }
        assert.equal(BigInt(traded('sell', reply).amount_spent), left / 2n, `${name}, sale ${part}`)
        left -= left / 2n
        const held = (await lab.holdings(address)).tokens(mint)
        assert.equal(held, left, name)
        server.clock.push(5_000)
      }
    }
  assert(lies >= 15, 'it did lie')
})
