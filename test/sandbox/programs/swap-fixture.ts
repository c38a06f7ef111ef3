import assert from 'node:assert/strict'
import type { ExecutedTransaction, SandboxChain } from '../../../sandbox/chain/types.ts'
import { installPrograms } from '../../../sandbox/programs/index.ts'
import {
  type AccountUse,
  type Instruction,
  readonlyAccount,
  readonlySigner,
  setComputeUnitLimit,
  writableAccount,
  writableSigner,
} from '../../../src/chain/solana/instructions.ts'
import type { Keypair } from '../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { readTokenAccount } from '../../../src/hot-paths/account-layouts.ts'
import { decodeBase58Fixed, encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { ALICE, BOB, createToken, fund, land, openChain, SOL, sign } from '../chain/chain-fixture.ts'

export { ALICE, BOB, SOL }

/* What the tests of the swap programs share. They write instructions, layouts and arithmetic from the documentation,
 * not with the emulators' own code. */

export type Token = { readonly mint: string; readonly alice: string; readonly bob: string }

export function openDexChain(): SandboxChain {
  const chain = openChain()
  installPrograms(chain)
  fund(chain, ALICE.address, 1_000n * SOL)
  fund(chain, BOB.address, 1_000n * SOL)
  return chain
}

/** Two mints of Alice's, ordered by their bytes, a million whole tokens of each hers and a thousand Bob's. */
export function createPair(chain: SandboxChain): readonly [Token, Token] {
  const made = ['first', 'second'].map((text) => createToken(chain, text, 1_000_000_000_000n))
  for (const { alice, bob } of made) {
    const accounts = uses(`${alice} w`, `${bob} w`, `${ALICE.address} s`)
    land(chain, [{ programId: TOKEN_PROGRAM, accounts, data: bytes([3, 1], [1_000_000_000n, 8]) }])
  }
  const sorted = made.sort((a, b) => Buffer.compare(keyOf(a.mint), keyOf(b.mint)))
  return [sorted[0]!, sorted[1]!]
}

/** Bytes of numbers with their widths, little-endian; a negative one in two's complement. */
export function bytes(...parts: readonly (readonly [value: bigint | number | boolean, size: number])[]): Buffer {
  return Buffer.concat(
    parts.map(([value, size]) => {
      let rest = BigInt.asUintN(size * 8, BigInt(value))
      const out = Buffer.alloc(size)
      for (let i = 0; i < size; i++, rest >>= 8n) out[i] = Number(rest & 255n)
      return out
    }),
  )
}

export function hex(text: string): Buffer {
  return Buffer.from(text, 'hex')
}

export function keyOf(address: string): Buffer {
  return Buffer.from(decodeBase58Fixed(address, 32)!)
}

/** Little-endian number of an account at an offset. */
export function at(data: Uint8Array, offset: number, size: number, isSigned = false): bigint {
  let value = 0n
  for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(data[offset + i]!)
  return isSigned ? BigInt.asIntN(size * 8, value) : value
}

export function addressAt(data: Uint8Array, offset: number): string {
  return encodeBase58(data.subarray(offset, offset + 32))
}

/** Accounts of an instruction: the address, after a space `w`, `s` or both. */
export function uses(...specs: readonly string[]): AccountUse[] {
  return specs.map((spec) => {
    const [address, flags = ''] = spec.split(' ') as [string, string?]
    if (flags === 'ws') return writableSigner(address)
    if (flags === 's') return readonlySigner(address)
    return flags === 'w' ? writableAccount(address) : readonlyAccount(address)
  })
}

export function run(
  chain: SandboxChain,
  instructions: readonly Instruction[],
  who: Keypair = ALICE,
  signers: readonly Keypair[] = [],
): ExecutedTransaction {
  chain.advanceSlot()
  return land(chain, [setComputeUnitLimit(1_400_000), ...instructions], { payer: who, signers })
}

/** Sends and expects the instruction to fail with this custom error. */
export function expectError(
  chain: SandboxChain,
  instruction: Instruction,
  [code, name]: readonly [number, string],
  who: Keypair = BOB,
): void {
  chain.advanceSlot()
  const result = chain.send(sign(chain, [setComputeUnitLimit(1_400_000), instruction], { payer: who }).wire)
  assert(!result.ok, 'it landed')
  assert.deepEqual(result.err, { InstructionError: [1, { Custom: code }] }, result.logs.join('\n'))
  assert(
    result.logs.some((line) => line.includes(`Error Code: ${name}. Error Number: ${code}.`)),
    result.logs.join('\n'),
  )
}

export function held(chain: SandboxChain, account: string): bigint {
  const state = chain.account(account)
  return (state === null ? null : readTokenAccount(state.data))?.amountRaw ?? 0n
}

export function dataOf(chain: SandboxChain, address: string): Uint8Array {
  const account = chain.account(address)
  assert(account, `${address} is not there`)
  return account.data
}

/** Events that a program announced by calling itself, in order, without the tag. */
export function selfCalls(executed: ExecutedTransaction, program: string): Buffer[] {
  const keys = [...executed.accountKeys, ...executed.loadedAddresses.writable, ...executed.loadedAddresses.readonly]
  const inner = executed.innerInstructions.flatMap(({ instructions }) => instructions)
  return inner
    .filter(({ programIdIndex, data }) => keys[programIdIndex] === program && startsWith(data, 'e445a52e51cb9a1d'))
    .map(({ data }) => Buffer.from(data.subarray(8)))
}

/** Events that were logged. */
export function logged(executed: ExecutedTransaction, tag: string): Buffer[] {
  return executed.logs
    .filter((line) => line.startsWith('Program data: '))
    .map((line) => Buffer.from(line.slice('Program data: '.length), 'base64'))
    .filter((data) => startsWith(data, tag))
}

function startsWith(data: Uint8Array, tag: string): boolean {
  return Buffer.from(data.subarray(0, 8)).toString('hex') === tag
}

export function ownAccount(who: Keypair, token: Token): string {
  return associatedTokenAddress(who.address, token.mint)
}

export const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b
