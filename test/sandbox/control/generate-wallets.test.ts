import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateWallets } from '../../../sandbox/control/generate-wallets.ts'
import { makeRecoveryWallets } from '../../../sandbox/world/recovery/make-wallets.ts'
import { keypairFromSecretKey } from '../../../src/chain/solana/keypair.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { decodeTokenHolding } from '../../../src/chain/solana/token-holdings.ts'
import { decodeBase58 } from '../../../src/hot-paths/base58.ts'
import { openChain } from '../chain/chain-fixture.ts'

const OPTIONS = { seed: 'x', count: 60, large: { wallets: 1, accounts: 800 }, maxAccounts: 400 }

test('the same seed makes the same wallets, another one others', () => {
  const of = (seed: string) =>
    makeRecoveryWallets(openChain(), { ...OPTIONS, seed, count: 5 }).map(({ keypair: _, ...rest }) => rest)
  assert.deepEqual(of('x'), of('x'))
  assert.notDeepEqual(of('x'), of('y'))
})

test('what is said to be made lies on the chain, to the lamport, under the key that is given', () => {
  const chain = openChain()
  for (const { address, keypair, lamports, accounts, made } of makeRecoveryWallets(chain, OPTIONS)) {
    assert.equal(keypairFromSecretKey(keypair.secretKey)?.address, address)
    assert.equal(chain.account(address)?.lamports ?? 0n, lamports)
    const held = chain.tokenAccountsOfOwner(address)
    assert.equal(held.length, accounts)
    const sum = held.reduce((all, one) => all + chain.account(one)!.lamports, 0n)
    const said = Object.values(made).reduce((all, one) => all + BigInt(one.lamports), 0n)
    assert.equal(sum, said)
  }
})

test('all kinds, both programs and deposits of both rates are among them, and counts are log-uniform', () => {
  const chain = openChain()
  const wallets = makeRecoveryWallets(chain, { ...OPTIONS, count: 400 })
  const kinds = new Set(wallets.flatMap(({ made }) => Object.keys(made)))
  assert.equal(kinds.size, 13)
  const counts = wallets.map(({ accounts }) => accounts).sort((a, b) => a - b)
  assert(counts[200]! >= 14 && counts[200]! <= 28, `median ${counts[200]}`)
  assert.equal(counts.at(-1), 800)
  const [programs, rates] = [new Set<string>(), new Set<bigint>()]
  for (const address of chain.tokenAccountsOfOwner(wallets[0]!.address)) {
    const state = chain.account(address)!
    const holding = decodeTokenHolding({ address, ...state })
    assert(holding !== null)
    programs.add(state.owner)
    const perByte = state.lamports / BigInt(128 + state.data.length)
    if (perByte * BigInt(128 + state.data.length) === state.lamports) rates.add(perByte)
  }
  assert.deepEqual([...programs].sort(), [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].sort())
  assert(rates.has(6_960n) && rates.has(5_080n))
})

test('the control port answers keys and sums, and refuses what is out of bounds by name', () => {
  const made = generateWallets(openChain(), { seed: 'port', count: 3, maxAccounts: 9 })
  assert(made.ok)
  const { wallets } = made.value as { wallets: { address: string; secretKey: string; accounts: number }[] }
  assert.equal(wallets.length, 3)
  for (const { address, secretKey, accounts } of wallets) {
    assert.equal(keypairFromSecretKey(decodeBase58(secretKey)!)?.address, address)
    assert(accounts >= 1 && accounts <= 9)
  }
  for (const [params, name] of [
    [{ seed: 7 }, 'seed'],
    [{ seed: 'x'.repeat(65) }, 'seed'],
    [{ count: 0 }, 'count'],
    [{ count: 10_001 }, 'count'],
    [{ maxAccounts: 0 }, 'maxAccounts'],
    [{ count: 2, largeWallets: 3 }, 'largeWallets'],
    [{ largeAccounts: 100_001 }, 'largeAccounts'],
    [{ largeWallets: 40, largeAccounts: 100_000 }, 'largeWallets'],
  ] as const) {
    const refused = generateWallets(openChain(), params)
    assert(!refused.ok && refused.message.startsWith(`${name}: `), name)
  }
})
