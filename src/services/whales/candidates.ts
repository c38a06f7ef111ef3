import { KNOWN_ADDRESSES } from '../../chain/solana/known-addresses.ts'
import { readTopValidators } from '../../chain/solana/top-validators.ts'
import { WHALES } from '../../config/labels.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { WhaleCategory } from '../../contract/whales.ts'
import { localLabels, type Said } from './get-labels.ts'

export type Candidate = {
  readonly wallet: string
  readonly category: WhaleCategory
  readonly said: readonly Said[]
  /** Of validators of the chain. */
  readonly activeStakeSol: number | null
}
export type Candidates = { readonly list: readonly Candidate[]; readonly missing: string | null }

type ChainValidator = { readonly identity: string; readonly activeStakeSol: number }

const LAMPORTS_PER_SOL = 1_000_000_000
const FEATURED_KINDS: ReadonlySet<string> = new Set(['cex', 'mm', 'validator'])
const PROJECT_WALLETS = KNOWN_ADDRESSES.filter(([kind]) => FEATURED_KINDS.has(kind)).map(([, , address]) => address)

/** Wallets that are shown as featured: rows of packs that ask for it, the exchanges, market makers and validators of the
 *  built-in list, and the chain's largest validators. Nobody is a trader whom no pack calls one. */
export async function featuredCandidates(ctx: Context): Promise<Candidates> {
  await ctx.parts.labelPacks.ready()
  const validators = await topValidators(ctx)
  const stakes = new Map(validators.ok ? validators.value.map((one) => [one.identity, one.activeStakeSol]) : [])
  const asked = ctx.parts.labelPacks.featured(ctx.clock.nowMs()).map(({ wallet }) => wallet)
  const list: Candidate[] = []
  const wallets = [...new Set([...asked, ...PROJECT_WALLETS, ...stakes.keys()])]
  const local = localLabels(ctx, wallets)
  for (const [i, wallet] of wallets.entries()) {
    const said = local[i]!
    const activeStakeSol = stakes.get(wallet) ?? null
    const category = said.find(({ record }) => record.category !== null)?.record.category ?? null
    if (category !== null) list.push({ wallet, category, said, activeStakeSol })
    else if (activeStakeSol !== null)
      list.push({ wallet, category: 'validator', said: [...said, VALIDATOR], activeStakeSol })
    // A row that asks to be featured and says no category stands with the traders (spec 4.4: the default).
    else if (said.length > 0) list.push({ wallet, category: 'trader', said, activeStakeSol })
  }
  const isFailed = !validators.ok && validators.code !== 'unconfigured'
  return { list, missing: isFailed ? `validators of the chain: ${validators.message}` : null }
}

const VALIDATOR: Said = {
  source: 'chain',
  record: {
    entity: null,
    entityType: 'validator',
    entityLogo: null,
    entityTwitter: null,
    platform: null,
    label: null,
    category: 'validator',
    flags: [],
  },
}

function topValidators(ctx: Context): Promise<Outcome<readonly ChainValidator[]>> {
  const { rpc } = ctx.chain
  if (rpc === null) return Promise.resolve(ok([]))
  return ctx.store.memo<readonly ChainValidator[]>('topValidators', '', async () => {
    const read = await readTopValidators(rpc, WHALES.validators)
    if (!read.ok) return read
    return ok(
      read.value.map(({ identity, activeStakeLamports }) => ({
        identity,
        activeStakeSol: Number(activeStakeLamports) / LAMPORTS_PER_SOL,
      })),
    )
  })
}
