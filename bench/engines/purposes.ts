import { decodeTransaction } from '../../src/chain/solana/decode-transaction.ts'
import type { SolanaRpc } from '../../src/chain/solana/rpc.ts'
import type { Context } from '../../src/context.ts'
import type { TokenEvidence } from '../../src/services/evidence-bundle/evidence.ts'

type Purpose = { calls: number; read: number; kept: number; ofNone: number }
type Read = { readonly purpose: string; readonly signature: string; readonly accounts: readonly string[] }

/** For what an engine calls the node: by the file that asked. */
export type Purposes = {
  readonly byFile: ReadonlyMap<string, Purpose>
  /** The same context, whose node notes for what each call is made. */
  watch(ctx: Context): Context
  /** Of the transactions read since the last time: which became evidence, and in which no one of the token takes
   *  part. */
  fold(evidence: TokenEvidence): void
}

/** Files that only hand a call on. */
const NO_PURPOSE =
  /^(rpc.*|share-reads|shared-pages|shared-transactions|purposes|transaction-log|wallet-histories|signature-pages|in-parallel|json-rpc|lane-rpc)$/

export function notePurposes(): Purposes {
  const byFile = new Map<string, Purpose>()
  let reads: Read[] = []
  Error.stackTraceLimit = 80
  const note = (calls: number): string => {
    const name = callerOf(new Error('where').stack ?? '')
    purposeOf(name).calls += calls
    return name
  }
  const purposeOf = (name: string): Purpose => {
    const held = byFile.get(name) ?? { calls: 0, read: 0, kept: 0, ofNone: 0 }
    byFile.set(name, held)
    return held
  }
  return {
    byFile,
    watch(ctx) {
      const node = ctx.chain.rpc!
      const rpc: SolanaRpc = {
        ...node,
        call(...args) {
          note(1)
          return node.call(...args) as never
        },
        callMany(...args) {
          note(args[0].length)
          return node.callMany(...args) as never
        },
        accounts(...args) {
          note(Math.ceil(args[0].length / 100))
          return node.accounts(...args)
        },
        programAccounts(...args) {
          note(1)
          return node.programAccounts(...args)
        },
        signaturesOf(...args) {
          note(1)
          return node.signaturesOf(...args)
        },
        signaturesOfMany(...args) {
          note(args[0].length)
          return node.signaturesOfMany(...args)
        },
        block(...args) {
          note(1)
          return node.block(...args)
        },
        async transactions(signatures, options) {
          const purpose = note(signatures.length)
          const answers = await node.transactions(signatures, options)
          for (const [i, answer] of answers.entries()) {
            const decoded = answer.ok ? decodeTransaction(answer.value) : answer
            if (decoded.ok) reads.push({ purpose, signature: signatures[i]!, accounts: decoded.value.accountKeys })
          }
          return answers
        },
      }
      return { ...ctx, chain: { ...ctx.chain, rpc } }
    },
    fold(evidence) {
      const kept = new Set(evidence.transactions.map(({ signature }) => signature))
      const own = new Set([evidence.mint, ...evidence.pools.map(({ address }) => address)])
      for (const { address, roles } of evidence.wallets) if (roles.some((role) => role !== 'funder')) own.add(address)
      for (const { purpose, signature, accounts } of reads) {
        const sums = purposeOf(purpose)
        sums.read++
        if (kept.has(signature)) sums.kept++
        if (!accounts.some((account) => own.has(account))) sums.ofNone++
      }
      reads = []
    },
  }
}

function callerOf(stack: string): string {
  const files = [...stack.matchAll(/\/([^/\s():]+)\.ts:\d+/g)].map(([, file]) => file!)
  return files.find((file) => !NO_PURPOSE.test(file)) ?? 'others'
}
