import type { Static, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { createScrub } from './reply-scrub.ts'

/** A compiled reply schema. Unknown members are allowed: providers add them without notice. */
export type ReplyCheck<S extends TSchema> = {
  /** Figures of the schema that cannot be (`mayBeNull`) are null in the value from then on. */
  matches(value: unknown): value is Static<S>
  /** Where a value that does not match first fails, in the words of our schema; nothing of the value itself. */
  explain(value: unknown): string
}

/** Compiles once; keep what it returns. Compiling happens at the first use. */
export function compileReply<S extends TSchema>(schema: S): ReplyCheck<S> {
  let compiled: { readonly validator: Validator; readonly scrub: ((value: unknown) => void) | null } | undefined
  const made = () => {
    compiled ??= { validator: Compile(schema) as unknown as Validator, scrub: createScrub(schema) }
    return compiled
  }
  return {
    matches: (value): value is Static<S> => {
      const { validator, scrub } = made()
      if (scrub !== null) scrub(value)
      return validator.Check(value)
    },
    explain: (value) => {
      const error = made().validator.Errors(value)[0]
      return error === undefined ? 'no difference' : `${error.keyword} at ${error.schemaPath}`
    },
  }
}

/** Compiled checks by schema, so that a schema handed over with every call is compiled once. */
export function createReplyChecks(): <S extends TSchema>(schema: S) => ReplyCheck<S> {
  const checks = new WeakMap<TSchema, ReplyCheck<TSchema>>()
  return <S extends TSchema>(schema: S): ReplyCheck<S> => {
    let check = checks.get(schema)
    if (check === undefined) {
      check = compileReply(schema as TSchema)
      checks.set(schema, check)
    }
    return check as unknown as ReplyCheck<S>
  }
}
