import type { Agreement } from '@qingzhou/contract/features/agreements'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { AgreementTicks } from './agreement-ticks.tsx'
import { useSigning } from './use-signing.ts'

const contract: Agreement = {
  code: 'credit-contract',
  version: '2026.11',
  title: '授信额度合同',
  isSeparate: false,
  blocks: [{ kind: 'paragraph', text: '额度可以循环使用。' }],
}
const privacy: Agreement = { ...contract, code: 'personal-information', title: '个人信息授权书' }
const bureau: Agreement = { ...contract, code: 'bureau', title: '征信授权书', isSeparate: true }

function Signing({ agreements }: { agreements: readonly Agreement[] }) {
  const signing = useSigning(agreements)
  return (
    <>
      <AgreementTicks signing={signing} />
      <button type="button" onClick={() => signing.check()}>
        提交
      </button>
      <output>{signing.isComplete ? signing.agreed.map(({ code }) => code).join() : '—'}</output>
    </>
  )
}

const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox')
const result = () => screen.getByRole('status').textContent

describe('agreements to sign', () => {
  afterEach(cleanup)

  it('have one joint tick and one for each separate agreement, none ticked in advance', () => {
    render(<Signing agreements={[contract, privacy, bureau]} />)
    expect(boxes().map(({ checked }) => checked)).toEqual([false, false])
    expect(screen.getByText('我已阅读并单独同意')).toBeTruthy()
  })

  it('are accepted when every tick is set', async () => {
    render(<Signing agreements={[contract, privacy, bureau]} />)
    const [together, alone] = boxes()
    if (together) await userEvent.click(together)
    expect(result()).toBe('—')
    if (alone) await userEvent.click(alone)
    expect(result()).toBe('credit-contract,personal-information,bureau')
  })

  it('show which tick is missing', async () => {
    render(<Signing agreements={[contract, bureau]} />)
    await userEvent.click(screen.getByText('提交'))
    expect(screen.getAllByText('请先阅读并勾选同意')).toHaveLength(2)
  })

  it('scroll to the first missing tick, every time', async () => {
    render(<Signing agreements={[contract, bureau]} />)
    const [together, alone] = boxes()
    if (together) await userEvent.click(together)
    for (const _ of ['once', 'and again']) {
      await userEvent.click(screen.getByText('提交'))
      expect(document.activeElement).toBe(alone)
    }
  })

  it('open over the form without ticking', async () => {
    render(<Signing agreements={[contract]} />)
    await userEvent.click(screen.getByRole('link', { name: '授信额度合同' }))
    expect(await screen.findByText('额度可以循环使用。')).toBeTruthy()
    expect(boxes().map(({ checked }) => checked)).toEqual([false])
  })

  it('lose their tick when their text changes', async () => {
    const { rerender } = render(<Signing agreements={[contract]} />)
    for (const box of boxes()) await userEvent.click(box)
    expect(result()).toBe('credit-contract')
    rerender(<Signing agreements={[{ ...contract, version: '2026.12' }]} />)
    expect(result()).toBe('—')
  })
})
