import { type Outcome, ok } from '../../src/contract/outcome.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { SandboxChain } from '../chain/types.ts'
import { makeRecoveryWallets } from '../world/recovery/make-wallets.ts'
import { type ControlParams, invalid, readCount } from './control-params.ts'

const MAX_WALLETS = 10_000
const MAX_ACCOUNTS = 100_000
/** All wallets together: about a kilobyte of memory each. */
const MAX_LARGE_ACCOUNTS = 500_000
const MAX_SEED_CHARS = 64

/** `POST /recovery/wallets`: wallets full of token accounts, and what was made. Not part of any world until it is asked
 *  for. */
export function generateWallets(chain: SandboxChain, params: ControlParams): Outcome<unknown> {
  const seed = params['seed'] ?? ''
  if (typeof seed !== 'string' || seed.length > MAX_SEED_CHARS)
    return invalid(`seed: expected a text of at most ${MAX_SEED_CHARS} characters`)
  const count = readCount(params, 'count', { min: 1, max: MAX_WALLETS, default: 40 })
  if (!count.ok) return count
  const maxAccounts = readCount(params, 'maxAccounts', { min: 1, max: MAX_ACCOUNTS, default: 400 })
  if (!maxAccounts.ok) return maxAccounts
  const largeWallets = readCount(params, 'largeWallets', { min: 0, max: count.value, default: 0 })
  if (!largeWallets.ok) return largeWallets
  const largeAccounts = readCount(params, 'largeAccounts', { min: 1, max: MAX_ACCOUNTS, default: 5_000 })
  if (!largeAccounts.ok) return largeAccounts
  if (largeWallets.value * largeAccounts.value > MAX_LARGE_ACCOUNTS)
    return invalid(`largeWallets: at most ${MAX_LARGE_ACCOUNTS} accounts in large wallets`)
  const wallets = makeRecoveryWallets(chain, {
    seed,
    count: count.value,
    maxAccounts: maxAccounts.value,
    large: { wallets: largeWallets.value, accounts: largeAccounts.value },
  })
  return ok({
    wallets: wallets.map(({ address, keypair, lamports, accounts, made }) => ({
      address,
      secretKey: encodeBase58(keypair.secretKey),
      lamports: String(lamports),
      accounts,
      made,
    })),
  })
}
