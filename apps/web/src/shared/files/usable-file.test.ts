import { bytesOfText } from '@qingzhou/contract/wire/bytes'
import { FILE_BYTES_MAX } from '@qingzhou/contract/wire/files'
import { describe, expect, it } from 'vitest'
import { usableFile } from './usable-file.ts'

const heads = {
  jpeg: [0xff, 0xd8, 0xff, 0xe0],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  webp: [...bytesOfText('RIFF1234WEBPVP8 ')],
  pdf: [...bytesOfText('%PDF-1.7\n')],
  heic: [...bytesOfText('\u0000\u0000\u0000\u0018ftypheic')],
} as const

function fileOf(head: readonly number[], name: string, size = 64): File {
  const bytes = new Uint8Array(size)
  bytes.set(head)
  return new File([bytes], name)
}

describe('picked file', () => {
  it('is recognised by its first bytes', async () => {
    expect(await usableFile(fileOf(heads.jpeg, 'a.jpg'))).toMatchObject({ kind: 'picture' })
    expect(await usableFile(fileOf(heads.png, 'a.png'))).toMatchObject({ kind: 'picture' })
    expect(await usableFile(fileOf(heads.webp, 'a.webp'))).toMatchObject({ kind: 'picture' })
    expect(await usableFile(fileOf(heads.pdf, 'a.pdf'))).toMatchObject({ kind: 'pdf' })
  })

  it('is rejected when its type is wrong', async () => {
    const page = new File(['<html><script>alert(1)</script>'], 'photo.jpg', { type: 'image/jpeg' })
    await expect(usableFile(page)).rejects.toThrow('“photo.jpg”不是图片或 PDF')
    await expect(usableFile(new File(['<svg/>'], 'a.svg'))).rejects.toThrow('不是图片或 PDF')
    await expect(usableFile(new File(['PK\u0003\u0004'], 'a.docx'))).rejects.toThrow('请上传 JPG')
  })

  it('may have ten megabytes and not one byte more', async () => {
    const largest = fileOf(heads.pdf, 'a.pdf', FILE_BYTES_MAX)
    expect((await usableFile(largest)).blob.size).toBe(FILE_BYTES_MAX)
    const larger = fileOf(heads.pdf, 'a.pdf', FILE_BYTES_MAX + 1)
    await expect(usableFile(larger)).rejects.toThrow('超过 10 MB')
  })

  it('a picked file is rejected when empty', async () => {
    await expect(usableFile(new File([], 'a.pdf'))).rejects.toThrow('是空文件')
  })

  it('is sent unchanged when this browser cannot reduce it', async () => {
    const photo = fileOf(heads.jpeg, 'large.jpg', 3 * 1024 * 1024)
    expect((await usableFile(photo)).blob).toBe(photo)
  })

  it('a picked file of an unsupported camera format is rejected with advice', async () => {
    await expect(usableFile(fileOf(heads.heic, 'IMG_1.HEIC'))).rejects.toThrow('请截图后上传')
  })

  it('gets a name that the contract accepts', async () => {
    const name = `${'长'.repeat(200)}\u0000.pdf`
    const { fileName } = await usableFile(fileOf(heads.pdf, name))
    expect(fileName).toBe(`${'长'.repeat(116)}.pdf`)
    expect((await usableFile(fileOf(heads.pdf, '\u0007'))).fileName).toBe('未命名文件')
  })
})
