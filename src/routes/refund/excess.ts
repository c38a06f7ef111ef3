import { excessBody } from './refund-body.ts'
import { refundRoute } from './refund-route.ts'

export const refundExcess = refundRoute({
  path: '/v1/refund/excess',
  summary: 'Takes what accounts hold above the rent floor of today, and leaves them open.',
  description:
    'Rent has become cheaper in steps, and accounts keep the deposit they were created with. Covers token accounts with a balance, also frozen ones, and mints and multisigs that the wallet alone controls; not wrapped SOL. 409 when no account holds more than the rent floor.',
  body: excessBody,
})
