import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createSigningKey } from '../../src/chain/solana/signing-key.ts'
import { decodeBase58, encodeBase58 } from '../../src/hot-paths/base58.ts'
import { withMasterSeed } from '../../src/services/custody/master-seed.ts'
import { deriveSeed } from '../../src/store/derive-seed.ts'
import { openEnvironment } from '../../src/store/environment.ts'
import { openIntegrity } from '../../src/store/integrity.ts'
import { openAudit } from '../../src/store/tables/audit.ts'
import { openCustodyWallets } from '../../src/store/tables/custody-wallets.ts'
import type { ApiReply } from '../../test/support/api-client.ts'
import { publishedTokens } from '../../test/support/published-tokens.ts'
import { type StartedSandbox, startSandbox } from '../../test/support/start-sandbox.ts'
import { createKey, type StartedServer, startServer } from '../../test/support/start-server.ts'
import { type Dump, dumpMemory } from './dump-memory.ts'
import { FORMS, type Form, type Found, findSecrets, type Secret } from './find-secrets.ts'

/** `node bench/trade/memory-dump.ts [--trades 100] [--users 10] [--idle-secs 20] [--gcore] [--show]`: trades through
 *  custodial wallets of a real server, dumps its memory at once and again after the idle limit of the signer, and
 *  searches the dumps for every secret. Exit code 1 when one lies where it must not, or a planted one is not found.
 *  `--gcore` has gcore write dumps as well, which takes minutes and as many gigabytes as V8 has reserved; `--show`
 *  prints what lies around what was found. */
const { values } = parseArgs({
  options: {
    trades: { type: 'string', default: '100' },
    users: { type: 'string', default: '10' },
    'idle-secs': { type: 'string', default: '20' },
    gcore: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
  },
})
const KINDS = [
  'planted',
  'planted, in OpenSSL',
  'sealing key',
  'master seed',
  'wallet keys',
  'expanded wallet keys',
] as const
const PLANTED_FORMS: readonly Form[] = ['raw', 'hex', 'base58']
/** After the idle limit the signer has given its keys up; a quiet process has collected them a few seconds later. */
const COLLECT_MS = 15_000
const FUNDS = '20000000000'

const dir = mkdtempSync(join(tmpdir(), 'mintglass-memory-'))
const keyFile = join(dir, 'sealing.key')
writeFileSync(keyFile, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
const idleSecs = Number(values['idle-secs'])

let sandbox: StartedSandbox | null = null
let server: StartedServer | null = null
try {
  sandbox = await startSandbox({ SANDBOX_SLOT_MS: '150' })
  const env = {
    PATH: process.env['PATH'] ?? '',
    SANDBOX_URL: sandbox.urls['rpc']!,
    MINTGLASS_DATA_DIR: dir,
    MINTGLASS_MAP_SIZE_GIB: '1',
    WALLET_KEY_FILE: keyFile,
    WALLET_IDLE_SECS: String(idleSecs),
  }
  const scopes = ['--scopes', 'read,trade,wallet']
  const key = await createKey(env, ['--tier', 'enterprise', '--limit', '1000000', ...scopes])
  const plant = new URL('./plant-key.ts', import.meta.url).href
  // Each WebAssembly memory reserves ten gigabytes otherwise, and gcore would write them.
  const options = values.gcore ? '--disable-wasm-trap-handler ' : ''
  server = await startServer({ key, env: { ...env, NODE_OPTIONS: `${options}--import ${plant}`, PLANT_DIR: dir } })
  const users = await trade(server, sandbox)
  const busy = await dump(server.pid, 'busy')
  const secrets = await secretsOf(users)
  const isBusyKept = judge(secrets, busy)
  await sleep(idleSecs * 1_000 + COLLECT_MS)
  const isKept = judge(secrets, await dump(server.pid, 'idle')) && isBusyKept
  console.log(isKept ? 'kept' : 'NOT KEPT')
  process.exitCode = isKept ? 0 : 1
} finally {
  await server?.stop()
  await sandbox?.stop()
  rmSync(dir, { recursive: true, force: true })
}

type User = { readonly userRef: string; readonly id: string; readonly address: string }

/** Buys and sells by turns through every user's wallet, and pays something out of each. */
async function trade(api: StartedServer, { urls, control }: StartedSandbox): Promise<readonly User[]> {
  const mint = (await publishedTokens({ urls } as StartedSandbox)).find(({ dex }) => dex === 'pumpswap')!.mint
  const ask = (path: string, body: unknown, userRef = '') =>
    api.post(path, body, { key: null, headers: { Authorization: `Bearer ${api.key}`, 'X-User-Ref': userRef } })
  const users: User[] = []
  for (let i = 0; i < Number(values.users); i++) {
    const { json } = await ask('/v1/wallets', { user_ref: `user-${i}` })
    const { id, address } = json.wallet
    await control('POST', '/airdrop', { address, lamports: FUNDS })
    users.push({ userRef: `user-${i}`, id, address })
  }
  const startMs = performance.now()
  const trades = Number(values.trades)
  for (let i = 0; i < trades; i++) {
    const { userRef } = users[i % users.length]!
    const isBuy = Math.floor(i / users.length) % 2 === 0
    mustSucceed(
      isBuy
        ? await ask('/v1/trade/buy', { mint, amount_in: 0.01 }, userRef)
        : await ask('/v1/trade/sell', { mint, percent: 50 }, userRef),
    )
  }
  for (const { id } of users) {
    const to = encodeBase58(randomBytes(32))
    mustSucceed(await ask(`/v1/wallets/${id}/withdraw`, { to, amount: '10000000' }))
  }
  const seconds = Math.round((performance.now() - startMs) / 1_000)
  console.log(`${trades} trades and ${users.length} withdrawals by ${users.length} wallets in ${seconds} s`)
  return users
}

function mustSucceed({ status, text }: ApiReply): void {
  if (status !== 200) throw new Error(`${status} ${text.slice(0, 300)}`)
}

async function dump(pid: number, moment: Moment): Promise<Dumped[]> {
  const dumps = await dumpMemory(pid, join(dir, moment), values.gcore)
  return dumps.map((one) => ({ ...one, moment }))
}

type Kind = (typeof KINDS)[number]
type Kept = Secret & { readonly kind: Kind; readonly name: string }

async function secretsOf(users: readonly User[]): Promise<readonly Kept[]> {
  const secrets: Kept[] = []
  for (const file of readdirSync(dir).filter((one) => one.startsWith('thread-'))) {
    const told = JSON.parse(readFileSync(join(dir, file), 'utf8')) as string[]
    const [key, held] = told.map((text) => Buffer.from(text, 'base64').toReversed())
    secrets.push({ kind: 'planted', name: file, bytes: key! })
    secrets.push({ kind: 'planted, in OpenSSL', name: file, bytes: held! })
  }
  const sealing = Buffer.from(readFileSync(keyFile, 'utf8').trim(), 'hex')
  secrets.push({ kind: 'sealing key', name: 'sealing key', bytes: sealing })
  const path = join(dir, 'sandbox', 'durable')
  const env = openEnvironment({ name: 'durable', path, mapBytes: 2 ** 30, synced: true })
  const config = { mode: 'sandbox', dataDir: dir, custody: { keyFile, idleMs: 0 } } as const
  const integrity = openIntegrity(env, config)
  const table = openCustodyWallets(env, integrity, openAudit(env, integrity))
  const opened = withMasterSeed({ config, table }, (master) => {
    secrets.push({ kind: 'master seed', name: 'master seed', bytes: Buffer.from(master) })
    for (const { id, userRef, address } of users) {
      const bytes = deriveSeed(master, table.find(id)!)
      if (createSigningKey(bytes).address !== address)
        throw new Error(`${userRef} has another key than was searched for`)
      secrets.push({ kind: 'wallet keys', name: userRef, bytes, publicKey: decodeBase58(address)! })
      for (const one of expanded(bytes)) secrets.push({ kind: 'expanded wallet keys', name: userRef, bytes: one })
    }
  })
  await env.close()
  if (!opened.ok) throw new Error(opened.message)
  return secrets
}

/** What signing makes of a seed (RFC 8032, 5.1.5): the scalar, also before its bits are set, and the prefix. */
function expanded(seed: Uint8Array): Uint8Array[] {
  const digest = createHash('sha512').update(seed).digest()
  const scalar = Buffer.from(digest.subarray(0, 32))
  scalar[0]! &= 248
  scalar[31] = (scalar[31]! & 127) | 64
  return [scalar, digest.subarray(0, 32), digest.subarray(32)]
}

type Moment = 'busy' | 'idle'
type Dumped = Dump & { readonly moment: Moment }

/** Prints what lies where, removes the dumps, and answers whether all is as it should be. */
function judge(secrets: readonly Kept[], dumps: readonly Dumped[]): boolean {
  let isKept = true
  for (const { moment, by, file, bytes } of dumps) {
    const found = findSecrets(file, secrets)
    if (values.show) show(found)
    const rows = KINDS.map((kind) => {
      const ours = found.filter(({ secret }) => secret.kind === kind)
      const counts = Object.fromEntries(FORMS.map((form) => [form, ours.filter((one) => one.form === form).length]))
      const isFine = isAllowed(kind, moment, secrets, ours)
      if (!isFine) isKept = false
      const secretsOfKind = secrets.filter((one) => one.kind === kind).length
      return [kind, { secrets: secretsOfKind, ...counts, verdict: isFine ? 'as it should be' : 'WRONG' }] as const
    })
    console.log(`\n${moment}, ${Math.round(bytes / 2 ** 20)} MiB by ${by}: places`)
    console.table(Object.fromEntries(rows))
    rmSync(file)
  }
  return isKept
}

function isAllowed(kind: Kind, moment: Moment, secrets: readonly Kept[], found: readonly Found<Kept>[]): boolean {
  const raw = found.filter(({ form }) => form === 'raw')
  const text = found.filter(({ form }) => form !== 'raw')
  if (kind === 'planted')
    return secrets.every(
      (one) =>
        one.kind !== kind ||
        PLANTED_FORMS.every((form) => found.some(({ secret, ...at }) => secret === one && at.form === form)),
    )
  if (kind === 'planted, in OpenSSL')
    return secrets.every((one) => one.kind !== kind || raw.some(({ secret }) => secret === one))
  // While the signer holds them, some must be seen: else the search is blind.
  const mayBeRaw = kind === 'wallet keys' && moment === 'busy'
  return text.length === 0 && (mayBeRaw ? raw.length > 0 : raw.length === 0)
}

function show(found: readonly Found<Kept>[]): void {
  for (const { secret, form, at, around } of found) {
    if (secret.kind.startsWith('planted')) continue
    console.log(`${secret.kind} of ${secret.name} as ${form} at ${at.toString(16)}`)
    console.log(around.toString('latin1').replace(/[^\x20-\x7e]/g, '.'))
  }
}
