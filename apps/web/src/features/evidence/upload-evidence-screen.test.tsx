import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { type Evidence, evidenceShapes } from '@qingzhou/contract/features/evidence'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import { answerEvidence, fileOf, evidenceOf } from './testing/lender.ts'
import UploadEvidenceScreen from './upload-evidence-screen.tsx'

const network = connectNetworkForFile()
let evidence: Evidence
let stored: ReturnType<typeof answerEvidence>

function open() {
  window.location.hash = '/employeeLoan/uploadProof?evidenceNo=PROOF-0001'
  return openScreen(<UploadEvidenceScreen />)
}

const picker = () => screen.findByLabelText('选择文件')
const handIn = async () => userEvent.click(await screen.findByRole('button', { name: '提交凭证' }))
const invoice = new File(['%PDF-1.7 a bill'], '发票.pdf', { type: 'application/pdf' })
const old = '1'.repeat(32)

beforeEach(() => {
  evidence = evidenceOf()
  stored = answerEvidence(network, () => [evidence])
})
afterEach(() => {
  cleanup()
  window.location.hash = ''
})

describe('uploading evidence', () => {
  it('[1.016, 2.137] uploads a picked file sealed, and hands it in', async () => {
    const { places } = open()
    await userEvent.upload(await picker(), invoice)
    await screen.findByText('15 B')
    await handIn()
    await userEvent.click(await screen.findByRole('button', { name: '提交 1 个文件' }))
    await waitFor(() => expect(places).toEqual(['/employeeLoan/seeProof?evidenceNo=PROOF-0001']))
    expect(stored.submitted).toEqual([
      { evidenceNo: 'PROOF-0001', fileNos: stored.files.map(({ fileNo }) => fileNo) },
    ])
  })

  it('hands it in once, however often it is tapped', async () => {
    stored.files = [fileOf(old, 'old.jpg')]
    const { places } = open()
    await handIn()
    const confirm = await screen.findByRole('button', { name: '提交 1 个文件' })
    await userEvent.tripleClick(confirm)
    await waitFor(() => expect(places).toHaveLength(1))
    expect(stored.submitted).toHaveLength(1)
  })

  it('requires a file', async () => {
    open()
    await handIn()
    await screen.findByText('请至少上传一个文件')
    expect(screen.queryByText('确认提交凭证')).toBeNull()
  })

  it('requires the removal of a refused file', async () => {
    stored.files = [fileOf(old, 'old.jpg')]
    network.answer(calls.evidence.upload, evidenceShapes.upload, () => {
      throw new Refusal(codes.invalidField, '这个文件无法使用')
    })
    open()
    await userEvent.upload(await picker(), invoice)
    await screen.findByText('“发票.pdf”：这个文件无法使用')
    await handIn()
    await screen.findByText('有文件未通过检查，请移除后再提交')
    await userEvent.click(screen.getByRole('button', { name: '移除 发票.pdf' }))
    await handIn()
    await screen.findByRole('button', { name: '提交 1 个文件' })
  })

  it('starts with the stored files, and hands in those not removed', async () => {
    stored.files = [fileOf(old, 'old.jpg'), fileOf('2'.repeat(32), 'new.jpg')]
    open()
    await userEvent.click(await screen.findByRole('button', { name: '移除 old.jpg' }))
    await waitFor(() => expect(screen.queryByTitle('old.jpg')).toBeNull())
    await handIn()
    await userEvent.click(await screen.findByRole('button', { name: '提交 1 个文件' }))
    await waitFor(() => expect(stored.submitted[0]?.fileNos).toEqual(['2'.repeat(32)]))
  })

  it('shows the reason of the last rejection on top', async () => {
    evidence = evidenceOf({ state: 'refused', reason: '发票抬头不是本人', round: 1 })
    open()
    await screen.findByText(/上次未通过：发票抬头不是本人/)
  })

  it('shows why it was refused, and can be retried', async () => {
    stored.files = [fileOf(old, 'old.jpg')]
    stored.submit = () => {
      throw new Refusal(codes.accountState, '凭证状态已变化，请刷新后再试')
    }
    const { places } = open()
    await handIn()
    await userEvent.click(await screen.findByRole('button', { name: '提交 1 个文件' }))
    await screen.findByText('凭证状态已变化，请刷新后再试')
    stored.submit = () => 'toReview'
    await handIn()
    await userEvent.click(await screen.findByRole('button', { name: '提交 1 个文件' }))
    await waitFor(() => expect(places).toHaveLength(1))
  })

  it('is closed for evidence under review, approved or expired', async () => {
    const words = {
      toReview: '凭证已提交，正在审核',
      approved: '凭证已通过，无需再上传',
      invalid: '凭证已失效，不能再上传',
    } as const
    for (const state of ['toReview', 'approved', 'invalid'] as const) {
      evidence = evidenceOf({ state })
      open()
      await screen.findByText(words[state])
      cleanup()
    }
  })

  it('needs a link that names the evidence', async () => {
    openScreen(<UploadEvidenceScreen />)
    await screen.findByText('没有找到这份凭证')
  })
})
