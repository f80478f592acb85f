import { Drawing, SailingBoat, hull } from './blank-illustrations.tsx'

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
