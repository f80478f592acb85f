import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { staffShapes } from '@qingzhou/contract/features/staff'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { clearStaffSession } from '#platform/session/staff-session.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import ReviewEvidenceScreen from './review-screen.tsx'
import { answerAsBackOffice, evidenceFor } from '#features/staff/testing/back-office.ts'

const network = connectNetworkForFile()

function openQueue(...evidenceList: ReturnType<typeof evidenceFor>[]) {
  window.location.hash = '/staffLoan/reviewProof?evidenceNo=PROOF-00001'
  const office = answerAsBackOffice(network, ['reviewer'])
  office.evidenceList = evidenceList
  return { office, ...openScreen(<ReviewEvidenceScreen />) }
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

afterEach(() => {
  cleanup()
  clearStaffSession()
  window.location.hash = ''
})

describe('review', () => {
  it('is sent once however often it is confirmed, and opens the next one', async () => {
    const { office, places } = openQueue(
      evidenceFor('PROOF-00001'),
      evidenceFor('PROOF-00002', { ownPart: 'upload' }),
      evidenceFor('PROOF-00003'),
    )
    await press('审核通过')
    await userEvent.dblClick(await screen.findByRole('button', { name: /^确认通过/ }))
    await waitFor(() => expect(places).toEqual(['/staffLoan/reviewProof?evidenceNo=PROOF-00003']))
    expect(office.request.verdicts).toEqual([
      { evidenceNo: 'PROOF-00001', round: 1, verdict: 'approved' },
    ])
  })

  it('[2.144] rejects only with a reason, from a phrase and own words, in one line', async () => {
    const { office, places } = openQueue(evidenceFor('PROOF-00001'))
    await press('不通过')
    const early = await screen.findByRole('button', { name: '请先填写原因' })
    await userEvent.click(early)
    expect(office.request.verdicts).toEqual([])

    await press('缺少付款')
    await userEvent.type(screen.getByLabelText('原因'), '{enter}共两笔')
    await press('确认不通过')
    await waitFor(() => expect(places).toEqual(['/staffLoan/reviewProof']))
    expect(office.request.verdicts).toMatchObject([
      { verdict: 'refused', reason: '缺少付款记录，请补充付款截图或收据 共两笔' },
    ])
  })

  it.each([
    ['upload', '这份凭证里有您本人上传的文件'],
    ['loan', '这是您本人借款的凭证'],
  ] as const)('the review of one’s own %s is not offered, and shows why', async (ownPart, why) => {
    openQueue(evidenceFor('PROOF-00001', { ownPart }))
    await screen.findByText(`${why}。为保证公正，须由其他同事审核`)
    expect(screen.queryByRole('button', { name: '审核通过' })).toBeNull()
    expect(screen.queryByRole('button', { name: '不通过' })).toBeNull()
  })

  it('is loaded again when another employee was faster', async () => {
    const { office } = openQueue(evidenceFor('PROOF-00001'))
    await press('审核通过')
    network.answer(calls.staff.reviewEvidence, staffShapes.reviewEvidence, () => {
      office.evidenceList = [evidenceFor('PROOF-00001', { state: 'refused' })]
      throw new Refusal(codes.accountState, '这份材料已有变化，请刷新后重新查看')
    })
    await press(/^确认通过/)
    await screen.findByText('这份凭证现在是“未通过”，不需要审核')
  })

  it('the review without a number opens the first one, or shows that there is none', async () => {
    window.location.hash = '/staffLoan/reviewProof?subject=relief'
    const office = answerAsBackOffice(network, ['reviewer'])
    office.evidenceList = [
      evidenceFor('PROOF-00001'),
      evidenceFor('PROOF-00002', { subject: 'relief' }),
    ]
    const { places } = openScreen(<ReviewEvidenceScreen />)
    const second = '/staffLoan/reviewProof?evidenceNo=PROOF-00002&subject=relief'
    await waitFor(() => expect(places).toEqual([second]))
    cleanup()
    office.evidenceList = []
    openScreen(<ReviewEvidenceScreen />)
    await screen.findByText('待审核的凭证都处理完了')
    office.evidenceList = [evidenceFor('PROOF-00003', { subject: 'relief' })]
    await press('刷新列表')
    await waitFor(() => expect(screen.queryByText('待审核的凭证都处理完了')).toBeNull())
  })
})
