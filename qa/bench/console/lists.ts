import { exceptionKinds, reviewKinds } from '@qingzhou/contract/features/console/queues'

import type { ListPlace } from '@qingzhou/contract/wire/list'
import { staffRoles } from '@qingzhou/contract/permissions'
import type { Api } from '@qingzhou/server/testing/client.ts'

const LIMIT = 50
const owners = ['mine', 'unclaimed', 'others'] as const
const orders = ['up', 'down'] as const

type Page = { readonly next?: ListPlace | undefined }
type Sort<By extends string> = { readonly by: By; readonly order: 'up' | 'down' }
type Call<Filters, By extends string> = (request: {
  filters: Filters
  sort: Sort<By>
  after?: ListPlace | undefined
  limit: number
}) => Promise<Page>

type Measurable = { readonly what: string; readonly act: () => Promise<unknown> }

/** Every list of the console: its first page, its next page, each sorting and each filter. */
export async function consoleLists(api: Api, anyCustomer: () => string): Promise<Measurable[]> {
  const queues = api['console-queues']
  const access = api['console-access']
  const { rows: members } = await access.members({
    filters: {},
    sort: { by: 'staffNo', order: 'up' },
    limit: LIMIT,
  })
  const [staffNo] = members.map((member) => member.staffNo)
  return [
    ...(await variants('exceptions', queues.exceptions, {
      sortings: ['since', 'amount'],
      filters: [
        ...exceptionKinds.map((kind) => ({ kind })),
        ...owners.map((owner) => ({ owner })),
        { overdue: 'yes' as const },
        { customer: anyCustomer() },
      ],
    })),
    ...(await variants('reviews', queues.reviews, {
      sortings: ['since'],
      filters: [
        ...reviewKinds.map((kind) => ({ kind })),
        ...owners.map((owner) => ({ owner })),
        { overdue: 'yes' as const },
      ],
    })),
    ...(await variants('proposals', api['console-proposals'].list, {
      sortings: ['proposedAt', 'amount', 'expiresAt'],
      filters: [
        { waiting: 'me' as const },
        { waiting: 'others' as const },
        { state: 'proposed' as const },
        { kind: 'raise-limit' },
        { customer: anyCustomer() },
        { proposedBy: 'me' as const },
        { proposedBy: 'others' as const },
      ],
    })),
    ...(await variants('members', access.members, {
      sortings: ['staffNo', 'username'],
      filters: staffRoles.map((role) => ({ role })),
    })),
    ...(await variants('sessions', access.sessions, {
      sortings: ['openedAt'],
      filters: [{ staffNo }],
    })),
    ...(await variants('log', access.log, {
      sortings: ['logNo'],
      filters: [
        { actor: staffNo },
        { act: 'unmask-for' },
        { act: 'never-done' },
        { customerNo: anyCustomer() },
      ],
    })),
    { what: 'home', act: () => queues.home({}) },
  ]
}

/** The calls of a list: all sortings, the next page, and all filters, each in turn. */
async function variants<Filters, By extends string>(
  name: string,
  call: Call<Filters, By>,
  { sortings, filters }: { readonly sortings: readonly By[]; readonly filters: readonly Filters[] },
): Promise<Measurable[]> {
  const sorts = sortings.flatMap((by) => orders.map((order): Sort<By> => ({ by, order })))
  const [sort] = sorts
  if (!sort) return []
  // A list without a filter: each of them is optional.
  const none = {} as Filters
  const first = sorts.map((one) => () => call({ filters: none, sort: one, limit: LIMIT }))
  const filtered = filters.map((one) => () => call({ filters: one, sort, limit: LIMIT }))
  const { next } = await call({ filters: none, sort, limit: LIMIT })
  const after = () => call({ filters: none, sort, after: next, limit: LIMIT })
  return [
    { what: `${name}, first page, ${sorts.length} sortings`, act: inTurn(first) },
    ...(next ? [{ what: `${name}, next page`, act: after }] : []),
    { what: `${name}, ${filtered.length} filters`, act: inTurn(filtered) },
  ]
}

function inTurn(acts: readonly (() => Promise<unknown>)[]): () => Promise<unknown> {
  let done = 0
  return async () => {
    done += 1
    return acts[done % acts.length]?.()
  }
}
