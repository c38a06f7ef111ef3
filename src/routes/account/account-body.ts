import { ACCOUNTS } from '../../config/accounts.ts'
import { type BodyRule, jsonBody } from '../../contract/json-body.ts'
import { listOf } from '../../contract/list-members.ts'
import { mapped, optional } from '../../contract/member.ts'
import { anything, decodedAddress, flag, integer, oneOf } from '../../contract/members.ts'
import { objectOf } from '../../contract/object-member.ts'
import { label, text } from '../../contract/text-members.ts'
import type { Purpose } from '../../services/account/challenge-nonce.ts'
import type { ChallengeParams } from '../../services/account/create-challenge.ts'
import { isWallet } from '../../services/account/is-wallet.ts'
import { normaliseDomains } from '../../services/account/normalise-domains.ts'
import type { Proof } from '../../services/account/prove-wallet.ts'
import { BAD_WALLET } from '../../services/account/public-dashboard.ts'
import type { KeyParams } from '../../services/account/register-key.ts'
import type { FeeWalletParams } from '../../services/account/update-fee-wallet.ts'
import type { BrandingClaim } from '../../services/account/verify-branding-payment.ts'

/* The bodies of the account routes. A member that is null counts as absent; unknown members are ignored. */

const PURPOSES: readonly Purpose[] = ['login', 'register']
/** No nonce, signature or address is longer. */
const MAX_CHARS = 128

const wallet = (description: string) => decodedAddress(isWallet, { description, wrong: BAD_WALLET })
const short = (description: string) => text({ minChars: 1, maxChars: MAX_CHARS, description })
const SIGNER = {
  ownerWallet: wallet('The wallet that signed.'),
  nonce: short('Of the challenge.'),
  signature: short("The wallet's Ed25519 signature of the challenge's message: base58 or base64 of 64 bytes."),
}
const domains = listOf(anything('A host name.'), {
  of: 'host names',
  description: `Host names, optionally with a leading \`*.\`; what is none is dropped, the first ${ACCOUNTS.domainsMax} count.`,
})
const transactionSignature = text({
  minChars: 1,
  maxChars: MAX_CHARS,
  expected: 'a transaction signature',
  description: 'Of the payment.',
})
const apiKeyId = integer({ description: 'Id of the key.' })

export const challengeBody: BodyRule<ChallengeParams> = jsonBody(
  objectOf({ ownerWallet: wallet('The wallet that will sign.'), purpose: optional(oneOf(PURPOSES), 'login') }),
)

export const loginBody: BodyRule<Proof> = jsonBody(objectOf(SIGNER))

export const registerBody: BodyRule<KeyParams> = jsonBody(
  objectOf({
    ...SIGNER,
    feeWallet: optional(wallet("Where the key's fees go; the owner when absent."), null),
    label: optional(
      mapped(label(ACCOUNTS.labelChars), (given) => given.trim()),
      '',
    ),
    domains: optional(mapped(domains, normaliseDomains), []),
  }),
)

export const regenerateBody: BodyRule<{ readonly graceSeconds: number }> = jsonBody(
  objectOf({
    graceSeconds: optional(
      integer({ min: 0, max: ACCOUNTS.graceMaxSecs, description: 'How long the old key stays good.' }),
      0,
    ),
  }),
  { isOptional: true },
)

export const domainsBody: BodyRule<readonly unknown[]> = jsonBody(objectOf({ domains }), {
  finish: (values) => values.domains,
})

export const feeWalletBody: BodyRule<FeeWalletParams> = jsonBody(
  objectOf({
    ownerWallet: wallet('Owner of the key.'),
    newFeeWallet: wallet("Where the key's fees go from now on."),
    apiKeyId,
  }),
)

export const undoBody: BodyRule<{ readonly changeId: number | null }> = jsonBody(
  objectOf({
    changeId: optional(
      integer({
        description:
          "The change to undo, of those that the dashboard shows. Without it all that was changed without the owner's session since the owner last changed it.",
      }),
      null,
    ),
  }),
  { isOptional: true },
)

export const lockBody: BodyRule<{ readonly locked: boolean }> = jsonBody(
  objectOf({ locked: flag('False lets anyone who names the owner change it again.', true) }),
  { isOptional: true },
)

export const brandingBody: BodyRule<BrandingClaim> = jsonBody(
  objectOf({ ownerWallet: wallet('Owner of the key.'), transactionSignature, apiKeyId }),
)
