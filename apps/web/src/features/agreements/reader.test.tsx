import { agreementsShapes } from '@qingzhou/contract/features/agreements'
import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import type { Input } from '@qingzhou/contract/wire/shape'
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeToken } from '#platform/session/session.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import { Reader } from './reader.tsx'

const network = connectNetworkForFile()
let agreed: Input<typeof agreementsShapes.confirmRead>[]
let reachEnd: () => void

/** happy-dom has no layout, so the test says when the end of the text is visible. */
class Observer implements Partial<IntersectionObserver> {
  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    reachEnd = () => act(() => callback([{ isIntersecting: true }]))
  }
  observe() {}
  disconnect() {}
}

const agreementOf = (code: string, title: string) => ({
  code,
  version: '2026.11',
  title,
  isSeparate: false,
  blocks: [{ kind: 'paragraph' as const, text: `${title}的全文` }],
})

function open(query: string, chrome: 'full' | 'none' = 'full') {
  window.location.hash = `#/agreeRead?${query}`
  return openScreen(<Reader chrome={chrome} />)
}

const consent = () => screen.findByRole('button', { name: '同意' })

/** Opens one address after another with the same memory, as the router does. */
function Visit({ addresses }: { addresses: readonly string[] }) {
  const [at, setAt] = useState(0)
  function move() {
    window.location.hash = addresses[at + 1] ?? ''
    setAt(at + 1)
  }
  return (
    <>
      <button onClick={move}>下一个地址</button>
      <Reader key={at} chrome="none" />
    </>
  )
}

async function agreeToShown() {
  await userEvent.click(screen.getByRole('button', { name: '下一个地址' }))
  await screen.findByText(/的全文/)
  reachEnd()
  await userEvent.click(await consent())
}

describe('the agreement reader', () => {
  beforeAll(() => {
    vi.stubGlobal('IntersectionObserver', Observer)
  })
  beforeEach(() => {
    storeToken('token-of-a-test')
    agreed = []
    network.answer(calls.agreements.forEvent, agreementsShapes.forEvent, () => ({
      agreements: [
        agreementOf('credit-contract', '授信合同'),
        agreementOf('bureau-authorisation', '征信授权书'),
      ],
    }))
    network.answer(calls.agreements.confirmRead, agreementsShapes.confirmRead, (text) => {
      agreed.push(text)
      return { agreedAt: 1 }
    })
  })
  afterEach(() => {
    cleanup()
    window.location.hash = ''
  })

  it('asks for no consent without a forced read', async () => {
    open('eventType=0101&code=credit-contract')
    await screen.findByText('授信合同的全文')
    expect(screen.queryByRole('button', { name: '同意' })).toBeNull()
  })

  it('[2.029] stores consent to the version that was read to its end, once, and the opener goes on', async () => {
    const { places } = open('eventType=0101&code=credit-contract&force=1&to=%2Fapply%2Fconfirm')
    await screen.findByText('授信合同的全文')
    await userEvent.click(await screen.findByRole('button', { name: '阅读至末尾后可继续' }))
    expect(agreed).toEqual([])
    reachEnd()
    await userEvent.dblClick(await consent())
    await vi.waitFor(() => expect(places).toEqual(['/apply/confirm']))
    expect(agreed).toEqual([{ eventType: '0101', code: 'credit-contract', version: '2026.11' }])
  })

  it('returns to its opener without a named page, and never to a foreign address', async () => {
    const { places } = open(
      'eventType=0101&code=credit-contract&force=1&to=https%3A%2F%2Fevil.test',
    )
    await screen.findByText('授信合同的全文')
    reachEnd()
    await userEvent.click(await consent())
    await vi.waitFor(() => expect(places).toEqual(['back']))
  })

  it('stays when the consent was not stored, and starts again with a changed text', async () => {
    network.answer(calls.agreements.confirmRead, agreementsShapes.confirmRead, () => {
      throw new Refusal(codes.invalidField, '协议已更新，请重新阅读并同意')
    })
    const { places } = open('eventType=0101&code=credit-contract&force=1&to=%2Fapply%2Fconfirm')
    await screen.findByText('授信合同的全文')
    reachEnd()
    await userEvent.click(await consent())
    await vi.waitFor(() => expect(places).toHaveLength(1))
    expect(places[0]).toContain('/agreeRead?eventType=0101')
  })

  it('[2.030] keeps the bare reader and the forced read through the list, and goes on when all are agreed to', async () => {
    const list = '#/agreeReadApplet?eventType=0101&force=1'
    const codesOfList = ['credit-contract', 'bureau-authorisation']
    const texts = codesOfList.map((code) => `#/agreeReadApplet?eventType=0101&code=${code}&force=1`)
    const start = `${list}&to=%2Fapply%2Fconfirm`
    window.location.hash = start
    const { places } = openScreen(<Visit addresses={[start, ...texts, start]} />)
    const links = await screen.findAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(texts)
    expect(screen.queryByRole('button', { name: '返回' })).toBeNull()
    screen.getByRole('button', { name: '还有 2 份协议没有同意' })
    await agreeToShown()
    await vi.waitFor(() => expect(places).toEqual(['back']))
    await agreeToShown()
    await vi.waitFor(() => expect(places).toEqual(['back', 'back']))
    await userEvent.click(screen.getByRole('button', { name: '下一个地址' }))
    expect(await screen.findAllByText('已同意')).toHaveLength(2)
    await userEvent.click(screen.getByRole('button', { name: '继续' }))
    expect(places.at(-1)).toBe('/apply/confirm')
    expect(agreed.map(({ code }) => code)).toEqual(codesOfList)
  })

  it('tells a visitor that consent needs a sign-in', async () => {
    storeToken('')
    open('eventType=0101&code=credit-contract&force=1')
    await screen.findByText('登录后才能记录您的同意')
  })

  it('names a link without an agreement as incomplete', async () => {
    open('force=1&eventType=9999')
    await screen.findByText('没有找到这份协议')
    expect(screen.queryByRole('button', { name: '同意' })).toBeNull()
  })
})
