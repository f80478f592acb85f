import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { locate } from './geolocation.ts'
import { onOutcome } from '#platform/api/api-error.ts'

let said: string[] = []

beforeEach(() => {
  said = []
  onOutcome((outcome) => {
    if (outcome.kind === 'message') said.push(outcome.text)
  })
})

afterAll(() => onOutcome(() => undefined))

let received: PositionOptions | undefined

function phone(answer: { latitude: number; longitude: number } | { code: number }): Geolocation {
  const geolocation: Pick<Geolocation, 'getCurrentPosition'> = {
    getCurrentPosition: (found, failed, options) => {
      received = options
      // Contains only what browsers provide and the code reads.
      if ('code' in answer) failed?.(answer as GeolocationPositionError)
      else found({ coords: answer } as GeolocationPosition)
    },
  }
  return geolocation as Geolocation
}

describe('position of the phone', () => {
  it('[3.028, 3.029, 9.013–9.015] is requested with low accuracy and may be 30 seconds old', async () => {
    const place = { latitude: 31.2, longitude: 121.5 }
    await expect(locate(phone(place), 'plain')).resolves.toEqual(place)
    expect(received).toEqual({ enableHighAccuracy: false, maximumAge: 30_000, timeout: 20_000 })
  })

  const rows: [number, string][] = [
    [1, '您拒绝了使用位置查询服务'],
    [2, '获取位置信息失败'],
    [3, '连接超时，请重试'],
  ]
  it.each(rows)(
    '[8.020, 8.021, 8.023] error %i is shown in the payment app only: %s',
    async (code, message) => {
      await expect(locate(phone({ code }), 'plain')).rejects.toThrow(message)
      await expect(locate(phone({ code }), 'messenger')).rejects.toThrow(message)
      expect(said).toEqual([])
      await expect(locate(phone({ code }), 'wallet')).rejects.toThrow(message)
      expect(said).toEqual([message])
    },
  )

  it('[8.022] is reported as unavailable in browsers without geolocation', async () => {
    const message = '当前浏览器不支持获取地理位置'
    const none = Reflect.get({}, 'none') as Geolocation | undefined
    const own = Object.getOwnPropertyDescriptor(navigator, 'geolocation')
    Object.defineProperty(navigator, 'geolocation', { configurable: true, value: none })
    await expect(locate(none, 'plain')).rejects.toThrow(message)
    if (own) Object.defineProperty(navigator, 'geolocation', own)
    else Reflect.deleteProperty(navigator, 'geolocation')
    expect(said).toEqual([message])
  })
})
