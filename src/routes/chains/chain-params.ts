import { text } from '../../contract/params.ts'

/** Any spelling of a chain of the catalog, never defaulted. */
export const chainText = text({
  maxChars: 96,
  description:
    'Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case.',
  required: 'chain required',
})
