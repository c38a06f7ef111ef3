import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  compileLegacyMessage,
  compileV0Message,
  compileV1Message,
  type SignedTransaction,
  signMessage,
} from '../../../src/chain/solana/compile-message.ts'
import { transferLamports } from '../../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromSecretKey } from '../../../src/chain/solana/keypair.ts'
import { decodeBase58 } from '../../../src/hot-paths/base58.ts'
import { parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { strangerAddress } from '../../support/published-tokens.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const PATH = '/api/rpc/simulate'
const VERSIONS = ['legacy', 0, 1] as const
const simulated = successOf(`POST ${PATH}`)

let sandbox: StartedSandbox
let server: OpenServer
let payer: Keypair

before(async () => {
  sandbox = await sharedSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  const { wallets } = (await server.get('/api/sandbox')).json as { wallets: { archetype: string; secretKey: string }[] }
  const whale = wallets.find(({ archetype }) => archetype === 'whale')!
  payer = keypairFromSecretKey(decodeBase58(whale.secretKey)!)!
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const post = (body: unknown): Promise<ApiReply> => server.post(PATH, body, { key: null })
const textOf = (wire: Uint8Array): string => Buffer.from(wire).toString('base64')

/** A payment, signed and never sent. */
async function sign(version: 'legacy' | 0 | 1, lamports: bigint): Promise<SignedTransaction> {
  const call = { jsonrpc: '2.0', id: 1, method: 'getLatestBlockhash', params: [{ commitment: 'confirmed' }] }
  const { blockhash } = (await server.post('/api/v2/rpc', call)).json.result.value
  const transfer = transferLamports({ from: payer.address, to: strangerAddress(1), lamports })
  const input = { payer: payer.address, blockhash, instructions: [transfer] }
  if (version === 'legacy') return signMessage(compileLegacyMessage(input), [payer])
  if (version === 0) return signMessage(compileV0Message({ ...input, lookupTables: [] }), [payer])
  const config = { computeUnitLimit: 200_000, loadedAccountsDataSizeLimit: 1 << 20 }
  return signMessage(compileV1Message({ ...input, config }), [payer])
}

function pay(version: 'legacy' | 0 | 1): Promise<SignedTransaction> {
  return sign(version, 1_000_000n)
}

test('a simulation has its own shape, for every version', async () => {
  for (const version of VERSIONS) {
    const { wire } = await pay(version)
    const report = simulated(await post({ transaction: textOf(wire) }))
    assert.equal(report.success, true)
    assert.equal(report.err, null)
    assert(report.unitsConsumed > 0 && report.logs.length > 0, String(version))
    assert.equal(report.accountsReturned, 0)
    assert.deepEqual(report.simulationDetails, {
      hasError: false,
      computeUnits: report.unitsConsumed,
      logCount: report.logs.length,
    })
  }
})

test('a transaction that reverts has been simulated: 200 and success with its error', async () => {
  const { wire } = await sign(0, 1_000_000_000_000_000n)
  const report = simulated(await post({ transaction: textOf(wire) }))
  assert.equal(report.success, true)
  assert.deepEqual(report.err, { InstructionError: [report.err.InstructionError[0], { Custom: 1 }] })
  assert.deepEqual([report.simulationDetails.hasError, report.simulationDetails.logCount], [true, report.logs.length])
})

test('signatures need not be there or be right, and a dead blockhash does not matter', async () => {
  for (const version of VERSIONS) {
    const { wire } = await pay(version)
    const parsed = parseWireTransaction(wire)
    assert(parsed.ok)
    const { signaturesOffset, blockhashOffset } = parsed.transaction
    const spoiled = Buffer.from(wire)
    spoiled.fill(1, signaturesOffset, signaturesOffset + 64)
    spoiled.fill(2, blockhashOffset, blockhashOffset + 32)
    assert.equal(simulated(await post({ transaction: textOf(spoiled) })).err, null, String(version))
  }
})

test('a legacy transaction without its signatures is read, too', async () => {
  const { wire } = await pay('legacy')
  const parsed = parseWireTransaction(wire)
  assert(parsed.ok)
  const unsigned = Buffer.concat([Buffer.of(0), wire.subarray(parsed.transaction.messageStart)])
  assert.equal(simulated(await post({ transaction: textOf(unsigned) })).err, null)
})

test('the caller’s options reach the simulation: accounts are counted, signatures checked', async () => {
  const { wire } = await pay(0)
  const transaction = textOf(wire)
  const accounts = { encoding: 'base64', addresses: [payer.address, strangerAddress(2)] }
  assert.equal(simulated(await post({ transaction, options: { accounts } })).accountsReturned, 2)
  const checks = { sigVerify: true, replaceRecentBlockhash: false }
  assert.equal(simulated(await post({ transaction, options: checks })).err, null)
  const parsed = parseWireTransaction(wire)
  assert(parsed.ok)
  const spoiled = Buffer.from(wire)
  spoiled.fill(1, parsed.transaction.signaturesOffset, parsed.transaction.signaturesOffset + 64)
  const wrong = await post({ transaction: textOf(spoiled), options: checks })
  if (wrong.status === 200) assert.equal(wrong.json.err, 'SignatureFailure')
  else assertFails(wrong, 400, 'the node refused to simulate this (code -32003)')
  assertFails(
    await post({ transaction, options: { sigVerify: true } }),
    400,
    'sigVerify needs replaceRecentBlockhash: false',
  )
})

test('what the node will not simulate is a 400 with its code, never a 5xx', async () => {
  const { wire } = await pay(0)
  const transaction = textOf(wire)
  const asked = [{ accounts: 'all' }, { accounts: { encoding: 'base58', addresses: [] } }, { commitment: 'soon' }]
  for (const options of asked) {
    const reply = await post({ transaction, options })
    assertFails(reply, 400, 'the node refused to simulate this (code -32602)')
  }
  const ahead = await post({ transaction, options: { minContextSlot: 4_000_000_000 } })
  assertFails(ahead, 400, 'the node refused to simulate this (code -32016)')
})

test('bytes that are no transaction are refused with the reason', async () => {
  const { wire } = await pay(0)
  const cases: [string, RegExp][] = [
    ['AAAA', /^invalid transaction: missing bytes: 1$/],
    [textOf(Buffer.concat([wire, Buffer.of(0)])), /^invalid transaction: trailing bytes: 1$/],
    [textOf(Buffer.alloc(1_233, 1)), /^invalid transaction: /],
    [textOf(Buffer.alloc(4_097)), /^transaction: expected base64 of at most 4096 bytes$/],
    ['not base64!', /^transaction: expected base64 of at most 4096 bytes$/],
  ]
  for (const [transaction, says] of cases) assertFails(await post({ transaction }), 400, says)
})
