import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { QrCode } from './qr-code.tsx'

describe('QR code', () => {
  afterEach(cleanup)

  it('is a labelled picture with the quiet zone of four modules that the standard requires', () => {
    render(<QrCode text="https://example.com/" label="本页的二维码" />)
    const picture = screen.getByRole('img', { name: '本页的二维码' })
    const size = Number(picture.getAttribute('viewBox')?.split(' ')[2])
    const squares =
      picture
        .querySelector('path')
        ?.getAttribute('d')
        ?.match(/M\d+ \d+/g) ?? []
    const places = squares.flatMap((square) => square.slice(1).split(' ').map(Number))
    expect(Math.min(...places)).toBe(4)
    expect(Math.max(...places)).toBe(size - 5)
  })
})
