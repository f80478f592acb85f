import { staffCodes } from '@qingzhou/contract/codes'
import { permissions } from '@qingzhou/contract/permissions'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import LogScreen from '#features/access/log-screen.tsx'
import MembersScreen from '#features/access/members-screen.tsx'
import SessionsScreen from '#features/access/sessions-screen.tsx'
import ExceptionsScreen from '#features/exceptions/exceptions-screen.tsx'
import ReviewsScreen from '#features/reviews/reviews-screen.tsx'
import { memberQuery } from '#platform/member.ts'

const FORMULA = '=HYPERLINK("http://x","y")'
const item = { subjectNo: '1', since: 0, isOverdue: false, state: 'unclaimed', isMine: false }
const member = {
  username: 'a',
  roles: ['operator'],
  state: 'active',
  hasSecondFactor: false,
  isOidcLinked: false,
  isPasswordUnchosen: false,
  openSessions: 0,
  createdAt: 0,
}

/** Each list with the address that opens it again, what it asks for then, and a row with a formula. */
const lists = [
  {
    name: 'exceptions',
    Screen: ExceptionsScreen,
    search: '?kind=difference&owner=mine&overdue=yes&sort=amount.down&without=owner',
    hidden: '负责人',
    filters: { kind: 'difference', owner: 'mine', overdue: 'yes' },
    sort: { by: 'amount', order: 'down' },
    rowOf: (no: string) => ({ ...item, itemNo: no, kind: 'difference', subject: FORMULA }),
  },
  {
    name: 'reviews',
    Screen: ReviewsScreen,
    search: '?kind=hardship&sort=since.down&without=round',
    hidden: '提交次数',
    filters: { kind: 'hardship' },
    sort: { by: 'since', order: 'down' },
    rowOf: (no: string) => ({
      ...item,
      itemNo: no,
      kind: 'hardship',
      subject: 'loan',
      summary: FORMULA,
    }),
  },
  {
    name: 'members',
    Screen: MembersScreen,
    search: '?role=operator&state=active&sort=username.down&without=factor',
    hidden: '动态验证码',
    filters: { role: 'operator', state: 'active' },
    sort: { by: 'username', order: 'down' },
    rowOf: (no: string) => ({ ...member, staffNo: no, name: FORMULA }),
  },
  {
    name: 'staff-sessions',
    Screen: SessionsScreen,
    search: '?sort=openedAt.up&without=opened',
    hidden: '登录时间',
    filters: {},
    sort: { by: 'openedAt', order: 'up' },
    rowOf: (no: string) => ({
      sessionNo: no,
      staffNo: 'S000001',
      name: FORMULA,
      openedAt: 0,
      expiresAt: 0,
      isOwn: false,
    }),
  },
  {
    name: 'staff-log',
    Screen: LogScreen,
    search: '?act=sign-in&sort=logNo.up&without=customer',
    hidden: '客户',
    filters: { act: 'sign-in' },
    sort: { by: 'logNo', order: 'up' },
    rowOf: (no: string) => ({
      logNo: Number(no.replace(/\D/g, '')),
      doneAt: 0,
      actor: 'S000001',
      act: 'sign-in',
      about: FORMULA,
    }),
  },
] as const

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A server with two pages of one row; answers what it was asked for. */
function serveList({ rowOf }: Pick<(typeof lists)[number], 'rowOf'>) {
  const asked: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const request = JSON.parse(body) as Record<string, unknown>
    if (!('limit' in request)) {
      return Response.json({ code: staffCodes.success, msg: '', requestId: 'r', data: {} })
    }
    asked.push(request)
    const isFirst = request['after'] === undefined
    const data = {
      rows: [rowOf(isFirst ? 'R1' : 'R2')],
      ...(isFirst && { next: '1~R1' }),
      about: 2,
      counts: [],
    }
    return Response.json({ code: staffCodes.success, msg: '', requestId: 'r', data })
  })
  return asked
}

function open({ Screen, search }: Pick<(typeof lists)[number], 'Screen' | 'search'>): void {
  window.history.replaceState({}, '', `/${search}`)
  const cache = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 60_000 } },
  })
  const me = {
    staffNo: 'S1',
    name: '余舟',
    roles: ['admin' as const],
    permissions: [...permissions],
  }
  cache.setQueryData(memberQuery.queryKey, me)
  render(
    <QueryClientProvider client={cache}>
      <Screen />
    </QueryClientProvider>,
  )
}

describe.each(lists)('the list $name', (list) => {
  it('is opened again by its address: filters, sorting and columns', async () => {
    const asked = serveList(list)
    open(list)
    const table = await screen.findByRole('table')
    expect(asked).toMatchObject([{ filters: list.filters, sort: list.sort }])
    expect(asked[0]?.['filters']).toEqual(list.filters)
    expect(within(table).queryByRole('columnheader', { name: new RegExp(list.hidden) })).toBeNull()
    expect(within(table).getAllByRole('columnheader').length).toBeGreaterThan(2)
  })

  it('shows the next page below the first, and exports all pages without a formula', async () => {
    const asked = serveList(list)
    const made: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (file: Blob) => `blob:${made.push(file)}`,
        revokeObjectURL: () => {},
      }),
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    open(list)
    await screen.findByRole('table')
    fireEvent.click(screen.getByRole('button', { name: '显示更多' }))
    await vi.waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3))
    expect(asked.at(-1)).toMatchObject({ after: '1~R1', filters: list.filters, sort: list.sort })
    fireEvent.click(screen.getByRole('button', { name: '导出 CSV' }))
    await vi.waitFor(() => expect(made).toHaveLength(1))
    const text = (await made[0]?.text()) ?? ''
    expect(text.trim().split('\r\n')).toHaveLength(3)
    expect(text).toContain('HYPERLINK')
    expect(text).not.toMatch(/(^|[\n,"])[=+@-](?!\d*[",\r])/m)
  })
})
