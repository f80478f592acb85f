import { isIPv4 } from 'node:net'
import { defaultDbFile, loadContentFromFile, newWithBuffer } from 'ip2region-ts'
import type { IpLookUp } from './port.ts'

/**
 * Looks an address up in the file of the package, without asking anybody. The file knows IPv4
 * addresses and regions; it does not know proxies.
 */
export function createIp2Region(): IpLookUp {
  const searcher = newWithBuffer(loadContentFromFile(defaultDbFile))
  return {
    async lookUp(ip) {
      const found = isIPv4(ip) ? (await searcher.search(ip)).region : null
      return { region: regionOf(found ?? ''), isProxy: false }
    },
  }
}

/** `中国|0|江苏省|苏州市|电信`: 0 stands for unknown. */
function regionOf(found: string): string {
  const [country = '', , province = '', city = ''] = found.split('|')
  const parts = country === '中国' ? [province, city] : [country, province, city]
  return parts.filter((part) => part !== '' && part !== '0').join('')
}
