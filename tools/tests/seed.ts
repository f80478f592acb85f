import * as fc from 'fast-check'

/** One seed for all random cases of a run, so that a failure can be repeated. */
const seed = process.env['PROVE_SEED']
if (seed) fc.configureGlobal({ seed: Number(seed) })
