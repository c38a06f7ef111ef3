import assert from 'node:assert/strict'
import { text as readAll } from 'node:stream/consumers'
import { createSolanaChain } from '../chain/solana/chain.ts'
import { type Keypair, signBytes } from '../chain/solana/keypair.ts'
import type { SolanaRpc } from '../chain/solana/rpc.ts'
import { type Config, readConfig } from '../config/env.ts'
import { RELAY } from '../config/upstream-limits.ts'
import { encodeBase58 } from '../hot-paths/base58.ts'
import { parseWireTransaction } from '../hot-paths/wire-transaction.ts'
import { systemClock } from '../runtime/clock.ts'
import { createLogger } from '../runtime/log.ts'
import { createMetrics } from '../runtime/metrics.ts'
import { createOrigins } from '../runtime/origins.ts'
import { type Command, readArguments, UsageProblem } from './command.ts'
import { readSandbox, readWalletKey, WALLET_USAGE } from './wallet-key.ts'

const USAGE = `usage: sign-send <wallet or key file> [transaction] [--server <url>] [--rpc <url>] [--print]

${WALLET_USAGE}
  transaction  base64 of an unsigned or partly signed transaction; read from standard input when absent
  --server     the running server, asked for sandbox wallets and the sandbox's node (default http://HOST:PORT)
  --rpc        the node to send to (default: the sandbox's, or SOLANA_RPC_URL)
  --print      print the signed transaction instead of sending it`

const OPTIONS = {
  server: { type: 'string' },
  rpc: { type: 'string' },
  print: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const SEND_TIMEOUT_MS = 30_000
const CONFIRM_TRIES = 60
const CONFIRM_PAUSE_MS = 500

/** Signs what the service built, because curl cannot, sends it and waits until it is confirmed. */
export const signSend: Command = async (args) => {
  const { values, positionals } = readArguments(args, OPTIONS, USAGE)
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const [who, given, ...rest] = positionals
  if (who === undefined || rest.length > 0) throw new UsageProblem(USAGE)
  const config = readConfig()
  const sandbox = await readSandbox(config, values.server)
  const keypair = readWalletKey(who, sandbox)
  const encoded = (given === undefined || given === '-' ? await readAll(process.stdin) : given).trim()
  const signed = signWire(new Uint8Array(Buffer.from(encoded, 'base64')), keypair)
  if (values.print) {
    console.log(Buffer.from(signed).toString('base64'))
    return 0
  }
  const node = values.rpc ?? sandbox?.upstreams['rpc'] ?? config.providers.solanaRpc?.url
  if (node === undefined) throw new UsageProblem('no node: give --rpc or set SOLANA_RPC_URL')
  return withNode(config, node, (rpc) => sendAndConfirm(rpc, signed))
}

/** Puts the wallet's signature where the message asks for it; other signatures stay. */
export function signWire(bytes: Uint8Array, keypair: Keypair): Uint8Array {
  const parsed = parseWireTransaction(bytes)
  if (!parsed.ok) throw new UsageProblem(`not a transaction: ${parsed.reason}`)
  const { transaction } = parsed
  const index = transaction.keys
    .slice(0, transaction.requiredSignatures)
    .findIndex((key) => Buffer.compare(key, keypair.publicKey) === 0)
  if (index < 0) throw new UsageProblem(`the transaction does not ask for a signature of ${keypair.address}`)
  const signed = Uint8Array.from(bytes)
  signed.set(
    signBytes(keypair, bytes.subarray(transaction.messageStart, transaction.messageEnd)),
    transaction.signaturesOffset + 64 * index,
  )
  return signed
}

async function sendAndConfirm(rpc: SolanaRpc, signed: Uint8Array): Promise<number> {
  const refusal = await send(rpc, signed)
  if (refusal !== null) {
    console.error(`not sent: ${refusal}`)
    return 1
  }
  const clock = systemClock()
  const parsed = parseWireTransaction(signed)
  assert(parsed.ok, 'what was signed was read before')
  const signature = encodeBase58(parsed.transaction.signatures[0]!)
  for (let tries = 0; tries < CONFIRM_TRIES; tries++) {
    const status = await rpc.call<{ value: ({ slot: number; err: unknown; confirmationStatus: string } | null)[] }>(
      'getSignatureStatuses',
      [[signature]],
    )
    const row = status.ok ? status.value.value[0] : null
    if (row && row.confirmationStatus !== 'processed') {
      console.log(
        JSON.stringify({ signature, slot: row.slot, err: row.err, confirmationStatus: row.confirmationStatus }),
      )
      return row.err === null ? 0 : 1
    }
    await clock.sleep(CONFIRM_PAUSE_MS)
  }
  console.error(`${signature} was sent and is not confirmed yet`)
  return 1
}

type SendReply = { readonly error?: { readonly message?: unknown; readonly data?: { readonly logs?: unknown } } }

/** Null when the node accepted it, else why not, in the node's own words and with the logs of its simulation, so that
 *  the signer sees which program refused. */
async function send(rpc: SolanaRpc, signed: Uint8Array): Promise<string | null> {
  const params = [Buffer.from(signed).toString('base64'), { encoding: 'base64', preflightCommitment: 'confirmed' }]
  const call = { jsonrpc: '2.0', id: 1, method: 'sendTransaction', params }
  const answer = await rpc.relay(Buffer.from(JSON.stringify(call)), {
    maxBytes: RELAY.firstBytes,
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  })
  if (!answer.ok) return answer.message
  const { error } = readReply(answer.value.body)
  if (error === undefined) return null
  const logs = Array.isArray(error.data?.logs) ? error.data.logs : []
  return [String(error.message ?? 'refused'), ...logs.map((line) => `  ${String(line)}`)].join('\n')
}

function readReply(body: Uint8Array): SendReply {
  try {
    return (JSON.parse(Buffer.from(body).toString('utf8')) ?? {}) as SendReply
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { error: { message: 'the node answered with something other than JSON' } }
  }
}

/** One node, without anything else of a server. */
async function withNode(config: Config, url: string, work: (rpc: SolanaRpc) => Promise<number>): Promise<number> {
  const clock = systemClock()
  const origins = createOrigins({ clock })
  const solanaRpc = { url, apiKey: config.providers.solanaRpc?.apiKey ?? null }
  const log = createLogger({ level: 'error', process: 'cli' })
  const chain = createSolanaChain({
    config: { providers: { solanaRpc } },
    clock,
    log,
    metrics: createMetrics(),
    origins,
  })
  try {
    return await work(chain.rpc!)
  } finally {
    await origins.close()
  }
}
