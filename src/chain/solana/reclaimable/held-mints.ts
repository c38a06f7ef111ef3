import { type Outcome, ok } from '../../../contract/outcome.ts'
import { MINT_BYTES, MULTISIG_BYTES, readMint } from '../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import { addressBytes } from '../pda.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../program-ids.ts'
import type { AccountView, SolanaRpc } from '../rpc.ts'

/** A mint or multisig from which a wallet's signature alone takes what it holds above its floor. */
export type HeldMint = {
  readonly account: string
  readonly tokenProgram: typeof TOKEN_PROGRAM | typeof TOKEN_2022_PROGRAM
  readonly kind: 'mint' | 'multisig'
  readonly lamports: bigint
  readonly dataBytes: number
}

/** A mint begins with the u32 1 where it has a mint authority, and names it. */
const WITH_AUTHORITY = Uint8Array.of(1, 0, 0, 0)
const PROGRAMS = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM] as const
/** Of a multisig: how many must sign, of how many, whether it is initialised, then up to eleven keys. */
const SIGNERS_OFFSET = 3
const MAX_SIGNERS = 11

/** Mints whose mint authority is the wallet, of both token programs. Fails as the node fails. */
export async function findHeldMints(
  rpc: SolanaRpc,
  wallet: string,
  signal?: AbortSignal,
): Promise<Outcome<readonly HeldMint[]>> {
  const head = { memcmp: { offset: 0, bytes: encodeBase58(Buffer.concat([WITH_AUTHORITY, addressBytes(wallet)])) } }
  const reads = await Promise.all(
    PROGRAMS.map((program) =>
      rpc.programAccounts(program, {
        // Those of Token-2022 are of any size.
        filters: program === TOKEN_PROGRAM ? [{ dataSize: MINT_BYTES }, head] : [head],
        ...(signal ? { signal } : {}),
      }),
    ),
  )
  return gather(reads, 'mint', (view) => isHeldMint(view, addressBytes(wallet)))
}

/** Multisigs of which one signature is enough, when the wallet is among the signers. Fails as the node fails. */
export async function findHeldMultisigs(
  rpc: SolanaRpc,
  wallet: string,
  signal?: AbortSignal,
): Promise<Outcome<readonly HeldMint[]>> {
  const reads = await Promise.all(
    PROGRAMS.map((program) =>
      rpc.programAccounts(program, {
        // Its place among the signers is not known: asking for each would be eleven looks at the whole program.
        filters: [{ dataSize: MULTISIG_BYTES }, { memcmp: { offset: 0, bytes: encodeBase58(Uint8Array.of(1)) } }],
        ...(signal ? { signal } : {}),
      }),
    ),
  )
  return gather(reads, 'multisig', ({ data }) => isSigner(data, addressBytes(wallet)))
}

/** Those of both kinds among accounts that someone names. Fails as the node fails. */
export async function readHeld(
  rpc: SolanaRpc,
  asked: { readonly wallet: string; readonly accounts: readonly string[]; readonly signal?: AbortSignal },
): Promise<Outcome<readonly HeldMint[]>> {
  const { wallet, accounts, signal } = asked
  const read = await rpc.accounts(accounts, signal ? { signal } : {})
  if (!read.ok) return read
  const key = addressBytes(wallet)
  const views = read.value.accounts.filter((view): view is AccountView => view !== null)
  return ok(
    views.flatMap((view) => {
      const tokenProgram = PROGRAMS.find((program) => program === view.owner)
      const kind = isHeldMint(view, key) ? 'mint' : isSigner(view.data, key) ? 'multisig' : null
      if (tokenProgram === undefined || kind === null) return []
      return [
        { account: view.address, tokenProgram, kind, lamports: view.lamports, dataBytes: view.data.length } as const,
      ]
    }),
  )
}

function isHeldMint({ data }: AccountView, wallet: Uint8Array): boolean {
  const authority = readMint(data)?.mintAuthority ?? null
  return authority !== null && Buffer.compare(authority, wallet) === 0
}

function gather(
  reads: readonly Outcome<readonly AccountView[]>[],
  kind: HeldMint['kind'],
  isHeld: (view: AccountView) => boolean,
): Outcome<readonly HeldMint[]> {
  const found: HeldMint[] = []
  for (const [at, read] of reads.entries()) {
    if (!read.ok) return read
    for (const view of read.value)
      if (isHeld(view))
        found.push({
          account: view.address,
          tokenProgram: PROGRAMS[at]!,
          kind,
          lamports: view.lamports,
          dataBytes: view.data.length,
        })
  }
  return ok(found)
}

function isSigner(data: Uint8Array, wallet: Uint8Array): boolean {
  const signers = Math.min(data[1] ?? 0, MAX_SIGNERS)
  if (data.length !== MULTISIG_BYTES || data[0] !== 1 || data[2] !== 1) return false
  for (let at = 0; at < signers; at++) {
    const start = SIGNERS_OFFSET + at * 32
    if (Buffer.compare(data.subarray(start, start + 32), wallet) === 0) return true
  }
  return false
}
