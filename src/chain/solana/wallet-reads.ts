import { fail, ok } from '../../contract/outcome.ts'
import type { ParsedTransaction } from '../../contract/parsed-transaction.ts'
import { decodeBase58Fixed, isBase58Of32 } from '../../hot-paths/base58.ts'
import { createTurnSlices } from '../../runtime/turn-slices.ts'
import type { WalletReads } from '../wallet-port.ts'
import { decodeActions } from './actions/decode-actions.ts'
import { toParsed } from './actions/to-parsed.ts'
import { decodeTransaction } from './decode-transaction.ts'
import type { SolanaRpc } from './rpc.ts'

export function createWalletReads(rpc: SolanaRpc): WalletReads {
  return {
    async transactionsOf(wallet, { limit, before, until, signal }) {
      // Text that looks like an address and is none: the node would refuse the question.
      if (!isBase58Of32(wallet)) return fail('invalid_request', 'invalid wallet')
      const rows = await rpc.signaturesOf(wallet, {
        limit,
        ...(before === '' ? {} : { before }),
        ...(until === '' ? {} : { until }),
        signal,
      })
      if (!rows.ok) return rows
      return ok(
        rows.value.map(({ signature, slot, err, blockTime }) => ({
          signature,
          slot,
          isFailed: err !== null,
          blockTimeSec: blockTime,
        })),
      )
    },
    async explain(signatures, signal) {
      const parsed: ParsedTransaction[] = []
      // A node refuses the whole question for text that is no signature.
      const possible = signatures.filter(isSignature)
      if (possible.length === 0) return ok(parsed)
      const slices = createTurnSlices()
      for (const answer of await rpc.transactions(possible, { signal })) {
        await slices.next()
        if (!answer.ok && answer.code !== 'not_found') return answer
        const read = answer.ok ? decodeTransaction(answer.value) : answer
        if (read.ok) parsed.push(toParsed(decodeActions(read.value)))
      }
      return ok(parsed)
    },
  }
}

function isSignature(text: string): boolean {
  return decodeBase58Fixed(text, 64) !== null
}
