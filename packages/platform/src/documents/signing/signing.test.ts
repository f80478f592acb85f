import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { paragraph, table, type PrintableDocument } from '#documents/document.ts'
import { createPrinter } from '#documents/print.ts'
import { readTaggedPages, textOfPdf } from '#documents/testing/read-pdf.ts'
import { byteChanged } from '#testing/byte-changed.ts'
import { issueTestKey, sandboxSigningKey } from './sandbox-signing-key.ts'
import { createSigner } from './signer.ts'
import { readSigningKey } from './signing-key.ts'
import { readSignature } from './testing/read-signature.ts'

const printer = createPrinter()
const folder = mkdtempSync(join(tmpdir(), 'qingzhou-signing-'))
afterAll(async () => {
  await printer.stop()
  rmSync(folder, { recursive: true })
})

const now = () => new Date()
const signer = createSigner(async () => sandboxSigningKey(folder, now), now)

const documentWith = (rows: number): PrintableDocument => ({
  title: '结清证明',
  foot: '编号 1',
  blocks: [
    paragraph('兹证明：已全部结清。'),
    table(
      ['期数', '金额'],
      Array.from({ length: rows }, (_, index) => [String(index + 1), '1.00']),
    ),
  ],
  seal: {
    signer: '轻舟消费金融有限公司',
    signedAt: now(),
    lines: ['电子签章', '校验码 0123-4567-89AB-CDEF'],
    link: 'https://loans.example/#/user/verify?code=0123-4567-89AB-CDEF',
  },
})
const printAndSign = async (rows = 3) => signer.sign(await printer.print(documentWith(rows)))

describe('a signed document', { timeout: 30_000 }, () => {
  it('is signed over all its bytes, as PAdES requires, with a certificate of the authority', async () => {
    const { isOverAll, isValid, form, chain } = readSignature(await printAndSign())
    expect({ isOverAll, isValid, form }).toEqual({
      isOverAll: true,
      isValid: true,
      form: 'ETSI.CAdES.detached',
    })
    const authority = new X509Certificate(readFileSync(join(folder, 'keys/lender-authority.pem')))
    const [own, issuer] = chain
    expect(own?.verify(authority.publicKey)).toBe(true)
    expect([own?.ca, issuer?.ca]).toEqual([false, true])
    expect(issuer?.fingerprint256).toBe(authority.fingerprint256)
    expect(own?.subject).toContain('轻舟消费金融有限公司')
  })

  it('fails verification after a change of any byte', async () => {
    const pdf = await printAndSign()
    const places = [20, pdf.indexOf('/Title') + 8, pdf.indexOf('/M (') + 6, pdf.length - 12]
    for (const place of places) {
      const changed = byteChanged(pdf, place)
      expect(readSignature(changed).isValid).toBe(false)
    }
  })

  it('fails verification after something was appended', async () => {
    const longer = Buffer.concat([await printAndSign(), Buffer.from('\n%%EOF')])
    expect(readSignature(longer).isOverAll).toBe(false)
  })

  it('is readable by another reader, with its seal whole on one page', async () => {
    for (const rows of [3, 17, 19, 21, 60]) {
      const pages = await textOfPdf(await printAndSign(rows))
      const last = pages.at(-1) ?? ''
      for (const words of ['轻舟消费金融有限公司电子签章', '校验码0123-4567-89AB-CDEF']) {
        expect(last).toContain(words)
      }
    }
  })
})

describe('a signed document for a screen reader', { timeout: 30_000 }, () => {
  it('reads out the seal, describes the QR code and names the signature field', async () => {
    const [page] = await readTaggedPages(await printAndSign())
    expect(page?.elements.slice(-5)).toEqual([
      'Figure 二维码，内容为 https://loans.example/#/user/verify?code=0123-4567-89AB-CDEF',
      'P 轻舟消费金融有限公司',
      'P 电子签章',
      'P 校验码0123-4567-89AB-CDEF',
      'Form 轻舟消费金融有限公司的数字签名',
    ])
  })

  it('has no QR code when there is no page to verify it on', async () => {
    const { seal, ...document } = documentWith(3)
    const lines = seal?.lines ?? []
    const bare = { signer: '轻舟消费金融有限公司', signedAt: now(), lines }
    const pdf = await signer.sign(await printer.print({ ...document, seal: bare }))
    expect(readSignature(pdf)).toMatchObject({ isOverAll: true, isValid: true })
    const [page] = await readTaggedPages(pdf)
    expect(page?.elements.filter((element) => element.startsWith('Figure'))).toEqual([])
    expect(page?.elements).toContain('P 电子签章')
  })
})

describe('the sandbox signing key', () => {
  it('is created once, even concurrently, and readable by its owner only', async () => {
    const [first, ...others] = await Promise.all(
      [1, 2, 3].map(async () => sandboxSigningKey(folder, now)),
    )
    for (const other of others) {
      expect(other.chain[0].fingerprint256).toBe(first?.chain[0].fingerprint256)
    }
    const keys = join(folder, 'keys')
    expect(readdirSync(keys).toSorted()).toEqual(['lender-authority.pem', 'lender-signing.pem'])
    for (const name of readdirSync(keys)) expect(statSync(join(keys, name)).mode & 0o077).toBe(0)
  })
})

const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

describe('a lender’s signing key', () => {
  const files = { passphrase: undefined }

  it('is refused when missing, when it does not match the certificate, or when the chain is invalid', async () => {
    const mine = await issueTestKey(now())
    const other = await issueTestKey(now())
    const keyFile = write('key.pem', mine.key)
    const certificateFile = write('own.pem', mine.certificates)
    expect(readSigningKey({ ...files, keyFile, certificateFile }, now()).chain).toHaveLength(2)
    const read = (paths: object) => () =>
      readSigningKey({ ...files, keyFile, certificateFile, ...paths }, now())
    expect(read({ keyFile: join(folder, 'none') })).toThrow('LENDER_KEY_FILE cannot be read')
    expect(read({ certificateFile: keyFile })).toThrow('holds no certificate')
    expect(read({ keyFile: certificateFile })).toThrow('LENDER_KEY_FILE is no private key')
    expect(read({ keyFile: write('other.pem', other.key) })).toThrow('is not the key of')
    const torn = mine.certificates.replace(mine.authority, other.authority)
    expect(read({ certificateFile: write('torn.pem', torn) })).toThrow('up to its issuers')
  })

  it('is refused when weak or expired, and when encrypted needs its passphrase', async () => {
    const issued = await issueTestKey(now())
    const keyFile = write('key.pem', issued.key)
    const certificateFile = write('own.pem', issued.certificates)
    const late = new Date('2100-01-01')
    expect(() => readSigningKey({ ...files, keyFile, certificateFile }, late)).toThrow('valid from')
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const weak = write('weak.pem', String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
    expect(() => readSigningKey({ ...files, keyFile: weak, certificateFile }, now())).toThrow(
      'RSA of 3072 bits at least',
    )
  })
})
