/** Programs whose swaps are read by the generic rule (`generic-swaps.ts`), as data: a row names one, and taking it away
 *  makes its trades `amm:unknown:<program>`. A name is a part of what users see: never change one.
 *
 *  Ids and names as of 2026-11-23, each in two public lists that do not copy each other: the aggregator's own list of
 *  program labels, and lists that indexers and wallets keep. */
export type KnownVenue = {
  /** Shown as `amm:<name>`. */
  readonly name: string
  readonly programId: string
  /** Where its instructions name the trader, for venues whose other side signs as well. */
  readonly traderIndex?: number
  /** It may pay wallets lamports where others pay wrapped SOL. */
  readonly paysLamports?: boolean
}

type More = Pick<KnownVenue, 'traderIndex' | 'paysLamports'>
const ROWS: readonly (readonly [name: string, programId: string, more?: More])[] = [
  // Market makers that quote through a program of their own.
  ['alphaq', 'ALPHAQmeA7bjrVuccPsYPiCvsi428SNwte66Srvs4pHA'],
  ['aquifer', 'AQU1FRd7papthgdrwPTTq5JacJh8YtwEXaBfKU3bTz45'],
  ['bisonfi', 'BiSoNHVpsVZW2F7rx2eQ59yQwKxzU5NvBcmKshCSUypi'],
  ['goonfi', 'goonERTdGsjnkZqWuVjs73BZ3Pb9qoCUdBUL17BnS5j'],
  ['goonfi_v2', 'goonuddtQRrWqqn5nFyczVKaie28f3kDkHWkHtURSLE'],
  ['humidifi', '9H6tua7jkLhdm3w8BvgpTn5LZNU7g4ZynDmCiNN3q6Rp'],
  ['obric_v2', 'obriQD1zbpyLz95G5n7nJe6a4DPjpFwa5XYPoNm113y'],
  ['obsidian', 'HBVw6bZtcCaezhcBrmfyXBSBRWCdv72271xQ4GPvms2z'],
  ['quantum', 'QuaNtZsgYRe5Z9Bk4LZ4cTD9tbkVoyCNf1R2BN9bBDv'],
  // Its vaults belong to this program; the one that prices moves nothing itself.
  ['scorch', 'SCoRcH8c2dpjvcJD6FiPbCSQyQgu3PcUAWj2Xxx3mqn'],
  ['solfi', 'SoLFiHG9TfgtdUXUjWAxi3LtvYuFyDLVhBWxdMZxyCe'],
  ['solfi_v2', 'SV2EYYJyRz2YhfXwXnhNAevDEui5Q6yrfyo13WtupPF'],
  ['tessera_v', 'TessVdML9pBGgG9yGks7o4HewRaXVAMuoVj4x83GLQH'],
  ['zerofi', 'ZERor4xhbUycZ6gb9ntrhqscUcZmAbQDjEAtCf4hbZY'],
  // Quotes on request, and order books. Taker and maker both sign a fill.
  ['jupiter_z', '61DFfeTKM7trxYcPQCM78bJ794ddZprZpAwAnLiwTpYH', { traderIndex: 0, paysLamports: true }],
  ['manifest', 'MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms'],
  ['openbook_v2', 'opnb2LAfJYbRMAHHvqjCwQxanZn7ReEHp1k81EohpZb'],
  ['phoenix', 'PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY'],
  // AMMs.
  ['aldrin', 'AMM55ShdkoGRB5jVYPjWziwk8m5MpwyDgsMWHaMSQWH6'],
  ['aldrin_v2', 'CURVGoZn8zycx6FXwwevgBTB2gVvdbGTEpvMJDbgs2t4'],
  ['bonkswap', 'BSwp6bEBihVLdqJRKGgzjcGLHkcTuzmSo1TQkHepzH8p'],
  ['boop', 'boop8hVGQGqehUK2iVEMEnMrL5RbjywRzHKBmBE7ry4'],
  ['byreal', 'REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2'],
  ['crema', 'CLMM9tUoggJu2wagPkkqs9eFG4BWhVBZWkP1qv3Sp7tR'],
  ['cropper', 'H8W3ctz92svYg6mkn1UtGfu2aQr2fnUFHM1RhScEtQDt'],
  ['defituna', 'fUSioN9YKKSa3CUC2YUc4tPkHJ5Y6XW1yz8y6F7qWz9'],
  ['dexlab', 'DSwpgjMvXhtGn6BsbqmacdBZyfLj6jSWf3HJpdJtmg6N'],
  ['fluxbeam', 'FLUXubRmkEi2q6K3Y9kBPg9248ggaZVsoSFhtJHSrm1X'],
  ['gavel', 'srAMMzfVHVAtgSJc8iH6CfKzuWuUTzLHVCE81QU1rgi'],
  ['goosefx_gamma', 'GAMMA7meSFWaBXF25oSUgmGRwaW6sCMFLmBNiMSdbHVT'],
  ['guacswap', 'Gswppe6ERWKpUTXvRPfXdzHhiCyJvLadVvXGfdpBqcE1'],
  ['heaven', 'HEAVENoP2qxoeuF8Dj2oT1GHEnu49U5mJYkdeC8BAX2o'],
  ['invariant', 'HyaB3W9q6XdA5xwpU4XnSZV94htfmbmqJXZcEbRaJutt'],
  ['jupiter_perps', 'PERPHjGBqRHArX4DySjwM6UJHiR3sWAatqfdBS2qQJu'],
  ['lifinity_v2', '2wT8Yq49kHgDzXuPxZSaeLaH1qbmGXtEyPy64bL7aD3c'],
  ['mercurial', 'MERLuDFBMmsHnsBPZw2sDQZHvXFMwp8EdjudcU2HKky'],
  ['metadao', 'FUTARELBfJfQ8RDGhg1wdhddq1odMAJUePHFuBYfUxKq'],
  ['moonit', 'MoonCVVNZFSYkqNXP6bxHLPL6QQJiMagDL3qcqUQTrG'],
  ['onedex', 'DEXYosS6oEGvk8uCDayvwEZz4qEyDJRf9nFgYCaqPMTm'],
  ['orca_v1', 'DjVE6JNiYqPL2QXyCUUh8rNjHrbz9hXHNYt99MQ59qw1'],
  ['orca_v2', '9W959DqEETiGZocYWCQPaJ6sBmUzgfxXfqGeTEdp3aQP'],
  ['pancakeswap', 'HpNfyc2Saw7RKkQd8nEL4khUcuPhQ7WwY1B2qjx8jxFq'],
  ['penguin', 'PSwapMdSai8tjrEXcxFeQth87xC4rRsa4VA5mhGhXkP'],
  ['perena', 'NUMERUNsFCP3kuNmWZuXtm1AaQCPj9uw6Guv2Ekoi5P'],
  ['saber', 'SSwpkEEcbUqx4vtoEByFjSkhKdCT862DNVb52nZg1UZ'],
  ['sanctum_infinity', '5ocnV1qiCgaQR8Jb8xWnVbApfaygJ8tNoZfgPwsgx9kx'],
  ['saros', 'SSwapUtytfBdBn1b9NUGG6foMVPtcWgpRU32HToDUZr'],
  ['saros_dlmm', '1qbkdrr3z4ryLA7pZykqxvxWPoeifcVKo6ZG9CfkvVE'],
  ['stabble', 'swapNyd8XiQwJ6ianp9snpu4brUqFxadzvHebnAXjJZ'],
  ['stabble_clmm', '6dMXqGZ3ga2dikrYS9ovDXgHGh5RUsb2RTUj6hrQXhk6'],
  ['stabble_weighted', 'swapFpHZwjELNnjvThjajtiVmkz3yPQEHjLtka2fwHW'],
  ['stepn', 'Dooar9JkhdZ7J3LHN3A7YCuoGRUggXhQaG4kijfLGU2j'],
  ['token_swap', 'SwaPpA9LAaLfeLi3a68M4DjnLqgtticKg6CnyNwgAC8'],
  ['virtuals', '5U3EU2ubXtK84QcRjWVmYt9RaDyA8gKxdUrPFXmZyaki'],
  ['whalestreet', 'FW6zUqn4iKRaeopwwhwsquTY6ABWLLgjxtrC3VPnaWBf'],
  ['woofi', 'WooFif76YGRNjk1pA8wCsN67aQsD9f9iLsz4NcJ1AVb'],
]

export const KNOWN_VENUES: readonly KnownVenue[] = ROWS.map(([name, programId, more]) => ({ name, programId, ...more }))

/** Programs that move two tokens against each other without being a market: routers, orders that routers fill, and
 *  lending, whose liquidations look like swaps. Their own trades are those of the markets that they call. */
export const NO_VENUES: ReadonlySet<string> = new Set([
  // Routers.
  'JUP2jxvXaqu7NQY1GmNF4m1vodw12LVXYxbFL2uJvfo',
  'JUP4Fb2cqiRUcaTHdrPC8h2gNsA2ETXiPDD33WcGuJB',
  'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
  'DF1ow4tspfHX9JwWJsAb9epbkA8hmpSEAtxXy1V27QBH',
  'T1TANpTeScyeqVzzgNViGDNrkQ6qHz9KrSBS4aNXvGT',
  '6m2CDdhRgxpH4WjvdzxAYbGxwdGUz5MziiL5jek2kBma',
  'proVF4pMXVaYqmy4NjniPh4pqKNfMmsihgd4wdkCX3u',
  'routeUGWgWzqBWFcrCfv8tritsqukccJPu3q5GPP3xS',
  'stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq',
  'BSfD6SHZigAfDWSjzD5Q41jw8LmKwtmjskPH9XW1mrRW',
  'BANANAjs7FJiPQqJTGFzkZJndT9o7UmKiYYGaJz6frGu',
  // Orders that are filled through routers.
  'DCA265Vj8a9CEuX1eb1LWRnDT7uK6q1xMipnNyatn23M',
  'jupoNjAxXgZ4rjzxzPMP4oxduvQsQtZzyknqvzYNrNu',
  'j1o2qRpjcyUwEvwtcfhEQefh773ZgjxcVRry7LDqg5X',
  // Lending.
  'KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD',
  'MFv2hWf31Z9kbCa1snEPYctwafyhdvnV7FZnsebVacA',
  'So1endDq2YkqhipRh3WViPa8hdiSpxWy6z3Z6tMCpAo',
])
