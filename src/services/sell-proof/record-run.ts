import { EXECUTION_RUNTIME } from '../../config/execution.ts'
import { LIMITS_OF_PROOF } from '../../config/sell-proof.ts'
import type { ExecutionInput } from '../../workers/tasks.ts'
import type { ProofAccount, ProofProgram, SellProof, TokenLegScript } from '../evidence-bundle/sell-proof.ts'
import type { CaseDraft, TokenLegPlan } from './draft-token-leg.ts'

/** The record of a run, from which `toExecutionInput` makes the same input again. Bytes beyond the limits are left out
 *  and only their hashes stay: then the runs cannot be repeated from the record. */
export function recordRun(run: {
  readonly plan: TokenLegPlan
  readonly input: ExecutionInput
  readonly hashes: readonly string[]
  readonly slot: number
}): Pick<SellProof, 'accounts' | 'programs' | 'isReExecutable' | 'script'> {
  const { plan, input, hashes, slot } = run
  const accountBytes = input.accounts.reduce((sum, { data }) => sum + data.length, 0)
  const codeBytes = input.programs.reduce((sum, { code }) => sum + code.length, 0)
  const keepsAccounts = accountBytes <= LIMITS_OF_PROOF.accountBytes
  const keepsCode = codeBytes <= LIMITS_OF_PROOF.codeBytes
  const accounts = input.accounts.map(
    ({ address, owner, lamports, data }, at): ProofAccount => ({
      address,
      owner,
      lamports: String(lamports),
      sha256: hashes[at]!,
      slot: plan.madeUp.has(address) ? null : slot,
      dataBase64: keepsAccounts ? base64Of(data) : null,
    }),
  )
  const programs = input.programs.map(
    ({ address, loader, sha256, code }): ProofProgram => ({
      address,
      loader,
      sha256,
      codeBytes: code.length,
      slot,
      codeBase64: keepsCode ? base64Of(code) : null,
    }),
  )
  return { accounts, programs, isReExecutable: keepsAccounts && keepsCode, script: scriptOf(plan, input) }
}

function scriptOf({ drafts }: TokenLegPlan, input: ExecutionInput): TokenLegScript {
  return {
    runtime: EXECUTION_RUNTIME,
    lamportsPerByte: input.lamportsPerByte,
    clocks: input.clocks,
    wires: input.wires.map(base64Of),
    runs: input.runs,
    drafts: drafts.map(({ amountRaw, ...row }: CaseDraft) => ({ ...row, amountRaw: String(amountRaw) })),
  }
}

/** The input of the recorded run; null when bytes are missing from the record. */
export function toExecutionInput({
  accounts,
  programs,
  script,
}: Pick<SellProof, 'accounts' | 'programs' | 'script'>): ExecutionInput | null {
  if (script === null) return null
  const given = accounts.flatMap(({ address, owner, lamports, dataBase64 }) =>
    dataBase64 === null ? [] : [{ address, owner, lamports: BigInt(lamports), data: bytesOf(dataBase64) }],
  )
  const code = programs.flatMap(({ address, loader, sha256, codeBase64 }) =>
    codeBase64 === null ? [] : [{ address, loader, sha256, code: bytesOf(codeBase64) }],
  )
  if (given.length < accounts.length || code.length < programs.length) return null
  const { lamportsPerByte, clocks, wires, runs } = script
  return { accounts: given, programs: code, lamportsPerByte, clocks, wires: wires.map(bytesOf), runs }
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

/** Memory of its own: small buffers share a pool that would travel whole. */
function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'))
}
