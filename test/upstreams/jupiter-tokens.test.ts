import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { TokenFacts } from '../../src/upstreams/capabilities.ts'
import { createJupiterTokens } from '../../src/upstreams/jupiter-tokens.ts'
import { isSolanaAddress } from '../../src/upstreams/solana-address.ts'
import { type LocalServer, sendJson, startLocalServer } from '../support/local-server.ts'
import { noRecordings, recorded } from '../support/recorded.ts'
import { recordedOf } from '../support/recorded-kinds.ts'
import { addressOf } from '../support/tape-facts.ts'
import { testClient } from '../support/test-client.ts'

const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))

async function tokensOver(answer: (query: string) => unknown) {
  const asked: string[] = []
  const server = await startLocalServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    assert.equal(pathname, '/tokens/v2/search')
    asked.push(searchParams.get('query')!)
    sendJson(response, answer(asked.at(-1)!))
  })
  servers.push(server)
  return { tokens: createJupiterTokens(testClient(server.url).client), asked }
}

for (const path of recordedOf('jupiterTokens')) {
  test(`${path} comes through as it is, and what was trimmed from it is unknown`, { skip: noRecordings }, async () => {
    const rows: Record<string, unknown>[] = recorded(path)
    const { tokens } = await tokensOver(() => rows)
    const byMints = await tokens.tokensByMints(rows.map(({ id }) => String(id)))
    const byText = await tokens.searchTokens('x')
    assert(byMints.ok && byText.ok)
    assert.equal(byText.value.length, rows.length)
    for (const [at, row] of rows.entries()) {
      const facts: TokenFacts = byText.value[at]!
      assert.deepEqual(byMints.value.get(String(row['id'])), facts)
      const says = (name: string): unknown => (name in row ? row[name] : null)
      assert.equal(facts.mint, row['id'])
      assert.equal(facts.symbol, row['symbol'])
      assert.equal(facts.name, says('name') ?? '')
      assert.equal(facts.decimals, says('decimals'))
      assert.equal(facts.holders, says('holderCount'))
      assert.equal(facts.isVerified, says('isVerified'))
      assert.equal(facts.launchpad, says('launchpad'))
      assert.equal(facts.imageUrl, says('icon'))
      assert.equal(facts.tokenProgram, says('tokenProgram'))
      assert.equal(facts.deployer, says('dev'))
      assert.equal(facts.totalSupply, says('totalSupply'))
      assert.equal(facts.circulatingSupply, says('circSupply'))
      assert.equal(facts.priceUsd, says('usdPrice'))
      assert.equal(facts.marketCapUsd, says('mcap'))
      assert.equal(facts.fdvUsd, says('fdv'))
      assert.equal(facts.liquidityUsd, says('liquidity'))
      assert.equal(facts.createdAtMs, null)
      assert.equal(facts.graduatedAtMs, null)
      assert.equal(facts.volume24hUsd, null)
      assert.equal(facts.priceChange24hPct, null)
      assert.deepEqual([facts.websites, facts.socials], [[], []])
    }
  })
}

const MINT = addressOf('mint')
const PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const DEV = addressOf('dev')
const FULL = {
  id: MINT,
  name: 'Name',
  symbol: 'SYM',
  icon: 'ipfs://image',
  decimals: 6,
  tokenProgram: PROGRAM,
  createdAt: '2024-06-07T10:56:42.584Z',
  twitter: 'https://x.com/a',
  discord: null,
  tiktok: 'not a link',
  website: 'https://site.example',
  otherUrl: 'https://other.example',
  dev: DEV,
  circSupply: 10.5,
  totalSupply: 20,
  launchpad: 'pump.fun',
  graduatedAt: '2024-06-08T00:00:00Z',
  holderCount: 3,
  fdv: 4,
  mcap: 5,
  usdPrice: 6,
  liquidity: 7,
  stats24h: { priceChange: -8.27, buyVolume: 100, sellVolume: 23 },
  isVerified: false,
}

/** Another address that a search without case takes for the same. */
function sameButForCase(address: string): string {
  for (let at = 0; at < address.length; at++) {
    const letter = address[at]!
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
    const changed = `${address.slice(0, at)}${other}${address.slice(at + 1)}`
    if (other !== letter && isSolanaAddress(changed)) return changed
  }
  throw new Error(`${address} has no letter of two cases`)
}

/** Of 44 letters. */
function longAddress(n: number): string {
  for (let at = 0; ; at++) {
    const address = addressOf(`${n} ${at}`)
    if (address.length === 44) return address
  }
}

test('a whole row is read in our units', async () => {
  const { tokens } = await tokensOver(() => [FULL])
  const found = await tokens.tokensByMints([MINT])
  assert.deepEqual(found.ok && found.value.get(MINT), {
    mint: MINT,
    name: 'Name',
    symbol: 'SYM',
    decimals: 6,
    imageUrl: 'ipfs://image',
    tokenProgram: PROGRAM,
    deployer: DEV,
    createdAtMs: 1_717_757_802_584,
    launchpad: 'pump.fun',
    graduatedAtMs: 1_717_804_800_000,
    holders: 3,
    totalSupply: 20,
    circulatingSupply: 10.5,
    priceUsd: 6,
    marketCapUsd: 5,
    fdvUsd: 4,
    liquidityUsd: 7,
    volume24hUsd: 123,
    priceChange24hPct: -8.27,
    websites: [
      { label: 'Website', url: 'https://site.example' },
      { label: 'Other', url: 'https://other.example' },
    ],
    socials: [{ type: 'twitter', url: 'https://x.com/a' }],
    isVerified: false,
  })
})

test('only mints that were asked for come back, exactly as they are written', async () => {
  const otherCase = sameButForCase(MINT)
  const { tokens } = await tokensOver(() => [FULL, { ...FULL, id: otherCase }, { ...FULL, id: addressOf('other') }])
  const found = await tokens.tokensByMints([MINT, addressOf('missing')])
  assert.deepEqual(found.ok && [...found.value.keys()], [MINT])
})

test('so many mints travel together that the address stays under 4 KB', async () => {
  const { tokens, asked } = await tokensOver((query) => query.split(',').map((id) => ({ ...FULL, id })))
  const found = await tokens.tokensByMints(Array.from({ length: 150 }, (_, n) => longAddress(n)))
  assert.deepEqual(
    asked.map((query) => query.split(',').length),
    [70, 70, 10],
  )
  for (const query of asked) assert(encodeURIComponent(query).length < 3_500)
  assert.equal(found.ok && found.value.size, 150)
})

test('a comma in search text does not make it a list of mints', async () => {
  const { tokens, asked } = await tokensOver(() => [])
  const found = await tokens.searchTokens('a,b')
  assert.deepEqual([found.ok && found.value, asked], [[], ['a b']])
})

test('a row of another shape is left out, another reply is a failure', async () => {
  const some = await (await tokensOver(() => [{ id: 5 }, FULL])).tokens.searchTokens('x')
  assert.equal(some.ok && some.value.length, 1)
  for (const reply of [{ error: 'x' }, [{ id: 5 }], null]) {
    const none = await (await tokensOver(() => reply)).tokens.searchTokens('x')
    assert.equal(none.ok ? '' : none.code, 'upstream_failed')
  }
})
