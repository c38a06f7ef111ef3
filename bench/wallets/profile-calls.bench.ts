import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { activeWallets } from '../../test/support/sandbox-wallets.ts'
import { startSandbox } from '../../test/support/start-sandbox.ts'
import { type StartedServer, startServer } from '../../test/support/start-server.ts'
import { startCountingNode } from '../engines/counting-node.ts'
import {
  type Case,
  cpuPerRequest,
  type Goal,
  interleave,
  medianOf,
  printMeasured,
  reportGoals,
  type ServerProcess,
} from '../harness.ts'

/** What a deep profile costs the node, asked of a server that has never seen the wallet, and what a kept one costs the
 *  server beside other kept answers: `npm run bench -- wallets`, or this file with `--wallets 12 --rounds 7`. Calls are
 *  counted by a proxy in front of the node, those inside arrays too. */
const { values } = parseArgs({
  options: {
    wallets: { type: 'string', default: '12' },
    rounds: { type: 'string', default: '7' },
    requests: { type: 'string', default: '3000' },
  },
})
/** Beside one call for each transaction. */
const MORE_CALLS = 25
const CONNECTIONS = 16
/** What a server asks in the background. */
const BACKGROUND: ReadonlySet<string> = new Set([
  'getSlot',
  'getHealth',
  'getGenesisHash',
  'getLatestBlockhash',
  'getBlockHeight',
])
/** The kernel counts in hundredths of a second. */
const TICK_US = 10_000

const sandbox = await startSandbox({ SANDBOX_AGENTS: '0' })
const node = await startCountingNode(sandbox.urls['rpc']!)
const server = await startServer({
  env: {
    MINTGLASS_MODE: 'live',
    SOLANA_RPC_URL: node.url,
    MINTGLASS_RATE_LIMIT_PER_10S: '1000000',
    // What follows the chain asks the node as well.
    INGEST_MODE: 'off',
  },
})
const goals: Goal[] = []
try {
  await sandbox.control('POST', '/slots/pause')
  const wallets = (await activeWallets(sandbox, Number(values.wallets))).map(({ wallet }) => wallet)
  goals.push(...(await countCalls(wallets)), ...(await weighWarm(wallets[0]!)))
} finally {
  await server.stop()
  await node.close()
  await sandbox.stop()
}
reportGoals('wallets', goals)

async function countCalls(wallets: readonly string[]): Promise<readonly Goal[]> {
  const rows: { transactions: number; calls: number; more: number; warm: number }[] = []
  for (const wallet of wallets) {
    const path = `/api/v2/wallets/${wallet}/profile?depth=deep`
    node.take()
    const { json } = await server.get(path)
    const cold = node.take().filter(({ method }) => !BACKGROUND.has(method))
    await server.get(path)
    const warm = node.take().filter(({ method }) => !BACKGROUND.has(method))
    const transactions: number = json.scanned
    rows.push({ transactions, calls: cold.length, more: cold.length - transactions, warm: warm.length })
  }
  console.table(rows)
  const most = Math.max(...rows.map(({ more }) => more))
  const warm = Math.max(...rows.map((row) => row.warm))
  return [
    {
      what: `deep profile cold: most node calls beside its transactions, of ${MORE_CALLS} (25 / got)`,
      got: MORE_CALLS / most,
      reach: 1,
      aim: 1,
    },
    { what: 'deep profile warm: most node calls', got: warm, reach: null, aim: null },
  ]
}

async function weighWarm(wallet: string): Promise<readonly Goal[]> {
  const routes = ['profile?depth=deep', 'portfolio', 'tx-stats', 'transfers?limit=10'].map((name) => ({
    name,
    path: `/api/v2/wallets/${wallet}/${name}`,
  }))
  const cases: Case[] = []
  for (const { name, path } of routes) {
    const { status, text } = await server.get(path)
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
    const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${server.key}\r\n\r\n`
    const load = { requests: Number(values.requests), connections: CONNECTIONS, request }
    cases.push({
      name: `${name} of ${Buffer.byteLength(text)} bytes`,
      measure: () => cpuPerRequest(asProcess(server), load),
    })
  }
  const measured = await interleave(cases, Number(values.rounds))
  printMeasured('kept answers', measured)
  return cases.map(({ name }) => ({
    what: `warm ${name}: us CPU a request`,
    got: medianOf(measured, name),
    reach: null,
    aim: null,
  }))
}

function asProcess({ url, pid }: StartedServer): ServerProcess {
  return {
    port: Number(new URL(url).port),
    async cpuUs() {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      return (Number(fields[11]) + Number(fields[12])) * TICK_US
    },
    async stop() {},
  }
}
