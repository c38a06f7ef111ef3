import type { Dex } from '../../../src/chain/solana/dexes/dex.ts'
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'

/** A small made-up ledger: who sent SOL, launched and bought, in the records a node would answer with, and a DEX that
 *  reads its own instructions from it. */

export const FAKE_DEX_PROGRAM = 'FakeDexFakeDexFakeDexFakeDexFakeDexFakeDex1'
type Act =
  | { readonly do: 'send'; readonly from: string; readonly to: string; readonly sol: number }
  | { readonly do: 'launch'; readonly mint: string; readonly creator: string }
  | { readonly do: 'pool'; readonly mint: string; readonly creator: string }
  | { readonly do: 'buy'; readonly mint: string; readonly wallet: string }
  | { readonly do: 'initMint'; readonly mint: string }
type Entry = {
  readonly slot: number
  readonly acts: readonly Act[]
  readonly payer?: string
  readonly failed?: boolean
  readonly timeSec?: number
}

export const key = (name: string): string =>
  encodeBase58(Uint8Array.from({ length: 32 }, (_, i) => (name.charCodeAt(i % name.length) * (i + 3) + i) % 250))
export const curveOf = (mint: string): string => key(`curve of ${mint}`)
const signatureOf = (n: number): string =>
  encodeBase58(Uint8Array.from({ length: 64 }, (_, i) => (i === 0 ? Math.floor(n / 251) : (n * 13 + i * 5 + 1) % 251)))

export function createLedger(entries: readonly Entry[]) {
  const balances = new Map<string, bigint>()
  const records = entries.map((entry, n) => recordOf(entry, n, balances))
  const calls: string[] = []
  const failing = new Set<string>()
  const rpc = {
    async signaturesOf(address: string, { limit = 1_000, before }: { limit?: number; before?: string } = {}) {
      calls.push('signaturesOf')
      if (failing.has('signaturesOf') || failing.has(address)) return fail('upstream_failed', 'down')
      const rows = records.filter(({ keys }) => keys.includes(address)).reverse()
      const start = before === undefined ? 0 : rows.findIndex(({ row }) => row.signature === before) + 1
      const older = before === undefined || start > 0 ? rows.slice(start) : olderThan(rows, records, before)
      return ok(older.slice(0, limit).map(({ row }) => row))
    },
    async transactions(signatures: readonly string[]) {
      calls.push('transactions')
      return signatures.map((one) => ok(records.find(({ row }) => row.signature === one)?.answer ?? null))
    },
    async call(method: string, [first]: readonly unknown[]) {
      calls.push(method)
      if (failing.has(method)) return fail('upstream_failed', 'down')
      if (method === 'getSlot') return ok((entries.at(-1)?.slot ?? 0) + 100)
      return ok({ signatures: records.filter(({ row }) => row.slot === first).map(({ row }) => row.signature) })
    },
  } as unknown as SolanaRpc
  return { rpc, calls, failing, signature: signatureOf }
}
type Ledgered = ReturnType<typeof recordOf>

function olderThan(rows: readonly Ledgered[], records: readonly Ledgered[], before: string): readonly Ledgered[] {
  const end = records.findIndex(({ row }) => row.signature === before)
  return rows.filter((one) => records.indexOf(one) < end)
}

function recordOf(
  { slot, acts, payer, failed = false, timeSec = slot }: Entry,
  n: number,
  balances: Map<string, bigint>,
) {
  const first = acts[0]!
  const feePayer =
    payer ??
    ('from' in first
      ? first.from
      : 'creator' in first
        ? first.creator
        : 'wallet' in first
          ? first.wallet
          : key('nobody'))
  const keys = new Set([feePayer])
  for (const act of acts) {
    if (act.do === 'send') keys.add(act.from).add(act.to)
    else if (act.do === 'initMint') keys.add(act.mint)
    else
      keys
        .add(act.mint)
        .add(curveOf(act.mint))
        .add('wallet' in act ? act.wallet : act.creator)
  }
  const accountKeys = [...keys, SYSTEM_PROGRAM, TOKEN_PROGRAM, FAKE_DEX_PROGRAM]
  const at = (address: string) => accountKeys.indexOf(address)
  const pre = accountKeys.map((one) => balances.get(one) ?? 0n)
  const instructions = acts.map((act) => {
    if (act.do === 'send') {
      const lamports = BigInt(Math.round(act.sol * 1e9))
      if (!failed) balances.set(act.to, (balances.get(act.to) ?? 0n) + lamports)
      const data = Buffer.alloc(12)
      data.writeUInt32LE(2)
      data.writeBigUInt64LE(lamports, 4)
      return { programIdIndex: at(SYSTEM_PROGRAM), accounts: [at(act.from), at(act.to)], data: encodeBase58(data) }
    }
    if (act.do === 'initMint')
      return { programIdIndex: at(TOKEN_PROGRAM), accounts: [at(act.mint)], data: encodeBase58(Uint8Array.of(20, 6)) }
    const data = encodeBase58(Buffer.from(JSON.stringify(act)))
    return { programIdIndex: at(FAKE_DEX_PROGRAM), accounts: [at(curveOf(act.mint))], data }
  })
  const signature = signatureOf(n)
  const err = failed ? { InstructionError: [0, 'InvalidArgument'] } : null
  const answer = {
    slot,
    blockTime: timeSec,
    version: 'legacy',
    transaction: {
      signatures: [signature],
      message: {
        header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 3 },
        accountKeys,
        recentBlockhash: key('hash'),
        instructions,
      },
    },
    meta: {
      err,
      fee: 5_000,
      preBalances: pre.map(Number),
      postBalances: accountKeys.map((one) => Number(balances.get(one) ?? 0n)),
      innerInstructions: [],
      logMessages: [],
    },
  }
  return { row: { signature, slot, err, memo: null, blockTime: timeSec }, keys: accountKeys, answer }
}

const base = { dex: 'pumpfun', programId: FAKE_DEX_PROGRAM, quoteMint: key('sol') } as const
export const fakeDex = {
  name: 'pumpfun',
  label: 'Fake',
  operator: 'Fake',
  programIds: [FAKE_DEX_PROGRAM],
  slippageCodes: {},
  isLaunchpad: true,
  launchAddress: curveOf,
  findPools: async () => ok([]),
  isPoolAccount: () => false,
  decodeTrades: (transaction) =>
    actsOf(transaction.instructions).flatMap(({ act, i }) =>
      act.do !== 'buy'
        ? []
        : [
            {
              ...base,
              pool: curveOf(act.mint),
              signature: transaction.signature,
              instructionPath: [i, -1] as const,
              slot: transaction.slot,
              blockTimeSec: transaction.blockTimeSec,
              indexInBlock: transaction.indexInBlock,
              side: 'buy' as const,
              trader: act.wallet,
              baseMint: act.mint,
              baseAmountRaw: 1n,
              quoteAmountRaw: 1n,
              baseReserveRaw: null,
              quoteReserveRaw: null,
            },
          ],
    ),
  decodeLaunches: (transaction) =>
    actsOf(transaction.instructions).flatMap(({ act, i }) =>
      act.do !== 'launch' && act.do !== 'pool'
        ? []
        : [
            {
              ...base,
              kind: act.do,
              pool: curveOf(act.mint),
              mint: act.mint,
              creator: act.creator,
              name: null,
              symbol: null,
              uri: null,
              signature: transaction.signature,
              instructionPath: [i, -1] as const,
              slot: transaction.slot,
              blockTimeSec: transaction.blockTimeSec,
            },
          ],
    ),
} satisfies Dex

function actsOf(instructions: readonly { programId: string; data: Uint8Array }[]): { act: Act; i: number }[] {
  return instructions.flatMap(({ programId, data }, i) =>
    programId === FAKE_DEX_PROGRAM ? [{ act: JSON.parse(Buffer.from(data).toString()) as Act, i }] : [],
  )
}
