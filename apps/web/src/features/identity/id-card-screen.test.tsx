import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { creditShapes } from '@qingzhou/contract/features/credit'
import { identityShapes as shapes } from '@qingzhou/contract/features/identity'
import type { Output } from '@qingzhou/contract/wire/shape'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onOutcome } from '#platform/api/api-error.ts'
import { read } from '#platform/browser/storage.ts'
import { lendCanvas } from '#shared/testing/canvas.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import IdCardScreen from './id-card-screen.tsx'

const { identity, credit } = calls

const front = {
  name: '林晚舟',
  nation: '汉',
  address: '杭州市西湖区文三路 18 号',
  no: '990101199603120020',
}
const back = { issueAgency: '杭州市公安局', issueDate: '20200102', expireDate: '20400102' }

const network = connectNetworkForFile()
let saved: unknown[] = []

function answerWell(person: Output<typeof shapes.person> = { read: {} }) {
  saved = []
  network.answer(identity.person, shapes.person, () => person)
  network.answer(identity.readsLeft, shapes.readsLeft, () => ({ readsLeft: 10 }))
  network.answer(identity.checkModes, shapes.checkModes, () => ({
    face: 'page' as const,
    albumAllowed: true,
  }))
  network.answer(credit.open, creditShapes.open, () => ({ applyNo: 'apply-1' }))
  network.answer(credit.progress, creditShapes.progress, () => ({ steps: [] }))
  network.answer(identity.readIdCard, shapes.readIdCard, ({ side }) => ({
    outcome: 'read' as const,
    readsLeft: 9,
    ...(side === 'front' ? { ocrFrontData: front } : { ocrBackData: back }),
  }))
  network.answer(identity.saveIdCard, shapes.saveIdCard, (card) => {
    saved.push(card)
    return {}
  })
}

const photo = new File(['photo'], 'card.jpg', { type: 'image/jpeg' })
const take = async (side: string) =>
  userEvent.upload(await screen.findByLabelText(new RegExp(`拍摄?${side}`)), photo)
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('the identity card', () => {
  beforeEach(() => {
    localStorage.clear()
    answerWell()
    lendCanvas()
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
  })

  it('[1.003, 2.041, 3.005, 3.007–3.011] is captured, recognised, corrected and sent', async () => {
    const { outcomes } = openScreen(<IdCardScreen />)
    await take('人像面')
    await waitFor(() => expect(field('姓名').value).toBe('林晚舟'))
    await take('国徽面')
    await waitFor(() => expect(field('截止日期').value).toBe('2040-01-02'))
    expect(field('证件号码').value).toBe('990101 1996 0312 0020')
    expect(screen.getByText('今日还可识别 9 次')).toBeTruthy()

    await userEvent.type(field('姓名'), '之')
    await press('确认无误，下一步')
    await waitFor(() => expect(outcomes).toContain('stepWanted'))
    expect(saved).toEqual([
      { ...front, ...back, name: '林晚舟之', issueDate: '2020-01-02', expireDate: '2040-01-02' },
    ])
  })

  it.each([
    ['wrongSide', '这是国徽面，请拍摄人像面'],
    ['notACard', '没有找到身份证，请把人像面放满画面再拍'],
    ['blurred', '人像面有些模糊，请拿稳手机，对焦后重拍'],
    ['dark', '人像面光线太暗，请到明亮的地方重拍'],
    ['glare', '人像面有反光，请换个角度重拍'],
  ] as const)('shows a message for a %s photo', async (outcome, sentence) => {
    network.answer(identity.readIdCard, shapes.readIdCard, () => ({ outcome, readsLeft: 3 }))
    openScreen(<IdCardScreen />)
    await take('人像面')
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByText('今日还可识别 3 次')).toBeTruthy()
    expect(screen.getByLabelText('重拍人像面')).toBeTruthy()
  })

  it('explains what to do about a file that is no picture', async () => {
    vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new Error('no picture'))
    openScreen(<IdCardScreen />)
    await take('人像面')
    expect(await screen.findByText(/这张图片打不开/)).toBeTruthy()
  })

  it('shows a network failure in place and accepts the photo again', async () => {
    network.cut(identity.readIdCard)
    openScreen(<IdCardScreen />)
    await take('人像面')
    expect(await screen.findByText('网络异常，请重试')).toBeTruthy()
    answerWell()
    await take('人像面')
    await waitFor(() => expect(field('姓名').value).toBe('林晚舟'))
  })

  it('continues with the fields recognised on another phone', async () => {
    answerWell({ read: { front, back } })
    openScreen(<IdCardScreen />)
    await waitFor(() => expect(field('姓名').value).toBe('林晚舟'))
    await press('确认无误，下一步')
    await waitFor(() => expect(saved).toHaveLength(1))
  })

  it('restores recognised fields when the page is opened again', async () => {
    const { unmount } = openScreen(<IdCardScreen />)
    await take('人像面')
    await waitFor(() => expect(field('姓名').value).toBe('林晚舟'))
    unmount()
    network.answer(identity.person, shapes.person, () => ({ read: { front } }))
    openScreen(<IdCardScreen />)
    await waitFor(() => expect(field('证件号码').value).toBe('990101 1996 0312 0020'))
  })

  it('rejects a number with a wrong check digit before sending', async () => {
    answerWell({ read: { front: { ...front, no: '990101199603120021' }, back } })
    openScreen(<IdCardScreen />)
    await press('确认无误，下一步')
    expect(await screen.findByText('请输入正确格式的身份证号')).toBeTruthy()
    expect(saved).toEqual([])
  })

  it('accepts a card without expiry', async () => {
    answerWell({ read: { front, back: { ...back, expireDate: '长期' } } })
    openScreen(<IdCardScreen />)
    await press('确认无误，下一步')
    await waitFor(() => expect(saved).toMatchObject([{ expireDate: '长期' }]))
  })

  it('[7.039, 8.007] corrected by hand is checked with the register first, quietly', async () => {
    answerWell({ read: { front, back } })
    const requests: unknown[] = []
    network.answer(identity.verifyIdNumber, shapes.verifyIdNumber, (person) => {
      requests.push(person)
      return { matches: false }
    })
    openScreen(<IdCardScreen />)
    const said: string[] = []
    onOutcome((outcome) => void ('text' in outcome && said.push(outcome.text)))
    await userEvent.type(await screen.findByLabelText('姓名'), '之')
    await press('确认无误，下一步')
    expect(await screen.findByText('姓名与证件号码不一致，请对照证件修改')).toBeTruthy()
    expect([requests, saved]).toEqual([[{ name: '林晚舟之', no: front.no }], []])
    // It is about the name as well, and ends when that is corrected.
    await userEvent.type(screen.getByLabelText('姓名'), '之')
    expect(screen.queryByText('姓名与证件号码不一致，请对照证件修改')).toBeNull()

    network.answer(identity.verifyIdNumber, shapes.verifyIdNumber, () => {
      throw new Refusal(codes.serverFault, '核验服务暂不可用')
    })
    await press('确认无误，下一步')
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(said).not.toContain('核验服务暂不可用')
  })

  it('[7.120] is taken by the camera only if the lender does not allow the album', async () => {
    openScreen(<IdCardScreen />)
    expect((await screen.findByLabelText('拍摄人像面')).hasAttribute('capture')).toBe(false)
    cleanup()
    network.answer(identity.checkModes, shapes.checkModes, () => ({
      face: 'page' as const,
      albumAllowed: false,
    }))
    openScreen(<IdCardScreen />)
    await waitFor(() =>
      expect(screen.getByLabelText('拍摄人像面').getAttribute('capture')).toBe('environment'),
    )
  })

  it('[3.077] is saved with the number of the photos that were shown', async () => {
    const [photo1, photo2] = ['a'.repeat(16), 'b'.repeat(16)]
    answerWell({ read: { front, back, idLogNo: `${photo1}-${photo2}` } })
    network.answer(identity.readIdCard, shapes.readIdCard, () => ({
      outcome: 'read' as const,
      readsLeft: 9,
      idLogNo: 'c'.repeat(16),
      ocrFrontData: front,
    }))
    openScreen(<IdCardScreen />)
    await waitFor(() => expect(field('姓名').value).toBe('林晚舟'))
    expect(screen.getByLabelText('重拍人像面')).toBeTruthy()
    expect(screen.queryByText('拍人像面')).toBeNull()
    expect(read('idLogNo')).toBe(`${photo1}-${photo2}`)
    await take('人像面')
    await waitFor(() => expect(read('idLogNo')).toBe(`${'c'.repeat(16)}-${photo2}`))
    await press('确认无误，下一步')
    await waitFor(() => expect(saved).toMatchObject([{ idLogNo: `${'c'.repeat(16)}-${photo2}` }]))
    await waitFor(() => expect(read('idLogNo')).toBeUndefined())
  })

  it('shows why the server refused it, and keeps the input', async () => {
    answerWell({ read: { front, back } })
    network.answer(identity.saveIdCard, shapes.saveIdCard, () => {
      throw new Refusal(codes.invalidField, '姓名与身份证号不一致，请核对后再提交')
    })
    openScreen(<IdCardScreen />)
    await press('确认无误，下一步')
    expect(await screen.findByText('姓名与身份证号不一致，请核对后再提交')).toBeTruthy()
    expect(field('姓名').value).toBe('林晚舟')
    await userEvent.type(field('姓名'), '之')
    expect(screen.queryByText('姓名与身份证号不一致，请核对后再提交')).toBeNull()
  })

  it('stores no number on the phone', async () => {
    openScreen(<IdCardScreen />)
    await take('人像面')
    await waitFor(() => expect(field('姓名').value).toBe('林晚舟'))
    const stored = Array.from({ length: localStorage.length }, (_, index) =>
      localStorage.getItem(localStorage.key(index) ?? ''),
    )
    expect(stored.join()).not.toContain(front.no)
    expect(stored.join()).not.toContain('林晚舟')
    expect(stored.join()).not.toContain('AAAA')
  })

  it('the identity card on file is shown masked, and captured again only on request', async () => {
    const onFile = {
      name: '林*舟',
      no: '990***********0020',
      issueAgency: '杭州市公安局',
      issueDate: localDate('2020-01-02'),
      expireDate: localDate('2040-01-02'),
    }
    answerWell({ saved: onFile, read: {} })
    openScreen(<IdCardScreen />)
    expect(await screen.findByText('990***********0020')).toBeTruthy()
    await press('信息有误，重新拍摄')
    await press('重新拍摄身份证')
    expect(await screen.findByLabelText('拍摄人像面')).toBeTruthy()
  })
})
