/**
 * Simple yearly rates by grade; part of the product's figures. The landing page shows them and loads
 * none of the other figures.
 */
export const gradeRatesPpm = {
  A: 72_000n,
  B: 108_000n,
  C: 144_000n,
  D: 180_000n,
  E: 234_000n,
} as const
