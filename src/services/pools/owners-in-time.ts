import type { Holders } from '../../chain/solana/holders.ts'

/** Owners of a token's accounts that no key stands for, when the accounts were read before the signal fires: with them
 *  most programs need no scan for pools, but pools wait for no slow list. */
export async function ownersInTime(
  reading: Promise<Pick<Holders, 'programOwners'> | null>,
  signal: AbortSignal,
): Promise<{ readonly programOwners?: readonly string[] }> {
  const programOwners = (await Promise.race([reading, whenAborted(signal)]))?.programOwners
  return programOwners === undefined ? {} : { programOwners }
}

function whenAborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null)
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
}
