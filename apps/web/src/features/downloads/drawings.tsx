import type { ReactNode } from 'react'

/** A phone with the logo on its screen, and a picture of the campaign. */
function PhoneDrawing({ children }: { children?: ReactNode }) {
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
      <rect x="70" y="14" width="60" height="104" rx="10" className="fill-surface" />
      <path d="M72.5 84h55v22a9 9 0 01-9 9h-37a9 9 0 01-9-9z" stroke="none" className="fill-soft" />
      <path d="M94 21h12" strokeWidth="2" />
      <g className="draw-primary">
        <path d="M91 66c2.5-8 7-14 13-18.5 1.5 6 1.5 12.5.5 18.5" />
        <path d="M84 72c3.5 6 9.5 8 16 8s12.5-2 16-8" />
      </g>
      <path d="M80 94c4-2 8-2 12 0s8 2 12 0 8-2 12 0" className="draw-faint" />
      {children}
      <path d="M18 122c8-4 16-4 24 0s16 4 24 0M134 122c8-4 16-4 24 0s16 4 24 0" />
      <path
        d="M56 132c6-3 12-3 18 0s12 3 18 0M120 133c5-2.5 10-2.5 15 0s10 2.5 15 0"
        className="draw-faint"
      />
    </svg>
  )
}

/** Bills on the phone. */
export function BillsDrawing() {
  return (
    <PhoneDrawing>
      <path d="M150 44h28v44l-7-5-7 5-7-5-7 5z" className="fill-soft" />
      <path d="M157 56h14M157 66h9" strokeWidth="2" />
    </PhoneDrawing>
  )
}

/** Reminders. */
export function ReminderDrawing() {
  return (
    <PhoneDrawing>
      <circle cx="163" cy="62" r="19" className="fill-soft" />
      <path d="M163 51v12l8 5" />
    </PhoneDrawing>
  )
}

/** Three steps. */
export function StepsDrawing() {
  return (
    <PhoneDrawing>
      <path d="M148 96V82h12V68h12V54h12" />
      <circle cx="148" cy="96" r="3" className="fill-surface" />
      <path d="M178 44l4 4 8-9" className="draw-primary" />
    </PhoneDrawing>
  )
}

/** An employee badge. */
export function BadgeDrawing() {
  return (
    <PhoneDrawing>
      <path d="M163 32v12" />
      <rect x="147" y="44" width="32" height="42" rx="5" className="fill-soft" />
      <circle cx="163" cy="58" r="5.5" className="fill-surface" />
      <path d="M154 76c2-6 5-8 9-8s7 2 9 8" />
    </PhoneDrawing>
  )
}

/** The fifth anniversary. */
export function FifthYearDrawing() {
  return (
    <PhoneDrawing>
      <path d="M150 96V36h30l-7 11 7 11h-30" className="fill-soft" />
      <path
        d="M166 41.5h-6.5l-.8 5.5c4-1.5 7 .3 6.800 3.200-.2 3-4 4-7 2.300"
        strokeWidth="2"
        className="draw-primary"
      />
    </PhoneDrawing>
  )
}

/** An arrow to the app. */
export function OnwardDrawing() {
  return (
    <PhoneDrawing>
      <path d="M24 64h32M46 54l10 10-10 10" className="draw-primary" />
    </PhoneDrawing>
  )
}
