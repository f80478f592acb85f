import { calls } from '@qingzhou/contract/calls'
import type { StaffRole } from '@qingzhou/contract/permissions'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { clearStaffSession } from '#platform/session/staff-session.ts'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import HandleLoansScreen from './evidence-list-screen.tsx'
import { answerAsBackOffice, evidenceFor } from '#features/staff/testing/back-office.ts'

const network = connectNetworkForFile()

function openAs(role: StaffRole) {
  const office = answerAsBackOffice(network, [role])
  office.evidenceList = [
    ...Array.from({ length: 12 }, (_, index) => evidenceFor(`PROOF-1${1000 + index}`)),
    evidenceFor('PROOF-20000', { state: 'refused', subject: 'relief', reason: '图片不清晰' }),
  ]
  return { office, ...openScreen(<HandleLoansScreen />) }
}

const rows = () => screen.findAllByRole('link', { name: /\*三/ })

afterEach(() => {
  cleanup()
  clearStaffSession()
  window.location.hash = ''
})

describe('evidence to handle', () => {
  it('[3.040] are the list of the address, ten at a time', async () => {
    window.location.hash = '/staffLoan/handleLoan?source=1'
    const { office } = openAs('reviewer')
    expect(await rows()).toHaveLength(10)
    await userEvent.click(screen.getByRole('button', { name: '加载更多' }))
    await waitFor(async () => expect(await rows()).toHaveLength(12))
    expect(office.request.lists.map(({ pageNo }) => pageNo)).toEqual([1, 2])
  })

  it('[2.145, 3.038, 4.050] start at page one of another source', async () => {
    window.location.hash = '/staffLoan/handleLoan?source=1'
    const { office } = openAs('reviewer')
    await rows()
    await userEvent.click(screen.getByRole('button', { name: '加载更多' }))
    await userEvent.click(screen.getByRole('tab', { name: /未通过 ?1/ }))
    await screen.findByText('图片不清晰')
    expect(office.request.lists.at(-1)).toMatchObject({ source: 3, pageNo: 1 })
  })

  it('are filtered by subject, with an empty state', async () => {
    window.location.hash = '/staffLoan/handleLoan?source=1'
    const { office } = openAs('reviewer')
    await userEvent.click(await screen.findByRole('radio', { name: '困难' }))
    await screen.findByText('没有待审核的凭证')
    expect(office.request.lists.at(-1)).toEqual({ source: 1, subject: 'hardship', pageNo: 1 })
  })

  it('lead a reviewer to the review, and an operator to the view', async () => {
    window.location.hash = '/staffLoan/handleLoan?source=1'
    openAs('reviewer')
    const [forReviewer] = await rows()
    expect(forReviewer?.getAttribute('href')).toBe('#/staffLoan/reviewProof?evidenceNo=PROOF-11000')
    cleanup()
    openAs('operator')
    const [forOperator] = await rows()
    expect(forOperator?.getAttribute('href')).toBe('#/staffLoan/staffProof?evidenceNo=PROOF-11000')
  })

  it('are a table at a computer: arrow keys move and preview, Enter opens', async () => {
    window.location.hash = '/staffLoan/handleLoan?source=1'
    openAs('reviewer')
    const [first, second] = await rows()
    const preview = within(screen.getByRole('region', { name: '凭证预览' }))
    const action = () => preview.getByRole('link').getAttribute('href')
    expect(action()).toBe(first?.getAttribute('href'))
    first?.focus()
    await userEvent.keyboard('{ArrowUp}{ArrowDown}')
    expect(document.activeElement).toBe(second)
    expect(second?.getAttribute('aria-current')).toBe('true')
    expect(action()).toBe('#/staffLoan/reviewProof?evidenceNo=PROOF-11001')
    await preview.findByText('借据号')
    await userEvent.keyboard('{End}')
    expect(document.activeElement).toBe((await rows()).at(-1))
    // One row is in the tab order, so that the preview is one Tab away.
    expect((await rows()).filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  })

  it('request a preview once after moving, not for every row on the way', async () => {
    window.location.hash = '/staffLoan/handleLoan?source=1'
    const { office } = openAs('reviewer')
    const [first] = await rows()
    first?.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    await waitFor(() => expect(office.request.evidenceList.at(-1)).toBe('PROOF-11003'))
    expect(office.request.evidenceList).toEqual(['PROOF-11000', 'PROOF-11003'])
  })

  it('can be loaded again after a failure', async () => {
    answerAsBackOffice(network, ['reviewer'])
    network.cut(calls.staff.loansToHandle)
    openScreen(<HandleLoansScreen />)
    const again = await screen.findByRole('button', { name: '重新加载' })
    answerAsBackOffice(network, ['reviewer'])
    await userEvent.click(again)
    await screen.findByText('没有待上传的凭证')
  })
})
