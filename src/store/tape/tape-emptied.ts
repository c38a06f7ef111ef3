/** The tape that was followed is no more: a world has ended and another tape has begun. Nothing was written. */
export class TapeEmptied extends Error {
  override readonly name = 'TapeEmptied'

  constructor() {
    super('the tape was emptied for another world')
  }
}
