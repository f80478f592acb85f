/** The logo: a boat over a wave. Announced unless a text beside it says the name. */
export function Mark({ size = 48, label }: { size?: number; label?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth={3.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d="M13 24.5C15.6 17 20 11 26.5 6.5c1.6 6 1.6 12 .4 18" />
      <path d="M6.5 30c3.6 6.2 10 8 17.5 8s13.9-1.8 17.5-8" />
      <path d="M4 44.2c3.3-2 6.7-2 10 0s6.7 2 10 0 6.7-2 10 0 6.7 2 10 0" strokeWidth={2.4} />
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

/** The boat of the logo, which marks a position on a waterline. */
export function Boat({ size = 24 }: { size?: number }) {
  return (
    <svg
      className="boat"
      width={size}
      height={size}
      viewBox="2 2 44 40"
      fill="none"
      stroke="currentColor"
      strokeWidth={3.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M13 24.5C15.6 17 20 11 26.5 6.5c1.6 6 1.6 12 .4 18" />
      <path d="M6.5 30c3.6 6.2 10 8 17.5 8s13.9-1.8 17.5-8" />
    </svg>
  )
}
