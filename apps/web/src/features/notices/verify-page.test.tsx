import { createHash } from 'node:crypto'
import { calls } from '@qingzhou/contract/calls'
import { settlementShapes } from '@qingzhou/contract/features/repayment/settlement'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import { type VerifiedCertificate, VerifyPage } from './verify-page.tsx'

const network = connectNetworkForFile()
let requests: string[]

const original = '%PDF-1.7 the very file'
const CODE = '0123-4567-89AB-CDEF'
const VOID = '0123-4567-89AB-0000'
const day = localDate('2026-12-01')

const certificate: VerifiedCertificate = {
  kind: 'settlement',
  certificateNo: 'JQ20261115X',
  lenderName: '轻舟消费金融有限公司',
  holder: '**禾（证件尾号 0017）',
  issuedOn: localDate('2026-11-15'),
  loanNo: '1700',
  amount: fen(12_000_00n),
  settledOn: localDate('2026-11-01'),
  digest: createHash('sha256').update(original).digest('hex'),
}

function answer(say: () => void = () => undefined) {
  network.answer(calls.settlement.verify, settlementShapes.verify, ({ checkCode }) => {
    requests.push(checkCode)
    say()
    if (checkCode === VOID) return { certificate: { ...certificate, voidSince: day } }
    return checkCode === CODE ? { certificate } : {}
  })
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const pick = async (text: string, name: string) =>
  userEvent.upload(screen.getByLabelText('选择收到的 PDF'), new File([text], name), {
    applyAccept: false,
  })

describe('certificate check', () => {
  beforeEach(() => {
    requests = []
    answer()
  })
  afterEach(() => {
    cleanup()
    window.location.hash = ''
  })

  it('requests the code of a scanned link and shows the certificate', async () => {
    window.location.hash = `#/user/verify?code=${CODE}`
    openScreen(<VerifyPage />)
    await screen.findByText('确有这份证明')
    for (const words of ['**禾（证件尾号 0017）', '12,000.00 元', 'JQ20261115X']) {
      screen.getByText(words)
    }
    expect(requests).toEqual([CODE])
  })

  it('says that a certificate is void, and since when', async () => {
    window.location.hash = `#/user/verify?code=${VOID}`
    openScreen(<VerifyPage />)
    await screen.findByText('这份证明已失效')
    screen.getByText(day)
    expect(screen.queryByText('比对电子文件')).toBeNull()
  })

  it('compares a local file with the issued one', async () => {
    window.location.hash = `#/user/verify?code=${CODE}`
    openScreen(<VerifyPage />)
    await screen.findByText('确有这份证明')
    await pick(original, '证明.pdf')
    await screen.findByText('“证明.pdf”与开具的原件完全相同。')
    await pick(`${original}!`, '改过.pdf')
    await screen.findByText(/“改过.pdf”不是开具的原件/)
  })

  it('accepts a typed code, shows when it is unknown, and accepts another', async () => {
    openScreen(<VerifyPage />)
    const field = await screen.findByLabelText('校验码')
    await press('核验')
    await screen.findByText('请输入校验码')
    await userEvent.type(field, 'nonsense')
    await press('核验')
    await screen.findByText('请输入证明上的校验码')
    expect(requests).toEqual([])
    await userEvent.clear(field)
    await userEvent.type(field, 'AAAABBBBCCCCDDDD')
    await press('核验')
    await screen.findByText('没有找到这份证明')
    await press('核验另一份')
    await screen.findByLabelText('校验码')
  })

  it('starts with an empty field without a code, and can be retried', async () => {
    window.location.hash = '#/user/verify?code=<script>'
    openScreen(<VerifyPage />)
    await userEvent.type(await screen.findByLabelText('校验码'), CODE)
    answer(() => {
      throw new Refusal('COMLIM0001', '操作太频繁，请 5 分钟后再试')
    })
    await press('核验')
    await screen.findByText('操作太频繁，请 5 分钟后再试')
    answer()
    await press('重新加载')
    await screen.findByText('确有这份证明')
  })
})
