import { type Outcome, ok } from '../../contract/outcome.ts'
import { encodeBase58, isBase58Of32 } from '../../hot-paths/base58.ts'
import type { ProgramFacts, ProgramReads } from '../program-port.ts'
import { DEXES } from './dexes/index.ts'
import { knownAddress } from './labels.ts'
import { addressBytes, isOnCurve } from './pda.ts'
import { locateCode, PROGRAM_DATA_HEADER_BYTES } from './program-code.ts'
import { NATIVE_LOADER } from './program-ids.ts'
import type { AccountView, SolanaRpc } from './rpc.ts'

const NOT_ONE: ProgramFacts = {
  isProgram: false,
  name: null,
  category: null,
  dexes: [],
  upgradeable: null,
  upgradeAuthority: null,
  authorityIsKey: null,
  lastDeploySlot: null,
  sizeBytes: null,
}

export function createProgramReads(rpc: SolanaRpc): ProgramReads {
  return {
    isAddress: isBase58Of32,
    async describe(program, signal) {
      const read = await rpc.accounts([program], { signal })
      if (!read.ok) return read
      const account = read.value.accounts[0] ?? null
      if (account === null || !account.executable) return ok({ ...NOT_ONE, name: knownAddress(program)?.label ?? null })
      const code = await readCodeFacts(rpc, account, signal)
      return code.ok ? ok({ ...NOT_ONE, isProgram: true, ...namesOf(account), ...code.value }) : code
    },
  }
}

function namesOf({ address, owner }: AccountView): Pick<ProgramFacts, 'name' | 'category' | 'dexes'> {
  const own = DEXES.filter(({ programIds }) => programIds.includes(address))
  const known = knownAddress(address)
  const name = own[0]?.label ?? known?.label ?? null
  return { name, category: categoryOf(own, known?.kind ?? null, owner), dexes: own.map((dex) => dex.name) }
}

function categoryOf(
  own: readonly { readonly isLaunchpad: boolean }[],
  kind: string | null,
  loader: string,
): ProgramFacts['category'] {
  if (own.length > 0) return own.some(({ isLaunchpad }) => isLaunchpad) ? 'launchpad' : 'dex'
  if (loader === NATIVE_LOADER) return 'system'
  if (kind === 'dex' || kind === 'locker') return kind
  return kind === null ? null : 'program'
}

type CodeFacts = Pick<
  ProgramFacts,
  'upgradeable' | 'upgradeAuthority' | 'authorityIsKey' | 'lastDeploySlot' | 'sizeBytes'
>

/** State u32, slot u64, option byte and key: the head of the account that holds the code. Its length takes the whole
 *  account. */
async function readCodeFacts(rpc: SolanaRpc, account: AccountView, signal: AbortSignal): Promise<Outcome<CodeFacts>> {
  const location = locateCode(account)
  const nothing = { upgradeAuthority: null, authorityIsKey: null, lastDeploySlot: null, sizeBytes: null }
  if (location === null) return ok({ ...nothing, upgradeable: account.owner === NATIVE_LOADER ? false : null })
  if (location.offset === 0) return ok({ ...nothing, upgradeable: false, sizeBytes: account.data.length })
  const dataSlice = { offset: 0, length: PROGRAM_DATA_HEADER_BYTES }
  const read = await rpc.accounts([location.account], { dataSlice, signal })
  if (!read.ok) return read
  const head = read.value.accounts[0]?.data
  if (head === undefined || head.length < PROGRAM_DATA_HEADER_BYTES) return ok({ ...nothing, upgradeable: null })
  const bytes = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const authority = head[AUTHORITY_FLAG_AT] === 1 ? encodeBase58(head.subarray(AUTHORITY_AT, AUTHORITY_AT + 32)) : null
  return ok({
    upgradeable: authority !== null,
    upgradeAuthority: authority,
    authorityIsKey: authority === null ? null : isOnCurve(addressBytes(authority)),
    lastDeploySlot: Number(bytes.getBigUint64(SLOT_AT, true)),
    sizeBytes: null,
  })
}

const SLOT_AT = 4
const AUTHORITY_FLAG_AT = 12
const AUTHORITY_AT = 13
