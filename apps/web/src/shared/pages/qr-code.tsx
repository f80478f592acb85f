import { encode } from 'uqr'
import './qr-code.css'

/** A QR code. Always dark on light, because many scanners fail on the inverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })

  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={darkSquares(data)} />
    </svg>
  )
}

function darkSquares(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
}
