import { type ActionFamily, byName } from './family.ts'

/** Marinade: SOL or stake for mSOL, and back at once, or after an epoch by an order. Source: the program's published
 *  interface. */
export const marinade: ActionFamily = {
  sources: { MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD: 'MARINADE' },
  typeOf: byName({
    STAKE_SOL: ['deposit', 'deposit_stake_account'],
    UNSTAKE_SOL: ['liquid_unstake', 'claim', 'withdraw_stake_account'],
    DEACTIVATE_STAKE: ['order_unstake'],
    ADD_LIQUIDITY: ['add_liquidity'],
    WITHDRAW_LIQUIDITY: ['remove_liquidity'],
  }),
}
