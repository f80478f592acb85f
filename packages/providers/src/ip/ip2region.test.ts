import { expect, it } from 'vitest'
import { createIp2Region } from './ip2region.ts'

it('an address is looked up in the file of the package, and unknown ones have no region', async () => {
  const ip = createIp2Region()
  expect(await ip.lookUp('218.4.167.70')).toEqual({ region: '江苏省苏州市', isProxy: false })
  expect((await ip.lookUp('8.8.8.8')).region).toContain('美国')
  for (const unknown of ['', 'nonsense', '::1', '999.1.1.1']) {
    expect(await ip.lookUp(unknown)).toEqual({ region: '', isProxy: false })
  }
})
