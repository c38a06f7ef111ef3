import { setImmediate as nextTurn } from 'node:timers/promises'
import { POSITIONS } from '../../../config/positions.ts'
import { type Failure, type Outcome, ok } from '../../../contract/outcome.ts'
import { TOKEN_METADATA_PROGRAM } from '../program-ids.ts'
import type { AccountView, SolanaRpc } from '../rpc.ts'
import { decodeMetaplexMetadata, metaplexMetadataAddress } from '../token-metadata.ts'
import { POSITION_READERS } from './index.ts'
import type { HeldToken, PositionReader } from './reader.ts'

export type NamedPosition = { readonly reader: PositionReader; readonly view: AccountView }
type Around = {
  readonly signal: AbortSignal
  readonly notes: { add(sentence: string): void; failed(what: string, failure: Failure): void }
}

/** An address takes up to a millisecond. */
const DERIVED_PER_TURN = 3

/** Positions whose account names its NFT, and neither address follows from the other: the NFT's metadata say whose it is,
 *  and a scan finds the account. A read for all NFTs, and a scan for each position. Fails as the node fails. */
export async function findNamed(
  rpc: SolanaRpc,
  nfts: readonly HeldToken[],
  { signal, notes }: Around,
): Promise<Outcome<readonly NamedPosition[]>> {
  const readers = POSITION_READERS.flatMap((reader) =>
    reader.namedBy === undefined ? [] : [{ ...reader.namedBy, reader }],
  )
  const fixed = nfts.filter(({ mintAuthority }) => mintAuthority === null)
  const addresses: string[] = []
  for (const [at, { mint }] of fixed.entries()) {
    if (at % DERIVED_PER_TURN === DERIVED_PER_TURN - 1) await nextTurn()
    addresses.push(metaplexMetadataAddress(mint))
  }
  const read = await rpc.accounts(addresses, { signal })
  if (!read.ok) return read
  const named = fixed.flatMap(({ mint }, at) => {
    const view = read.value.accounts[at] ?? null
    const face = view?.owner === TOKEN_METADATA_PROGRAM ? decodeMetaplexMetadata(view.data) : null
    const of = readers.find(({ symbol }) => face?.mint === mint && symbol.test(face.symbol))
    return of === undefined ? [] : [{ mint, ...of }]
  })
  if (named.length > POSITIONS.named)
    notes.add(`Of ${named.length} positions with an NFT ${POSITIONS.named} were looked for.`)
  const found: NamedPosition[] = []
  for (const { mint, reader, program, mintOffset } of named.slice(0, POSITIONS.named)) {
    const scanned = await rpc.programAccounts(program, {
      filters: [{ memcmp: { offset: mintOffset, bytes: mint } }],
      signal,
    })
    if (!scanned.ok) notes.failed(`Positions of ${reader.protocol}`, scanned)
    else for (const view of scanned.value.slice(0, 1)) found.push({ reader, view })
  }
  return ok(found)
}
