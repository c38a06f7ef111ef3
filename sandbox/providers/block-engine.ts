import { createHash } from 'node:crypto'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { isStaticKeyWritable, type WireTransaction } from '../../src/hot-paths/wire-transaction.ts'
import { areSignaturesValid, checkWire } from '../chain/check-wire.ts'
import type { ExecutedTransaction, SandboxChain } from '../chain/types.ts'
import { TIP_ACCOUNTS } from '../world/tip-accounts.ts'

/** What becomes of bundles. `land`: they run at the next slot; `hold`: they wait (no leader of the engine's comes);
 *  `drop`: every region drops them; `lose`: the engine answers with an id and forgets; `leak`: an uncled block gave
 *  their transactions away, which land one by one while the bundle fails. */
export const ENGINE_MODES = ['land', 'hold', 'drop', 'lose', 'leak'] as const
export type EngineMode = (typeof ENGINE_MODES)[number]

export type KnownBundle = {
  readonly id: string
  readonly wires: readonly Uint8Array[]
  readonly signatures: readonly string[]
  readonly receivedAtMs: number
  status: 'Pending' | 'Failed' | 'Landed'
  landedSlot: number | null
}
export type Received =
  | { readonly ok: true; readonly id: string; readonly signatures: readonly string[] }
  | { readonly ok: false; readonly message: string }

export type BlockEngine = {
  mode: EngineMode
  /** Takes a bundle of one to five signed transactions that pays a tip account. */
  receive(wires: readonly Uint8Array[]): Received
  find(id: string): KnownBundle | undefined
  /** Lamports of the tips of landed bundles, newest last. */
  tips(): readonly bigint[]
  counts(): Readonly<Record<'received' | 'landed' | 'failed' | 'waiting', number>>
}

export const MAX_BUNDLE_TRANSACTIONS = 5
const MIN_TIP_LAMPORTS = 1_000n
const MAX_KNOWN = 20_000
const MAX_TIPS = 1_000
const TIPPED = new Set<string>(TIP_ACCOUNTS)

/** A block engine for the sandbox's chain: bundles wait for the next slot, where they run in the order of their tips,
 *  each all or none. Source: Jito's low-latency transaction documentation. */
export function createBlockEngine(chain: SandboxChain, nowMs: () => number): BlockEngine {
  const known = new Map<string, KnownBundle>()
  const waiting = new Set<KnownBundle>()
  const tips: bigint[] = []
  let failed = 0
  let landed = 0
  let received = 0
  let isDue = false

  const engine: BlockEngine = {
    mode: 'land',
    receive(wires) {
      const fault = findFault(chain, wires)
      if (fault !== null) return { ok: false, message: fault }
      const signatures = wires.map(signatureOf)
      const id = createHash('sha256').update(signatures.join(',')).digest('hex')
      received++
      if (engine.mode === 'lose' || known.has(id)) return { ok: true, id, signatures }
      const bundle: KnownBundle = {
        id,
        wires,
        signatures,
        receivedAtMs: nowMs(),
        status: 'Pending',
        landedSlot: null,
      }
      if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value!)
      known.set(id, bundle)
      if (engine.mode === 'drop') end(bundle, 'Failed')
      else waiting.add(bundle)
      return { ok: true, id, signatures }
    },
    find: (id) => known.get(id),
    tips: () => tips,
    counts: () => ({ received, landed, failed, waiting: waiting.size }),
  }

  function end(bundle: KnownBundle, status: 'Failed' | 'Landed'): void {
    waiting.delete(bundle)
    bundle.status = status
    if (status === 'Failed') failed++
    else landed++
  }

  function runAuction(): void {
    isDue = false
    if (engine.mode === 'hold' || engine.mode === 'lose') {
      failThoseThatDied()
      return
    }
    const ranked = [...waiting].map((bundle) => ({ bundle, tip: offeredTip(bundle) })).sort(byTip)
    for (const { bundle } of ranked) {
      if (engine.mode === 'land') run(bundle)
      else {
        if (engine.mode === 'leak') for (const wire of bundle.wires) chain.send(wire, { skipPreflight: true })
        end(bundle, 'Failed')
      }
    }
  }

  function run(bundle: KnownBundle): void {
    let tip = 0n
    const result = chain.sendBundle(bundle.wires, (executed) => {
      tip = executed.reduce((sum, one) => sum + paidTip(one), 0n)
      return tip >= MIN_TIP_LAMPORTS
    })
    end(bundle, result.ok ? 'Landed' : 'Failed')
    if (!result.ok) return
    bundle.landedSlot = result.executed[0]!.slot
    tips.push(tip)
    if (tips.length > MAX_TIPS) tips.shift()
  }

  function failThoseThatDied(): void {
    for (const bundle of waiting) {
      if (bundle.wires.some((wire) => chain.simulate(wire).err === 'BlockhashNotFound')) end(bundle, 'Failed')
    }
  }

  // Not inside the event: the chain is in the middle of opening its block.
  chain.on('slot', () => {
    if (isDue || waiting.size === 0) return
    isDue = true
    setImmediate(runAuction)
  })
  return engine
}

/** Why the engine does not take a bundle; null when it does. */
function findFault(chain: SandboxChain, wires: readonly Uint8Array[]): string | null {
  if (wires.length === 0) return 'bundle must contain at least one transaction'
  if (wires.length > MAX_BUNDLE_TRANSACTIONS)
    return `bundle contains too many transactions: ${wires.length} (max: ${MAX_BUNDLE_TRANSACTIONS})`
  const seen = new Set<string>()
  let locksTipAccount = false
  for (const [at, wire] of wires.entries()) {
    const checked = checkWire(wire)
    if (!checked.ok) return `transaction #${at} could not be decoded`
    if (!areSignaturesValid(wire, checked.transaction)) return `transaction #${at} has an invalid signature`
    const signature = signatureOf(wire)
    if (seen.has(signature)) return 'bundle contains a duplicate transaction'
    if (chain.transaction(signature) !== undefined) return 'bundle contains an already processed transaction'
    seen.add(signature)
    locksTipAccount ||= writesTipAccount(checked.transaction)
  }
  return locksTipAccount ? null : 'Bundles must write lock at least one tip account to be eligible for the auction.'
}

/** Static keys only: an account behind a lookup table does not count. */
function writesTipAccount(transaction: WireTransaction): boolean {
  return transaction.keys.some((key, at) => isStaticKeyWritable(transaction, at) && TIPPED.has(encodeBase58(key)))
}

/** What a transaction paid to tip accounts, by instruction or through programs. */
export function paidTip({ accountKeys, preBalances, postBalances }: ExecutedTransaction): bigint {
  let paid = 0n
  for (const [at, address] of accountKeys.entries()) {
    const gained = postBalances[at]! - preBalances[at]!
    if (TIPPED.has(address) && gained > 0n) paid += gained
  }
  return paid
}

const SYSTEM_TRANSFER = 2
const TRANSFER_BYTES = 12

/** Plain transfers to tip accounts, for the ranking: what programs pay shows only when it runs. */
function offeredTip({ wires }: KnownBundle): bigint {
  let offered = 0n
  for (const wire of wires) {
    const checked = checkWire(wire)
    if (!checked.ok) continue
    const { keys, instructions } = checked.transaction
    for (const { data, accountIndexes } of instructions) {
      if (data.length !== TRANSFER_BYTES || data[0] !== SYSTEM_TRANSFER) continue
      const to = keys[accountIndexes[1] ?? keys.length]
      if (to !== undefined && TIPPED.has(encodeBase58(to)))
        offered += new DataView(data.buffer, data.byteOffset).getBigUint64(4, true)
    }
  }
  return offered
}

function byTip(a: { readonly tip: bigint }, b: { readonly tip: bigint }): number {
  return a.tip === b.tip ? 0 : a.tip > b.tip ? -1 : 1
}

function signatureOf(wire: Uint8Array): string {
  const checked = checkWire(wire)
  return checked.ok ? encodeBase58(checked.transaction.signatures[0]!) : ''
}
