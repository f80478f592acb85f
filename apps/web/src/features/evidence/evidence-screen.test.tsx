import type { Evidence } from '@qingzhou/contract/features/evidence'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { today } from '#shared/pages/figures.ts'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import EvidenceScreen from './evidence-screen.tsx'
import { answerEvidence, fileOf, evidenceOf } from './testing/lender.ts'

const network = connectNetworkForFile()
let evidence: Evidence
let stored: ReturnType<typeof answerEvidence>

beforeEach(() => {
  stored = answerEvidence(network, () => [evidence])
})
afterEach(() => {
  cleanup()
  window.location.hash = ''
})

async function steps(shown: Partial<Evidence>) {
  evidence = evidenceOf(shown)
  window.location.hash = '/employeeLoan/seeProof?evidenceNo=PROOF-0001'
  openScreen(<EvidenceScreen />)
  const timeline = await screen.findByRole('list', { name: '审核进度' })
  return within(timeline)
    .getAllByRole('listitem')
    .map((item) => item.querySelector('.timeline-title')?.textContent)
}

const handedIn = {
  submittedAt: Date.UTC(2026, 10, 12, 1, 30),
  filesCount: 2,
  round: 1,
} as const
const reviewedAt = Date.UTC(2026, 10, 13, 2)

describe('one evidence', () => {
  it('waits for files', async () => {
    const titles = await steps({})
    expect(titles).toEqual(['借款发放（已完成）', '上传凭证（进行中）', '人工审核（待进行）'])
    expect(screen.getByRole('link', { name: '上传凭证' })).toBeDefined()
  })

  it('[2.136] evidence under review shows its files', async () => {
    stored.files = [fileOf('1'.repeat(32), '发票.jpg'), fileOf('2'.repeat(32), '合同.jpg')]
    const titles = await steps({ state: 'toReview', ...handedIn })
    expect(titles).toEqual(['借款发放（已完成）', '提交凭证（已完成）', '人工审核中（进行中）'])
    expect(screen.getByText('2026-11-12 09:30')).toBeDefined()
    expect(screen.queryByRole('link')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '查看 合同.jpg' }))
    expect(screen.getByRole('dialog', { name: '合同.jpg' })).toBeDefined()
  })

  it('approved shows the result', async () => {
    const titles = await steps({ state: 'approved', ...handedIn, reviewedAt })
    expect(titles.at(-1)).toBe('审核通过（已完成）')
  })

  it('rejected shows the reason and can be uploaded again before the deadline', async () => {
    const refused = { state: 'refused', ...handedIn, reviewedAt, reason: '看不清金额' } as const
    const titles = await steps({ ...refused, round: 2 })
    expect(titles.slice(1)).toEqual([
      '第 2 次提交凭证（已完成）',
      '审核未通过（已完成）',
      '重新上传（进行中）',
    ])
    expect(screen.getByText('未通过：看不清金额')).toBeDefined()
    const link = screen.getByRole('link', { name: '重新上传凭证' })
    expect(link.getAttribute('href')).toBe('#/employeeLoan/uploadProof?evidenceNo=PROOF-0001')
  })

  it('rejected cannot be uploaded again after the deadline', async () => {
    await steps({ state: 'refused', ...handedIn, dueOn: addDays(today(), -1) })
    expect(screen.queryByRole('link', { name: '重新上传凭证' })).toBeNull()
  })

  it('expired shows so', async () => {
    const titles = await steps({ state: 'invalid', dueOn: addDays(today(), -3) })
    expect(titles).toEqual(['借款发放（已完成）', '凭证失效（已完成）'])
  })

  it('needs a link that names it', async () => {
    openScreen(<EvidenceScreen />)
    await screen.findByText('没有找到这份凭证')
  })
})
