import { NODE_REPLY_BYTES } from '../../config/upstream-limits.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { addressBytes, findProgramAddress } from './pda.ts'
import { BPF_LOADER_PROGRAM, BPF_UPGRADEABLE_LOADER_PROGRAM } from './program-ids.ts'
import type { AccountView, SolanaRpc } from './rpc.ts'

/** The account of a program's code, and what identifies its version. */
export type ProgramLocation = {
  readonly program: string
  readonly loader: string
  readonly account: string
  readonly offset: number
}

/** State u32, slot of the deployment u64, option byte and key of the upgrade authority. */
export const PROGRAM_DATA_HEADER_BYTES = 45
const PROGRAM_STATE = 2
const PROGRAM_DATA_STATE = 3

export function programDataAddress(program: string): string {
  return findProgramAddress([addressBytes(program)], BPF_UPGRADEABLE_LOADER_PROGRAM).address
}

/** Null for an executable account whose code cannot be cloned: of another loader, or without an ELF. */
export function locateCode(account: AccountView): ProgramLocation | null {
  if (!account.executable) return null
  const { address: program, owner: loader, data } = account
  if (loader === BPF_LOADER_PROGRAM) return isElf(data) ? { program, loader, account: program, offset: 0 } : null
  if (loader !== BPF_UPGRADEABLE_LOADER_PROGRAM || data.length !== 36 || data[0] !== PROGRAM_STATE) return null
  const offset = PROGRAM_DATA_HEADER_BYTES
  return { program, loader, account: programDataAddress(program), offset }
}

/** What names the version of the code: the slot it was deployed in; `fixed` for code that cannot change. Null when
 *  there is none (any more). */
export async function readCodeVersion(
  rpc: SolanaRpc,
  location: ProgramLocation,
  signal?: AbortSignal,
): Promise<Outcome<string | null>> {
  if (location.offset === 0) return ok('fixed')
  const dataSlice = { offset: 0, length: PROGRAM_DATA_HEADER_BYTES }
  const read = await rpc.accounts([location.account], signal ? { dataSlice, signal } : { dataSlice })
  if (!read.ok) return read
  const head = read.value.accounts[0]?.data
  if (head === undefined || head.length < 12 || head[0] !== PROGRAM_DATA_STATE) return ok(null)
  return ok(Buffer.from(head.subarray(4, 12)).toString('hex'))
}

/** The ELF itself; null when there is none. */
export async function readCode(
  rpc: SolanaRpc,
  location: ProgramLocation,
  signal?: AbortSignal,
): Promise<Outcome<Uint8Array | null>> {
  const accountBytes = NODE_REPLY_BYTES.longAccount
  const read = await rpc.accounts([location.account], signal ? { accountBytes, signal } : { accountBytes })
  if (!read.ok) return read
  const code = read.value.accounts[0]?.data.subarray(location.offset)
  return ok(code !== undefined && isElf(code) ? code : null)
}

export function isElf(bytes: Uint8Array): boolean {
  return bytes.length > 64 && bytes[0] === 0x7f && bytes[1] === 0x45 && bytes[2] === 0x4c && bytes[3] === 0x46
}
