import assert from 'node:assert/strict'
import { sign } from 'node:crypto'
import { VersionedTransaction, Keypair as Web3Keypair } from '@solana/web3.js'
import { compileV0Message, joinWithoutSignatures } from '../../src/chain/solana/compile-message.ts'
import { keypairFromText, signBytes } from '../../src/chain/solana/keypair.ts'
import { addressBytes } from '../../src/chain/solana/pda.ts'
import { patchWire, placeSignature, templateOf } from '../../src/hot-paths/wire-template.ts'
import { interleave, medianOf, printMeasured, reportGoals } from '../harness.ts'
import { readBenchOptions } from '../options.ts'
import { AT_MOST_AIM, AT_MOST_REACH, cpuPerOperation, shareKept } from './cost.ts'

/** Row 8, first line: the bytes of a built transaction become those of a signed one with another blockhash and other
 *  amounts, against the signature alone and against the same through web3.js objects, with the same signature (the
 *  goal) and with web3.js' own (shown). */
const { rounds, isQuick } = readBenchOptions(11)
const OPERATIONS = isQuick ? 500 : 4_000
const SLOW_OPERATIONS = isQuick ? 100 : 500

/** The shape of a buy: eight instructions, 26 keys. */
const payer = keypairFromText('bench payer')
const address = (n: number) => keypairFromText(`bench ${n}`).address
const instructions = Array.from({ length: 8 }, (_, row) => ({
  programId: address(100 + (row % 4)),
  accounts: Array.from({ length: row === 4 ? 18 : 3 }, (_, i) => ({
    address: address((row * 3 + i) % 20),
    isSigner: false,
    isWritable: i % 2 === 0,
  })),
  data: new Uint8Array(9 + row).fill(row),
}))
const built = joinWithoutSignatures(compileV0Message({ payer: payer.address, blockhash: address(1), instructions }))
const template = templateOf(built)
const { messageStart } = template
const data = instructions.map((one) => one.data)
const hashes = [2, 3, 4, 5].map((n) => ({ text: address(n), bytes: addressBytes(address(n)) }))
const web3Payer = Web3Keypair.fromSecretKey(payer.secretKey)

function ours(i: number): Uint8Array {
  const wire = patchWire(template, hashes[i & 3]!.bytes, data)
  placeSignature(wire, signBytes(payer, wire.subarray(messageStart)), 1)
  return wire
}

function throughWeb3(i: number): Uint8Array {
  const transaction = reread(i)
  transaction.addSignature(web3Payer.publicKey, sign(null, transaction.message.serialize(), payer.privateKey))
  return transaction.serialize()
}

function allWeb3(i: number): Uint8Array {
  const transaction = reread(i)
  transaction.sign([web3Payer])
  return transaction.serialize()
}

function reread(i: number): VersionedTransaction {
  const transaction = VersionedTransaction.deserialize(built)
  transaction.message.recentBlockhash = hashes[i & 3]!.text
  for (const [at, one] of transaction.message.compiledInstructions.entries()) one.data = data[at]!
  return transaction
}

for (let i = 0; i < 4; i++) {
  const wire = Buffer.from(ours(i))
  assert.deepEqual(wire, Buffer.from(throughWeb3(i)), 'the same signed bytes')
  assert.deepEqual(wire, Buffer.from(allWeb3(i)), 'the same signed bytes')
}

const messages = hashes.map(({ bytes }) => patchWire(template, bytes, data).subarray(messageStart))
const measured = await interleave(
  [
    {
      name: 'signature alone',
      measure: () => cpuPerOperation(OPERATIONS, (i) => sign(null, messages[i & 3]!, payer.privateKey)),
    },
    { name: 'bytes to signed bytes', measure: () => cpuPerOperation(OPERATIONS, ours) },
    { name: 'through web3.js objects', measure: () => cpuPerOperation(SLOW_OPERATIONS, throughWeb3) },
    { name: 'web3.js alone', measure: () => cpuPerOperation(SLOW_OPERATIONS, allWeb3) },
  ],
  rounds,
)
printMeasured(`${built.length} bytes`, measured, 'us CPU per transaction')
const own = medianOf(measured, 'bytes to signed bytes')
reportGoals('trade', [
  {
    what: 'signed bytes: share kept of the bare signature (1.15x is 0.87)',
    got: shareKept(medianOf(measured, 'signature alone'), own),
    reach: AT_MOST_REACH,
    aim: AT_MOST_AIM,
  },
  {
    what: 'signed bytes: times cheaper than through web3.js objects, with the same signature',
    got: medianOf(measured, 'through web3.js objects') / own,
    reach: 5,
    aim: 10,
  },
  {
    what: 'signed bytes: times cheaper than web3.js alone, with its own signature',
    got: medianOf(measured, 'web3.js alone') / own,
    reach: 5,
    aim: 10,
  },
])
