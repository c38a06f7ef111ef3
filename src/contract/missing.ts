import Type from 'typebox'

/** What an answer leaves out because its source would not give it; absent when nothing is missing. */
export const Missing = Type.Optional(
  Type.Array(Type.String(), {
    description: 'What was left out and why, one sentence each. Present only where something was.',
  }),
)

/** As a member of a reply. */
export function missingOf(sentences: readonly (string | null)[]): { readonly missing?: string[] } {
  const said = sentences.filter((sentence) => sentence !== null)
  return said.length === 0 ? {} : { missing: [...new Set(said)] }
}
