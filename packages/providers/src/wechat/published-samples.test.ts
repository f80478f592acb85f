import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Formatter } from 'wechatpay-axios-plugin'
import { byteChanged } from '@qingzhou/platform/testing/byte-changed'
import { openSealed, sealedResource, signedMessage } from './platform-keys.ts'

// The signed texts of the examples in the documents of WeChat Pay (APIv3, 接口规则). The documents give no private key.
describe('the signed text of a published example', () => {
  it('the signed text of a published example of a request without a body has five lines, the last one empty', () => {
    const text = Formatter.request(
      'GET',
      '/v3/certificates',
      '1554208460',
      '593BEC0C930BF1AFEB40B4A08C8FB242',
    )
    expect(text).toBe('GET\n/v3/certificates\n1554208460\n593BEC0C930BF1AFEB40B4A08C8FB242\n\n')
  })

  it('the signed text of a published example of an answer is made of its headers and its body, byte for byte', () => {
    const headers = {
      'wechatpay-timestamp': '1722850421',
      'wechatpay-nonce': 'd824f2e086d3c1df967785d13fcd22ef',
      'wechatpay-serial': 'PUB_KEY_ID_0000000000000024101100397200000006',
    }
    const body = '{"code_url":"weixin://wxpay/bizpayurl?pr=JyC91EIz1"}'
    const message = signedMessage(headers, body)
    expect(Formatter.response(message.timestamp, message.nonce, message.body)).toBe(
      `1722850421\nd824f2e086d3c1df967785d13fcd22ef\n${body}\n`,
    )
    expect(message.serial).toBe('PUB_KEY_ID_0000000000000024101100397200000006')
  })

  it('the signed text of a published example of a payment on the sheet has the package with its name', () => {
    const prepaid = 'prepay_id=wx201410272009395522657a690389285100'
    const text = Formatter.joinedByLineFeed(
      'wx8888888888888888',
      '1414561699',
      '5K8264ILTKCH16CQ2502SI8ZNMTM67VS',
      prepaid,
    )
    expect(text).toBe(
      `wx8888888888888888\n1414561699\n5K8264ILTKCH16CQ2502SI8ZNMTM67VS\n${prepaid}\n`,
    )
  })
})

// Sealed by WeChat Pay for a merchant whose key is published with it, in the tests of the open client yansongda/pay.
describe('a resource that WeChat Pay sealed with AEAD_AES_256_GCM', () => {
  const API_KEY = '53D67FCB97E68F9998CBD17ED7A8D1E2'
  const path = join(import.meta.dirname, 'testing/sealed-certificate.json')
  const sealed = sealedResource.parse(JSON.parse(readFileSync(path, 'utf8')))

  it('is opened with the key of its merchant: a platform certificate', () => {
    const certificate = new X509Certificate(openSealed(API_KEY, sealed))
    expect(certificate.serialNumber).toBe('45F59D4DABF31918AFCEC556D5D2C6E376675D57')
    expect(certificate.subject).toContain('CN=Tenpay.com sign')
  })

  it('is not opened with another key, for another purpose, with another nonce or cut off', () => {
    const { nonce, ciphertext } = sealed
    for (const change of [
      { associated_data: 'transaction' },
      { associated_data: '' },
      { nonce: nonce.replace('4', '5') },
      { ciphertext: ciphertext.slice(0, -4) },
    ]) {
      expect(() => openSealed(API_KEY, { ...sealed, ...change })).toThrow()
    }
    expect(() => openSealed(API_KEY.replace('5', '6'), sealed)).toThrow()
  })

  it('is not opened with one byte changed, wherever it is', () => {
    const bytes = Buffer.from(sealed.ciphertext, 'base64')
    const isOpened = bytes.map((_, position) => {
      const changed = byteChanged(bytes, position)
      try {
        openSealed(API_KEY, { ...sealed, ciphertext: changed.toString('base64') })
        return 1
      } catch {
        return 0
      }
    })
    expect(isOpened.length).toBeGreaterThan(1_000)
    expect(isOpened.indexOf(1)).toBe(-1)
  })
})
