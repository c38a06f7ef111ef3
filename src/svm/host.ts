import { NOMINAL_EPOCH_SLOTS } from '../config/epochs.ts'
import { EXECUTION_LIMITS } from '../config/execution.ts'
import { decodeBase58Fixed, encodeBase58 } from '../hot-paths/base58.ts'
import {
  type CheckedInput,
  type CheckedProgram,
  type CheckedWire,
  checkInput,
  sha256Hex,
  textOf,
} from './check-input.ts'
import { createJournal, type Journal, newAccount } from './clone.ts'
import { collectGarbage } from './collect-garbage.ts'
import { type AccountImage, deltaOf, readImage } from './deltas.ts'
import type { AccountDelta, ExecutionAccount, ExecutionInput, ExecutionOutput, StepResult } from './execution.ts'
import { Clock, EpochSchedule, FailedTransactionMetadata, LiteSvm, Rent } from './native.ts'
import { transactionErrorToJson } from './transaction-error.ts'

export type Host = {
  /** Synchronous. The same input gives the same output on every host, whatever ran before. */
  execute(input: ExecutionInput): ExecutionOutput
}

type Instance = {
  readonly svm: LiteSvm
  /** Cloned programs by address text: they are never taken out, for a program that is gone but still compiled aborts
   *  the process when it is called. */
  readonly loadedPrograms: Map<string, CheckedProgram['sha256']>
  codeBytes: number
  /** A run left a change that cannot be undone. */
  isSpoiled: boolean
}

/** Of those that were given up this many may wait to be freed. */
const INSTANCES_PER_COLLECTION = 8
const EPOCH_SLOTS = BigInt(NOMINAL_EPOCH_SLOTS)
const OWNERS_OF_THE_RUNTIME = [
  'NativeLoader1111111111111111111111111111111',
  'Sysvar1111111111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
].map((address) => Buffer.from(decodeBase58Fixed(address, 32)!))

/** One warm instance of the runtime, 7 MB and 7 ms to make. Instances are freed late, so it is kept as long as it
 *  can. */
export function createHost(): Host {
  let instance: Instance | null = null
  let opened = 0
  return {
    execute(given) {
      const checked = checkInput(given)
      if (!checked.ok) return checked
      const { input } = checked
      const runs: (readonly StepResult[])[] = []
      // Usually one turn: a run that leaves a program costs the instance, and the rest runs on a new one.
      do {
        if (instance === null || instance.isSpoiled || !canServe(instance, input)) {
          instance = null
          if (++opened % INSTANCES_PER_COLLECTION === 0) collectGarbage()
          instance = openInstance()
        }
        const refused = executeOn(instance, input, runs)
        if (refused !== null) return { ok: false, reason: refused }
      } while (runs.length < input.runs.length)
      return { ok: true, runs, accountHashes: input.accounts.map(({ data }) => sha256Hex(data)) }
    },
  }
}

function openInstance(): Instance {
  const svm = new LiteSvm()
  svm.setSigverify(false)
  svm.setBlockhashCheck(false)
  svm.setTransactionHistory(0n)
  svm.setEpochSchedule(new EpochSchedule(EPOCH_SLOTS, EPOCH_SLOTS, false, 0n, 0n))
  svm.withNativeMints()
  return { svm, loadedPrograms: new Map(), codeBytes: 0, isSpoiled: false }
}

/** Whether nothing that an earlier task left compiled can be seen by this one: a program that is not among its own, or
 *  has other code by now, must not stand where it looks. */
function canServe({ loadedPrograms, codeBytes }: Instance, input: CheckedInput): boolean {
  const declared = new Map(input.programs.map((program) => [textOf(program.key), program]))
  let programs = loadedPrograms.size
  let bytes = codeBytes
  for (const [text, { sha256, code }] of declared) {
    const resident = loadedPrograms.get(text)
    if (resident === sha256) continue
    if (resident !== undefined) return false
    programs++
    bytes += code.length
  }
  if (loadedPrograms.size > 0) {
    if (programs > EXECUTION_LIMITS.residentPrograms || bytes > EXECUTION_LIMITS.residentCodeBytes) return false
    const isStranger = (key: Uint8Array) => loadedPrograms.has(textOf(key)) && !declared.has(textOf(key))
    if (input.wires.some(({ keys }) => keys.some(isStranger))) return false
    if (input.accounts.some(({ key }) => isStranger(key))) return false
  }
  return true
}

/** Adds the results of the runs that are still missing, until all are done or the instance is spoiled. Says why when
 *  the input cannot be placed. */
function executeOn(instance: Instance, input: CheckedInput, results: (readonly StepResult[])[]): string | null {
  const { svm } = instance
  const refused = placePrograms(instance, input.programs)
  if (refused !== null) return refused
  const journal = createJournal(svm)
  try {
    for (const { key, owner, lamports, data } of input.accounts) {
      const now = svm.getAccount(key)
      if (now !== null && isOfTheRuntime(now.owner())) return `${encodeBase58(key)} is an account of the runtime itself`
      journal.note(key, now)
      // The data may lie in memory that others see: the runtime gets its own.
      svm.setAccount(key, newAccount(lamports, owner, data.slice()))
    }
    svm.setRent(new Rent(input.lamportsPerByte, 1, 50))
    while (results.length < input.runs.length && !instance.isSpoiled)
      results.push(executeRun(instance, input, input.runs[results.length]!.steps))
    return null
  } finally {
    journal.restore()
  }
}

/** Loads what is not there yet; says why when the runtime refuses a program. */
function placePrograms(instance: Instance, programs: readonly CheckedProgram[]): string | null {
  for (const { address, key, isUpgradeable, sha256, code } of programs) {
    const text = textOf(key)
    if (instance.loadedPrograms.get(text) === sha256) continue
    if (instance.svm.getAccount(key) !== null) return `${address} is a program of the runtime itself`
    if (sha256Hex(code) !== sha256) return `the code of ${address} has another hash`
    try {
      if (isUpgradeable) instance.svm.addProgram(key, code.slice())
      else instance.svm.addProgramWithLoader(key, code.slice(), OWNERS_OF_THE_RUNTIME[3]!)
    } catch (error) {
      // A refused program may have left half of itself.
      instance.isSpoiled = true
      return `${address}: ${error instanceof Error ? error.message : String(error)}`
    }
    instance.loadedPrograms.set(text, sha256)
    instance.codeBytes += code.length
  }
  return null
}

function executeRun(
  instance: Instance,
  input: CheckedInput,
  steps: readonly { readonly wire: number; readonly clock: number }[],
): readonly StepResult[] {
  const journal = createJournal(instance.svm)
  try {
    return steps.map(({ wire, clock }) => {
      const { slot, epoch, unixTimeSec, epochStartSec } = input.clocks[clock]!
      instance.svm.setClock(
        new Clock(BigInt(slot), BigInt(epochStartSec), BigInt(epoch), BigInt(epoch) + 1n, BigInt(unixTimeSec)),
      )
      return executeStep(instance, input.wires[wire]!, journal, input.wantsAccounts)
    })
  } finally {
    journal.restore()
  }
}

function executeStep(instance: Instance, wire: CheckedWire, journal: Journal, wantsAccounts: boolean): StepResult {
  const { svm } = instance
  if (wire.refusal !== null) return { err: wire.refusal, logs: [], computeUnits: 0, deltas: [] }
  const before = wire.keys.map((key, index): AccountImage | undefined => {
    if (!wire.isWritable[index]) return undefined
    const account = svm.getAccount(key)
    const image = readImage(account)
    if (!isOfTheRuntime(image?.owner)) journal.note(key, account)
    return image
  })
  const result = svm.sendVersionedTransaction(wire.bytes)
  const hasFailed = result instanceof FailedTransactionMetadata
  const meta = hasFailed ? result.meta() : result
  const deltas: AccountDelta[] = []
  const changed = new Map<string, ExecutionAccount | null>()
  for (const [index, key] of wire.keys.entries()) {
    const image = before[index]
    if (image === undefined) continue
    const after = readImage(svm.getAccount(key))
    const delta = deltaOf(key, image, after)
    if (delta === null) continue
    deltas.push(delta)
    if (wantsAccounts) changed.set(delta.address, accountOf(delta.address, after))
    // Code that was deployed or changed stays compiled, whatever becomes of its account.
    if (isOfTheRuntime(image?.owner) || isOfTheRuntime(after?.owner)) instance.isSpoiled = true
  }
  return {
    err: hasFailed ? transactionErrorToJson(result) : null,
    logs: meta.logs(),
    computeUnits: Number(meta.computeUnitsConsumed()),
    deltas,
    ...(wantsAccounts ? { after: changed } : {}),
  }
}

function accountOf(address: string, image: AccountImage): ExecutionAccount | null {
  if (image === null) return null
  return { address, owner: encodeBase58(image.owner), lamports: image.lamports, data: image.data.slice() }
}

function isOfTheRuntime(owner: Uint8Array | undefined): boolean {
  return owner !== undefined && OWNERS_OF_THE_RUNTIME.some((one) => one.equals(owner))
}
