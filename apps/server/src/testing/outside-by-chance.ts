import * as fc from 'fast-check'

/** Where somebody may be killed: mostly nowhere, else before one of the next steps to the database. */
export const killedAt = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.nat({ max: 40 }) },
)

/** How the outside behaves from now on: what gets through, what it decides, how often it is asked. */
export const behaviour = {
  passages: fc.array(
    fc.constantFrom('through' as const, 'lost-on-the-way' as const, 'answer-lost' as const),
    { maxLength: 3 },
  ),
  result: fc.constantFrom('done' as const, 'done' as const, 'declined' as const),
  asks: fc.nat({ max: 3 }),
}
