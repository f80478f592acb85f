import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { type FaceAction, identityShapes as shapes } from '@qingzhou/contract/features/identity'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import { FaceCheck } from './face-check.tsx'

const { identity } = calls

const network = connectNetworkForFile()
let ended: string[] = []
let sent: Input<typeof shapes.faceResult>[] = []
let stopped = 0

type Outcome = Output<typeof shapes.faceResult>

const actions: FaceAction[] = ['openMouth', 'turnLeft']
const passed: Outcome = { outcome: 'passed' }

function answerWith(...outcomes: Outcome[]) {
  sent = []
  network.answer(identity.openFaceSession, shapes.openFaceSession, () => ({
    faceSessionNo: 'session-0001',
    attemptsLeft: 5,
  }))
  network.answer(identity.faceChallenge, shapes.faceChallenge, () => ({
    faceToken: 'face-token',
    actions,
    expiresInSeconds: 300,
  }))
  network.answer(identity.faceResult, shapes.faceResult, (input) => {
    sent.push(input)
    return outcomes[sent.length - 1] ?? passed
  })
}

/** A phone with a camera whose browser cannot run the networks, like this test environment. */
function lendCamera(getUserMedia: () => Promise<unknown> = async () => stream) {
  vi.stubGlobal('navigator', Object.assign(navigator, { mediaDevices: { getUserMedia } }))
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/jpeg;base64,AAAA')
}
const track = { stop: () => (stopped += 1) }
const stream = Object.assign(new MediaStream(), { getTracks: () => [track] })

function open() {
  ended = []
  stopped = 0
  return openScreen(
    <FaceCheck
      title="身份核验"
      purpose="credit"
      onBack={() => ended.push('back')}
      onPassed={() => ended.push('passed')}
      onFailed={(faceSessionNo) => ended.push(`failed ${faceSessionNo}`)}
      onElsewhere={() => ended.push('elsewhere')}
    />,
  )
}

/** Advances the clock, so that the countdown does not take real time. */
async function until<T>(check: () => T): Promise<T> {
  for (let look = 1; look < LOOKS_MAX; look += 1) {
    try {
      return check()
    } catch {
      await act(async () => {
        await vi.advanceTimersByTimeAsync(SECONDS_PASS_MS)
        // Sealing runs in threads that do not use the fake clock.
        await new Promise((resolve) => realTimeout(resolve, 5))
      })
    }
  }
  return check()
}
const LOOKS_MAX = 300
const SECONDS_PASS_MS = 200
const realTimeout = setTimeout

const see = (words: string | RegExp) => until(() => screen.getByText(words))
const endsWith = (end: string) => until(() => expect(ended).toEqual([end]))

async function press(name: string) {
  const button = await until(() => screen.getByRole('button', { name }))
  act(() => button.click())
}

describe('a face check', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    answerWith()
    lendCamera()
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('does not request the camera before the user has read the instructions', () => {
    const getUserMedia = vi.fn(async () => stream)
    lendCamera(getUserMedia)
    open()
    screen.getByText('确认是您本人')
    expect(getUserMedia).not.toHaveBeenCalled()
  })

  it('takes the frames by countdown without detection, and closes the camera', async () => {
    open()
    await press('开始核验')
    await see('请正对镜头，保持不动')
    await see('请张大嘴巴')
    await see('请慢慢向左转头')
    await see('正在核对')
    expect(stopped).toBe(1)
    await endsWith('passed')
    expect(sent[0]).toEqual({
      faceSessionNo: 'session-0001',
      faceToken: 'face-token',
      frames: [
        { action: 'front', image: 'AAAA' },
        { action: 'openMouth', image: 'AAAA' },
        { action: 'turnLeft', image: 'AAAA' },
      ],
    })
  })

  it('polls a pending result without uploading the frames twice', async () => {
    answerWith({ outcome: 'pending' }, { outcome: 'pending' }, { outcome: 'passed' })
    open()
    await press('开始核验')
    await endsWith('passed')
    expect(sent.map(({ frames }) => frames?.length)).toEqual([3, undefined, undefined])
  })

  it('passes a failure on with its session', async () => {
    answerWith({ outcome: 'failed', reason: 'noMatch', attemptsLeft: 2 })
    open()
    await press('开始核验')
    await endsWith('failed session-0001')
  })

  it('keeps the frames after a connection failure and uploads them again on request', async () => {
    network.cut(identity.faceResult)
    open()
    await press('开始核验')
    await see('照片未上传成功')
    answerWith({ outcome: 'passed' })
    await press('重新提交')
    await endsWith('passed')
    expect(sent[0]?.frames).toHaveLength(3)
  })

  it('shows that no attempt is left today, and offers none', async () => {
    network.answer(identity.openFaceSession, shapes.openFaceSession, () => {
      throw new Refusal(codes.accountState, '今日核验次数已用完，您可在 2026-11-16 起再试')
    })
    open()
    await press('开始核验')
    await see('今日核验次数已用完，您可在 2026-11-16 起再试')
    expect(screen.queryByRole('button', { name: '再试一次' })).toBeNull()
    expect(stopped).toBe(1)
  })

  it('explains how to allow the camera after a denial, and retries', async () => {
    lendCamera(async () => {
      throw new DOMException('no', 'NotAllowedError')
    })
    open()
    await press('开始核验')
    await see('未开启摄像头权限')
    lendCamera()
    await press('重新打开摄像头')
    await see('请正对镜头，保持不动')
  })

  it('offers another phone without a camera', async () => {
    lendCamera(async () => {
      throw new DOMException('none', 'NotFoundError')
    })
    open()
    await press('开始核验')
    await endsWith('elsewhere')
  })

  it('closes the camera when the screen is left', async () => {
    const { unmount } = open()
    await press('开始核验')
    await see('请正对镜头，保持不动')
    unmount()
    await until(() => expect(stopped).toBe(1))
    expect(sent).toEqual([])
  })

  it('stops filming while the page is hidden, and continues afterwards', async () => {
    open()
    await press('开始核验')
    await see('请正对镜头，保持不动')
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await see('核验已暂停')
    await until(() => expect(stopped).toBe(1))
    await press('继续核验')
    await see('请正对镜头，保持不动')
  })

  it('a face check can be cancelled and restarted', async () => {
    open()
    await press('开始核验')
    await see('请张大嘴巴')
    await press('取消')
    await see('确认是您本人')
    await until(() => expect(stopped).toBe(1))
  })
})
