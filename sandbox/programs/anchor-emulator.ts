import { startsWith } from '../../src/chain/solana/anchor-event.ts'
import type { Emulator, EmulatorCall, ScriptOp } from '../chain/types.ts'
import { ANCHOR, isRefusal, log, type Refusal, refuse } from './anchor-script.ts'

export type AnchorHandler = {
  /** Discriminator in hexadecimal. */
  readonly tag: string
  /** As the program logs it. */
  readonly name: string
  readonly run: (call: EmulatorCall) => readonly ScriptOp[] | Refusal
}

/** An emulator of an Anchor program from what it does by instruction. */
export function anchorEmulator(programId: string, handlers: readonly AnchorHandler[]): Emulator {
  const rows = handlers.map((handler) => ({ ...handler, tag: Buffer.from(handler.tag, 'hex') }))
  return {
    programId,
    run(call) {
      const handler = rows.find(({ tag }) => startsWith(call.data, tag))
      if (handler === undefined) return refuse(ANCHOR.fallbackNotFound).refused
      const done = handler.run(call)
      return [log(`Instruction: ${handler.name}`), ...(isRefusal(done) ? done.refused : done)]
    },
  }
}
