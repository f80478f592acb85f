/** How many random cases a test tries, and which: `npm run prove` asks for more and for others. */
const { PROVE_RUNS = '20000', PROVE_SEED, PROVE_PATH } = process.env

/** A share of the cases asked for, as a history costs far more than a sum. */
export function casesFor({ each }: { readonly each: number }): number {
  return Math.ceil(Number(PROVE_RUNS) / each)
}

/** What makes a failed case happen again. */
export const replay = {
  ...(PROVE_SEED && { seed: Number(PROVE_SEED) }),
  ...(PROVE_PATH && { path: PROVE_PATH }),
}
