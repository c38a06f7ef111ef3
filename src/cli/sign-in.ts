import { type Keypair, signBytes } from '../chain/solana/keypair.ts'
import { readConfig } from '../config/env.ts'
import { encodeBase58 } from '../hot-paths/base58.ts'
import { type Command, readArguments, UsageProblem } from './command.ts'
import { readSandbox, readWalletKey, serverBase, WALLET_USAGE } from './wallet-key.ts'

const USAGE = `usage: sign-in <wallet or key file> [--register] [--label <text>] [--domains <a.com,*.b.com>]
               [--fee-wallet <address>] [--server <url>]

${WALLET_USAGE}
  --register   register an API key for the wallet instead of opening a session; the other options are the key's
  --server     the running server (default http://HOST:PORT)

  Prints the server's answer. The text that is signed is printed to standard error before it is signed.`

const OPTIONS = {
  register: { type: 'boolean' },
  label: { type: 'string' },
  domains: { type: 'string' },
  'fee-wallet': { type: 'string' },
  server: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const TIMEOUT_MS = 30_000

type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

/** Does what a wallet in a browser does: asks for a challenge, signs it, sends the signature. Exit code 1 when the
 *  server refuses. */
export const signIn: Command = async (args) => {
  const { values, positionals } = readArguments(args, OPTIONS, USAGE)
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const [who, ...rest] = positionals
  if (who === undefined || rest.length > 0) throw new UsageProblem(USAGE)
  const config = readConfig()
  const base = serverBase(config, values.server)
  const keypair = readWalletKey(who, await readSandbox(config, values.server))
  const purpose = values.register ? 'register' : 'login'
  const challenge = await post(`${base}/api/auth/challenge`, { ownerWallet: keypair.address, purpose })
  const { nonce, message } = challenge.body
  if (typeof message !== 'string') return printAnswer(challenge)
  console.error(`${message}\n`)
  const proof = { ownerWallet: keypair.address, nonce, signature: signText(keypair, message) }
  if (!values.register) return printAnswer(await post(`${base}/api/auth/login`, proof))
  const options = {
    ...(values.label !== undefined && { label: values.label }),
    ...(values.domains !== undefined && { domains: values.domains.split(',') }),
    ...(values['fee-wallet'] !== undefined && { feeWallet: values['fee-wallet'] }),
  }
  return printAnswer(await post(`${base}/api/register-key`, { ...proof, ...options }))
}

/** A text, and never a transaction: no message of one begins with letters that a person would read. */
function signText(keypair: Keypair, message: string): string {
  if (!message.includes(keypair.address)) throw new UsageProblem('the server asks for another wallet to sign')
  return encodeBase58(signBytes(keypair, Buffer.from(message)))
}

async function post(url: string, body: object): Promise<Answer> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: reply.status, body: (await reply.json()) as Answer['body'] }
  } catch (error) {
    throw new UsageProblem(`${url} does not answer: ${(error as Error).message}`, { cause: error })
  }
}

function printAnswer({ status, body }: Answer): number {
  console.log(JSON.stringify(body, null, 2))
  return status < 300 ? 0 : 1
}
