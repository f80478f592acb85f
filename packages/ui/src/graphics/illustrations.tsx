import type { ReactNode } from 'react'

const sea = 'M14 112c8-4 16-4 24 0s16 4 24 0 16-4 24 0 16 4 24 0 16-4 24 0 16 4 24 0 16-4 24 0'
const ripples = 'M52 124c6-3 12-3 18 0s12 3 18 0M122 126c5-2.5 10-2.5 15 0s10 2.5 15 0'
const hull = 'M-34 0c6 12 19 15 34 15S28 12 34 0z'
const sail = 'M-20-8C-15-26-5-42 8-52c3 15 3 29 1 44z'

/** Lines use the text colour; fills are tokens, so that dark mode works. */
function Drawing({ children }: { children: ReactNode }) {
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

function SailingBoat({ transform }: { transform: string }) {
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

export function WaitingDrawing() {
  return (
    <Drawing>
      <circle cx="132" cy="52" r="27" className="fill-soft" />
      <path d="M132 36v17l11 7" />
      <path d="M132 29v2M155 52h-2M109 52h2" strokeWidth="2" />
      <SailingBoat transform="translate(78 95) scale(1)" />
      <circle cx="128" cy="97" r="2.5" stroke="none" className="fill-primary" />
      <circle cx="140" cy="97" r="2.5" stroke="none" opacity=".6" className="fill-primary" />
      <circle cx="152" cy="97" r="2.5" stroke="none" opacity=".3" className="fill-primary" />
    </Drawing>
  )
}

export function GrantedDrawing() {
  return (
    <Drawing>
      <circle cx="146" cy="44" r="18" stroke="none" className="fill-incoming" />
      <path d="M146 14v-6M168 23l4-4M176 46h6M123 23l-4-4" className="draw-incoming" />
      <SailingBoat transform="translate(92 94) scale(1.15)" />
      <path d="M81 71l7 7 11-15" strokeWidth="3.5" className="draw-primary" />
      <path d="M34 60h18M28 72h18" className="draw-faint" />
    </Drawing>
  )
}

export function RefusedDrawing() {
  return (
    <Drawing>
      <SailingBoat transform="translate(70 95) scale(0.95)" />
      <path d="M134 110V58M176 110V58" />
      <path d="M126 66h58v13h-58z" className="fill-surface draw-overdue" />
      <path d="M137 79l8-13M153 79l8-13M169 79l8-13" className="draw-overdue" />
      <circle cx="134" cy="52" r="5" className="fill-soft" />
      <circle cx="176" cy="52" r="5" className="fill-soft" />
      <path d="M28 48c5-4 9-4 13 0M46 36c5-4 9-4 13 0" className="draw-faint" />
    </Drawing>
  )
}

export function SettledDrawing() {
  return (
    <Drawing>
      <g transform="translate(74 95) scale(1)">
        <path d={hull} className="fill-soft" />
      </g>
      <path d="M74 94V40M74 48c-6 10-6 26 0 38" className="fill-soft" />
      <path d="M108 96c8-1 12-3 16-7" />
      <path d="M122 89h60M132 89v22M172 89v22" />
      <path d="M140 89V34h32l-7 11 7 11h-32" className="fill-soft" />
      <path d="M147 45l5 5 8-9" strokeWidth="3" className="draw-primary" />
      <circle cx="36" cy="44" r="11" stroke="none" className="fill-incoming" />
    </Drawing>
  )
}
