import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import type { OpenServer } from '../../support/open-server.ts'
import { successOf } from '../../support/reply-check.ts'
import { fundedFeePayer, openRecoveryLab, type RecoveryLab } from './recovery-lab.ts'

const FEE_WALLET = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const success = successOf('POST /api/v1/close')
/** Of version 0 and 1. */
const LIMITS = [1_232, 4_096] as const

let lab: RecoveryLab
let paying: OpenServer
before(async () => {
  lab = await openRecoveryLab()
  paying = await lab.open({
    RECOVERY_FEE_PAYER: '1',
    RECOVERY_FEE_PAYER_DAY_LAMPORTS: '1000000000',
    RECOVERY_FEE_BPS: '300',
    RECOVERY_FEE_WALLET: FEE_WALLET,
  })
  await fundedFeePayer(lab, paying)
  await lab.airdrop(FEE_WALLET, 1_000_000_000n)
})
after(() => lab?.stop())

const wishes = fc.record({
  seed: fc.nat(),
  accounts: fc.integer({ min: 1, max: 140 }),
  version: fc.constantFrom<0 | 1>(0, 1),
  hasRefund: fc.boolean(),
  takesFee: fc.boolean(),
  /** One in so many mints is burnt; 0 for none. */
  burnEvery: fc.nat({ max: 3 }),
})

test('for any holdings and any request, every transaction passes the simulation as it is and fits its version', async () => {
  let transactions = 0
  await fc.assert(
    fc.asyncProperty(wishes, async ({ seed, accounts, version, hasRefund, takesFee, burnEvery }) => {
      const made = await lab.wallets({ seed: `p ${seed}`, count: 3, largeWallets: 1, largeAccounts: accounts })
      const walletAddresses = made.map(({ address }) => address)
      const { results } = await lab.check({ walletAddresses, includeAccounts: true })
      const mints: readonly string[] = results.flatMap((result: { accounts: { burnable: { mint: string }[] } }) =>
        result.accounts.burnable.map(({ mint }) => mint),
      )
      const selectedTokens = burnEvery === 0 ? [] : mints.filter((_, at) => at % burnEvery === 0)
      const server = takesFee ? paying : lab.server
      const { walletTransactions } = success(
        await server.post('/api/v1/close', {
          walletAddresses,
          burnAccounts: burnEvery > 0,
          selectedTokens,
          maxTransactionVersion: version,
          ...(hasRefund ? { refundWallet: keypairFromText('refund of properties').address } : {}),
        }),
      )
      for (const [address, list] of Object.entries(walletTransactions)) {
        if (!Array.isArray(list)) {
          const { lamports } = made.find((one) => one.address === address)!
          assert.equal(lamports, '0', `only a wallet without lamports may fail: ${JSON.stringify(list)}`)
          assert(!takesFee)
          continue
        }
        for (const { transaction } of list) {
          transactions++
          assert(Buffer.from(transaction, 'base64').length <= LIMITS[version])
          const { value } = await lab.rpc('simulateTransaction', [
            transaction,
            { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: false, commitment: 'confirmed' },
          ])
          assert.equal(value.err, null, JSON.stringify(value))
        }
      }
    }),
    { numRuns: 14 },
  )
  assert(transactions > 30, `${transactions} transactions`)
})
