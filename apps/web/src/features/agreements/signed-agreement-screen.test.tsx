import { agreementsShapes } from '@qingzhou/contract/features/agreements'
import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import SignedAgreementScreen from './signed-agreement-screen.tsx'

const network = connectNetworkForFile()
let links = 0

function answerSigned() {
  network.answer(calls.agreements.signed, agreementsShapes.signed, ({ agreementNo }) => {
    links += 1
    return {
      agreementNo,
      title: '借款合同',
      version: '2026.11',
      signedAt: Date.parse('2026-11-15T02:05:00Z'),
      signedOn: localDate('2026-11-15'),
      loan: { loanNo: 'L-1', amount: fen(12_000_00n), drawnOn: localDate('2026-11-15') },
      blocks: [{ kind: 'paragraph' as const, text: '甲方向乙方借款。' }],
      hash: 'ab'.repeat(32),
      pdfUrl: `/documents/${links}`,
    }
  })
}

function open(hash: string) {
  window.location.hash = hash
  return openScreen(<SignedAgreementScreen />)
}

describe('a signed agreement', () => {
  beforeAll(() => {
    answerSigned()
  })
  afterEach(() => {
    cleanup()
    window.location.hash = ''
  })

  it('[2.128] shows its text, facts and the link to the PDF', async () => {
    open('#/wxProtocol/signedProtocol?agreementNo=A-1')
    await screen.findByText('甲方向乙方借款。')
    screen.getByText('2026-11-15 10:05')
    screen.getByText('11月15日借款 12,000.00 元')
    const pdf = screen.getByRole('link', { name: '查看 PDF' })
    expect(pdf.getAttribute('href')).toContain('agreementNo=A-1')
    await userEvent.click(screen.getByRole('button', { name: '发送到邮箱' }))
    await screen.findByText('1 份 PDF 附件：《借款合同》')
  })

  it('is downloaded by a new link, as the first may be used up', async () => {
    open('#/wxProtocol/signedProtocol?agreementNo=A-1')
    const before = links
    const opened: string[] = []
    const answered = globalThis.fetch
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (!url.startsWith('/documents/')) return answered(url, init)
      opened.push(url)
      return new Response('%PDF-')
    })
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await userEvent.click(await screen.findByRole('button', { name: '下载 PDF' }))
    await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(opened).toEqual([`/documents/${before + 2}`])
    vi.stubGlobal('fetch', answered)
    saved.mockRestore()
  })

  it('shows a message when it does not exist or the link names none', async () => {
    network.answer(calls.agreements.signed, agreementsShapes.signed, () => {
      throw new Refusal(codes.pageDataMissing, '没有找到该协议')
    })
    open('#/wxProtocol/signedProtocol?agreementNo=A-2')
    await screen.findByText('没有找到该协议')
    cleanup()
    open('#/wxProtocol/signedProtocol')
    await screen.findByText('链接不完整，请返回上一页重新打开')
  })
})
