import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Connection, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import type { SandboxDescription } from '../../src/contract/sandbox.ts'
import { decodeBase58 } from '../../src/hot-paths/base58.ts'
import { type CliRan, runCli, runCliProcess } from '../support/run-cli.ts'
import { SHORT_PAST, type StartedServer, startServer } from '../support/start-server.ts'

const dir = mkdtempSync(join(tmpdir(), 'mintglass-sign-'))

// A world and a server of their own: funds move.
let server: StartedServer
let connection: Connection
let sandbox: SandboxDescription
before(async () => {
  server = await startServer({ env: { ...SHORT_PAST, SANDBOX_AGENTS: '0' } })
  sandbox = (await (await fetch(`${server.url}/api/sandbox`)).json()) as SandboxDescription
  connection = new Connection(sandbox.upstreams['rpc']!, 'confirmed')
})
after(async () => {
  rmSync(dir, { recursive: true, force: true })
  await server.stop()
})

const wallet = (archetype: string) => sandbox.wallets.find((one) => one.archetype === archetype)!

/** An unsigned transfer from the trader to the empty wallet, as a service would build it; base64. */
async function unsignedTransfer(lamports: number): Promise<string> {
  const payerKey = new PublicKey(wallet('trader').address)
  const toPubkey = new PublicKey(wallet('empty').address)
  const { blockhash } = await connection.getLatestBlockhash()
  const instructions = [SystemProgram.transfer({ fromPubkey: payerKey, toPubkey, lamports })]
  const message = new TransactionMessage({ payerKey, recentBlockhash: blockhash, instructions }).compileToV0Message()
  return Buffer.from(new VersionedTransaction(message).serialize()).toString('base64')
}

/** Beside this process, not instead of it: a connection that the node closes meanwhile must be seen to close. With an
 *  `input` in a process that has it on its standard input. */
function signSend(args: readonly string[], input?: string): Promise<CliRan> {
  const words = ['sign-send', ...args, '--server', server.url]
  return input === undefined ? runCli(words) : runCliProcess(words, {}, input)
}

const balance = (archetype: string) => connection.getBalance(new PublicKey(wallet(archetype).address))

test('a transaction is signed for a sandbox wallet, sent and confirmed', async () => {
  const before = await balance('empty')
  const sent = await signSend([wallet('trader').address, await unsignedTransfer(12_345_678)])
  assert.equal(sent.code, 0, sent.err)
  const said = JSON.parse(sent.out) as { signature: string; err: unknown; confirmationStatus: string }
  assert.equal(said.err, null)
  assert.notEqual(said.confirmationStatus, 'processed')
  assert.equal(await balance('empty'), before + 12_345_678)
})

test('keys come from files in both forms, and the transaction from standard input', async () => {
  const secret = wallet('trader').secretKey
  const base58 = join(dir, 'key.txt')
  writeFileSync(base58, `${secret}\n`)
  const transfer = await unsignedTransfer(1_000_000)
  const printed = await signSend([base58, '--print'], transfer)
  assert.equal(printed.code, 0, printed.err)
  const signed = VersionedTransaction.deserialize(Buffer.from(printed.out.trim(), 'base64'))
  assert(signed.signatures[0]!.some((byte) => byte !== 0))
  const numbers = join(dir, 'id.json')
  writeFileSync(numbers, JSON.stringify([...decodeBase58(secret!)!]))
  assert.equal((await signSend([numbers, transfer, '--print'])).out, printed.out)
})

test('what the node refuses is said in its own words, with the logs of the simulation', async () => {
  const refused = await signSend([wallet('trader').address, await unsignedTransfer(9_000_000_000_000_000)])
  assert.equal(refused.code, 1)
  assert.match(refused.err, /^not sent: Transaction simulation failed: .*custom program error: 0x1/)
  assert.match(refused.err, /insufficient lamports/)
})

test('a stranger, a key that is none and a transaction that is none are mistakes of the caller', async () => {
  const transfer = await unsignedTransfer(1)
  const broken = join(dir, 'broken.json')
  for (const text of ['[1,2,3', '{"a":1}', '[1,2,3]', 'no base58: 0OIl']) {
    writeFileSync(broken, text)
    assert.deepEqual([(await signSend([broken, transfer])).code, text], [2, text])
  }
  assert.match((await signSend([broken, transfer])).err, /is not 64 bytes of one key pair/)
  assert.match((await signSend(['nobody', transfer])).err, /neither a key file nor a wallet/)
  assert.match((await signSend([wallet('whale').address, transfer])).err, /does not ask for a signature of/)
  assert.match((await signSend([wallet('trader').address, 'AAAA'])).err, /^not a transaction: /)
  assert.equal((await signSend([], '')).code, 2)
})
