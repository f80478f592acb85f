import { calls } from '@qingzhou/contract/calls'
import { staffShapes } from '@qingzhou/contract/features/staff'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { clearStaffSession } from '#platform/session/staff-session.ts'
import { clearDraft } from '#shared/forms/draft.ts'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import { IMPORT_DRAFT } from '#features/staff/queries.ts'
import NameListScreen from './roster-screen.tsx'
import { answerAsBackOffice, entryFor, noImport } from '#features/staff/testing/back-office.ts'

const network = connectNetworkForFile()

const open = () => openScreen(<NameListScreen />)
const csv = () => new File(['姓名,身份证号,手机号,单位\n'], '名单.csv', { type: 'text/csv' })

async function choose(file: File) {
  await userEvent.upload(await screen.findByLabelText(/选择文件导入/), file, {
    applyAccept: false,
  })
}

afterEach(() => {
  cleanup()
  clearStaffSession()
  clearDraft(IMPORT_DRAFT)
})

describe('employee roster', () => {
  it('is not shown to a reviewer, who sees why', async () => {
    answerAsBackOffice(network, ['reviewer'])
    open()
    await screen.findByText('您的岗位没有这项权限')
    expect(screen.queryByText('批量导入')).toBeNull()
  })

  it('explains what to do while empty', async () => {
    answerAsBackOffice(network, ['operator'])
    open()
    await screen.findByText('名单还是空的')
  })

  it('[2.141] searches on submit only, from page one', async () => {
    const office = answerAsBackOffice(network, ['operator'])
    open()
    await userEvent.type(await screen.findByLabelText('查询名单'), ' 张三 ')
    expect(office.request.names.some(({ search }) => search !== undefined)).toBe(false)
    await userEvent.click(screen.getByRole('button', { name: '查询' }))
    await screen.findByText('没有找到相符的客户')
    expect(office.request.names.at(-1)).toEqual({ search: '张三', pageNo: 1 })
  })

  it('removes an entry after a confirmation', async () => {
    const office = answerAsBackOffice(network, ['operator'])
    office.names = [entryFor('NAME-00001')]
    const removed: string[] = []
    network.answer(calls.staff.removeName, staffShapes.removeName, ({ nameNo }) => {
      removed.push(nameNo)
      office.names = []
      return {}
    })
    open()
    await userEvent.click(await screen.findByRole('button', { name: '移出 *三' }))
    expect(removed).toEqual([])
    await userEvent.dblClick(await screen.findByRole('button', { name: '确认移出名单' }))
    await screen.findByText('名单还是空的')
    expect(removed).toEqual(['NAME-00001'])
  })
})

describe('roster import', () => {
  it('shows every invalid row by line, column and reason', async () => {
    const office = answerAsBackOffice(network, ['operator'])
    const problems = [
      { line: 3, column: '身份证号', message: '身份证号校验位不对' },
      { line: 7, message: '与第 2 行重复' },
    ]
    office.imports = [{ ...noImport, state: 'refused', problems, problemsTotal: 2 }]
    open()
    await choose(csv())
    const table = await screen.findByRole('table', { name: '文件里的问题' })
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '3身份证号身份证号校验位不对',
      '7—与第 2 行重复',
    ])
    expect(screen.getByRole('alert').textContent).toContain('没有导入任何一行')
  })

  it('shows the progress, then the result', async () => {
    const office = answerAsBackOffice(network, ['operator'])
    office.imports = [
      { ...noImport, state: 'saving', rows: 50_000, rowsDone: 20_000 },
      { ...noImport, state: 'done', rows: 50_000, rowsDone: 50_000, added: 49_990, already: 10 },
    ]
    open()
    await choose(csv())
    await screen.findByText('正在写入 20,000 / 50,000 行')
    await screen.findByText(/新增 49,990 人，另有 10 人已在名单中/)
  })

  it('continues an import after a reload', async () => {
    const office = answerAsBackOffice(network, ['operator'])
    open()
    await choose(csv())
    await screen.findByText('已收到文件，正在排队')
    cleanup()
    office.imports = [{ ...noImport, state: 'done', added: 1 }]
    open()
    await screen.findByText(/新增 1 人/)
  })

  it.each([
    ['名单.xls', '请另存为 .xlsx 后再导入'],
    ['名单.pdf', '请选择 .xlsx 或 .csv 文件'],
  ])('roster import does not upload %s', async (fileName, words) => {
    answerAsBackOffice(network, ['operator'])
    network.cut(calls.staff.importNames)
    open()
    await choose(new File(['x'], fileName))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(words))
  })
})
