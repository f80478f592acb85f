import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { product as rules } from '@qingzhou/domain/product'
import { dayInShanghai } from '@qingzhou/platform/clock'
import {
  readDetached,
  readSignature,
} from '@qingzhou/platform/documents/signing/testing/read-signature'
import { textOfPdf } from '@qingzhou/platform/documents/testing/read-pdf'
import { newSubmittedApplicant } from '#features/credit/testing/applying.ts'
import { newApplicant, onAnotherPhone, patient } from '#features/identity/testing/applicant.ts'
import { findPerson } from '#features/identity/index.ts'
import { newEvidenceBorrower, submitPhoto } from '#features/evidence/testing/evidence-borrower.ts'
import { expectRefusal, messagesTo } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'
import { newStaff } from '#testing/staff.ts'
import { dumpDatabase, readUploads } from '#testing/stored.ts'
import { confirmCopy, download, makeCopy, newCopyNo } from './testing/copies.ts'
import { unzip } from './testing/unzip.ts'

const product = startProductForFile(patient)

const DAY_SECONDS = 86_400

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function archiveOf(client: Parameters<typeof download>[1], requestNo: string) {
  const { url } = await client.api['data-copies'].link({ requestNo })
  const answer = await download(product, client, { url })
  expect(answer.headers['content-type']).toBe('application/zip')
  return answer.rawPayload
}

describe('a copy of personal data', { timeout: 120_000 }, () => {
  it('has what is stored about a borrower, opened in the archive only, and its files', async () => {
    const borrower = await newEvidenceBorrower(product)
    await submitPhoto(borrower)
    const { services } = product
    const person = await findPerson(services.database, services, borrower.customer)
    const requestNo = await makeCopy(product, borrower)
    const files = unzip(await archiveOf(borrower.client, requestNo))

    const data = JSON.parse(String(files.get('data.json'))) as {
      tables: Record<string, Record<string, unknown>[]>
    }
    expect(data.tables['customers']).toMatchObject([{ phone: borrower.phone }])
    expect(data.tables['id_cards']).toMatchObject([
      { name: person?.name, number: person?.idNumber },
    ])
    expect(data.tables['loans']).toMatchObject([{ loan_no: borrower.loanNo }])
    expect(data.tables['id_card_photos']).toHaveLength(2)
    expect(data.tables['signed_agreements']?.length).toBeGreaterThan(0)

    const text = (await textOfPdf(files.get('data.pdf') ?? Buffer.alloc(0))).join('')
    for (const words of ['个人信息副本', person?.name, person?.idNumber, borrower.loanNo]) {
      expect(text).toContain(words)
    }
    const pictures = [...files].filter(([name]) => name.startsWith('files/'))
    expect(pictures.length).toBeGreaterThanOrEqual(3)
    expect(pictures.every(([, bytes]) => bytes.readUInt16BE(0) === 0xffd8)).toBe(true)

    const stored = [await dumpDatabase(services.database), ...(await readUploads(product))]
    for (const secret of [person?.idNumber ?? '', borrower.phone]) {
      expect(stored.filter((bytes) => bytes.includes(secret))).toEqual([])
      expect(product.logged()).not.toContain(secret)
    }
  })

  it('has the details of an application as data, and the contacts in the document', async () => {
    const applicant = await newSubmittedApplicant(product)
    const files = unzip(await archiveOf(applicant.client, await makeCopy(product, applicant)))
    const data = JSON.parse(String(files.get('data.json'))) as {
      tables: Record<string, { basic?: { contacts: { name: string }[] } }[]>
      leftOut: string[]
    }
    const [profile] = data.tables['profiles'] ?? []
    expect(profile?.basic?.contacts.map(({ name }) => name)).toEqual(['苏晚', '林照'])
    const text = (await textOfPdf(files.get('data.pdf') ?? Buffer.alloc(0))).join('')
    for (const words of ['苏晚', '没有列入副本的内容', ...data.leftOut.slice(0, 1)]) {
      expect(text).toContain(words.replaceAll(' ', ''))
    }
  })

  it('is signed: the document as a certificate is, and the digests of all its files', async () => {
    const applicant = await newApplicant(product)
    const files = unzip(await archiveOf(applicant.client, await makeCopy(product, applicant)))
    const pdf = files.get('data.pdf') ?? Buffer.alloc(0)
    expect(readSignature(pdf)).toMatchObject({ isOverAll: true, isValid: true })

    const digests = files.get('SHA256SUMS') ?? Buffer.alloc(0)
    const signature = files.get('SHA256SUMS.p7s') ?? Buffer.alloc(0)
    expect(readDetached(signature, digests).isValid).toBe(true)
    expect(readDetached(signature, Buffer.concat([digests, Buffer.from(' ')])).isValid).toBe(false)
    const signed = new Map(
      String(digests)
        .trim()
        .split('\n')
        .map((line) => [line.slice(66), line.slice(0, 64)]),
    )
    const others = [...files].filter(([name]) => !name.startsWith('SHA256SUMS'))
    expect(others.filter(([name, bytes]) => signed.get(name) !== sha256(bytes))).toEqual([])
    expect(String(files.get('说明.txt'))).toContain('openssl cms -verify')
  })

  it('needs the code of its purpose, once for each copy', async () => {
    const applicant = await newApplicant(product)
    const api = applicant.client.api['data-copies']
    await expectRefusal(api.request({ requestNo: newCopyNo() }), { kind: 'verification-needed' })
    await confirmCopy(product, applicant)
    expect(await api.copies({})).toMatchObject({ isConfirmed: true, copies: [] })
    await api.request({ requestNo: newCopyNo() })
    await product.runTasks()
    await expectRefusal(api.request({ requestNo: newCopyNo() }), { kind: 'verification-needed' })
  })

  it('is one for a repeated request and for two phones at once, and both see it', async () => {
    const applicant = await newApplicant(product)
    const other = await onAnotherPhone(product, applicant)
    await confirmCopy(product, applicant)
    await confirmCopy(product, other)
    const requestNo = newCopyNo()
    const [mine, again, theirs] = await Promise.all([
      applicant.client.api['data-copies'].request({ requestNo }),
      applicant.client.api['data-copies'].request({ requestNo }),
      other.client.api['data-copies'].request({ requestNo: newCopyNo() }),
    ])
    expect([mine, again, theirs].map(({ copies }) => copies.length)).toEqual([1, 1, 1])
    expect(theirs.copies).toMatchObject([{ state: 'preparing', percent: 0 }])
    await product.runTasks()
    const seen = await other.client.api['data-copies'].copies({})
    expect(seen.copies).toMatchObject([{ state: 'ready', percent: 100 }])
    const made = seen.copies[0]?.requestNo ?? ''
    expect(await archiveOf(other.client, made)).toEqual(await archiveOf(applicant.client, made))
  })

  it('is announced by SMS, downloaded again and from the middle on, by its own session only', async () => {
    const [applicant, stranger] = [await newApplicant(product), await newApplicant(product)]
    const requestNo = await makeCopy(product, applicant)
    const messages = await messagesTo(product, applicant.phone)
    expect(messages.some(({ text }) => text.includes('个人信息副本已准备好'))).toBe(true)

    const { url } = await applicant.client.api['data-copies'].link({ requestNo })
    const whole = await download(product, applicant.client, { url })
    const rest = await download(product, applicant.client, { url, range: 'bytes=1000-' })
    expect(rest.statusCode).toBe(206)
    expect(rest.headers['content-range']).toBe(
      `bytes 1000-${whole.rawPayload.length - 1}/${whole.rawPayload.length}`,
    )
    expect(rest.rawPayload).toEqual(whole.rawPayload.subarray(1000))
    expect(rest.headers.etag).toBe(whole.headers.etag)
    const beyond = `bytes=${whole.rawPayload.length}-`
    expect((await download(product, applicant.client, { url, range: beyond })).statusCode).toBe(416)

    expect((await download(product, stranger.client, { url })).statusCode).toBe(404)
    await expectRefusal(stranger.client.api['data-copies'].link({ requestNo }), {
      kind: 'data-copy-gone',
    })
  })

  it('is in the timeline of the console, with its request and its download', async () => {
    const applicant = await newApplicant(product)
    const requestNo = await makeCopy(product, applicant)
    await applicant.client.api['data-copies'].link({ requestNo })
    const { client } = await newStaff(product, ['operator'])
    const { customer } = applicant
    const { events } = await client.api['console-customers'].timeline({
      customer,
      subject: 'account',
    })
    const copies = events.filter(({ what }) => what.startsWith('data-copy-'))
    expect(copies.map(({ what, who }) => `${what} by ${who}`).toSorted()).toEqual([
      'data-copy-downloaded by customer',
      'data-copy-ready by system',
      'data-copy-requested by customer',
    ])
  })

  it('is deleted when its days are over', async () => {
    const applicant = await newApplicant(product)
    const requestNo = await makeCopy(product, applicant)
    const later = await onAnotherPhone(product, applicant)
    product.advance(rules.dataCopy.days * DAY_SECONDS + 1)
    await product.runTasks()
    const back = await onAnotherPhone(product, later)
    expect((await back.client.api['data-copies'].copies({})).copies).toMatchObject([
      { requestNo, state: 'expired' },
    ])
    await expectRefusal(back.client.api['data-copies'].link({ requestNo }), {
      kind: 'data-copy-gone',
    })
    product.advance(3_601)
    await product.services.files.sweep()
    const left = await product.services.database.query(
      `SELECT FROM files WHERE customer_no = $1 AND kind = 'data-copy'`,
      [applicant.customer],
    )
    expect(left).toEqual([])
  })

  it('can be asked for three times in thirty days', async () => {
    const applicant = await newApplicant(product)
    const first = dayInShanghai(product.services.now())
    for (let count = 0; count < rules.dataCopy.requestsMax; count += 1) {
      await makeCopy(product, applicant)
    }
    await confirmCopy(product, applicant)
    const opensOn = addDays(first, rules.dataCopy.requestDays)
    const { api } = applicant.client
    await expectRefusal(api['data-copies'].request({ requestNo: newCopyNo() }), {
      kind: 'data-copies-used-up',
      opensOn,
    })
    expect(await api['data-copies'].copies({})).toMatchObject({ opensOn })
  })

  it('is made once when its task runs twice or was killed, and its progress is kept', async () => {
    const applicant = await newApplicant(product)
    const requestNo = newCopyNo()
    await confirmCopy(product, applicant)
    await applicant.client.api['data-copies'].request({ requestNo })
    const { services } = product
    await services.database.query(
      `UPDATE data_copies SET tables_read = 16 WHERE customer_no = $1`,
      [applicant.customer],
    )
    const { copies } = await applicant.client.api['data-copies'].copies({})
    expect(copies[0]?.percent).toBeGreaterThan(0)
    await product.runTasks()
    const archive = await archiveOf(applicant.client, requestNo)
    await services.database.inTransaction((tx) =>
      services.tasks.add(tx, {
        kind: 'prepare-data-copy',
        payload: { customer: applicant.customer, requestNo },
      }),
    )
    await product.runTasks()
    expect(await archiveOf(applicant.client, requestNo)).toEqual(archive)
  })
})
