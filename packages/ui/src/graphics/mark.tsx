import { createContext, useContext } from 'react'

/** A path of a logo in a box of 48 by 48: a line, or a filled outline. */
export type MarkPath = { readonly d: string; readonly filled?: boolean | undefined }

/** A partner's logo. Without it the logo is a boat over a wave. */
export const PartnerMark = createContext<readonly MarkPath[] | undefined>(undefined)

const BOAT = (
  <>
    <path d="M13 24.5C15.6 17 20 11 26.5 6.5c1.6 6 1.6 12 .4 18" />
    <path d="M6.5 30c3.6 6.2 10 8 17.5 8s13.9-1.8 17.5-8" />
  </>
)

const lines = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 3.6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** The logo. Announced unless a text beside it says the name. */
export function Mark({ size = 48, label }: { size?: number; label?: string }) {
  const partner = useContext(PartnerMark)
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 48 48"
      {...lines}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {/* The server puts a partner's logo into the page here. */}
      <g className="mark">
        {partner?.map(({ d, filled }) => (
          <path key={d} d={d} {...(filled && { fill: 'currentColor', stroke: 'none' })} />
        )) ?? (
          <>
            {BOAT}
            <path d="M4 44.2c3.3-2 6.7-2 10 0s6.7 2 10 0 6.7-2 10 0 6.7 2 10 0" strokeWidth={2.4} />
          </>
        )}
      </g>
    </svg>
  )
}

/** The logo with the name, at the top of a landing page. */
export function Wordmark({ name }: { name: string }) {
  return (
    <p className="wordmark">
      <Mark size={56} />
      <span>{name}</span>
    </p>
  )
}

/** The boat of the logo, which marks a position on a waterline. A partner's is a disc. */
export function Boat({ size = 24 }: { size?: number }) {
  const partner = useContext(PartnerMark)
  return (
    <svg
      className="boat"
      width={size}
      height={size}
      viewBox="2 2 44 40"
      {...lines}
      aria-hidden="true"
    >
      {partner ? <circle cx={24} cy={26} r={9} fill="currentColor" /> : BOAT}
    </svg>
  )
}
