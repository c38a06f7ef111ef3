import { signal } from '@preact/signals'
import { getWallets } from '@wallet-standard/app'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { world } from '../api/keys.ts'
import { decodeBase58, encodeBase58 } from './base58.ts'
import { readWire, withSignature } from './wire.ts'

/** What can sign for an address: a wallet of the browser (Wallet Standard), or a published one of the sandbox. */
export type Signer = {
  readonly name: string
  readonly address: string
  /** The signed transaction in wire form. Rejects when the owner refuses. */
  sign(transaction: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
  /** 64 bytes over a text. */
  signMessage(text: string): Promise<Uint8Array>
}

type Connect = { connect(): Promise<{ accounts: readonly WalletAccount[] }> }
type SignTransaction = {
  signTransaction(input: {
    account: WalletAccount
    transaction: Uint8Array
    chain?: string
  }): Promise<readonly { signedTransaction: Uint8Array }[]>
}
type SignMessage = {
  signMessage(input: { account: WalletAccount; message: Uint8Array }): Promise<readonly { signature: Uint8Array }[]>
}

/** Wallets that this browser offers and that sign for Solana. */
export const browserWallets = signal<readonly Wallet[]>([])
/** The wallet that signs on these pages. */
export const signer = signal<Signer | null>(null)

let isLooking = false

export function findWallets(): void {
  if (isLooking) return
  isLooking = true
  const registry = getWallets()
  const read = (): void => {
    browserWallets.value = registry.get().filter(({ features }) => 'solana:signTransaction' in features)
  }
  read()
  registry.on('register', read)
  registry.on('unregister', read)
}

/** Asks a wallet of the browser for an account. Rejects when its owner refuses. */
export async function connect(wallet: Wallet): Promise<Signer> {
  const { connect: ask } = wallet.features['standard:connect'] as unknown as Connect
  const { accounts } = await ask()
  const account = accounts.find(({ chains }) => chains.some((chain) => chain.startsWith('solana:'))) ?? accounts[0]
  if (account === undefined) throw new Error(`${wallet.name} has no account for Solana`)
  const feature = wallet.features['solana:signTransaction'] as unknown as SignTransaction
  const messages = wallet.features['solana:signMessage'] as unknown as SignMessage | undefined
  return {
    name: wallet.name,
    address: account.address,
    async sign(transaction) {
      const [signed] = await feature.signTransaction({ account, transaction, chain: 'solana:mainnet' })
      return Uint8Array.from(signed!.signedTransaction)
    },
    async signMessage(text) {
      if (messages === undefined) throw new Error(`${wallet.name} does not sign messages`)
      const [signed] = await messages.signMessage({ account, message: new TextEncoder().encode(text) })
      return signed!.signature
    },
  }
}

/** The head of an Ed25519 seed in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20]

/** A wallet of the sandbox: its key is published, so the page signs by itself. */
export function sandboxSigner(address: string, secretKey: string, archetype: string): Signer {
  const secret = decodeBase58(secretKey)
  const importing = (async () => {
    if (secret === null) throw new Error('the published key cannot be read')
    // Browsers keep it from pages that came over plain http from another machine.
    if (crypto.subtle === undefined) throw new Error('this browser signs only on pages over https or of this machine')
    const pkcs8 = Uint8Array.from([...PKCS8_HEAD, ...secret.subarray(0, 32)])
    return crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign'])
  })()
  importing.catch(() => undefined)
  const signBytes = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', await importing, bytes))
  return {
    name: `Sandbox ${archetype.replaceAll('_', ' ')}`,
    address,
    async sign(transaction) {
      const wire = readWire(transaction)
      if (wire === null) throw new Error('this page cannot sign a transaction of this version')
      const signed = withSignature(wire, decodeBase58(address)!, await signBytes(wire.message))
      if (signed === null) throw new Error('this transaction is not for this wallet to sign')
      return signed
    },
    signMessage: (text) => signBytes(new TextEncoder().encode(text)),
  }
}

export function sandboxSigners(): readonly Signer[] {
  return (world.value?.wallets ?? []).flatMap(({ address, archetype, secretKey }) =>
    secretKey === undefined || secretKey === null ? [] : [sandboxSigner(address, secretKey, archetype)],
  )
}

export { encodeBase58 }
