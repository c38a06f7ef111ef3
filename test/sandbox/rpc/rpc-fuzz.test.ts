import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzzRpc } from '../../../bench/fuzz/rpc-fuzz.ts'
import { compileV0Message, compileV1Message } from '../../../src/chain/solana/compile-message.ts'
import {
  createAccount,
  createAssociatedTokenAccount,
  initializeMint,
  memo,
  mintTokens,
  transferLamports,
} from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { fundedWallet, land, landMessage, openTestSandbox, type TestSandbox } from './open-test-sandbox.ts'

const REQUESTS = 2_000

/** Transactions of all versions and kinds for the corpus to begin with. */
function liveALittle({ chain }: TestSandbox): void {
  const alice = fundedWallet(chain, 'fuzz alice')
  const bob = fundedWallet(chain, 'fuzz bob').address
  const mint = keypairFromText('fuzz mint')
  const account = associatedTokenAddress(alice.address, mint.address)
  land(
    chain,
    [
      createAccount({
        payer: alice.address,
        account: mint.address,
        lamports: chain.minimumBalanceLamports(82),
        dataBytes: 82,
        owner: TOKEN_PROGRAM,
      }),
      initializeMint({ mint: mint.address, decimals: 6, mintAuthority: alice.address }),
      createAssociatedTokenAccount({ payer: alice.address, owner: alice.address, mint: mint.address }),
      mintTokens({ mint: mint.address, to: account, authority: alice.address, amountRaw: 5n }),
      memo('fuzz'),
    ],
    [alice, mint],
  )
  const { blockhash } = chain.latestBlockhash('confirmed')
  const instructions = [transferLamports({ from: alice.address, to: bob, lamports: 1n })]
  landMessage(chain, compileV0Message({ payer: alice.address, blockhash, instructions }), [alice])
  const config = { computeUnitLimit: 9_000, loadedAccountsDataSizeLimit: 200_000 }
  landMessage(chain, compileV1Message({ payer: alice.address, blockhash, instructions, config }), [alice])
  chain.advanceSlot()
}

test(`${REQUESTS} mutated requests are all answered, none by an internal error`, async () => {
  const sandbox = await openTestSandbox()
  try {
    liveALittle(sandbox)
    const report = await sandbox.whileTicking(() =>
      fuzzRpc({ rpcUrl: sandbox.server.rpcUrl, wsUrl: sandbox.server.wsUrl, count: REQUESTS, seed: 20_261_120 }),
    )
    assert.deepEqual(report.internalErrors, [])
    assert.deepEqual(report.lost, [])
    assert.equal(report.isHealthy, true)
    for (const outcome of ['result', '-32602', '-32600', '-32601', '-32700', '-32002'])
      assert.ok((report.outcomes[outcome] ?? 0) > 0, `no answer of kind ${outcome}: ${JSON.stringify(report.outcomes)}`)
  } finally {
    sandbox.close()
  }
})
