import { base64OfBytes } from '@qingzhou/contract/wire/bytes'
import { PART_BYTES } from '@qingzhou/contract/wire/files'
import { evidenceShapes } from '@qingzhou/contract/features/evidence'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '#platform/api/api-error.ts'
import { type FilePart, type FileToSend, sendFile } from './send-file.ts'

type ArrivedParts = { readonly parts: number }

/** Three different parts, the last one short. */
const bytes = Uint8Array.from(
  { length: PART_BYTES * 2 + 77 },
  (_, at) => (at * 31 + (at >> 8)) % 251,
)
const file = new Blob([bytes])

const networkError = () => new ApiError('网络异常，请重试', { code: 'network' })

/**
 * A server with one upload. `breaks` defines what fails on the n-th call, and whether the part
 * arrived.
 */
function createServer(breaks: Readonly<Record<number, { arrives: boolean; error: Error }>> = {}) {
  const stored: string[] = []
  const asked: FilePart[] = []
  return {
    stored,
    asked,
    partsSent: () => asked.map(({ part }) => part?.at ?? 'how far'),
    send: async (part: FilePart): Promise<ArrivedParts> => {
      asked.push(part)
      const broken = breaks[asked.length]
      if (part.part && (broken?.arrives ?? true)) stored[part.part.at] = part.part.bytes
      if (broken) throw broken.error
      return { parts: stored.length }
    },
  }
}

async function run(
  server: ReturnType<typeof createServer>,
  more: Partial<FileToSend<ArrivedParts>> = {},
) {
  return sendFile({
    file,
    fileName: 'invoice.pdf',
    owner: 'PROOF-1',
    send: server.send,
    signal: new AbortController().signal,
    // Reports the network as available to every waiter.
    onWaiting: (isWaiting) => {
      if (isWaiting) queueMicrotask(() => window.dispatchEvent(new Event('online')))
    },
    ...more,
  })
}

const numberFor = async (more: Partial<FileToSend<ArrivedParts>>) =>
  (await run(createServer(), more)).uploadNo

/** The expected parts, as on the wire. */
const parts = [0, 1, 2].map((at) =>
  base64OfBytes(bytes.subarray(at * PART_BYTES, (at + 1) * PART_BYTES)),
)

describe('file upload', () => {
  it('asks for the stored length, then sends the parts in order', async () => {
    const server = createServer()
    await run(server)
    expect(server.partsSent()).toEqual(['how far', 0, 1, 2])
    expect(server.stored).toEqual(parts)
  })

  it('uses a name that the contract accepts', async () => {
    const server = createServer()
    await run(server)
    for (const part of server.asked) {
      const request = { ...part, evidenceNo: 'PROOF-0001' }
      expect(z.safeDecode(evidenceShapes.upload.request, request).error).toBeUndefined()
    }
  })

  it('uses one number for the same file and target, and another for another target', async () => {
    const first = await numberFor({})
    expect(await numberFor({ fileName: 'renamed.pdf' })).toBe(first)
    expect(await numberFor({ owner: 'PROOF-2' })).not.toBe(first)
    expect(await numberFor({ file: new Blob(['other']) })).not.toBe(first)
  })

  it('reports progress after each part', async () => {
    const shares: number[] = []
    await run(createServer(), { onProgress: (share) => shares.push(share) })
    expect(shares).toEqual([0, 1 / 3, 2 / 3, 1])
  })

  it('resumes when the file is picked again', async () => {
    const server = createServer({
      4: { arrives: false, error: new Error('the page was reloaded') },
    })
    await expect(run(server)).rejects.toThrow('reloaded')
    await run(server)
    expect(server.partsSent()).toEqual(['how far', 0, 1, 2, 'how far', 2])
  })

  it('does not send a complete file again', async () => {
    const server = createServer()
    await run(server)
    await run(server)
    expect(server.partsSent()).toEqual(['how far', 0, 1, 2, 'how far'])
  })

  it('sends a lost part again', async () => {
    const server = createServer({ 3: { arrives: false, error: networkError() } })
    await run(server)
    expect(server.partsSent()).toEqual(['how far', 0, 1, 'how far', 1, 2])
    expect(server.stored).toEqual(parts)
  })

  it('does not repeat a part of which only the answer was lost', async () => {
    const server = createServer({ 3: { arrives: true, error: networkError() } })
    await run(server)
    expect(server.partsSent()).toEqual(['how far', 0, 1, 'how far', 2])
  })

  it('gives up after six consecutive failures', async () => {
    const failing = Object.fromEntries(
      Array.from({ length: 99 }, (_, call) => [
        call + 3,
        { arrives: false, error: networkError() },
      ]),
    )
    const server = createServer(failing)
    await expect(run(server)).rejects.toMatchObject({ code: 'network' })
    expect(server.asked).toHaveLength(2 + 6)
  })

  it('does not repeat a file that the server refuses', async () => {
    const refusal = new ApiError('文件打不开', { code: 'FILE0001' })
    const server = createServer({ 4: { arrives: true, error: refusal } })
    await expect(run(server)).rejects.toBe(refusal)
    expect(server.partsSent()).toEqual(['how far', 0, 1, 2])
  })

  it('stops when the screen is left, even while offline', async () => {
    const leaving = new AbortController()
    const server = createServer({ 2: { arrives: false, error: networkError() } })
    const onWaiting = () => queueMicrotask(() => leaving.abort())
    const sending = run(server, { signal: leaving.signal, onWaiting })
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
    expect(server.asked).toHaveLength(2)
  })
})
