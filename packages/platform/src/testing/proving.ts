const { PROVE_RUNS, PROVE_SEED, PROVE_PATH } = process.env

/** How many random cases a test tries: `usually` by itself, and one of `each` that `npm run prove` asks for. */
export function casesFor({
  usually,
  each,
}: {
  readonly usually: number
  readonly each: number
}): number {
  return PROVE_RUNS === undefined ? usually : Math.ceil(Number(PROVE_RUNS) / each)
}

/** The seed and path that repeat a failed case. */
export const replay = {
  ...(PROVE_SEED && { seed: Number(PROVE_SEED) }),
  ...(PROVE_PATH && { path: PROVE_PATH }),
}
