import { sha256 } from '@qingzhou/platform/canonical-json'
import { lender } from '@qingzhou/platform/config/brand'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'
import { listReferencedFiles } from './copied-rows-store.ts'
import type { CopiedTables } from './copied-rows.ts'
import { listLeftOut, writeCopy } from './copy-document.ts'
import { zipOf, type ZipEntry } from './zip.ts'

type Deps = Pick<Services, 'database' | 'files' | 'printer' | 'signer'>

type CopyContents = {
  readonly customer: CustomerNo
  readonly requestNo: string
  readonly tables: CopiedTables
  readonly at: Date
}

/**
 * The archive: the copy for reading and for machines, the files, their digests, the lender's
 * signature over the digests, and how to check it.
 */
export async function makeArchive(services: Deps, copied: CopyContents): Promise<Buffer> {
  const { tables, requestNo, at } = copied
  const { printer, signer } = services
  const data = { lender: lender.company, requestNo, at, tables, leftOut: listLeftOut() }
  const contents = [
    { name: 'data.pdf', bytes: await signer.sign(await printer.print(writeCopy(tables, copied))) },
    { name: 'data.json', bytes: Buffer.from(`${JSON.stringify(data, undefined, 2)}\n`) },
    { name: '说明.txt', bytes: Buffer.from(`${instructions(requestNo).join('\r\n')}\r\n`) },
    ...(await copiedFiles(services, copied)),
  ]
  const digests = Buffer.from(
    contents.map(({ name, bytes }) => `${sha256(bytes).toString('hex')}  ${name}\n`).join(''),
  )
  return zipOf(
    [
      ...contents,
      { name: 'SHA256SUMS', bytes: digests },
      { name: 'SHA256SUMS.p7s', bytes: await signer.signDetached(digests) },
    ],
    at,
  )
}

async function copiedFiles(
  { database, files }: Pick<Deps, 'database' | 'files'>,
  { customer }: CopyContents,
): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  for (const { fileNo, kind } of await listReferencedFiles(database, customer)) {
    const bytes = await files.read({ customer, fileNo })
    if (bytes) entries.push({ name: `files/${kind}-${fileNo}.${fileEnding(bytes)}`, bytes })
  }
  return entries
}

function fileEnding(bytes: Buffer): string {
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? 'pdf' : 'jpg'
}

function instructions(requestNo: string): string[] {
  return [
    `个人信息副本（申请编号 ${requestNo}）`,
    '',
    'data.pdf    便于阅读的副本，带有数字签名',
    'data.json   全部内容，可由程序读取',
    'files       您的照片、材料和证明',
    'SHA256SUMS  以上每个文件的摘要',
    'SHA256SUMS.p7s  贷款人对 SHA256SUMS 的数字签名（CMS，DER）',
    '',
    '核验方法',
    `1. data.pdf：用支持数字签名的 PDF 阅读器打开，在签名栏查看签名人为${lender.company}、签名后未改动。`,
    '2. 其他文件：解压后在本文件夹中依次执行以下命令。',
    '   openssl cms -verify -noverify -binary -inform DER -in SHA256SUMS.p7s -content SHA256SUMS -signer signer.pem -out verified',
    '   sha256sum -c SHA256SUMS',
    '   openssl x509 -in signer.pem -noout -subject -issuer',
    `   前两条均应显示成功，第三条显示的签名人应为${lender.company}。`,
    '',
    `压缩包含有您的敏感个人信息，请妥善保管，不要转发给他人。如果不是您本人申请，请立即致电 ${lender.servicePhone}（${lender.serviceHours}）。`,
    lender.company,
  ]
}
