import { type ActionFamily, byName } from './family.ts'

const UNSTAKE_PROGRAM = 'unpXTU2Ndrc7WWNyEhQWe4udTzSibLPi25SXv2xbCHQ'

/** Sanctum: a router that calls stake pools, which say what was done, its pool of liquid stake, whose swaps the generic
 *  rule reads, and a program that gives SOL for stake accounts. Source: its published interface. */
export const sanctum: ActionFamily = {
  sources: {
    stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq: 'SANCTUM',
    '5ocnV1qiCgaQR8Jb8xWnVbApfaygJ8tNoZfgPwsgx9kx': 'SANCTUM',
    scoeWYRwSor53KxfQ8EkNCkka1vasF8td3P3nfHQvsv: 'SANCTUM',
    [UNSTAKE_PROGRAM]: 'SANCTUM',
  },
  typeOf: unstakeOnly(),
}

/** Only one of the programs has tags of eight bytes. */
function unstakeOnly(): NonNullable<ActionFamily['typeOf']> {
  const typeOf = byName({ UNSTAKE_SOL: ['unstake', 'unstake_wsol'] })
  return (instruction) => (instruction.programId === UNSTAKE_PROGRAM ? typeOf(instruction) : null)
}
