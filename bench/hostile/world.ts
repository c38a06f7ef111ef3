import { randomBytes } from 'node:crypto'
import { compileLegacyMessage, signMessage } from '../../src/chain/solana/compile-message.ts'
import { setComputeUnitLimit, transferLamports } from '../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromSecretKey } from '../../src/chain/solana/keypair.ts'
import { decodeBase58 } from '../../src/hot-paths/base58.ts'
import { callNode } from '../../test/support/pay-sol.ts'
import type { StartedSandbox } from '../../test/support/start-sandbox.ts'

export type WorldToken = {
  readonly mint: string
  readonly pool: string | null
  readonly archetype: string
  readonly symbol: string
}
/** What the sandbox shows of itself, for requests that make sense. */
export type World = {
  readonly rpcUrl: string
  readonly tokens: readonly WorldToken[]
  readonly wallets: readonly Keypair[]
  readonly addresses: readonly string[]
  readonly signatures: readonly string[]
  /** A payment of a wallet to itself on a fresh blockhash, signed: base64. */
  payment(): Promise<string>
}

type Info = {
  readonly tokens: readonly WorldToken[]
  readonly wallets: readonly { readonly address: string; readonly secretKey: string | null }[]
  readonly signatures: readonly string[]
}

const MOST_UNITS = 400_000

export async function readWorld({ urls }: StartedSandbox): Promise<World> {
  const rpcUrl = urls['rpc']!
  const info = (await (await fetch(`${rpcUrl}/info`)).json()) as Info
  const wallets = info.wallets.flatMap(({ secretKey }) => {
    const keypair = secretKey === null ? null : keypairFromSecretKey(decodeBase58(secretKey)!)
    return keypair === null ? [] : [keypair]
  })
  return {
    rpcUrl,
    tokens: info.tokens.filter(({ pool }) => pool !== null),
    wallets,
    addresses: info.wallets.map(({ address }) => address),
    signatures: info.signatures,
    async payment() {
      const from = wallets[randomBytes(1)[0]! % wallets.length]!
      const { value } = await callNode<{ value: { blockhash: string } }>(rpcUrl, 'getLatestBlockhash', [])
      const units = 1_000 + (randomBytes(4).readUInt32LE() % MOST_UNITS)
      const instructions = [
        setComputeUnitLimit(units),
        transferLamports({ from: from.address, to: from.address, lamports: 1n }),
      ]
      const message = compileLegacyMessage({ payer: from.address, blockhash: value.blockhash, instructions })
      return Buffer.from(signMessage(message, [from]).wire).toString('base64')
    },
  }
}
