import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDifferences, reconcileDay } from '#features/reconciliation/index.ts'
import { casesFor, replay } from '@qingzhou/platform/testing/proving'
import { startProductForFile } from '#testing/product.ts'
import {
  beginShopping,
  expectAllSettled,
  shop,
  type ShoppingEvent,
} from './testing/shopping-history.ts'

const histories = casesFor({ usually: 4, each: 5_000 })

const product = startProductForFile()

/** Weighted towards events that make progress. */
const event: fc.Arbitrary<ShoppingEvent> = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<ShoppingEvent['kind']>('run', 'give-back') },
    {
      weight: 4,
      arbitrary: fc.constantFrom<ShoppingEvent['kind']>('pay', 'sent', 'delivered', 'notice'),
    },
    { weight: 1, arbitrary: fc.constantFrom<ShoppingEvent['kind']>('buy', 'returned') },
  ),
  which: fc.nat({ max: 11 }),
  mall: fc.constantFrom('well', 'well', 'well', 'down', 'cutAfter', 'decline'),
})

const first: ShoppingEvent = { kind: 'buy', which: 0, mall: 'well' }

describe('any history of purchases', () => {
  it(
    'has one disbursement and at most one return per order, and books and limit that match the mall',
    { timeout: 1_000_000_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(event, { minLength: 5, maxLength: 10, size: 'max' }),
          async (events) => {
            const shopping = await beginShopping(product)
            for (const one of [first, ...events]) await shop(shopping, one)
            await expectAllSettled(shopping)
          },
        ),
        { numRuns: histories, ...replay },
      )
      await reconcileDay(product.services, product.services.today())
      expect(await readDifferences(product.services.database, undefined)).toEqual([])
    },
  )
})
