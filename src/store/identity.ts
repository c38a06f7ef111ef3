import { decodeDurable, encodeDurable } from './codec.ts'
import type { Environment } from './environment.ts'
import { StoreError } from './store-error.ts'

/** Layout of the durable tables. A change that old code would misread raises it and adds an upgrade step. */
export const SCHEMA_VERSION = 2
/** Of a store whose rows have no codes yet; `seal-store.ts` brings it to 2 together with them. */
const UNSEALED_SCHEMA = 1

/** What an environment says about itself, in its table `meta.v1` under `identity`. */
export type Identity = {
  readonly mode: 'sandbox' | 'live'
  /** Null until a node has returned it. */
  readonly genesisHash: string | null
  readonly schema: number
}
export type Claim = { readonly mode: 'sandbox' | 'live'; readonly genesisHash: string | null }
export type Claimed = { readonly identity: Identity; readonly worldChanged: boolean }

/** Checks a store against who opens it and writes down what was not known before. Throws `StoreError` with code
 *  `wrong_mode`, `wrong_chain` (live mode only) or `newer_schema`; nothing is changed then. */
export async function claimIdentity(env: Environment, claim: Claim): Promise<Claimed> {
  const meta = env.table<string>('meta.v1')
  return env.write(() => {
    const bytes = meta.get('identity')
    const held = bytes === undefined ? undefined : decodeDurable<Identity>(bytes)
    if (held !== undefined) assertSame(env.path, held, claim)
    const worldChanged =
      held !== undefined &&
      held.genesisHash !== null &&
      claim.genesisHash !== null &&
      held.genesisHash !== claim.genesisHash
    const identity: Identity = {
      mode: claim.mode,
      genesisHash: claim.genesisHash ?? held?.genesisHash ?? null,
      schema: held?.schema ?? UNSEALED_SCHEMA,
    }
    if (held === undefined || held.genesisHash !== identity.genesisHash) {
      meta.put('identity', encodeDurable(identity))
    }
    return { identity, worldChanged }
  })
}

function assertSame(path: string, held: Identity, claim: Claim): void {
  if (held.schema > SCHEMA_VERSION) {
    const message = `store ${path} has schema ${held.schema}, this version knows ${SCHEMA_VERSION}: update Mintglass`
    throw new StoreError('newer_schema', path, message)
  }
  if (held.mode !== claim.mode) {
    const message = `store ${path} belongs to ${held.mode} mode; ${claim.mode} mode refuses it: set MINTGLASS_DATA_DIR to another folder`
    throw new StoreError('wrong_mode', path, message)
  }
  const { genesisHash } = claim
  if (claim.mode === 'live' && genesisHash !== null && held.genesisHash !== null && held.genesisHash !== genesisHash) {
    const message = `store ${path} belongs to the chain with genesis hash ${held.genesisHash}, the node shows ${genesisHash}: check SOLANA_RPC_URL or set MINTGLASS_DATA_DIR to another folder`
    throw new StoreError('wrong_chain', path, message)
  }
}
