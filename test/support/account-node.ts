import { CLOCK_SYSVAR, RENT_SYSVAR, SYSTEM_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import type { AccountView, SolanaRpc } from '../../src/chain/solana/rpc.ts'
import { fail, ok } from '../../src/contract/outcome.ts'

export type NodeAccount = {
  readonly owner: string
  readonly data: Uint8Array
  readonly lamports?: bigint
  readonly executable?: boolean
}
export type NodeClock = { slot: number; epoch: number; unixTimeSec: number; epochStartSec: number }

export const NODE_CLOCK: NodeClock = {
  slot: 390_000_000,
  epoch: 902,
  unixTimeSec: 1_795_000_000,
  epochStartSec: 1_794_900_000,
}
const SYSVAR = 'Sysvar1111111111111111111111111111111111111'
const LAMPORTS_PER_BYTE = 5_080n

/** What a simulation shows of a transaction. */
export type Simulated = { readonly err: unknown; readonly logs: readonly string[] }

/** A node that knows the accounts it was given, the clock and the rent, and nothing else. `simulate`: what it answers
 *  to `simulateTransaction`; without it the node refuses that, too. */
export function accountNode(
  accounts: ReadonlyMap<string, NodeAccount>,
  clock: NodeClock = NODE_CLOCK,
  simulate?: (wire: Uint8Array) => Simulated,
) {
  const asked: string[][] = []
  const view = (address: string): AccountView | null => {
    if (address === CLOCK_SYSVAR) return sysvar(address, clockBytes(clock))
    if (address === RENT_SYSVAR) return sysvar(address, rentBytes())
    const account = accounts.get(address)
    if (account === undefined) return null
    const { owner, data, lamports = 10_000_000n, executable = false } = account
    return { address, owner, data, lamports, executable }
  }
  const rpc = {
    accounts: async (addresses, options) => {
      asked.push([...addresses])
      const cut = options?.dataSlice
      const found = addresses.map((address) => {
        const account = view(address)
        if (account === null || cut === undefined) return account
        return { ...account, data: account.data.subarray(cut.offset, cut.offset + cut.length) }
      })
      return ok({ slot: clock.slot, accounts: found })
    },
    call: async (method: string, params: readonly unknown[]) => {
      if (method !== 'simulateTransaction' || simulate === undefined) return fail('upstream_failed', 'refused')
      const value = simulate(Buffer.from(params[0] as string, 'base64'))
      return ok({ context: { slot: clock.slot }, value: { ...value, unitsConsumed: 1_000, accounts: null } })
    },
  } as Partial<SolanaRpc> as SolanaRpc
  return { rpc, asked }
}

export function wallet(lamports = 1_000_000_000n): NodeAccount {
  return { owner: SYSTEM_PROGRAM, data: new Uint8Array(0), lamports }
}

function sysvar(address: string, data: Uint8Array): AccountView {
  return { address, owner: SYSVAR, lamports: 1n, executable: false, data }
}

function clockBytes(clock: NodeClock): Uint8Array {
  const bytes = Buffer.alloc(40)
  bytes.writeBigUInt64LE(BigInt(clock.slot), 0)
  bytes.writeBigInt64LE(BigInt(clock.epochStartSec), 8)
  bytes.writeBigUInt64LE(BigInt(clock.epoch), 16)
  bytes.writeBigUInt64LE(BigInt(clock.epoch + 1), 24)
  bytes.writeBigInt64LE(BigInt(clock.unixTimeSec), 32)
  return bytes
}

function rentBytes(): Uint8Array {
  const bytes = Buffer.alloc(17)
  bytes.writeBigUInt64LE(LAMPORTS_PER_BYTE, 0)
  bytes.writeDoubleLE(1, 8)
  bytes[16] = 50
  return bytes
}
