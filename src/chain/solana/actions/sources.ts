import { DEXES } from '../dexes/index.ts'
import { KNOWN_ADDRESSES } from '../known-addresses.ts'
import {
  ADDRESS_LOOKUP_TABLE_PROGRAM,
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  ED25519_PROGRAM,
  LIGHTHOUSE_PROGRAM,
  MEMO_PROGRAM,
  MEMO_V1_PROGRAM,
  SECP256K1_PROGRAM,
  SECP256R1_PROGRAM,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  VOTE_PROGRAM,
} from '../program-ids.ts'
import { KNOWN_VENUES } from '../venues/known-venues.ts'

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

/** Names as vendors of parsed transactions write them, so that filters by source keep working. */
const USUAL: ReadonlyMap<string, string> = new Map([
  [SYSTEM_PROGRAM, 'SYSTEM_PROGRAM'],
  [TOKEN_PROGRAM, 'SOLANA_PROGRAM_LIBRARY'],
  [TOKEN_2022_PROGRAM, 'SOLANA_PROGRAM_LIBRARY'],
  [ASSOCIATED_TOKEN_PROGRAM, 'SOLANA_PROGRAM_LIBRARY'],
  [STAKE_PROGRAM, 'STAKE_PROGRAM'],
  [VOTE_PROGRAM, 'VOTE_PROGRAM'],
  [ADDRESS_LOOKUP_TABLE_PROGRAM, 'ADDRESS_LOOKUP_TABLE'],
])

const NAMES: ReadonlyMap<string, string> = new Map([
  ...KNOWN_ADDRESSES.filter(([kind]) => kind === 'program' || kind === 'dex').map(
    ([, entity, address]) => [address, spelled(entity)] as const,
  ),
  ...KNOWN_VENUES.map(({ programId, name }) => [programId, spelled(name)] as const),
  ...DEXES.flatMap(({ parsedSource, operator, programIds }) =>
    programIds.map((programId) => [programId, parsedSource ?? spelled(operator)] as const),
  ),
  ...USUAL,
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
