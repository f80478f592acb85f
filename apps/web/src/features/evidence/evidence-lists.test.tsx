import { calls } from '@qingzhou/contract/calls'
import type { Evidence } from '@qingzhou/contract/features/evidence'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { today } from '#shared/pages/figures.ts'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import EvidenceDueScreen from './evidence-due-screen.tsx'
import EvidenceListScreen from './evidence-list-screen.tsx'
import { answerEvidence, evidenceOf } from './testing/lender.ts'

const network = connectNetworkForFile()
let evidenceList: readonly Evidence[]
let stored: ReturnType<typeof answerEvidence>

beforeEach(() => {
  evidenceList = []
  stored = answerEvidence(network, () => evidenceList)
})
afterEach(() => {
  cleanup()
  window.location.hash = ''
})

describe('loans that need evidence', () => {
  it('[2.138] show the remaining time and lead to the upload', async () => {
    evidenceList = [evidenceOf()]
    openScreen(<EvidenceDueScreen />)
    await screen.findByText(/还剩 10 天/)
    const link = screen.getByRole('link', { name: '上传凭证' })
    expect(link.getAttribute('href')).toBe('#/employeeLoan/uploadProof?evidenceNo=PROOF-0001')
    expect(screen.getByText('发票或收据')).toBeDefined()
  })

  it('start with rejected evidence and its reason', async () => {
    const refused = { state: 'refused', reason: '看不清金额', evidenceNo: 'PROOF-0002' } as const
    evidenceList = [evidenceOf(), evidenceOf({ ...refused, dueOn: today() })]
    openScreen(<EvidenceDueScreen />)
    await screen.findByText('未通过：看不清金额')
    expect(screen.getByText('今天截止')).toBeDefined()
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      '重新上传凭证',
      '上传凭证',
      '查看全部凭证',
    ])
  })

  it('offer no upload after the deadline', async () => {
    evidenceList = [evidenceOf({ dueOn: addDays(today(), -1) })]
    openScreen(<EvidenceDueScreen />)
    await screen.findByText(/已截止$/)
    expect(screen.queryByRole('link', { name: '上传凭证' })).toBeNull()
  })

  it('show an empty state', async () => {
    openScreen(<EvidenceDueScreen />)
    await screen.findByText('没有要上传的凭证')
  })

  it('can be loaded again after a failure', async () => {
    network.cut(calls.evidence.list)
    openScreen(<EvidenceDueScreen />)
    const retry = await screen.findByRole('button', { name: '重新加载' })
    evidenceList = [evidenceOf()]
    stored = answerEvidence(network, () => evidenceList)
    await userEvent.click(retry)
    await screen.findByText(/还剩 10 天/)
  })
})

describe('evidence list', () => {
  it('[2.139] has a tab with a count for each state, and an empty state for each', async () => {
    evidenceList = [evidenceOf(), evidenceOf({ evidenceNo: 'PROOF-0002', state: 'approved' })]
    openScreen(<EvidenceListScreen />)
    await screen.findByRole('link', { name: /8,000.00 元/ })
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      '待上传1',
      '审核中0',
      '已通过1',
      '未通过0',
      '已失效0',
    ])
    for (const [tab, words] of [
      [/审核中/, '没有审核中的凭证'],
      [/未通过/, '没有未通过的凭证'],
      [/已失效/, '没有失效的凭证'],
    ] as const) {
      await userEvent.click(screen.getByRole('tab', { name: tab }))
      await screen.findByText(words)
    }
  })

  it('starts with the tab of the link', async () => {
    window.location.hash = '/employeeLoan/uploadProofList?state=approved'
    openScreen(<EvidenceListScreen />)
    await screen.findByText('还没有通过的凭证')
  })

  it('loads ten at a time, and a new tab starts at page one', async () => {
    evidenceList = Array.from({ length: 12 }, (_, n) =>
      evidenceOf({ evidenceNo: `PROOF-${1000 + n}` }),
    )
    openScreen(<EvidenceListScreen />)
    const more = await screen.findByRole('button', { name: '加载更多' })
    expect(screen.getAllByRole('link')).toHaveLength(10)
    await userEvent.click(more)
    await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(12))
    await userEvent.click(screen.getByRole('tab', { name: /已通过/ }))
    await screen.findByText('还没有通过的凭证')
    expect(stored.requests.map(({ state, pageNo }) => `${state} ${pageNo}`)).toEqual([
      'toUpload 1',
      'toUpload 2',
      'approved 1',
    ])
  })
})
