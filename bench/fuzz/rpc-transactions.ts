import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  compileLegacyMessage,
  compileV0Message,
  compileV1Message,
  signMessage,
} from '../../src/chain/solana/compile-message.ts'
import * as make from '../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromSecretKey } from '../../src/chain/solana/keypair.ts'
import { decodeBase58, encodeBase58 } from '../../src/hot-paths/base58.ts'
import { type StartedSandbox, startSandbox } from '../../test/support/start-sandbox.ts'
import { createDraw, type Draw } from './draw.ts'
import { mutateWire, signAnew, withBlockhash } from './mutate-wire.ts'

/* Sends mutated transactions through the RPC socket of a whole sandbox while its agents trade: `node
 * bench/fuzz/rpc-transactions.ts [--count 60000] [--seed 1]`. They are mutations of what its own blocks hold, trades on
 * the emulated programs among them, and of new transfers of all three versions, signed with the wallets' published
 * keys. Ends with 1 when an answer was missing, an error was internal, or the sandbox is not the one that was
 * started. */

const DEFAULT_COUNT = 60_000
const BATCH = 10
const CONCURRENT = 4
/** Blocks move on: what the mutations start from is read again. */
const REFRESH_EVERY = 1_000
const CORPUS_SLOTS = 60
const KEPT = 5

export type RpcTransactionsReport = {
  readonly sent: number
  /** By method: `result`, `err` of a simulation, or an error code. */
  readonly outcomes: Readonly<Record<string, number>>
  readonly lost: readonly string[]
  readonly internalErrors: readonly string[]
  readonly isHealthy: boolean
  readonly isSameWorld: boolean
}

type Corpus = { readonly wires: readonly Uint8Array[]; readonly blockhash: string }
type Answer = {
  readonly id: number
  readonly error?: { code: number }
  readonly result?: { value?: { err?: unknown } }
}
type Call = { readonly method: string; readonly params: readonly unknown[] }

/** Starts a sandbox, sends `count` mutated transactions and stops it. */
export async function fuzzRpcTransactions(options: { count: number; seed: number }): Promise<RpcTransactionsReport> {
  const sandbox = await startSandbox({ SANDBOX_AGENTS: '1' })
  try {
    return await run(sandbox, options)
  } finally {
    await sandbox.stop()
  }
}

async function run(
  sandbox: StartedSandbox,
  { count, seed }: { count: number; seed: number },
): Promise<RpcTransactionsReport> {
  const rpcUrl = sandbox.urls['rpc']!
  const draw = createDraw(seed)
  const keys = await readKeys(rpcUrl)
  const outcomes: Record<string, number> = {}
  const lost: string[] = []
  const internalErrors: string[] = []
  let corpus = await readCorpus(rpcUrl)
  let sent = 0

  const judge = (calls: readonly Call[], answers: readonly Answer[]): void => {
    calls.forEach((call, i) => {
      const answer = answers.find(({ id }) => id === i)
      if (answer === undefined) {
        if (lost.length < KEPT) lost.push(`no answer: ${JSON.stringify(call)}`)
        return
      }
      const failed = answer.error === undefined && answer.result?.value?.err != null
      const outcome = `${call.method} ${answer.error?.code ?? (failed ? 'err' : 'result')}`
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      if (answer.error?.code === -32603 && internalErrors.length < KEPT) internalErrors.push(JSON.stringify(call))
    })
  }
  const post = async (calls: readonly Call[]): Promise<void> => {
    try {
      judge(calls, (await request(rpcUrl, calls)) as Answer[])
    } catch (error) {
      if (lost.length < KEPT) lost.push(`${String(error)}: ${JSON.stringify(calls).slice(0, 20_000)}`)
    }
  }
  const lane = async (): Promise<void> => {
    while (sent < count && lost.length < KEPT) {
      const size = Math.min(BATCH, count - sent)
      const mustRead = Math.floor((sent + size) / REFRESH_EVERY) > Math.floor(sent / REFRESH_EVERY)
      sent += size
      if (mustRead) corpus = await readCorpus(rpcUrl)
      await post(Array.from({ length: size }, () => drawCall(draw, corpus, keys)))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT }, lane))
  const [health] = (await request(rpcUrl, [{ method: 'getHealth', params: [] }])) as { result?: unknown }[]
  const [genesis] = (await request(rpcUrl, [{ method: 'getGenesisHash', params: [] }])) as { result?: unknown }[]
  return {
    sent,
    outcomes,
    lost,
    internalErrors,
    isHealthy: health?.result === 'ok',
    isSameWorld: genesis?.result === sandbox.genesisHash,
  }
}

async function request(rpcUrl: string, calls: readonly Call[]): Promise<unknown> {
  const body = JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })))
  const reply = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  if (reply.status !== 200) throw new Error(`status ${reply.status}`)
  return reply.json()
}

/** The wallets whose keys the sandbox publishes. */
async function readKeys(rpcUrl: string): Promise<ReadonlyMap<string, Keypair>> {
  const { wallets } = (await (await fetch(`${rpcUrl}/info`)).json()) as { wallets: { secretKey: string | null }[] }
  const pairs = wallets.flatMap(({ secretKey }) =>
    secretKey === null ? [] : [keypairFromSecretKey(decodeBase58(secretKey)!)!],
  )
  return new Map(pairs.map((pair) => [pair.address, pair]))
}

async function readCorpus(rpcUrl: string): Promise<Corpus> {
  const ask = async (method: string, params: unknown[]): Promise<never> => {
    const [answer] = (await request(rpcUrl, [{ method, params }])) as { result?: never }[]
    return answer!.result!
  }
  const newest: number = await ask('getSlot', [{ commitment: 'confirmed' }])
  const { value }: { value: { blockhash: string } } = await ask('getLatestBlockhash', [{ commitment: 'processed' }])
  const slots: number[] = await ask('getBlocks', [newest - CORPUS_SLOTS, newest, { commitment: 'confirmed' }])
  const config = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 1, rewards: false }
  const wires: Uint8Array[] = []
  for (const slot of slots) {
    const block: { transactions: { transaction: [string] }[] } = await ask('getBlock', [slot, config])
    for (const { transaction } of block.transactions) wires.push(Buffer.from(transaction[0], 'base64'))
  }
  return { wires, blockhash: value.blockhash }
}

function drawCall(draw: Draw, { wires, blockhash }: Corpus, keys: ReadonlyMap<string, Keypair>): Call {
  const random = draw.below
  let wire = wires.length === 0 || draw.oneIn(3) ? compose(draw, blockhash, [...keys.values()]) : draw.pick(wires)
  if (!draw.oneIn(4)) wire = withBlockhash(wire, blockhash)
  for (let times = draw.below(4); times > 0; times--) wire = wire.length === 0 ? wire : mutateWire(wire, random)
  if (!draw.oneIn(4)) wire = signAnew(wire, keys)
  const encoding = draw.oneIn(8) ? 'base58' : 'base64'
  const text = encoding === 'base58' ? encodeBase58(wire) : Buffer.from(wire).toString('base64')
  if (draw.oneIn(2)) return { method: 'sendTransaction', params: [text, { encoding, skipPreflight: draw.oneIn(2) }] }
  const config = {
    encoding,
    sigVerify: draw.oneIn(6),
    replaceRecentBlockhash: !draw.oneIn(3),
    innerInstructions: draw.oneIn(2),
    ...(draw.oneIn(3)
      ? { accounts: { encoding: draw.pick(['base64', 'jsonParsed']), addresses: addressesOf(draw, keys) } }
      : {}),
  }
  return { method: 'simulateTransaction', params: [text, config] }
}

function addressesOf(draw: Draw, keys: ReadonlyMap<string, Keypair>): string[] {
  const all = [...keys.keys()]
  return Array.from({ length: draw.below(4) }, () => draw.pick(all))
}

/** A transfer or two between wallets, of any version. */
function compose(draw: Draw, blockhash: string, wallets: readonly Keypair[]): Uint8Array {
  const [from, to] = [draw.pick(wallets), draw.pick(wallets)]
  const lamports = BigInt(1 + draw.below(100_000))
  const choice = [
    make.transferLamports({ from: from.address, to: to.address, lamports }),
    make.setComputeUnitLimit(50_000 + draw.below(200_000)),
    make.memo(`fuzz ${draw.below(1_000)}`),
  ]
  const instructions = Array.from({ length: 1 + draw.below(3) }, () => draw.pick(choice))
  const input = { payer: from.address, blockhash, instructions }
  const message = draw.pick([
    () => compileLegacyMessage(input),
    () => compileV0Message(input),
    () => compileV1Message({ ...input, config: { computeUnitLimit: 200_000, loadedAccountsDataSizeLimit: 1 << 20 } }),
  ])()
  return signMessage(message, [from]).wire
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { count: { type: 'string', default: String(DEFAULT_COUNT) }, seed: { type: 'string', default: '1' } },
  })
  const report = await fuzzRpcTransactions({ count: Number(values.count), seed: Number(values.seed) })
  console.log(report)
  const { lost, internalErrors, isHealthy, isSameWorld } = report
  process.exitCode = isHealthy && isSameWorld && lost.length === 0 && internalErrors.length === 0 ? 0 : 1
}
