import { describe, expect, it } from 'vitest'
import { flawOfAcs3, flawOfTc3, type SignedRequest } from './vendor-signatures.ts'

// The worked examples of the vendors' documents. Their dates are past: a correct signature is
// refused for its age only, which is checked last.

const acs3 = {
  id: 'YourAccessKeyId',
  secret: 'YourAccessKeySecret',
  request: {
    method: 'POST',
    url: '/?RegionId=cn-shanghai&ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
    headers: {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      'x-acs-action': 'RunInstances',
      'x-acs-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-acs-date': '2023-10-26T10:22:32Z',
      'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
      'x-acs-version': '2014-05-26',
      authorization:
        'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    },
    body: Buffer.alloc(0),
  },
}

const tc3 = {
  id: 'the-example',
  secret: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE',
  request: {
    method: 'POST',
    url: '/',
    headers: {
      host: 'cvm.tencentcloudapi.com',
      'content-type': 'application/json; charset=utf-8',
      'x-tc-timestamp': '1551113065',
      authorization:
        'TC3-HMAC-SHA256 Credential=the-example/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
    },
    body: Buffer.from(
      String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
    ),
  },
}

function middleChanged(text: string): string {
  const at = Math.floor(text.length / 2)
  return `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`
}

/** The request with one character of its address, each signed header or the body changed. */
function changedRequests(request: SignedRequest, signed: readonly string[]): SignedRequest[] {
  const { url, headers, body } = request
  return [
    ...(url.length > 1 ? [{ ...request, url: middleChanged(url) }] : []),
    ...signed.map((name) => {
      return { ...request, headers: { ...headers, [name]: middleChanged(String(headers[name])) } }
    }),
    { ...request, body: Buffer.from(`${body.toString()}x`) },
  ]
}

describe('the signature of a request to a cloud vendor', () => {
  it('the signature of a request to Aliyun is checked as in its document', () => {
    expect(flawOfAcs3(acs3.request, acs3)).toBe('InvalidTimeStamp.Expired')
    const names = ['host', 'x-acs-action', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version']
    const flaws = changedRequests(acs3.request, names).map((request) => flawOfAcs3(request, acs3))
    expect(new Set(flaws)).toEqual(new Set(['SignatureDoesNotMatch']))
    expect(flawOfAcs3(acs3.request, { ...acs3, secret: 'x' })).toBe('SignatureDoesNotMatch')
  })

  it('the signature of a request to Tencent is checked as in its document', () => {
    expect(flawOfTc3(tc3.request, tc3)).toBe('AuthFailure.SignatureExpire')
    const names = ['host', 'content-type', 'x-tc-timestamp']
    const flaws = changedRequests(tc3.request, names).map((request) => flawOfTc3(request, tc3))
    expect(new Set(flaws)).toEqual(new Set(['AuthFailure.SignatureFailure']))
    expect(flawOfTc3(tc3.request, { ...tc3, secret: 'x' })).toBe('AuthFailure.SignatureFailure')
  })
})
