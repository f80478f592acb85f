import { expect, it } from 'vitest'
import { deviceNameOf } from './open-session.ts'

const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15'

it.each([
  [
    `${android} Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.50`,
    'Android · 消息应用',
  ],
  [`${android} Chrome/120.0.0.0 Mobile Safari/537.36 AlipayClient/10.5.0`, 'Android · 支付应用'],
  [`${android} Chrome/120.0.0.0 Mobile Safari/537.36`, 'Android · Chrome'],
  [`${android} Chrome/120.0.0.0 Mobile Safari/537.36 EdgA/120.0`, 'Android · Edge'],
  [`${iphone} Version/17.0 Mobile/15E148 Safari/604.1`, 'iPhone · Safari'],
  [`${iphone} CriOS/120.0 Mobile/15E148 Safari/604.1`, 'iPhone · Chrome'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:120.0) Gecko/20100101 Firefox/120.0',
    'Windows · Firefox',
  ],
  ['Dalvik/2.1.0 (Linux; U; Android 12)', 'Android'],
  ['curl/8.0', '未知设备'],
  ['', '未知设备'],
])('names the device of %j', (userAgent, name) => {
  expect(deviceNameOf(userAgent)).toBe(name)
})
