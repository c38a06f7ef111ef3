import { decodeMintInfo, type MintInfo, readMintInfo } from '../../chain/solana/mint-info.ts'
import { associatedTokenAddress } from '../../chain/solana/pda.ts'
import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { extraMetasAddress } from '../../chain/solana/transfer-hook.ts'
import { LIMITS_OF_PROOF } from '../../config/sell-proof.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { readTokenAccount } from '../../hot-paths/account-layouts.ts'
import type {
  ProofAccount,
  ProofProgram,
  SellProof,
  SellReason,
  TokenLegScript,
} from '../evidence-bundle/sell-proof.ts'
import { type Clone, cloneAccounts, clonePrograms } from '../execution/clone-accounts.ts'
import { hookAccountsOf, openDraft, type PlanOutcome, type TokenLegPlan, type TokenLegView } from './draft-token-leg.ts'
import { foldTokenCases } from './fold-cases.ts'
import { judgeSellProof } from './judge-sell-proof.ts'
import { planTokenLeg } from './plan-token-leg.ts'
import { type ProofPool, type ProofSubject, saleOrder } from './proof-subject.ts'
import { recordRun } from './record-run.ts'
import { runHoldersOnNode } from './run-holders-on-node.ts'
import { type LegResult, runPoolLeg } from './run-pool-leg.ts'
import { candidatesOf, medianOf, readSample, type SampledHolder } from './sample-holders.ts'

/** Without holders to go by: a thousandth of the supply. */
const SUPPLY_PARTS = 1_000n

/** Executes what a buyer of the token will want to do later, and judges it. Every account is read again; nothing is
 *  signed or sent. Fails as the node fails, `unconfigured` without one; what only one leg lacks is in `gaps`. */
export async function gatherSellProof(
  ctx: Context,
  subject: ProofSubject,
  signal?: AbortSignal,
): Promise<Outcome<SellProof>> {
  const { rpc } = ctx.chain
  if (rpc === null) return fail('unconfigured', 'rpc is not configured')
  const mint = await readMintInfo(rpc, subject.mint, signal)
  if (!mint.ok) return mint
  if (mint.value === null) return ok(withoutMint(subject.mint))
  const cloned = await cloneForProof(rpc, subject, mint.value, signal)
  if (!cloned.ok) return cloned
  const { view, sample, planned } = cloned.value
  const token = { mint: subject.mint, tokenProgram: view.tokenProgram, supplyRaw: mint.value.supplyRaw }
  const hookDraft = openDraft(view)
  const [tokenLeg, poolLeg] = await Promise.all([
    runTokenLeg(ctx, rpc, { view, planned, sample }, signal),
    runPoolLeg(
      ctx,
      rpc,
      {
        subject,
        token,
        sample,
        isHooked: view.hookProgram !== null,
        hookAccounts: (seller, amountRaw) => hookAccountsOf(hookDraft, saleTransfer(view, seller, amountRaw)),
      },
      signal,
    ),
  ])
  if (signal?.aborted) return fail('cancelled', 'the request was cancelled')
  return ok(assemble(view, sample, tokenLeg, poolLeg))
}

type ClonedProof = {
  readonly view: TokenLegView
  readonly sample: readonly SampledHolder[]
  readonly planned: PlanOutcome
}

/** One call reads everything, unless a hook asks for more: then all is read again together with that, so that it stands
 *  at one slot. */
async function cloneForProof(
  rpc: SolanaRpc,
  subject: ProofSubject,
  mint: MintInfo,
  signal?: AbortSignal,
): Promise<Outcome<ClonedProof>> {
  const pool = saleOrder(subject.pools, subject.mint, NATIVE_MINT)[0]
  const candidates = await candidatesOf(subject.holders?.largest ?? [], mint, insidersOf(subject, mint))
  const hook = mint.extensions.transferHookProgram
  const vaultOwner = pool?.vaultOwners[0]
  const addresses = new Set([
    subject.mint,
    ...(vaultOwner === undefined
      ? []
      : [vaultOwner, associatedTokenAddress(vaultOwner, subject.mint, mint.tokenProgram)]),
    ...(hook === null ? [] : [hook, extraMetasAddress(subject.mint, hook)]),
    ...candidates.flatMap(({ owner, account }) => [account, owner]),
  ])
  for (let round = 0; ; round++) {
    const clone = await cloneAccounts(rpc, [...addresses], signal)
    if (!clone.ok) return clone
    const now = decodeMintInfo(clone.value.accounts.get(subject.mint) ?? null)
    if (now === null) return fail('upstream_failed', 'the mint went away while it was read')
    const sample = readSample(candidates, mint, clone.value)
    const view = viewOf(subject, now, clone.value, { sample, pool })
    const planned = planTokenLeg(view)
    if (planned.ok || !('wanted' in planned)) return ok({ view, sample, planned })
    if (round === LIMITS_OF_PROOF.cloneRounds) {
      const fault = `the hook goes on asking for accounts: ${planned.wanted.slice(0, 3).join(', ')}`
      return ok({ view, sample, planned: { ok: false, fault } })
    }
    for (const address of planned.wanted) addresses.add(address)
  }
}

function viewOf(
  subject: ProofSubject,
  mint: MintInfo,
  clone: Clone,
  { sample, pool }: { sample: readonly SampledHolder[]; pool: ProofPool | undefined },
): TokenLegView {
  const free = sample.filter(({ isFrozen }) => !isFrozen)
  const vault = vaultOf(mint, clone, pool)
  const typical = medianOf(sample)?.amountRaw ?? mint.supplyRaw / SUPPLY_PARTS
  // A vault that holds less than what people hold cannot give it to a new one.
  const most = vault === null ? typical : vault.amountRaw / 2n
  const typicalRaw = typical < most ? typical : most
  return {
    mint: subject.mint,
    decimals: mint.decimals,
    tokenProgram: mint.tokenProgram,
    hookProgram: mint.extensions.transferHookProgram,
    permanentDelegate: mint.extensions.permanentDelegate,
    clone,
    vault,
    old: free[0] ?? null,
    frozen: sample.find(({ isFrozen }) => isFrozen) ?? null,
    typicalRaw: typicalRaw > 0n ? typicalRaw : 1n,
    slotMs: subject.slotMs,
  }
}

function vaultOf(mint: MintInfo, clone: Clone, pool: ProofPool | undefined): TokenLegView['vault'] {
  const owner = pool?.vaultOwners[0]
  if (owner === undefined) return null
  const address = associatedTokenAddress(owner, mint.mint, mint.tokenProgram)
  const account = clone.accounts.get(address)
  const fields = account?.owner === mint.tokenProgram ? readTokenAccount(account.data) : null
  return fields === null || fields.amountRaw < 2n ? null : { address, owner, amountRaw: fields.amountRaw }
}

/** Accounts that a trap would spare. */
function insidersOf(subject: ProofSubject, mint: MintInfo): ReadonlySet<string> {
  const { mintAuthority, freezeAuthority, extensions } = mint
  const named = [
    subject.launch?.dev,
    mintAuthority,
    freezeAuthority,
    extensions.permanentDelegate,
    extensions.pausableBy,
    ...subject.pools.flatMap(({ creator, vaultOwners }) => [creator, ...vaultOwners]),
  ]
  return new Set(named.filter((one) => one !== null && one !== undefined))
}

function saleTransfer(view: TokenLegView, { owner, account }: SampledHolder, amountRaw: bigint) {
  const vault = view.vault
  const to = vault === null ? { owner, account } : { owner: vault.owner, account: vault.address }
  return { from: { owner, account }, to, authority: owner, amountRaw }
}

type TokenLeg = LegResult & {
  readonly accounts: readonly ProofAccount[]
  readonly programs: readonly ProofProgram[]
  readonly isReExecutable: boolean
  readonly script: TokenLegScript | null
}

async function runTokenLeg(
  ctx: Context,
  rpc: SolanaRpc,
  { view, planned, sample }: ClonedProof,
  signal?: AbortSignal,
): Promise<TokenLeg> {
  if (!planned.ok) return withoutRun('execution_failed', 'fault' in planned ? planned.fault : 'accounts are missing')
  const { plan } = planned
  const programs = await clonePrograms(ctx, rpc, onlyNamed(view.clone, plan), signal)
  if (!programs.ok) return withoutRun('read_failed', `${programs.code}: ${programs.message}`)
  if (programs.value.uncloneable.length > 0)
    return {
      ...withoutRun('not_cloneable', `code of ${programs.value.uncloneable.join(', ')} cannot be had`),
      cases: await runHoldersOnNode(ctx, view, sample, signal),
    }
  const input = { ...plan.input, programs: programs.value.programs }
  const output = await ctx.workers.run('executeTransactions', input, signal ? { signal } : {})
  if (!output.ok) return withoutRun('execution_failed', `${output.code}: ${output.message}`)
  if (!output.value.ok) return withoutRun('execution_failed', output.value.reason)
  const cases = foldTokenCases(plan.drafts, output.value.runs)
  return { cases, gaps: [], ...recordRun({ plan, input, hashes: output.value.accountHashes, slot: view.clone.slot }) }
}

function onlyNamed(clone: Clone, { named }: TokenLegPlan): Clone {
  return { ...clone, accounts: new Map([...clone.accounts].filter(([address]) => named.has(address))) }
}

function withoutRun(code: SellReason['code'], detail: string): TokenLeg {
  const gaps = [{ code, leg: 'token' as const, detail }]
  return { cases: [], gaps, accounts: [], programs: [], isReExecutable: false, script: null }
}

function assemble(
  { mint, clone, hookProgram }: TokenLegView,
  sample: readonly SampledHolder[],
  token: TokenLeg,
  pool: LegResult,
): SellProof {
  const judged = {
    cases: [...token.cases, ...pool.cases],
    gaps: [...token.gaps, ...pool.gaps],
    sampledHolders: sample.length,
    frozenHolders: sample.filter(({ isFrozen }) => isFrozen).length,
    ...(hookProgram === null ? {} : { hookProgram }),
  }
  return {
    mint,
    slot: clone.slot,
    timeSec: clone.clock.unixTimeSec,
    ...judgeSellProof(judged),
    ...judged,
    accounts: token.accounts,
    programs: token.programs,
    isReExecutable: token.isReExecutable,
    script: token.script,
  }
}

function withoutMint(mint: string): SellProof {
  const gaps = (['token', 'pool'] as const).map((leg) => ({
    code: 'no_mint' as const,
    leg,
    detail: 'no mint of a token program stands at the address',
  }))
  const judged = { cases: [], gaps, sampledHolders: 0, frozenHolders: 0 }
  return {
    mint,
    slot: 0,
    timeSec: 0,
    ...judgeSellProof(judged),
    ...judged,
    accounts: [],
    programs: [],
    isReExecutable: false,
    script: null,
  }
}
