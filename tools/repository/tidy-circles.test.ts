import { expect, it } from 'vitest'

import { targetsOf } from './imports.ts'
import { files } from './repository.ts'

/** Types of the domain that name one another: a loan its coupon, a refusal its amount. */
const KNOWN = [
  'packages/domain/src/calendar/local-date.ts, packages/domain/src/money/money.ts, packages/domain/src/refusal.ts',
  'packages/domain/src/cost/realised-cost.ts, packages/domain/src/coupons/coupon.ts, packages/domain/src/loans/accrual.ts, packages/domain/src/loans/history.ts, packages/domain/src/loans/loan.ts',
  'packages/domain/src/cost/service-fee.ts, packages/domain/src/loans/terms.ts, packages/domain/src/product.ts',
]

type Graph = ReadonlyMap<string, readonly string[]>

it('no import circle leads from one folder of a workspace to another, types included', () => {
  const sources = files.filter(
    ({ path }) =>
      /^(apps|packages|qa|tools)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path),
  )
  const known = new Set(sources.map(({ path }) => path))
  const graph = new Map(
    sources.map((file) => [file.path, targetsOf(file).filter((target) => known.has(target))]),
  )
  const circles = circlesIn(graph).filter((circle) => new Set(circle.map(folderOf)).size > 1)
  expect(circles.map((circle) => circle.toSorted().join(', ')).toSorted()).toEqual(KNOWN)
})

it('a circle is found, and a file that only leads to it is not part of it', () => {
  const graph = new Map([
    ['a/x.ts', ['b/x.ts']],
    ['b/x.ts', ['c/x.ts']],
    ['c/x.ts', ['b/x.ts']],
  ])
  expect(circlesIn(graph).map((circle) => circle.toSorted())).toEqual([['b/x.ts', 'c/x.ts']])
})

/** The first folder below the sources of a workspace; of a feature, its own. */
function folderOf(path: string): string {
  const [, folder] =
    /^((?:apps|packages)\/[^/]+\/src\/(?:features\/[^/]+|[^/]+(?=\/))?|[^/]+\/[^/]+)/.exec(path) ??
    []
  return folder ?? path
}

/** The sets of files that reach one another (Tarjan). */
function circlesIn(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (file: string): number => {
    const own = order.size
    order.set(file, own)
    open.push(file)
    let low = own
    for (const target of graph.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target))
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? own)
    }
    if (low === own) {
      const circle = open.splice(open.indexOf(file))
      if (circle.length > 1) circles.push(circle)
    }
    return low
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return circles
}
