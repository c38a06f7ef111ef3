import { type ActionFamily, byName } from './family.ts'

/** Limit orders (the first program and the present one, which Trigger uses) and orders that buy again and again. Keepers
 *  fill them through routers within one transaction. Source: the programs' published interfaces. */
export const jupiterOrders: ActionFamily = {
  sources: {
    jupoNjAxXgZ4rjzxzPMP4oxduvQsQtZzyknqvzYNrNu: 'JUPITER',
    j1o2qRpjcyUwEvwtcfhEQefh773ZgjxcVRry7LDqg5X: 'JUPITER',
    DCA265Vj8a9CEuX1eb1LWRnDT7uK6q1xMipnNyatn23M: 'JUPITER',
  },
  typeOf: byName({
    CREATE_ORDER: ['initialize_order', 'open_dca', 'open_dca_v2'],
    FILL_ORDER: [
      'fill_order',
      'flash_fill_order',
      'pre_flash_fill_order',
      'initiate_flash_fill',
      'fulfill_flash_fill',
      'initiate_dlmm_fill',
      'fulfill_dlmm_fill',
    ],
    UPDATE_ORDER: ['deposit', 'withdraw'],
    CANCEL_ORDER: ['cancel_order', 'cancel_expired_order', 'close_dca'],
    CLOSE_ORDER: ['end_and_close'],
  }),
}
