import type { Static, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

/** A compiled reply schema. Unknown members are allowed: providers add them without notice. */
export type ReplyCheck<S extends TSchema> = {
  matches(value: unknown): value is Static<S>
  /** Where a value that does not match first fails, in the words of our schema; nothing of the value itself. */
  explain(value: unknown): string
}

/** Compiles once; keep what it returns. Compiling happens at the first use. */
export function compileReply<S extends TSchema>(schema: S): ReplyCheck<S> {
  let validator: Validator | undefined
  const compiled = (): Validator => {
    validator ??= Compile(schema) as unknown as Validator
    return validator
  }
  return {
    matches: (value): value is Static<S> => compiled().Check(value),
    explain: (value) => {
      const error = compiled().Errors(value)[0]
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
