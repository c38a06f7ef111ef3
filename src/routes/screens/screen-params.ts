import Type from 'typebox'
import { ok } from '../../contract/outcome.ts'
import type { Rule } from '../../contract/params.ts'

const MAX_ID_CHARS = 64

/** A screen's id. Text that is none is an unknown screen like any other. */
const id: Rule<string> = {
  schema: Type.String({ pattern: '^scr_[0-9a-z]+$', description: 'Id of a saved screen.' }),
  required: true,
  aliases: [],
  parse: (raw) => ok((raw ?? '').slice(0, MAX_ID_CHARS)),
  canonical: (value) => encodeURIComponent(value.toWellFormed()),
}

export const ScreenParams = { id }
