import { SHOWN_SLOTS } from '../../config/node-set.ts'
import type { NodeLane } from '../../config/upstream-limits.ts'
import { createJsonRpc, type JsonRpc } from '../../runtime/json-rpc.ts'
import { type ClientParts, createLaneClients, type NodeAddress, nodeAddresses } from '../../runtime/provider-client.ts'
import type { HoldingReads } from '../holdings-port.ts'
import type { ChainListener } from '../port.ts'
import type { ProgramReads } from '../program-port.ts'
import type { SandwichReads } from '../sandwich-port.ts'
import type { WalletLedgerReads } from '../wallet-ledger-port.ts'
import type { WalletReads } from '../wallet-port.ts'
import { createHoldingReads } from './holding-reads.ts'
import { createLaneRpc } from './lane-rpc.ts'
import { createNodeSubscriptions, type NodeSubscriptions } from './node-subscriptions.ts'
import { createNodeHeads } from './nodes/node-heads.ts'
import { createNodeSet } from './nodes/node-set.ts'
import { createShownSlots, type ShownSlots, showNothingOlder } from './nodes/shown-slots.ts'
import { createProgramReads } from './program-reads.ts'
import { listenToChain } from './pubsub.ts'
import { rememberRefusals } from './refused-methods.ts'
import { createSolanaRpc, type RawBlock, type SolanaRpc } from './rpc.ts'
import { createSandwichReads } from './sandwiches/sandwich-reads.ts'
import { createWalletLedgerReads } from './wallet-ledger/wallet-ledger-reads.ts'
import { createWalletReads } from './wallet-reads.ts'

/** The chain as services see it. `rpc` takes the lane of the work that calls it, and is null when no node is
 *  configured; `listen` and `subscriptions` are absent without a WebSocket. */
export type SolanaChain = {
  readonly rpc: SolanaRpc | null
  /** What wallets did and hold; absent when no node is configured. */
  readonly wallets?: WalletReads
  /** What wallets gained and lost, to the base unit. */
  readonly walletLedger?: WalletLedgerReads
  /** What stood around swaps: reads of its own for each answer. */
  sandwiches?(): SandwichReads
  /** What wallets have put away; absent when no node is configured. */
  readonly holdings?: HoldingReads
  /** What programs are; absent when no node is configured. */
  readonly programs?: ProgramReads
  /** The same node for callers without a key, in a narrow lane of their own; absent when there is none. */
  readonly open?: Pick<JsonRpc, 'call' | 'relay'>
  /** What changes, for those who keep something warm. Opens its socket at the first use. */
  readonly subscriptions?: NodeSubscriptions
  listen?(wants: (transactionText: string) => boolean, listener: ChainListener<RawBlock>): { close(): void }
}

export function createSolanaChain(parts: ClientParts): SolanaChain {
  const { clock, log } = parts
  const node = parts.config.providers.solanaWs
  const notifications: Pick<SolanaChain, 'listen' | 'subscriptions'> =
    node === undefined
      ? {}
      : {
          subscriptions: createNodeSubscriptions({ node, clock, log }),
          listen: (wants, listener) => listenToChain(node, wants, listener),
        }
  const addresses = nodeAddresses(parts)
  if (addresses.length === 0) return { rpc: null, ...notifications }
  const shown = createShownSlots(clock)
  const nodes = addresses.map((address, at) => ({
    label: address.label,
    roles: parts.config.node?.roles?.[at] ?? null,
    ...openNode(parts, address, shown),
  }))
  const heads = createNodeHeads({ nodes, clock, log })
  const rpc = createSolanaRpc(createNodeSet({ nodes, heads, clock }))
  return {
    rpc,
    wallets: createWalletReads(rpc),
    walletLedger: createWalletLedgerReads(rpc),
    sandwiches: () => createSandwichReads(rpc),
    holdings: createHoldingReads(rpc),
    programs: createProgramReads(rpc),
    open: createNodeSet({ nodes: nodes.map(({ open, ...node }) => ({ ...node, rpc: open })), heads, clock }),
    ...notifications,
  }
}

/** A node with its lanes, and the lane for callers without a key. */
function openNode(parts: ClientParts, address: NodeAddress, shown: ShownSlots): { rpc: JsonRpc; open: JsonRpc } {
  const { clock } = parts
  const { hasOthers } = address
  const clients = createLaneClients(parts, address)
  const laneOf = (lane: NodeLane): JsonRpc =>
    createJsonRpc({
      http: clients[lane],
      clock,
      hasOthers,
      onSlowDown: () => clients.refused(lane),
      ...(clients.maxArray === undefined ? {} : { maxArray: clients.maxArray }),
    })
  const lanes = {
    trading: laneOf('trading'),
    tradingScans: laneOf('tradingScans'),
    reads: laneOf('reads'),
    scans: laneOf('scans'),
    relay: laneOf('relay'),
  }
  const rpc = rememberRefusals(createLaneRpc(lanes), clock)
  return {
    rpc: showNothingOlder(rpc, { shown, clock, attempts: hasOthers ? 1 : SHOWN_SLOTS.attempts }),
    open: laneOf('open'),
  }
}
