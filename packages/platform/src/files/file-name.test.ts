import { describe, expect, it } from 'vitest'
import { cleanFileName } from './uploads.ts'

describe('a file name', () => {
  it.each([
    ['发票.pdf', '发票.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\发票.jpg', '发票.jpg'],
    ['nul\0l.jpg', 'null.jpg'],
    ['a\r\nSet-Cookie: x.jpg', 'aSet-Cookie: x.jpg'],
    ['exe.\u202Egpj.cod', 'exe.gpj.cod'],
    ['<img src=x onerror=alert(1)>.png', '<img src=x onerror=alert(1)>.png'],
    ['..', '文件'],
    ['', '文件'],
    ['folder/', '文件'],
  ])('%j is cleaned to %j', (input, shown) => {
    expect(cleanFileName(input)).toBe(shown)
  })

  it('is shortened and keeps its extension', () => {
    const shown = cleanFileName(`${'长'.repeat(200)}.pdf`)
    expect(Array.from(shown)).toHaveLength(80)
    expect(shown.endsWith('长.pdf')).toBe(true)
  })
})
