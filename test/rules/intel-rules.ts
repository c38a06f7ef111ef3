import { rulesOf } from './engine-rule.ts'

const PROGRAMS = 'test/routes/programs/intel.test.ts'
const POSITIONS = 'test/routes/positions/intel.test.ts'

export const INTEL_RULES = [
  ...rulesOf('programs', 'GET /api/v2/programs/{program}/intel', [
    [
      'named',
      '4.11: a DEX has its name and category',
      [
        'test/chain/solana/program-reads.test.ts',
        'a DEX is named; who may replace its code and when it was deployed are those of its accounts',
      ],
      'createProgramReads',
    ],
    [
      'none',
      '4.11: what cannot be executed is `isProgram: false`',
      [PROGRAMS, 'a wallet and an address without an account are no programs; what is no address is 400'],
      'program-reads#NOT_ONE',
    ],
  ]),
  ...rulesOf('positions', 'GET /api/v2/positions/{address}/intel', [
    [
      'agrees',
      '4.11: a position says by its address what its wallet’s list says',
      [POSITIONS, 'by its account and by its NFT, a position is what its wallet’s list says'],
      'readPositionAt',
    ],
    [
      'unknown',
      '4.11: an unknown layout is `kind: unknown` with 200',
      [POSITIONS, 'a layout that is not read, and an address without an account, are unknown with 200'],
      'get-position-intel#unknownAt',
    ],
  ]),
]
