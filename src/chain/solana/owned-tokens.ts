import Type, { type Static } from 'typebox'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { findExtension, readTokenAccount, readU64 } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { compileReply } from '../../runtime/reply-check.ts'
import { Base58Text } from '../../runtime/reply-ranges.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './program-ids.ts'
import { COMMITMENT, type SolanaRpc } from './rpc.ts'

/** A token account as its bytes state it. */
export type OwnedTokens = {
  readonly account: string
  readonly owner: string
  readonly mint: string
  readonly tokenProgram: typeof TOKEN_PROGRAM | typeof TOKEN_2022_PROGRAM
  readonly amountRaw: bigint
  readonly isFrozen: boolean
  /** Who may close it when that is not its owner. */
  readonly closeAuthority: string | null
  /** Fees of transfers into it that no one has collected: it cannot be closed with them. */
  readonly withheldRaw: bigint
}

const Reply = Type.Object({
  value: Type.Array(
    Type.Object({
      pubkey: Base58Text,
      account: Type.Object({ owner: Base58Text, data: Type.Tuple([Type.String(), Type.Literal('base64')]) }),
    }),
  ),
})
const check = compileReply(Reply)
const TRANSFER_FEE_AMOUNT = 2

/** The token accounts of a wallet, those of both programs or of one mint, in the node's order. Fails as the node
 *  fails. */
export async function readOwnedTokens(
  rpc: SolanaRpc,
  owner: string,
  options: { readonly mint?: string; readonly signal?: AbortSignal } = {},
): Promise<Outcome<readonly OwnedTokens[]>> {
  const filters =
    options.mint === undefined
      ? [{ programId: TOKEN_PROGRAM }, { programId: TOKEN_2022_PROGRAM }]
      : [{ mint: options.mint }]
  const config = { encoding: 'base64', commitment: COMMITMENT }
  const answers = await rpc.callMany<Static<typeof Reply>>(
    filters.map((filter) => ({ method: 'getTokenAccountsByOwner', params: [owner, filter, config] })),
    options.signal === undefined ? {} : { signal: options.signal },
  )
  const found = new Map<string, OwnedTokens>()
  for (const answer of answers) {
    if (!answer.ok) return answer
    const reply: unknown = answer.value
    if (!check.matches(reply))
      return fail('upstream_failed', 'the node answered getTokenAccountsByOwner in an unexpected shape')
    for (const { pubkey, account } of reply.value) {
      const tokens = decode(pubkey, account.owner, Buffer.from(account.data[0], 'base64'))
      if (tokens === null) continue
      // What of it is true cannot be known: tokens that are not the wallet's would be counted, or its own twice.
      if (tokens.owner !== owner || found.has(pubkey) || tokens.mint !== (options.mint ?? tokens.mint))
        return fail('upstream_failed', 'the node lists token accounts of others, or twice')
      found.set(pubkey, tokens)
    }
  }
  return ok([...found.values()])
}

function decode(account: string, program: string, data: Uint8Array): OwnedTokens | null {
  if (program !== TOKEN_PROGRAM && program !== TOKEN_2022_PROGRAM) return null
  const fields = readTokenAccount(data)
  if (fields === null) return null
  const withheld = findExtension(data, TRANSFER_FEE_AMOUNT)
  return {
    account,
    owner: encodeBase58(fields.owner),
    mint: encodeBase58(fields.mint),
    tokenProgram: program,
    amountRaw: fields.amountRaw,
    isFrozen: fields.state === 'frozen',
    closeAuthority: fields.closeAuthority === null ? null : encodeBase58(fields.closeAuthority),
    withheldRaw: withheld === null ? 0n : readU64(withheld, 0),
  }
}
