import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storedResult } from './stored-result.ts'

let folder: string
let computed: string[]
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'qingzhou-results-')), 'made-when-needed')
  computed = []
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

async function resultFor(where: string | undefined, ...input: string[]): Promise<string> {
  const result = await storedResult(where, input, async () => {
    computed.push(input.join())
    return Buffer.from(`result of ${input.join()}`)
  })
  return Buffer.from(result).toString()
}

describe('a stored result', () => {
  it('is computed once for each input and read from the folder afterwards', async () => {
    expect(await resultFor(folder, 'a', 'b')).toBe('result of a,b')
    expect(await resultFor(folder, 'a', 'b')).toBe('result of a,b')
    expect(await resultFor(folder, 'ab')).toBe('result of ab')
    expect(computed).toEqual(['a,b', 'ab'])
  })

  it('is computed each time without a folder', async () => {
    await resultFor(undefined, 'a')
    await resultFor(undefined, 'a')
    expect(computed).toEqual(['a', 'a'])
  })

  it('is not stored when the computation fails', async () => {
    const failing = storedResult(folder, ['a'], () => Promise.reject(new Error('no engine')))
    await expect(failing).rejects.toThrow('no engine')
    expect(await resultFor(folder, 'a')).toBe('result of a')
  })
})
