import { sign } from 'node:crypto'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { serverOwner } from '../../store/derive-seed.ts'
import { signFor } from './signer.ts'
import type { Signer } from './signer-port.ts'

/** Signs with keys that this process derives from its master seed: the first implementation of the port. */
export function createKeySigner(ctx: Context): Signer {
  return {
    sign: async (signee, message) =>
      'walletId' in signee ? signFor(ctx, signee.walletId, message) : signAsServer(ctx, signee.server, message),
  }
}

function signAsServer(ctx: Context, name: string, message: Uint8Array): Outcome<Uint8Array> {
  const key = ctx.parts.signingKeys.keyOf(name, serverOwner(name))
  return key.ok ? ok(sign(null, message, key.value.privateKey)) : key
}
