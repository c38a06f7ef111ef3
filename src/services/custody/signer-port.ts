import type { Outcome } from '../../contract/outcome.ts'

/** Whose signature is wanted: that of a user's wallet, or of a wallet of the server itself, by its name. */
export type Signee = { readonly walletId: string } | { readonly server: string }

/** All that signs for the server's wallets. Everything that sends for them asks this port and holds no key: a module
 *  for keys, or a program of the chain that authorises what was agreed on before (the successors of durable nonces),
 *  takes the place of `createKeySigner` and of nothing else. Who may ask is the caller's business, and so is what the
 *  message says. */
export type Signer = {
  /** Ed25519 signature (64 bytes) over a message. Fails `unknown_wallet`, `unconfigured`; another implementation may
   *  fail as an upstream does. What fails has signed nothing. */
  sign(signee: Signee, message: Uint8Array): Promise<Outcome<Uint8Array>>
}
