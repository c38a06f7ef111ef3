import { addressParam } from '../../contract/params.ts'

export const WALLET_QUERY = { wallet: addressParam('wallet required') }
