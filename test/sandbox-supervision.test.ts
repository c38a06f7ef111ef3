// second run: waits for a sandbox that was killed to be up again

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { ApiReply } from './support/api-client.ts'
import { startSandbox } from './support/start-sandbox.ts'
import { type LogLine, SHORT_PAST, type StartedServer, startServer } from './support/start-server.ts'
import { until } from './support/until.ts'

/** The embedded world dies under a running server. */

const ENTERPRISE = 'rt_sandbox_enterprise'
const LOOK_EVERY_MS = 200
const RECOVERY_LOOKS = 300
const isNewWorld = ({ msg }: LogLine) => msg?.startsWith('the sandbox has a new world') ?? false

/** Processes whose parent is `pid`, from the second field after the name in /proc/<pid>/stat. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === pid)
    .map(Number)
}

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch (error) {
    // It ended between the listing and now.
    assert(['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? ''))
    return null
  }
}

/** Where the upstreams are, without the name of the world that the control port's path ends in. */
function placesOf({ upstreams }: { upstreams: Record<string, string> }): Record<string, string> {
  return { ...upstreams, control: new URL(upstreams['control']!).origin }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))

/** Every route that needs the world. */
function askAll(server: StartedServer, mints: readonly string[]): Promise<ApiReply[]> {
  const body = { mints }
  return Promise.all([
    server.post('/api/v2/tokens/metadata', body),
    server.post('/api/v2/tokens/prices', body),
    server.post('/api/v2/tokens/pairs-batch', body),
    server.get('/api/v2/tokens/trending'),
    server.get('/api/v2/tokens/trending/raw'),
    server.get(`/api/v2/tokens/search?q=${mints[0]}`),
    server.get(`/api/v2/tokens/${mints[0]}/intel`),
    server.get('/api/v2/market/sol-price'),
    server.post('/api/v2/rpc', { jsonrpc: '2.0', id: 1, method: 'getHealth' }),
    server.get('/api/v2/stats'),
    server.get('/api/sandbox'),
    server.get('/health'),
  ])
}

test('kill -9 of the sandbox: it comes back on the same ports with a new world, and the server lives through it', {
  skip: process.platform === 'linux' ? false : 'finds the child through /proc',
}, async () => {
  const server = await startServer({ env: { ...SHORT_PAST, SANDBOX_AGENTS: '0' } })
  try {
    const old = (await server.get('/api/sandbox')).json
    const mints: string[] = old.tokens.map(({ mint }: { mint: string }) => mint)
    const known = mints[0]!
    for (const reply of await askAll(server, [known])) assert.equal(reply.status, 200)
    const [child, ...others] = childrenOf(server.pid)
    assert(child !== undefined && others.length === 0, 'the sandbox is the only child')

    const linesBefore = server.log.length
    process.kill(child, 'SIGKILL')
    const died = await server.logged(({ msg }) => msg === 'child process died, starting it again', linesBefore)
    assert.equal(died['reason'], 'SIGKILL')
    const seen = new Set<number>()
    let rounds = 0
    while (!server.log.slice(linesBefore).some(({ msg }) => msg === 'child process runs again')) {
      // Other mints each time, so that nothing comes from memory.
      rounds++
      for (const { status, json } of await askAll(server, mints.slice(rounds % mints.length).slice(0, 3))) {
        assert([200, 502, 503].includes(status), `${status} ${JSON.stringify(json)}`)
        assert.equal(typeof json.success, 'boolean')
        seen.add(status)
      }
      // Pages that need no key have a limit by address.
      await pause()
    }
    assert(rounds > 0 && seen.has(502), 'it was asked while the world was away')
    const { time } = await server.logged(isNewWorld, linesBefore)

    const anew = (await server.get('/api/sandbox')).json
    assert.equal(anew.restarts, 1)
    assert.deepEqual(placesOf(anew), placesOf(old), 'the same ports')
    assert.notEqual(anew.upstreams.control, old.upstreams.control, 'commands name the world they are for')
    assert.notEqual(anew.genesisHash, old.genesisHash)
    await recovered(server, mints)
    for (const path of [`/api/v2/tokens/${known}/intel`, '/api/v2/tokens/trending', '/api/v2/tokens/trending/raw'])
      assert((await server.get(path)).json.generatedAt >= Date.parse(String(time)), `${path} is of the new world`)
    const hash = await server.post('/api/v2/rpc', { jsonrpc: '2.0', id: 1, method: 'getGenesisHash' })
    assert.equal(hash.json.result, anew.genesisHash)
    const userRefs = await fundedUsers(server)
    assert.deepEqual(userRefs, old.userRefs, 'custodial wallets outlive the world')
    for (const { userRef, address } of userRefs) {
      const balance = { jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] }
      assert((await server.post('/api/v2/rpc', balance)).json.result.value > 0, `${userRef} has money again`)
    }
    assert.equal((await server.get('/api/v2/stats', { key: ENTERPRISE })).status, 200, 'published keys stay')
    assert((await server.get('/api/v2/stats')).json.summary.calls > 10, 'and so do made ones, with their usage')
    assert.deepEqual(
      server.log.filter(({ level }) => Number(level) >= 50).map(({ msg }) => msg),
      ['child process died, starting it again'],
      'nothing else went wrong',
    )
  } finally {
    const left = childrenOf(server.pid)
    await server.stop()
    for (const pid of left) assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' }, 'it ends with its server')
  }
})

/** Waits until every provider is asked again: a breaker rests a while after many failures. */
/** The users that the new world has funded again. */
async function fundedUsers(server: StartedServer): Promise<readonly { userRef: string; address: string }[]> {
  let funded: readonly { userRef: string; address: string }[] = []
  await until(
    async () => {
      funded = (await server.get('/api/sandbox')).json.userRefs
      return funded.length > 0
    },
    'users are funded',
    250,
  )
  return funded
}

async function recovered(server: StartedServer, mints: readonly string[]): Promise<void> {
  for (let look = 0; look < RECOVERY_LOOKS; look++) {
    const replies = await askAll(server, mints.slice(look % 20).slice(0, 2))
    const isWhole = replies.every(({ status }) => status === 200)
    if (isWhole && replies[6]!.json.market?.source !== 'chain' && replies[7]!.json.source !== 'fallback') return
    await pause()
  }
  assert.fail('the server did not recover')
}

test('a sandbox that runs on its own and is started again: the server finds out and forgets the old world', async () => {
  const first = await startSandbox()
  const { port } = new URL(first.urls['rpc']!)
  let second: Awaited<ReturnType<typeof startSandbox>> | undefined
  const server = await startServer({ env: { ...SHORT_PAST, SANDBOX_URL: first.urls['rpc']! }, key: ENTERPRISE })
  try {
    const path = `/api/v2/tokens/${(await server.get('/api/sandbox')).json.tokens[0].mint}/intel`
    const { generatedAt } = (await server.get(path)).json
    const lines = server.log.length
    await first.stop()
    second = await startSandbox({ SANDBOX_PORT: port })
    assert.equal((await server.logged(isNewWorld, lines))['genesisHash'], second.genesisHash)
    assert((await server.get(path)).json.generatedAt > generatedAt, 'nothing of the old world is served')
    assert.equal((await server.get('/api/sandbox')).json.genesisHash, second.genesisHash)
  } finally {
    await server.stop()
    await first.stop()
    await second?.stop()
  }
})
