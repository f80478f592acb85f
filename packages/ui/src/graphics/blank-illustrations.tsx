import type { ReactNode } from 'react'

const sea = 'M14 112c8-4 16-4 24 0s16 4 24 0 16-4 24 0 16 4 24 0 16-4 24 0 16 4 24 0 16-4 24 0'
const ripples = 'M52 124c6-3 12-3 18 0s12 3 18 0M122 126c5-2.5 10-2.5 15 0s10 2.5 15 0'
export const hull = 'M-34 0c6 12 19 15 34 15S28 12 34 0z'
const sail = 'M-20-8C-15-26-5-42 8-52c3 15 3 29 1 44z'

/** Lines use the text colour; fills are tokens, so that dark mode works. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      className="drawing"
      width={200}
      height={140}
      viewBox="0 0 200 140"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
      <path d={sea} />
      <path d={ripples} className="draw-faint" />
    </svg>
  )
}

export function SailingBoat({ transform }: { transform: string }) {
  return (
    <g transform={transform}>
      <path d={hull} className="fill-soft" />
      <path d={sail} className="fill-surface" />
    </g>
  )
}

export function EmptyDrawing() {
  return (
    <Drawing>
      <circle cx="142" cy="42" r="15" stroke="none" className="fill-soft" />
      <path d="M40 112V66M34 66h12M40 76c18 2 26 8 32 17" />
      <g transform="translate(106 93) scale(1.05)">
        <path d={hull} className="fill-soft" />
      </g>
      <path d="M106 92V44M106 44l20 7-20 7" className="fill-surface" />
      <path d="M152 70h18M160 78h12" className="draw-faint" />
    </Drawing>
  )
}

export function OfflineDrawing() {
  return (
    <Drawing>
      <path d="M146 110l5-62h16l5 62" className="fill-soft" />
      <path d="M148 84h22M149 66h20" />
      <path d="M150 48V36h18v12zM147 36l12-9 12 9z" className="fill-surface" />
      <path d="M140 38l-14-5M140 45l-14 3" />
      <path d="M116 30l-10-3.5M116 51l-10 2.5" strokeDasharray="1 7" />
      <path d="M88 24l12 12M100 24l-12 12" strokeWidth="3" />
      <SailingBoat transform="translate(66 95) scale(0.9)" />
    </Drawing>
  )
}
