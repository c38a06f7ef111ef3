import {
  ADDRESS_LOOKUP_TABLE_PROGRAM,
  ASSOCIATED_TOKEN_PROGRAM,
  MEMO_PROGRAM,
  MEMO_V1_PROGRAM,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  VOTE_PROGRAM,
} from '../../src/chain/solana/program-ids.ts'
import { byteReader, parseBytes } from './byte-reader.ts'
import { type InstructionSpec, readBySpec } from './instruction-spec.ts'
import { LOOKUP_TABLE_INSTRUCTIONS } from './instructions/lookup-table.ts'
import { STAKE_INSTRUCTIONS } from './instructions/stake.ts'
import { SYSTEM_INSTRUCTIONS } from './instructions/system.ts'
import { findTokenInstruction } from './instructions/token.ts'
import { VOTE_INSTRUCTIONS } from './instructions/vote.ts'

export type ParsedInstruction = { readonly program: string; readonly parsed: unknown }
type Parse = (accounts: readonly string[], data: Uint8Array) => unknown

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** The programs a node parses, with the names it gives them. Compute Budget is not among them. */
const PARSERS = new Map<string, readonly [program: string, parse: Parse]>([
  [SYSTEM_PROGRAM, ['system', byTag(SYSTEM_INSTRUCTIONS)]],
  [STAKE_PROGRAM, ['stake', byTag(STAKE_INSTRUCTIONS)]],
  [VOTE_PROGRAM, ['vote', byTag(VOTE_INSTRUCTIONS)]],
  [ADDRESS_LOOKUP_TABLE_PROGRAM, ['address-lookup-table', byTag(LOOKUP_TABLE_INSTRUCTIONS)]],
  [TOKEN_PROGRAM, ['spl-token', parseToken]],
  [TOKEN_2022_PROGRAM, ['spl-token', parseToken]],
  [ASSOCIATED_TOKEN_PROGRAM, ['spl-associated-token-account', parseAssociatedToken]],
  [MEMO_PROGRAM, ['spl-memo', parseMemo]],
  [MEMO_V1_PROGRAM, ['spl-memo', parseMemo]],
])

/** The `jsonParsed` form of one instruction, or null where a node leaves it partially decoded. */
export function parseInstruction(
  programId: string,
  accounts: readonly string[],
  data: Uint8Array,
): ParsedInstruction | null {
  const parser = PARSERS.get(programId)
  if (parser === undefined) return null
  const parsed = parseBytes(() => parser[1](accounts, data))
  return parsed === null ? null : { program: parser[0], parsed }
}

/** Programs whose instructions begin with a u32 that numbers them. */
function byTag(specs: ReadonlyMap<number, InstructionSpec>): Parse {
  return (accounts, data) => {
    const reader = byteReader(data)
    const spec = specs.get(reader.u32())
    return spec === undefined ? null : readBySpec(spec, accounts, reader)
  }
}

function parseToken(accounts: readonly string[], data: Uint8Array): unknown {
  const reader = byteReader(data)
  const spec = findTokenInstruction(reader)
  return spec === null ? null : readBySpec(spec, accounts, reader)
}

function parseAssociatedToken(accounts: readonly string[], data: Uint8Array): unknown {
  const tag = data.length === 0 ? 0 : data[0]
  if (tag === 0 || tag === 1)
    return readBySpec(
      {
        type: tag === 0 ? 'create' : 'createIdempotent',
        accounts: 'source account wallet mint systemProgram tokenProgram',
      },
      accounts,
      byteReader(data),
    )
  if (tag !== 2) return null
  return readBySpec(
    {
      type: 'recoverNested',
      accounts: 'nestedSource nestedMint destination nestedOwner ownerMint wallet tokenProgram',
    },
    accounts,
    byteReader(data),
  )
}

function parseMemo(_accounts: readonly string[], data: Uint8Array): unknown {
  try {
    return strictUtf8.decode(data)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
