import { describe, expect, it } from 'vitest'
import { maskPersonalData } from './handlers.ts'

describe('maskPersonalData', () => {
  it.each([
    ['phone 13812345678 said', 'phone [phone] said'],
    ['+86 138-1234-5678', '[phone]'],
    ['138.1234.5678', '[phone]'],
    ['１３８１２３４５６７８', '[phone]'],
    ['id 11010519491231002X.', 'id [id].'],
    ['id 110105 19491231 002X', 'id [id]'],
    ['card 6222 0212 3456 7890 123', 'card [card]'],
    ['card 6222021234567890', 'card [card]'],
    ['card 6222021234567890123', 'card [card]'],
    ['to a.b+c@mail.example.com now', 'to [mail] now'],
    ['?token=abc&x=1', '?token=[hidden]&x=1'],
    ['{"password":"Boat_2026"}', '{"password":"[hidden]"}'],
    ['dynamicCode: code=12345', 'dynamicCode: code=[hidden]'],
    [`got ${'a1_-'.repeat(10)} back`, 'got [token] back'],
  ])('masks personal data in %s', (text, masked) => {
    expect(maskPersonalData(text)).toBe(masked)
  })

  it.each([
    'TypeError: x is not a function at app-3f2a.js:10:42',
    '/loan/loan 第 3 步',
    '2026-11-15',
  ])('keeps other text: %s', (text) => {
    expect(maskPersonalData(text)).toBe(text)
  })

  it('cuts the text before masking, and again if it grew', () => {
    expect(maskPersonalData('x '.repeat(5_000))).toHaveLength(2000)
    expect(maskPersonalData('\uFDFA'.repeat(2_000)).length).toBeLessThanOrEqual(2000)
  })
})
