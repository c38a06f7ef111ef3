import { existsSync, readFileSync } from 'node:fs'
import { type Keypair, keypairFromSecretKey } from '../chain/solana/keypair.ts'
import type { Config } from '../config/env.ts'
import type { SandboxInfo } from '../contract/sandbox.ts'
import { decodeBase58 } from '../hot-paths/base58.ts'
import { readSandboxInfo } from '../runtime/sandbox-link.ts'
import { serverUrl } from '../runtime/server-url.ts'
import { UsageProblem } from './command.ts'

/** Words of the commands that sign. */
export const WALLET_USAGE = `  wallet       address of a sandbox wallet (see GET /api/sandbox), or a key file: the JSON array of 64 numbers that
               other Solana tools write, or base58 of 64 bytes`

/** Base address of the running server. */
export function serverBase(config: Config, server: string | undefined): string {
  return (server ?? serverUrl(config)).replace(/\/+$/, '')
}

/** What the running server says of its sandbox; null when there is none or no server answers. */
export async function readSandbox(config: Config, server: string | undefined): Promise<SandboxInfo | null> {
  if (server === undefined && config.mode === 'live') return null
  const info = await readSandboxInfo(`${serverBase(config, server)}/api/sandbox`)
  return info.ok ? info.value : null
}

/** The key of a file or of a sandbox wallet; throws `UsageProblem`, without a word of what is in the file. */
export function readWalletKey(who: string, sandbox: SandboxInfo | null): Keypair {
  const text = existsSync(who)
    ? readFileSync(who, 'utf8').trim()
    : sandbox?.wallets.find(({ address }) => address === who)?.secretKey
  if (text === null) throw new UsageProblem(`${who} is an exchange of the sandbox: its key is not published`)
  if (text === undefined) throw new UsageProblem(`${who} is neither a key file nor a wallet of a running sandbox`)
  const bytes = text.startsWith('[') ? bytesOfNumbers(text) : decodeBase58(text)
  const keypair = bytes === null ? null : keypairFromSecretKey(bytes)
  if (keypair === null) throw new UsageProblem(`the key of ${who} is not 64 bytes of one key pair`)
  return keypair
}

/** Null for text that is no JSON; its words are not repeated, for they may be half of a key. */
function bytesOfNumbers(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(JSON.parse(text) as number[])
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
