import Type from 'typebox'
import { ok } from '../../contract/outcome.ts'
import type { Rule } from '../../contract/params.ts'

const MAX_ID_CHARS = 64

/** A wallet's id. Text that is none is an unknown wallet like any other. */
const id: Rule<string> = {
  schema: Type.String({ pattern: '^wal_[0-9a-z]+$', description: 'Id of a wallet.' }),
  required: true,
  aliases: [],
  parse: (raw) => ok((raw ?? '').slice(0, MAX_ID_CHARS)),
  canonical: (value) => encodeURIComponent(value.toWellFormed()),
}

export const WalletParams = { id }
