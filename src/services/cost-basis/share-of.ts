/** The part of `total` that the units from `from` to `to` of `units` have. Shares of neighbouring stretches add up to
 *  `total`, however it is cut: unit i has floor(total (i + 1) / units) - floor(total i / units). */
export function shareOf(total: bigint, units: bigint, from: bigint, to: bigint): bigint {
  return (total * to) / units - (total * from) / units
}
