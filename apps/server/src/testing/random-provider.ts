import * as fc from 'fast-check'

/** When a process is killed: mostly never, otherwise before one of the next database statements. */
export const killedAt = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.nat({ max: 40 }) },
)

/**
 * Random behaviour of a provider: which messages get through, what it decides, how often it is
 * queried.
 */
export const behaviour = {
  passages: fc.array(
    fc.constantFrom('through' as const, 'lost-on-the-way' as const, 'answer-lost' as const),
    { maxLength: 3 },
  ),
  result: fc.constantFrom('done' as const, 'done' as const, 'declined' as const),
  queries: fc.nat({ max: 3 }),
}
