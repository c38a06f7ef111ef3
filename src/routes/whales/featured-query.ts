import { oneOf } from '../../contract/params.ts'

export const FEATURED_QUERY = {
  category: oneOf(['trader', 'cex', 'mm', 'validator', 'all'], {
    default: 'trader',
    description:
      'Traders are wallets that a label pack of the operator calls so: without packs there are none. Others are known from the built-in list and, validators, from the chain.',
  }),
}
