import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { PublicKey } from '@solana/web3.js'
import {
  addressWithSeed,
  associatedTokenAddress,
  createProgramAddress,
  findProgramAddress,
  isOnCurve,
} from '../../../src/chain/solana/pda.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'

const bytes = (n: number): Uint8Array => createHash('sha256').update(`row ${n}`).digest()
const address = (n: number): string => new PublicKey(bytes(n)).toBase58()

test('points on the curve are recognised as web3.js recognises them', () => {
  let onCurve = 0
  for (let n = 0; n < 500; n++) {
    assert.equal(isOnCurve(bytes(n)), PublicKey.isOnCurve(bytes(n)), `row ${n}`)
    onCurve += isOnCurve(bytes(n)) ? 1 : 0
  }
  assert(onCurve > 150 && onCurve < 350, `${onCurve} of 500`)
})

test('the neutral point and small numbers are judged as the runtime does', () => {
  for (const y of [0, 1, 2, 3, 4, 5]) {
    const point = new Uint8Array(32)
    point[0] = y
    assert.equal(isOnCurve(point), PublicKey.isOnCurve(point), `y = ${y}`)
  }
})

test('program addresses and bumps equal those of web3.js', () => {
  for (let n = 0; n < 60; n++) {
    const seeds = [Buffer.from(`pool ${n}`), bytes(n), new Uint8Array(0)]
    const [theirs, bump] = PublicKey.findProgramAddressSync(seeds, new PublicKey(TOKEN_PROGRAM))
    assert.deepEqual(findProgramAddress(seeds, TOKEN_PROGRAM), { address: theirs.toBase58(), bump })
  }
})

test('seeds that join to the same bytes in other places are other derivations to the cache', () => {
  const one = findProgramAddress([Buffer.from('ab'), Buffer.from('c')], TOKEN_PROGRAM)
  const other = findProgramAddress([Buffer.from('a'), Buffer.from('bc')], TOKEN_2022_PROGRAM)
  assert.notEqual(one.address, other.address)
  assert.deepEqual(findProgramAddress([Buffer.from('ab'), Buffer.from('c')], TOKEN_PROGRAM), one)
})

test('an address on the curve is no program address', () => {
  const refused = Array.from({ length: 40 }, (_, n) => createProgramAddress([bytes(n)], TOKEN_PROGRAM)).filter(
    (one) => one === null,
  )
  assert(refused.length > 5, `${refused.length} of 40`)
})

test('the token program is part of an associated token address', () => {
  const derive = (program: string) =>
    PublicKey.findProgramAddressSync(
      [bytes(1), new PublicKey(program).toBytes(), bytes(2)],
      new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
    )[0].toBase58()
  assert.equal(associatedTokenAddress(address(1), address(2)), derive(TOKEN_PROGRAM))
  assert.equal(associatedTokenAddress(address(1), address(2), TOKEN_2022_PROGRAM), derive(TOKEN_2022_PROGRAM))
})

test('addresses with a seed equal those of web3.js', async () => {
  const theirs = await PublicKey.createWithSeed(new PublicKey(bytes(1)), 'stake:0', new PublicKey(bytes(2)))
  assert.equal(addressWithSeed(address(1), 'stake:0', address(2)), theirs.toBase58())
})

test('seeds beyond the limits are refused', () => {
  assert.throws(() => createProgramAddress([new Uint8Array(33)], TOKEN_PROGRAM), /at most 32 bytes/)
  assert.throws(() => createProgramAddress(Array(17).fill(new Uint8Array(1)), TOKEN_PROGRAM), /at most 16 seeds/)
})
