import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Integer, OctetString } from 'asn1js'
import { ContentInfo, SignedData, TSTInfo } from 'pkijs'
import { createSigner } from '@qingzhou/platform/documents/signing/signer'
import {
  issueTestKey,
  sandboxSigningKey,
} from '@qingzhou/platform/documents/signing/sandbox-signing-key'
import { readSignature } from '@qingzhou/platform/documents/signing/testing/read-signature'
import { createPrinter } from '@qingzhou/platform/documents/print'
import { ProviderOutage } from '@qingzhou/platform/provider-fault'
import { byteChanged } from '@qingzhou/platform/testing/byte-changed'
import { createStamp } from './rfc3161.ts'
import { startTimestampAuthority } from './testing/timestamp-authority.ts'

const folder = mkdtempSync(join(tmpdir(), 'qingzhou-timestamp-'))
const now = () => new Date()
const bytes = Buffer.from('the value of a signature')
let authority: Awaited<ReturnType<typeof startTimestampAuthority>>

beforeAll(async () => {
  authority = await startTimestampAuthority()
  writeFileSync(join(folder, 'authority.pem'), authority.authority)
  const { authority: other } = await issueTestKey(new Date(), 'timestamps')
  writeFileSync(join(folder, 'other.pem'), other)
})
afterAll(async () => {
  await authority.stop()
  rmSync(folder, { recursive: true })
})

const stampOf = (trusted = 'authority.pem', url = authority.url) =>
  createStamp({ url, certificatesFile: join(folder, trusted) })

/** Undoes a change of the authority's answers after the work. */
async function whileChanged(change: () => void, work: () => Promise<void>): Promise<void> {
  change()
  await work().finally(() => {
    authority.changeAnswers((answer) => answer)
    authority.changeStamps((info) => info)
  })
}

function infoIn(token: ContentInfo): TSTInfo {
  const { encapContentInfo } = new SignedData({ schema: token.content as unknown })
  return TSTInfo.fromBER(encapContentInfo.eContent?.getValue() ?? new ArrayBuffer())
}

const derOf = (info: TSTInfo | undefined) => info && Buffer.from(info.toSchema().toBER())

describe('a time stamp', () => {
  it('is accepted when it is over these bytes and signed by a trusted authority', async () => {
    const before = Date.now()
    const token = await stampOf()(bytes)
    const { genTime } = infoIn(token)
    expect(Math.abs(genTime.getTime() - before)).toBeLessThan(60_000)
  })

  it('cannot be changed: no answer with a byte changed says anything else', async () => {
    let said: TSTInfo | undefined
    const outcomes: string[] = []
    for (let share = 0.02; share < 1; share += 0.04) {
      await whileChanged(
        () => {
          authority.changeStamps((info) => (said = info))
          authority.changeAnswers((answer) => {
            return byteChanged(answer, Math.floor(answer.length * share))
          })
        },
        async () => {
          const outcome = await stampOf()(bytes).catch((error: unknown) => error)
          outcomes.push(outcome instanceof ProviderOutage ? 'refused' : 'accepted')
          // Only a byte outside the stamp itself, in a certificate beside it, may not matter.
          if (outcome instanceof ContentInfo) {
            expect(derOf(infoIn(outcome))).toEqual(derOf(said))
          } else expect(outcome).toBeInstanceOf(ProviderOutage)
        },
      )
    }
    expect(outcomes.filter((outcome) => outcome === 'refused').length).toBeGreaterThan(10)
  })

  it('is refused when it is over other bytes, or answers another question', async () => {
    await whileChanged(
      () =>
        authority.changeStamps((info) => {
          info.messageImprint.hashedMessage = new OctetString({
            valueHex: new Uint8Array(32).buffer,
          })
          return info
        }),
      () => expect(stampOf()(bytes)).rejects.toThrow(ProviderOutage),
    )
    await whileChanged(
      () =>
        authority.changeStamps((info) => {
          info.nonce = new Integer({ value: 7 })
          return info
        }),
      () => expect(stampOf()(bytes)).rejects.toThrow(ProviderOutage),
    )
  })

  it('is refused when another authority signed it, or the answer is no stamp', async () => {
    await expect(stampOf('other.pem')(bytes)).rejects.toThrow(ProviderOutage)
    await whileChanged(
      () => authority.changeAnswers(() => Buffer.from('no stamp')),
      () => expect(stampOf()(bytes)).rejects.toThrow(ProviderOutage),
    )
    await expect(stampOf('authority.pem', 'http://127.0.0.1:1/')(bytes)).rejects.toThrow(
      ProviderOutage,
    )
  })

  it('is part of a signed document, which stays valid', { timeout: 60_000 }, async () => {
    const printer = createPrinter()
    try {
      const signer = createSigner(async () => sandboxSigningKey(folder, now), now, stampOf())
      const seal = { signer: '某公司', signedAt: now(), lines: ['电子签章'] }
      const pdf = await signer.sign(
        await printer.print({ title: '证明', foot: '1', blocks: [], seal }),
      )
      expect(readSignature(pdf)).toMatchObject({ isOverAll: true, isValid: true, hasStamp: true })
    } finally {
      await printer.stop()
    }
  })
})
