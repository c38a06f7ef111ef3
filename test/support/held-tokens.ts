import { addressBytes } from '../../src/chain/solana/pda.ts'
import { TOKEN_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import type { AccountView, SolanaRpc } from '../../src/chain/solana/rpc.ts'
import { ok } from '../../src/contract/outcome.ts'
import { accountNode, type NodeAccount } from './account-node.ts'
import { mintAccountBytes } from './mint-bytes.ts'
import { addressOf } from './tape-facts.ts'

/** A node on which a wallet holds these tokens, listed in this order, of six decimals each. */
export function nodeOfHolder(
  wallet: string,
  lamports: bigint,
  tokens: readonly { readonly mint: string; readonly amountRaw: bigint }[],
): SolanaRpc {
  const known = new Map<string, NodeAccount>([[wallet, { owner: wallet, data: new Uint8Array(0), lamports }]])
  for (const { mint } of tokens) known.set(mint, { owner: TOKEN_PROGRAM, data: mintAccountBytes() })
  const { rpc } = accountNode(known)
  const accounts = tokens.map(({ mint, amountRaw }): AccountView => {
    const data = Buffer.alloc(165)
    data.set(addressBytes(mint), 0)
    data.set(addressBytes(wallet), 32)
    data.writeBigUInt64LE(amountRaw, 64)
    data[108] = 1
    const address = addressOf(`account of ${mint}`)
    return { address, owner: TOKEN_PROGRAM, lamports: 2_039_280n, executable: false, data }
  })
  const tokenAccounts = async (_: string, program: string) => ok(program === TOKEN_PROGRAM ? accounts : [])
  return { ...rpc, tokenAccounts } as unknown as SolanaRpc
}
