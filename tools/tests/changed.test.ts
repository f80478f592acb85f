import { describe, expect, it } from 'vitest'

import { testsReachedBy } from './changed.ts'

const sources = [
  { path: 'packages/domain/src/money/money.ts', text: '' },
  {
    path: 'packages/contract/src/money.ts',
    text: `import { fen } from '@qingzhou/domain/money/money'`,
  },
  {
    path: 'packages/contract/src/money.test.ts',
    text: `import { money } from './money.ts'`,
  },
  { path: 'apps/server/src/features/cards/card-store.ts', text: '' },
  { path: 'apps/server/src/features/cards/rules/cards.test.ts', text: '' },
  {
    path: 'apps/server/src/features/loans/disbursement/disburse.test.ts',
    text: `import { findCard } from '@qingzhou/server/features/cards/card-store.ts'`,
  },
  {
    path: 'apps/server/src/boot/server.ts',
    text: `import { findCard } from '@qingzhou/server/features/cards/card-store.ts'`,
  },
  {
    path: 'apps/server/src/testing/product.ts',
    text: `import { createServer } from '@qingzhou/server/boot/server.ts'`,
  },
  {
    path: 'apps/server/src/features/mall/mall.test.ts',
    text: `import { startTestProduct } from '@qingzhou/server/testing/product.ts'`,
  },
  {
    path: 'apps/web/src/features/loans/screens.ts',
    text: `export const borrow = () => import('./borrow-screen')`,
  },
  { path: 'apps/web/src/features/loans/borrow-screen.tsx', text: '' },
  {
    path: 'apps/web/src/app/screens.test.tsx',
    text: `import { borrow } from '#features/loans/screens.ts'`,
  },
  { path: 'packages/lending/src/draws/draw.ts', text: '' },
  { path: 'packages/lending/src/limits/limit.ts', text: '' },
  {
    path: 'packages/lending/src/index.ts',
    text: `export { draw, type Draw } from './draws/draw.ts'
export {
  limit as openLimit,
} from './limits/limit.ts'`,
  },
  {
    path: 'apps/server/src/features/goods/goods.ts',
    text: `import {
  type Draw,
} from '@qingzhou/lending/index'`,
  },
  {
    path: 'apps/server/src/features/goods/index.ts',
    text: `export { buy } from './goods.ts'`,
  },
  {
    path: 'apps/server/src/features/offers/offers.test.ts',
    text: `import { buy } from '#features/goods/index.ts'`,
  },
  {
    path: 'apps/server/src/features/limits/limits.test.ts',
    text: `import { openLimit } from '@qingzhou/lending/index'`,
  },
  { path: 'tools/repository/tidy.test.ts', text: '' },
]

const testsReached = (...changed: string[]) => testsReachedBy(changed, sources)

describe('a check of what changed', () => {
  it('runs the tests that import a changed file, across packages and through other files', () => {
    expect(testsReached('packages/domain/src/money/money.ts')).toEqual([
      'packages/contract/src/money.test.ts',
      'tools/repository/tidy.test.ts',
    ])
    expect(testsReached('apps/web/src/features/loans/borrow-screen.tsx')).toEqual([
      'apps/web/src/app/screens.test.tsx',
      'tools/repository/tidy.test.ts',
    ])
  })

  it('runs the tests of the changed feature, but not every test that starts the whole product', () => {
    expect(testsReached('apps/server/src/features/cards/card-store.ts')).toEqual([
      'apps/server/src/features/cards/rules/cards.test.ts',
      'apps/server/src/features/loans/disbursement/disburse.test.ts',
      'tools/repository/tidy.test.ts',
    ])
  })

  it('follows the names that an index.ts exports, and only those', () => {
    expect(testsReached('packages/lending/src/draws/draw.ts')).toEqual([
      'apps/server/src/features/offers/offers.test.ts',
      'tools/repository/tidy.test.ts',
    ])
    expect(testsReached('packages/lending/src/limits/limit.ts')).toEqual([
      'apps/server/src/features/limits/limits.test.ts',
      'tools/repository/tidy.test.ts',
    ])
    expect(testsReached('packages/lending/src/index.ts')).toEqual([
      'apps/server/src/features/limits/limits.test.ts',
      'apps/server/src/features/offers/offers.test.ts',
      'tools/repository/tidy.test.ts',
    ])
  })

  it('runs every test that starts the product after a change of how it is put together', () => {
    expect(testsReached('apps/server/src/boot/server.ts')).toEqual([
      'apps/server/src/features/mall/mall.test.ts',
      'tools/repository/tidy.test.ts',
    ])
  })

  it('runs the repository rules after a change of a document, and a changed test itself', () => {
    expect(testsReached('docs/operating.md')).toEqual(['tools/repository/tidy.test.ts'])
    expect(testsReached('packages/contract/src/money.test.ts')).toEqual([
      'packages/contract/src/money.test.ts',
      'tools/repository/tidy.test.ts',
    ])
  })
})
