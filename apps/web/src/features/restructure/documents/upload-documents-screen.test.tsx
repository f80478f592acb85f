import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { PART_BYTES, type FileRecord } from '@qingzhou/contract/wire/files'
import { restructureShapes } from '@qingzhou/contract/features/restructure'
import type { Input } from '@qingzhou/contract/wire/shape'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import DocumentsScreen from './documents-screen.tsx'
import type { HardshipDocument } from './hardship-document.tsx'
import { billsOf, calm, documentOf, late, later } from '#features/restructure/testing/signed.ts'
import UploadDocumentsScreen from './upload-documents-screen.tsx'

type DocumentsInput = Input<typeof restructureShapes.documents>

const network = connectNetworkForFile()
let documents: HardshipDocument[]
let requests: DocumentsInput[]
let submit: () => void

/** Stores documents like the lender, one at a time. */
function answerLikeALender() {
  network.answer(calls.restructure.bills, restructureShapes.bills, () =>
    billsOf([late, later, calm]),
  )
  network.answer(calls.restructure.documents, restructureShapes.documents, (input) => {
    if (input.act !== 'read') requests.push(input)
    if (input.act === 'open') documents = [documentOf({ loanNo: input.loanNo })]
    if (input.act === 'submit') {
      submit()
      documents = [documentOf({ state: 'toReview', round: 1 })]
    }
    return { documents }
  })
  network.answer(calls.restructure.uploadDocument, restructureShapes.uploadDocument, (input) => {
    if (input.act === 'remove') return { parts: 0 }
    const parts = input.part ? input.part.at + 1 : 0
    if (parts < Math.ceil(input.size / PART_BYTES)) return { parts }
    return { parts, file: fileOf(input.digest.slice(0, 32), input.fileName) }
  })
}

function fileOf(fileNo: string, fileName: string): FileRecord {
  const looks = { kind: 'picture', size: 4096, pages: 1 } as const
  return { fileNo, fileName, ...looks, by: 'borrower', addedAt: 0, url: `/files/${fileNo}` }
}

function open(query = '') {
  window.location.hash = `/personalize/dataUpload${query}`
  return openScreen(<UploadDocumentsScreen />)
}

const pdf = new File(['%PDF-1.7 unemployed'], '失业证明.pdf', { type: 'application/pdf' })
const stored = [fileOf('1'.repeat(32), 'old.jpg')]
const handIn = async () => userEvent.click(await screen.findByRole('button', { name: '提交资料' }))

describe('hardship documents', () => {
  beforeEach(() => {
    documents = []
    requests = []
    submit = () => undefined
    answerLikeALender()
  })
  afterEach(() => {
    cleanup()
    window.location.hash = ''
  })

  it('[2.113] are started for the loan of the link, uploaded, and handed in with a comment', async () => {
    const { places } = open('?loanNo=LATE-2')
    await userEvent.click(await screen.findByRole('button', { name: '开始上传' }))
    await userEvent.upload(await screen.findByLabelText('选择文件'), pdf)
    await screen.findByText('4 KB')
    await userEvent.type(screen.getByLabelText('情况说明（选填）'), '被裁员')
    await handIn()
    await userEvent.tripleClick(await screen.findByRole('button', { name: '提交 1 个文件' }))
    await waitFor(() => expect(places).toEqual(['/personalize/seeUpload']))
    expect(requests).toMatchObject([
      { act: 'open', loanNo: 'LATE-2' },
      { act: 'submit', evidenceNo: 'PROOF-0001', note: '被裁员' },
    ])
  })

  it('hardship documents are for overdue loans only', async () => {
    open()
    await screen.findByRole('radio', { name: /装修/ })
    expect(screen.queryByRole('radio', { name: /旅游/ })).toBeNull()
  })

  it('hardship documents need at least one file', async () => {
    documents = [documentOf({})]
    open()
    await handIn()
    await screen.findByText('请至少上传一个文件')
    expect(requests).toEqual([])
  })

  it('are returned with the reason, and keep their files', async () => {
    documents = [
      documentOf({ state: 'refused', reason: '看不清盖章', round: 1 }, { files: stored }),
    ]
    open()
    await screen.findByText(/上次未通过：看不清盖章/)
    await handIn()
    await userEvent.click(await screen.findByRole('button', { name: '提交 1 个文件' }))
    await waitFor(() => expect(requests).toMatchObject([{ fileNos: ['1'.repeat(32)] }]))
  })

  it('show why they were refused, and can be retried', async () => {
    documents = [documentOf({}, { files: stored })]
    submit = () => {
      throw new Refusal(codes.accountState, '资料状态已变化，请刷新后再试')
    }
    const { places } = open()
    await handIn()
    await userEvent.click(await screen.findByRole('button', { name: '提交 1 个文件' }))
    await screen.findByText('资料状态已变化，请刷新后再试')
    await waitFor(() => expect(screen.queryByRole('button', { name: '提交 1 个文件' })).toBeNull())
    submit = () => undefined
    await handIn()
    await userEvent.click(await screen.findByRole('button', { name: '提交 1 个文件' }))
    await waitFor(() => expect(places).toHaveLength(1))
  })

  it('accept no files while under review or valid', async () => {
    documents = [documentOf({ state: 'toReview' })]
    open()
    await screen.findByText('资料已提交，正在审核')
    cleanup()
    documents = [documentOf({ state: 'approved' }, { countsUntil: localDate('2027-02-13') })]
    open()
    await screen.findByText('2月13日（含）前签约都有效')
  })

  it('can be submitted again after an approved one has expired', async () => {
    documents = [documentOf({ state: 'approved' })]
    open()
    await screen.findByRole('button', { name: '开始上传' })
  })

  it('[2.114] are shown with their results, and lead on', async () => {
    documents = [
      documentOf(
        { state: 'approved', round: 1 },
        { files: stored, note: '被裁员', countsUntil: localDate('2027-02-13') },
      ),
    ]
    openScreen(<DocumentsScreen />)
    await screen.findByText(/2月13日（含）前签约有效，可选 37 至 60 期/)
    screen.getByText('被裁员')
    screen.getByRole('button', { name: '查看 old.jpg' })
    screen.getByRole('link', { name: '继续申请分期' })
  })
})
