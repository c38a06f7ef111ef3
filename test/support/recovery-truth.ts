import assert from 'node:assert/strict'
import { type Keypair, keypairFromSecretKey, signBytes } from '../../src/chain/solana/keypair.ts'
import { decodeBase58, encodeBase58 } from '../../src/hot-paths/base58.ts'
import { MAX_WIRE_BYTES, MAX_WIRE_V1_BYTES, parseWireTransaction } from '../../src/hot-paths/wire-transaction.ts'
import type { ApiReply } from './api-client.ts'
import type { OpenServer } from './open-server.ts'
import { askNode } from './read-chain.ts'
import type { StartedSandbox } from './start-sandbox.ts'

/** A wallet that the sandbox made on demand, and what is in it. */
export type MadeWallet = {
  readonly address: string
  readonly secretKey: string
  readonly lamports: string
  readonly accounts: number
  readonly made: Readonly<Record<string, { readonly accounts: number; readonly lamports: string }>>
}
export type TruthTally = {
  wallets: number
  accounts: number
  closed: number
  burnt: number
  transactions: number
  /** Accounts of transactions that could have held more: all but the last of a wallet and a call. */
  fullTransactions: number
  inFullTransactions: number
  advanced: number
  lamports: bigint
  networkFee: bigint
  serviceFee: bigint
  classes: Map<string, number>
  scanned: number
  scanCpuMs: number
  buildCpuMs: number
}

const EMPTY_KINDS = ['empty', 'overfunded', 'withheld', 'emptyWrapped']
const BURNABLE_KINDS = ['dust', 'withheldDust', 'nft']
const SKIPPED: Readonly<Record<string, string>> = {
  frozen: 'frozen',
  frozenDust: 'frozen',
  foreignAuthority: 'foreign_authority',
  confidential: 'confidential_pending',
  pausedDust: 'not_burnable',
}
const CALL_WALLETS = 20
const MAX_CALLS = 60
const SENT_AT_ONCE = 4
const STATUSES_PER_CALL = 256
const CONFIRMED = { commitment: 'confirmed' }

export function newTally(): TruthTally {
  return {
    wallets: 0,
    accounts: 0,
    closed: 0,
    burnt: 0,
    transactions: 0,
    fullTransactions: 0,
    inFullTransactions: 0,
    advanced: 0,
    lamports: 0n,
    networkFee: 0n,
    serviceFee: 0n,
    classes: new Map(),
    scanned: 0,
    scanCpuMs: 0,
    buildCpuMs: 0,
  }
}

export async function makeWallets(
  sandbox: StartedSandbox,
  wish: Readonly<Record<string, unknown>>,
): Promise<readonly MadeWallet[]> {
  const { wallets } = await sandbox.control<{ wallets: readonly MadeWallet[] }>('POST', '/recovery/wallets', wish)
  return wallets
}

/** Lamports of an amount of SOL in an answer, from its exact digits. */
export function toLamports(sol: number): bigint {
  const lamports = sol * 1e9
  const rounded = Math.round(lamports)
  assert(Math.abs(lamports - rounded) < 1e-3 && Number.isSafeInteger(rounded), `${sol} SOL is no number of lamports`)
  return BigInt(rounded)
}

/** Check, close, sign, send, status, confirm and check again, for many wallets; throws where a lamport is missing. */
export async function proveWallets(
  server: OpenServer,
  sandbox: StartedSandbox,
  wallets: readonly MadeWallet[],
  options: { readonly version?: 0 | 1; readonly burnEvery?: number } = {},
): Promise<TruthTally> {
  const tally = newTally()
  const groups: MadeWallet[][] = []
  for (const wallet of wallets) {
    const last = groups.at(-1)
    const isFull = last === undefined || last.length >= CALL_WALLETS || accountsOf(last) + wallet.accounts > 2_000
    if (isFull) groups.push([wallet])
    else last.push(wallet)
  }
  for (const group of groups) await proveGroup({ server, sandbox, tally, ...options }, group)
  return tally
}

function accountsOf(wallets: readonly MadeWallet[]): number {
  return wallets.reduce((sum, { accounts }) => sum + accounts, 0)
}

type Proof = {
  readonly server: OpenServer
  readonly sandbox: StartedSandbox
  readonly tally: TruthTally
  readonly version?: 0 | 1
  /** Every so many mints are chosen to be burnt. */
  readonly burnEvery?: number
}

async function proveGroup(proof: Proof, group: readonly MadeWallet[]): Promise<void> {
  const { server, sandbox, tally, version = 0, burnEvery = 2 } = proof
  const addresses = group.map(({ address }) => address)
  const scan = await timed(() => server.post('/api/v1/check', { walletAddresses: addresses }))
  tally.scanned += accountsOf(group)
  tally.scanCpuMs += scan.cpuMs
  const listed = (await post(server, '/api/v1/check', { walletAddresses: addresses, includeAccounts: true })).json
  const before = await balances(sandbox, addresses)
  const selected = new Set<string>()
  const expected = new Map<string, { lamports: bigint; accounts: number; burns: number; leftBurnable: bigint }>()
  for (const [at, wallet] of group.entries()) {
    const result = listed.results[at]
    assertChecked(wallet, result)
    assert.deepEqual({ ...result, accounts: undefined }, { ...scan.value.json.results[at], accounts: undefined })
    const mints = [...new Set<string>(result.accounts.burnable.map((one: { mint: string }) => one.mint))].sort()
    for (const [place, mint] of mints.entries()) if (place % burnEvery === 0) selected.add(mint)
  }
  for (const [at, { address }] of group.entries()) {
    const { accounts, potentialRecovery, emptyAccounts } = listed.results[at]
    let [lamports, count, left] = [toLamports(potentialRecovery), emptyAccounts as number, 0n]
    for (const { mint, recovery } of accounts.burnable)
      if (selected.has(mint)) {
        lamports += toLamports(recovery)
        count++
      } else left += toLamports(recovery)
    expected.set(address, { lamports, accounts: count, burns: count - emptyAccounts, leftBurnable: left })
  }
  const paid = await closeAll(proof, group, { selected: [...selected], version })
  const after = await balances(sandbox, addresses)
  const again = (await post(server, '/api/v1/check', { walletAddresses: addresses })).json
  for (const [at, wallet] of group.entries()) {
    const { address } = wallet
    const want = expected.get(address)!
    const got = paid.get(address) ?? { recovery: 0n, fee: 0n, networkFee: 0n, accounts: 0 }
    assert.equal(got.accounts, want.accounts, `${address}: accounts closed`)
    assert.equal(got.recovery, want.lamports, `${address}: predicted by check and by close`)
    const gained = after.get(address)! - before.get(address)!
    assert.equal(gained, want.lamports - got.fee - got.networkFee, `${address}: what arrived, to the lamport`)
    const result = again.results[at]
    assert.equal(result.emptyAccounts, 0, `${address}: nothing empty is left`)
    assert.equal(toLamports(result.burnPotentialRecovery), want.leftBurnable, `${address}: only the chosen mints burnt`)
    assert.deepEqual(result.skipped, listed.results[at].skipped, `${address}: what is skipped is still there`)
    tally.wallets++
    tally.accounts += wallet.accounts
    tally.closed += want.accounts
    tally.burnt += want.burns
    tally.lamports += want.lamports
    tally.networkFee += got.networkFee
    tally.serviceFee += got.fee
    for (const [kind, { accounts }] of Object.entries(wallet.made))
      tally.classes.set(kind, (tally.classes.get(kind) ?? 0) + accounts)
  }
}

/** What check says against what the generator made. */
// biome-ignore lint/suspicious/noExplicitAny: a reply looked at by hand
function assertChecked(wallet: MadeWallet, result: any): void {
  const of = (kinds: readonly string[]) => {
    let [accounts, lamports] = [0, 0n]
    for (const kind of kinds) {
      accounts += wallet.made[kind]?.accounts ?? 0
      lamports += BigInt(wallet.made[kind]?.lamports ?? 0)
    }
    return { accounts, lamports }
  }
  assert.equal(result.error, undefined, result.error)
  const [empty, burnable, wrapped] = [of(EMPTY_KINDS), of(BURNABLE_KINDS), of(['wrapped'])]
  assert.equal(result.emptyAccounts, empty.accounts)
  assert.equal(toLamports(result.potentialRecovery), empty.lamports)
  assert.equal(result.burnableAccounts, burnable.accounts)
  assert.equal(toLamports(result.burnPotentialRecovery), burnable.lamports)
  assert.equal(toLamports(result.totalPotentialRecovery), empty.lamports + burnable.lamports)
  assert.equal(result.wrappedSol.accounts, wrapped.accounts)
  assert.equal(toLamports(result.wrappedSol.balance), wrapped.lamports)
  const skipped: Record<string, number> = {}
  for (const [kind, reason] of Object.entries(SKIPPED)) {
    const { accounts } = of([kind])
    if (accounts > 0) skipped[reason] = (skipped[reason] ?? 0) + accounts
  }
  assert.deepEqual(result.skipped, skipped)
  assert.equal(result.canProcess, BigInt(wallet.lamports) > 5_000n || empty.accounts === 0)
}

type Paid = { recovery: bigint; fee: bigint; networkFee: bigint; accounts: number }

/** Calls close until nothing is left to be closed, signs and sends what it gives, and confirms it. */
async function closeAll(
  { server, sandbox, tally }: Proof,
  group: readonly MadeWallet[],
  { selected, version }: { readonly selected: readonly string[]; readonly version: 0 | 1 },
): Promise<ReadonlyMap<string, Paid>> {
  const paid = new Map<string, Paid>()
  for (let call = 0; call < MAX_CALLS; call++) {
    const built = await timed(() =>
      post(server, '/api/v1/close', {
        walletAddresses: group.map(({ address }) => address),
        burnAccounts: true,
        selectedTokens: selected,
        maxTransactionVersion: version,
      }),
    )
    tally.buildCpuMs += built.cpuMs
    const signed: { readonly wire: string; readonly signature: string; readonly address: string }[] = []
    const { walletTransactions, summary } = built.value.json
    for (const { address, secretKey } of group) {
      const list = walletTransactions[address]
      if (list === undefined) continue
      assert(Array.isArray(list), `${address}: ${list.error}`)
      const keypair = keypairFromSecretKey(decodeBase58(secretKey)!)!
      const sum = paid.get(address) ?? { recovery: 0n, fee: 0n, networkFee: 0n, accounts: 0 }
      for (const [at, one] of list.entries()) {
        signed.push({ ...signAs(keypair, one.transaction, version), address })
        sum.recovery += toLamports(one.recovery)
        sum.fee += toLamports(one.fee)
        sum.networkFee += toLamports(one.estimatedFee)
        sum.accounts += one.accountsInTx
        tally.transactions++
        if (one.usedFeePayer) tally.advanced++
        if (at === list.length - 1) continue
        tally.fullTransactions++
        tally.inFullTransactions += one.accountsInTx
      }
      paid.set(address, sum)
    }
    assert.equal(signed.length, summary.transactions)
    if (signed.length === 0) return paid
    await sendAll(server, signed)
    await waitForAll(server, signed)
    for (const { signature, address } of signed.slice(0, 1))
      await post(server, '/api/v1/confirm', { walletAddress: address, signature, accountsClosed: 1, solRecovered: 0 })
    void sandbox
  }
  assert.fail('there is always something left to be closed')
}

/** A wallet's signature put into its place. */
export function signAs(keypair: Keypair, transaction: string, version: 0 | 1 = 0): { wire: string; signature: string } {
  const wire = Buffer.from(transaction, 'base64')
  assert(wire.length <= (version === 1 ? MAX_WIRE_V1_BYTES : MAX_WIRE_BYTES), `${wire.length} bytes`)
  const parsed = parseWireTransaction(wire)
  assert(parsed.ok, 'what was built parses')
  const { keys, messageStart, messageEnd, signatures, signaturesOffset } = parsed.transaction
  assert.equal(parsed.transaction.version, version)
  const place = keys.slice(0, signatures.length).findIndex((key) => encodeBase58(key) === keypair.address)
  assert(place >= 0, 'the wallet signs it')
  assert(
    signatures[place]!.every((byte) => byte === 0),
    'the wallet has not signed yet',
  )
  wire.set(signBytes(keypair, wire.subarray(messageStart, messageEnd)), signaturesOffset + 64 * place)
  const first = wire.subarray(signaturesOffset, signaturesOffset + 64)
  return { wire: wire.toString('base64'), signature: encodeBase58(first) }
}

async function sendAll(server: OpenServer, signed: readonly { readonly wire: string }[]): Promise<void> {
  const queue = [...signed]
  const lane = async (): Promise<void> => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
      const sent = await server.post('/api/rpc/send', { transaction: one.wire }, { key: null })
      assert.equal(sent.json?.error, undefined, sent.text.slice(0, 500))
      assert.equal(sent.status, 200, sent.text.slice(0, 500))
    }
  }
  await Promise.all(Array.from({ length: SENT_AT_ONCE }, lane))
}

async function waitForAll(server: OpenServer, signed: readonly { readonly signature: string }[]): Promise<void> {
  let open = signed.map(({ signature }) => signature)
  for (let tries = 0; open.length > 0 && tries < 600; tries++) {
    const left: string[] = []
    for (let at = 0; at < open.length; at += STATUSES_PER_CALL) {
      const chunk = open.slice(at, at + STATUSES_PER_CALL)
      const { json } = await server.post('/api/rpc/status', { signatures: chunk }, { key: null })
      for (const [place, status] of json.result.value.entries()) {
        assert.equal(status?.err ?? null, null, chunk[place])
        if (status?.confirmationStatus !== 'confirmed' && status?.confirmationStatus !== 'finalized')
          left.push(chunk[place]!)
      }
    }
    open = left
    if (open.length > 0) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.equal(open.length, 0, 'all of them were confirmed')
}

async function balances(sandbox: StartedSandbox, addresses: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const { value } = await askNode(sandbox.urls['rpc']!, 'getMultipleAccounts', [
    addresses,
    { ...CONFIRMED, encoding: 'base64', dataSlice: { offset: 0, length: 0 } },
  ])
  return new Map(
    addresses.map((address, at) => [address, BigInt((value[at] as { lamports: number } | null)?.lamports ?? 0)]),
  )
}

async function post(server: OpenServer, path: string, body: unknown): Promise<ApiReply> {
  const reply = await server.post(path, body)
  assert.equal(reply.status, 200, reply.text.slice(0, 500))
  return reply
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly cpuMs: number }> {
  const start = process.cpuUsage()
  const value = await work()
  const { user, system } = process.cpuUsage(start)
  return { value, cpuMs: (user + system) / 1_000 }
}
