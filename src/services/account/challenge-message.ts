import type { Challenge, Purpose } from './challenge-nonce.ts'

const STATEMENTS: Readonly<Record<Purpose, string>> = {
  login: 'Sign in to manage your API key. No transaction will be sent.',
  register: 'Register an API key for this wallet. No transaction will be sent.',
}

/** The text that a wallet signs, made again from what the server knows when the signature comes: nothing of it is ever
 *  taken from the caller. The form is that of Sign-In With Solana, whose wallets compare the first line with the page
 *  that asks. `host` is the configured one, never what a request says it is. */
export function challengeMessage(host: string, { wallet, purpose, nonce, issuedAtMs, expiresAtMs }: Challenge): string {
  return [
    `${host} wants you to sign in with your Solana account:`,
    wallet,
    '',
    STATEMENTS[purpose],
    '',
    `Nonce: ${nonce}`,
    `Issued At: ${new Date(issuedAtMs).toISOString()}`,
    `Expiration Time: ${new Date(expiresAtMs).toISOString()}`,
  ].join('\n')
}
