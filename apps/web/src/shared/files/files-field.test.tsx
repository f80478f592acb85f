import { bytesOfText } from '@qingzhou/contract/wire/bytes'
import {
  FILE_BYTES_MAX,
  FILES_MAX,
  type FileRecord,
  PART_BYTES,
} from '@qingzhou/contract/wire/files'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#platform/api/api-error.ts'
import { FilesField } from './files-field.tsx'
import type { FilePart } from './send-file.ts'
import { type UploadsSetup, useFiles } from './use-files.ts'

const networkError = () => new ApiError('网络异常，请重试', { code: 'network' })

/** The server of the field: recorded requests and prepared answers. */
let requests: FilePart[]
let removed: string[]
let signals: AbortSignal[]
let arrived: Map<string, number>
let answer: (part: FilePart) => Promise<void>
let removing: () => Promise<void>

beforeEach(() => {
  requests = []
  removed = []
  signals = []
  arrived = new Map()
  answer = async () => undefined
  removing = async () => undefined
})
afterEach(cleanup)

const setup: UploadsSetup = {
  owner: 'PROOF-1',
  stored: [],
  async send(part, { signal }) {
    requests.push(part)
    signals.push(signal)
    await answer(part)
    const parts = part.part ? part.part.at + 1 : (arrived.get(part.uploadNo) ?? 0)
    arrived.set(part.uploadNo, parts)
    const isWhole = parts >= Math.ceil(part.size / PART_BYTES)
    return { parts, file: isWhole ? recordOf(part.digest.slice(0, 32), part) : undefined }
  },
  async remove(fileNo) {
    removed.push(fileNo)
    await removing()
  },
}

function recordOf(fileNo: string, about: Pick<FilePart, 'fileName' | 'size'>): FileRecord {
  const kind = about.fileName.endsWith('.pdf') ? 'pdf' : 'picture'
  const url = `/files/${fileNo}`
  return { fileNo, ...about, kind, pages: 1, by: 'borrower', addedAt: 0, url }
}

function Form({ stored, renew }: Pick<UploadsSetup, 'stored' | 'renew'>) {
  const files = useFiles({ ...setup, stored, ...(renew && { renew }) })
  return (
    <>
      <FilesField label="凭证文件" files={files} />
      <output>{files.isBusy ? '在途' : `已到 ${files.stored.length}`}</output>
    </>
  )
}

const open = (stored: readonly FileRecord[] = []) => render(<Form stored={stored} />)
const picker = () => screen.getByLabelText('选择文件')
const pick = async (...files: File[]) => userEvent.upload(picker(), files, { applyAccept: false })
const findWords = async (words: string) => screen.findByText(words)

function pdf(name: string, size = 2048): File {
  const bytes = new Uint8Array(size)
  bytes.set(bytesOfText('%PDF-1.7 '))
  // Every file is different.
  bytes.set(bytesOfText(name), 16)
  return new File([bytes], name, { type: 'application/pdf' })
}

describe('the field for files', () => {
  it('uploads a file as soon as it is picked, and shows name and size', async () => {
    open()
    await pick(pdf('发票.pdf', 3072))
    await findWords('已到 1')
    expect(screen.getByTitle('发票.pdf')).toBeDefined()
    expect(screen.getByText('3 KB')).toBeDefined()
    expect(screen.getByText('1 / 9')).toBeDefined()
  })

  it('keeps the beginning and the end of a long name, and shows it in full when opened', async () => {
    open([recordOf('file-1', { fileName: '2026年8月装修合同.jpg', size: 1 })])
    const name = screen.getByTitle('2026年8月装修合同.jpg')
    expect(Array.from(name.children, (part) => part.textContent)).toEqual([
      '2026年8月装修',
      '合同.jpg',
    ])
    await userEvent.click(screen.getByRole('button', { name: '查看 2026年8月装修合同.jpg' }))
    expect(screen.getByRole('heading', { name: '2026年8月装修合同.jpg' })).toBeDefined()
  })

  it('shows the progress of each part', async () => {
    const gates: (() => void)[] = []
    answer = async () => new Promise((resolve) => void gates.push(resolve))
    const percentBefore = async (call: number) => {
      await waitFor(() => expect(gates).toHaveLength(call))
      const bar = screen.getByRole('progressbar', { name: 'a.pdf 上传进度' })
      const percent = bar.getAttribute('aria-valuenow')
      gates.at(-1)?.()
      return percent
    }
    open()
    await pick(pdf('a.pdf', PART_BYTES * 2))
    expect([await percentBefore(1), await percentBefore(2), await percentBefore(3)]).toEqual([
      '0',
      '0',
      '50',
    ])
    await findWords('已到 1')
    expect(requests.map(({ part }) => part?.at)).toEqual([undefined, 0, 1])
  })

  it('uploads one file after another', async () => {
    open()
    await pick(pdf('a.pdf'), pdf('b.pdf'))
    await findWords('已到 2')
    expect(requests.map(({ fileName }) => fileName)).toEqual(['a.pdf', 'a.pdf', 'b.pdf', 'b.pdf'])
  })

  it('rejects files that are too large or no picture, and uploads the others', async () => {
    open()
    const note = new File(['hello'], 'note.txt')
    await pick(pdf('huge.pdf', FILE_BYTES_MAX + 1), note, pdf('good.pdf'))
    await findWords('已到 1')
    const alert = within(screen.getByRole('alert'))
    expect(alert.getByText(/“huge.pdf”超过 10 MB/)).toBeDefined()
    expect(alert.getByText(/“note.txt”不是图片或 PDF/)).toBeDefined()
    expect(new Set(requests.map(({ fileName }) => fileName))).toEqual(new Set(['good.pdf']))
  })

  it('accepts nine files and shows how many were left out', async () => {
    const there = Array.from({ length: FILES_MAX - 1 }, (_, n) =>
      recordOf(`file-${n}`, { fileName: `${n}.pdf`, size: 1 }),
    )
    open(there)
    await pick(pdf('ninth.pdf'), pdf('tenth.pdf'))
    await findWords('已到 9')
    expect(screen.getByText('最多 9 个文件，有 1 个没有添加')).toBeDefined()
    expect(screen.queryByLabelText('选择文件')).toBeNull()
  })

  it('resumes when the network is back', async () => {
    open()
    answer = async ({ part }) => {
      if (part) throw networkError()
    }
    await pick(pdf('a.pdf'))
    await findWords('等待网络')
    answer = async () => undefined
    window.dispatchEvent(new Event('online'))
    await findWords('已到 1')
  })

  it('resumes on request without waiting', async () => {
    open()
    answer = async ({ part }) => {
      if (part?.at === 1) throw networkError()
    }
    await pick(pdf('a.pdf', PART_BYTES * 2))
    const resume = await screen.findByRole('button', { name: '继续上传 a.pdf' })
    answer = async () => undefined
    await userEvent.click(resume)
    await findWords('已到 1')
    expect(requests.map(({ part }) => part?.at)).toEqual([undefined, 0, 1, undefined, 1])
  })

  it('shows why the server refused a file, which can then only be removed', async () => {
    open()
    answer = async ({ part }) => {
      if (part) throw new ApiError('文件已加密，请去掉密码后上传', { code: 'FILE0002' })
    }
    await pick(pdf('locked.pdf'))
    await screen.findByText('“locked.pdf”：文件已加密，请去掉密码后上传')
    expect(screen.queryByText('继续上传')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '移除 locked.pdf' }))
    await screen.findByText('0 / 9')
    expect(removed).toEqual([])
  })

  it('removes a stored file once, however often it is tapped', async () => {
    open([recordOf('file-1', { fileName: 'old.pdf', size: 1 })])
    await userEvent.dblClick(screen.getByRole('button', { name: '移除 old.pdf' }))
    await screen.findByText('0 / 9')
    expect(removed).toEqual(['file-1'])
  })

  it('keeps a file that could not be removed, and shows why', async () => {
    open([recordOf('file-1', { fileName: 'old.pdf', size: 1 })])
    removing = async () => {
      throw networkError()
    }
    await userEvent.click(screen.getByRole('button', { name: '移除 old.pdf' }))
    await screen.findByText('网络异常，请重试')
    expect(screen.getByTitle('old.pdf')).toBeDefined()
  })

  it('cancels the upload of a removed file', async () => {
    open()
    answer = async () => new Promise(() => undefined)
    await pick(pdf('a.pdf'))
    await waitFor(() => expect(signals).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: '移除 a.pdf' }))
    expect(signals[0]?.aborted).toBe(true)
    await findWords('已到 0')
  })

  it('accepts the same file once', async () => {
    open()
    await pick(pdf('a.pdf'))
    await findWords('已到 1')
    await pick(pdf('a.pdf'))
    await screen.findByText('“a.pdf”已经上传过了')
    expect(screen.getByText('1 / 9')).toBeDefined()
  })

  it('requests new links when the first have expired', async () => {
    const old = recordOf('file-1', { fileName: 'old.jpg', size: 1 })
    const renew = async () => [{ ...old, url: '/files/new' }]
    render(<Form stored={[old]} renew={renew} />)
    await userEvent.click(screen.getByRole('button', { name: '查看 old.jpg' }))
    fireEvent.error(await screen.findByRole('img', { name: 'old.jpg' }))
    await userEvent.click(await screen.findByRole('button', { name: '重新打开' }))
    const picture = await screen.findByRole('img', { name: 'old.jpg' })
    expect(picture.getAttribute('src')).toBe('/files/new')
  })

  it('goes on uploading when the form is left, and shows the file when it is opened again', async () => {
    const { unmount } = open()
    const line = Promise.withResolvers<void>()
    answer = async () => line.promise
    await pick(pdf('a.pdf'))
    await waitFor(() => expect(signals).toHaveLength(1))
    unmount()
    const other = recordOf('b'.repeat(32), { fileName: 'of-another-phone.pdf', size: 10 })
    open([other])
    expect(screen.getAllByRole('button', { name: /^移除/ })).toHaveLength(2)
    expect(signals[0]?.aborted).toBe(false)
    line.resolve()
    await findWords('已到 2')
  })
})
