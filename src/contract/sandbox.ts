import Type, { type Static } from 'typebox'
import { closed, NullableText, Text } from './shapes.ts'

/** What `GET /api/sandbox` says: everything a user needs to find their way in the embedded world. */
export const SandboxDescription = closed({
  mode: Type.Literal('sandbox'),
  seed: Text,
  genesisHash: Text,
  restarts: Type.Integer({
    description: 'How often the embedded world crashed and was restarted since the server started.',
  }),
  keys: Type.Record(Type.String(), Type.String(), { description: 'Published keys by purpose.' }),
  tokens: Type.Array(closed({ mint: Text, symbol: Text, archetype: Text, dex: NullableText, pool: NullableText })),
  wallets: Type.Array(
    closed({
      address: Text,
      archetype: Text,
      secretKey: {
        ...NullableText,
        description: 'Base58 of 64 bytes; sandbox funds only. Null for exchanges (`cex`), which come last.',
      },
    }),
  ),
  userRefs: Type.Array(closed({ userRef: Text, address: Text }), {
    description: 'Funded custodial users of the trade key.',
  }),
  signatures: Type.Array(Text),
  upstreams: Type.Record(Type.String(), Type.String()),
})
export type SandboxDescription = Static<typeof SandboxDescription>

/** The part that the sandbox itself returns (`GET /info` on its base port). */
export const SandboxInfo = Type.Object({
  seed: Text,
  genesisHash: Text,
  tokens: Type.Array(Type.Object({ mint: Text, symbol: Text, archetype: Text, dex: NullableText, pool: NullableText })),
  wallets: Type.Array(Type.Object({ address: Text, archetype: Text, secretKey: NullableText })),
  signatures: Type.Array(Text),
  upstreams: Type.Record(Type.String(), Type.String()),
})
export type SandboxInfo = Static<typeof SandboxInfo>
