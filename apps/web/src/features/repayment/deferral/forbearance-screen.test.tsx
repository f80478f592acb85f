import { calls } from '@qingzhou/contract/calls'
import { agreementsShapes } from '@qingzhou/contract/features/agreements'
import type { EvidenceState } from '@qingzhou/contract/features/evidence'
import { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { Input } from '@qingzhou/contract/wire/shape'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import ForbearanceScreen from './forbearance-screen.tsx'
import type { ForbearanceApplication } from './forbearance-review.tsx'
import { loanOf } from '#shared/testing/bills.ts'

type ForbearanceInput = Input<typeof repaymentShapes.applyForForbearance>

const network = connectNetworkForFile()
let requests: ForbearanceInput[]
let applications: ForbearanceApplication[]

const file = {
  fileNo: 'a'.repeat(32),
  fileName: '受灾证明.pdf',
  kind: 'pdf' as const,
  size: 2048,
  pages: 1,
  by: 'borrower' as const,
  addedAt: 0,
}

function application(
  state: EvidenceState,
  changes: Partial<ForbearanceApplication['evidence']> = {},
): ForbearanceApplication {
  const loan = { loanNo: 'LOAN', amount: fen(12_000_00n), purposeName: '日常消费' }
  const evidence = {
    evidenceNo: 'PROOF-0001',
    subject: 'relief' as const,
    state,
    round: 1,
    filesCount: 1,
  }
  return {
    evidence: { ...evidence, ...loan, drawnOn: localDate('2026-05-20'), ...changes },
    files: [file],
  }
}

/** The quote of a forbearance: more days cost more. */
function quoteOf(days: number) {
  return {
    loanNo: 'LOAN',
    days,
    cost: fen(BigInt(days) * 240n),
    n: 7,
    dueDate: localDate('2026-12-20'),
    amount: fen(1_036_00n),
    newDueDate: localDate('2027-02-18'),
    newAmount: fen(1_036_00n + BigInt(days) * 240n),
    validOn: localDate('2026-11-25'),
    quoteId: `quote-of-${days}-days`,
  }
}

const agree = async (cost: string) =>
  userEvent.click(await screen.findByRole('checkbox', { name: new RegExp(`多付利息 ${cost} 元`) }))

/** Stores applications like the lender. */
function answerLikeALender() {
  network.answer(calls.agreements.toConfirm, agreementsShapes.toConfirm, ({ forbearance }) => ({
    agreements: [
      {
        code: 'forbearance-agreement',
        version: '2026.11.1',
        title: '区域纾困延期还款协议',
        isSeparate: false,
        blocks: [{ kind: 'paragraph' as const, text: `延期天数 ${forbearance?.days} 天` }],
      },
    ],
  }))
  network.answer(
    calls.repayment.applyForForbearance,
    repaymentShapes.applyForForbearance,
    (ask) => {
      requests.push(ask)
      if (ask.act === 'open') applications = [application('toUpload')]
      if (ask.act === 'submit') applications = [application('toReview', { submittedAt: 0 })]
      return {
        daysMax: 90,
        loans: [
          { loan: loanOf('LOAN') },
          { loan: loanOf('OTHER', { purposeName: '装修' }), refusal: '这笔借款刚延过期' },
        ],
        applications,
        ...(ask.act === 'quote' && { quote: quoteOf(ask.days) }),
      }
    },
  )
}

const button = (name: string) => screen.findByRole('button', { name })
const submissions = () => requests.filter(({ act }) => act === 'submit')

async function chooseReason(reason: string) {
  await userEvent.click(await button('原因 请选择'))
  await userEvent.click(await screen.findByRole('radio', { name: reason }))
}

describe('forbearance application', () => {
  beforeEach(() => {
    localStorage.clear()
    requests = []
    applications = []
    answerLikeALender()
  })
  afterEach(cleanup)

  it('[2.135] is filled in with loan, reason and evidence, and handed in once', async () => {
    openScreen(<ForbearanceScreen />)
    await screen.findByText('这笔借款刚延过期')
    await userEvent.click(await button('填写申请'))
    await chooseReason('自然灾害')
    await agree('72.00')
    await userEvent.click(await button('60 天'))
    // Other figures need another consent.
    await agree('144.00')
    expect(screen.getByText('1,180.00')).toBeDefined()
    await userEvent.click(screen.getByRole('link', { name: '区域纾困延期还款协议' }))
    expect((await screen.findByRole('dialog')).textContent).toContain('延期天数 60 天')
    await userEvent.click(await button('已阅读，返回'))
    await userEvent.type(screen.getByLabelText(/情况说明/), '家里受灾')
    await userEvent.type(screen.getByLabelText('短信验证码'), '12345')
    await userEvent.dblClick(await button('提交申请'))

    await screen.findByText('审核中')
    expect(submissions()).toEqual([
      {
        act: 'submit',
        evidenceNo: 'PROOF-0001',
        days: 60,
        forbearanceReason: 'disaster',
        note: '家里受灾',
        fileNos: [file.fileNo],
        quoteId: 'quote-of-60-days',
        agreed: [{ code: 'forbearance-agreement', version: '2026.11.1' }],
        dynamicCode: '12345',
      },
    ])
  })

  it('marks what is missing and sends nothing before', async () => {
    applications = [{ ...application('toUpload'), files: [] }]
    openScreen(<ForbearanceScreen />)
    await screen.findByText('72.00', { exact: false, selector: 'label *' })
    await userEvent.click(await button('提交申请'))
    await screen.findByText('请选择原因')
    expect(screen.getByText('请确认延期的费用')).toBeDefined()
    expect(screen.getByText('请上传至少一份证明')).toBeDefined()
    expect(submissions()).toEqual([])
  })

  it('clears the missing-evidence error with the first file', async () => {
    network.answer(
      calls.repayment.uploadForbearanceEvidence,
      repaymentShapes.uploadForbearanceEvidence,
      () => ({
        parts: 1,
        file,
      }),
    )
    applications = [{ ...application('toUpload'), files: [] }]
    openScreen(<ForbearanceScreen />)
    await agree('72.00')
    await userEvent.click(await button('提交申请'))
    await screen.findByText('请上传至少一份证明')
    const pdf = new File(['%PDF-1.7 a paper'], file.fileName, { type: 'application/pdf' })
    await userEvent.upload(screen.getByLabelText('选择文件'), pdf)
    await waitFor(() => expect(screen.queryByText('请上传至少一份证明')).toBeNull())
  })

  it('keeps the input over a reload', async () => {
    applications = [application('toUpload')]
    openScreen(<ForbearanceScreen />)
    await userEvent.type(await screen.findByLabelText(/情况说明/), '家里受灾')
    cleanup()
    openScreen(<ForbearanceScreen />)
    expect((await screen.findByLabelText<HTMLTextAreaElement>(/情况说明/)).value).toBe('家里受灾')
  })

  it('has another draft for each loan', async () => {
    applications = [application('toUpload')]
    openScreen(<ForbearanceScreen />)
    await userEvent.type(await screen.findByLabelText(/情况说明/), '家里受灾')
    cleanup()
    applications = [application('toUpload', { evidenceNo: 'PROOF-0002', loanNo: 'OTHER' })]
    openScreen(<ForbearanceScreen />)
    expect((await screen.findByLabelText<HTMLTextAreaElement>(/情况说明/)).value).toBe('')
  })

  it('shows a review and allows no other application meanwhile', async () => {
    applications = [{ ...application('toReview', { submittedAt: 0 }), figures: quoteOf(30) }]
    openScreen(<ForbearanceScreen />)
    await screen.findByText('人工审核')
    expect(screen.getByText('72.00 元')).toBeDefined()
    expect(screen.getByText('1,108.00')).toBeDefined()
    expect(screen.queryByRole('button', { name: /申请/ })).toBeNull()
  })

  it('shows the rejection and can be submitted again with the earlier input', async () => {
    const refused = application('refused', { reason: '看不清公章' })
    applications = [{ ...refused, days: 45, forbearanceReason: 'illness', note: '住院两个月' }]
    openScreen(<ForbearanceScreen />)
    expect((await screen.findAllByText(/看不清公章/)).length).toBeGreaterThan(0)
    await userEvent.click(await button('再次申请'))
    await agree('108.00')
    await userEvent.type(screen.getByLabelText('短信验证码'), '12345')
    await userEvent.click(await button('提交申请'))
    await screen.findByText('审核中')
    expect(submissions()).toMatchObject([
      { evidenceNo: 'PROOF-0001', days: 45, forbearanceReason: 'illness', note: '住院两个月' },
    ])
  })
})
