import { readFileSync } from 'node:fs'
import { addressBytes, findProgramAddress } from '../../src/chain/solana/pda.ts'
import { BPF_LOADER_PROGRAM, TOKEN_2022_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { extraMetasAddress, HOOK_EXECUTE_TAG, readTransferHook } from '../../src/chain/solana/transfer-hook.ts'
import type { AccountState, SandboxChain } from '../chain/types.ts'
import { addressOfBytes } from '../world/seeded-keys.ts'
import { seededBytes } from '../world/seeded-random.ts'

/** Hooks that refuse, and one that only counts. What they do is in transfer-hooks/transfer-hook.c. */
export const HOOK_KINDS = ['reject', 'reject-above', 'reject-after', 'allow-list', 'count'] as const
export type HookKind = (typeof HOOK_KINDS)[number]

/** What a hook is told about a mint. `reject` needs nothing. */
export type HookSetting =
  | { readonly kind: 'reject' | 'count' }
  | { readonly kind: 'reject-above'; readonly limitRaw: bigint }
  | { readonly kind: 'reject-after'; readonly unixTimeSec: number }
  | { readonly kind: 'allow-list'; readonly owners: readonly string[] }

const CONFIG_SEED = Buffer.from('hook-config')
const MINT_PLACE = 1

/** The same in every world: programs are no part of a seed. */
export const HOOK_PROGRAMS: Readonly<Record<HookKind, string>> = Object.fromEntries(
  HOOK_KINDS.map((kind) => [kind, addressOfBytes(seededBytes('transfer-hook-programs', kind))]),
) as Record<HookKind, string>

/** Puts the hook programs on a chain, as ordinary programs: the RPC serves their code and anyone can clone them. */
export function installTransferHooks(chain: SandboxChain): void {
  for (const kind of HOOK_KINDS) {
    const text = readFileSync(new URL(`./transfer-hooks/${kind}.b64`, import.meta.url), 'utf8')
    const data = Buffer.from(text, 'base64')
    const lamports = chain.minimumBalanceLamports(data.length)
    chain.setAccount(HOOK_PROGRAMS[kind], { lamports, owner: BPF_LOADER_PROGRAM, data, executable: true })
  }
}

/** Accounts that a hook program would have made for a mint: the list of extra accounts and the configuration. */
export function hookAccounts(
  mint: string,
  setting: HookSetting,
): { readonly address: string; readonly data: Uint8Array }[] {
  const program = HOOK_PROGRAMS[setting.kind]
  const metas = extraMetasAddress(mint, program)
  if (setting.kind === 'reject') return [{ address: metas, data: metasBytes([]) }]
  const config = findProgramAddress([CONFIG_SEED, addressBytes(mint)], program).address
  return [
    { address: metas, data: metasBytes([configRow(setting.kind === 'count')]) },
    { address: config, data: configBytes(setting) },
  ]
}

function metasBytes(rows: readonly Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(16)
  head.set(HOOK_EXECUTE_TAG)
  head.writeUInt32LE(4 + rows.length * 35, 8)
  head.writeUInt32LE(rows.length, 12)
  return Buffer.concat([head, ...rows])
}

/** The configuration as an address by seeds: a literal, then the key of the mint. */
function configRow(isWritable: boolean): Uint8Array {
  const row = Buffer.alloc(35)
  row[0] = 1
  row[1] = 1
  row[2] = CONFIG_SEED.length
  CONFIG_SEED.copy(row, 3)
  row[3 + CONFIG_SEED.length] = 3
  row[4 + CONFIG_SEED.length] = MINT_PLACE
  row[34] = isWritable ? 1 : 0
  return row
}

function configBytes(setting: Exclude<HookSetting, { kind: 'reject' }>): Uint8Array {
  const first = Buffer.alloc(8)
  if (setting.kind === 'reject-above') first.writeBigUInt64LE(setting.limitRaw)
  if (setting.kind === 'reject-after') first.writeBigInt64LE(BigInt(setting.unixTimeSec))
  if (setting.kind !== 'allow-list') return first
  first.writeBigUInt64LE(BigInt(setting.owners.length))
  return Buffer.concat([first, ...setting.owners.map(addressBytes)])
}

/** The program that runs at every transfer of a mint; null when there is none. */
export function hookProgramOf(mint: AccountState | null): string | null {
  if (mint === null || mint.owner !== TOKEN_2022_PROGRAM) return null
  return readTransferHook(mint.data)?.program ?? null
}
