import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { nodeOptions } from '../support/inherited-env.ts'
import { SHORT_PAST, type StartedServer, startServer } from '../support/start-server.ts'

const PLANT = new URL('../fixtures/faults/plant.mjs', import.meta.url).href
/** What systemd and a client notice; the death itself takes some milliseconds. */
const GONE_WITHIN_MS = 2_000

let server: StartedServer
before(async () => {
  server = await startServer({ env: { ...SHORT_PAST, NODE_OPTIONS: nodeOptions(`--import ${PLANT}`) } })
})
after(() => server.stop())

/** Requests that keep the loop, the compute threads and the store at work. */
function load(): { stop(): Promise<void> } {
  let isOver = false
  const one = async (path: string): Promise<void> => {
    while (!isOver)
      await server.get(path).catch(() => {
        isOver = true
      })
  }
  const paths = ['/health', '/api/v2/tokens/trending', '/api/v2/account/usage', '/nothing']
  const running = Promise.all(Array.from({ length: 32 }, (_, at) => one(paths[at % paths.length]!)))
  return {
    async stop() {
      isOver = true
      await running
    },
  }
}

test('a rejection that no one handles is logged and counted, and the server goes on', async () => {
  process.kill(server.pid, 'SIGUSR2')
  const line = await server.logged(({ work }) => work === 'promise')
  assert.equal(line['level'], 50)
  assert.match(JSON.stringify(line['err']), /planted rejection/)
  assert.equal((await server.get('/health')).status, 200)
  const metrics = await (await fetch(`${server.internalUrl}/metrics`)).text()
  assert.match(metrics, /mintglass_background_failures_total\{work="promise"\} 1/)
})

test('an error that no one caught ends a server under load at once, with its reason on standard error', async () => {
  const busy = load()
  await new Promise((resolve) => setTimeout(resolve, 500))
  const sentMs = performance.now()
  process.kill(server.pid, 'SIGHUP')
  const { code, signal } = await server.exit
  const tookMs = performance.now() - sentMs
  await busy.stop()
  // Ended by a signal: no clean exit to systemd, whose Restart= starts it again.
  assert.ok(code !== 0, `exit ${code}`)
  assert.equal(signal, 'SIGKILL')
  assert.ok(tookMs < GONE_WITHIN_MS, `took ${Math.round(tookMs)} ms`)
  const last = server.log.findLast(({ msg }) => msg === 'uncaught error: the process ends')
  assert.equal(last?.['level'], 60)
  assert.match(JSON.stringify(last['err']), /planted throw/)
})
