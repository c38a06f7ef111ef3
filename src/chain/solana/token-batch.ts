import type { AccountUse, Instruction } from './instructions.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './program-ids.ts'
import type { ChainInstruction } from './transaction.ts'

/** Instruction 255 of the token programs: the code, then for each inner instruction the number of its accounts, the
 *  length of its data, and the data; the accounts of all of them in a row (solana-programs 4). */
const BATCH_CODE = 255
/** The most accounts of one instruction (SIMD-0406). */
const MAX_INSTRUCTION_ACCOUNTS = 255
const MAX_INNER_BYTES = 255

/** The same instructions with every run of two and more of one token program as one `Batch`. Batches cannot be nested:
 *  none of the instructions may be one. */
export function batchTokenInstructions(instructions: readonly Instruction[]): Instruction[] {
  const out: Instruction[] = []
  let run: Instruction[] = []
  let runAccounts = 0
  const flush = () => {
    if (run.length === 1) out.push(run[0]!)
    else if (run.length > 1) out.push(batchOf(run))
    run = []
    runAccounts = 0
  }
  for (const instruction of instructions) {
    const { programId, accounts, data } = instruction
    const isToken = programId === TOKEN_PROGRAM || programId === TOKEN_2022_PROGRAM
    const goesOn =
      run.length > 0 &&
      run[0]!.programId === programId &&
      runAccounts + accounts.length <= MAX_INSTRUCTION_ACCOUNTS &&
      data.length <= MAX_INNER_BYTES
    if (!goesOn) flush()
    if (!isToken || accounts.length > MAX_INSTRUCTION_ACCOUNTS || data.length > MAX_INNER_BYTES) {
      out.push(instruction)
      continue
    }
    run.push(instruction)
    runAccounts += accounts.length
  }
  flush()
  return out
}

function batchOf(run: readonly Instruction[]): Instruction {
  const accounts: AccountUse[] = []
  const data: number[] = [BATCH_CODE]
  for (const inner of run) {
    accounts.push(...inner.accounts)
    data.push(inner.accounts.length, inner.data.length, ...inner.data)
  }
  return { programId: run[0]!.programId, accounts, data: Uint8Array.from(data) }
}

/** Whether an instruction of a token program holds others. Nearly none does, and a list for each costs. */
export function isBatch({ data }: ChainInstruction): boolean {
  return data[0] === BATCH_CODE
}

/** What an instruction of a token program does: itself, or each instruction of a `Batch` in order. A batch that is cut
 *  short is one instruction that nothing reads. */
export function unbatched(instruction: ChainInstruction): readonly ChainInstruction[] {
  const { programId, accounts, data, stackHeight } = instruction
  if (data[0] !== BATCH_CODE || (programId !== TOKEN_PROGRAM && programId !== TOKEN_2022_PROGRAM)) return [instruction]
  const inner: ChainInstruction[] = []
  let account = 0
  for (let at = 1; at < data.length; ) {
    const accountCount = data[at]!
    const start = at + 2
    const end = start + (data[at + 1] ?? 0)
    if (start > data.length || end > data.length || account + accountCount > accounts.length) return [instruction]
    const own = accounts.slice(account, account + accountCount)
    inner.push({ programId, accounts: own, data: data.subarray(start, end), stackHeight })
    account += accountCount
    at = end
  }
  return inner.length === 0 ? [instruction] : inner
}
