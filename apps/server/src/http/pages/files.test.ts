import { beforeAll, describe, expect, it } from 'vitest'
import { deleteOldLinks, newFileLinks } from '@qingzhou/platform/files/file-link-store'
import { HOUSE } from '@qingzhou/platform/files/files'
import { armedPdf } from '@qingzhou/platform/files/testing/hostile-pdfs'
import { patient } from '#features/identity/testing/applicant.ts'
import {
  submitPhoto,
  newEvidenceBorrower,
  sendFile,
  type EvidenceBorrower,
} from '#features/evidence/testing/evidence-borrower.ts'
import { disableStaff } from '#features/staff-members/index.ts'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'
import { newStaff } from '#testing/staff.ts'

const product = startProductForFile(patient)
let owner: EvidenceBorrower
beforeAll(async () => {
  owner = await newEvidenceBorrower(product)
})

/** Opens a link as a browser does: with its cookies only. */
function open(url: string | undefined, client?: Client) {
  const cookie = [...(client?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  return product.app.inject({ method: 'GET', url: url ?? '', headers: { cookie } })
}

async function linkOf({ client, evidenceNo }: EvidenceBorrower): Promise<string | undefined> {
  return (await client.api.evidence.list({ evidenceNo })).files[0]?.url
}

describe('a link to a file', { timeout: 60_000 }, () => {
  it('shows the file repeatedly, with its own type and without active content', async () => {
    const fileName = `o'"; filename="x.exe <script>.png`
    await sendFile(owner.client.api.evidence.upload, { evidenceNo: owner.evidenceNo, fileName })
    const url = await linkOf(owner)
    expect(url).toMatch(/^\/files\/[\w-]{32}$/)
    for (const _ of [1, 2]) {
      const shown = await open(url, owner.client)
      expect(shown.statusCode).toBe(200)
      expect(shown.rawPayload.readUInt16BE(0)).toBe(0xffd8)
      expect(shown.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(shown.headers['content-security-policy']).toContain('sandbox')
      expect(shown.headers['content-disposition']).toMatch(
        /^inline; filename="file\.jpg"; filename\*=UTF-8''[\w%.~!-]+\.jpg$/,
      )
    }
  })

  it('shows a PDF with the PDF content type', async () => {
    const other = await newEvidenceBorrower(product)
    const { evidenceNo, client } = other
    await sendFile(client.api.evidence.upload, { evidenceNo, bytes: await armedPdf() })
    const shown = await open(await linkOf(other), client)
    expect(shown.headers['content-type']).toBe('application/pdf')
    expect(shown.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('sends a CSV file as a download', async () => {
    const { services } = product
    const holder = owner.client.cookies.get('qz_session')
    const fileNo = await services.files.put(Buffer.from('a,b'), { customer: HOUSE, kind: 'export' })
    const file = { customer: HOUSE, fileNo, fileName: '名单.csv', form: 'csv' } as const
    const [url] = await newFileLinks(services.database, services, { holder, files: [file] })
    const shown = await open(url, owner.client)
    expect(shown.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(shown.headers['content-disposition']).toContain('attachment; ')
    expect(shown.body).toBe('a,b')
  })

  it('answers 404 to every other session, with the same message as an unknown link', async () => {
    const url = await linkOf(owner)
    const [other, reviewer] = [
      await newEvidenceBorrower(product),
      await newStaff(product, ['reviewer']),
    ]
    const answers = [
      await open(url),
      await open(url, other.client),
      await open(url, reviewer.client),
      await open('/files/0123456789abcdef0123456789abcdef', owner.client),
      await open('/files/short', owner.client),
    ]
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
    const words = answers.map((answer) => answer.json<{ statusInfo: { message: string } }>())
    expect(new Set(words.map(({ statusInfo }) => statusInfo.message)).size).toBe(1)
  })

  it('expires after ten minutes and is then deleted', async () => {
    const url = await linkOf(owner)
    product.advance(9 * 60)
    expect((await open(url, owner.client)).statusCode).toBe(200)
    product.advance(2 * 60)
    expect((await open(url, owner.client)).statusCode).toBe(404)
    const { database, now } = product.services
    await deleteOldLinks(database, now())
    const rows = await database.query<{ count: bigint }>(
      'SELECT count(*) FROM file_links WHERE expires_at < $1',
      [now()],
    )
    expect(rows).toEqual([{ count: 0n }])
  })

  it('ends with the session it was made for, also with a staff session', async () => {
    const other = await newEvidenceBorrower(product)
    await submitPhoto(other)
    const reviewer = await newStaff(product, ['reviewer'])
    const { files } = await reviewer.client.api.staff.evidence({ evidenceNo: other.evidenceNo })
    expect((await open(files[0]?.url, reviewer.client)).statusCode).toBe(200)
    expect((await open(files[0]?.url, other.client)).statusCode).toBe(404)
    await disableStaff(product.services, reviewer.username)
    expect((await open(files[0]?.url, reviewer.client)).statusCode).toBe(404)

    const url = await linkOf(other)
    const { services } = product
    await services.database.query('DELETE FROM sessions WHERE customer_no = $1', [other.customer])
    expect((await open(url, other.client)).statusCode).toBe(404)
  })

  it('accepts no method but GET', async () => {
    const url = (await linkOf(owner)) ?? ''
    for (const method of ['POST', 'HEAD', 'DELETE', 'PUT'] as const) {
      const { statusCode } = await product.app.inject({ method, url })
      expect(statusCode).toBeGreaterThanOrEqual(400)
    }
  })
})
