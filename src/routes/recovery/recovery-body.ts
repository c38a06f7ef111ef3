import { RECOVERY } from '../../config/recovery.ts'
import { truncatedDecimal } from '../../contract/amount-members.ts'
import { type BodyRule, jsonBody } from '../../contract/json-body.ts'
import { listOf } from '../../contract/list-members.ts'
import { optional, orEmpty } from '../../contract/member.ts'
import { address, flag, integer, oneOf, signature } from '../../contract/members.ts'
import { objectOf } from '../../contract/object-member.ts'
import { text } from '../../contract/text-members.ts'
import { SOL_DECIMALS } from '../../contract/units.ts'
import type { CheckParams } from '../../services/recovery/check.ts'
import type { CloseParams } from '../../services/recovery/close.ts'
import type { Reported } from '../../services/recovery/confirm.ts'

/* The bodies of the recovery routes (spec 4.8). A member that is null counts as absent; unknown members are ignored,
 * but refused where transactions are made: what was misspelt there sends lamports elsewhere. */

const walletAddresses = listOf(text(), {
  min: 1,
  max: RECOVERY.walletsMax,
  of: 'wallet addresses',
  description: 'Wallets. What is no address fails by itself; repeated ones count once.',
})

export const checkBody: BodyRule<CheckParams> = jsonBody(
  objectOf({ walletAddresses, includeAccounts: flag('List the accounts, too.') }),
  { finish: ({ walletAddresses: wallets, includeAccounts }) => ({ wallets, includeAccounts }) },
)

export const closeBody: BodyRule<CloseParams> = jsonBody(
  objectOf(
    {
      walletAddresses,
      refundWallet: orEmpty(
        address({ description: 'Where the lamports go; by default each owner.', wrong: 'invalid refundWallet' }),
        [''],
      ),
      burnAccounts: flag('Burn the tokens of selectedTokens and close those accounts, too.'),
      burnValuable: flag(
        'Burn also tokens that are worth more than the threshold of this server, or whose worth could not be read.',
      ),
      selectedTokens: optional(
        listOf(address({ wrong: 'invalid mint' }), {
          max: RECOVERY.selectedTokensMax,
          of: 'mints',
          isDistinct: true,
          description: 'Mints that may be burnt. None by default, and then nothing is burnt.',
        }),
        [],
      ),
      maxTransactionVersion: optional(
        oneOf([0, 1], { description: 'With 1 the transactions are of version 1 and hold more accounts.' }),
        0,
      ),
    },
    { isClosed: true },
  ),
  {
    finish: ({ walletAddresses: wallets, maxTransactionVersion: version, ...others }) => ({
      wallets,
      version,
      ...others,
    }),
  },
)

export const confirmBody: BodyRule<Reported> = jsonBody(
  objectOf({
    walletAddress: address({ wrong: 'invalid wallet' }),
    signature: signature({ wrong: 'invalid signature' }),
    accountsClosed: optional(integer({ min: 0, max: RECOVERY.claimedAccountsMax }), 0),
    solRecovered: optional(
      truncatedDecimal({
        max: RECOVERY.claimedSolMax,
        decimals: SOL_DECIMALS,
        description: 'SOL; digits below a lamport are dropped.',
      }),
      0n,
    ),
  }),
  { finish: ({ solRecovered: lamports, ...others }) => ({ ...others, lamports }) },
)
