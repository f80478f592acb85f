import { calls } from '@qingzhou/contract/calls'
import type { StaffRole } from '@qingzhou/contract/permissions'
import { codes } from '@qingzhou/contract/codes'
import type { FileRecord } from '@qingzhou/contract/wire/files'
import type { EvidenceSubject } from '@qingzhou/contract/features/evidence'
import type { Input } from '@qingzhou/contract/wire/shape'
import { staffShapes } from '@qingzhou/contract/features/staff'
import { fen } from '@qingzhou/domain/money/money'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { clearStaffSession } from '#platform/session/staff-session.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import StaffEvidenceScreen from './evidence-screen.tsx'
import { answerAsBackOffice, evidenceFor } from '#features/staff/testing/back-office.ts'

const network = connectNetworkForFile()
let handedIn: Input<typeof staffShapes.uploadEvidence>[]

const invoice: FileRecord = {
  fileNo: 'a'.repeat(32),
  fileName: '发票.jpg',
  kind: 'picture',
  size: 1000,
  pages: 1,
  by: 'staff',
  addedAt: 0,
}

/** Evidence that was returned once, with its file. */
function openAs(role: StaffRole, subject: EvidenceSubject = 'loanUse') {
  handedIn = []
  window.location.hash = '/staffLoan/staffProof?evidenceNo=PROOF-00001'
  answerAsBackOffice(network, [role])
  let evidence = evidenceFor('PROOF-00001', { state: 'refused', subject, reason: '图片不清晰' })
  network.answer(calls.staff.evidence, staffShapes.evidence, () => ({
    evidence,
    files: [invoice],
    principalLeft: fen(3200_00n),
    history: [
      { round: 1, act: 'refused' as const, by: '沈审核', at: 0, reason: '图片不清晰' },
      { round: 1, act: 'submitted' as const, by: '客户', at: 0 },
    ],
  }))
  network.answer(calls.staff.uploadEvidence, staffShapes.uploadEvidence, (input) => {
    handedIn.push(input)
    evidence = evidenceFor('PROOF-00001', { state: 'toReview', round: 2, ownPart: 'upload' })
    return { parts: 0 }
  })
  return openScreen(<StaffEvidenceScreen />)
}

afterEach(() => {
  cleanup()
  clearStaffSession()
  window.location.hash = ''
})

describe('one evidence for staff', () => {
  it('shows the rejection and the history', async () => {
    openAs('operator')
    await screen.findByText('上次未通过：图片不清晰')
    expect(screen.getByText('沈审核：图片不清晰')).toBeDefined()
    expect(screen.getByText('*三 138****0001')).toBeDefined()
  })

  it('[2.143] is handed in on the borrower’s behalf once, however often it is tapped', async () => {
    openAs('operator')
    await userEvent.dblClick(await screen.findByRole('button', { name: '提交 1 个文件' }))
    await screen.findByText('待审核')
    expect(handedIn).toEqual([
      { act: 'submit', evidenceNo: 'PROOF-00001', fileNos: [invoice.fileNo] },
    ])
    expect(screen.queryByRole('button', { name: /^提交/ })).toBeNull()
  })

  it('cannot be reviewed by the employee who handed it in', async () => {
    openAs('admin')
    await userEvent.click(await screen.findByRole('button', { name: '提交 1 个文件' }))
    await screen.findByText('待审核')
    expect(screen.queryByRole('link', { name: '去审核' })).toBeNull()
  })

  it('shows why it was refused', async () => {
    openAs('operator')
    network.answer(calls.staff.uploadEvidence, staffShapes.uploadEvidence, () => {
      throw new Refusal(codes.accountState, '提交期限已于 12 月 1 日截止')
    })
    await userEvent.click(await screen.findByRole('button', { name: '提交 1 个文件' }))
    await waitFor(() => expect(screen.getAllByRole('alert')[0]?.textContent).toContain('截止'))
  })

  it('evidence of an application is read-only for staff: the borrower hands it in', async () => {
    openAs('operator', 'relief')
    await screen.findByText('沈审核：图片不清晰')
    expect(screen.queryByRole('button', { name: /^提交/ })).toBeNull()
  })

  it('evidence is read-only for a reviewer', async () => {
    openAs('reviewer')
    await screen.findByText('上次未通过：图片不清晰')
    expect(screen.queryByRole('button', { name: /提交/ })).toBeNull()
    expect(screen.getByRole('heading', { name: '凭证文件（1）' })).toBeDefined()
  })

  it('evidence that is missing leads staff to the list', async () => {
    openAs('reviewer')
    cleanup()
    network.answer(calls.staff.evidence, staffShapes.evidence, () => {
      throw new Refusal(codes.accountState, '没有找到这份材料')
    })
    openScreen(<StaffEvidenceScreen />)
    await screen.findByText('没有找到这份凭证')
    expect(screen.getByRole('link', { name: '查看凭证列表' })).toBeDefined()
  })
})
