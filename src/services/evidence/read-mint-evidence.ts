import { createHash } from 'node:crypto'
import { decodeMintInfo, type MintInfo } from '../../chain/solana/mint-info.ts'
import type { AccountView, SolanaRpc } from '../../chain/solana/rpc.ts'
import {
  decodeMetadataPointer,
  metaplexMetadataAddress,
  resolveTokenMetadata,
} from '../../chain/solana/token-metadata.ts'
import { LIMITS } from '../../config/limits.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { AccountEvidence, MintEvidence } from '../evidence-bundle/evidence.ts'

export type MintReading = { readonly info: MintInfo; readonly evidence: MintEvidence }

/** The mint's account, what it says about itself and who may change that. Null when the address holds no mint of either
 *  token program. Fails as the node fails. */
export async function readMintEvidence(
  rpc: SolanaRpc,
  mint: string,
  signal: AbortSignal,
): Promise<Outcome<MintReading | null>> {
  const metaplex = metaplexMetadataAddress(mint)
  const read = await rpc.accounts([mint, metaplex], { signal })
  if (!read.ok) return read
  const [account, described] = read.value.accounts
  const info = decodeMintInfo(account ?? null)
  if (account === undefined || account === null || info === null) return ok(null)
  const data = new Map([[metaplex, described?.data ?? null]])
  const pointer = decodeMetadataPointer(info.data)
  if (pointer !== null && pointer !== mint && pointer !== metaplex) {
    const pointed = await rpc.accounts([pointer], { signal })
    if (!pointed.ok) return pointed
    data.set(pointer, pointed.value.accounts[0]?.data ?? null)
  }
  const metadata = resolveTokenMetadata(mint, info.data, (address) => data.get(address) ?? null)
  // A Metaplex record can be frozen under any authority; a Token-2022 one only by giving the authority up.
  const isMutable = metadata === null ? null : metadata.updateAuthority !== null && (metadata.nft?.isMutable ?? true)
  return ok({
    info,
    evidence: {
      tokenProgram: info.tokenProgram,
      supplyRaw: info.supplyRaw.toString(),
      decimals: info.decimals,
      mintAuthority: info.mintAuthority,
      freezeAuthority: info.freezeAuthority,
      extensions: info.extensions,
      metadataMutable: isMutable,
      metadataAuthority: isMutable === true ? (metadata?.updateAuthority ?? null) : null,
      account: accountEvidence(account, read.value.slot),
    },
  })
}

/** An account as it is recorded: its bytes only while they are few. */
export function accountEvidence({ address, owner, lamports, data }: AccountView, slot: number): AccountEvidence {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return {
    address,
    owner,
    lamports: lamports.toString(),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    dataBase64: bytes.length <= LIMITS.evidenceAccountBytes ? bytes.toString('base64') : null,
    slot,
  }
}
