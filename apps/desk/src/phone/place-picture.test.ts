import { afterEach, describe, expect, it } from 'vitest'
import { placePicture } from './use-phone.ts'

afterEach(() => {
  document.body.innerHTML = ''
})

const picture = new Blob(['a picture'], { type: 'image/png' })

describe('a photo from the desk', () => {
  it('is chosen for its side, with a change event', () => {
    document.body.innerHTML = `
      <input type="file" aria-label="拍摄人像面"><input type="file" aria-label="重拍国徽面">`
    const heard: string[] = []
    document.addEventListener(
      'change',
      ({ target }) => {
        if (!(target instanceof HTMLInputElement)) return
        heard.push(`${target.getAttribute('aria-label')} ${target.files?.[0]?.name}`)
      },
      { once: true },
    )
    expect(placePicture(document, { subject: 'back', picture })).toBe(true)
    expect(heard).toEqual(['重拍国徽面 back.png'])
  })

  it('a photo from the desk of a bank card is chosen at the field of the card number', () => {
    document.body.innerHTML = '<input type="file" aria-label="拍照识别卡号">'
    expect(placePicture(document, { subject: 'bankCard', picture })).toBe(true)
  })

  it.each([
    '<input type="file" aria-label="上传营业执照">',
    '<input type="file" aria-label="拍摄人像面" disabled>',
    '<input aria-label="人像面">',
  ])('a photo from the desk is not set on %s', (page) => {
    document.body.innerHTML = page
    expect(placePicture(document, { subject: 'front', picture })).toBe(false)
  })
})
