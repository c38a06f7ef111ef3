import { join } from 'node:path'
import { readRentFloors } from '../chain/solana/rent-floors.ts'
import type { SolanaRpc } from '../chain/solana/rpc.ts'
import type { Config } from '../config/env.ts'
import { RECOVERY } from '../config/recovery.ts'
import { counted } from '../contract/counted.ts'
import { withMasterSeed } from '../services/custody/master-seed.ts'
import { feePayerAddress } from '../services/recovery/fee-payer.ts'
import { readSealedSeed, type SealedSeed } from '../store/read-sealed-seed.ts'
import { readStoreKey } from '../store/store-key.ts'
import type { Finding } from './finding.ts'
import { foreignOwner, runAs } from './refuse-foreign-owner.ts'

type Seed = { readonly config: Config; readonly sealed: SealedSeed | null }

/** What the server signs with: the key of the custodial wallets, and the fee payer of recoveries with what it holds.
 *  Nothing is made or changed. */
export async function askWallets(config: Config, rpc: SolanaRpc | null): Promise<Finding[]> {
  const owner = foreignOwner(config.dataDir)
  if (owner !== null) return namesOf(config).map((name) => ({ name, state: 'off', why: `the store ${runAs(owner)}` }))
  const durable = join(config.dataDir, config.mode, 'durable')
  const seed = { config, sealed: await readSealedSeed(durable, config.mapSizeBytes) }
  const key: Finding = { name: 'WALLET_KEY_FILE', ...judgeKey(seed) }
  return [key, { name: 'RECOVERY_FEE_PAYER', ...(await judgeFeePayer(seed, key, rpc)) }]
}

/** What would have been looked at. */
function namesOf({ recovery }: Config): readonly string[] {
  return recovery.hasFeePayer ? ['WALLET_KEY_FILE', 'RECOVERY_FEE_PAYER'] : ['WALLET_KEY_FILE']
}

type Judged = Omit<Finding, 'name'>

function judgeKey({ config, sealed }: Seed): Judged {
  if (config.custody.keyFile === null) {
    if (config.mode === 'live') return { state: 'off', why: 'set it for wallets that the server signs for' }
    if (sealed === null) return { state: 'live', why: 'the sandbox makes one with its store' }
  }
  if (sealed === null) {
    const key = readStoreKey(config, { makes: false })
    return typeof key === 'string'
      ? { state: 'degraded', why: 'the wallet key cannot be read: WALLET_KEY_FILE must hold 64 hex digits' }
      : { state: 'live', why: 'can be read; the store is made with the first start' }
  }
  const opened = withMasterSeed({ config, table: tableOf(sealed) }, () => null)
  return opened.ok ? { state: 'live', why: 'opens the master seed' } : { state: 'degraded', why: opened.message }
}

function tableOf({ sealed, owner }: SealedSeed) {
  return { sealedSeed: () => sealed, seedOwner: () => owner }
}

async function judgeFeePayer({ config, sealed }: Seed, key: Finding, rpc: SolanaRpc | null): Promise<Judged> {
  if (!config.recovery.hasFeePayer)
    return { state: 'off', why: 'set it to 1 to advance the network fee of wallets without SOL' }
  const closing = 'POST /api/v1/close'
  if (key.state !== 'live') return { state: 'degraded', why: `${closing} answers 503: WALLET_KEY_FILE: ${key.why}` }
  if (sealed === null) return { state: 'degraded', why: `has no address yet: the first start makes it` }
  const address = feePayerAddress({ config, table: tableOf(sealed) })
  if (!address.ok) return { state: 'degraded', why: address.message }
  if (rpc === null) return { state: 'off', why: `${address.value}; needs rpc (SOLANA_RPC_URL)` }
  const [floors, read] = await Promise.all([readRentFloors(rpc, [0]), rpc.accounts([address.value])])
  if (!floors.ok) return { state: 'degraded', why: `${address.value}: ${floors.message}` }
  if (!read.ok) return { state: 'degraded', why: `${address.value}: ${read.message}` }
  const held = BigInt(read.value.accounts[0]?.lamports ?? 0)
  // The chain takes the fee before it is repaid, and no one may be left below the floor in between.
  const needed = floors.value[0]! + RECOVERY.highestFeeLamports
  const why = `${address.value} holds ${counted(held, 'lamport')}`
  return held >= needed ? { state: 'live', why } : { state: 'degraded', why: `${why}: fund it with ${needed} or more` }
}
