import { DEXES } from '../dexes/index.ts'
import { KNOWN_ADDRESSES } from '../known-addresses.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  ED25519_PROGRAM,
  LIGHTHOUSE_PROGRAM,
  MEMO_PROGRAM,
  MEMO_V1_PROGRAM,
  SECP256K1_PROGRAM,
  SECP256R1_PROGRAM,
} from '../program-ids.ts'
import { KNOWN_VENUES } from '../venues/known-venues.ts'
import { ACTION_FAMILIES } from './families/index.ts'

/** Programs that prepare or check and are never what a transaction is about. */
export const HELPERS: ReadonlySet<string> = new Set([
  COMPUTE_BUDGET_PROGRAM,
  ASSOCIATED_TOKEN_PROGRAM,
  MEMO_PROGRAM,
  MEMO_V1_PROGRAM,
  LIGHTHOUSE_PROGRAM,
  ED25519_PROGRAM,
  SECP256K1_PROGRAM,
  SECP256R1_PROGRAM,
])

/** Of programs that are helpers and yet have a name. */
const USUAL: ReadonlyMap<string, string> = new Map([[ASSOCIATED_TOKEN_PROGRAM, 'SOLANA_PROGRAM_LIBRARY']])

const NAMES: ReadonlyMap<string, string> = new Map([
  ...KNOWN_ADDRESSES.filter(([kind]) => kind === 'program' || kind === 'dex').map(
    ([, entity, address]) => [address, spelled(entity)] as const,
  ),
  ...KNOWN_VENUES.map(({ programId, name }) => [programId, spelled(name)] as const),
  ...DEXES.flatMap(({ parsedSource, operator, programIds }) =>
    programIds.map((programId) => [programId, parsedSource ?? spelled(operator)] as const),
  ),
  ...USUAL,
  ...ACTION_FAMILIES.flatMap(({ sources }) => Object.entries(sources)),
])

/** Where a transaction was made: the name of a program's operator in capitals; `UNKNOWN` for programs without one. */
export function sourceOf(programId: string): string {
  return NAMES.get(programId) ?? 'UNKNOWN'
}

function spelled(name: string): string {
  return name
    .replaceAll(/[^0-9A-Za-z]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .toUpperCase()
}
