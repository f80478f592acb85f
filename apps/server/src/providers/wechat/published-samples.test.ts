import { describe, expect, it } from 'vitest'
import { Formatter } from 'wechatpay-axios-plugin'
import { signedMessage } from './signed-message.ts'

// The signed texts of the examples in the documents of WeChat Pay (APIv3, 接口规则). The documents give no private key.
describe('the signed text of a published example', () => {
  it('of a request without a body has five lines, the last one empty', () => {
    const text = Formatter.request(
      'GET',
      '/v3/certificates',
      '1554208460',
      '593BEC0C930BF1AFEB40B4A08C8FB242',
    )
    expect(text).toBe('GET\n/v3/certificates\n1554208460\n593BEC0C930BF1AFEB40B4A08C8FB242\n\n')
  })

  it('of an answer is made of its headers and its body, byte for byte', () => {
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

  it('of a payment on the sheet has the package with its name', () => {
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
