import Type from 'typebox'
import { fail, ok } from '../../contract/outcome.ts'
import { type Rule, text } from '../../contract/params.ts'

export const chainOfPath = text({ maxChars: 64, description: 'Any spelling of a chain.', required: 'chain required' })

/** Of any chain; whether it is one of the chain that the path names, the service says. */
const ADDRESS_OF_SOME_CHAIN = /^(?:0x[0-9a-fA-F]{40}|0x[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{32,44})$/

export function poolAddress(message: string): Rule<string> {
  return {
    schema: Type.String({ pattern: ADDRESS_OF_SOME_CHAIN.source, description: 'Address on the chain of the path.' }),
    required: true,
    aliases: [],
    parse: (raw) => {
      const value = raw?.trim() ?? ''
      return ADDRESS_OF_SOME_CHAIN.test(value) ? ok(value) : fail('invalid_request', message)
    },
    canonical: (value) => value,
  }
}
