/** The principles of the intelligence engines, and tests that fail without them; the title of each begins with the
 *  number of its principle. */
export type IntelligencePrinciple = {
  readonly number: number
  readonly principle: string
  readonly tests: readonly (readonly [file: string, title: string])[]
}

export const INTELLIGENCE_PRINCIPLES: readonly IntelligencePrinciple[] = [
  {
    number: 1,
    principle: 'a shared trace weighs by how unlikely it is to be shared by chance',
    tests: [
      [
        'test/services/bubble-map/links/debt-repaid.test.ts',
        'money that some advanced and one repaid is one debt: it joins all whom it paid for',
      ],
      [
        'test/services/bubble-map/links/debt-repaid.test.ts',
        'holders who all pay the creator within a minute have one hand; over hours, or one price, they have not',
      ],
      [
        'test/services/bubble-map/links/fingerprints.test.ts',
        'transactions that several buyers signed, one after another, have one sender',
      ],
      [
        'test/services/bubble-map/links/same-amount.test.ts',
        'movers who all send one odd sum ahead of their tokens use one tool; a round sum is anyone’s',
      ],
      [
        'test/services/bubble-map/judge-bubble-map.test.ts',
        'a kind that chance brings never joins by itself, however often it repeats',
      ],
      [
        'test/services/bubble-map/links/fingerprints.test.ts',
        'a budget of few digits is what programs set for everyone, also where twenty set it',
      ],
      [
        'test/services/bubble-map/links/fingerprints.test.ts',
        'a run of one odd budget joins by itself and says how likely it is; a pair never does',
      ],
      [
        'test/services/bubble-map/links/fingerprints.test.ts',
        'what an app sets in the purchases it signs is one trace with the app, not a second one',
      ],
    ],
  },
  {
    number: 2,
    principle: 'whose tool it is follows from its own life',
    tests: [
      [
        'test/services/bubble-map/links/used-money.test.ts',
        'who gives tokens to a crowd of strangers, too, says less of those who sold them to come here',
      ],
      [
        'test/services/bubble-map/links/tools.test.ts',
        'a payer whose own life shows nobody else is no service, however its users came',
      ],
      [
        'test/services/bubble-map/links/tools.test.ts',
        'a table that named the mint before the launch is private, one that was extended later is anyone’s',
      ],
      [
        'test/services/evidence/read-keys.test.ts',
        'a key that three or more share is looked at, whether it may act, acted, or took fees',
      ],
      [
        'test/services/bubble-map/links/used-money.test.ts',
        'one that came to life with the crew it pays is its funding wallet, also where it holds the token',
      ],
      [
        'test/services/bubble-map/links/used-money.test.ts',
        'who pays a crowd of strangers, too, says less of those who came here',
      ],
      [
        'test/services/deep-scan/layers/behaviour-layers.test.ts',
        'bundle: early buyers fail by a payer or nonce that the map joins them by, and by one transaction',
      ],
      [
        'test/services/evidence/free-traces.test.ts',
        'a lookup table says when it was extended and whether it lists the mint',
      ],
    ],
  },
  {
    number: 3,
    principle: 'a service serves strangers',
    tests: [
      [
        'test/services/bubble-map/links/private-keys.test.ts',
        'one who is paid inside the trades of these alone is their purse, whom strangers pay is a service',
      ],
      [
        'test/services/evidence/free-traces.test.ts',
        'any other wallet that gained SOL in a trade took a fee, whatever program paid it',
      ],
    ],
  },
  {
    number: 4,
    principle: 'first money is what a balance gained, and who lost it',
    tests: [
      [
        'test/services/evidence/free-traces.test.ts',
        'money that a program moved without an instruction is first money of the wallet that lost it',
      ],
      ['test/services/evidence/free-traces.test.ts', 'rent that comes back of one’s own token account is no money'],
      ['test/services/evidence/free-traces.test.ts', 'what one got who gave tokens for it is a price'],
      ['test/services/evidence/free-traces.test.ts', 'where an instruction explains what was gained, it says who paid'],
    ],
  },
  {
    number: 5,
    principle: 'powers over token accounts are read',
    tests: [
      [
        'test/services/bubble-map/links/private-keys.test.ts',
        'who may spend or close the accounts of several, and of nobody else, is their hand',
      ],
      [
        'test/services/bubble-map/links/private-keys.test.ts',
        'a key that many strangers know is an app’s, and one that was not read says nothing',
      ],
      [
        'test/services/evidence/free-traces.test.ts',
        'delegates and close authorities of token accounts are listed, one’s own powers are not',
      ],
    ],
  },
  {
    number: 6,
    principle: 'a movement speaks of who signed it; no victim is team',
    tests: [
      [
        'test/services/bubble-map/links/private-keys.test.ts',
        'a delegate whom owners chose is one of them; the issuer’s power was given by no one',
      ],
      [
        'test/services/bubble-map/links/used-money.test.ts',
        'a creator who pays buyers that are known to everyone joins none of them, three or seven',
      ],
      [
        'test/services/bubble-map/wallet-roles.test.ts',
        'dust in SOL that the creator sends to holders makes none of them team or insider',
      ],
      [
        'test/services/bubble-map/wallet-roles.test.ts',
        'no holder from whom the issuer took tokens is ever listed as team',
      ],
      [
        'test/services/bubble-map/wallet-roles.test.ts',
        'no one to whom the creator sent tokens unasked is ever listed as team',
      ],
    ],
  },
  {
    number: 7,
    principle: 'what ties a group to the creator would have joined it',
    tests: [
      [
        'test/services/bubble-map/wallet-roles.test.ts',
        'one weak link between a member and the creator does not turn a group into a team',
      ],
    ],
  },
  {
    number: 8,
    principle: 'all answers rest on the same wallets',
    tests: [
      [
        'test/rules/safety-chip.test.ts',
        'the score of an unscanned chip stays in the band of what intel calls the token',
      ],
      [
        'test/services/bubble-map/wallet-roles.test.ts',
        "a wallet of the creator's cluster is no independent sniper, whatever slot it bought in",
      ],
      [
        'test/services/bubble-map/wallet-roles.test.ts',
        'members of one entity in the launch slot are bundlers, the creator being one of them or not',
      ],
      [
        'test/services/bubble-map/wallet-roles.test.ts',
        'who bought the launch slot and belongs to no one is a sniper, not a bundler of the launch facts',
      ],
    ],
  },
  {
    number: 9,
    principle: 'a rug is judged by the money that is left',
    tests: [
      [
        'test/services/deep-scan/creator-left.test.ts',
        'a creator gone whole from a curve whose money is gone within a day is a rug, no matter who sold in between',
      ],
      [
        'test/services/forensics/market-life.test.ts',
        'on a curve the price has a floor: prices show the real reserve, and what is left of it',
      ],
      [
        'test/services/forensics/rug-outcome.test.ts',
        'makers gone whole from a market that died not long after is a rug, also when others sold in between',
      ],
    ],
  },
  {
    number: 10,
    principle: 'a ring has a root, and rugs',
    tests: [
      [
        'test/services/forensics/operator-ring.test.ts',
        'a creator who sold all it had, and half of the rise with it, counts as one who rugged',
      ],
      [
        'test/services/forensics/operator-ring.test.ts',
        'a ring needs rugs: a studio all of whose tokens live is none, and its creators are still named',
      ],
      [
        'test/services/forensics/operator-ring.test.ts',
        'tokens of which nothing was read are neither rugged nor alive',
      ],
      [
        'test/services/forensics/read-siblings.test.ts',
        'from the root, creators whom it paid, whom those paid, and who paid it back',
      ],
      [
        'test/services/forensics/read-siblings.test.ts',
        'a payer of the launch is followed beside the first money, and who paid it where it only passed it on',
      ],
    ],
  },
  {
    number: 11,
    principle: "errors of the mint's own hook are the token's doing",
    tests: [
      [
        'test/services/sell-proof/gather-sell-proof.test.ts',
        'a hook that refuses ordinary holders in all sizes blocks, though its code cannot be cloned',
      ],
      [
        'test/services/sell-proof/judge-sell-proof.test.ts',
        'on the node, one holder alone or one size alone proves no block',
      ],
      [
        'test/services/sell-proof/judge-sell-proof.test.ts',
        "what the mint's own hook refuses in a pool is the token's doing, also through a program that it calls",
      ],
    ],
  },
  {
    number: 12,
    principle: 'an unnamed payer of strangers is a service',
    tests: [
      [
        'test/services/forensics/funder-trace.test.ts',
        'an unnamed payer of strangers is a service: it ends the trace and costs nothing',
      ],
    ],
  },
  {
    number: 13,
    principle: '`safe` needs reach',
    tests: [
      [
        'test/services/deep-scan/layers/behaviour-layers.test.ts',
        'bubblemap: what a group of four once held fails above 5 and 15 percent, sold since or not',
      ],
      [
        'test/services/deep-scan/reach.test.ts',
        'money from an exchange, one signer and no tool shared with others: all of it is known to be public',
      ],
      [
        'test/services/deep-scan/reach.test.ts',
        'money that came from a private wallet, or from no one who was read, is not known to be public',
      ],
      [
        'test/services/deep-scan/reach.test.ts',
        'wallets that the map joined are not known to be public; two may be one person',
      ],
      [
        'test/services/deep-scan/reach.test.ts',
        'a memo that only some buyers share is a tool that is not known to be public',
      ],
      [
        'test/services/deep-scan/score.test.ts',
        'safe needs reach: below the bar, or where nothing was seen, nothing is safe, and the share is named',
      ],
      [
        'test/services/tokens/intel/risk.test.ts',
        'shares alone never call a token safe; without a scan nothing is said of the whole',
      ],
    ],
  },
  {
    number: 14,
    principle: 'a call must be able to change the answer',
    tests: [
      [
        'test/services/evidence/trace-wallets.test.ts',
        'of buyers with small parts who lived long before the launch no transaction is read',
      ],
      [
        'test/services/evidence/trace-wallets.test.ts',
        'of one who did much else on many days before the launch no transaction is read, of a sleeper one is',
      ],
      [
        'test/services/evidence/read-customers.test.ts',
        'of an address that plainly serves strangers only some of the sample are read',
      ],
      [
        'test/services/evidence/read-exchange-deposits.test.ts',
        'money that came days before a purchase was not for it: nothing is searched for it',
      ],
      ['test/services/evidence/read-keys.test.ts', 'of a key one page of signatures is read, and no transaction'],
      [
        'test/services/forensics/read-siblings.test.ts',
        'of a funder of strangers no token is looked into, for it could change nothing',
      ],
    ],
  },
  {
    number: 15,
    principle: 'unseen practices are measured first, and never tuned by',
    tests: [
      [
        'test/eval/practices/first-figures.test.ts',
        'first figures of unseen practices stand beside the tuned ones, as they were measured',
      ],
      ['test/eval/practices/first-figures.test.ts', 'no seed of a measurement is in a rule, a recipe or a test'],
    ],
  },
]
