import { describe, expect, it } from 'vitest'
import { deviceReadiness, fetchDeviceKeys } from './device-keys.ts'
import { read } from '#platform/browser/storage.ts'

const noPause = async () => undefined

function answers(...list: ({ first?: string; second?: string } | Error)[]) {
  let requests = 0
  const ask = async () => {
    const answer = list[Math.min(requests, list.length - 1)] ?? {}
    requests += 1
    if (answer instanceof Error) throw answer
    return answer
  }
  return { ask, count: () => requests }
}

const flag = () => document.documentElement.dataset['deviceKeys']

describe('device keys', () => {
  it('[3.079, 3.080, 4.048] are requested once when both arrive', async () => {
    const { ask, count } = answers({ first: 'a', second: 'b' })
    expect(await fetchDeviceKeys(ask, noPause)).toBe('full')
    expect(count()).toBe(1)
    expect([read('deviceBqsId'), read('deviceTdId')]).toEqual(['a', 'b'])
    expect(flag()).toBeUndefined()
  })

  it('[4.047, 9.012] device keys are collected over several attempts', async () => {
    const { ask, count } = answers({}, new Error('away'), { first: 'a' }, { second: 'b' })
    expect(await fetchDeviceKeys(ask, noPause)).toBe('full')
    expect(count()).toBe(4)
  })

  it('[4.039, 4.049, 9.011] mark the page when only one arrives in five attempts', async () => {
    const { ask, count } = answers({ second: 'b' })
    expect(await fetchDeviceKeys(ask, noPause)).toBe('partial')
    expect(count()).toBe(5)
    expect(deviceReadiness()).toBe('partial')
    expect(flag()).toBe('partial')
  })

  it('device keys are optional', async () => {
    const { ask, count } = answers(new Error('away'))
    expect(await fetchDeviceKeys(ask, noPause)).toBe('none')
    expect(count()).toBe(5)
    expect(flag()).toBeUndefined()
  })
})
