import type { ActionFamily } from './family.ts'

/** Programs that take a wallet's order through pools of others, and bots that do. What they did shows by what changed
 *  hands, whatever pools they went through: see `swaps.ts`. */
export const routers: ActionFamily = {
  sources: {
    JUP2jxvXaqu7NQY1GmNF4m1vodw12LVXYxbFL2uJvfo: 'JUPITER',
    JUP3c2Uh3WA4Ng34tw6kPd2G4C5BB21Xo36Je1s32Ph: 'JUPITER',
    JUP4Fb2cqiRUcaTHdrPC8h2gNsA2ETXiPDD33WcGuJB: 'JUPITER',
    JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4: 'JUPITER',
    DF1ow4tspfHX9JwWJsAb9epbkA8hmpSEAtxXy1V27QBH: 'DFLOW_AGGREGATOR_V4',
    T1TANpTeScyeqVzzgNViGDNrkQ6qHz9KrSBS4aNXvGT: 'TITAN',
    '6m2CDdhRgxpH4WjvdzxAYbGxwdGUz5MziiL5jek2kBma': 'OKX',
    HV1KXxWFaSeriyFvXyx48FqG9BoFbfinB8njCJonqP7K: 'OKX',
    proVF4pMXVaYqmy4NjniPh4pqKNfMmsihgd4wdkCX3u: 'OKX',
    routeUGWgWzqBWFcrCfv8tritsqukccJPu3q5GPP3xS: 'RAYDIUM',
    BSfD6SHZigAfDWSjzD5Q41jw8LmKwtmjskPH9XW1mrRW: 'PHOTON',
    BANANAjs7FJiPQqJTGFzkZJndT9o7UmKiYYGaJz6frGu: 'BANANAGUN',
    FLASHX8DrLbgeR8FcfNV1F5krxYcYMUdBkrP1EPBtxB9: 'AXIOM',
    b1oomGGqPKGD6errbyfbVMBuzSC8WtAAYo8MwNafWW1: 'BLOOM',
    MaestroAAe9ge5HTc64VbBQZ6fP77pwvrhM8i1XWSAx: 'MAESTRO',
    NoVA1TmDUqksaj2hB1nayFkPysjJbFiU76dT4qPw2wm: 'NOVA',
  },
}

export const ROUTERS: ReadonlySet<string> = new Set(Object.keys(routers.sources))
